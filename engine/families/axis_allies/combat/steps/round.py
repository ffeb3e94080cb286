"""The steps of a round of combat (General Combat Sequence, steps 1 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat import submarines
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle
from engine.families.axis_allies.combat.bonuses import note_pairs
from engine.families.axis_allies.combat.fire import Pools, fire, firing_groups
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import EXACTLY, ON, Step, wait
from engine.families.axis_allies.orders import Submerge
from engine.families.axis_allies.vocabulary import CASUALTY, COMBAT_ROUND, GROUPS, HELD_HITS, HUNTERS, STRIKES, STRUCK
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position
from engine.vocabulary import show_pairs

if TYPE_CHECKING:
    from engine.play import Play

ROUND = "round"
"""The step that begins each round."""


class BeginRound(Step):
    """Count the round, and note which side's submarines may strike by surprise and which special army groups fire first."""

    slug = ROUND
    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Note it in the markers of the battle."""
        COMBAT_ROUND.set(play, str(fight.round + 1))
        STRIKES.set(play, " ".join(submarines.striking_sides(play.position, fight.area)))
        if play.title.revisions:
            HUNTERS.set(play, " ".join(submarines.hunting_sides(play.position, fight.area)))
        if "elite" in play.title.settings:
            GROUPS.set(play, note_pairs(play.position, fight.area))
        return ON


class SubmarinesDive(Step):
    """A side's submarines may submerge, before any dice of the round (Submarine Surprise Strike or Submerge)."""

    takes = (Submerge,)
    odds = EXACTLY

    def __init__(self, side: str) -> None:
        self.side, self.slug = side, f"dive-{side}"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, unless an enemy destroyer prevents it, or they submerge after a round alone."""
        asked = self.side in submarines.strikers(play.position) and submarines.divers(play.position, fight.area, self.side, late=False)
        return wait(play, self.slug) if asked else ON

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice of a number."""
        boats = submarines.submarines(position, fight.area, self.side)
        return Pending("submerge", boats[0][0].power, (Submerge,), Submerge.of(self.side, 0), None, self.side)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with the number."""
        assert isinstance(order, Submerge)
        return submarines.check_submerge(position, order, fight.area, self.side)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Submerge them."""
        assert isinstance(order, Submerge)
        submarines.submerge(play, fight, self.side, order.count)
        return ON


class SurpriseStrike(FireStep):
    """A side's submarines fire before all others."""

    word = STRUCK
    odds = EXACTLY

    def __init__(self, side: str) -> None:
        self.side, self.slug = side, "strike" if side == ATTACKER else "counter-strike"

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for them, unless an enemy destroyer cancels the surprise."""
        if self.side not in submarines.strikers(play.position):
            return {}
        groups = firing_groups(play.position, fight.area, self.side, True)
        return fire(play, fight, self.side, groups, "surprise-strike") if groups else {}


class Fire(FireStep):
    """All units of a side fire, except submarines that struck by surprise this round."""

    odds = EXACTLY

    def __init__(self, side: str) -> None:
        self.side = side
        self.slug, self.word = ("attack", CASUALTY) if side == ATTACKER else ("defence", "")

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for them; hits of early fire that were kept for this step are added."""
        only = False if self.side in submarines.strikers(play.position) else None
        groups = firing_groups(play.position, fight.area, self.side, only)
        return with_held(play, self.side, fire(play, fight, self.side, groups, "fire") if groups else {})


def hold(play: Play, side: str, pools: Pools) -> None:
    """Keep hits for the side's ordinary step of fire."""
    HELD_HITS.set(play, show_pairs(sorted(pools.items())), side)


def with_held(play: Play, side: str, pools: Pools) -> Pools:
    """Return the hits of a step of fire with those that were kept for it."""
    held = HELD_HITS.pairs(play.state, side)
    hold(play, side, {})
    return {pool: pools.get(pool, 0) + held.get(pool, 0) for pool in {**pools, **held}}
