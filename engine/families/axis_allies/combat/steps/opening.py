"""Steps before the first round: bombardment, anti-aircraft fire, coastal artillery, ships that slip away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import assault, evading, retreats
from engine.families.axis_allies.combat.airborne import lose_riders
from engine.families.axis_allies.combat.antiair import fire_at_aircraft, gun, volley
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, clear_hit
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.fire import Pools, fire, free_shots
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY, ON, OVER, Step, wait
from engine.families.axis_allies.orders import Evade
from engine.families.axis_allies.vocabulary import GUNNED, SHELLED, SHOT
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from engine.play import Play


class Evasion(Step):
    """Defending ships may slip away before a battle at sea (global-1939, Naval Radar)."""

    slug, takes = "evade", (Evade,)
    odds = ASIDE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask the next power that may try."""
        asks = fight.kind == "sea" and evading.evader(play.position, fight)
        return wait(play, self.slug) if asks else ON

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of a zone, if there is one."""
        return Pending("evade", evading.evader(position, fight), (Evade,), Evade(), Evade())

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with the zone."""
        assert isinstance(order, Evade)
        return evading.check_evade(position, order, fight)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Let ships try; if no defender is left, there was no combat."""
        assert isinstance(order, Evade)
        if not evading.evade(play, fight, order):
            return self.slug
        tell(play, fight, Verdict("none", "evaded"))
        assault.occupy(play)
        return OVER


class Bombardment(FireStep):
    """Ships fire once at land units as troops land (Battleship & Cruiser Bombardment). The Battle order names them."""

    slug, side, word = "bombardment", ATTACKER, SHELLED
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do nothing: the ships fire as the battle begins, when it is known which may (see `combat/beginning.py`)."""
        return ON


class AntiAircraftFire(FireStep):
    """One gun that fires at all aircraft, or guns with a number of shots (Anti-aircraft Guns)."""

    slug, side, word = "anti-air", DEFENDER, SHOT
    odds = EXACTLY

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for each aircraft, then the shots of the others."""
        fire_at_aircraft(play, fight, retreats.aircraft(play.position, fight.area), gun(play.position, fight.area))
        hits = volley(play, fight, retreats.aircraft(play.position, fight.area))
        return {"air": hits} if hits else {}


class RemoveShotDown(Step):
    """Remove the aircraft that were hit, with their cargo."""

    slug = "shot-down"
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove them."""
        before = len(play.events)
        clear_hit(play, fight, (SHOT,))
        if len(play.events) > before:
            lose_riders(play, fight)
        return ON


class CoastalArtillery(FireStep):
    """Artillery behind a fortified coast fires once at landing units (global-1939, Unit Changes: Fortifications)."""

    slug, side, word = "free-shot", DEFENDER, GUNNED
    odds = ASIDE

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for each of its guns."""
        groups = free_shots(play.position, fight.area) if fight.kind == "amphibious" else []
        return fire(play, fight, DEFENDER, groups, "free-shot") if groups else {}
