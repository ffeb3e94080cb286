"""Noncombat moves of a greedy bot in the air: all aircraft land, as near the front as is safe."""

from __future__ import annotations

from itertools import islice

from engine.families.axis_allies.board import condition_of, is_sea, own_stacks
from engine.families.axis_allies.bots.distances import air_route, distances
from engine.families.axis_allies.bots.greedy.pool import landings, moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.movement.landing import way_to, ways_home
from engine.orders import Order

RISKY = 0.25
"""Chance of losing an area above which aircraft land elsewhere."""
TRIED = 3
"""Landings that are tried for a stack."""
REAR = 3
"""Distance from the nearest hostile land beyond which idle aircraft are moved up."""


def flights_home(view: View) -> list[list[Order]]:
    """Return, for each stack of aircraft that must or should fly, the landings to try, best first."""
    return [*_must(view), *_should(view)]


def last_flights(view: View) -> list[list[Order]]:
    """Return, for each stack of aircraft that still cannot stay where it is, the landings to try: carriers may have sailed away."""
    return _must(view)


def _must(view: View) -> list[list[Order]]:
    """Aircraft over areas where they may not stay, and carriers that must come for them."""
    plan = ways_home(view.position)
    carriers: list[list[Order]] = [[moving(way_to(view.position, key, zone), [key.unit])] for key, zone in plan.carriers]
    out = list(carriers)
    for key, count, area in plan.homes:
        left = view.title.units[key.unit].move - condition_of(key).used
        choices = [] if is_sea(view.title, area) else _choices(view, key.area, left)
        plain = moving(way_to(view.position, key, area), [key.unit] * count)
        out.append([*(moving(path, [key.unit] * count) for path in choices), plain])
    return out


def _choices(view: View, start: str, left: int) -> list[tuple[str, ...]]:
    """Return the routes to landing areas in reach: safe ones first, then those near the front."""
    far = distances(view.title, "air")[start]
    spots = [area for area in landings(view).everywhere if not is_sea(view.title, area) and 0 < far.get(area, 99) <= left]
    spots.sort(key=lambda area: (view.flight(area), -view.worth(area), area))
    for area in spots:
        view.threats.on(area)
    safe = list(islice((area for area in spots if not _is_risky(view, area)), TRIED))
    risky = [area for area in spots if area not in safe and _is_risky(view, area)] if len(safe) < TRIED else []
    return [air_route(view.title, start, area, left) for area in (safe + risky)[:TRIED]]


def _is_risky(view: View, area: str) -> bool:
    return view.falls(area, view.friendly_units(area), RISKY)


def _should(view: View) -> list[list[Order]]:
    """Aircraft that have not flown and are far from the front or in danger."""
    out: list[list[Order]] = []
    for area in view.position.areas_of(view.power):
        if is_sea(view.title, area):
            continue
        for key, count in own_stacks(view.position, area, view.power):
            row = view.title.units[key.unit]
            if row.cls != "air" or key.condition or (view.flight(area) <= REAR and not _is_risky(view, area)):
                continue
            better = [path for path in _choices(view, area, row.move) if _is_better(view, path)]
            out += [[moving(path, [key.unit] * count) for path in better]] if better else []
    return out


def _is_better(view: View, path: tuple[str, ...]) -> bool:
    """Return whether the end of a path is a better place for aircraft than its start: safe, and nearer to the enemy."""
    if _is_risky(view, path[-1]):
        return False
    return _is_risky(view, path[0]) or view.flight(path[-1]) < view.flight(path[0])
