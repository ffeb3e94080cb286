"""Small battles in which each side loses its units one after the other: as `lines.finish`, pair of states by pair of states.

Up to some hundred pairs of states this is quicker in plain Python than arrays are made.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.odds.systems import NEVER

Chances = list[list[float]]
"""A row for each state: the chance of each number of hits; nothing beyond the last that can happen."""


def finish(fire: Chances, back: Chances, able: Sequence[bool], fit: Sequence[bool]) -> Chances:
    """Fight on from the first pair of states until the battle is over; return the chance of each end: by (attacker's, defender's) state.

    Args:
        fire, back: the hits of each state of the attacker, of the defender.
        able, fit: whether a state of the attacker, of the defender, has units that fire.
    """
    n, m = len(fire), len(back)
    mass = [[0.0] * m for _ in range(n)]
    mass[0][0] = 1.0
    for i in range(n):
        if able[i]:
            _row(mass, i, fire[i], back, fit)
    return mass


def _row(mass: Chances, i: int, scored: list[float], back: Chances, fit: Sequence[bool]) -> None:
    """Send on what has come to each state of a row in which the attacker can fight: to later states of it, and to later rows."""
    here, n, m, missed = mass[i], len(mass), len(back), scored[0]
    for j in range(m):
        chance = here[j]
        if not chance or not fit[j]:
            continue
        stays = missed * back[j][0]
        if stays >= NEVER:
            continue
        here[j], chance = 0.0, chance / (1.0 - stays)
        for lost, struck in enumerate(back[j]):
            share = chance * struck
            if not share:
                continue
            row = mass[i + lost] if i + lost < n else mass[-1]
            if missed and lost:
                row[j] += share * missed
            to = j
            for hit in scored[1:]:
                to += to < m - 1
                row[to] += share * hit
