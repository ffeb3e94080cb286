"""2.0.1 Bodies of Water, 2.1 Naval Movement, 6.2 Snorkeling: where ships sail, where they stop, what is closed to them."""

from __future__ import annotations

import pytest

from engine.errors import IllegalOrder
from engine.events import DefectFound
from engine.families.blocks.sea import routes, waters
from engine.families.blocks.sea.orders import Sail
from engine.play import Play
from engine.strictness import Strictness
from tests.black_swan.board import TITLE, play_from, stacks_of

WAR = ("germany", "italy", "great-britain", "soviet-union")


def naval(stacks: str, **more) -> Play:
    return play_from(stacks, **{"phase": "naval", "at_war": WAR, **more})


def problems(play: Play, units: str, path: str) -> list[str]:
    return [problem.rule for problem in play.check(Sail(units, path))]


def reached(stacks: str, zone: str, **more) -> set[str]:
    """Return the zones that the only ship of the camp on turn in a zone can get to."""
    play = naval(stacks, **more)
    (ship,) = [key for key, _ in play.position.stacks(zone)]
    return set(routes.ways(play.position, ship))


@pytest.mark.section("2.0.1")
@pytest.mark.parametrize(
    ("body", "powers"),
    [
        ("us-coastal-waters", {"great-britain", "united-states", "france"}),
        ("indian-ocean", {"great-britain", "united-states", "france"}),
        ("atlantic-ocean", {"germany", "great-britain", "united-states", "france"}),
        ("baltic-sea", {"germany", "soviet-union"}),
        ("white-sea", {"soviet-union"}),
        ("black-sea", {"soviet-union"}),
        ("caspian-sea", {"soviet-union"}),
    ],
)
def test_2_0_1_who_may_enter_a_body_of_water(body: str, powers: set[str]) -> None:
    for zone in TITLE.regions[body]:
        assert waters.entrants(TITLE, zone) == powers, zone


@pytest.mark.section("2.0.1")
def test_2_0_1_the_adriatic_is_italy_s_alone() -> None:
    western = {"great-britain", "united-states", "france"}
    for zone in TITLE.regions["mediterranean-sea"]:
        assert waters.entrants(TITLE, zone) == ({"italy"} if zone == "adriatic-sea" else {"italy"} | western), zone
    play = naval("great-britain light-surface-3 central-med", power="great-britain")
    assert problems(play, "light-surface-3", "central-med > adriatic-sea") == ["naval/waters"]


@pytest.mark.section("2.1")
def test_ships_sail_any_distance_over_open_waters() -> None:
    play = naval("germany heavy-surface-3 norwegian-sea")
    play.submit(Sail("heavy-surface-3", "norwegian-sea > southern-atlantic"))
    assert stacks_of(play, "southern-atlantic") == {"germany heavy-surface-3@3 [moved]": 1}
    assert play.events[-1].path == ("norwegian-sea", "northern-atlantic", "central-atlantic", "southern-atlantic")


@pytest.mark.section("2.1")
def test_ships_stop_where_enemy_ships_are() -> None:
    stacks = "germany heavy-surface-3 norwegian-sea, great-britain light-surface-3 northern-atlantic"
    play = naval(stacks)
    past = "norwegian-sea > northern-atlantic > central-atlantic"
    assert problems(play, "heavy-surface-3", past) == ["naval/stop"]
    assert problems(play, "heavy-surface-3", "norwegian-sea > northern-atlantic") == []
    assert problems(play, "heavy-surface-3", "norwegian-sea > north-sea > the-channel > central-atlantic") == []
    play.submit(Sail("heavy-surface-3", "norwegian-sea > central-atlantic"))
    assert "northern-atlantic" not in play.events[-1].path, "the way goes around the enemy"


@pytest.mark.section("2.1")
def test_a_ship_that_starts_beside_the_enemy_may_leave() -> None:
    stacks = "germany heavy-surface-3 northern-atlantic, great-britain light-surface-3 northern-atlantic"
    assert problems(naval(stacks), "heavy-surface-3", "northern-atlantic > southern-atlantic") == []


@pytest.mark.section("6.2")
@pytest.mark.parametrize(("season", "slips"), [(("fall", 1941), False), (("winter", 1942), True)])
def test_6_2_german_submarines_need_not_stop_from_winter_1942(season: tuple[str, int], slips: bool) -> None:
    guards = ", ".join(f"great-britain light-surface-3 {zone}" for zone in ("northern-atlantic", "north-sea"))
    stacks = f"germany submarine-3 norwegian-sea, germany light-surface-2 norwegian-sea, {guards}"
    play = naval(stacks, season=season)
    for unit, past in (("submarine-3", slips), ("light-surface-2", False)):
        (ship,) = [key for key, _ in play.position.stacks("norwegian-sea") if key[2] == unit]
        assert ("southern-atlantic" in routes.ways(play.position, ship)) is past, unit


@pytest.mark.section("2.1")
def test_an_unsupplied_ship_cannot_move() -> None:
    play = naval("germany heavy-surface-3 southern-atlantic [unsupplied]")
    assert problems(play, "heavy-surface-3", "southern-atlantic > central-atlantic") == ["naval/unsupplied"]


@pytest.mark.section("2.1")
def test_a_ship_sails_once_a_turn() -> None:
    play = naval("germany heavy-surface-3 norwegian-sea, germany heavy-surface-3@2 north-sea")
    play.submit(Sail("heavy-surface-3", "norwegian-sea > north-sea"))
    assert problems(play, "heavy-surface-3@3", "north-sea > the-channel") == ["naval/moved"]
    play.submit(Sail("heavy-surface-3", "north-sea > the-channel"))
    assert stacks_of(play, "the-channel") == {"germany heavy-surface-3@2 [moved]": 1}, "the one that may still sail"


@pytest.mark.section("2.1")
def test_no_more_than_four_ships_of_a_side_end_in_a_zone() -> None:
    stacks = "germany 3 submarine-3 north-sea, germany 2 submarine-3 norwegian-sea, great-britain 4 light-surface-3 north-sea"
    play = naval(stacks)
    assert problems(play, "2 submarine-3", "norwegian-sea > north-sea") == ["naval/stacking"]
    assert problems(play, "submarine-3", "norwegian-sea > north-sea") == []
    through = naval("germany 4 submarine-3 northern-atlantic, germany submarine-3 norwegian-sea")
    assert problems(through, "submarine-3", "norwegian-sea > northern-atlantic > central-atlantic") == []


@pytest.mark.section("2.1")
def test_us_coastal_waters_hold_any_number() -> None:
    stacks = "united-states 5 light-surface-3 us-coastal-waters, united-states light-surface-2 northern-atlantic"
    play = naval(stacks, power="great-britain", at_war=(*WAR, "united-states"))
    assert problems(play, "light-surface-2", "northern-atlantic > us-coastal-waters") == []


@pytest.mark.section("1.6")
@pytest.mark.parametrize(("there", "found"), [(3, []), (4, ["naval/stacking"])])
def test_1_6_only_american_ships_are_exempt_in_us_coastal_waters(there: int, found: list[str]) -> None:
    stacks = (
        f"united-states 3 carrier-4 us-coastal-waters, great-britain {there} light-surface-3 us-coastal-waters,"
        "great-britain light-surface-2 northern-atlantic"
    )
    play = naval(stacks, power="great-britain", at_war=(*WAR, "united-states"))
    assert problems(play, "light-surface-2", "northern-atlantic > us-coastal-waters") == found


@pytest.mark.section("2.1")
def test_french_and_british_ships_never_share_a_zone() -> None:
    """Introduction: not in the same Sea Zone, unless they are an Anglo-French Union (3.3)."""
    stacks = "france light-surface-3 central-atlantic, great-britain light-surface-3 the-channel"
    more = {"power": "great-britain", "at_war": ("germany", "france", "great-britain")}
    order = ("light-surface-3", "the-channel > central-atlantic")
    assert problems(naval(stacks, **more), *order) == ["naval/apart"]
    assert problems(naval(stacks, **more), "light-surface-3", "the-channel > southern-atlantic") == []
    assert problems(naval(stacks, markers={"union/france": "great-britain france"}, **more), *order) == []


@pytest.mark.section("2.1")
@pytest.mark.parametrize(("control", "open_"), [({}, True), ({"gibraltar": "italy"}, False)])
def test_gibraltar_opens_the_strait_for_the_western_allies(control: dict[str, str], open_: bool) -> None:
    stacks = "great-britain heavy-surface-3 central-atlantic"
    lost = {**control, "cairo": "italy"}
    assert ("alboran-sea" in reached(stacks, "central-atlantic", power="great-britain", control=lost)) is open_


@pytest.mark.section("2.1")
@pytest.mark.parametrize("lost", ["cairo", "sinai"])
def test_suez_needs_cairo_and_sinai(lost: str) -> None:
    stacks, more = "great-britain light-surface-3 indian-ocean", {"power": "great-britain"}
    closed = {"gibraltar": "italy"}
    assert "eastern-med" in reached(stacks, "indian-ocean", control=closed, **more)
    assert "eastern-med" not in reached(stacks, "indian-ocean", control={**closed, lost: "italy"}, **more)


@pytest.mark.section("2.1")
@pytest.mark.parametrize(
    ("control", "open_"),
    [
        ({}, True),
        ({"berlin": "soviet-union"}, False),
        ({"hamburg": "great-britain"}, False),
        ({"hamburg": "great-britain", "copenhagen": "germany", "bergen": "germany"}, True),
        ({"hamburg": "great-britain", "copenhagen": "germany", "bergen": "great-britain"}, False),
    ],
)
def test_skagerrak_needs_denmark_and_bergen_or_kiel_hamburg_and_berlin(control: dict[str, str], open_: bool) -> None:
    found = reached("germany heavy-surface-3 southern-baltic", "southern-baltic", control=control)
    assert ("norwegian-sea" in found) is open_


@pytest.mark.section("2.1")
def test_only_the_side_named_uses_a_canal_or_strait() -> None:
    """2.1: "they (only)": neither Italy at Gibraltar nor the Soviets at Berlin get through."""
    play = naval("italy submarine-3 alboran-sea", control={"gibraltar": "italy", "cairo": "italy", "sinai": "italy"})
    assert not waters.is_open(play.position, "italy", "alboran-sea", "central-atlantic")
    assert not waters.is_open(play.position, "italy", "eastern-med", "indian-ocean")
    held = dict.fromkeys(("hamburg", "berlin", "copenhagen", "bergen"), "soviet-union")
    assert not waters.is_open(naval("", control=held).position, "soviet-union", "southern-baltic", "norwegian-sea")


@pytest.mark.section("2.1")
def test_nobody_passes_the_turkish_straits() -> None:
    play = naval("soviet-union heavy-surface-3 western-black-sea", power="soviet-union")
    assert problems(play, "heavy-surface-3", "western-black-sea > eastern-black-sea") == []
    assert problems(play, "heavy-surface-3", "western-black-sea > aegean-sea") == ["naval/waters"]
    for power in TITLE.powers:
        assert not waters.is_open(play.position, power, "western-black-sea", "aegean-sea"), power


@pytest.mark.section("2.1")
@pytest.mark.parametrize(
    ("stacks", "zone", "power"),
    [
        ("germany submarine-3 northern-baltic", "northern-baltic", "germany"),
        ("italy submarine-3 tyrrhenian-sea", "tyrrhenian-sea", "italy"),
        ("soviet-union submarine-2 northern-baltic", "northern-baltic", "soviet-union"),
        ("great-britain submarine-3 us-coastal-waters", "us-coastal-waters", "great-britain"),
    ],
)
def test_ships_keep_to_the_waters_of_their_nation(stacks: str, zone: str, power: str) -> None:
    """2.1: every zone reached is in a body of water its nation may enter, and all those joined by open ways are reached."""
    bodies = {
        "germany": {"atlantic-ocean", "baltic-sea"},
        "italy": {"mediterranean-sea"},
        "soviet-union": {"baltic-sea"},
        "great-britain": {"us-coastal-waters", "atlantic-ocean", "mediterranean-sea", "indian-ocean"},
    }[power]
    expected = {zone_of for body in bodies for zone_of in TITLE.regions[body]} - {zone}
    if power == "great-britain":
        expected.discard("adriatic-sea")
    assert reached(stacks, zone, power=power) == expected


@pytest.mark.section("2.1")
def test_neutral_nations_sail_and_meet_no_enemy() -> None:
    """7.0 Glossary, Neutral Major Nations: their Units can be moved."""
    stacks = "italy heavy-surface-2 tyrrhenian-sea, great-britain light-surface-2 central-med"
    play = naval(stacks, at_war=("germany", "poland"))
    assert problems(play, "heavy-surface-2", "tyrrhenian-sea > central-med > eastern-med") == []


@pytest.mark.section("2.1")
def test_orders_that_make_no_sense_say_so() -> None:
    play = naval("germany heavy-surface-3 norwegian-sea, germany infantry-3 bergen")
    assert problems(play, "carrier-3", "norwegian-sea > north-sea") == ["naval/missing"]
    assert problems(play, "heavy-surface-3", "norwegian-sea > bergen") == ["naval/path"]
    assert problems(play, "heavy-surface-3", "norwegian-sea > norwegian-sea") == ["naval/path"]
    assert problems(play, "heavy-surface-9", "norwegian-sea > north-sea") == ["naval/unknown"]
    assert problems(play, "heavy-surface-3", "norwegian-sea > caspian-sea") == ["naval/waters"]
    with pytest.raises(IllegalOrder, match="carrier-3"):
        play.submit(Sail("carrier-3", "norwegian-sea > north-sea"))


@pytest.mark.section("2.1")
def test_a_reader_that_forgives_sails_the_ships_that_are_there() -> None:
    play = naval("germany heavy-surface-3 norwegian-sea", strictness=Strictness.COLLECT)
    play.submit(Sail("2 heavy-surface-3, carrier-3", "norwegian-sea > north-sea"))
    assert stacks_of(play, "north-sea") == {"germany heavy-surface-3@3 [moved]": 1}
    play.submit(Sail("heavy-surface-3", "north-sea > the-channel"))
    assert stacks_of(play, "the-channel") == {"germany heavy-surface-3@3 [moved]": 1}
    found = [event.rule for event in play.events if isinstance(event, DefectFound)]
    assert found == ["naval/missing", "naval/moved"]
