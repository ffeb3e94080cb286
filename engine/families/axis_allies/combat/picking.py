"""Targeted fire: hits whose targets the side that fired chooses (global-1939, Unit Changes and technologies).

The usual choice is the most expensive unit. Picked units are hit at once, before the other hits of the step.
"""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.combat.battle import standing
from engine.families.axis_allies.combat.casualties import Kind, Toll, possible, read_choice, show_choice
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.orders import Pick
from engine.mechanics.profile import profile
from engine.mechanics.targets import PICK, may_strike
from engine.problems import Problem, Rule
from engine.rules import Position

SECTION = "Unit Changes"

CHOICE = Rule("targets/choice", SECTION)


def split_pools(pools: Pools) -> tuple[Pools, Pools]:
    """Return the hits whose targets are picked, and the others."""
    picked = {pool: n for pool, n in pools.items() if pool.startswith(PICK)}
    return picked, {pool: n for pool, n in pools.items() if pool not in picked}


def pick_toll(position: Position, area: str, side: str, pools: Pools) -> Toll:
    """Return the targeted hits on a side: the units they may strike, and the usual pick; `free` if there is a choice."""
    units = position.title.units
    room: Counter[Kind] = Counter()
    for key, count in standing(position, area, side):
        if any(may_strike(units[key.unit], pool) for pool in pools):
            room[key.unit, key.power] += count * key.strength
    order = list(units)
    dear = sorted(room, key=lambda kind: (-profile(position, kind[1], kind[0]).cost, order.index(kind[0]), kind[1]))
    usual = _most(position, [kind for kind in dear for _ in range(room[kind])], pools)
    free = any(usual[kind] < n for kind, n in room.items() if kind not in usual or len(room) > 1)
    return Toll(pools, room, usual, usual.total(), 0, free and bool(usual))


def _most(position: Position, kinds: list[Kind], pools: Pools) -> Counter[Kind]:
    chosen: Counter[Kind] = Counter()
    for kind in kinds:
        if possible(position.title, chosen + Counter([kind]), pools):
            chosen[kind] += 1
    return chosen


def usual_pick(position: Position, toll: Toll) -> Pick:
    """Return the order that picks the most expensive units."""
    return Pick(show_choice(position, toll.usual, toll))


def check_pick(position: Position, order: Pick, toll: Toll) -> list[Problem]:
    """Return what is wrong with a pick."""
    chosen, missing = read_choice(position, order.forces, toll, "")
    if not missing and chosen.total() == toll.warships and possible(position.title, chosen, toll.pools):
        return []
    message = f"pick enemy units for {toll.warships} hits that these hits may strike"
    return [CHOICE.broken(message, found=order.units, expected=usual_pick(position, toll).units)]


def salvage_pick(position: Position, order: Pick, toll: Toll) -> Pick:
    """Return the nearest legal pick: the named units that may be struck, completed in the usual order."""
    wanted, _ = read_choice(position, order.forces, toll, "")
    named = [kind for kind, n in wanted.items() for _ in range(n)]
    rest = [kind for kind, n in (toll.room - wanted).items() for _ in range(n)]
    first = [kind for kind in toll.usual for _ in range(toll.usual[kind])]
    left = toll.room.copy()
    kinds = []
    for kind in [*named, *first, *rest]:
        if left[kind] > 0:
            left[kind] -= 1
            kinds.append(kind)
    return Pick(show_choice(position, _most(position, kinds, toll.pools), toll))
