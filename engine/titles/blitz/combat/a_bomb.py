"""A-Bombs on their way: carried by another air unit, whose fate they share (sections 5.3, 6.1, 6.5, 7.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.combat import factors
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.tables import figure
from engine.titles.blitz.vocabulary import A_BOMBED, FOUGHT


def is_bomb(position: Position, key: Stack) -> bool:
    """Return whether a unit is an A-Bomb."""
    return board.type_of(position.title, key.unit) == "A-BOMB"


def carries(position: Position, key: Stack) -> bool:
    """Return whether a unit can carry an A-Bomb: an air unit, or a V-Weapon, of four Strategic Factors (5.3)."""
    if board.kind_of(position.title, key.unit) != "air" or is_bomb(position, key):
        return False
    return factors.bombing(position, key, "strategic") >= figure(position.title, "bomb-carrier-factors")


def uncarried(position: Position, keys: Sequence[Stack]) -> list[Stack]:
    """Return the A-Bombs among the units of an attack for which no unit of their power from their area is a carrier."""
    return [
        bomb
        for bomb in keys
        if is_bomb(position, bomb) and not any(key.area == bomb.area and key.power == bomb.power and carries(position, key) for key in keys)
    ]


def follow(play: Play, keys: Sequence[Stack], *, lost: bool) -> None:
    """Let the A-Bombs among the units left in a combat that nobody carries any more share what befell their carrier."""
    for bomb in uncarried(play.position, keys):
        if lost:
            changes.destroy(play, bomb, "carrier")
        else:
            changes.release(play, bomb, FOUGHT)


def note_use(play: Play, keys: Sequence[Stack], victim: str) -> None:
    """Keep on whom an A-Bomb has been dropped: its power tests its own with 1 more (7.8)."""
    if any(is_bomb(play.position, key) for key in keys):
        A_BOMBED.set(play, "yes", victim)
