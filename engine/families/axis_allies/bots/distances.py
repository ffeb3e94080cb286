"""Distances between areas for each class of units, ignoring the units on the board; computed once per title."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from engine.families.axis_allies.board import is_impassable
from engine.title.model import Title
from engine.title.per_title import per_title

FAR = 99
"""More than any distance."""

Enter = Callable[[str, str], bool]
"""Whether a unit may step from one area to the next."""


@per_title
def distances(title: Title, cls: str) -> dict[str, dict[str, int]]:
    """Return area to area to steps for land, sea or air units; unreachable pairs are absent."""
    allowed = {area for area in title.areas if _allows(title, area, cls)}
    return {area: spread(title, [area], lambda _, other: other in allowed) for area in sorted(allowed)}


def _allows(title: Title, area: str, cls: str) -> bool:
    return not is_impassable(title, area) and (cls == "air" or title.areas[area].kind == cls)


def spread(title: Title, starts: Iterable[str], enter: Enter, most: int = FAR) -> dict[str, int]:
    """Return area to steps from the nearest start, through areas that `enter` allows, in the order reached."""
    steps = dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        area = queue.popleft()
        if steps[area] >= most:
            continue
        for other in title.neighbours[area]:
            if other not in steps and enter(area, other):
                steps[other] = steps[area] + 1
                queue.append(other)
    return steps


def route(title: Title, start: str, goal: str, enter: Enter, most: int = FAR) -> list[str]:
    """Return a shortest path, both ends included; empty when there is none."""
    before: dict[str, str] = {start: ""}
    queue = deque([(start, 0)])
    while queue:
        area, steps = queue.popleft()
        if area == goal:
            return _back(before, goal)
        for other in title.neighbours[area] if steps < most else ():
            if other not in before and enter(area, other):
                before[other] = area
                queue.append((other, steps + 1))
    return []


@per_title
def air_route(title: Title, start: str, goal: str, most: int) -> tuple[str, ...]:
    """Return `route` over all areas that aircraft may enter; it is the same for every board."""
    return tuple(route(title, start, goal, lambda _, area: not is_impassable(title, area), most))


def _back(before: dict[str, str], goal: str) -> list[str]:
    path = [goal]
    while before[path[-1]]:
        path.append(before[path[-1]])
    return path[::-1]
