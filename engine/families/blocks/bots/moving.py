"""Movement behind the front: blocks march towards the enemy, and the farthest ones move strategically."""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.blocks import board, movers
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
    """Return a march for each block that can come nearer to the enemy, the nearest areas first, so that they make room.

    Those come first that go where treaties ask for blocks.
    """
    coming: dict[str, int] = {}
    found = _fillings(view, coming)
    for area in view.places:
        spare = view.spare(area) if view.near[area] > 1 else 0
        for key, count in view.idle(area):
            for _ in range(min(count, spare)):
                to = onward(view, key, area, coming)
                if to:
                    coming[to] = coming.get(to, 0) + 1
                    found.append(March(describe([(key, 1)]), join_path([area, to])))
    return found


def _fillings(view: Outlook, coming: dict[str, int]) -> list[Order]:
    """Return marches into areas from beside them where more blocks are asked for than stand there."""
    found: list[Order] = []
    for area, need in view.asked.items():
        for near in board.land_neighbours(view.title, area):
            for key, count in view.idle(near) if near in view.position.board else ():
                for _ in range(min(count, view.spare(near))):
                    if view.ours(area) + coming.get(area, 0) < need and _can_go(view, key, (near, area), coming):
                        coming[area] = coming.get(area, 0) + 1
                        found.append(March(describe([(key, 1)]), join_path([near, area])))
    return found


def _can_go(view: Outlook, key: Stack, path: tuple[str, str], coming: dict[str, int]) -> bool:
    """Return whether a block may march to a friendly area beside its own and stay there."""
    position, area = view.position, path[-1]
    return (
        area not in view.hostile
        and entry.may_stay(position, key, area)
        and entry.room(position, key.power, area) > coming.get(area, 0)
        and land_move.cost(position, key, path) <= movers.left_of(position, key)
    )


def onward(view: Outlook, key: Stack, area: str, coming: dict[str, int]) -> str:
    """Return the friendly area beside, nearer to the enemy, where fewest blocks stand; empty when there is none."""
    if not movers.left_of(view.position, key):
        return ""
    able = [
        other
        for other in board.land_neighbours(view.title, area)
        if view.near[other] < view.near[area] and _can_go(view, key, (area, other), coming)
    ]
    return min(able, key=lambda other: (view.near[other], view.ours(other) + coming.get(other, 0), other), default="")


def strategic_moves(view: Outlook) -> Iterator[Order]:
    """Yield strategic moves of the strongest blocks far behind, to where the front is weakest against what faces it."""
    behind = [
        item
        for area in view.places
        if view.near[area] >= BEHIND or area in view.overseas
        for item in strategic_move.movable(view.position, area)
    ]
    behind = [item for item in behind if not _guards(view, item[0].area)]
    short = {area: need - view.ours(area) for area, need in view.asked.items() if area not in view.hostile}
    for key, _ in sorted(behind, key=lambda item: (-item[0].strength, item[0]))[:MOST]:
        if not strategic_move.smps(view.position, key.power):
            continue
        ways = strategic_move.destinations(view.position, key)
        if empty := next((area for area in ways if short.get(area, 0) > 0), ""):
            short[empty] -= 1
            yield StrategicMove(describe([(key, 1)]), join_path([key.area, empty]))
            continue
        goals = [area for area in ways if view.near[area] <= FRONT and view.near[area] < view.near.get(key.area, FAR)]
        if goals:
            goal = min(goals, key=lambda area: (view.near[area], view.ours(area) - view.threats(area), area))
            yield StrategicMove(describe([(key, 1)]), join_path([key.area, goal]))


def _guards(view: Outlook, area: str) -> bool:
    """Return whether the last block of an area that needs one stands there: a capital, a conquest, a colony; or as treaties ask."""
    if view.ours(area) <= view.asked.get(area, 0):
        return True
    needs = area in view.title.capital_of or view.title.areas[area].value or view.title.in_region(area, "garrisoned")
    return bool(needs) and view.ours(area) <= 1
