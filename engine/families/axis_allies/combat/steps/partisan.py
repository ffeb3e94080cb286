"""The steps of an attack by partisans (global-1939, Land Technology)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import assault, partisans
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.fire import fire
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ON, OVER, Step

if TYPE_CHECKING:
    from engine.play import Play


class PartisansAttack(FireStep):
    """Partisans attack as many times as ordered."""

    slug, side = partisans.KIND, ATTACKER

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do nothing: they fire as the battle begins (see `fire`)."""
        return ON

    def fire(self, play: Play, fight: OpenBattle, attacks: int) -> str:
        """Roll for each attack; the owner of the units hit chooses the losses."""
        group = partisans.fire_group(fight.attacker, attacks)
        return self.suffer(play, fight, fire(play, fight, ATTACKER, [group], partisans.KIND))


class PartisansGone(Step):
    """Their attacks are over."""

    slug = "partisans-gone"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Emit the end."""
        tell(play, fight, Verdict("none", partisans.KIND))
        assault.occupy(play)
        return OVER
