"""The rounds of a battle, level by level: at once all states of the attacker that can still take the same number of hits.

No state of a level leads to another one of it, so that their rows are worked out together (a row: one state of the attacker, every
state of the defender). One round, a battle to its end, and the values of its ends backward go through the same parts of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.odds.states import FIRE, SPENT, STRIKE
from engine.odds.systems import FAINT, FEW_ROUNDS, MANY_STATES, NOTHING, TINY, solve, solve_value

if TYPE_CHECKING:
    from engine.odds.chain import Chain, Volley

WAYS = ((False, False), (False, True), (True, False), (True, True))
"""Which sides strike by surprise in a round: attacker, defender."""
CELLS = 2_000_000
"""Numbers that are worked on at once, at most, in a pass backward: it takes all outcomes of a level's rows apart."""


class Loss(NamedTuple):
    """The defender's fire of one kind at the rows of a level.

    Attributes:
        after: (rows, combinations of hits), the rows they lead to. stays: which lead to the row itself.
        chance: (defender's states, combinations). none: the chance that a row stays, (rows, defender's states).
    """

    after: np.ndarray
    stays: np.ndarray
    chance: np.ndarray
    none: np.ndarray


class Part(NamedTuple):
    """A round of some rows, for the defender's states in which the same sides strike by surprise.

    Attributes:
        at: number of WAYS. which: (rows, defender's states). strike, fire: (rows, defender's states, the same after it).
        came: the chances that something struck its way here from earlier rows and has yet to fire; None: of none.
    """

    at: int
    which: np.ndarray
    came: np.ndarray | None
    strike: np.ndarray | None
    struck: Loss | None
    fire: np.ndarray
    loss: Loss

    def struck_alone(self, chances: np.ndarray) -> np.ndarray:
        """Return what of these chances stays in its row under the defender's strike."""
        return chances if self.struck is None else chances * self.struck.none

    @property
    def stays(self) -> np.ndarray:
        """The chance of each state of the defender after both sides' fire, where it takes nobody out of the row."""
        return self.loss.none[:, :, None] * self.fire

    @property
    def within(self) -> np.ndarray:
        """The same for the whole round, from the states in which these sides strike."""
        stays = self.stays if self.strike is None else self.strike @ self.stays
        return self.struck_alone(self.which)[:, :, None] * stays

    def again(self, chances: np.ndarray) -> np.ndarray:
        """Return what a round makes of chances, as far as they stay in their rows."""
        firing = self.struck_alone(chances * self.which)
        firing = firing if self.strike is None else _after(firing, self.strike)
        return _after(firing * self.loss.none, self.fire)

    def leave(self, chances: np.ndarray, mass: np.ndarray, mid: np.ndarray | None) -> np.ndarray:
        """Pass on what leaves the rows, of chances at the start of the round; return what fired within them."""
        mine = chances * self.which
        if self.struck is not None and mid is not None:
            _pass_on(mid[self.at], self.struck, mine, self.strike)
        firing = self.struck_alone(mine)
        firing = firing if self.strike is None else _after(firing, self.strike)
        firing = firing if self.came is None else firing + self.came
        _pass_on(mass, self.loss, firing, self.fire)
        return firing


def finish(chain: Chain, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
    """Fight on until the battle is over; return the chance of each end, and the expected number of further rounds.

    Args:
        mass: (attacker's states, defender's states), the chance of each pair at the start of a round.
        stop: pairs at which the battle is broken off.
    """
    mass, alive, fought = mass.copy(), _going_on(chain, stop), 0.0
    mid = _nothing(chain)
    for rows in _likely(chain, mass, mid, alive):
        # What is before the first state of the defender that is likely here stays as it is: losses lead to later states.
        first = _first(mass[rows], None if mid is None else mid[:, rows])
        later, between = mass[:, first:], None if mid is None else mid[:, :, first:]
        parts = _parts(chain, rows, between, alive[rows, first:], first=first)
        start = later[rows]
        for part in parts:
            start = start if part.came is None else start + _after(part.came * part.loss.none, part.fire)
        going = alive[rows, first:] & ~chain.blind[rows, first:]
        x = _come_to(parts, start, going)
        later[rows] = np.where(going, 0.0, x)
        x = np.where(going, x, 0.0)
        for part in parts:
            part.leave(x, later, between)
        fought += float(x.sum())
    return mass, fought


def _come_to(parts: list[Part], start: np.ndarray, going: np.ndarray) -> np.ndarray:
    """Return the expected number of times that each state of some rows is come to (of an end: the chance).

    Round after round, if they soon come to nothing, which for many states costs less than to solve for all.

    Args:
        start, going: (rows, states), the chance at first, and where the battle goes on.
    """
    if start.shape[1] >= MANY_STATES:
        out, more = start.copy(), start
        for _ in range(FEW_ROUNDS):
            more = more * going
            more = sum((part.again(more) for part in parts), np.zeros_like(start))
            out += more
            if more.max() <= NOTHING:
                return out
    within = sum((part.within for part in parts), np.zeros((*start.shape, start.shape[1])))
    return solve(within, start, going)[1]


def one_round(chain: Chain, mass: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Fight one round; return the chances after it. What is over (not `alive`) stays as it is."""
    out, going, mid = np.where(alive, 0.0, mass), np.where(alive, mass, 0.0), _nothing(chain)
    for rows in _likely(chain, going, mid, alive):
        for part in _parts(chain, rows, mid, alive[rows]):
            firing = part.leave(going[rows], out, mid)
            out[rows] += _after(firing * part.loss.none, part.fire)
    return out


def value(chain: Chain, ends: np.ndarray, stop: np.ndarray | None = None) -> np.ndarray:
    """Return, for each pair of states at the start of a round, the expected values of where the battle ends.

    Args:
        ends: (attacker's states, defender's states, values), those of each pair if the battle ends there.
    """
    out, alive = ends.astype(float), _going_on(chain, stop)
    mid = np.zeros((len(WAYS), *ends.shape)) if chain.strikes else None
    for rows in reversed(_levels(chain.attack.left)):
        if mid is not None or alive[rows].any():
            _value_before(chain, rows, out, mid, alive[rows])
    return out


def _value_before(chain: Chain, rows: np.ndarray, out: np.ndarray, mid: np.ndarray | None, alive: np.ndarray) -> None:
    """Work out the values of a level's rows from those of all later ones.

    Args:
        mid: by WAYS, the values of what has struck and not yet fired; changed, as `out` is.
    """
    gain, within = np.zeros_like(out[rows]), np.zeros((len(rows), chain.shape[1], chain.shape[1]))
    parts = _parts(chain, rows, None, alive, every=mid is not None)
    fired = [_gained(part.loss, part.fire, out) for part in parts]
    for part, later in zip(parts, fired, strict=True):
        here = later if part.strike is None else part.strike @ later
        if part.struck is not None and mid is not None:
            here = part.struck.none[..., None] * here + _gained(part.struck, part.strike, mid[part.at])
        gain += part.which[..., None] * here
        within += part.within
    out[rows] = solve_value(within, gain, out[rows], alive)
    if mid is not None:
        for part, later in zip(parts, fired, strict=True):
            mid[part.at, rows] = later + part.stays @ out[rows]


def _going_on(chain: Chain, stop: np.ndarray | None) -> np.ndarray:
    return chain.alive if stop is None else chain.alive & ~stop


def _nothing(chain: Chain) -> np.ndarray | None:
    """Return the chances, by WAYS, of what has struck and not yet fired, where somebody may strike: none so far."""
    return np.zeros((len(WAYS), *chain.shape)) if chain.strikes else None


def _levels(left: np.ndarray) -> list[np.ndarray]:
    return np.split(np.arange(len(left)), np.flatnonzero(np.diff(left)) + 1)


def _likely(chain: Chain, mass: np.ndarray, mid: np.ndarray | None, alive: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the rows of each level that something comes to, as it has come to them by then."""
    for rows in _levels(chain.attack.left):
        here = mass[rows].sum(axis=1) * alive[rows].any(axis=1)
        here = here if mid is None else here + mid[:, rows].sum(axis=(0, 2))
        if len(some := rows[here >= TINY]):
            yield some


def _first(mass: np.ndarray, mid: np.ndarray | None) -> int:
    """Return the first state of the defender that something has likely come to, or that has struck and not yet fired."""
    some = (mass > FAINT).any(axis=0)
    some = some if mid is None else some | (mid > FAINT).any(axis=(0, 1))
    return int(some.argmax())


def _parts(
    chain: Chain, rows: np.ndarray, mid: np.ndarray | None, alive: np.ndarray, every: bool = False, first: int = 0
) -> list[Part]:
    """Return the parts of a level's round that something comes to, or all; of the defender's states from the first one on."""
    found = []
    for way in chain.ways:
        at = WAYS.index(way)
        which = chain.which(way, rows)[:, first:]
        came = None if mid is None or not mid[at, rows].any() else mid[at, rows]
        if came is None and not every and not (which & alive).any():
            continue
        mine, theirs = way
        strike = chain.by_attack[STRIKE].rows(rows, first) if mine else None
        struck = _loss(chain.by_defend[STRIKE], rows, first) if theirs else None
        fire = chain.by_attack[SPENT if mine else FIRE].rows(rows, first)
        found.append(
            Part(at, which, came, strike, struck, fire, _loss(chain.by_defend[SPENT if theirs else FIRE], rows, first))
        )
    return found


def _loss(volley: Volley, rows: np.ndarray, first: int) -> Loss:
    after, chance = volley.after[rows], volley.chance[first:]
    stays = after == rows[:, None]
    return Loss(after, stays, chance, stays @ chance.T)


def _after(chances: np.ndarray, fire: np.ndarray) -> np.ndarray:
    """Return the chances of the defender's states after fire, row by row."""
    return (chances[:, None, :] @ fire)[:, 0]


def _gained(loss: Loss, fire: np.ndarray | None, value: np.ndarray) -> np.ndarray:
    """Return what the rows gain by leaving: the expected values of (row, defender's state) after both sides' fire."""
    rows, combos = loss.after.shape
    many, kinds = value.shape[1:]
    out = np.empty((rows, many, kinds))
    step = max(1, CELLS // max(1, (combos + many) * many * kinds))
    for first in range(0, rows, step):
        part = slice(first, first + step)
        later = value[loss.after[part]] * ~loss.stays[part, :, None, None]
        # The defender's state decides how likely its hits are, and only then is it hit itself.
        if fire is None:
            out[part] = np.einsum("jc,rcjv->rjv", loss.chance, later)
        else:
            mean = (loss.chance @ later.reshape(len(later), combos, -1)).reshape(len(later), many, many, kinds)
            out[part] = np.einsum("rjk,rjkv->rjv", fire[part], mean)
    return out


def _pass_on(mass: np.ndarray, loss: Loss, chances: np.ndarray, fire: np.ndarray | None) -> None:
    """Add to other rows what these pass on: their chances by the defender's state, times both sides' fire."""
    some = np.flatnonzero((chances > FAINT).any(axis=0))
    if not len(some):
        return
    part = slice(some[0], some[-1] + 1)
    likely = np.flatnonzero(chances[:, part].max(axis=0) @ loss.chance[part] > FAINT)
    leaves = ~loss.stays[:, likely]
    moved = chances[:, None, part] * loss.chance[part, likely].T
    rows = loss.after[:, likely][leaves]
    if fire is None:
        _add(mass[:, part], rows, moved[leaves])
    else:
        _add(mass[:, part.start :], rows, (moved @ fire[:, part, part.start :])[leaves])


def _add(mass: np.ndarray, rows: np.ndarray, more: np.ndarray) -> None:
    """Add to rows of `mass`, of which several may be the same."""
    if not len(rows):
        return
    order = np.argsort(rows, kind="stable")
    ranked = rows[order]
    starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))
    mass[ranked[starts]] += np.add.reduceat(more[order], starts, axis=0)
