"""Ships: they sail to where they gain or keep control of a sea zone, and carry landings where a disc allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.families.blocks import board
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.land import seaborne
from engine.families.blocks.land.orders import Airborne, Seaborne
from engine.families.blocks.production.settings import Target
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import routes
from engine.families.blocks.sea.orders import Sail
from engine.families.blocks.sea.waters import is_disputed
from engine.families.blocks.settings import rows
from engine.orders import Order, join_path
from engine.state import Stack

CONTROL, DISC, CONTEST, RAID, COAST = 2.5, 0.5, 2.0, 1.5, 0.25
"""What a zone is worth by the share of the ships that control it takes, control itself, denying it, a ship where convoys are
raided or guarded, and each coast of ours beside it."""


def sailings(view: Outlook) -> Iterator[Order]:
    """Yield a sailing for each ship that is worth more elsewhere; looked at one by one, as each changes the balance."""
    sea = [zone for zone, row in view.title.areas.items() if row.kind == "sea" and zone in view.position.board]
    for zone in sea:
        for key, count in routes.movable(view.position, view.camp, zone):
            for _ in range(count):
                order = _better(view, key)
                if order:
                    yield order


def _better(view: Outlook, key: Stack) -> Order | None:
    side = view.position.side_of(key.power)
    here = value(view, key.area, side, 0) - value(view, key.area, side, -1)
    ways = routes.destinations(view.position, key)
    gains = {zone: value(view, zone, side, 1) - value(view, zone, side, 0) for zone in ways}
    best = max(sorted(gains), key=lambda zone: gains[zone], default="")
    if not best or gains[best] <= here + 0.1:
        return None
    return Sail(describe([(key, 1)]), join_path([key.area, best]))


def value(view: Outlook, zone: str, side: str, more: int) -> float:
    """Return what a zone is worth to a side with so many ships more (or fewer, below 0) of its own there."""
    if not is_disputed(view.position, zone):
        return 0.0
    have: Counter[str] = sea_control.strength(view.position, zone)
    ours, theirs = have[side] + more, max((n for other, n in have.items() if other != side), default=0)
    coasts = sum(
        view.position.state.control.get(area, "") not in ("", *view.enemies) for area in board.coasts(view.title, zone)
    )
    weight = 1.0 + COAST * coasts
    if ours <= 0:
        return 0.0
    share, denied = min(1.0, ours / max(2 * theirs, 1)), min(1.0, 2 * ours / max(theirs, 1))
    whole = DISC if ours >= 2 * theirs else 0.0
    return weight * (CONTROL * share + whole) + CONTEST * denied + _raids(view, zone, ours)


def _raids(view: Outlook, zone: str, ours: int) -> float:
    raided = any(zone in row.zones for row in rows(view.title, "strategic_target", Target).values())
    return RAID * min(max(ours, 0), 2) if raided else 0.0


def landings(view: Outlook) -> Iterator[Order]:
    """Yield operations against enemy areas on a coast: empty ones by one block, others by two classes at good odds."""
    targets = sorted(
        (area for area in view.hostile if board.zones_of(view.title, area)), key=lambda area: (-view.worth(area), area)
    )
    for area in targets:
        foes = view.foes(area)
        if foes > 1 or (foes and view.is_closed(area)):
            continue
        for origin in view.places:
            stacks = [(key, count) for key, count in view.idle(origin) if view.spare(origin)
                      and key.strength == board.full(view.position, key) and board.is_ground(board.unit(view.position, key))]  # fmt: skip
            force = _force(view, stacks, 2 if foes else 1)
            if not force:
                continue
            dropped = [item for item in stacks if board.unit(view.position, item[0]).has("airborne")]
            shared = [zone for zone in board.zones_of(view.title, area) if zone in board.zones_of(view.title, origin)]
            if dropped and not foes and shared:
                yield Airborne(describe([(dropped[0][0], 1)]), join_path([origin, shared[0], area]))
            if seaborne.voyage(view.position, force[0][0], origin, area, len(force)):
                yield Seaborne(describe(force), join_path([origin, area]))


def _force(view: Outlook, stacks: list[tuple[Stack, int]], classes: int) -> list[tuple[Stack, int]]:
    """Return one block of each of so many classes, the strongest; nothing when there are not so many."""
    found: dict[int, Stack] = {}
    for key, _ in stacks:
        found.setdefault(board.cls(board.unit(view.position, key)), key)
    return [(key, 1) for key in list(found.values())[:classes]] if len(found) >= classes else []
