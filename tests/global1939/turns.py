"""Whole turns of global-1939 in tests: a game from its start, and phases passed by."""

from __future__ import annotations

from engine import events as ev
from engine.dice import SeededDice
from engine.play import Play
from engine.rules import EndPhase, load_rules
from tests.global1939.positions import TITLE, play_from


def new_game(options: dict[str, str] | None = None, seed: int = 1) -> Play:
    """A game at its start."""
    play = Play(load_rules(TITLE), SeededDice(seed))
    play.start("1939", options)
    return play


def late(power: str, stacks: dict[str, str] | None = None, **position: object) -> Play:
    """A position in which a power is about to mobilize, the end of its turn near; all dice (for oil) fall one."""
    return play_from(stacks or {}, power, "mobilize-units", dice=[1] * 60, **position)


def pass_by(play: Play) -> None:
    """End the phase, doing what must be done before it may end."""
    while play.check(EndPhase()):
        play.submit(play.phase.owed(play.position)[0])
    play.submit(EndPhase())


def go_to(play: Play, power: str, phase: str, round: int = 0) -> Play:
    """Pass phases by until a power begins a phase (of a round, when named)."""
    for _ in range(600):
        clock = play.state.clock
        if (clock.power, clock.phase) == (power, phase) and round in (0, clock.round):
            return play
        assert not play.state.ended, f"the game ended before {power} came to {phase}"
        pass_by(play)
    raise AssertionError(f"{power} never came to {phase}")


def turns_of(play: Play) -> list[tuple[str, list[str]]]:
    """Return each turn so far: its power and its phases."""
    turns: list[tuple[str, list[str]]] = []
    number = 0
    for event in play.events:
        if isinstance(event, ev.PhaseStarted):
            if event.turn != number:
                turns.append((event.power, []))
                number = event.turn
            turns[-1][1].append(event.phase)
    return turns


def paid(play: Play, power: str, cause: str, resource: str = "ipc") -> list[int]:
    """Return what a power was paid, or paid, for a cause."""
    return [
        event.delta
        for event in play.events
        if isinstance(event, ev.ResourceChanged) and (event.power, event.cause, event.resource) == (power, cause, resource)
    ]


def bank(play: Play, power: str, resource: str = "ipc") -> int:
    """Return what a power has of a resource."""
    return play.state.resources.get((power, resource), 0)
