"""Blitz Discs in hand: game markers `blitz-disc/FACTION/FRONT` (sections 1.6, 4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.blocks import board
from engine.families.blocks.vocabulary import BLITZ_DISC
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

BLITZ = "blitz"
"""The phase in which the discs in hand say where blocks may move."""


def discs_of(position: Position, side: str) -> tuple[str, ...]:
    """Return the fronts whose Blitz Disc a faction has in hand."""
    return tuple(sorted(front for (holder, front), _ in BLITZ_DISC.entries(position.state) if holder == side))


def has_disc(position: Position, side: str, front: str) -> bool:
    """Return whether a faction has the Blitz Disc of a front."""
    return bool(BLITZ_DISC.read(position.state, side, front))


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
            BLITZ_DISC.set(play, "", side, front)
