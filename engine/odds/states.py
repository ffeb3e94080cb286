"""What each side of a battle can be reduced to, what it then fires with, and what hits do to it: all states at once, as arrays.

A state is the number of units in each slot. Hits are counted by pool: which slots they may strike. The owner takes them in the
order of loss, as many as possible and each by a unit that it may strike (Hall's theorem, as in `combat/casualties.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from engine.mechanics.targets import helped_by, may_strike, pool_of
from engine.odds.fighters import Group, Side, Slot, gives, groups_of, number_of, strikes_first, struck_by, takes
from engine.title.model import Unit

Mask = tuple[bool, ...]
"""The slots of the other side that a pool of hits may strike."""

STRIKE, FIRE, SPENT = "strike", "fire", "spent"
"""What fires: submarines alone by surprise; all; all but submarines, which have struck."""
ALL, BOATS, OTHERS = "all", "boats", "others"
WHO = {STRIKE: BOATS, FIRE: ALL, SPENT: OTHERS}

ENOUGH = 4_000_000
"""Cells of an array above which a battle is too large to be worked out."""
MOST_STATES = 6_000
"""States of a side above which it is."""


class TooLarge(Exception):
    """A battle has more states than are worth working out."""


class Army:
    """A side with all states that it can come to, sorted so that losses only lead to later ones.

    Attributes:
        counts: (states, slots).
    """

    def __init__(self, side: Side, foes: Side, sides: int, at_sea: bool, low_luck: bool = False) -> None:
        self.side, self.sides, self.at_sea, self.low_luck = side, sides, at_sea, low_luck
        self.foes, self.enemy_hits = foes, foes.hits
        self._groups = groups_of(side)
        self._pools: dict[str, list[tuple[Mask, int]]] = {}
        self._masks: dict[str, Mask] = {}
        self.counts = np.array([side.counts], dtype=np.int64).reshape(1, len(side.slots))
        self._ships = np.array([slot.unit.has("destroyer") for slot in side.slots], dtype=bool)
        # Destroyers change whom their side may strike, and only at sea.
        self._hunted = (True, False) if at_sea and self._ships.any() else (False,)

    # -- states ---------------------------------------------------------------------------------

    def spread(self, pools: list[tuple[Mask, int]], also: np.ndarray | None = None) -> None:
        """List every state that hits of these (pool, most hits) can lead to, from the start and other states (`also`)."""
        self.chain = False
        places = [1, *(int(count) + 1 for count in self._most_of_each()[:-1])] if self.side.slots else []
        self._weights = np.cumprod(np.array(places, dtype=np.int64))
        if not self.side.slots or (len(pools) == 1 and all(pools[0][0])):
            self.line()
            self._index()
            if also is None or (self.counts[self.find(also, near=True)] == also).all():
                return
            self.chain, self.counts = False, self.counts[:1]
        begun = self.counts if also is None else np.concatenate([self.counts, also])
        found = self._hit_by_hit([mask for mask, most in pools if most], begun.tolist())
        if len(found) * prod(most + 1 for _, most in pools) * len(self.side.slots) > ENOUGH:
            raise TooLarge
        states = np.array(found, dtype=np.int64)
        left = states @ np.array([slot.left for slot in self.side.slots], dtype=np.int64)
        order = np.lexsort((states @ self._weights, -left))
        self.counts = states[order]
        self._index()

    def _hit_by_hit(self, masks: list[Mask], begun: list[list[int]]) -> list[tuple[int, ...]]:
        """Return every state that one hit after the other leads to.

        Hits taken at once lead to no other ones: they are those of some order, that in which the units that they hit are lost.
        """
        struck = [[at for at, hit in enumerate(mask) if hit] for mask in masks]
        below = [slot.below for slot in self.side.slots]
        todo = list(dict.fromkeys(map(tuple, begun)))
        found = dict.fromkeys(todo)
        for counts in todo:  # grows as it is walked
            for slots in struck:
                at = next((at for at in slots if counts[at]), -1)
                if at < 0:
                    continue
                after = list(counts)
                after[at] -= 1
                if below[at] >= 0:
                    after[below[at]] += 1
                if (left := tuple(after)) not in found:
                    found[left] = None
                    todo.append(left)
            if len(found) > MOST_STATES:
                raise TooLarge
        return todo

    def line(self) -> None:
        """List the states of a side that loses its units one after the other."""
        self.chain = True
        now, lines = list(self.side.counts), [self.side.counts]
        for at, slot in enumerate(self.side.slots):
            while now[at]:
                now[at] -= 1
                if slot.below >= 0:
                    now[slot.below] += 1
                lines.append(tuple(now))
        self.counts = np.array(lines, dtype=np.int64).reshape(len(lines), len(now))

    def _index(self) -> None:
        codes = self.counts @ self._weights
        self._sorted = np.argsort(codes)
        self._codes = codes[self._sorted]

    def _most_of_each(self) -> list[int]:
        """The most units that a slot can ever hold: its own, and those that come down to it."""
        most = list(self.side.counts)
        for at in sorted(range(len(most)), key=lambda at: -self.side.slots[at].left):
            below = self.side.slots[at].below
            if below >= 0:
                most[below] += most[at]
        return most

    @cached_property
    def value(self) -> np.ndarray:
        """The value of the units left, of each state."""
        found: np.ndarray = self.counts @ np.array([slot.value for slot in self.side.slots], dtype=float)
        return found

    @cached_property
    def lost(self) -> np.ndarray:
        """The value lost since the start, of each state."""
        whole = sum(slot.value * count for slot, count in zip(self.side.slots, self.side.counts, strict=True))
        return float(whole) - self.value

    @cached_property
    def left(self) -> np.ndarray:
        """The hits that its units can still take, of each state."""
        return self.counts @ np.array([slot.left for slot in self.side.slots], dtype=np.int64)

    @cached_property
    def able(self) -> np.ndarray:
        """Whether a state has units that fire."""
        return self.has(lambda slot: number_of(slot.unit, self.side.side) > 0)

    @cached_property
    def ground(self) -> np.ndarray:
        """Whether a state has land units."""
        return self.has(lambda slot: slot.unit.cls == "land")

    @cached_property
    def boats(self) -> np.ndarray:
        """Whether a state has submarines that can strike by surprise."""
        return self.has(lambda slot: strikes_first(slot.unit, self.side.side))

    @cached_property
    def hunts(self) -> np.ndarray:
        """Whether a state has destroyers."""
        return self.has(lambda slot: slot.unit.has("destroyer"))

    @cached_property
    def divers(self) -> np.ndarray:
        """Which slots are of submarines."""
        return np.array([slot.unit.has("submarine") for slot in self.side.slots], dtype=bool)

    @cached_property
    def submarines(self) -> np.ndarray:
        """Whether a state has submarines."""
        found: np.ndarray = np.any(self.counts[:, self.divers] > 0, axis=1)
        return found

    @cached_property
    def any(self) -> np.ndarray:
        """Whether a state has units."""
        return self.units > 0

    @cached_property
    def units(self) -> np.ndarray:
        """How many units a state has."""
        found: np.ndarray = self.counts.sum(axis=1)
        return found

    @cached_property
    def planes(self) -> np.ndarray:
        """How many aircraft a state has."""
        return self.counts @ np.array([slot.unit.cls == "air" for slot in self.side.slots], dtype=np.int64)

    @cached_property
    def tells(self) -> np.ndarray:
        """What an end tells by the attacker's state: whether it can fight; that it is; whether it can and holds land; the value lost."""
        out = np.ones((4, len(self.counts)))
        out[0], out[2], out[3] = self.able, self.able & self.ground, self.lost
        return out

    @cached_property
    def told(self) -> np.ndarray:
        """By the defender's: that it is; whether it cannot fight; the value lost, and lost besides with those who cannot fight."""
        out = np.ones((len(self.counts), 4))
        out[:, 1], out[:, 2] = ~self.able, self.lost
        out[:, 3] = out[:, 1] * self.value
        return out

    def has(self, which: Callable[[Slot], bool]) -> np.ndarray:
        """Return of each state whether it has units of slots of a kind."""
        return self.counts @ np.array([which(slot) for slot in self.side.slots], dtype=np.int64) > 0

    def find(self, counts: np.ndarray, near: bool = False) -> np.ndarray:
        """Return the numbers of states; of counts that are none, with `near`, some number."""
        at = np.searchsorted(self._codes, counts @ self._weights)
        return self._sorted[np.minimum(at, len(self._sorted) - 1) if near else at]

    def lose(self, counts: np.ndarray, hits: dict[Mask, int]) -> np.ndarray:
        """Return the units of each slot after these hits, taken in the order of loss; `counts` is a single row."""
        masks = [mask for mask in hits if any(mask)]
        if not masks or not self.side.slots:
            return counts
        found: np.ndarray = self._after(counts, tuple(np.array([hits[mask]]) for mask in masks), masks)[0]
        return found

    @property
    def start(self) -> int:
        """The number of the state that the side begins with."""
        return int(self.find(np.array([self.side.counts]))[0])

    # -- hits taken -----------------------------------------------------------------------------

    def after(self, pools: list[tuple[Mask, int]], some: np.ndarray | None = None) -> np.ndarray:
        """Return the state after each combination of hits, or some: (states, combinations), in the order of `_grid`."""
        grid = _grid(tuple(most for _, most in pools))
        grid = grid if some is None else tuple(hits[some] for hits in grid)
        if self.chain and len(pools) == 1:
            found: np.ndarray = np.minimum(np.arange(len(self.counts))[:, None] + grid[0][None, :], len(self.counts) - 1)
            return found
        return self.find(self._after(self.counts, grid, [mask for mask, _ in pools]))

    def losing(self, mask: Mask, most: int) -> np.ndarray:
        """Return the units of each slot after 0 to `most` hits on the force as it begins, in a pool."""
        found: np.ndarray = self._after(np.array([self.side.counts], dtype=np.int64), _grid((most,)), [mask])[0]
        return found

    def _after(self, states: np.ndarray, grid: tuple[np.ndarray, ...], masks: list[Mask]) -> np.ndarray:
        """Return (states, combinations, slots)."""
        n, slots = len(states), self.side.slots
        combos = len(grid[0]) if grid else 1
        strikers = [frozenset(p for p, mask in enumerate(masks) if mask[at]) for at in range(len(slots))]
        sets = _unions(frozenset(strikers))
        sums = {some: sum((grid[p] for p in some), np.zeros(combos, dtype=np.int64))[None, :] for some in sets}
        out = np.repeat(states[:, None, :], combos, axis=1)
        taken: dict[frozenset[int], np.ndarray] = {}
        for at, (slot, who) in enumerate(zip(slots, strikers, strict=True)):
            if not who:
                continue
            most = out[:, :, at]
            for some in sets:
                if who <= some:
                    used = sum((n_ for other, n_ in taken.items() if other <= some), np.zeros((1, 1), dtype=np.int64))
                    most = np.minimum(most, sums[some] - used)
            most = np.broadcast_to(most, (n, combos))
            out[:, :, at] -= most
            if slot.below >= 0:
                out[:, :, slot.below] += most
            taken[who] = taken[who] + most if who in taken else most
        return out

    def reaches(self, foes: Army) -> np.ndarray:
        """Return whether units of each state can hit units of each state of the other side: (own states, the other's)."""
        out = np.zeros((len(self.counts), len(foes.counts)), dtype=bool)
        hunting = (self.counts[:, self._ships] > 0).any(axis=1)
        for hunted in self._hunted:
            firing: dict[Mask, list[int]] = {}
            for at, slot in enumerate(self.side.slots):
                if number_of(slot.unit, self.side.side) > 0 and _fires(slot.unit, self.side.side, ALL):
                    firing.setdefault(self._struck(slot.unit, hunted), []).append(at)
            for mask, slots in firing.items():
                fires, there = np.any(self.counts[:, slots] > 0, axis=1), np.any(foes.counts[:, list(mask)] > 0, axis=1)
                fires = fires & (hunting == hunted) if len(self._hunted) > 1 else fires
                out |= fires[:, None] & there[None, :]
        return out

    def could_hit(self, units: Iterable[Unit]) -> np.ndarray:
        """Return whether units of each state could hit any of some units, were they in the battle."""
        out = np.zeros(len(self.counts), dtype=bool)
        hunting = (self.counts[:, self._ships] > 0).any(axis=1)
        wanted = list(units)
        for at, slot in enumerate(self.side.slots):
            if number_of(slot.unit, self.side.side) > 0 and _fires(slot.unit, self.side.side, ALL):
                for hunted in (True, False):
                    pool = pool_of(slot.unit, self.at_sea, hunted)
                    if any(may_strike(unit, pool) for unit in wanted):
                        out |= (self.counts[:, at] > 0) & (hunting == hunted)
        return out

    # -- hits scored ----------------------------------------------------------------------------

    def pools(self, who: str) -> list[tuple[Mask, int]]:
        """Return the pools that its units' hits may fall in, with the most hits of each; pools that strike nothing are left out."""
        if who in self._pools:
            return self._pools[who]
        found: dict[Mask, int] = {}
        for group in self._groups:
            if not _fires(group.unit, self.side.side, who) or not self._most_number(group.unit):
                continue
            dice = sum(self.side.counts[at] for at in group.members)
            below = sum(self._most_of_each()[at] for at in group.members) if len(group.members) > 1 else dice
            for mask in {self._struck(group.unit, hunted) for hunted in self._hunted}:
                if any(mask):
                    found[mask] = found.get(mask, 0) + max(dice, below)
        self._pools[who] = [(mask, min(most, self._room(mask))) for mask, most in sorted(found.items(), reverse=True)]
        return self._pools[who]

    def _struck(self, unit: Unit, with_destroyer: bool) -> Mask:
        """Return the slots of the other side that a unit's hits may strike: the same for all of a pool."""
        pool = pool_of(unit, self.at_sea, with_destroyer)
        if pool not in self._masks:
            self._masks[pool] = struck_by(unit, self.at_sea, with_destroyer, self.foes)
        return self._masks[pool]

    def _most_number(self, unit: Unit) -> int:
        found: int = number_of(unit, self.side.side) + sum(unit.number(taker) for taker, _ in takes(unit))
        return found

    def _room(self, mask: Mask) -> int:
        """The hits that units of the other side which a pool may strike can take."""
        return sum(slot.left * count for slot, count, hit in zip(self.foes.slots, self.foes.counts, mask, strict=True) if hit)

    def scored(self, who: str, pools: list[tuple[Mask, int]]) -> np.ndarray:
        """Return the chance of each combination of hits, of each state: (states, combinations); hits above the most count as it."""
        return self._scored(self._dice(who), pools, len(self.counts))

    def scored_by_all(self, pools: list[tuple[Mask, int]]) -> np.ndarray:
        """Return the same one below the other: if nobody fires, all, the submarines alone, and all but them."""
        n = len(self.counts)
        dice: dict[Mask, dict[int, np.ndarray]] = {}
        for who, places in ((BOATS, (1, 2)), (OTHERS, (1, 3))):
            for mask, rolls in self._dice(who).items():
                for number, count in rolls.items():
                    found = dice.setdefault(mask, {}).setdefault(number, np.zeros(4 * n, dtype=np.int64))
                    for place in places:
                        found[place * n : (place + 1) * n] += count
        return self._scored(dice, pools, 4 * n)

    def _scored(self, dice: dict[Mask, dict[int, np.ndarray]], pools: list[tuple[Mask, int]], n: int) -> np.ndarray:
        """Return the same of dice by pool and target number: of `n` rows."""
        out = np.ones((n, 1))
        for mask, most in pools:
            rolls = dice.get(mask, {})
            hits = self._low_luck(rolls, most, n) if self.low_luck else cut(_hits(rolls, n, self.sides), most)
            out = (out[:, :, None] * hits[:, None, :]).reshape(len(out), -1)
        return out

    def dice(self) -> dict[int, np.ndarray]:
        """Return target number to the number of dice, in each state, of all that fires, whatever it may strike."""
        found: dict[int, np.ndarray] = {}
        for rolls in self._dice(ALL).values():
            for number, count in rolls.items():
                found[number] = found[number] + count if number in found else count
        return found

    def rolls(self, counts: np.ndarray) -> Counter[int]:
        """Return how many dice units (a single row, one number a slot) roll by target number; they need not be one of the states."""
        here = copy(self)
        here.counts = counts
        return Counter({number: int(count[0]) for number, count in here.dice().items() if count[0]})

    def _dice(self, who: str) -> dict[Mask, dict[int, np.ndarray]]:
        """Return pool to target number to the number of dice, in each state."""
        found: dict[Mask, dict[int, np.ndarray]] = {}
        hunted = (self.counts[:, self._ships] > 0).any(axis=1) if len(self._hunted) > 1 else None
        helpers = self._helpers()
        for group in self._groups:
            left = self._left_of(group)
            base = number_of(group.unit, self.side.side)
            parts = []
            for taker, giver in takes(group.unit) if helpers else ():
                if (giver, group.power) in helpers:
                    helped = np.minimum(left, helpers[giver, group.power])
                    helpers[giver, group.power] = helpers[giver, group.power] - helped
                    left = left - helped
                    parts.append((base + group.unit.number(taker), helped))
            if not _fires(group.unit, self.side.side, who):
                continue
            for with_destroyer in self._hunted:
                mask = self._struck(group.unit, with_destroyer)
                if not any(mask):
                    continue
                rolls = found.setdefault(mask, {})
                for number, count in [*parts, (base, left)]:
                    number = min(number, self.sides)
                    if number > 0:
                        here = count if hunted is None else np.where(hunted == with_destroyer, count, 0)
                        rolls[number] = rolls[number] + here if number in rolls else here
        return found

    def _left_of(self, group: Group) -> np.ndarray:
        """Return how many units of a group each state has."""
        if len(group.members) == 1:
            return self.counts[:, group.members[0]]
        found: np.ndarray = self.counts[:, list(group.members)].sum(axis=1)
        return found

    def _helpers(self) -> dict[tuple[str, str], np.ndarray]:
        """Return the units that support others, on attack; of each state."""
        found: dict[tuple[str, str], np.ndarray] = {}
        if self.side.side != "attacker":
            return found
        for group in self._groups:
            for giver in gives(group.unit):
                count = self._left_of(group) * helped_by(group.unit, giver)
                key = giver, group.power
                found[key] = found[key] + count if key in found else count
        return found

    def hits(self, rolls: dict[int, np.ndarray]) -> np.ndarray:
        """Return the chance of each number of hits of dice by target number, of each state: (states, hits)."""
        return _hits(rolls, len(self.counts), self.sides)

    def _low_luck(self, rolls: dict[int, np.ndarray], most: int, n: int) -> np.ndarray:
        """Low luck: a hit for every full die of strength, and one die for the rest."""
        power = sum((number * count for number, count in rolls.items()), np.zeros(n, dtype=np.int64))
        whole, rest = power // self.sides, power % self.sides / self.sides
        out = np.zeros((n, int(whole.max(initial=0)) + 2))
        rows = np.arange(len(out))
        out[rows, whole] = 1.0 - rest
        out[rows, whole + 1] += rest
        return cut(out, most)


def _fires(unit: Unit, side: str, who: str) -> bool:
    if unit.has("no-combat") or unit.has("fires-at-aircraft"):
        return False
    return who == ALL or strikes_first(unit, side) == (who == BOATS)


def _hits(rolls: dict[int, np.ndarray], n: int, sides: int) -> np.ndarray:
    """Return the chance of each number of hits of dice by target number: (`n` rows, hits)."""
    out = np.ones((n, 1))
    for number, count in rolls.items():
        dice = int(count.max(initial=0))
        if not dice:
            continue
        rows = binomial(dice, number, sides)[count]
        few, many = (out, rows) if out.shape[1] <= rows.shape[1] else (rows, out)
        if few.shape[1] == 1:
            out = many * few
            continue
        out = np.zeros((len(out), few.shape[1] + many.shape[1] - 1))
        for hits in range(few.shape[1]):
            out[:, hits : hits + many.shape[1]] += few[:, hits, None] * many
    return out


def cut(out: np.ndarray, most: int) -> np.ndarray:
    """Return distributions (one a row) over 0 to `most`: what is beyond counts as `most`."""
    if out.shape[1] <= most + 1:
        wide = np.zeros((len(out), most + 1))
        wide[:, : out.shape[1]] = out
        return wide
    cut = out[:, : most + 1].copy()
    cut[:, most] += out[:, most + 1 :].sum(axis=1)
    return cut


def binomial(dice: int, number: int, sides: int) -> np.ndarray:
    """Return the chance of each number of hits (columns) of each number of dice (rows) up to `dice`."""
    return _binomials(number, sides, max(8, 1 << dice.bit_length()))[: dice + 1, : dice + 1]


@lru_cache(maxsize=256)
def _binomials(number: int, sides: int, most: int) -> np.ndarray:
    chance = number / sides
    rows = np.zeros((most + 1, most + 1))
    rows[0, 0] = 1.0
    for n in range(1, most + 1):
        rows[n, : n + 1] = rows[n - 1, : n + 1] * (1.0 - chance)
        rows[n, 1 : n + 1] += rows[n - 1, :n] * chance
    return rows


@lru_cache(maxsize=512)
def _grid(most: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return every combination of 0 to `most` hits of each pool: one flat array a pool, the last pool changing fastest."""
    if not most:
        return (np.zeros(1, dtype=np.int64),)
    return tuple(axis.ravel() for axis in np.meshgrid(*(np.arange(n + 1) for n in most), indexing="ij"))


@lru_cache(maxsize=512)
def _unions(kinds: frozenset[frozenset[int]]) -> list[frozenset[int]]:
    """Return all unions of these sets of pools: Hall's condition for any other set follows from that for a union within it."""
    found = {frozenset[int]()}
    for kind in kinds:
        found |= {kind | other for other in found}
    return sorted(found - {frozenset()}, key=sorted)
