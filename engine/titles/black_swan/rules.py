"""The rules of Black Swan: its phases, and what begins and ends with seasons, turns and phases (section Sequence of Play)."""

from __future__ import annotations

from engine.mechanics.blocks.blitz import BlitzMoves, has_discs, return_discs
from engine.mechanics.blocks.board import camp_of
from engine.mechanics.blocks.build import Production
from engine.mechanics.blocks.course import BlocksRules
from engine.mechanics.blocks.final import Final
from engine.mechanics.blocks.land import LandMoves
from engine.mechanics.blocks.land_combat import BlitzCombat, LandCombat
from engine.mechanics.blocks.sea_combat import NavalCombat
from engine.mechanics.blocks.sea_move import NavalMoves
from engine.mechanics.blocks.war import Declarations
from engine.play import Play

BLITZ = frozenset({"blitz", "blitz-combat"})


class TitleRules(BlocksRules):
    """Two turns a season; the Blitz Phase only for a camp that has a Blitz Disc."""

    phases = (
        Declarations(),
        Production(),
        NavalMoves(),
        NavalCombat(),
        LandMoves(),
        LandCombat(),
        BlitzMoves(),
        BlitzCombat(),
        Final(),
    )

    def plays(self, play: Play, camp: str, phase: str) -> bool:
        """The Blitz Phase is left out by a camp without a disc (section 4.0)."""
        return phase not in BLITZ or has_discs(play.position, camp)

    def phase_over(self, play: Play, phase: str) -> None:
        """Blitz Discs go back at the end of the Blitz Phase (section 4.0)."""
        if phase == BlitzCombat.slug:
            return_discs(play, camp_of(play.position, play.state.clock.power))
