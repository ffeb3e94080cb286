"""Raiders and escorts of greedy bots, and units that go by rail."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import condition_of, is_sea
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.cover import covers
from engine.families.axis_allies.bots.greedy.harbours import is_shore, passage
from engine.families.axis_allies.bots.greedy.sealift import CARRIED, Ship, ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.movement.reach import reachable
from engine.families.axis_allies.orders import Move, Transfer
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.state import Stack
from engine.titles.global_war_1936.bots import attending, diplomacy, fleets, fronts
from engine.titles.global_war_1936.economy.income import leader_of
from engine.titles.global_war_1936.land import militia, rails
from engine.titles.global_war_1936.nations import is_at_war
from engine.titles.global_war_1936.orders import Assign, Cross, Redeploy
from engine.titles.global_war_1936.sea import convoys, crossings, naval
from engine.titles.global_war_1936.tables import figure

FAR = 3
"""Steps from the front beyond which units are sent by rail."""

QUEUE = 4.0
"""How many units that wait for a transport at a port count as a sea zone more."""

FETCHED = 6
"""Sea zones that an empty transport goes at most for troops that wait: half the world is no way to fetch an infantry."""


def duties(play: Play, view: View) -> Iterator[list[Order]]:
    """Send warships to landings, submarines to where most is to be sunk, light ships to escort convoys that are raided."""
    if not is_at_war(play.position, view.power):
        return
    yield from covers(play, view)
    taken: dict[str, int] = {}
    for key, n in _submarines(play, view):
        for _ in range(n):
            zone, orders = _raid(play, key, taken)
            if zone:
                taken[zone] = taken.get(zone, 0) + 1
                yield orders
    for key in fleets.raiders(play, view):
        zone, orders = _raid(play, key, taken)
        if zone and not view.danger_at_sea(zone):
            taken[zone] = taken.get(zone, 0) + 1
            yield orders
    yield _escorts(play, view)


def _submarines(play: Play, view: View) -> list[tuple[Stack, int]]:
    units = play.title.units
    return [(key, n) for key, n, _ in view.all_idle("sea") if units[key.unit].has("submarine")]


def _stake(play: Play, zone: str, taken: dict[str, int]) -> float:
    nation = convoys.victim(play.position, zone, play.position.power)
    if not nation:
        return 0.0
    room = sum(convoys.left(play.position, line, nation) for line in convoys.lines_at(play.title, zone))
    return max(0.0, min(room, 8) - 2 * taken.get(zone, 0) - 1.5 * convoys.guard(play.position, zone, nation))


def _raid(play: Play, key: Stack, taken: dict[str, int]) -> tuple[str, list[Order]]:
    ways = {key.area: (key.area,), **reachable(play.position, key, False)}
    best = max(ways, key=lambda zone: (_stake(play, zone, taken), -len(ways[zone]), zone))
    if _stake(play, best, taken) <= 0:
        return "", []
    orders: list[Order] = []
    if len(ways[best]) > 1:
        orders.append(Move(key.unit, join_path(ways[best])))
        if not may(play, orders[0]):
            return "", []
    return best, [*orders, Assign(key.unit, best, "raid")]


def prowls(play: Play, view: View) -> Iterator[list[Order]]:
    """Let submarines that can raid nothing from where they are go towards the nearest lines of an enemy."""
    if not is_at_war(play.position, view.power):
        return
    for key, n in _submarines(play, view):
        reach = view.reach_at_sea(key.area)
        goal = next((zone for zone in reach if _stake(play, zone, {}) > 0), "")
        path = route(play.title, key.area, goal, view.sails)[: play.title.units[key.unit].move + 1] if goal else []
        order = Move(show_units([(key.unit, n)]), join_path(path))
        if len(path) > 1 and may(play, order):
            yield [order]


def _escorts(play: Play, view: View) -> list[Order]:
    units, found = play.title.units, list[Order]()
    for key, _, condition in view.all_idle("sea"):
        row = units[key.unit]
        if not row.has("surface-warship") or row.has("capital") or row.attack > 5 or condition.cargo:
            continue
        mine = any(
            leader_of(play.title, nation) in play.position.friends_of(view.power)
            for line in convoys.lines_at(play.title, key.area)
            for nation in line.values
        )
        if mine:
            found.append(Assign(key.unit, key.area, "escort"))
    return found


def trains(play: Play, view: View) -> Iterator[list[Order]]:
    """Send units that stand far from the front, or where it is held by far, to where it is in need, as far as the rails carry them."""
    front = view.front
    held = [area for area, holder in play.state.control.items() if holder == view.power and area in front]
    ends = sorted((area for area in held if front[area] <= 1), key=lambda area: (fronts.ease(view, area), area))
    tries = 0
    for key in [key for key, _ in play.position.stacks_of(view.power) if not is_sea(play.title, key.area)]:
        if condition_of(key).text or play.title.units[key.unit].cls != "land":
            continue
        if front.get(key.area, 0) < FAR and not (ends and fronts.is_held(view, key.area, ends[0])):
            continue
        at_home = play.title.units[key.unit].has("keeps-home")
        if at_home and not any(militia.stay_home(play.position, (key.area, area)) for area in ends[:4]):
            continue
        if not any(n for one, n in rails.ready(play.position, key.area) if one == key) or tries > 6:
            continue
        tries += 1
        spare = view.spare(key.area).get(key.unit, 0)
        end = next((area for area in ends[:4] if spare and may(play, Transfer(key.unit, key.area, area))), "")
        if end:
            yield [Transfer(key.unit, key.area, end)]


def voyages(play: Play, view: View) -> Iterator[list[Order]]:
    """Send laden transports as far as strategic naval movement goes, towards shores to land on; then warships, and the trains."""
    for ship in list(ships(view)):
        if ship.condition.cargo and naval.left(play.position) > 1:
            order = _voyage(play, view, ship)
            if order and may(play, order):
                yield [order]
    yield from attending.attendants(play, view)
    yield from attending.reliefs(play, view)
    yield from diplomacy.marches(play)
    yield from trains(play, view)
    yield from channel(play, view)


def _voyage(play: Play, view: View, ship: Ship) -> Order | None:
    most = figure(play.title, "redeploy-zones")
    wide = view.reach_at_sea(ship.zone, 2 * most)
    goals = [zone for zone in wide if is_shore(view, zone)]
    if not goals or wide[goals[0]] <= play.title.units[ship.key.unit].move:
        return None
    path = route(play.title, ship.zone, goals[0], view.sails)[: most + 1]
    while len(path) > 2:
        order = Redeploy(ship.key.unit, join_path(path))
        if not view.danger_at_sea(path[-1]) and may(play, order):
            return order
        path = path[:-1]
    return None


def air_goals(view: View) -> list[str]:
    """Return the hostile areas of value that troops of one's own side stand beside; all of value where there are none.

    Aircraft take no land alone: bases that are near the enemy and far from every army are dead ends.
    """
    theirs = view.theirs
    goals = [area for area in view.title.areas if area in theirs and view.worth(area) > 0]
    return [area for area in goals if any(view.friendly(near) for near in view.title.neighbours[area])] or goals


def crowd(view: View, area: str) -> float:
    """Return how little a port needs more troops: how far it is to a hostile coast, and who waits there for want of ships."""
    near = {other for zone in view.coast_of(area) for other in view.reach_at_sea(zone, 1)}
    room = CARRIED * sum(1 for ship in ships(view) if ship.zone in near and not ship.condition.cargo)
    return passage(view, area) + max(0, view.spare(area).total() - room) / QUEUE


def channel(play: Play, view: View) -> Iterator[list[Order]]:
    """Send troops over crossings towards the front."""
    for one, other in crossings.every(play.title):
        room = crossings.left(play.position, one, other)
        if room < 1 or view.at_front(one) or view.front.get(other, 99) > FAR or not view.friendly(one):
            continue
        for unit, count in sorted(view.spare(one).items(), key=lambda item: -play.title.units[item[0]].attack):
            order = Cross(show_units([(unit, min(count, room))]), join_path([one, other]))
            if may(play, order):
                yield [order]
                break
