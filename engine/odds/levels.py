"""The rounds of a battle, level by level: at once all states of the attacker that can still take the same number of hits.

No state of a level leads to another one of it, so that their rows are worked out together (a row: one state of the attacker; a column:
one of the defender), in a large battle only those columns that something is likely to come to. One round, a battle to its end, and the
values of its ends backward go through the same parts of a round.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.odds.states import FIRE, SPENT, STRIKE
from engine.odds.systems import FAINT, FEW_ROUNDS, MANY_STATES, NOTHING, solve, solve_value

if TYPE_CHECKING:
    from engine.odds.chain import Chain, Volley

WAYS = ((False, False), (False, True), (True, False), (True, True))
"""Which sides strike by surprise in a round: attacker, defender."""
CELLS = 2_000_000
"""Numbers that are worked on at once, at most, in a pass backward."""
FEW = 64
"""States of the defender up to which all later ones are followed with those that are likely."""


class Loss(NamedTuple):
    """The defender's fire of one kind at some rows, by those in some columns.

    Attributes:
        after: (rows, combinations of hits), the rows they lead to. chance: (columns, combinations).
        kept: the chance that a row stays, (rows, columns).
    """

    after: np.ndarray
    chance: np.ndarray
    kept: np.ndarray


class Part(NamedTuple):
    """A round of some rows, for those of some columns (states of the defender) in which the same sides strike by surprise.

    Attributes:
        at: number of WAYS. rows, columns: the attacker's states, the defender's. which: (rows, columns).
        strike, fire: (rows, columns, the defender's states from the first column on), where the attacker's strike and fire lead.
        struck, loss: what the defender's do.
        came: the chances that something struck its way here from earlier states and has yet to fire; None: of none.
    """

    at: int
    rows: slice
    columns: np.ndarray
    which: np.ndarray
    came: np.ndarray | None
    strike: np.ndarray | None
    struck: Loss | None
    fire: np.ndarray
    loss: Loss

    @property
    def begun(self) -> np.ndarray:
        """Where these sides strike, the chance that the defender's strike takes nobody out of the row."""
        return self.which if self.struck is None else self.which * self.struck.kept

    @property
    def within(self) -> np.ndarray:
        """The chance to come from one of the columns to another in a round, in the same row."""
        stays = self.loss.kept[:, :, None] * self.among(self.fire)
        stays = stays if self.strike is None else self.among(self.strike) @ stays
        found: np.ndarray = self.begun[:, :, None] * stays
        return found

    def again(self, chances: np.ndarray) -> np.ndarray:
        """Return what a round makes of chances in the rows and columns, as far as they stay there."""
        firing = chances * self.begun
        if self.strike is not None:
            firing = (firing[:, None] @ self.strike)[:, 0, self.columns - self.columns[0]]
        return self.stay(firing)

    def stay(self, firing: np.ndarray) -> np.ndarray:
        """Return the same of chances of what is about to fire."""
        found: np.ndarray = ((firing * self.loss.kept)[:, None] @ self.fire)[:, 0, self.columns - self.columns[0]]
        return found

    def among(self, fire: np.ndarray) -> np.ndarray:
        """Return where fire leads among the columns."""
        return fire if fire.shape[1] == fire.shape[2] else fire[:, :, self.columns - self.columns[0]]

    def struck_by(self, chances: np.ndarray, mid: np.ndarray | None) -> np.ndarray:
        """Return the chances of what fires in the rows and columns, of those at the start of the round; all else goes to `mid`."""
        mine = chances * self.which
        fires = chances * self.begun
        if self.struck is not None and mid is not None:
            _pass_on(mid[self.at], self.struck, mine, self.strike, self.rows, self.columns)
        if self.strike is not None and mid is not None:
            fires = self.beyond((fires[:, None] @ self.strike)[:, 0], mid[self.at])
        found: np.ndarray = fires if self.came is None else fires + self.came
        return found

    def beyond(self, chances: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return of chances in the rows, from the first column on, those in the columns; add the rest to `others`."""
        here = self.columns - self.columns[0]
        found = chances[:, here]
        if len(here) < chances.shape[1]:
            chances[:, here] = 0.0
            others[self.rows, self.columns[0] :] += chances
        return found


def finish(chain: Chain, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
    """Fight on until the battle is over; return the chance of each end, and the expected number of further rounds.

    Args:
        mass: (attacker's states, defender's states), the chance of each pair at the start of a round.
        stop: pairs at which the battle is broken off.
    """
    mass, fought = mass.copy(), 0.0
    ends, mid = _going_on(chain, stop) & ~chain.blind, _nothing(chain)
    for level in _levels(chain):
        # What a level's states pass on to columns that were not likely before is followed after that.
        while found := _likely(mass, mid, ends, level):
            fought += _follow(chain, *found, mass, mid, ends)
    return mass, fought


def _follow(chain: Chain, rows: slice, columns: np.ndarray, mass: np.ndarray, mid: np.ndarray | None, ends: np.ndarray) -> float:
    """Pass on what is in some rows and columns, until nothing of it is left there; return the expected number of rounds."""
    going = ends[rows, columns]
    start = mass[rows, columns]
    parts = _parts(chain, rows, columns, mid, going)
    for part in parts:
        if part.came is not None and mid is not None:
            start = start + part.stay(part.came)
            mid[part.at][rows, columns] = 0.0
    x = _come_to(parts, start, going)
    mass[rows, columns] = np.where(going, 0.0, x)
    x = np.where(going, x, 0.0)
    for part in parts:
        fires = part.struck_by(x, mid)
        _pass_on(mass, part.loss, fires, part.fire, rows, columns)
        part.beyond(((fires * part.loss.kept)[:, None] @ part.fire)[:, 0], mass)
    return float(x.sum())


def _come_to(parts: list[Part], start: np.ndarray, going: np.ndarray) -> np.ndarray:
    """Return the expected number of times that each state of some rows and columns is come to (of an end: the chance).

    Round after round, if they soon come to nothing, which for many states costs less than to solve for all.

    Args:
        start, going: (rows, columns), the chance at first, and where the battle goes on.
    """
    if start.shape[1] >= MANY_STATES:
        out, more = start.copy(), start
        for _ in range(FEW_ROUNDS):
            more = more * going
            more = sum((part.again(more) for part in parts[1:]), parts[0].again(more))
            out += more
            if more.max() <= NOTHING:
                return out
    within = sum((part.within for part in parts[1:]), parts[0].within)
    return solve(within, start, going)[1]


def one_round(chain: Chain, mass: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Fight one round; return the chances after it. What is over (not `alive`) stays as it is."""
    out, going, mid = np.where(alive, 0.0, mass), np.where(alive, mass, 0.0), _nothing(chain)
    for rows in _levels(chain):
        some = going[rows].any(axis=0) if mid is None else going[rows].any(axis=0) | mid[:, rows].any(axis=(0, 1))
        if not some.any():
            continue
        columns = np.arange(int(some.argmax()), chain.shape[1])
        for part in _parts(chain, rows, columns, mid, alive[rows, columns]):
            fires = part.struck_by(going[rows, columns], mid)
            _pass_on(out, part.loss, fires, part.fire, rows, columns)
            out[rows, columns[0] :] += ((fires * part.loss.kept)[:, None] @ part.fire)[:, 0]
    return out


def value(chain: Chain, ends: np.ndarray, stop: np.ndarray | None = None) -> np.ndarray:
    """Return, for each pair of states at the start of a round, the expected values of where the battle ends.

    Args:
        ends: (attacker's states, defender's states, values), those of each pair if the battle ends there.
    """
    out, alive = ends.astype(float), _going_on(chain, stop)
    mid = np.zeros((len(WAYS), *ends.shape)) if chain.strikes else None
    for rows in reversed(_levels(chain)):
        if mid is not None or alive[rows].any():
            _value_before(chain, rows, out, mid, alive[rows])
    return out


def _value_before(chain: Chain, rows: slice, out: np.ndarray, mid: np.ndarray | None, alive: np.ndarray) -> None:
    """Work out the values of a level's rows from those of all later ones.

    Args:
        mid: by WAYS, the values of what has struck and not yet fired; changed, as `out` is.
    """
    every = np.arange(chain.shape[1])
    parts = _parts(chain, rows, every, None, alive, every=mid is not None)
    gain, within = np.zeros_like(out[rows]), np.zeros((*alive.shape, chain.shape[1]))
    fired = [_gained(part.loss, part.fire, out, rows) for part in parts]
    for part, later in zip(parts, fired, strict=True):
        here = later if part.strike is None else part.strike @ later
        if part.struck is not None and mid is not None:
            own = part.struck.kept[..., None]
            here = own * here + _gained(part.struck, part.strike, mid[part.at], rows)
        gain += part.which[..., None] * here
        within += part.within
    out[rows] = solve_value(within, gain, out[rows], alive)
    if mid is not None:
        for part, later in zip(parts, fired, strict=True):
            mid[part.at, rows] = later + (part.loss.kept[:, :, None] * part.fire) @ out[rows]


def _gained(loss: Loss, fire: np.ndarray | None, value: np.ndarray, rows: slice) -> np.ndarray:
    """Return what the rows gain by leaving: the expected values of (row, defender's state) after both sides' fire."""
    (here, combos), own = loss.after.shape, np.arange(rows.start, rows.stop)[:, None]
    many, kinds = value.shape[1:]
    out = np.empty((here, many, kinds))
    step = max(1, CELLS // max(1, (combos + many) * many * kinds))
    for first in range(0, here, step):
        part = slice(first, first + step)
        later = value[loss.after[part]] * (loss.after[part] != own[part])[..., None, None]
        # The defender's state decides how likely its hits are, and only then is it hit itself.
        if fire is None:
            out[part] = np.einsum("jc,rcjv->rjv", loss.chance, later)
        else:
            mean = (loss.chance @ later.reshape(len(later), combos, -1)).reshape(len(later), many, many, kinds)
            out[part] = np.einsum("rjk,rjkv->rjv", fire[part], mean)
    return out


def _going_on(chain: Chain, stop: np.ndarray | None) -> np.ndarray:
    found: np.ndarray = chain.alive if stop is None else chain.alive & ~stop
    return found


def _nothing(chain: Chain) -> np.ndarray | None:
    """Return the chances, by WAYS, of what has struck and not yet fired, where somebody may strike: none so far."""
    return np.zeros((len(WAYS), *chain.shape)) if chain.strikes else None


def _levels(chain: Chain) -> list[slice]:
    """Return the attacker's states that can still take the same number of hits."""
    left = chain.attack.left
    bounds = [0, *(np.flatnonzero(np.diff(left)) + 1).tolist(), len(left)]
    return [slice(first, last) for first, last in pairwise(bounds)]


def _likely(mass: np.ndarray, mid: np.ndarray | None, going: np.ndarray, level: slice) -> tuple[slice, np.ndarray] | None:
    """Return the rows of a level, and the columns, in which something is likely enough to be followed; None if nothing is."""
    here = mass[level] * going[level]
    here = here if mid is None else np.maximum(here, mid[:, level].max(axis=0))
    if here.max() <= FAINT:
        return None
    by_row, by_column = here.max(axis=1) > FAINT, here.max(axis=0) > FAINT
    some, last = np.flatnonzero(by_row), len(by_column)
    columns = np.arange(int(by_column.argmax()), last) if last <= FEW else np.flatnonzero(by_column)
    return slice(level.start + int(some[0]), level.start + int(some[-1]) + 1), columns


def _parts(chain: Chain, rows: slice, columns: np.ndarray, mid: np.ndarray | None, going: np.ndarray, every: bool = False) -> list[Part]:
    """Return the parts of a level's round that something comes to, or all."""
    found = []
    for way in chain.ways:
        at = WAYS.index(way)
        which = chain.which(way, rows, columns)
        came = None if mid is None else mid[at][rows, columns]
        came = came if came is not None and came.any() else None
        if came is None and not every and not (which & going).any():
            continue
        mine, theirs = way
        strike = chain.by_attack[STRIKE].where(rows, columns) if mine else None
        struck = _loss(chain.by_defend[STRIKE], rows, columns) if theirs else None
        fire = chain.by_attack[SPENT if mine else FIRE].where(rows, columns)
        loss = _loss(chain.by_defend[SPENT if theirs else FIRE], rows, columns)
        found.append(Part(at, rows, columns, which, came, strike, struck, fire, loss))
    return found


def _loss(volley: Volley, rows: slice, columns: np.ndarray) -> Loss:
    after, chance = volley.after[rows], volley.chance[columns]
    stays = after == np.arange(rows.start, rows.stop)[:, None]
    return Loss(after, chance, stays @ chance.T)


def _pass_on(mass: np.ndarray, loss: Loss, chances: np.ndarray, fire: np.ndarray | None, rows: slice, columns: np.ndarray) -> None:
    """Add to other rows what these pass on: their chances by the defender's state, times both sides' fire."""
    likely = np.flatnonzero(chances.max(axis=0) @ loss.chance > FAINT)
    after = loss.after[:, likely]
    row, combo = np.nonzero(after != np.arange(rows.start, rows.stop)[:, None])
    if not len(row):
        return
    # Combinations of hits that lead to the same row go on as one.
    goal = row * len(mass) + after[row, combo]
    order = np.argsort(goal, kind="stable")
    goal = goal[order]
    starts = np.flatnonzero(np.concatenate(([True], goal[1:] != goal[:-1])))
    moved = np.add.reduceat(loss.chance.T[likely[combo[order]]], starts, axis=0) * chances[row[order[starts]]]
    row, goals = np.divmod(goal[starts], len(mass))
    bounds = np.searchsorted(row, np.arange(len(chances) + 1)).tolist()
    for at, (first, last) in enumerate(pairwise(bounds)):
        if first < last:
            if fire is None:
                mass[goals[first:last, None], columns] += moved[first:last]
            else:
                mass[goals[first:last], columns[0] :] += moved[first:last] @ fire[at]
