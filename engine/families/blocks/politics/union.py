"""Unions: two nations merged after a refused armistice (section 3.3).

Their capitals supply each other's blocks, which may stand together; force pools, PPs, Economic and Strategic Power are summed up.
That a Union has been formed is a game marker `union/NATION`, whose value lists its powers, the first of which leads.
"""

from __future__ import annotations

from engine.derived import derived_from
from engine.families.blocks.vocabulary import UNION
from engine.play import Play
from engine.rules import Position


@derived_from("markers")
def unions(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the Unions: the power whose armistice was refused, and the merged powers; nobody may change them."""
    return {power: tuple(value.split()) for (power,), value in sorted(UNION.entries(position.state))}


def union_of(position: Position, power: str) -> tuple[str, ...]:
    """Return the powers of the Union that a power belongs to, the leading one first; empty when it is in none."""
    return next((powers for powers in unions(position).values() if power in powers), ())


def form(play: Play, name: str, powers: tuple[str, ...]) -> None:
    """Merge powers into one nation, because the armistice that `name` asked for was refused."""
    UNION.set(play, " ".join(powers), name)


def capitals(position: Position, power: str) -> tuple[str, ...]:
    """Return the capitals of a nation: its own, or those of the Union that it is part of."""
    members = union_of(position, power) or (power,)
    return tuple(capital for one in members if (capital := position.title.powers[one].capital))
