"""The chances of a battle from round to round, over all pairs of states of its two sides.

A round of a battle on land is one step: both sides fire at once. At sea, submarines may fire before all others. Losses only
lead to later states, so that the chance of every end follows row by row (a row: one state of the attacker, every state of the
defender): rounds without effect are solved for, not repeated.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.odds import levels
from engine.odds.levels import WAYS
from engine.odds.states import FIRE, SPENT, STRIKE, WHO, Army
from engine.odds.systems import FAINT, TINY, solve_value


class Volley:
    """What a side's fire of one kind does: the chance of each combination of hits, and where it leads the other side.

    Args:
        chance: (own states, combinations). after: (states of the other side, combinations). line: whether the other side loses
        its units one after the other, so that the state after some hits is so many further on.
    """

    def __init__(self, chance: np.ndarray, after: np.ndarray, line: bool) -> None:
        self.chance, self.after, self.line = chance, after, line
        n, most = self.many, chance.shape[1] - 1
        if line:
            self._further, last = _further(n, most)
            self._padded = np.zeros((len(chance), most + 2))
            self._padded[:, :-1] = chance
            # Hits beyond the last unit do nothing more.
            tails = np.cumsum(self._padded[:, ::-1], axis=1)[:, ::-1]
            self._last = tails[:, last]
        else:
            self._flat = (after + (np.arange(n) * n)[:, None]).ravel()

    @property
    def many(self) -> int:
        """How many states the other side has."""
        return len(self.after)

    def rows(self, states: np.ndarray) -> np.ndarray:
        """Return, for states of who fires, the chance of each state (column) after each state (row) of the other side: (states, n, n)."""
        if self.line:
            out = self._padded[states][:, self._further]
            out[:, :, -1] = self._last[states]
            return out
        n, many = self.many, len(states)
        flat = self._flat if many == 1 else (self._flat + (np.arange(many) * n * n)[:, None]).ravel()
        weights = np.broadcast_to(self.chance[states, None], (many, *self.after.shape))
        return np.bincount(flat, weights.ravel(), many * n * n).reshape(many, n, n)

    def onto(self, state: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the states that one state of the other side may come to, and the chance of each by who fires: (own states, targets)."""
        after = self.after[state]
        if self.line:
            many = int(after[-1]) - state + 1
            chances = self.chance[:, :many]
            if many < self.chance.shape[1]:
                chances = chances.copy()
                chances[:, -1] += self.chance[:, many:].sum(axis=1)
            return np.arange(state, state + many), chances
        order = np.argsort(after, kind="stable")
        ranked = after[order]
        starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))
        return ranked[starts], np.add.reduceat(self.chance[:, order], starts, axis=1)


@lru_cache(maxsize=1024)
def _further(n: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, for states in a line, how many hits lead from one (row) to another (column), and from each to the last one."""
    further = np.arange(n)[None, :] - np.arange(n)[:, None]
    return np.where((further >= 0) & (further <= most), further, most + 1), np.minimum(n - 1 - np.arange(n), most + 1)


class Chain:
    """A battle of two armies at any round; see the module.

    Attributes:
        shape: (attacker's states, defender's states). alive: the pairs of states at which it goes on.
        by_attack, by_defend: what each side's fire does, by STRIKE, FIRE and SPENT. ways: those of WAYS that can be.
    """

    def __init__(self, attack: Army, defend: Army) -> None:
        self.attack, self.defend = attack, defend
        self.shape = len(attack.counts), len(defend.counts)
        self.strikes = attack.at_sea and bool(attack.boats.any() or defend.boats.any())
        kinds = (STRIKE, FIRE, SPENT) if self.strikes else (FIRE,)
        self.by_attack = {kind: _volley(attack, defend, WHO[kind]) for kind in kinds}
        self.by_defend = {kind: _volley(defend, attack, WHO[kind]) for kind in kinds}
        self.alive = attack.able[:, None] & defend.able[None, :]
        self.attack_strikes = attack.boats[:, None] & ~defend.hunts[None, :] if self.strikes else None
        self.defend_strikes = defend.boats[None, :] & ~attack.hunts[:, None] if self.strikes else None
        every = np.arange(self.shape[0])
        self.ways = [way for way in WAYS[: None if self.strikes else 1] if (self.which(way, every) & self.alive).any()]
        self._rows: dict[tuple[str, int], np.ndarray] = {}
        self._onto: dict[tuple[str, int], tuple[np.ndarray, np.ndarray]] = {}

    # -- parts of a round -----------------------------------------------------------------------

    def which(self, way: tuple[bool, bool], rows: np.ndarray) -> np.ndarray:
        """Return the pairs of states in which just these sides (attacker, defender) strike by surprise, in some rows."""
        if not self.strikes:
            return np.ones((len(rows), self.shape[1]), dtype=bool)
        return (self.attack_strikes[rows] == way[0]) & (self.defend_strikes[rows] == way[1])

    def fired_by_attack(self, kind: str, a: int) -> np.ndarray:
        """Return the defender's states after the attacker's fire."""
        if (kind, a) not in self._rows:
            self._rows[kind, a] = self.by_attack[kind].rows(np.array([a]))[0]
        return self._rows[kind, a]

    def fired_by_defend(self, kind: str, a: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the attacker's states after the defender's fire on one of them, by the defender's state."""
        if (kind, a) not in self._onto:
            self._onto[kind, a] = self.by_defend[kind].onto(a)
        return self._onto[kind, a]

    # -- forward --------------------------------------------------------------------------------

    def finish(self, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
        """Fight on until the battle is over: see `levels.finish`."""
        return levels.finish(self, mass, stop)

    def _parts(self, a: int) -> list[tuple[int, Part]]:
        """Return the parts of a row's round by who strikes by surprise."""
        found = []
        for way in self.ways:
            mine, theirs = way
            strike = self.fired_by_attack(STRIKE, a) if mine else None
            struck_none, struck_others = np.ones(self.shape[1]), None
            if theirs:
                struck_none, struck_others = _split(*self.fired_by_defend(STRIKE, a), a)
            fire = self.fired_by_attack(SPENT if mine else FIRE, a)
            none, others = _split(*self.fired_by_defend(SPENT if theirs else FIRE, a), a)
            which = self.which(way, np.array([a]))[0]
            found.append((WAYS.index(way), Part(which, strike, struck_none, struck_others, fire, none, others)))
        return found

    def round(self, mass: np.ndarray, alive: np.ndarray | None = None) -> np.ndarray:
        """Fight one round; return the chances after it. What is over (not `alive`) stays as it is."""
        alive = self.alive if alive is None else alive
        out = np.where(alive, 0.0, mass)
        going = np.where(alive, mass, 0.0)
        rows = np.flatnonzero(going.sum(axis=1) >= TINY)
        if not self.strikes:
            for a in rows:
                targets, suffered = self.fired_by_defend(FIRE, a)
                out[targets] += (suffered * going[a][:, None]).T @ self.fired_by_attack(FIRE, a)
            return out
        mid = np.zeros((len(WAYS), *self.shape))
        for a in rows:
            for at, part in self._parts(a):
                mine = going[a] * part.which
                struck = mine * part.struck_none
                mid[at, a] += struck if part.strike is None else struck @ part.strike
                if part.struck_others is not None:
                    _pass_on(mid[at], part.struck_others, mine, part.strike)
        for a in np.flatnonzero(mid.sum(axis=(0, 2)) >= TINY):
            for at, part in self._parts(a):
                out[a] += (mid[at, a] * part.none) @ part.fire
                _pass_on(out, part.others, mid[at, a], part.fire)
        return out

    # -- backward -------------------------------------------------------------------------------

    def value(self, ends: np.ndarray, stop: np.ndarray | None = None) -> np.ndarray:
        """Return, for each pair of states at the start of a round, the expected value of where the battle ends.

        Args:
            ends: the value of each pair if the battle ends there; or several values, one after the other in a last axis.
        """
        if ends.ndim == 2:
            return self.value(ends[..., None], stop)[..., 0]
        alive = self.alive if stop is None else self.alive & ~stop
        out = ends.astype(float)
        mid = np.zeros((len(WAYS), *ends.shape)) if self.strikes else None
        for a in range(self.shape[0] - 1, -1, -1):
            if self.strikes:
                self._value_at_sea(a, out, mid, alive[a])
            elif alive[a].any():
                fire, (targets, suffered) = self.fired_by_attack(FIRE, a), self.fired_by_defend(FIRE, a)
                none, others = _split(targets, suffered, a)
                gain = _gained(others, fire, out)
                out[a] = solve_value(none[:, None] * fire, gain, out[a], alive[a])
        return out

    def _value_at_sea(self, a: int, out: np.ndarray, mid: np.ndarray, alive: np.ndarray) -> None:
        parts, n = self._parts(a), self.shape[1]
        within, gain, ahead = np.zeros((n, n)), np.zeros_like(out[a]), []
        for at, part in parts:
            fired = _gained(part.others, part.fire, out)
            stays = part.none[:, None] * part.fire
            ahead.append((at, fired, stays))
            strike = np.eye(n) if part.strike is None else part.strike
            struck = part.struck_none[:, None] * strike
            here = struck @ fired
            if part.struck_others is not None and len(part.struck_others[0]):
                here = here + _gained(part.struck_others, strike, mid[at])
            gain += np.where(part.which[:, None], here, 0.0)
            within += part.which[:, None] * (struck @ stays)
        out[a] = solve_value(within, gain, out[a], alive)
        for at, fired, stays in ahead:
            mid[at, a] = fired + stays @ out[a]


class Part(NamedTuple):
    """A round of one row, for the defender's states in which the same sides strike by surprise."""

    which: np.ndarray
    strike: np.ndarray | None
    struck_none: np.ndarray
    struck_others: tuple[np.ndarray, np.ndarray] | None
    fire: np.ndarray
    none: np.ndarray
    others: tuple[np.ndarray, np.ndarray]


def _volley(army: Army, foes: Army, who: str) -> Volley:
    pools = army.pools(who)
    chance, line = army.scored(who, pools), foes.chain and len(pools) == 1
    if line:
        return Volley(chance, foes.after(pools), True)
    ever = np.flatnonzero(chance.max(axis=0) > FAINT)
    return Volley(chance[:, ever], foes.after(pools, ever), False)


def _split(targets: np.ndarray, chances: np.ndarray, own: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Return the chance that a state stays as it is, and the other states with theirs."""
    if targets[0] == own:
        return chances[:, 0], (targets[1:], chances[:, 1:])
    return np.zeros(len(chances)), (targets, chances)


def _pass_on(
    mass: np.ndarray, others: tuple[np.ndarray, np.ndarray], chances: np.ndarray, fire: np.ndarray | None
) -> None:
    """Add to other rows what this row passes on: its chances by the defender's state, times both sides' fire."""
    some = np.flatnonzero(chances > FAINT)
    if not len(some) or not len(others[0]):
        return
    part = slice(some[0], some[-1] + 1)
    weighed = others[1][part] * chances[part, None]
    if fire is None:
        mass[others[0], part] += weighed.T
    else:
        mass[others[0], part.start :] += weighed.T @ fire[part, part.start :]


def _gained(others: tuple[np.ndarray, np.ndarray], fire: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return what each of the defender's states gains from other rows: the expected value after both sides' fire."""
    targets, chances = others
    return np.einsum("jt,tjk->jk", chances, fire @ value[targets])
