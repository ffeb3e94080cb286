"""The odds that bots ask for by the thousand: chances and expected losses alone, without anti-aircraft fire and bombardment.

Battles at sea with many states are fought without submarines' surprise and without what aircraft cannot hit: good enough for a
bot, and always quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.odds.battle import plain
from engine.odds.chain import Chain
from engine.odds.fighters import ATTACKER, DEFENDER, side_of
from engine.odds.result import Ends, brief
from engine.odds.states import ALL, BOATS, OTHERS, Army
from engine.title.model import Title

AT_SEA = 12
"""Units at sea up to which submarines and aircraft are followed exactly."""


class Odds(NamedTuple):
    """Chances of winning, and of taking the area, and the expected losses in value of a battle to the end."""

    win: float
    take: float
    attacker_lost: float
    defender_lost: float


_KNOWN: dict[int, tuple[Title, object]] = {}


def quick(title: Title, attackers: Mapping[str, int], defenders: Mapping[str, int]) -> Odds:
    """Return the odds of a battle fought to the end, by unit types and their numbers."""
    known = _KNOWN.get(id(title))
    if known is None:
        # The title is kept beside its odds, so that its id stays its own.
        known = _KNOWN[id(title)] = title, lru_cache(maxsize=32768)(lambda mine, theirs: _odds(title, mine, theirs))
    return known[1](_key(attackers), _key(defenders))  # type: ignore[operator]


def _key(units: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((unit, n) for unit, n in units.items() if n > 0))


def _odds(title: Title, mine: tuple[tuple[str, int], ...], theirs: tuple[tuple[str, int], ...]) -> Odds:
    rows = title.units
    small = sum(n for _, n in (*mine, *theirs)) <= AT_SEA
    at_sea = small and any(rows[unit].cls == "sea" for unit, _ in (*mine, *theirs))
    profile = plain(title)
    attack, defend = (
        side_of(title, side, {(unit, ""): n for unit, n in units}, at_sea=at_sea, profile=profile, keep_land=False)
        for side, units in ((ATTACKER, mine), (DEFENDER, theirs))
    )
    first, second = Army(attack, defend, title.dice_sides, at_sea), Army(defend, attack, title.dice_sides, at_sea)
    for army, foes in ((first, second), (second, first)):
        pools = foes.pools(ALL) + (foes.pools(BOATS) + foes.pools(OTHERS) if at_sea else [])
        most: dict[tuple[bool, ...], int] = {}
        for mask, n in pools:
            most[mask] = max(most.get(mask, 0), n)
        army.spread(list(most.items()))
    chain = Chain(first, second)
    mass = np.zeros(chain.shape)
    mass[first.start, second.start] = 1.0
    mass, rounds = chain.finish(mass)
    found = brief(Ends(chain, mass, rounds, (), None, mass, at_sea))
    return Odds(found.win, found.take, found.attacker_lost, found.defender_lost)
