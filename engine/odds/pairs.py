"""A battle at sea with submarines to its end: at once all pairs of states with which both sides together can take the same number of hits.

No such pair leads to another one of them but only to itself, by a round without effect, which a division solves for. Where the pairs
of a group lead is one product of two matrices: their chances and the attacker's fire, times the defender's fire. So a group costs a few
calls on arrays, however many states it has; `levels.py`, with a few for each state of the attacker, tells the same chances.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.odds.states import ALL
from engine.odds.systems import NEVER

if TYPE_CHECKING:
    from engine.odds.chain import Chain
    from engine.odds.states import Army

LOST = 1e-16
"""A pair, and a combination of hits, with less chance than this is not followed further."""

NOBODY, EVERYBODY, STRIKERS, REST = range(4)
"""Who of a side fires: none; all; submarines alone by surprise; all but submarines, which have struck."""
WAYS = ((False, False), (True, True), (True, False), (False, True))
"""Which sides strike by surprise in a round: attacker, defender."""
STRIKE = np.array([[STRIKERS if way[side] else NOBODY for way in WAYS] for side in (0, 1)])
FIRE = np.array([[REST if way[side] else EVERYBODY for way in WAYS] for side in (0, 1)])
"""By side and way: who fires in the strike, and who after it."""


class Shots:
    """What a side's fire does, whoever of it fires.

    Attributes:
        many: how many states the other side has. chance: (who fires and its state, who by who; combinations of hits).
        after: (states of the other side, combinations), where they lead. misses: (the other side's states; who fires and its state), the
            chance that nothing changes.
    """

    def __init__(self, army: Army, foes: Army) -> None:
        pools = army.pools(ALL)
        chance = army.scored_by_all(pools)
        ever = (chance.max(axis=0) > LOST).nonzero()[0]
        self.many, self.after, self.chance = len(foes.counts), foes.after(pools, ever), chance[:, ever]
        stays = self.after == np.arange(self.many)[:, None]
        state, idle = stays.nonzero()
        # No hits at all leave every state what it is, so that none is left out.
        self.misses = np.add.reduceat(self.chance.T[idle], np.searchsorted(state, np.arange(self.many)), axis=0)

    def led(self, who: np.ndarray, hit: np.ndarray, first: int, chances: np.ndarray) -> np.ndarray:
        """Return, of some that fire (rows of `chance`) at as many states, the chance of each state from the first on.

        Args:
            chances: how likely each of them is; combinations that are unlikely for all of them are left out.
        """
        some = (np.bincount(who, chances, len(self.chance)) @ self.chance > LOST).nonzero()[0]
        if len(some) < self.chance.shape[1]:
            chance, after = self.chance[who[:, None], some], self.after[hit[:, None], some]
        else:
            chance, after = self.chance[who], self.after[hit]
        rows, later = len(who), self.many - first
        after += (np.arange(rows) * later - first)[:, None]
        return np.bincount(after.ravel(), chance.ravel(), rows * later).reshape(rows, later)


def finish(chain: Chain, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
    """Fight on until the battle is over: see `levels.finish`."""
    return _Battle(chain, stop).finish(mass)


class _Battle:
    """A battle as it is worked out: pairs of states, flat, in groups that can take as many hits, most first.

    Attributes:
        pairs: their numbers in that order, in which all else is. bounds: where groups begin. mine, theirs: the states of each.
        way: number of WAYS by which it is fought. going: whether it goes on. times: how often a round begins, come to once.
        strikers: who strikes in it, of each side: rows of `Shots.chance`. holds: the chance that a strike changes nothing.
        between: by WAYS but the first, where what has struck is kept until it fires. stays: the chance that it then changes nothing.
        firing: by WAYS, who then fires, of each side.
    """

    def __init__(self, chain: Chain, stop: np.ndarray | None) -> None:
        n, m = self.shape = chain.shape
        self.attack, self.defend = Shots(chain.attack, chain.defend), Shots(chain.defend, chain.attack)
        left = (chain.attack.left[:, None] + chain.defend.left[None, :]).ravel()
        self.pairs = np.argsort(-left, kind="stable")
        self.bounds = [0, *((np.diff(left[self.pairs])).nonzero()[0] + 1).tolist(), n * m]
        self.mine, self.theirs = np.divmod(self.pairs, m)
        self.way = np.where(chain.attack_strikes, np.where(chain.defend_strikes, 1, 2), np.where(chain.defend_strikes, 3, 0)).ravel()[
            self.pairs
        ]
        ways = np.arange(len(WAYS))[:, None]
        self.firing = FIRE[0][ways] * n + self.mine, FIRE[1][ways] * m + self.theirs
        self.strikers = STRIKE[0][self.way] * n + self.mine, STRIKE[1][self.way] * m + self.theirs
        self.stays = self._missed(*self.firing)
        self.holds = self._missed(*self.strikers)
        again = self.holds * self.stays[self.way, np.arange(n * m)]
        going = chain.alive & ~chain.blind
        self.going = (going if stop is None else going & ~stop).ravel()[self.pairs] & (again < NEVER)
        self.times = self.going / np.where(self.going, 1.0 - again, 1.0)
        self.between = (self.mine * (len(WAYS) - 1) + ways[:-1]) * m + self.theirs

    def _missed(self, mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        """Return the chance that nothing changes at each pair when these fire."""
        found: np.ndarray = self.attack.misses[self.theirs, mine] * self.defend.misses[self.mine, theirs]
        return found

    def finish(self, mass: np.ndarray) -> tuple[np.ndarray, float]:
        """Return the chance of each end, and the expected number of rounds."""
        mass, fought, begun = mass.copy(), 0.0, False
        struck = np.zeros((self.shape[0], len(WAYS) - 1, self.shape[1]))
        flat, between = mass.ravel(), struck.ravel()
        for start, end in pairwise(self.bounds):
            group = slice(start, end)
            visits = flat[self.pairs[group]]
            waiting = between[self.between[:, group]] if begun else None
            if waiting is not None:
                visits = visits + (waiting * self.stays[1:, group]).sum(axis=0)
            visits = visits * self.times[group]
            some = (visits > LOST).nonzero()[0]
            at, chances = some + start, visits[some]
            fought += float(chances.sum())
            way = self.way[at]
            strike = way.nonzero()[0]
            if len(strike):
                begun = True
                waiting = np.zeros((len(WAYS) - 1, end - start)) if waiting is None else waiting
                waiting[way[strike] - 1, some[strike]] += chances[strike] * self.holds[at[strike]]
            if waiting is None:
                self._pass_on(mass, at, chances, self.firing[0][0, at], self.firing[1][0, at])
            else:
                self._both(mass, struck, at, way, chances, waiting, start)
            flat[self.pairs[at]] = 0.0
        return mass, fought

    def _both(
        self,
        mass: np.ndarray,
        struck: np.ndarray,
        at: np.ndarray,
        way: np.ndarray,
        chances: np.ndarray,
        waiting: np.ndarray,
        start: int,
    ) -> None:
        """Let some pairs strike and others fire, among them what has struck before and what strikes without effect.

        Args:
            mass, struck: changed. at, way, chances: the pairs at which a round begins. waiting: by WAYS but the first, and by the pairs
                from `start` on, what has struck and is to fire.
        """
        ways, fires = (waiting > LOST).nonzero()
        plain, strike = (way == 0).nonzero()[0], way.nonzero()[0]
        many = len(strike)
        by = np.concatenate([way[strike], np.zeros(len(plain), dtype=np.int64), ways + 1])
        who = np.concatenate([at[strike], at[plain], fires + start])
        chances = np.concatenate([chances[strike], chances[plain], waiting[ways, fires]])
        if not len(who):
            return
        mine, theirs = self.firing[0][by, who], self.firing[1][by, who]
        mine[:many], theirs[:many] = self.strikers[0][who[:many]], self.strikers[1][who[:many]]
        low, high, hit, back = self._led(who, chances, mine, theirs)
        mass[low:, high:] += back[many:].T @ hit[many:]
        if many:
            for one in np.bincount(by[:many]).nonzero()[0].tolist():
                these = (by[:many] == one).nonzero()[0]
                struck[low:, one - 1, high:] += back[these].T @ hit[these]

    def _pass_on(self, mass: np.ndarray, at: np.ndarray, chances: np.ndarray, mine: np.ndarray, theirs: np.ndarray) -> None:
        """Add to `mass` where some pairs lead when these fire."""
        if len(at):
            low, high, hit, back = self._led(at, chances, mine, theirs)
            mass[low:, high:] += back.T @ hit

    def _led(self, at: np.ndarray, chances: np.ndarray, mine: np.ndarray, theirs: np.ndarray) -> tuple[int, int, np.ndarray, np.ndarray]:
        """Return where some pairs lead: the first state of each side, the defender's states after the fire, the attacker's with chances."""
        low, high = int(self.mine[at].min()), int(self.theirs[at].min())
        hit = self.attack.led(mine, self.theirs[at], high, chances)
        back = self.defend.led(theirs, self.mine[at], low, chances)
        back = back * chances[:, None]
        return low, high, hit, back
