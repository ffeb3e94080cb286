"""Operations from the sea and the air: what they can reach, what that promises, and who goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.families.blocks import board
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.land import crossing, seaborne
from engine.families.blocks.land.orders import Airborne, Seaborne
from engine.families.blocks.season import GOOD, weather
from engine.orders import Order, join_path
from engine.state import Stack

BEHIND = 0.5
"""Share of the worth of the best hostile area beside a beach that a landing there promises."""
BACK = 0.35
"""Share of its promise that each enemy block beside a beach takes away: it comes back at once."""


class Beach(NamedTuple):
    """A hostile area that a block can land in now."""

    area: str
    origin: str
    worth: float


def landings(view: Outlook) -> Iterator[Order]:
    """Yield operations against enemy areas on a coast: empty ones by one block, others by two classes at good odds."""
    targets = sorted((area for area in view.hostile if board.zones_of(view.title, area)), key=lambda area: (-view.worth(area), area))
    for area in targets:
        foes = view.foes(area)
        if foes > 1 or (foes and view.is_closed(area)):
            continue
        for origin in view.places:
            stacks = ready(view, origin)
            force = _force(view, stacks, 2 if foes else 1)
            if not force:
                continue
            dropped = [item for item in stacks if board.unit(view.position, item[0]).has("airborne")]
            shared = [zone for zone in board.zones_of(view.title, area) if zone in board.zones_of(view.title, origin)]
            if dropped and not foes and shared:
                yield Airborne(describe([(dropped[0][0], 1)]), join_path([origin, shared[0], area]))
            if seaborne.voyage(view.position, force[0][0], origin, area, len(force)):
                yield Seaborne(describe(force), join_path([origin, area]))


def ready(view: Outlook, origin: str) -> list[tuple[Stack, int]]:
    """Return the blocks of an area that may land elsewhere: ground blocks at full strength that can be spared."""
    if not view.spare(origin):
        return []
    return [
        (key, count)
        for key, count in view.idle(origin)
        if key.strength == board.full(view.position, key) and board.is_ground(board.unit(view.position, key))
    ]


def _force(view: Outlook, stacks: list[tuple[Stack, int]], classes: int) -> list[tuple[Stack, int]]:
    """Return one block of each of so many classes, the strongest; nothing when there are not so many."""
    found: dict[int, Stack] = {}
    for key, _ in stacks:
        found.setdefault(board.cls(board.unit(view.position, key)), key)
    return [(key, 1) for key in list(found.values())[:classes]] if len(found) >= classes else []


def beaches(view: Outlook, side: str, front: str) -> list[Beach]:
    """Return the undefended hostile areas of a front in which a side's blocks could land in this weather, the best first."""
    position = view.position
    targets = [
        area
        for area in sorted(view.hostile)
        if view.title.in_region(area, front)
        and not view.foes(area)
        and weather(position, area) == GOOD
        and any(crossing.has_port(position, _lead(view, side), area, zone) for zone in board.zones_of(view.title, area))
    ]
    found = []
    for origin in view.places:
        stacks = [item for item in ready(view, origin) if position.side_of(item[0].power) == side]
        if stacks and targets:
            near = (area for area in targets if seaborne.voyage(position, stacks[0][0], origin, area))
            found += [Beach(area, origin, promise(view, area)) for area in near]
    return sorted(found, key=lambda one: (-one.worth, one.area, one.origin))


def _lead(view: Outlook, side: str) -> str:
    return next(power for power in view.title.order if view.position.side_of(power) == side)


def promise(view: Outlook, area: str) -> float:
    """Return what a landing is thought to be worth: the beach and what lies behind it, unless the enemy is near."""
    behind = max((view.worth(near) for near in board.land_neighbours(view.title, area) if near in view.hostile), default=0)
    return (view.worth(area) + BEHIND * behind) * max(0.0, 1.0 - BACK * view.threats(area))
