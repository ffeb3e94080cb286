"""Units that fire before all others of a round, rank after rank (global-1939, Unit Changes and technologies)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle
from engine.families.axis_allies.combat.bonuses import EARLY
from engine.families.axis_allies.combat.fire import Pools, fire, firing_groups, has_ranks, ranks
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.round import hold
from engine.families.axis_allies.combat.steps.step import ASIDE, FIGHTS, ON, Step
from engine.families.axis_allies.vocabulary import EARLY_RANK, OUTFIRED
from engine.mechanics.targets import AT_ONCE
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

RANK = "first"
"""The step that looks for the next rank."""


class NextRank(Step):
    """Whether units of a rank before the last are still to fire in this round."""

    slug = RANK
    odds = ASIDE

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain fires rank after rank, but for those whose hits are kept."""
        return FIGHTS

    def __init__(self, otherwise: str) -> None:
        self.otherwise = otherwise

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Note the rank; when there is none left, go to the ordinary fire."""
        if not has_ranks(play.title):
            return self.otherwise
        done = int(EARLY_RANK.read(play.state) or "-1")
        rank = next((rank for rank in ranks(play.position, fight.area) if rank > done), None)
        EARLY_RANK.set(play, "" if rank is None else str(rank))
        return self.otherwise if rank is None else ON


class FireOfRank(FireStep):
    """A side's units of the rank fire."""

    word = OUTFIRED
    odds = ASIDE

    def __init__(self, side: str) -> None:
        self.side, self.slug = side, "first-attack" if side == ATTACKER else "first-defence"

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for them; hits of early fire that are not removed at once are kept for the ordinary fire."""
        rank = EARLY_RANK.number(play.state)
        groups = firing_groups(play.position, fight.area, self.side, rank=rank)
        pools = fire(play, fight, self.side, groups, "first-fire") if groups else {}
        if rank != EARLY:
            return pools
        hold(play, self.side, {pool: n for pool, n in pools.items() if not pool.startswith(AT_ONCE)})
        return {pool: n for pool, n in pools.items() if pool.startswith(AT_ONCE)}
