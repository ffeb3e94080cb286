"""Blitz Discs in hand: game markers `blitz-disc/FACTION/FRONT` (sections 1.6, 4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.blocks import board
from engine.families.blocks.changes import set_marker
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

DISC = "blitz-disc"
BLITZ = "blitz"
"""The phase in which the discs in hand say where blocks may move."""


def disc_key(side: str, front: str) -> str:
    """Return the key of the game marker that says that a faction has the Blitz Disc of a front."""
    return f"{DISC}/{side}/{front}"


def discs_of(position: Position, side: str) -> tuple[str, ...]:
    """Return the fronts whose Blitz Disc a faction has in hand."""
    begin = f"{DISC}/{side}/"
    keys = (key for scope, key in position.state.markers if scope == "game" and key.startswith(begin))
    return tuple(sorted(key.removeprefix(begin) for key in keys))


def has_disc(position: Position, side: str, front: str) -> bool:
    """Return whether a faction has the Blitz Disc of a front."""
    return bool(position.state.marker("game", disc_key(side, front)))


def is_closed(position: Position, side: str, area: str) -> bool:
    """Return whether an area is closed to strategic movement now: in the Blitz Phase, on a front whose disc a faction has not."""
    return position.state.clock.phase == BLITZ and not has_disc(position, side, board.front(position.title, area))


def has_discs(position: Position, camp: str) -> bool:
    """Return whether any faction of a camp has a Blitz Disc: without one there is no Blitz Phase."""
    return any(discs_of(position, side) for side in board.camps(position.title)[camp].factions)


def return_discs(play: Play, camp: str) -> None:
    """Give a camp's Blitz Discs back at the end of the Blitz Phase."""
    for side in board.camps(play.title)[camp].factions:
        for front in discs_of(play.position, side):
            set_marker(play, disc_key(side, front), "")
