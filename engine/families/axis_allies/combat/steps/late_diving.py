"""Submarines that submerge after a round of combat (ability `submerges-late`): the attacker's before he presses on, the others after it.

The exact odds let them stay, as they do where nobody orders otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import submarines
from engine.families.axis_allies.combat.battle import OpenBattle
from engine.families.axis_allies.combat.steps.outcome import PressOrRetreat, go_on
from engine.families.axis_allies.combat.steps.round import ROUND, SubmarinesDive
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY, ON, Step, wait

if TYPE_CHECKING:
    from engine.play import Play

LATE = "late-dive-"
"""Prefix of the steps in which a side's submarines may submerge after a round."""


class RoundIsOver(Step):
    """Whether the battle is over after a round, before submarines may submerge."""

    slug = "round-over"
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or go on."""
        return go_on(play, fight, before_fire=False)


class DiveAfterRound(SubmarinesDive):
    """A side's submarines may submerge after a round, where no enemy destroyer is left."""

    odds = ASIDE

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.slug = LATE + side

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, unless an enemy destroyer prevents it."""
        return wait(play, self.slug) if submarines.may_submerge(play.position, fight.area, self.side, late=True) else ON


class PressThenDive(PressOrRetreat):
    """The attacker presses on or retreats; then the defender's submarines may submerge."""

    odds = EXACTLY
    on = ON


class NextRound(Step):
    """Another round, unless the battle is over because submarines have submerged."""

    slug = "next-round"
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """End it, or fight on."""
        return go_on(play, fight, before_fire=False) or ROUND
