"""Exact odds of a battle between two forces that take losses in a fixed order.

A force is a tuple of `Hit`s, first lost first: the target of its die (hits on this number or less; 0: does not fire)
and the value lost with it. A unit that takes two hits is two `Hit`s, of which the first costs nothing. Special steps
(surprise strikes, anti-air fire, bombardment) are ignored; the result is good enough for a bot.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

NEGLIGIBLE = 1e-9
DIGITS = 9
"""Digits kept of odds, so that rounding differences between machines never decide between two plans."""


class Hit(NamedTuple):
    """The loss from one hit: `target` of its die, `value` in the main resource, whether it can hold `ground`."""

    target: int
    value: int
    ground: bool = False


Force = tuple[Hit, ...]


class Odds(NamedTuple):
    """Chances and expectations of a battle to the end.

    Attributes:
        win: chance that the attacker has units left and the defender none.
        take: chance of that with a unit left that can hold ground.
        attacker_lost, defender_lost: expected losses in value.
    """

    win: float
    take: float
    attacker_lost: float
    defender_lost: float


@lru_cache(maxsize=16384)
def odds(attackers: Force, defenders: Force, sides: int = 6) -> Odds:
    """Return the odds of a battle fought until one side is gone, or neither can hit."""
    mass = _outcomes(attackers, defenders, sides)
    return _summary(mass, attackers, defenders)


def strength(force: Force) -> int:
    """Return the sum of the targets of a force's dice."""
    return sum(hit.target for hit in force)


def hopeless(attackers: Force, defenders: Force) -> bool:
    """Return whether strength and hits are so low that the odds need not be computed."""
    return strength(attackers) * len(attackers) < 0.5 * strength(defenders) * len(defenders)


def _outcomes(attackers: Force, defenders: Force, sides: int) -> np.ndarray:
    """Return the chance of each final pair (attacker hits taken, defender hits taken) of a battle.

    Standings with as many losses of the attacker are followed together: among themselves they lead only to more losses of the
    defender, and all that they lead to beyond is one product of matrices.
    """
    n, m = len(attackers), len(defenders)
    mass = np.zeros((n + 1, m + 1))
    mass[0, 0] = 1.0
    if not n or not m:
        return mass
    fire = _fire(attackers, sides), _fire(defenders, sides)
    suffered = np.array([_padded(row, n) for row in fire[1][:m]])
    beyond = suffered[:, ::-1].cumsum(axis=1)[:, ::-1]
    unhurt = suffered[:, 0]
    for lost in range(n):
        row = mass[lost]
        if row[:m].max() < NEGLIGIBLE:
            continue
        scored, left = _shifted(_padded(fire[0][lost], m), m), n - lost
        weights = _settled(row, scored, unhurt)
        taken = suffered[:, 1 : left + 1] * weights[:, None]
        taken[:, -1] = beyond[:, left] * weights
        mass[lost + 1 :] += taken.T @ scored
    return mass


def _settled(row: np.ndarray, scored: np.ndarray, unhurt: np.ndarray) -> np.ndarray:
    """Return how often each standing of a row comes to a round that changes something, and leave in the row what ends there.

    Rounds without a hit repeat, so each standing counts by 1 / (1 - chance of such a round).
    """
    weights = np.zeros(len(unhurt))
    again = scored.diagonal() * unhurt
    for killed, (stay, safe) in enumerate(zip(again.tolist(), unhurt.tolist(), strict=True)):
        here = float(row[killed])
        if here < NEGLIGIBLE or stay >= 1.0 - NEGLIGIBLE:
            continue
        weights[killed] = weight = here / (1.0 - stay)
        row[killed] = 0.0
        if safe:
            row[killed + 1 :] += scored[killed, killed + 1 :] * (weight * safe)
    return weights


def _padded(hits: np.ndarray, most: int) -> np.ndarray:
    """Return a distribution of hits with just `most` + 1 entries; the last one holds all hits from there on."""
    out = np.zeros(most + 1)
    if len(hits) > most + 1:
        out[:most] = hits[:most]
        out[most] = hits[most:].sum()
    else:
        out[: len(hits)] = hits
    return out


@lru_cache(maxsize=256)
def _steps(m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each (hits taken before, after), how many are between, and whether that can be."""
    between = np.arange(m + 1)[None, :] - np.arange(m)[:, None]
    return np.maximum(between, 0), between >= 0


def _shifted(hits: np.ndarray, m: int) -> np.ndarray:
    """Return the chance to come from so many hits taken to so many, (m, m + 1); more hits than are left count as these."""
    between, able = _steps(m)
    out = hits[between] * able
    out[:, m] = hits[::-1].cumsum()[:m]
    return out


def _fire(force: Force, sides: int) -> list[np.ndarray]:
    """Return, for each number of hits taken, the distribution of the hits that the rest of the force scores."""
    rest = np.ones(1)
    out = [rest]
    for hit in reversed(force):
        if hit.target:
            chance = hit.target / sides
            rest = np.convolve(rest, (1.0 - chance, chance))
        out.append(rest)
    return out[::-1]


def _summary(mass: np.ndarray, attackers: Force, defenders: Force) -> Odds:
    n, m = len(attackers), len(defenders)
    won = mass[:n, m]
    holding = np.array([any(hit.ground for hit in attackers[lost:]) for lost in range(n)], dtype=bool)
    costs = [np.concatenate(([0.0], np.cumsum([hit.value for hit in force]))) for force in (attackers, defenders)]
    found = (
        won.sum(),
        won[holding].sum() if n else 0.0,
        (mass.sum(axis=1) * costs[0]).sum(),
        (mass.sum(axis=0) * costs[1]).sum(),
    )
    return Odds(*(round(float(number), DIGITS) for number in found))
