"""The steps of a strategic bombing raid (Strategic Bombing Raids; Global 1940: escorts and interceptors)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat import assault, intercepting
from engine.families.axis_allies.combat.battle import (
    ATTACKER,
    DEFENDER,
    OpenBattle,
    fighting,
    keep_forces,
    kept_forces,
    sort_forces,
    survivors,
)
from engine.families.axis_allies.combat.bombing import bomb, dogfight_groups, interceptors
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.fire import Pools, fire
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ON, OVER, Step, wait
from engine.families.axis_allies.orders import Intercept
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import CASUALTY, FORCES, INTERCEPTING
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from engine.play import Play


DOGFIGHT = "dogfight"
"""What the slugs of the steps of fire in the air begin with."""


class Interception(Step):
    """Fighters of the defender may go up against the raid."""

    slug, takes = "intercept", (Intercept,)

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, when there are any."""
        able = play.position.options.get("air-battles") != "off" and interceptors(play.position, fight.area)
        return wait(play, self.slug) if able else ON

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of fighters; by default none."""
        return Pending("intercept", fight.defender, (Intercept,), Intercept(""), Intercept(""))

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with the fighters named."""
        assert isinstance(order, Intercept)
        return intercepting.check_intercept(position, order, fight.area)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Send them up."""
        assert isinstance(order, Intercept)
        chosen = intercepting.chosen(play.position, order, fight.area)
        up: Counter[tuple[str, str]] = Counter()
        for key, count in chosen:
            change(play, key, count, condition_of(key).having(INTERCEPTING), "intercept")
            up[key.unit, key.power] += count
        if up:
            kept = kept_forces(play.position, FORCES, DEFENDER)
            keep_forces(play, FORCES, DEFENDER, [*kept, *sort_forces(play.position, up)])
        return ON


class AirCombat(FireStep):
    """A side's aircraft fire once at the other's, when interceptors have gone up."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.slug, self.word = (f"{DOGFIGHT}-attack", CASUALTY) if side == ATTACKER else (f"{DOGFIGHT}-defence", "")

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for them."""
        if not fighting(play.position, fight.area, DEFENDER):
            return {}
        groups = dogfight_groups(play.position, fight.area, self.side)
        return fire(play, fight, self.side, groups, "air-combat") if groups else {}


class Bombs(Step):
    """The facilities' guns fire, then the remaining bombers drop their bombs; or the guns fire last. The raid is over."""

    slug = "bombs"

    def __init__(self, guns_last: bool = False) -> None:
        self.guns_last = guns_last

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do the damage and emit the end."""
        damage = bomb(play, fight, self.guns_last)
        left = survivors(play.position, ATTACKER)
        tell(play, fight, Verdict(ATTACKER, "bombed") if left else Verdict(DEFENDER, "shot-down"), damage)
        assault.occupy(play)
        return OVER
