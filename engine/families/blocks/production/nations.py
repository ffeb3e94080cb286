"""Whose PPs, force pool and Strategic Power a power uses (Introduction; sections 1.6, 3.3).

A minor nation is its leader's in all of that. Great Britain and the United States share one Strategic Power, but no PPs;
the two nations of a Union share everything, and the first of them keeps it.
"""

from __future__ import annotations

from engine.families.blocks.board import SURRENDERED, at_war, camp_of, pool_of
from engine.families.blocks.politics.union import union_of
from engine.families.blocks.production.settings import Reinforce
from engine.families.blocks.settings import read
from engine.rules import Position


def is_alive(position: Position, power: str) -> bool:
    """Return whether a power has not surrendered."""
    return position.state.standing.get(power) != SURRENDERED


def major_of(position: Position, power: str) -> str:
    """Return the major nation that plays a power: itself, or the leader of a minor nation; empty when nobody does."""
    minor = position.title.nations.get(power)
    return minor.leader if minor else power


def purse_of(position: Position, power: str) -> str:
    """Return the power whose PPs pay for a power's blocks: its major nation, in a Union the first of the two."""
    major = major_of(position, power)
    return next((one for one in union_of(position, major) if is_alive(position, one)), major)


def partners(position: Position, purse: str) -> tuple[str, ...]:
    """Return the major nations whose PPs are in one purse: one, or the two of a Union."""
    return tuple(one for one in union_of(position, purse) if is_alive(position, one)) or (purse,)


def sharers(position: Position, power: str) -> tuple[str, ...]:
    """Return the major nations that share a power's Strategic Power, itself among them, in the title's order.

    Those of a group of `shared` do so once they are at war; a neutral power has its own.
    """
    group = set(partners(position, purse_of(position, power)))
    for names in read(position.title, "reinforce", Reinforce).shared:
        at_arms = {name for name in names if at_war(position, name)}
        if group & at_arms:
            group |= at_arms
    return tuple(name for name in position.title.turns if name in group)


def buyers(position: Position, camp: str) -> tuple[str, ...]:
    """Return the powers of a camp that have a purse of their own: major nations that have not surrendered, one of a Union."""
    return tuple(
        power
        for power in position.title.turns
        if is_alive(position, power) and camp_of(position, power) == camp and purse_of(position, power) == power
    )


def pools_of(position: Position, purse: str) -> tuple[str, ...]:
    """Return the force pools that a purse builds from."""
    return tuple(pool for power in partners(position, purse) if (pool := pool_of(position.title, power)))
