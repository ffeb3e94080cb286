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
    """Return the chance of each final pair (attacker hits taken, defender hits taken) of a battle."""
    n, m = len(attackers), len(defenders)
    fire = _fire(attackers, sides), _fire(defenders, sides)
    mass = np.zeros((n + 1, m + 1))
    mass[0, 0] = 1.0
    for lost in range(n):
        scored_on = _capped(fire[0][lost], m)
        for killed in range(m):
            here = mass[lost, killed]
            if here < NEGLIGIBLE:
                continue
            _spread(mass, lost, killed, scored_on[killed], fire[1][killed])
    return mass


def _spread(mass: np.ndarray, lost: int, killed: int, scored: np.ndarray, suffered: np.ndarray) -> None:
    """Distribute the probability of one standing over the results of a round of fire; rounds without a hit repeat."""
    left = mass.shape[0] - 1 - lost
    taken = suffered
    if len(suffered) > left + 1:
        taken = suffered[: left + 1].copy()
        taken[left] += suffered[left + 1 :].sum()
    again = scored[0] * taken[0]
    if again >= 1.0 - NEGLIGIBLE:
        return
    share = taken[:, None] * scored
    share[0, 0] = 0.0
    here = mass[lost, killed]
    mass[lost, killed] = 0.0
    mass[lost : lost + len(taken), killed : killed + len(scored)] += share * (here / (1.0 - again))


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


def _capped(scored: np.ndarray, most: int) -> list[np.ndarray]:
    """Return a distribution of hits cut at what each smaller number of hits left (most, most - 1, ..., 1) can take."""
    out = []
    for left in range(most, 0, -1):
        if len(scored) > left + 1:
            scored = np.concatenate((scored[:left], (scored[left:].sum(),)))
        out.append(scored)
    return out


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
