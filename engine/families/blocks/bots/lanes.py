"""Sea lanes: where ships must lie so that blocks which wait overseas can be brought to the war."""

from __future__ import annotations

from engine.families.blocks import board
from engine.families.blocks.bots.outlook import FAR, Outlook
from engine.families.blocks.land import crossing
from engine.families.blocks.sea.waters import is_open

LONG = 3
"""Blocks of an area that are brought over at a time, at most: each needs a ship in each zone."""


def lanes(view: Outlook) -> dict[str, int]:
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
