"""Where a greedy bot mobilizes its purchases."""

from __future__ import annotations

from engine.families.axis_allies.board import is_hostile_sea
from engine.families.axis_allies.bots.greedy.buying import factory_place, has_room_aboard
from engine.families.axis_allies.bots.greedy.cover import main_convoy
from engine.families.axis_allies.bots.greedy.ferrying import lack
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.bots.greedy.walls import site
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.facilities.factories import ready_factories, room
from engine.families.axis_allies.mobilization.factoryless_placement import without_factory
from engine.families.axis_allies.orders import Place
from engine.orders import Order


def placements(view: View) -> list[Order]:
    """Return the places to try for the next unit waiting, best first; the bot plays the first that is legal."""
    pool, mine = view.position.state.pool, accounts(view.title, view.power)
    waiting = [unit for unit in view.title.units if any(pool.get((account, unit)) for account in mine)]
    orders: list[Order] = []
    needy = _by_need(view) if {view.title.units[unit].cls for unit in waiting} - {"facility", "sea"} else []
    guarded = [area for area in needy if view.style.campaign and _is_in_danger(view, area)]
    for unit in waiting:
        row = view.title.units[unit]
        if row.has("border"):
            where = site(view)
            orders += [Place(unit, where.area, border=where.border)] if where else []
        elif row.cls == "facility":
            place = factory_place(view)
            orders += [Place(unit, place)] if place else []
        elif row.cls == "sea":
            orders += _afloat(view, unit)
        else:
            orders += [Place(unit, area) for area in dict.fromkeys(guarded + _outside(view, unit) + needy)]
    return orders


def _outside(view: View, unit: str) -> list[str]:
    """Places that need no factory, those nearest the front first."""
    held = (area for area, holder in view.position.state.control.items() if holder == view.power)
    able = [area for area in held if without_factory(view.position, area, {unit: 1})]
    return sorted(able, key=lambda area: (view.front.get(area, 9), area))


def _by_need(view: View) -> list[str]:
    """Factories with room: those in danger first, then those nearest the front."""

    def need(area: str) -> tuple[bool, float, bool, int, int, str]:
        danger = _is_in_danger(view, area)
        home = view.style.campaign and not danger and has_room_aboard(view, area)
        front = view.front.get(area, 9)
        return not danger, -view.worth(area) if danger else 0, not home, front, -room(view.position, area), area

    ready = [area for area in ready_factories(view.position, view.power) if room(view.position, area) > 0]
    return sorted(ready, key=need)


def _is_in_danger(view: View, area: str) -> bool:
    """Return whether a factory's area would not hold with who is there."""
    units = view.friendly_units(area)
    return view.falls(area, units, view.style.capital_risk) or not view.is_deep(area, units)


def _afloat(view: View, unit: str) -> list[Order]:
    """Zones beside factories: quiet ones first, then those where the power's transports are; warships go where they are nearest.

    In a campaign, transports go where most units wait for one.
    """
    fleet, row = {ship.zone for ship in ships(view)}, view.title.units[unit]
    convoy = main_convoy(view) if view.style.campaign and row.has("surface-warship") else ""
    fetches = view.style.campaign and row.has("carries-land")
    ways = view.reach_at_sea(convoy) if convoy else {}
    found = []
    for factory in ready_factories(view.position, view.power):
        if room(view.position, factory) < 1:
            continue
        for zone in view.coast_of(factory):
            hostile = is_hostile_sea(view.position, zone, view.power)
            far = -view.title.areas[factory].value
            waiting = lack(view, zone) if fetches else 0
            rank = (hostile, view.danger_at_sea(zone), ways.get(zone, 0), -waiting, zone not in fleet, far, zone)
            found.append((rank, factory))
    return [Place(unit, rank[-1], factory) for rank, factory in sorted(found)]
