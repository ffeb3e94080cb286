"""Ships: they sail to where they gain or keep control of a sea zone; a nation's last ones to where they are safe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.families.blocks import board
from engine.families.blocks.bots import needs
from engine.families.blocks.bots.outlook import FAR, Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.land import crossing
from engine.families.blocks.production.overseas import overland
from engine.families.blocks.production.settings import Target
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import routes
from engine.families.blocks.sea.orders import Sail
from engine.families.blocks.sea.settings import Discs
from engine.families.blocks.sea.waters import is_disputed, is_open
from engine.families.blocks.settings import read, rows
from engine.orders import Order, join_path
from engine.state import Stack

CONTROL, DISC, CONTEST, RAID, COAST = 2.5, 0.5, 2.0, 1.5, 0.25
"""What a zone is worth by the share of the ships that control it takes, control itself, denying it, a ship where convoys are
raided or guarded, and each coast of ours beside it."""

SUPPLY = 0.8
"""What the first ship is worth for each PP of the areas beside a zone that supply reaches over sea only."""
LANE = 2.0
"""What a ship is worth that carries blocks which wait overseas."""
NONE: Mapping[str, int] = {}

LONG = 3
"""Blocks of an area that are brought over at a time, at most: each needs a ship in each zone."""


def sailings(view: Outlook) -> Iterator[Order]:
    """Yield a sailing for each ship that is worth more elsewhere; looked at one by one, as each changes the balance."""
    wanted = lanes_of(view)
    sea = [zone for zone, row in view.title.areas.items() if row.kind == "sea" and zone in view.position.board]
    for zone in sea:
        for key, count in routes.movable(view.position, view.camp, zone):
            for _ in range(count):
                order = _better(view, key, wanted)
                if order:
                    yield order


def _better(view: Outlook, key: Stack, lanes: Mapping[str, int]) -> Order | None:
    side = view.position.side_of(key.power)
    if view.plans and needs.needs_ships(view.position, key.power):
        safe = needs.refuge(view.position, key.power)
        there = needs.ships_in(view.position, key.power, safe)
        if key.area == safe and there <= needs.HOME:
            return None
        if there < needs.HOME and safe in routes.destinations(view.position, key):
            return Sail(describe([(key, 1)]), join_path([key.area, safe]))
    here = value(view, key.area, side, 0, lanes) - value(view, key.area, side, -1, lanes)
    ways = routes.destinations(view.position, key)
    gains = {zone: value(view, zone, side, 1, lanes) - value(view, zone, side, 0, lanes) for zone in ways}
    best = max(sorted(gains), key=lambda zone: gains[zone], default="")
    if not best or gains[best] <= here + 0.1:
        return None
    return Sail(describe([(key, 1)]), join_path([key.area, best]))


def value(view: Outlook, zone: str, side: str, more: int, lanes: Mapping[str, int] = NONE) -> float:
    """Return what a zone is worth to a side with so many ships more (or fewer, below 0) of its own there."""
    ships = max(sea_control.ships(view.position, zone)[side] + more, 0)
    lane = LANE * min(ships, lanes.get(zone, 0))
    if not is_disputed(view.position, zone):
        return lane
    have: Counter[str] = sea_control.strength(view.position, zone)
    ours, theirs = have[side] + more, max((n for other, n in have.items() if other != side), default=0)
    coasts = sum(view.position.state.control.get(area, "") not in ("", *view.enemies) for area in board.coasts(view.title, zone))
    weight = 1.0 + COAST * coasts
    if ours <= 0:
        return lane
    share, denied = min(1.0, ours / max(2 * theirs, 1)), min(1.0, 2 * ours / max(theirs, 1))
    whole = DISC if ours >= 2 * theirs else 0.0
    carried = ships > 0 or ours >= outweighs(view) * theirs
    supply = _supplied(view, zone, side) if view.plans and carried and outweighs(view) * ours > theirs else 0.0
    return weight * (CONTROL * share + whole) + CONTEST * denied + _raids(view, zone, ours) + lane + supply


def outweighs(view: Outlook) -> int:
    """Return how many times the ships of one side the other needs to control a zone."""
    return read(view.title, "discs", Discs).outweighs


def _supplied(view: Outlook, zone: str, side: str) -> float:
    """Return what a ship is worth where supply comes to a side's stars and production on the coast over sea only."""
    position, found = view.position, 0
    for area in board.coasts(view.title, zone):
        holder, value_ = position.state.control.get(area, ""), view.title.areas[area].value
        if value_ and position.side_of(holder) == side and area not in overland(position, holder):
            found += value_
    return SUPPLY * found


def _raids(view: Outlook, zone: str, ours: int) -> float:
    raided = any(zone in row.zones for row in rows(view.title, "strategic_target", Target).values())
    return RAID * min(max(ours, 0), 2) if raided else 0.0


def lanes_of(view: Outlook) -> dict[str, int]:
    """Return sea zone to how many ships are wanted there to carry who waits where no land leads to the enemy."""
    found: dict[str, int] = {}
    for area in view.places if view.plans else ():
        if view.near[area] < FAR:
            continue
        for key, count in view.idle(area)[:1]:
            waiting = min(LONG, view.ours(area)) if count else 0
            for zone in _way(view, key.power, area):
                found[zone] = max(found.get(zone, 0), waiting)
    return found


def _way(view: Outlook, power: str, origin: str) -> tuple[str, ...]:
    """Return the zones of the shortest way from an area to a friendly port nearer to the war; nothing without one."""
    position = view.position
    ahead: list[tuple[str, ...]] = [
        (zone,)
        for zone in board.zones_of(view.title, origin)
        if crossing.may_sail(position, power, zone) and crossing.has_port(position, power, origin, zone)
    ]
    known = {way[-1] for way in ahead}
    for way in ahead:  # grows as it is walked: shortest ways first
        for area in board.coasts(view.title, way[-1]):
            if area not in view.hostile and view.near[area] < FAR and view.ours(area) and _is_port(view, power, area, way[-1]):
                return way
        for zone in board.zones_of(view.title, way[-1]):
            open_ = crossing.may_sail(position, power, zone) and is_open(position, power, way[-1], zone)
            if zone not in known and open_:
                known.add(zone)
                ahead.append((*way, zone))
    return ()


def _is_port(view: Outlook, power: str, area: str, zone: str) -> bool:
    holder = view.position.state.control.get(area, "")
    friendly = bool(holder) and view.position.side_of(holder) == view.position.side_of(power)
    return friendly and crossing.has_port(view.position, power, area, zone)
