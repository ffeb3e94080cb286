"""Section Order of Play: rounds, the powers' turns, six phases each."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.events import PhaseStarted, RoundStarted
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.orders import Buy, Place
from engine.play import Play
from engine.rules import EndPhase, load_rules
from tests.aa1942.positions import TITLE, again, play_from, rules_of

pytestmark = pytest.mark.section("Order of Play")

PHASES = ("purchase-units", "combat-move", "conduct-combat", "noncombat-move", "mobilize-units", "collect-income")
MOVES = PHASES[1:4]
POWERS = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")


def course(play: Play, start: int = 0) -> list[tuple[str, str]]:
    """The (power, phase) of every phase begun since event `start`."""
    return [(event.power, event.phase) for event in play.events[start:] if isinstance(event, PhaseStarted)]


def whole_game(rounds: int) -> Play:
    """A game from the set-up in which nobody does anything, until so many rounds are over."""
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start()
    while play.state.clock.round <= rounds:
        play.submit(EndPhase())
    return play


@pytest.mark.section("Order of Play / Order of Play", "Turn Sequence")
def test_a_round_is_each_power_s_turn_of_six_phases_in_the_printed_order() -> None:
    play = whole_game(2)
    one_round = [(power, phase) for power in POWERS for phase in PHASES]
    assert course(play) == [*one_round, *one_round, ("soviet-union", "purchase-units")]
    assert [event.round for event in play.events if isinstance(event, RoundStarted)] == [1, 2, 3]
    assert [event.turn for event in play.events if isinstance(event, PhaseStarted) and event.phase == PHASES[0]] == [*range(1, 12)]


@pytest.mark.section("Turn Sequence")
def test_collect_income_happens_by_itself_and_play_passes_to_the_next_power() -> None:
    play = play_from({}, "germany", "mobilize-units")
    start = len(play.events)
    play.submit(EndPhase())
    assert course(play, start) == [("germany", "collect-income"), ("united-kingdom", "purchase-units")]


@pytest.mark.section("Turn Sequence")
def test_parts_of_the_turn_are_voluntary_several_phases_end_at_once() -> None:
    play = play_from({}, "germany")
    start = len(play.events)
    play.submit(EndPhase("mobilize-units"))
    assert course(play, start) == [*(("germany", phase) for phase in PHASES[1:]), ("united-kingdom", PHASES[0])]


def test_a_phase_that_is_over_cannot_be_ended_again() -> None:
    play = play_from({}, "germany", "noncombat-move")
    assert rules_of(play, EndPhase("combat-move")) == ["order-of-phases"]


def test_an_order_of_another_phase_is_refused() -> None:
    play = play_from({}, "germany", "purchase-units")
    assert rules_of(play, Place("infantry", "germany")) == ["order-of-phases"]


@pytest.mark.section("Capturing and Liberating Capitals")
def test_a_power_without_its_capital_plays_only_its_moves_and_combat() -> None:
    play = play_from({}, "germany", "mobilize-units", control={"united-kingdom": "germany"})
    start = len(play.events)
    play.submit(EndPhase())
    assert play.state.clock[2:] == ("united-kingdom", "combat-move")
    assert rules_of(play, Buy("infantry")) == ["order-of-phases"]
    play.submit(EndPhase("noncombat-move"))
    assert course(play, start) == [
        ("germany", "collect-income"),
        *(("united-kingdom", phase) for phase in MOVES),
        ("japan", PHASES[0]),
    ]


@pytest.mark.section("Capturing and Liberating Capitals")
def test_a_power_that_frees_its_capital_in_its_turn_goes_on_with_the_phases_after() -> None:
    play = play_from({}, "united-kingdom", "conduct-combat", control={"united-kingdom": "germany"})
    take_area(play, "united-kingdom", "united-kingdom")
    start = len(play.events)
    play.submit(EndPhase("noncombat-move"))
    play.submit(EndPhase())
    assert course(play, start)[1:3] == [("united-kingdom", "mobilize-units"), ("united-kingdom", "collect-income")]
    assert play.state.resources["united-kingdom", "ipc"] == 60


@pytest.mark.parametrize("phase", PHASES[:-1])
def test_a_game_cut_off_in_any_phase_goes_on_the_same(phase: str) -> None:
    play = play_from({"germany": "germany: industrial-complex"}, "germany", phase, pool={"germany": "infantry"})
    fresh = again(play)
    for one in (play, fresh):
        one.submit(EndPhase("collect-income"))
    assert fresh.events == play.events
    assert fresh.state == play.state
