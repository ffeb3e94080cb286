"""A battle as a chain of rounds over all pairs of states of its two sides: where each side's fire leads the other.

A round of a battle on land is one step: both sides fire at once. At sea, submarines may fire before all others. Losses only
lead to later states, so that the chance of every end follows level by level (`levels.py`): rounds without effect are solved for,
not repeated.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from engine.odds import batched, levels, lines, pairs
from engine.odds.levels import WAYS
from engine.odds.one_thread import one_thread
from engine.odds.states import FIRE, SPENT, STRIKE, WHO, Army
from engine.odds.systems import FAINT


class Volley:
    """What a side's fire of one kind does: the chance of each combination of hits, and where it leads the other side.

    Args:
        chance: (own states, combinations). after: (states of the other side, combinations). line: whether the other side loses
        its units one after the other, so that the state after some hits is so many further on. ever: the numbers of the combinations
        among all, of which those that never happen are left out.
    """

    def __init__(self, chance: np.ndarray, after: np.ndarray, line: bool, ever: np.ndarray | None = None) -> None:
        self.chance, self.after, self.line = chance, after, line
        self.ever = np.arange(chance.shape[1]) if ever is None else ever
        n, most = self.many, chance.shape[1] - 1
        if line:
            self._further, last = _further(n, most)
            self._padded = np.zeros((len(chance), most + 2))
            self._padded[:, :-1] = chance
            # Hits beyond the last unit do nothing more.
            tails = np.cumsum(self._padded[:, ::-1], axis=1)[:, ::-1]
            self._last = tails[:, last]

    @property
    def many(self) -> int:
        """How many states the other side has."""
        return len(self.after)

    def where(self, states: slice, hit: np.ndarray) -> np.ndarray:
        """Return, for states of who fires and states of the other side, the chance of each state after it: (states, hit, later ones).

        The later ones begin with the first of `hit`.
        """
        first = int(hit[0])
        if self.line:
            out = self._padded[states][:, self._further[hit, first:]]
            out[:, :, -1] = self._last[states, hit]
            return out
        chance = self.chance[states]
        # Few that are left cannot score what all could.
        some = np.flatnonzero(chance.max(axis=0) > FAINT)
        after, chance = self.after[hit][:, some], chance[:, some]
        (n, combos), many, later = after.shape, len(chance), self.many - first
        flat = (after + (np.arange(n) * later - first)[:, None]).ravel()
        flat = flat if many == 1 else (flat + (np.arange(many) * n * later)[:, None]).ravel()
        weights = np.broadcast_to(chance[:, None], (many, n, combos))
        return np.bincount(flat, weights.ravel(), many * n * later).reshape(many, n, later)


@lru_cache(maxsize=1024)
def _further(n: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, for states in a line, how many hits lead from one (row) to another (column), and from each to the last one."""
    further = np.arange(n)[None, :] - np.arange(n)[:, None]
    return np.where((further >= 0) & (further <= most), further, most + 1), np.minimum(n - 1 - np.arange(n), most + 1)


class Chain:
    """A battle of two armies at any round; see the module.

    Attributes:
        shape: (attacker's states, defender's states). alive: the pairs of states at which it goes on.
        blind: those at which neither side can hit anything of the other's.
        strikes: whether somebody may strike by surprise. ways: those of WAYS that can be.
    """

    def __init__(self, attack: Army, defend: Army) -> None:
        self.attack, self.defend = attack, defend
        self.shape = len(attack.counts), len(defend.counts)
        self.strikes = attack.at_sea and bool(attack.boats.any() or defend.boats.any())
        self.alive = attack.able[:, None] & defend.able[None, :]
        self.attack_strikes = attack.boats[:, None] & ~defend.hunts[None, :] if self.strikes else np.zeros(self.shape, dtype=bool)
        self.defend_strikes = defend.boats[None, :] & ~attack.hunts[:, None] if self.strikes else np.zeros(self.shape, dtype=bool)
        self.blind = ~(attack.reaches(defend) | defend.reaches(attack).T)
        # Attackers that cannot fight are fired at all the same.
        faced = attack.any[:, None] & defend.able[None, :]
        self.ways = [way for way in WAYS[: None if self.strikes else 1] if (self.which(way) & faced).any()]

    @cached_property
    def by_attack(self) -> dict[str, Volley]:
        """What the attacker's fire does, by STRIKE, FIRE and SPENT."""
        return {kind: _volley(self.attack, self.defend, WHO[kind]) for kind in self._kinds}

    @cached_property
    def by_defend(self) -> dict[str, Volley]:
        """What the defender's does."""
        return {kind: _volley(self.defend, self.attack, WHO[kind]) for kind in self._kinds}

    @property
    def _kinds(self) -> tuple[str, ...]:
        return (STRIKE, FIRE, SPENT) if self.strikes else (FIRE,)

    def which(self, way: tuple[bool, bool], rows: slice = slice(None), columns: slice | np.ndarray = slice(None)) -> np.ndarray:
        """Return the pairs of states in which just these sides (attacker, defender) strike by surprise."""
        if not self.strikes:
            return np.ones(self.shape, dtype=bool)[rows, columns]
        found: np.ndarray = (self.attack_strikes[rows, columns] == way[0]) & (self.defend_strikes[rows, columns] == way[1])
        return found

    @one_thread
    def finish(self, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
        """Fight on until the battle is over: see `levels.finish`, and `lines.finish` where both sides stand in a line."""
        if self.strikes:
            return pairs.finish(self, mass, stop)
        fire, back = self.by_attack[FIRE], self.by_defend[FIRE]
        if fire.line and back.line:
            alive = self.alive if stop is None else self.alive & ~stop
            return lines.finish(mass, alive, fire.chance, back.chance)
        if fire.line and self.side_by_side and mass.any():
            return self._by_line(mass, self.alive if stop is None else self.alive & ~stop)
        return levels.finish(self, mass, stop)

    @property
    def side_by_side(self) -> bool:
        """Whether the attacker's states stand in several lines, as after anti-aircraft fire: whoever hits, one certain state follows."""
        pools = self.defend.pools(WHO[FIRE])
        return not self.strikes and len(pools) == 1 and all(pools[0][0])

    def _by_line(self, mass: np.ndarray, alive: np.ndarray) -> tuple[np.ndarray, float]:
        """Fight the battle on in each line of the attacker's states by itself, all at once."""
        (_, most), *_ = self.defend.pools(WHO[FIRE])
        hits = np.zeros((self.shape[1], most + 1))
        hits[:, self.by_defend[FIRE].ever] = self.by_defend[FIRE].chance
        begun, told = self._lines(np.any(mass, axis=1))
        # What has come to a state that several lines pass through goes on in the first of them.
        owner = np.full(self.shape[0], -1)
        for line, states in zip(range(len(begun) - 1, -1, -1), reversed(told), strict=True):
            owner[states] = line
        longest = max(map(len, told))
        rows = np.array([states + [states[-1]] * (longest - len(states)) for states in told])
        many = np.array([len(states) for states in told])
        real = np.arange(longest)[None, :] < many[:, None]
        mine = (owner[rows] == np.arange(len(told))[:, None]) & real
        found, fought = batched.finish(
            mass[rows] * mine[:, :, None], alive[rows] & real[:, :, None], self.by_attack[FIRE].chance[rows], hits, many
        )
        out = np.zeros_like(mass)
        np.add.at(out, rows[real], found[real])
        return out, fought

    def _lines(self, some: np.ndarray) -> tuple[list[int], list[list[int]]]:
        """Return where lines begin that hold some states of the attacker, and the states of each, hit by hit."""
        pool = self.defend.pools(WHO[FIRE])[0][0]
        following = self.attack.after([(pool, 1)])[:, 1]
        begun, told, covered = [], [], np.zeros(len(some), dtype=bool)
        for first in np.flatnonzero(some).tolist():
            if covered[first]:
                continue
            line = [first]
            while following[line[-1]] != line[-1]:
                line.append(int(following[line[-1]]))
            covered[line] = True
            begun.append(first)
            told.append(line)
        return begun, told

    @one_thread
    def round(self, mass: np.ndarray, alive: np.ndarray | None = None) -> np.ndarray:
        """Fight one round: see `levels.one_round`."""
        return levels.one_round(self, mass, self.alive if alive is None else alive)

    @one_thread
    def value(self, ends: np.ndarray, stop: np.ndarray | None = None) -> np.ndarray:
        """Return the expected value of where the battle ends, by the pair of states at the start of a round.

        Args:
            ends: the value of each pair if the battle ends there; or several values, one after the other in a last axis.
        """
        if ends.ndim == 2:
            return levels.value(self, ends[..., None], stop)[..., 0]
        return levels.value(self, ends, stop)


def _volley(army: Army, foes: Army, who: str) -> Volley:
    pools = army.pools(who)
    chance, line = army.scored(who, pools), foes.chain and len(pools) == 1
    if line:
        return Volley(chance, foes.after(pools), True)
    ever = np.flatnonzero(chance.max(axis=0) > FAINT)
    return Volley(chance[:, ever], foes.after(pools, ever), False, ever)
