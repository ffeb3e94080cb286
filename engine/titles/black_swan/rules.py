"""The rules of Black Swan: its phases, and the automatic actions of seasons, turns and phases (section Sequence of Play)."""

from __future__ import annotations

from engine.families.blocks.board import camp_of
from engine.families.blocks.combat.phase import BlitzCombat, LandCombat
from engine.families.blocks.land.blitz import BlitzMoves, has_discs, return_discs
from engine.families.blocks.land.phase import LandMoves
from engine.families.blocks.politics import victory, war
from engine.families.blocks.politics.declarations import Declarations
from engine.families.blocks.politics.final import Final
from engine.families.blocks.production import pools
from engine.families.blocks.production.phase import Production
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea.combat import NavalCombat
from engine.families.blocks.sea.move import NavalMoves
from engine.families.blocks.turn_sequence import BlocksRules
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
        """A camp without a Blitz Disc skips the Blitz Phase (section 4.0)."""
        return phase not in BLITZ or has_discs(play.position, camp)

    def set_up(self, play: Play) -> None:
        """Lay the Control Discs, score Strategic and Economic Power, and note the scenario's war (sections 1.2, 8.0, 9.0)."""
        sea_control.update(play, "setup")
        war.note_great_war(play)
        victory.score(play, "setup")

    def round_begun(self, play: Play) -> None:
        """At the beginning of some years blocks are added to the force pools (section Sequence of Play)."""
        pools.add_dated(play)

    def phase_over(self, play: Play, phase: str) -> None:
        """Return the Blitz Discs at the end of the Blitz Phase (section 4.0); a new war may begin in its first winter (6.5.1).

        Score changes of Strategic and Economic Power (3.7); a scenario may be decided at once (8.0).
        """
        if phase == Declarations.slug and play.position.options["first-winter"] == "same":
            self.note_first_winter(play)
        if phase == BlitzCombat.slug:
            return_discs(play, camp_of(play.position, play.state.clock.power))
        if phase != Final.slug:
            victory.score(play)
            victory.check_at_once(play)

    def turn_over(self, play: Play, camp: str) -> None:
        """No surprise outlasts the turn (1.1)."""
        war.end_surprise(play)
