"""Small helpers for tests of war, surrender and victory: who is out of the war, games that only end phases."""

from __future__ import annotations

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.board import AT_WAR, SURRENDERED
from engine.families.blocks.season import moment
from engine.families.blocks.vocabulary import FELL
from engine.orders import Order
from engine.play import Play
from engine.rules import NEUTRAL, EndPhase
from tests.black_swan.board import RULES, TITLE

SHIPS = ", ".join(
    f"{power} light-surface-4 {zone}"
    for power, zone in (
        ("germany", "norwegian-sea"),
        ("italy", "adriatic-sea"),
        ("france", "western-med"),
        ("great-britain", "north-sea"),
        ("soviet-union", "white-sea"),
    )
)
"""A ship for each major nation, so that none surrenders because it has no ships."""


def fallen(play: Play, *powers: str, when: tuple[str, int] | None = None) -> Play:
    """Let powers have surrendered, in a season of the game or before it began."""
    for power in powers:
        play.emit(ev.PowerChanged(power, play.state.standing[power], SURRENDERED, "test"))
        if when:
            play.emit(ev.MarkerSet("game", FELL.key(power), str(moment(TITLE, when))))
    return play


def neutral(play: Play, *powers: str) -> Play:
    """Let powers be neutral."""
    for power in powers:
        play.emit(ev.PowerChanged(power, play.state.standing[power], NEUTRAL, "test"))
    return play


def warring(play: Play) -> set[str]:
    """Return the powers at war."""
    return {power for power, standing in play.state.standing.items() if standing == AT_WAR}


def step(play: Play) -> None:
    """Do the least that brings a game on: take the default of a decision that is due, else end the phase."""
    due = play.pending
    play.submit(due.default if due else EndPhase())


def idle(scenario: str, until: int = 0, options: dict[str, str] | None = None) -> Play:
    """Return a game in which nobody does anything, to its end or until so many turns have begun."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario, options)
    while not play.state.ended and not (until and play.state.clock.turn >= until):
        step(play)
    return play


def rules_broken(play: Play, order: Order) -> set[str]:
    """Return the rules that an order breaks now."""
    return {problem.rule for problem in play.check(order)}


def paid(play: Play, since: int = 0) -> dict[tuple[str, str], int]:
    """Return (power, cause) to the PPs that it has had since some event."""
    found: dict[tuple[str, str], int] = {}
    for event in play.events[since:]:
        if isinstance(event, ev.ResourceChanged):
            key = (event.power, event.cause)
            found[key] = found.get(key, 0) + event.delta
    return found
