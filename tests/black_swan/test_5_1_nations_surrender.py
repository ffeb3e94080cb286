"""Surrender of nations (section 5.1)."""

from __future__ import annotations

import pytest

from engine.families.blocks.land.orders import March
from engine.families.blocks.politics.surrender import nations, reason, surrender
from engine.families.blocks.politics.victory import ending_now
from engine.families.blocks.production.economy import collector
from engine.families.blocks.production.garrison import needing
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea.discs import opposition
from engine.families.blocks.sea.waters import is_ours
from tests.black_swan.board import TITLE, play_from, stacks_of
from tests.black_swan.politics import SHIPS, fallen, neutral, paid, warring

pytestmark = pytest.mark.section("5.1")

WAR = ("germany", "italy", "france", "great-britain", "soviet-union", "finland", "hungary")


def at_peace_of_mind(stacks: str = "", **more):
    war = {"at_war": WAR, "season": ("summer", 1941), "phase": "land-combat"}
    return play_from(", ".join(filter(None, (SHIPS, stacks))), **(war | more))


def test_5_1_nobody_surrenders_at_first() -> None:
    play = at_peace_of_mind()
    assert {power: reason(play.position, power) for power in WAR} == dict.fromkeys(WAR, "")


@pytest.mark.parametrize(("power", "capital", "enemy"), [
    ("germany", "berlin", "soviet-union"), ("italy", "rome", "great-britain"), ("france", "paris", "germany"),
    ("great-britain", "london", "germany"), ("finland", "helsinki", "soviet-union"),
    ("hungary", "budapest", "soviet-union"),
])  # fmt: skip
def test_5_1_a_nation_surrenders_when_its_capital_is_enemy_controlled(power: str, capital: str, enemy: str) -> None:
    play = at_peace_of_mind(control={capital: enemy})
    assert reason(play.position, power) == "capital"
    nations(play)
    assert play.state.standing[power] == "surrendered"
    assert play.state.marker("game", f"fell/{power}")


def test_5_1_the_soviet_union_does_not_surrender_with_moscow() -> None:
    assert reason(at_peace_of_mind(control={"moscow": "germany"}).position, "soviet-union") == ""


def test_5_1_the_soviet_union_surrenders_only_with_every_area_west_of_the_line() -> None:
    west = dict.fromkeys(TITLE.regions["west-of-the-line"], "germany")
    assert reason(at_peace_of_mind(control=west).position, "soviet-union") == "areas"
    assert reason(at_peace_of_mind(control=west | {"baku": "soviet-union"}).position, "soviet-union") == ""


@pytest.mark.parametrize("power", ["germany", "italy", "france", "great-britain"])
def test_5_1_a_major_nation_without_ships_in_play_surrenders(power: str) -> None:
    others = ", ".join(part for part in SHIPS.split(", ") if not part.startswith(power))
    play = play_from(others, at_war=WAR, phase="land-combat")
    assert reason(play.position, power) == "no-ships"
    play = play_from(f"{others}, {power} submarine-4 {power}-pool", at_war=WAR, phase="land-combat")
    assert reason(play.position, power) == "no-ships"


def test_5_1_neither_the_soviet_union_nor_the_us_nor_a_minor_nation_needs_ships() -> None:
    play = play_from("", at_war=(*WAR, "united-states"), phase="land-combat")
    assert {reason(play.position, power) for power in ("soviet-union", "united-states", "finland")} == {""}


def test_5_1_the_us_never_surrenders() -> None:
    play = at_peace_of_mind(control={"usa": "germany"}, at_war=(*WAR, "united-states"))
    assert reason(play.position, "united-states") == ""


@pytest.mark.parametrize(
    ("lost", "falls"),
    [
        (("sicily", "sardinia"), True),
        (("milan", "naples"), True),
        (("sicily",), False),
        (("sicily", "tripoli"), False),
    ],
)
def test_5_1_italy_surrenders_with_two_of_four_areas(lost: tuple[str, ...], falls: bool) -> None:
    play = at_peace_of_mind(control=dict.fromkeys(lost, "great-britain"))
    assert reason(play.position, "italy") == ("areas" if falls else "")


@pytest.mark.parametrize(
    ("lost", "falls"),
    [
        (("lille", "strasbourg"), True),
        (("marseille", "toulouse"), True),
        (("nantes",), False),
        (("nantes", "tunis"), False),
    ],
)
def test_5_1_france_surrenders_with_two_of_six_areas(lost: tuple[str, ...], falls: bool) -> None:
    play = at_peace_of_mind(control=dict.fromkeys(lost, "germany"))
    assert reason(play.position, "france") == ("areas" if falls else "")


def test_5_1_a_nation_without_a_capital_surrenders_with_its_last_area() -> None:
    war = {"at_war": (*WAR, "baltic-states")}
    assert reason(at_peace_of_mind(control={"riga": "germany"}, **war).position, "baltic-states") == ""
    taken = {"riga": "germany", "tallinn": "soviet-union"}
    assert reason(at_peace_of_mind(control=taken, **war).position, "baltic-states") == "areas"


@pytest.mark.parametrize("land", ["last-occupant", "allies"])
@pytest.mark.parametrize(
    ("power", "lost", "zones"),
    [
        ("italy", ("rome",), ("tyrrhenian-sea", "aegean-sea")),
        ("great-britain", ("london",), ("alboran-sea", "eastern-med", "central-atlantic")),
        ("soviet-union", TITLE.regions["west-of-the-line"], ("northern-baltic",)),
    ],
)
def test_5_1_discs_of_a_nation_that_surrenders_are_removed(power: str, lost: tuple[str, ...], zones: tuple[str, ...], land: str) -> None:
    """All its Opposition and Control Discs; also those for places that its allies hold (5.1: permanently)."""
    enemy = "great-britain" if power == "italy" else "germany"
    side = TITLE.side_of[power]
    whole = at_peace_of_mind(season=("summer", 1941), holdings="1942")
    sea_control.update(whole)
    assert all(opposition(whole.position, zone)[side] for zone in zones)
    play = at_peace_of_mind(control=dict.fromkeys(lost, enemy), options={"surrendered-land": land}, holdings="1942")
    sea_control.update(play)
    nations(play)
    sea_control.update(play)
    assert power not in warring(play)
    assert not any(opposition(play.position, zone)[side] for zone in zones)


def test_5_1_nations_of_both_camps_surrender_in_one_check() -> None:
    """Of both camps, whoever's turn it is."""
    taken = {"paris": "germany", "helsinki": "soviet-union", "budapest": "soviet-union"}
    play = at_peace_of_mind(control=taken)
    nations(play)
    assert warring(play) == set(WAR) - {"france", "finland", "hungary"}


def test_5_1_neutral_and_surrendered_nations_do_not_surrender() -> None:
    play = neutral(at_peace_of_mind(control={"rome": "great-britain"}), "italy")
    assert reason(play.position, "italy") == ""
    assert reason(fallen(play, "france").position, "france") == ""


@pytest.mark.section("5.2")
def test_5_2_blocks_of_a_surrendering_nation_surrender_for_good() -> None:
    """5.2: PPs by class, to Germany for the West and East Front and to Italy for the Med; those in the pool bring none."""
    play = at_peace_of_mind("france tank-3 lille, france air-3@1 tunis, france infantry-3 france-pool", control={"paris": "germany"})
    before = len(play.events)
    nations(play)
    assert not [key for key in play.state.stacks if key[1] == "france"]
    assert paid(play, before) == {
        ("germany", "surrender"): 2,
        ("italy", "surrender"): 4 + 2,
    }  # the ship in the Western Med


def test_5_1_7_0_what_a_nation_leaves_stays_its_sides_and_is_its_allies_where_they_stand() -> None:
    """7.0 Controlled Land Area: that Side's units "were the last to have occupied it"; only an armistice (3.3) moves land."""
    play = at_peace_of_mind("great-britain infantry-4 algiers", control={"paris": "germany"})
    before = {area for area, power in play.state.control.items() if power == "france"}
    nations(play)
    assert {area for area, power in play.state.control.items() if power == "france"} == before - {"algiers"}
    assert (play.state.control["algiers"], play.state.control["paris"]) == ("great-britain", "germany")


def test_5_1_5_3_berlin_is_not_lost_with_the_german_fleet() -> None:
    others = ", ".join(part for part in SHIPS.split(", ") if not part.startswith("germany"))
    play = play_from(others, at_war=WAR, phase="land-combat")
    nations(play)
    assert "germany" not in warring(play) and play.state.control["berlin"] == "germany"
    assert ending_now(play.position) is None


@pytest.mark.section("7.0")
def test_7_0_1_3_great_britain_collects_from_and_supplies_itself_through_what_france_was_the_last_to_occupy() -> None:
    """1.3: "once France surrenders, Great Britain extends its collectible income to Paris, Marseille and Morocco if controlled"."""
    british = "great-britain infantry-4 bone, great-britain 2 light-surface-3 alboran-sea, great-britain light-surface-3 north-sea"
    play = at_peace_of_mind(british, control={"paris": "germany"})
    nations(play)
    assert play.state.control["casablanca"] == play.state.control["algiers"] == "france"
    assert collector(play.position, "casablanca", "production") == "great-britain"
    assert is_ours(play.position, "great-britain", "algiers")
    assert needing(play.position, "allies")["algiers"] == "great-britain"


@pytest.mark.section("7.0")
def test_7_0_2_2_corsica_brings_its_side_a_disc_after_the_surrender_of_france() -> None:
    play = at_peace_of_mind(control={"paris": "germany"})
    before = opposition(play.position, "western-med")
    nations(play)
    assert play.state.control["corsica"] == "france"
    assert opposition(play.position, "western-med") == before and before["western-allies"]


@pytest.mark.section("7.0")
def test_7_0_enemies_take_what_a_surrendered_nation_was_the_last_to_occupy_by_moving_in() -> None:
    play = play_from(f"{SHIPS}, germany infantry-4 paris", at_war=WAR, control={"paris": "germany"})
    fallen(play, "france")
    play.submit(March("infantry-4", "paris > nantes"))
    assert play.state.control["nantes"] == "germany"


def test_5_1_option_what_a_nation_leaves_goes_to_the_victors_by_front_and_to_allies_who_stand_there() -> None:
    play = at_peace_of_mind("great-britain infantry-4 algiers", control={"paris": "germany"}, options={"surrendered-land": "victors"})
    nations(play)
    control = play.state.control
    assert (control["nantes"], control["marseille"], control["algiers"]) == ("germany", "italy", "great-britain")


def test_5_1_option_its_own_side_keeps_what_a_nation_leaves() -> None:
    play = at_peace_of_mind(control={"paris": "germany", "rome": "great-britain"}, options={"surrendered-land": "allies"})
    nations(play)
    control = play.state.control
    assert (control["nantes"], control["paris"], control["naples"]) == ("great-britain", "germany", "germany")


def test_5_1_option_victors_have_lublin_but_not_what_is_promised_to_the_soviet_union() -> None:
    play = play_from(
        "germany infantry-4 warsaw, germany submarine-4 norwegian-sea, poland infantry-4 lublin",
        at_war=("germany", "poland"),
        season=("summer", 1939),
        phase="land-combat",
        options={"surrendered-land": "victors"},
    )
    nations(play)
    assert "poland" not in warring(play) and stacks_of(play, "lublin") == {}
    assert play.state.control["lublin"] == "germany"
    assert play.state.control["vilnius"] == play.state.control["lvov"] == "poland"
    assert play.state.resources["germany", "pp"] == 1


def test_5_1_a_nation_that_is_out_of_the_war_controls_no_more_what_its_minors_take_or_stand_in() -> None:
    """3.2, 3.3: Germany has surrendered; Bulgarian blocks take Thessaloniki for Bulgaria, and keep Belgrade when Italy leaves."""
    blocks = "bulgaria 2 infantry-4 sofia, bulgaria infantry-3 belgrade, greece infantry-1 athens, great-britain infantry-4 london"
    play = fallen(play_from(f"{SHIPS}, {blocks}", control={"belgrade": "italy"}, at_war=(*WAR, "bulgaria", "greece")), "germany")
    play.submit(March("infantry-4 (bulgaria)", "sofia > thessaloniki"))
    assert play.state.control["thessaloniki"] == "bulgaria"
    surrender(play, "italy", "no-ships")
    assert play.state.control["belgrade"] == "bulgaria"
