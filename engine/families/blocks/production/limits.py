"""How many steps a block may gain in a season (section 1.6, Production Limits; sections 6.3, 6.5.1)."""

from __future__ import annotations

from engine.condition import parse_condition
from engine.families.blocks.board import is_fort, is_naval, unit
from engine.families.blocks.production.settings import Reinforce
from engine.families.blocks.season import since, suffers_first_winter
from engine.families.blocks.settings import Hardened, Since, read, rows
from engine.families.blocks.vocabulary import BUILT, REINFORCED
from engine.rules import Position
from engine.state import Stack

WITHOUT_LIMIT = "reinforced-without-limit"
"""Effect of a row of [[since]]: ships with its ability gain any number of steps, its power's others few in all (6.3)."""

GAINED = frozenset({REINFORCED, BUILT})
"""Words of blocks that have had the one step that they may gain this season."""

NO_LIMIT = 10**6


def z_row(position: Position, key: Stack) -> Since | None:
    """Return the row of section 6.3 that holds for a ship now, None when none does."""
    if not is_naval(unit(position, key)):
        return None
    found = rows(position.title, "since", Since).values()
    return next(
        (row for row in found if row.effect == WITHOUT_LIMIT and row.power == key.power and since(position, row.slug)),
        None,
    )


def most_steps(position: Position, key: Stack) -> int:
    """Return how many steps a block may gain in a season, what it has gained already left out.

    Blocks of minor nations, forts and ships gain one (limit 1), since 1943 German submarines any number (6.3); Axis blocks in
    the Soviet Union one in the first winter (limit 3).
    """
    most, row = read(position.title, "reinforce", Reinforce).most, unit(position, key)
    free = z_row(position, key)
    limits = [NO_LIMIT]
    if key.power in position.title.nations:
        limits.append(most["minors"])
    if row.has("one-step-a-season") and not (free and row.has(free.ability)):
        limits.append(most["one-step-a-season"])
    if _freezes(position, key):
        limits.append(most["first-winter"])
    return min(limits)


def _freezes(position: Position, key: Stack) -> bool:
    hardened = read(position.title, "winter_hardened", Hardened).powers
    exempt = is_fort(unit(position, key)) or key.power in hardened
    return not exempt and suffers_first_winter(position, key.power, key.area)


def is_limited(position: Position, key: Stack) -> bool:
    """Return whether a block may gain only so many steps in a season."""
    return most_steps(position, key) < NO_LIMIT


def steps_left(position: Position, key: Stack) -> int:
    """Return how many steps a block may still gain this season; a new block has had one (limit 4)."""
    most = most_steps(position, key)
    return most if most == NO_LIMIT else max(0, most - bool(GAINED.intersection(parse_condition(key.condition).words)))
