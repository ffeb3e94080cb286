"""How far units of a stack can go in this turn (Unit Profiles)."""

from __future__ import annotations

from engine.mechanics.board import condition_of
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack


def points(position: Position, key: Stack) -> int:
    """Return how many spaces the units of a stack can enter this turn, those they have entered included."""
    return profile_of(position, key).move


def points_left(position: Position, key: Stack) -> int:
    """Return how many more spaces the units of a stack can enter this turn; below 0 when they went too far."""
    return points(position, key) - condition_of(key).used
