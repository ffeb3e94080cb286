"""Positions of Global 1940 with the relations of its start, unless a test tells others."""

from __future__ import annotations

from engine.play import Play
from tests.axisallies.positions import Positions

BOARD = Positions("global-1940", "standard")
TITLE = BOARD.title
START = {(row.power, row.other): row.relation for row in TITLE.relations}


def play_from(stacks: dict[str, str], power: str, phase: str, **more: object) -> Play:
    """A position with the relations of the start, unless told otherwise."""
    relations = START | {tuple(sorted(pair)): now for pair, now in dict(more.pop("relations", {})).items()}  # type: ignore[call-overload]  # pairs of powers
    return BOARD.play_from(stacks, power, phase, relations=relations, **more)  # type: ignore[arg-type]  # as `play_from` takes them
