"""Steps before the first round: bombardment, anti-aircraft fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import retreats
from engine.families.axis_allies.combat.antiair import fire_at_aircraft, gun, parachuted, volley
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, clear_hit
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY, ON, Step
from engine.families.axis_allies.vocabulary import SHELLED, SHOT

if TYPE_CHECKING:
    from engine.play import Play


class Bombardment(FireStep):
    """Ships fire once at land units as troops land (Battleship & Cruiser Bombardment). The Battle order names them."""

    slug, side, word = "bombardment", ATTACKER, SHELLED
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do nothing: the ships fire as the battle begins, when it is known which may (see `combat/beginning.py`)."""
        return ON


class RemoveSilenced(Step):
    """Remove the units that bombardment has hit before they can fire; on a map whose ships do not silence, nothing."""

    slug = "silenced"
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove them."""
        if "silences" in play.title.able:
            clear_hit(play, fight, (SHELLED,))
        return ON


class AntiAircraftFire(FireStep):
    """One gun that fires at all aircraft, or guns with a number of shots, also at troops that a base sent (Anti-aircraft Guns)."""

    slug, side, word = "anti-air", DEFENDER, SHOT
    odds = EXACTLY

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for each aircraft, then the shots of the others."""
        hits = fire_at_aircraft(play, fight, retreats.aircraft(play.position, fight.area), gun(play.position, fight.area), chosen=True)
        dropped = parachuted(play.position, fight.area)
        hits += volley(play, fight, [*retreats.aircraft(play.position, fight.area), *dropped])
        return {"aloft" if dropped else "air": hits} if hits else {}


class RemoveShotDown(Step):
    """Remove the aircraft that were hit."""

    slug = "shot-down"
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove them."""
        clear_hit(play, fight, (SHOT,))
        return ON
