"""Movement behind the front: blocks march towards the enemy, and the farthest ones move strategically."""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.blocks import board
from engine.families.blocks.bots.outlook import FAR, Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.land import entry, strategic_move
from engine.families.blocks.land import move as land_move
from engine.families.blocks.land.orders import March, StrategicMove
from engine.orders import Order, join_path
from engine.state import Stack

BEHIND = 3
"""Steps to the enemy from which a block is far behind."""
FRONT = 2
"""Steps to the enemy within which an area is at the front."""
MOST = 12
"""Blocks that are looked at for a strategic move."""


def marches(view: Outlook) -> list[Order]:
    """Return a march for each block that can come nearer to the enemy, the nearest areas first, so that they make room."""
    found: list[Order] = []
    coming: dict[str, int] = {}
    for area in view.places:
        spare = view.spare(area) if view.near[area] > 1 else 0
        for key, count in view.idle(area):
            for _ in range(min(count, spare)):
                to = onward(view, key, area, coming)
                if to:
                    coming[to] = coming.get(to, 0) + 1
                    found.append(March(describe([(key, 1)]), join_path([area, to])))
    return found


def onward(view: Outlook, key: Stack, area: str, coming: dict[str, int]) -> str:
    """Return the friendly area beside, nearer to the enemy, where fewest blocks stand; empty when there is none."""
    position = view.position
    if not land_move.left_of(position, key):
        return ""
    able = [
        other
        for other in board.land_neighbours(view.title, area)
        if other not in view.hostile
        and view.near[other] < view.near[area]
        and entry.may_stay(position, key, other)
        and entry.room(position, key.power, other) > coming.get(other, 0)
        and land_move.cost(position, key, (area, other)) <= land_move.left_of(position, key)
    ]
    return min(able, key=lambda other: (view.near[other], view.ours(other) + coming.get(other, 0), other), default="")


def strategic_moves(view: Outlook) -> Iterator[Order]:
    """Yield strategic moves of the strongest blocks far behind, to where the front is weakest against what faces it."""
    behind = [
        item
        for area in view.places
        if view.near[area] >= BEHIND
        for item in strategic_move.movable(view.position, area)
    ]
    behind = [item for item in behind if not _guards(view, item[0].area)]
    for key, _ in sorted(behind, key=lambda item: (-item[0].strength, item[0]))[:MOST]:
        if not strategic_move.smps(view.position, key.power):
            continue
        ways = strategic_move.destinations(view.position, key)
        goals = [area for area in ways if view.near[area] <= FRONT and view.near[area] < view.near.get(key.area, FAR)]
        if goals:
            goal = min(goals, key=lambda area: (view.near[area], view.ours(area) - view.threats(area), area))
            yield StrategicMove(describe([(key, 1)]), join_path([key.area, goal]))


def _guards(view: Outlook, area: str) -> bool:
    """Return whether the last block of an area that needs one stands there: a capital, a conquest, a colony."""
    needs = area in view.title.capital_of or view.title.areas[area].value or view.title.in_region(area, "garrisoned")
    return bool(needs) and view.ours(area) <= 1
