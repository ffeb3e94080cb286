"""Warships and seaplanes of greedy bots: they lead the way for landings, raid, and watch over convoys that are raided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import condition_of, is_hostile_sea, on_patrol, own_stacks
from engine.families.axis_allies.bots.distances import route
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.movement.reach import reachable
from engine.families.axis_allies.orders import Move
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.state import Stack
from engine.titles.global_war_1936.bots import hunting
from engine.titles.global_war_1936.nations import is_at_war
from engine.titles.global_war_1936.orders import Assign
from engine.titles.global_war_1936.politics.income import leader_of
from engine.titles.global_war_1936.settings import convoys
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES

BEATEN = 0.4
"""Chance of an enemy's victory above which a fleet does not go to a zone."""
FLEET = 3
"""Warships that sail out together at least."""
GUARD = 2
"""Warships that stay with transports that an enemy can reach."""
NEAR = 6
"""Sea zones within which few ships join a stronger fleet."""
MASTERY = 1.5
"""How much stronger the fleets of one's own side are than all others together when it rules the waves."""
RAIDERS = 4
"""Surface ships that a nation sends to raid in a turn at most."""


def raiders(play: Play, view: View) -> list[Stack]:
    """Return the cruisers and destroyers that raid: fast ships of fleets that have more than their transports need."""
    found: list[Stack] = []
    for key, n, condition in view.all_idle("sea"):
        row = play.title.units[key.unit]
        if not row.has("raids-surface") or not 0 < row.attack <= FAST_ATTACK or condition.cargo or condition.text:
            continue
        found += [key] * min(n, 2)
    return found[:RAIDERS]


FAST_ATTACK = 6
"""Attack of the strongest ships that raid; stronger ones stay with their fleet."""


def cruises(play: Play, view: View) -> Iterator[list[Order]]:
    """Let fleets that have nothing to do hunt for ships that they can beat, or go to the nearest coast that is worth a landing."""
    if not is_at_war(play.position, view.power):
        return
    prey = hunting.prey_of(view)
    for zone in sorted(view.position.board):
        ships = _fleet(view, zone)
        if not ships:
            continue
        if order := _voyage(play, view, zone, ships, prey):
            yield [order]


def _voyage(play: Play, view: View, zone: str, ships: Counter[str], prey: dict[str, Counter[str]]) -> Move | None:
    """Return where a fleet goes: after enemies that it would beat, else to a stronger fleet if enemies are near, else to a coast."""
    if sum(ships.values()) < FLEET:
        return _join(play, view, zone, ships)
    if goal := next(hunting.chase(view, zone, ships, prey), ""):
        return _sail(play, view, zone, goal, ships) if goal != zone else None
    joined = _join(play, view, zone, ships) if hunting.are_near(view, zone, prey) else None
    return joined or _cruise(play, view, zone, ships) or _join(play, view, zone, ships)


def _join(play: Play, view: View, zone: str, ships: Counter[str]) -> Move | None:
    """Sail towards the nearest stronger fleet of the nation."""
    here, reach = strength(view, _own(view, zone)), view.reach_at_sea(zone, NEAR)
    goal = next((other for other in reach if strength(view, _own(view, other)) > here), "")
    return _sail(play, view, zone, goal, ships) if goal else None


def _own(view: View, zone: str) -> Counter[str]:
    """Return the nation's own warships in a zone."""
    found, units = Counter[str](), view.title.units
    for key, n in own_stacks(view.position, zone, view.power):
        if units[key.unit].has("surface-warship") and units[key.unit].move > 1:
            found[key.unit] += n
    return found


def strength(view: View, ships: Counter[str]) -> int:
    """Return what ships attack and defend with."""
    units = view.title.units
    return sum(n * (units[unit].attack + units[unit].defense) for unit, n in ships.items())


def idle(view: View, zone: str) -> Counter[str]:
    """Return the warships of a zone that have nothing to do and may leave it."""
    ships, units = Counter[str](), view.title.units
    for key, n, condition in view.idle(zone, "sea"):
        if units[key.unit].has("surface-warship") and not condition.cargo and units[key.unit].move > 1:
            ships[key.unit] += n
    return ships


def _fleet(view: View, zone: str) -> Counter[str]:
    """Return the idle warships of a zone, without those that guard transports there."""
    ships, units = idle(view, zone), view.title.units
    transports = any(units[key.unit].has("carries-land") for key, _ in own_stacks(view.position, zone, view.power))
    stay = GUARD if transports and view.threats.on(zone) else 0
    for unit in sorted(ships, key=lambda unit: (units[unit].attack, unit)):
        kept = min(stay, ships[unit])
        ships[unit] -= kept
        stay -= kept
    return +ships


def _cruise(play: Play, view: View, zone: str, ships: Counter[str]) -> Move | None:
    goal = next((other for other in view.reach_at_sea(zone) if _is_goal(view, other)), "")
    return _sail(play, view, zone, goal, ships) if goal and goal != zone else None


def _sail(play: Play, view: View, zone: str, goal: str, ships: Counter[str]) -> Move | None:
    """Return the move of ships towards a zone, as far as they go and are safe with those that are there."""
    path = route(play.title, zone, goal, view.sails)
    steps = min(play.title.units[unit].move for unit in ships)
    path = path[: steps + 1]
    while len(path) > 1:
        together = ships + warships(view, path[-1])
        if judge(play.title, view.threats.on(path[-1]), together).win <= BEATEN:
            order = Move(show_units(sorted(ships.items())), join_path(path))
            if may(play, order):
                return order
        path = path[:-1]
    return None


def warships(view: View, zone: str) -> Counter[str]:
    """Return the warships of the nation's side in a zone."""
    return Counter(
        {unit: n for unit, n in view.friendly_units(zone).items() if view.title.units[unit].has("surface-warship")}
    )


def _is_goal(view: View, zone: str) -> bool:
    """Whether a zone lies beside a hostile coast of value."""
    if is_hostile_sea(view.position, zone, view.power):
        return False
    return any(view.hostile(area) and view.worth(area) > 0 for area in view.shores_of(zone))


def rules_waves(view: View) -> bool:
    """Return whether the warships of the nation's alliance beat those of all other players' alliances by far."""
    title, mine, theirs = view.title, 0, 0
    side = title.side_of[view.power]
    for key, n in view.position.state.stacks.items():
        row = title.units[key.unit]
        if row.has("surface-warship") and key.power in title.side_of:
            strength = n * (row.attack + row.defense)
            mine, theirs = (mine + strength, theirs) if title.side_of[key.power] == side else (mine, theirs + strength)
    return mine > MASTERY * theirs


def raided_zones(play: Play, power: str) -> Counter[str]:
    """Return sea zone to what has been lost in this calendar turn on the nation's lines that run through it."""
    found: Counter[str] = Counter()
    for (line, nation), lost in CONVOY_LOSSES.entries(play.state):
        row = convoys(play.title).get(line)
        if row and leader_of(play.title, nation) == power:
            for zone in row.zones:
                found[zone] += int(lost or 0)
    return found


def patrols(play: Play, view: View) -> Iterator[list[Order]]:
    """Send seaplanes on patrol over the lines that are raided most."""
    zones = raided_zones(play, view.power)
    watched = {key.area for key in play.state.stacks if key.power == view.power and on_patrol(key)}
    for key, n, _ in view.all_idle("air") if zones else ():
        if not play.title.units[key.unit].has("hits-few") or condition_of(key).words:
            continue
        for _ in range(n):
            ways = reachable(play.position, key, False, risky=True)
            able = sorted(
                (zone for zone in zones if zone in ways and zone not in watched), key=lambda one: (-zones[one], one)
            )
            for zone in able[:3]:
                orders: list[Order] = [Move(key.unit, join_path(ways[zone])), Assign(key.unit, zone, "patrol")]
                if may(play, orders[0]):
                    watched.add(zone)
                    yield orders
                    break
