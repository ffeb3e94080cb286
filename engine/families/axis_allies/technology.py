"""Effects of technologies on a power, and the ones it may develop (technologies.csv).

`profile` knows their effects on units.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.profile import has_tech
from engine.rules import Position
from engine.title.model import Technology


def developed(position: Position, power: str) -> Iterator[Technology]:
    """Yield a power's technologies, in the order of technologies.csv."""
    return (row for tech, row in position.title.technologies.items() if has_tech(position.state, power, tech))


def has_effect(position: Position, power: str, effect: str) -> bool:
    """Return whether a power has a technology with an effect."""
    return any(effect in row.effects for row in developed(position, power))


def effect(position: Position, power: str, word: str) -> int:
    """Return the highest value of an effect among a power's technologies, 0 when none has it."""
    return max((int(row.effects[word] or 1) for row in developed(position, power) if word in row.effects), default=0)


def within_reach(position: Position, power: str, category: str) -> list[Technology]:
    """Return what a power may develop in a category now, the highest tier first.

    A tier asks for a technology of each tier below it (global-1939, Step 3: Roll Breakthrough Die).
    """
    rows = [row for row in position.title.technologies.values() if row.category == category]
    has = {row.tech: row for row in developed(position, power)}
    tiers = {row.tier for row in has.values() if row.category == category}
    found = [
        row
        for row in rows
        if row.tech not in has
        and all(tier in tiers for tier in range(1, row.tier))
        and row.first_round <= position.state.clock.round
        and all(tech in has for tech in row.needs)
    ]
    return sorted(found, key=lambda row: -row.tier)
