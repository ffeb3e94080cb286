"""A battle fought to its end, level by level: at once all states of the attacker that can still take the same number of hits.

No state of a level leads to another one of it, so that their rows are worked out together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.odds.states import FIRE, SPENT, STRIKE
from engine.odds.systems import FAINT, TINY, solve

if TYPE_CHECKING:
    from engine.odds.chain import Chain, Volley

WAYS = ((False, False), (False, True), (True, False), (True, True))
"""Which sides strike by surprise in a round: attacker, defender."""


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


def finish(chain: Chain, mass: np.ndarray, stop: np.ndarray | None = None) -> tuple[np.ndarray, float]:
    """Fight on until the battle is over; return the chance of each end, and the expected number of further rounds.

    Args:
        mass: (attacker's states, defender's states), the chance of each pair at the start of a round.
        stop: pairs at which the battle is broken off.
    """
    mass, alive = mass.copy(), chain.alive if stop is None else chain.alive & ~stop
    mid = np.zeros((len(WAYS), *chain.shape)) if chain.strikes else None
    return mass, sum(_fight(chain, rows, mass, mid, alive) for rows in _levels(chain.attack.left))


def _levels(left: np.ndarray) -> list[np.ndarray]:
    return np.split(np.arange(len(left)), np.flatnonzero(np.diff(left)) + 1)


def _fight(chain: Chain, rows: np.ndarray, mass: np.ndarray, mid: np.ndarray | None, alive: np.ndarray) -> float:
    """Fight on in the rows of a level until each is left or over; pass on what leaves them. Return the rounds fought there.

    Args:
        mid: by WAYS, the chances of what has struck and not yet fired; changed, as `mass` is.
    """
    here = mass[rows].sum(axis=1) * alive[rows].any(axis=1)
    came = None if mid is None else mid[:, rows].sum(axis=2)
    rows = rows[(here if came is None else here + came.sum(axis=0)) >= TINY]
    if not len(rows):
        return 0.0
    parts = _parts(chain, rows, mid, alive[rows])
    start, within = mass[rows], np.zeros((len(rows), chain.shape[1], chain.shape[1]))
    for part in parts:
        if part.came is not None:
            start = start + _after(part.came * part.loss.none, part.fire)
        stays = part.loss.none[:, :, None] * part.fire
        within += part.struck_alone(part.which)[:, :, None] * (stays if part.strike is None else part.strike @ stays)
    going, x = solve(within, start, alive[rows])
    mass[rows] = np.where(going, 0.0, x)
    x = np.where(going, x, 0.0)
    for part in parts:
        mine = x * part.which
        if part.struck is not None and mid is not None:
            _pass_on(mid[part.at], part.struck, mine, part.strike)
        firing = part.struck_alone(mine)
        firing = firing if part.strike is None else _after(firing, part.strike)
        _pass_on(mass, part.loss, firing if part.came is None else firing + part.came, part.fire)
    if mid is not None:
        mid[:, rows] = 0.0
    return float(x.sum())


def _parts(chain: Chain, rows: np.ndarray, mid: np.ndarray | None, alive: np.ndarray) -> list[Part]:
    """Return the parts of a level's round that something comes to."""
    found = []
    for way in chain.ways:
        at = WAYS.index(way)
        which = chain.which(way, rows)
        came = None if mid is None or not mid[at, rows].any() else mid[at, rows]
        if came is None and not (which & alive).any():
            continue
        mine, theirs = way
        strike = chain.by_attack[STRIKE].rows(rows) if mine else None
        struck = _loss(chain.by_defend[STRIKE], rows) if theirs else None
        fire = chain.by_attack[SPENT if mine else FIRE].rows(rows)
        found.append(
            Part(at, which, came, strike, struck, fire, _loss(chain.by_defend[SPENT if theirs else FIRE], rows))
        )
    return found


def _loss(volley: Volley, rows: np.ndarray) -> Loss:
    after = volley.after[rows]
    stays = after == rows[:, None]
    return Loss(after, stays, volley.chance, stays @ volley.chance.T)


def _after(chances: np.ndarray, fire: np.ndarray) -> np.ndarray:
    """Return the chances of the defender's states after fire, row by row."""
    return (chances[:, None, :] @ fire)[:, 0]


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
