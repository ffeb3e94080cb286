"""1.1 activation, 2.2 Opposition Discs, 2.4 and 3.7 control of sea zones, 6.4 Mare Nostrum."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.families.blocks.board import SURRENDERED
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import discs, waters
from engine.mechanics.set_up import set_up
from engine.play import Play
from engine.rules import Position
from engine.state import GameState
from tests.black_swan.board import RULES, TITLE, play_from
from tests.black_swan.tables import OWN_SET_UPS
from tests.black_swan.test_data_discs import NOT_PRINTED, printed

ZONES = waters.zones(TITLE)
WAR = ("germany", "italy", "great-britain", "soviet-union")
EXAMPLE_2_3 = (
    "italy heavy-surface-4 central-med, italy light-surface-3 central-med, italy submarine-3 central-med, "
    "great-britain carrier-3 central-med, great-britain heavy-surface-3 central-med, "
    "great-britain light-surface-3 central-med"
)
AXIS_HOLDS = {"crete": "italy", "sicily": "italy", "athens": "germany", "malta": "great-britain"}


def start_of(scenario: str) -> Play:
    """Return a scenario's set-up with Control Discs where they belong."""
    play = Play(RULES, dice=None)  # type: ignore[arg-type]
    set_up(play, scenario)
    sea_control.update(play, "setup")
    return play


def controlled(play: Play) -> dict[str, str]:
    return {zone: play.state.control[zone] for zone in ZONES if zone in play.state.control}


@pytest.mark.section("2.2")
@pytest.mark.parametrize("scenario", OWN_SET_UPS)
def test_2_2_opposition_discs_of_every_set_up(scenario: str) -> None:
    position = start_of(scenario).position
    found = {(side, zone): count for zone in ZONES for side, count in discs.opposition(position, zone).items() if count}
    assert found == printed(scenario, "opposition")


@pytest.mark.section("2.4")
@pytest.mark.parametrize("scenario", OWN_SET_UPS)
def test_2_4_control_discs_of_every_set_up(scenario: str) -> None:
    found = {(TITLE.side_of[power], zone) for zone, power in controlled(start_of(scenario)).items()}
    assert found == set(printed(scenario, "control")) | NOT_PRINTED.get(scenario, set())


@pytest.mark.section("2.4")
@pytest.mark.parametrize("scenario", OWN_SET_UPS)
def test_control_is_counted_the_same_in_two_ways(scenario: str) -> None:
    play = start_of(scenario)
    assert sea_control.recount(play.position) == controlled(play)


@pytest.mark.section("1.2")
def test_1_2_example_of_the_baltic_sea() -> None:
    """Southern Baltic: two discs and two ships to one ship; Northern Baltic: one disc and three ships to one."""
    stacks = (
        "germany heavy-surface-3 southern-baltic, germany light-surface-3 southern-baltic, "
        "germany submarine-3 northern-baltic, soviet-union submarine-2 southern-baltic, "
        "soviet-union heavy-surface-2 northern-baltic, soviet-union 2 light-surface-2 northern-baltic"
    )
    play = play_from(stacks, control={"warsaw": "germany"})
    assert sea_control.strength(play.position, "southern-baltic") == {"axis": 4, "soviets": 1}
    assert sea_control.strength(play.position, "northern-baltic") == {"axis": 1, "soviets": 4}
    sea_control.update(play)
    assert controlled(play)["southern-baltic"] == "germany"
    assert controlled(play)["northern-baltic"] == "soviet-union"


@pytest.mark.section("1.1")
def test_1_1_declaring_war_on_the_soviet_union_opens_the_waters_of_the_east() -> None:
    """Until then no disc lies there; as soon as it ceases to be neutral they become active."""
    stacks = "germany submarine-3 northern-baltic, soviet-union heavy-surface-2 northern-baltic"
    play = play_from(stacks, at_war=("germany", "great-britain"))
    east = [zone for body in ("baltic-sea", "white-sea", "black-sea", "caspian-sea") for zone in TITLE.regions[body]]
    assert not any(waters.is_active(play.position, zone) for zone in east)
    assert waters.is_active(play.position, "north-sea")
    assert not discs.opposition(play.position, "northern-baltic")
    play.emit(ev.PowerChanged("soviet-union", "neutral", "at-war"))
    assert all(waters.is_active(play.position, zone) for zone in east)
    assert discs.opposition(play.position, "northern-baltic") == {"soviets": 1}
    assert not waters.is_active(play.position, "central-med")


@pytest.mark.section("Sequence of Play", "1.1")
def test_1_1_italy_s_war_opens_the_mediterranean_and_leaves_it_open() -> None:
    play = play_from("great-britain light-surface-2 central-med", at_war=("germany", "great-britain"))
    assert not waters.is_active(play.position, "central-med")
    for standing in ("at-war", SURRENDERED):
        play.emit(ev.PowerChanged("italy", "", standing))
        assert waters.is_active(play.position, "central-med"), standing


@pytest.mark.section("1.1")
def test_1_1_neutral_zones_are_as_if_ones_own() -> None:
    """While Italy is neutral each zone of the Med is considered as controlled by the Phasing Side, and no disc lies there."""
    play = play_from("italy 3 light-surface-2 central-med, great-britain light-surface-2 central-med", at_war=("germany",))
    sea_control.update(play)
    assert "central-med" not in play.state.control
    for power in ("italy", "great-britain"):
        assert sea_control.stance(play.position, power, "central-med") == sea_control.FRIENDLY


@pytest.mark.section("2.2")
def test_2_2_neutral_nations_and_zones_of_one_side_have_no_discs() -> None:
    play = play_from("", at_war=WAR, control={"corsica": "vichy-france"})
    assert discs.opposition(play.position, "western-med") == {"axis": 1}, "Sardinia; Vichy France is neutral"
    play.emit(ev.PowerChanged("vichy-france", "neutral", "at-war"))
    assert discs.opposition(play.position, "western-med") == {"axis": 2}
    for zone in ("adriatic-sea", "indian-ocean", "white-sea", "caspian-sea", "us-coastal-waters"):
        assert not discs.opposition(play.position, zone), zone


@pytest.mark.section("2.4")
def test_2_4_example_the_central_med_stays_contested() -> None:
    """2.3 and 2.4: three ships and three discs to three ships and a disc; after the battle 5 to 4."""
    play = play_from(EXAMPLE_2_3, control=AXIS_HOLDS)
    assert sea_control.strength(play.position, "central-med") == {"axis": 6, "western-allies": 4}
    sea_control.update(play)
    assert "central-med" not in play.state.control
    play.emit(ev.UnitsRemoved("italy", "heavy-surface-4", 1, "central-med", 4))
    assert sea_control.strength(play.position, "central-med") == {"axis": 5, "western-allies": 4}
    sea_control.update(play)
    assert sea_control.stance(play.position, "italy", "central-med") == sea_control.CONTESTED


@pytest.mark.section("3.7")
def test_3_7_an_island_that_changes_hands_moves_the_disc_and_the_control() -> None:
    play = play_from("italy light-surface-3 central-med, great-britain light-surface-3 central-med", control=AXIS_HOLDS)
    sea_control.update(play)
    assert play.state.control["central-med"] == "italy"
    play.emit(ev.ControlChanged("crete", "italy", "great-britain", "captured"))
    before = len(play.events)
    sea_control.update(play)
    assert play.events[before] == ev.ControlChanged("central-med", "italy", "", "sea-control")
    assert discs.opposition(play.position, "central-med") == {"axis": 2, "western-allies": 2}
    sea_control.update(play)
    assert all(event.area != "central-med" for event in play.events[before + 1 :] if isinstance(event, ev.ControlChanged))


@pytest.mark.section("5.1")
def test_5_1_discs_of_a_power_that_surrenders_are_gone() -> None:
    """If Italy surrenders all yellow discs are removed, though Germany holds Athens and Sicily."""
    play = play_from(
        "germany infantry-3 sicily, germany infantry-3 athens, italy light-surface-3 central-med, "
        "great-britain light-surface-3 eastern-med",
        control={"crete": "germany"},
    )
    sea_control.update(play)
    assert play.state.control["central-med"] == "italy"
    play.emit(ev.UnitsRemoved("italy", "light-surface-3", 1, "central-med", 3, "surrender"))
    play.emit(ev.PowerChanged("italy", "at-war", SURRENDERED))
    sea_control.update(play)
    assert discs.opposition(play.position, "central-med") == {"western-allies": 1}, "Malta"
    assert play.state.control["central-med"] == "great-britain"


@pytest.mark.section("6.4")
def test_6_4_mare_nostrum_needs_gibraltar_cairo_and_all_seven_zones() -> None:
    sea = [zone for zone in TITLE.regions["mediterranean-sea"] if zone != "adriatic-sea"]
    assert len(sea) == 6
    fleets = ", ".join(f"italy 4 light-surface-3 {zone}" for zone in sea)
    held = {"gibraltar": "italy", "cairo": "germany"}
    play = play_from(f"{fleets}, great-britain fort-3 london", control=held)
    assert not sea_control.mare_nostrum(play.position), "no disc lies there yet"
    sea_control.update(play)
    assert sea_control.mare_nostrum(play.position)
    for area in held:
        play.emit(ev.ControlChanged(area, held[area], "great-britain", "captured"))
        assert not sea_control.mare_nostrum(play.position), area
        play.emit(ev.ControlChanged(area, "great-britain", held[area], "captured"))
    play.emit(ev.UnitsPlaced("great-britain", "light-surface-3", 4, "western-med", 3))
    sea_control.update(play)
    assert not sea_control.mare_nostrum(play.position)


@pytest.mark.section("2.4")
@pytest.mark.parametrize("seed", range(40))
def test_control_is_counted_the_same_in_two_ways_in_any_position(seed: int) -> None:
    draw = random.Random(f"sea control {seed}")
    play = Play(RULES, dice=None)  # type: ignore[arg-type]
    for power in TITLE.powers:
        play.emit(ev.PowerChanged(power, "", draw.choice(("at-war", "at-war", "neutral", SURRENDERED))))
    for area, row in TITLE.areas.items():
        if row.kind == "land" and draw.random() < 0.8:
            play.emit(ev.ControlChanged(area, "", draw.choice(list(TITLE.powers)), "setup"))
    ships = [unit for unit, row in TITLE.units.items() if row.has("naval")]
    for zone in ZONES:
        for power in waters.entrants(TITLE, zone):
            if draw.random() < 0.5:
                play.emit(ev.UnitsPlaced(power, draw.choice(ships), draw.randint(1, 3), zone, 2))
    sea_control.update(play)
    assert controlled(play) == sea_control.recount(play.position)
    again = Position(TITLE, GameState().apply_all(play.events))
    assert sea_control.recount(again) == controlled(play)
