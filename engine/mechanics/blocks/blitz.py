"""Blitz Discs and the Blitz Phase: a second Land Phase on the fronts whose disc a faction has (section 4.0)."""

from __future__ import annotations

from engine.condition import parse_condition
from engine.mechanics.blocks.board import camps
from engine.mechanics.blocks.changes import recondition, set_marker
from engine.mechanics.blocks.land import LandMoves
from engine.play import Play
from engine.rules import Position

DISC = "blitz-disc"
STAYS = frozenset({"unsupplied", "reinforced", "built"})
"""The words of a block's condition that the Land Phase leaves to the Blitz Phase."""


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


def has_discs(position: Position, camp: str) -> bool:
    """Return whether any faction of a camp has a Blitz Disc: without one there is no Blitz Phase."""
    return any(discs_of(position, side) for side in camps(position.title)[camp].factions)


def return_discs(play: Play, camp: str) -> None:
    """Give a camp's Blitz Discs back at the end of the Blitz Phase."""
    for side in camps(play.title)[camp].factions:
        for front in discs_of(play.position, side):
            set_marker(play, disc_key(side, front), "")


def refresh(play: Play) -> None:
    """Take off all blocks what the Land Phase has put on them, so that they may act again."""
    for key, count in sorted(play.state.stacks.items()):
        if key[4]:
            kept = tuple(word for word in parse_condition(key[4]).words if word in STAYS or word.endswith("!"))
            recondition(play, key, " ".join(kept), count, "blitz")


class BlitzMoves(LandMoves):
    """The moves of the Blitz Phase: blocks start on the fronts of the discs in hand and fight only there."""

    slug = "blitz"

    def open(self, play: Play) -> None:
        """Let every block act again."""
        refresh(play)
