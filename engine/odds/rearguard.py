"""Retreats in part: attackers that came ashore cannot leave, and fight on to the end when all others do (Amphibious Assault, step 3)."""

from __future__ import annotations

import numpy as np

from engine.forces import parse_units, show_units
from engine.odds.chain import Chain
from engine.odds.fighters import Side
from engine.odds.mixture import added, renamed, shifted
from engine.odds.result import Ends, Result, Survivors, result_of
from engine.odds.states import ALL, Army


def with_rearguard(ends: Ends) -> Result:
    """Return the odds of a battle from its ends; where the attacker retreats, those that cannot have fought on.

    How many rounds those fight is in the expected rounds, and the chance of each number of rounds is then not told.
    """
    lands = np.array([slot.seaborne for slot in ends.chain.attack.side.slots], dtype=bool)
    if ends.stop is None or not lands.any():
        return result_of(ends)
    stays = (ends.chain.attack.counts[:, lands].sum(axis=1) > 0)[:, None] & ends.stop
    if not ends.mass[stays].any():
        return result_of(ends)
    parts = [result_of(ends._replace(mass=np.where(stays, 0.0, ends.mass), by_round=()))]
    for state in np.flatnonzero(np.where(stays, ends.mass, 0.0).any(axis=1)):
        parts.append(_goes_on(ends, int(state), np.where(stays[state], ends.mass[state], 0.0), lands))
    return added(parts)


def _goes_on(ends: Ends, state: int, mass: np.ndarray, lands: np.ndarray) -> Result:
    """Return the part of the odds in which what cannot leave fights on from a state of the attacker.

    Args:
        mass: the chance of each state of the defender.
    """
    mine, theirs = ends.chain.attack, ends.chain.defend
    counts = mine.counts[state]
    some = np.flatnonzero(lands & (counts > 0))
    side = Side(
        mine.side.side,
        tuple(mine.side.slots[at]._replace(below=-1) for at in some),
        tuple(int(counts[at]) for at in some),
        mine.side.sequence,
    )
    side = side._replace(sequence=tuple(dict.fromkeys((slot.unit.unit, slot.power) for slot in side.slots)))
    left = Army(side, theirs.side, mine.sides, mine.at_sea, mine.low_luck)
    right = Army(theirs.side, side, theirs.sides, theirs.at_sea, theirs.low_luck)
    left.spread(right.pools(ALL))
    right.spread(left.pools(ALL), theirs.counts)
    chain, begin = Chain(left, right), np.zeros((len(left.counts), len(right.counts)))
    np.add.at(begin[left.start], right.find(theirs.counts), mass)
    found, rounds = chain.finish(begin)
    chance = float(mass.sum())
    part = result_of(Ends(chain, found, rounds, (), None, begin[:, right.start], ends.at_sea))
    part = shifted(part, chance, float(mine.lost[state]))
    went = np.where(lands, 0, counts)
    planes = chance if mine.planes[state] < mine.planes[mine.start] else 0.0
    return part._replace(
        attackers=renamed(part.attackers, lambda one: _beside(one, mine.side, went)),
        attacker_aircraft=planes,
    )


def _beside(one: Survivors, side: Side, went: np.ndarray) -> Survivors:
    """Return survivors with those that have left beside them, in the title's order."""
    several = len({slot.power for slot in side.slots}) > 1
    counts = {(item.unit, item.power): item.count for item in parse_units(one.units)}
    value = one.value
    for slot, n in zip(side.slots, went.tolist(), strict=True):
        kind = slot.unit.unit, slot.power if several else ""
        if n:
            counts[kind] = counts.get(kind, 0) + n
            value += slot.value * n
    order = list(dict.fromkeys((unit, power if several else "") for unit, power in side.sequence))
    units = show_units((unit, counts[unit, power], power) for unit, power in order if (unit, power) in counts)
    return one._replace(units=units, value=value)
