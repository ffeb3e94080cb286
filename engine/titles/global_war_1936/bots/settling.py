"""Where greedy bots place what they have bought, what they deliver and upgrade."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import is_hostile_sea, is_sea
from engine.families.axis_allies.bots.greedy.cover import stake
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.economy.accounts import account_of, accounts
from engine.families.axis_allies.facilities.factories import ready_factories
from engine.families.axis_allies.orders import Place
from engine.orders import Order
from engine.play import Play
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.air import wings
from engine.titles.global_war_1936.bots import attending, fronts, garrisons, levies, sea
from engine.titles.global_war_1936.economy import making
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import home, zones_held
from engine.titles.global_war_1936.orders import Deliver
from engine.titles.global_war_1936.tables import factions

BESIDE = 2
"""Sea zones within which warships that are placed soon join transports."""


def placements(play: Play, view: View) -> Iterator[list[Order]]:
    """Place everything that can be placed, one unit after the other, and deliver lend-lease."""
    for account in accounts(play.title, view.power):
        for unit in play.title.units:
            while play.state.pool.get((account, unit), 0):
                order = next((order for order in _places(play, view, account, unit) if may(play, order)), None)
                if order is None:
                    break
                yield [order]
    yield from _deliveries(play, view)


def _places(play: Play, view: View, account: str, unit: str) -> Iterator[Order]:
    row, position = play.title.units[unit], play.position
    if row.cls == "sea":
        near = (zone for area in _held(view, account) for zone in position.title.neighbours[area])
        zones = {zone for zone in near if is_sea(position.title, zone)}
        able = [zone for zone in sorted(zones) if placing.docks_of(position, zone, row)]
        use = _lift_wanted if row.has("carries-land") else _cover_wanted
        for zone in sorted(
            able,
            key=lambda zone: (
                is_hostile_sea(position, zone, view.power),
                not (row.has("surface-warship") and stake(view, zone) and attending.is_bare(view, zone)),
                view.danger_at_sea(zone),
                -use(view, zone),
                zone,
            ),
        ):
            yield Place(unit, zone)
            for plane in _borne(play) if row.has(wings.DECK) and wings.is_played(position) else ():
                yield Place(f"{unit}, {plane}", zone)
        return
    ready = [
        area
        for area in ready_factories(position, view.power)
        if making.room(position, area) and account_of(play.title, area, view.power) == account
    ]
    if row.has("abroad"):
        ready += [area for area in levies.colonies(view, account) if area not in ready]
    elif row.has("no-factory"):
        ready = [area for area in zones_held(position, view.power) if placing.militia_room(position, area)]
    capital = play.title.powers[view.power].capital
    needs = {area: fronts.need(view, area) for area in ready}
    far = {area: view.front.get(area, 9) > fronts.NEAR for area in ready}
    ways = {area: _way(view, area, row.cls) if far[area] else 0.0 for area in ready}
    short = row.cls == "land" and garrisons.is_short(view)
    for area in sorted(ready, key=lambda area: (not short or area != capital, far[area], needs[area], ways[area], area)):
        yield Place(unit, area)


def _way(view: View, area: str, cls: str) -> float:
    """Return how far units that are placed in an area without a front have to go to a war: aircraft fly, troops wait for ships."""
    return view.flight(area) if cls == "air" else sea.crowd(view, area)


def _lift_wanted(view: View, zone: str) -> int:
    """Return how many of the nation's troops stand beside a sea zone, or an area from there."""
    shores = set(view.shores_of(zone))
    inland = {area for shore in shores for area in view.title.neighbours[shore] if not is_sea(view.title, area)}
    return sum(sum(view.spare(area).values()) for area in shores | inland if view.friendly(area))


def _cover_wanted(view: View, zone: str) -> int:
    """Return what the nation's transports and their cargo near a sea zone are worth."""
    return sum(stake(view, other) for other in view.reach_at_sea(zone, BESIDE))


def _borne(play: Play) -> list[str]:
    return [unit for unit, row in play.title.units.items() if row.has(wings.BORNE)]


def _held(view: View, account: str) -> list[str]:
    """Return the areas of an account."""
    return [area for area in zones_held(view.position, view.power) if account_of(view.title, area, view.power) == account]


def _deliveries(play: Play, view: View) -> Iterator[list[Order]]:
    position = play.position
    for to in (*position.title.turns, *factions(position.title)):
        if not lending.granted(position, view.power, to):
            continue
        starts = [area for area in home(play.title, view.power) if area in ready_factories(position, view.power)]
        ends = [*lending.ports_of(position, to), *lending.ports_of(position, view.power)]
        found = next((Deliver(to, start, end) for start in starts for end in ends if may(play, Deliver(to, start, end))), None)
        if found:
            yield [found]
