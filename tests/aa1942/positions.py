"""Small positions of aa1942; see `tests/axisallies/positions.py`."""

from __future__ import annotations

from tests.axisallies.positions import Positions, ScriptedDice, again, events_after, outcome, rules_of

BOARD = Positions("aa1942", "standard")
TITLE = BOARD.title
play_from, standing, read_units = BOARD.play_from, BOARD.standing, BOARD.read_units

__all__ = [
    "BOARD",
    "TITLE",
    "ScriptedDice",
    "again",
    "events_after",
    "outcome",
    "play_from",
    "read_units",
    "rules_of",
    "standing",
]
