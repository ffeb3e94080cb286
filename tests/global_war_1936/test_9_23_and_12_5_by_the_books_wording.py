"""Sections 9.23, 12.4 to 12.7 and 12.9, sentence by sentence: capitals that move, and what facilities do where they stand."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.movement.points import points
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.politics import fall, war
from tests.global_war_1936.positions import BOARD, TITLE, battle, begun, combat, play_from, standing

FRENCH = {("germany", "france"): "war", ("great-britain", "france"): "allied", ("germany", "great-britain"): "war"}


@pytest.mark.parametrize(("power", "moves"), [("great-britain", True), ("united-states", True), ("soviet-union", True), ("italy", False)])
@pytest.mark.section("9.23")
def test_9_23_four_nations_relocate_their_capital_and_bring_it_back_in_possession(power: str, moves: bool) -> None:
    """The book: "Some nations may relocate their capital if their capital is taken (USA, USSR, Britain and France)"."""
    play, home = begun("1939"), TITLE.powers[power].capital
    foe = "germany" if power != "italy" else "soviet-union"
    war.set_relation(play, power, foe, "war")
    fall.give(play, home, foe, "captured")
    fall.look(play)
    seat = fall.seat_of(play.position, power)
    assert bool(seat) is moves and seat != home
    fall.give(play, home, power, "liberated")
    fall.look(play)
    assert fall.seat_of(play.position, power) == home


@pytest.mark.section("9.23")
def test_9_23_who_loses_the_capital_that_it_moved_to_loses_its_money_again() -> None:
    play = play_from({}, "germany", "conduct-combat", money={"soviet-union": 30})
    take_area(play, "moscow", "germany")
    fall.look(play)
    play.emit(ev.ResourceChanged("soviet-union", "ipp", 9, 9, "income"))
    fall.give(play, fall.seat_of(play.position, "soviet-union"), "germany", "captured")
    fall.look(play)
    assert play.state.resources["soviet-union", "ipp"] == 0


@pytest.mark.parametrize(("retaker", "made"), [("france", 5), ("germany", 1)])
@pytest.mark.section("12.4")
def test_12_4_factories_revert_to_their_level_after_liberation(retaker: str, made: int) -> None:
    """The book: "If captured, Major and Medium Factories operate as a Minor Factory but revert to original level after liberation"."""
    stacks = {"paris": f"{retaker}: major-factory"}
    play = play_from(stacks, retaker, "place-units", control={"paris": retaker}, relations=FRENCH)
    assert placing.room(play.position, "paris") == made


@pytest.mark.parametrize(
    ("unit", "bases", "more"),
    [
        ("destroyer", "major-port", 1),
        ("destroyer", "major-port, major-shipyard, major-dockyard", 1),
        ("destroyer", "minor-port, minor-shipyard, minor-dockyard", 0),
        ("destroyer", "seaplane-base, submarine-base, air-base", 0),
        ("submarine", "submarine-base, major-port", 1),
        ("seaplane", "seaplane-base", 1),
        ("seaplane", "seaplane-base, air-base, major-port", 1),
        ("seaplane", "minor-port", 0),
    ],
)
@pytest.mark.section("12.5", "12.6", "0.8")
def test_12_5_several_bases_in_a_zone_give_one_bonus(unit: str, bases: str, more: int) -> None:
    """The book: "Multiple bases in the same zone do not provide cumulative bonuses"; the tables of 12.6 say what each gives to whom."""
    at = "normandy" if unit == "seaplane" else "sea-zone-24"

    def reach(there: str) -> int:
        stacks = {"normandy": f"france: infantry, {there}" if there else "france: infantry"}
        stacks[at] = f"{stacks[at]}, {unit}" if at in stacks else f"france: {unit}"
        play = BOARD.play_from(stacks, "france", "noncombat-move", relations=FRENCH)
        return points(play.position, next(key for key in play.state.stacks if key.unit == unit))

    assert reach(bases) - reach("") == more


@pytest.mark.parametrize(("damage", "more"), [(0, 1), (1, 0)])
@pytest.mark.parametrize(("unit", "base"), [("fighter", "air-base"), ("destroyer", "major-port"), ("submarine", "submarine-base")])
@pytest.mark.section("12.5", "12.6")
def test_12_6_a_damaged_base_is_not_used_until_it_is_repaired(unit: str, base: str, damage: int, more: int) -> None:
    at = "normandy" if unit == "fighter" else "sea-zone-24"
    stacks = {"normandy": f"france: infantry, {base}"}
    stacks[at] = f"{stacks[at]}, {unit}" if at in stacks else f"france: {unit}"
    play = BOARD.play_from(stacks, "france", "noncombat-move", relations=FRENCH, damage={f"normandy/{base}": damage} if damage else {})
    key = next(key for key in play.state.stacks if key.unit == unit)
    assert points(play.position, key) - TITLE.units[unit].move == more


@pytest.mark.parametrize("work", ["fortification", "coastal-artillery"])
@pytest.mark.section("12.7", "12.9")
def test_12_7_works_are_removed_when_their_zone_is_conquered_and_are_no_casualty(work: str) -> None:
    """One infantry falls to one hit, not the works; then the zone is taken, and they are gone."""
    stacks = {"lubelskie": f"germany: 3 infantry [moved from=slovakia]; soviet-union: infantry, {work} [border:slovakia!]"}
    play = combat("germany", stacks, [12, 12, 1, 12, 12, 12, 12, 12], control={"lubelskie": "soviet-union"})
    play.submit(battle("lubelskie"))
    assert play.state.control["lubelskie"] == "germany" and work not in standing(play, "lubelskie")


@pytest.mark.section("9.23")
def test_9_23_the_money_of_france_goes_to_who_conquers_paris() -> None:
    """The book: "With the exception of France (which loses it to the conquering player)"."""
    play = play_from({}, "germany", "conduct-combat", money={"france": 12, "germany": 30}, relations=FRENCH, dice=[12] * 60)
    take_area(play, "paris", "germany")
    fall.look(play)
    assert (play.state.resources["france", "ipp"], play.state.resources["germany", "ipp"]) == (0, 42)
