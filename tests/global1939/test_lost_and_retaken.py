"""Areas lost and retaken: whose they are then (sections Minor Axis Allies, Neutrals, Xenophobia; France, Vichy France and Free French)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies import victory
from engine.families.axis_allies.economy.income import incomes
from engine.families.axis_allies.economy.oil import has_oil
from engine.families.axis_allies.orders import Declare, Move, Place
from engine.play import Play
from engine.rules import EndPhase
from tests.global1939.positions import play_from, rules_of, standing
from tests.global1939.turns import go_to, new_game

pytestmark = pytest.mark.section("Minor Axis Allies")

AXIS = dict.fromkeys(("finland", "romania", "bulgaria", "hungary"), "axis")
MINOR_AREAS = {
    "romania": "germany",
    "bessarabia": "germany",
    "bulgaria": "germany",
    "slovakia-hungary": "germany",
    "finland": "germany",
    "vyborg": "germany",
}


def retaken(power: str, path: str, *, round: int = 4, dice: tuple[int, ...] = (), **position: object) -> Play:
    """A power has walked into an empty area of the enemy; its combat is over."""
    start = path.split(" > ")[0]
    play = play_from({start: f"{power}: infantry"}, power, "combat-move", round=round, dice=dice, **position)
    play.submit(Move("infantry", path))
    play.submit(EndPhase())
    play.submit(EndPhase())
    return play


@pytest.mark.parametrize(
    ("area", "start"),
    [("romania", "bulgaria"), ("bessarabia", "romania"), ("finland", "norway"), ("slovakia-hungary", "germany")],
)
def test_what_germany_retakes_of_the_minor_axis_is_german_again(area: str, start: str) -> None:
    held = MINOR_AREAS | {area: "soviet-union", "norway": "germany"}
    play = retaken("germany", f"{start} > {area}", standing=AXIS, control=held)
    assert play.state.control[area] == "germany"
    assert ev.ControlChanged(area, "soviet-union", "germany", "liberated") in play.events


def test_what_italy_retakes_of_the_minor_axis_is_german() -> None:
    held = MINOR_AREAS | {"bulgaria": "soviet-union", "greece": "italy"}
    play = retaken("italy", "greece > bulgaria", standing=AXIS, control=held)
    assert play.state.control["bulgaria"] == "germany"


def test_its_oil_its_point_its_income_and_its_placement_come_back_with_romania() -> None:
    held = MINOR_AREAS | {"romania": "soviet-union"}
    play = play_from({"bulgaria": "germany: infantry"}, "germany", "combat-move", standing=AXIS, control=held, round=4)
    lost, points = incomes(play.position, "germany")["germany"], play.state.points["germany-italy", "points"]
    assert not has_oil(play.position, "germany")
    play.submit(Move("infantry", "bulgaria > romania"))
    play.submit(EndPhase())
    play.submit(EndPhase())
    assert has_oil(play.position, "germany")
    assert play.state.points["germany-italy", "points"] == points + 1
    assert incomes(play.position, "germany")["germany"] == lost + 3
    play.dice.left = [6] * 20
    go_to(play, "germany", "mobilize-units", round=5)
    play.emit(ev.UnitsPurchased("germany", "infantry", 1, 3, 3, "ipc"))
    assert rules_of(play, Place("infantry", "romania")) == []


def test_a_nation_that_the_soviet_union_attacked_before_turn_3_is_german_from_then_on_with_all_it_has_lost() -> None:
    play = go_to(new_game(), "soviet-union", "politics")
    play.submit(Declare("romania"))
    play.emit(ev.ControlChanged("bessarabia", "romania", "soviet-union", "captured"))
    go_to(play, "germany", "combat-move", round=3)
    play.emit(ev.UnitsPlaced("germany", "infantry", 1, "romania", 1, "test"))
    for key, n in play.position.stacks("bessarabia"):
        play.emit(ev.UnitsRemoved(key[1], key[2], n, key[0], key[3], "test", key[4]))
    play.submit(Move("infantry (germany)", "romania > bessarabia"))
    play.submit(EndPhase())
    play.submit(EndPhase())
    assert play.state.control["bessarabia"] == "germany"


def test_before_turn_3_what_is_retaken_of_them_is_theirs() -> None:
    held = {"bulgaria": "germany", "romania": "soviet-union"}
    play = retaken("germany", "bulgaria > romania", standing={"romania": "axis"}, control=held, round=2)
    assert play.state.control["romania"] == "romania"


def test_italy_keeps_it_while_berlin_is_lost_and_germany_has_it_back_with_berlin() -> None:
    held = MINOR_AREAS | {"bulgaria": "soviet-union", "greece": "italy", "germany": "soviet-union"}
    play = retaken("italy", "greece > bulgaria", standing=AXIS, control=held)
    assert play.state.control["bulgaria"] == "italy"
    held |= {"bulgaria": "italy", "western-germany": "italy"}
    play = retaken("italy", "western-germany > germany", standing=AXIS, control=held)
    assert play.state.control["germany"] == "germany" == play.state.control["bulgaria"]


# Nations that stand on their own

FREED = [
    ("united-kingdom", "western-germany > holland-belgium", "dutch"),
    ("united-kingdom", "germany > poland", "poland"),
    ("united-states", "western-germany > denmark", "denmark"),
]
WEST = {"western-germany": "united-kingdom", "germany": "united-kingdom"}


@pytest.mark.parametrize(("power", "path", "nation"), FREED)
@pytest.mark.parametrize("reading", ["nation", "liberator"])
def test_a_nation_s_area_that_friends_free_goes_back_to_it_and_feeds_nobody_or_by_option_is_theirs(
    power: str, path: str, nation: str, reading: str
) -> None:
    area = path.split(" > ")[1]
    play = retaken(power, path, standing={nation: "allies"}, control=WEST | {area: "germany"}, options={"freed-nations": reading})
    assert play.state.control[area] == (nation if reading == "nation" else power)
    assert sum(victory.cities(play.title, play.state.control).values()) == sum(
        total for (_, measure), total in play.state.points.items() if measure == "points"
    )


def test_the_option_for_nations_leaves_the_powers_areas_to_the_powers() -> None:
    play = retaken(
        "united-states", "burma > india", options={"freed-nations": "liberator"}, control={"burma": "united-kingdom", "india": "japan"}
    )
    assert play.state.control["india"] == "united-kingdom"


# Free French, Vichy, China

CONGO = {"belgian-congo": "united-states", "french-equatorial-africa": "germany"}


def test_free_french_areas_that_the_united_states_free_are_british() -> None:
    play = retaken("united-states", "belgian-congo > french-equatorial-africa", control=CONGO, standing={"france": "fallen"})
    assert play.state.control["french-equatorial-africa"] == "united-kingdom"


def test_vichy_areas_are_those_of_who_conquers_them_while_vichy_is_neutral_or_an_enemy() -> None:
    held = {"morocco": "united-states", "algeria": "germany"}
    for vichy in ("neutral", "axis"):
        play = retaken("united-states", "morocco > algeria", control=held, standing={"france": "fallen", "vichy": vichy})
        assert play.state.control["algeria"] == "united-states"


@pytest.mark.parametrize(("reading", "holder"), [("kept", "soviet-union"), ("returned", "china")])
def test_chinese_areas_that_the_soviet_union_frees_are_its_own_or_by_option_chinese(reading: str, holder: str) -> None:
    play = retaken("soviet-union", "amur > manchuria", options={"liberated-china": reading}, control={"germany": "soviet-union"})
    assert play.state.control["manchuria"] == holder
    assert standing(play, "manchuria").startswith("soviet-union: infantry")


@pytest.mark.parametrize("reading", ["kept", "returned"])
def test_other_areas_it_keeps_either_way(reading: str) -> None:
    play = retaken(
        "soviet-union",
        "western-germany > france",
        options={"liberated-china": reading},
        control={"western-germany": "soviet-union", "germany": "soviet-union", "france": "germany"},
    )
    assert play.state.control["france"] == "soviet-union"
