"""Options of the map Classic that players may turn on: ships of two hits, limits of raids, who leaves a landing, what is taken."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.battle import open_fight
from engine.families.axis_allies.combat.retreats import choices
from engine.families.axis_allies.orders import Battle, Evade, Move
from engine.play import Play
from engine.rules import EndPhase
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")
ZONE = "north-sea-zone"


def strengths(play: Play, area: str, power: str) -> list[int]:
    return [key.strength for key, n in play.position.stacks(area) for _ in range(n) if key.power == power]


@pytest.mark.section("3. Units")
@pytest.mark.parametrize(
    ("repair", "phase", "left"),
    [("never", "mobilize-units", [1, 1]), ("end-of-turn", "mobilize-units", [2, 2]), ("start-of-turn", "purchase-units", [2, 1])],
)
def test_a_battleship_of_two_hits_is_repaired_when_the_option_says(repair: str, phase: str, left: list[int]) -> None:
    stacks = {ZONE: "germany: battleship~1", "baltic-sea-zone": "united-kingdom: battleship~1"}
    play = BOARD.play_from(stacks, "germany", phase, options={"two-hit-battleships": "on", "ship-repair": repair})
    play.submit(EndPhase())
    assert strengths(play, ZONE, "germany") + strengths(play, "baltic-sea-zone", "united-kingdom") == left


@pytest.mark.section("3. Units")
def test_two_hits_sink_a_battleship_by_the_option() -> None:
    came = "[used=1 from=baltic-sea-zone moved]"
    stacks = {ZONE: f"germany: submarine {came}, bomber {came}; united-kingdom: battleship"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[1, 6, 6], options={"two-hit-battleships": "on"})
    play.submit(Battle(ZONE))
    assert strengths(play, ZONE, "united-kingdom") == [1]
    assert play.pending is not None and Evade in play.pending.takes


@pytest.mark.section("8. Strategic bombing raids")
def test_raids_cost_what_the_area_is_worth_at_most_by_the_option() -> None:
    stacks = {"caucasus": "germany: 2 bomber [used=2 raiding]; soviet-union: industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6, 5], options={"raid-limit": "territory"})
    play.submit(Battle("caucasus", raid=True))
    damage = [event.damage for event in play.events if isinstance(event, ev.BattleEnded)]
    assert damage == [BOARD.title.areas["caucasus"].value] and damage[0] < 11


@pytest.mark.section("6. Bombardment")
@pytest.mark.parametrize(("option", "where"), [("aircraft", [""]), ("nobody", [])])
def test_aircraft_leave_a_landing_but_on_a_map_that_keeps_them(option: str, where: list[str]) -> None:
    stacks = {
        ZONE: "germany: transport [target=united-kingdom cargo=germany/infantry], infantry [aboard target=united-kingdom]",
        "united-kingdom": "germany: fighter [used=2]; united-kingdom: 2 infantry",
    }
    play = BOARD.play_from(stacks, "germany", "conduct-combat", dice=[6, 6, 6, 6], options={"landing-retreat": option})
    play.submit(Battle("united-kingdom"))
    fight = open_fight(play.position)
    assert fight is not None and choices(play.position, fight) == where


@pytest.mark.section("5. Factories without a limit")
@pytest.mark.parametrize(("option", "left"), [("captured", {"anti-aircraft-gun", "industrial-complex"}), ("destroyed", set())])
def test_guns_and_factories_are_taken_or_destroyed_by_the_option(option: str, left: set[str]) -> None:
    stacks = {"east-europe": "germany: tank", "karelia-ssr": "soviet-union: anti-aircraft-gun, industrial-complex"}
    play = BOARD.play_from(stacks, "germany", "combat-move", options={"taken-units": option})
    play.submit(Move("tank", "east-europe > karelia-ssr > russia"))
    assert {key.unit for key, _ in play.position.stacks("karelia-ssr")} == left


@pytest.mark.section("16. Placing among enemies")
@pytest.mark.parametrize(("option", "money"), [("lost", 0), ("refunded", 5)])
def test_units_that_are_not_placed_are_gone_with_their_price(option: str, money: int) -> None:
    pool, options = {"germany": "tank"}, {"unplaced-units": option}
    play = BOARD.play_from({}, "germany", "mobilize-units", money={"germany": 0}, pool=pool, options=options)
    play.submit(EndPhase())
    refunds = [event.delta for event in play.events if isinstance(event, ev.ResourceChanged) and event.cause == "refund"]
    assert sum(refunds) == money
