"""Where a game stands that is not over: whose turn and phase it is, what is asked now, and what keeps the phase from ending."""

from __future__ import annotations

from typing import NamedTuple

from engine.problems import Problem
from engine.recording import Fidelity
from engine.replay import Game
from engine.rules import Pending, Position, load_rules
from engine.title.model import Title


class Standing(NamedTuple):
    """Where a game of orders stands after its last line.

    Attributes:
        title, scenario: what is played. round: from 1. power, phase: slugs; the power is who decides.
        asked: the decision that must be made before anything else. owed: what keeps the phase from ending, when nothing is asked.
        waiting: (power, unit, count) of what was bought and is not on the board yet.
    """

    title: Title
    scenario: str
    round: int
    power: str
    phase: str
    asked: Pending | None
    owed: tuple[Problem, ...]
    waiting: tuple[tuple[str, str, int], ...]


def standing(game: Game) -> Standing | None:
    """Return where a game stands; None where it is over, has not begun, or its record tells no orders."""
    state = game.state
    if state.ended or game.fidelity is not Fidelity.ORDERS or not state.clock.phase:
        return None
    position = Position(game.title, state)
    phase = load_rules(game.title).by_slug[state.clock.phase]
    asked = phase.pending(position)
    waiting = tuple((power, unit, count) for (power, unit), count in state.pool.items() if count and power == state.clock.power)
    return Standing(
        game.title,
        state.scenario,
        state.clock.round,
        asked.power if asked else state.clock.power,
        state.clock.phase,
        asked,
        () if asked else tuple(phase.check_end(position)),
        waiting,
    )
