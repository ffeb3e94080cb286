"""What the units of one side of a battle can be reduced to, how they fire, and what hits leave of them, by the rules' own functions.

A force is how many are left of each of the stacks that the side began with. What it fires and loses follows from the side alone: who asks
makes sure of that (`known.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from engine.events import UnitsRemoved
from engine.families.axis_allies.combat.battle import OpenBattle, combat_value, note_losses, standing
from engine.families.axis_allies.combat.casualties import Kind, spare, toll_of
from engine.families.axis_allies.combat.fire import FireGroup, Pools, firing_groups
from engine.families.axis_allies.combat.picking import pick_toll, split_pools
from engine.families.axis_allies.vocabulary import COMBAT_ROUND
from engine.mechanics.profile import profile_of
from engine.mechanics.targets import may_strike
from engine.odds.trial import Trial
from engine.rules import Position, Rules
from engine.state import Stack

Force = tuple[int, ...]
Volley = list[tuple[Pools, float]]
"""The hits by pool that dice may score, each with its chance."""


class Target(NamedTuple):
    """What fire depends on of the enemy: how many hits of each pool that is aimed find something, and whether any of each pool do."""

    aims: tuple[int, ...]
    pools: tuple[bool, ...]


class Side:
    """The units of a side that have not been hit.

    Args:
        position: at the beginning of a round, or in the midst of one.
    """

    def __init__(self, rules: Rules, position: Position, fight: OpenBattle, name: str) -> None:
        self.rules, self.position, self.fight, self.name = rules, position, fight, name
        stacks = standing(position, fight.area, name)
        self.keys: list[Stack] = [key for key, _ in stacks]
        self.first: Force = tuple(count for _, count in stacks)
        self._worth = [profile_of(position, key).cost for key in self.keys]
        self._fights = [bool(combat_value(position, key, name)) for key in self.keys]
        self._units = [position.title.units[key.unit] for key in self.keys]
        self._places: dict[tuple[Force, int], Position] = {}
        self._groups: dict[tuple[Force, int], list[FireGroup]] = {}
        self._taken: dict[tuple[Force, tuple[tuple[str, int], ...]], Force] = {}
        self._volleys: dict[tuple[Force, int, int, Target], Volley] = {}

    def force(self, stacks: Iterable[tuple[Stack, int]]) -> Force | None:
        """Return stacks as a force; None if there are others among them than the side began with, or more."""
        left, found = dict(stacks), []
        for key, most in zip(self.keys, self.first, strict=True):
            count = left.pop(key, 0)
            if count > most:
                return None
            found.append(count)
        return None if left else tuple(found)

    def worth(self, force: Force) -> int:
        """Return the value of a force."""
        return sum(count * worth for count, worth in zip(force, self._worth, strict=True))

    def can_fight(self, force: Force) -> bool:
        """Return whether any of a force has a combat value."""
        return any(count and fights for count, fights in zip(force, self._fights, strict=True))

    def struck(self, force: Force, pool: str) -> int:
        """Return how many of a force the hits of a pool may strike."""
        return sum(count for count, unit in zip(force, self._units, strict=True) if count and may_strike(unit, pool))

    def reduce(self, trial: Trial, force: Force) -> None:
        """Take out of a battle what a force has lost."""
        since = len(trial.events)
        for key, count, left in zip(self.keys, self.first, force, strict=True):
            if count > left:
                area, power, unit, strength, condition = key
                trial.emit(UnitsRemoved(power, unit, count - left, area, strength, "combat", condition, self.fight.number))
        note_losses(trial, since)

    def at(self, force: Force, round_: int) -> Position:
        """Return the position in a round with this force, the other side whole."""
        if (force, round_) not in self._places:
            trial = Trial(self.rules, self.position, self.fight.number, begun=True)
            COMBAT_ROUND.set(trial, round_)
            self.reduce(trial, force)
            self._places[force, round_] = trial.position
        return self._places[force, round_]

    # -- fire ---------------------------------------------------------------------------------------

    def groups(self, force: Force, round_: int) -> list[FireGroup]:
        """Return the fire groups of a force in a round, of all ranks."""
        if (force, round_) not in self._groups:
            there = self.at(force, round_)
            self._groups[force, round_] = firing_groups(there, self.fight.area, self.name, rank=None)
        return self._groups[force, round_]

    def can_hit(self, force: Force, foe: Side, foes: Force) -> bool:
        """Return whether any of a force hits any of the enemy's in a round after the first."""
        return any(foe.struck(foes, group.pool) for group in self.groups(force, 2))

    def volley(self, force: Force, round_: int, rank: int, foe: Side, foes: Force) -> Volley:
        """Return the hits of the units that fire in a rank of a round."""
        groups = [group for group in self.groups(force, round_) if group.rank == rank]
        if not groups:
            return [({}, 1.0)]
        target = target_of(groups, foe, foes)
        asked = force, round_, rank, target
        if asked not in self._volleys:
            self._volleys[asked] = list(fallen(groups, target, self.position.title.dice_sides))
        return self._volleys[asked]

    # -- losses -------------------------------------------------------------------------------------

    def left(self, force: Force, volley: Volley) -> dict[Force, float]:
        """Return what the hits of the enemy leave of a force, each with its chance."""
        found: dict[Force, float] = {}
        for pools, chance in volley:
            after = self.loses(force, pools)
            found[after] = found.get(after, 0.0) + chance
        return found

    def loses(self, force: Force, pools: Pools) -> Force:
        """Return what hits leave, by the usual picks and losses."""
        asked = force, tuple(sorted(pools.items()))
        if asked not in self._taken:
            self._taken[asked] = self._lost(force, pools)
        return self._taken[asked]

    def _lost(self, force: Force, pools: Pools) -> Force:
        aimed, others = split_pools(pools)
        if aimed and any(force):
            force = self._without(force, pick_toll(self.at(force, 1), self.fight.area, self.name, aimed).usual)
        if others and any(force):
            force = self._without(force, toll_of(self.at(force, 1), self.fight.area, self.name, others).usual)
        return force

    def _without(self, force: Force, chosen: Counter[Kind]) -> Force:
        """Return a force without the units of some kinds that are the first to be hit."""
        left, there = list(force), self.position
        for (unit, power), hits in chosen.items():
            same = [at for at, key in enumerate(self.keys) if (key.power, key.unit) == (power, unit)]
            for at in sorted(same, key=lambda at: spare(there, self.keys[at])):
                taken = min(hits, left[at])
                left[at] -= taken
                hits -= taken
        return tuple(left)


def target_of(groups: Sequence[FireGroup], foe: Side, foes: Force) -> Target:
    """Return what the fire of some groups depends on of the enemy."""
    aims = tuple(foe.struck(foes, group.aim) if group.special else 0 for group in groups)
    return Target(aims, tuple(foe.struck(foes, group.pool) > 0 for group in groups))


def fallen(groups: Sequence[FireGroup], target: Target, sides: int) -> Iterator[tuple[Pools, float]]:
    """Yield the hits by pool of fire groups, group after group: aimed ones that find nothing are ordinary ones (`fire._aimed`)."""
    names = sorted({name for group in groups for name in (group.pool, group.aim) if name})
    found: dict[tuple[int, ...], float] = {(0,) * len(names): 1.0}
    for group, there, strikes in zip(groups, *target, strict=True):
        if not strikes:
            continue  # who has nobody to hit does not fire
        joined: dict[tuple[int, ...], float] = {}
        for hits, special, chance in _shown(group, bool(there), sides):
            for before, share in found.items():
                now = list(before)
                now[names.index(group.pool)] += hits
                if special:
                    aim = names.index(group.aim)
                    finds = max(0, min(special, there - now[aim]))
                    now[aim] += finds
                    now[names.index(group.pool)] += special - finds
                joined[tuple(now)] = joined.get(tuple(now), 0.0) + chance * share
        found = joined
    for fell, chance in found.items():
        yield {name: n for name, n in zip(names, fell, strict=True) if n}, chance


def _shown(group: FireGroup, aims: bool, sides: int) -> Iterator[tuple[int, int, float]]:
    """Yield the ordinary and the special hits of a group, with their chance."""
    target = min(group.target, sides)
    special = min(group.special, target) if aims else 0
    hit, aimed = (target - special) / sides, special / sides
    for n in range(group.count + 1 if special else 1):
        for hits in range(group.count - n + 1):
            missed = group.count - n - hits
            chance = comb(group.count, n) * comb(group.count - n, hits) * aimed**n * hit**hits * (1 - hit - aimed) ** missed
            if chance:
                yield hits, n, chance
