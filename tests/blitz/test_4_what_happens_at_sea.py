"""4.1 to 4.4, 9.8: who must return to base, how ships sail, who joins a combat at sea or leaves it, and narrows that are forced."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import Engage, FlyIn, No, PutToSea, Rebase, SlipAway, Yes
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.sea import passage, sea
from engine.titles.blitz.vocabulary import FREE, SAILED
from tests.blitz.table import at, broken, do, keys, settle, table

PLAYED = ("campaign", "atlantic")
STRAIT = {"options": {"forced-passage": "yes"}, "take": {"gibraltar": "germany"}}


@pytest.mark.section("4.1")
@pytest.mark.parametrize(
    ("units", "take", "there"),
    [
        ("bb-fleet mozambique-channel@2", {}, "italian-east-africa@2"),  # none within two: the closest
        ("bb-fleet azanian-sea@2", {}, "azanian-sea@2"),
        ("bb-fleet azanian-sea@2, home-fleet north-sea@1", {}, "italian-east-africa@2"),  # the only one is out of supply
        ("bb-fleet azanian-sea@2, home-fleet north-sea@1", {"persia": "germany"}, "azanian-sea@2"),  # two are
        ("bb-fleet azanian-sea@2, far-east-fleet arabian-sea@1", {}, "azanian-sea@2"),  # in supply from the other sea
        ("bb-fleet italian-east-africa@2", {}, "italian-east-africa@2"),
    ],
)
def test_4_1_who_must_return_to_base(units: str, take: dict[str, str], there: str) -> None:
    play = table(units, phase="return", take=take)
    sea.Return().open(play)
    assert at(play, "bb-fleet") == there


@pytest.mark.section("4.1")
def test_4_1_aircraft_ashore_return_nowhere() -> None:
    """Their only base is out of supply; they are in it."""
    play = table("stukas italian-east-africa@1, home-fleet north-sea@1", phase="return")
    sea.Return().open(play)
    assert board.words(keys(play, "stukas")[0]) == ()


@pytest.mark.section("4.2", "Scenario C. The Battle of the Atlantic")
def test_4_2_a_ship_leaves_its_port_by_sea_areas_that_are_in_play() -> None:
    seas = [
        ways.exits(play.position, *keys(play, "bb-fleet")) for play in (table("bb-fleet western-germany@1", scenario=one) for one in PLAYED)
    ]
    assert seas == [("north-sea", "baltic-sea"), ("north-sea",)]


@pytest.mark.section("4.1", "2.2")
@pytest.mark.parametrize(
    ("blitz", "gone"),
    [
        ("naval", {"bb-fleet", "condors"}),
        ("total", {"bb-fleet", "condors"}),
        ("air", {"condors"}),
        ("land", set()),
        ("foot", set()),
        ("free", set()),
    ],
)
def test_2_2_a_blitz_that_returns_nothing_to_base_forces_nothing_to(blitz: str, gone: set[str]) -> None:
    play = table("bb-fleet mozambique-channel@2, condors kerguelen-sea@1", phase="return", blitzing={"germany": blitz})
    sea.Return().open(play)
    assert {unit for unit in ("bb-fleet", "condors") if "-sea@" not in at(play, unit) and "-channel@" not in at(play, unit)} == gone


@pytest.mark.section("4.2")
@pytest.mark.parametrize(
    ("path", "way", "word"),
    [
        ("paris > western-approaches > north-atlantic", ("paris", "western-approaches", "north-atlantic"), ""),
        ("paris > western-approaches > spain", ("paris", "western-approaches", "spain"), "at:western-approaches"),
        ("paris > spain", ("paris", "western-approaches", "spain"), "at:western-approaches"),
    ],
)
def test_4_2_a_ship_sails_area_by_area_and_into_the_port_on_its_last_sea(path: str, way: tuple[str, ...], word: str) -> None:
    play = table("home-fleet paris@1", phase="sea", power="afa", take={"spain": "afa"}, markers={"ally/iberia": "afa"})
    do(play, PutToSea("home-fleet", path))
    (moved,) = (event for event in play.events if isinstance(event, ev.UnitsMoved))
    assert moved.path == way
    words = [one.rstrip("!") for one in board.words(keys(play, "home-fleet")[0])]
    assert SAILED in words and [one for one in words if one.startswith("at:")] == ([word] if word else [])


@pytest.mark.section("4.2", "2.2")
@pytest.mark.parametrize(("blitz", "counted"), [({}, 0), ({"afa": "free"}, 3), ({"afa": "naval"}, 0)])
def test_2_2_what_embarks_counts_against_a_free_blitz_alone(blitz: dict[str, str], counted: int) -> None:
    """A TRS of Size 1 and an army of Size 2."""
    play = table("europe-trs london@1, 2nd-army paris@2", phase="sea", power="afa", blitzing=blitz or None)
    do(play, PutToSea("europe-trs", "london > north-sea", "", "2nd-army"))
    assert at(play, "2nd-army") == "north-sea@2" and FREE.number(play.state, "afa") == counted


@pytest.mark.section("2.2", "4.4")
def test_2_2_a_combat_that_an_allys_naval_blitz_brings_about_is_nobodys_wish() -> None:
    units = "u-boat-i cape-basin@1, i-boats cape-basin@1, home-fleet cape-basin@1"
    told = {"phase": "sea-combat", "at_war": ["japan afa"]}
    mixed = table(units, blitzing={"germany": "naval", "japan": "free"}, **told)  # type: ignore[arg-type]
    assert (sea.due(mixed.position), sea.optional(mixed.position)) == (["cape-basin"], [])
    free = table(units, blitzing={"germany": "free", "japan": "free"}, **told)  # type: ignore[arg-type]
    free.emit(ev.MarkerSet("turn", "arrived", "cape-basin"))
    assert (sea.due(free.position), sea.optional(free.position)) == (["cape-basin"], ["cape-basin"])


@pytest.mark.section("2.2")
@pytest.mark.parametrize(
    ("units", "area", "asked", "wish"),
    [
        ("high-seas-fleet cape-basin@1, home-fleet cape-basin@1", "cape-basin", "afa", Yes()),  # three against three
        ("high-seas-fleet cape-basin@1, mediterranean-fleet cape-basin@1", "cape-basin", "afa", No()),  # two against three
        ("high-seas-fleet cape-basin@1, home-fleet cape-basin@1, atlantic-fleet cape-basin@2", "cape-basin", "usa", Yes()),
        ("high-seas-fleet cape-basin@1, home-fleet cape-basin@2, atlantic-fleet cape-basin@1", "cape-basin", "afa", Yes()),
        ("u-boat-i north-atlantic@1", "north-atlantic", "afa", No()),  # a Convoy alone
        ("regia-aeronautica north-atlantic@1", "north-atlantic", "afa", No()),  # no Factors of its own, against one
    ],
)
def test_2_2_the_power_with_the_most_naval_factors_says_whether_there_is_a_combat(
    units: str, area: str, asked: str, wish: Yes | No
) -> None:
    play = table(units, phase="sea-combat", at_war=["germany usa"], blitzing={"germany": "free"})
    pending = sea.TASKS["wish"].asks(play.position, (area,))  # type: ignore[misc]
    assert pending is not None and (pending.power, pending.default) == (asked, wish)


@pytest.mark.section("4.4")
@pytest.mark.parametrize(("foe", "able"), [("", []), ("british-sub", ["condors"]), ("soviet-sub", [])])
def test_4_4_aircraft_fly_in_where_an_enemy_is(foe: str, able: list[str]) -> None:
    play = table(f"condors berlin@1{f', {foe} baltic-sea@1' if foe else ''}", phase="sea-combat", power="afa")
    assert [key.unit for key in sea.flyers(play.position, "germany", "baltic-sea")] == able


@pytest.mark.section("4.4")
def test_4_4_aircraft_fly_in_and_a_sub_slips_away_before_a_combat() -> None:
    units = "home-fleet baltic-sea@2, high-seas-fleet baltic-sea@1, u-boat-i baltic-sea@1, condors berlin@1"
    play = do(table(units, phase="sea-combat", power="afa", dice=[1, 1]), Engage("baltic-sea"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("fly-in", "germany")
    do(play, FlyIn("condors"))
    assert at(play, "condors") == "baltic-sea@1" and SAILED in board.words(keys(play, "condors")[0])
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("evade", "germany")
    settle(do(play, SlipAway("u-boat-i")))
    (begun,) = (event for event in play.events if isinstance(event, ev.BattleStarted))
    assert "condors" in begun.defenders and "u-boat" not in begun.defenders


@pytest.mark.section("4.4")
def test_4_4_no_combat_is_fought_when_the_last_enemy_of_a_convoy_has_slipped_away() -> None:
    play = do(table("u-boat-i north-atlantic@1", phase="sea-combat", power="afa"), Engage("north-atlantic"))
    settle(do(play, SlipAway("u-boat-i")))
    assert play.state.battles == 0 and play.title.areas[keys(play, "u-boat-i")[0].area].kind == "land"


# 9.8


@pytest.mark.section("9.8", "6.5")
def test_9_8_what_a_trs_at_sea_carries_is_damaged_when_it_grows_too_small() -> None:
    """Seven Factors and a 4: a point of damage. Four Sizes aboard, two may stay: those with the fewest Factors go."""
    armies = "2nd-army mediterranean-sea@2 [aboard], 8th-army mediterranean-sea@2 [aboard]"
    ship = "europe-trs mediterranean-sea@2 [cargo=afa/2nd-army+afa/8th-army]"
    play = table(f"{ship}, {armies}", phase="return", power="afa", dice=[4], **STRAIT)  # type: ignore[arg-type]
    (key,) = keys(play, "europe-trs")
    left = passage.force(play, key, "mediterranean-sea", "western-approaches", [])
    (now,) = keys(play, "europe-trs")
    assert left == (now, []) and (now.strength, parse_condition(now.condition).cargo) == (1, (("afa", "8th-army"),))
    assert (at(play, "2nd-army"), at(play, "8th-army")) == ("afa-pool", "mediterranean-sea@2")


@pytest.mark.section("9.8", "4.1")
def test_9_8_only_ports_that_are_out_of_reach_otherwise_are_bases_beyond_the_narrows() -> None:
    play = table("mediterranean-fleet mediterranean-sea@1", phase="return", power="afa", **STRAIT)  # type: ignore[arg-type]
    (key,) = keys(play, "mediterranean-fleet")
    beyond, near = passage.forced_bases(play.position, key), sea.near_bases(play.position, key)
    assert {"london", "paris"} <= {area for area, _ in beyond} and {"malta", "vichy-france"} <= {area for area, _ in near}
    assert {area for area, _ in beyond}.isdisjoint(area for area, _ in near)


@pytest.mark.section("9.8")
@pytest.mark.parametrize(
    ("unit", "holder", "keeper"), [("bb-fleet", "afa", "afa"), ("atlantic-fleet", "afa", "usa"), ("bb-fleet", "", "germany")]
)
def test_9_8_narrows_are_held_against_a_ship_by_an_enemy_alone(unit: str, holder: str, keeper: str) -> None:
    play = table(f"{unit} western-approaches@1", take={"gibraltar": holder})
    (key,) = keys(play, unit)
    assert passage.keeper(play.position, key, "western-approaches", "mediterranean-sea") == keeper


@pytest.mark.section("9.8", "5.1")
@pytest.mark.parametrize(
    ("forced", "port", "wrong"),
    [
        ("no", "mediterranean-sea", []),
        ("no", "western-approaches", ["rebase/way"]),
        ("yes", "western-approaches", []),
        ("yes", "north-sea", ["rebase/way"]),
    ],
)
def test_9_8_a_ship_rebases_to_the_port_beyond_the_narrows_that_is_named(forced: str, port: str, wrong: list[str]) -> None:
    told = {"take": {"spain": "germany"}, "markers": {"ally/iberia": "germany"}, "options": {"forced-passage": forced}}
    play = table("bb-fleet milan@1", phase="rebase", **told)  # type: ignore[arg-type]
    assert broken(play, Rebase("bb-fleet", "milan > spain", port=port)) == wrong


@pytest.mark.section("9.5", "2.1")
@pytest.mark.parametrize(
    ("scenario", "blitzing", "phase"),
    [
        ("campaign", None, "return"),
        ("western-europe", None, "rebase"),
        ("atlantic", None, "return"),
        ("western-europe", {}, "blitz"),
        ("campaign", {}, "blitz"),
    ],
)
def test_2_1_a_turn_begins_with_the_first_phase_that_the_scenario_plays(scenario: str, blitzing: dict[str, str] | None, phase: str) -> None:
    assert phases.first_phase(table(scenario=scenario, blitzing=blitzing).position) == phase
