"""Strategic naval movement: transports with what is aboard, up to five spaces, from port to port (section 10.6)."""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import (
    condition_of,
    enemy_stacks,
    is_friendly,
    is_open,
    is_sea,
    on_patrol,
    own_stacks,
)
from engine.families.axis_allies.transports import sail
from engine.families.axis_allies.vocabulary import MOVED
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.orders import Redeploy
from engine.titles.global_war_1936.sea import passing
from engine.titles.global_war_1936.settings import sheets
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import EVOLVED, REDEPLOYED

SECTION = "10.6 Strategic Naval Movement"

WAY = Rule("redeploy/way", SECTION, FATAL)
ENEMY = Rule("redeploy/enemy", SECTION, FATAL)
PORT = Rule("redeploy/port", SECTION, FATAL)
NUMBER = Rule("redeploy/number", SECTION, FATAL)
SHIPS = Rule("redeploy/ships", SECTION, FATAL)


def capacity(position: Position, power: str) -> int:
    """Return how many units a nation moves a turn."""
    if position.options.get("strategic-naval") == "off":
        return 0
    sheet = sheets(position.title).get(power)
    evolved = figure(position.title, "evolved-redeploy") if EVOLVED.read(position.state, power) else 0
    return (sheet.naval if sheet else 0) + evolved


def left(position: Position) -> int:
    """Return how many more units the nation on turn moves so this turn."""
    return capacity(position, position.power) - REDEPLOYED.number(position.state)


def ships(position: Position, zone: str, unit: str) -> list[tuple[Stack, int]]:
    """Return the transports of a type in a zone that have done nothing in this turn."""
    return [
        (key, n)
        for key, n in own_stacks(position, zone, position.power)
        if key.unit == unit
        and profile_of(position, key).has("carries-land")
        and not condition_of(key).used
        and all(word.endswith("!") for word in condition_of(key).words)
    ]


def _has_port(position: Position, zone: str) -> bool:
    near = position.title.neighbours[zone]
    return any(is_friendly(position, area, position.power) and supply.port(position, area, zone) for area in near)


def _is_safe(position: Position, zone: str) -> bool:
    there = enemy_stacks(position, zone, position.power)
    return not any(
        profile_of(position, key).has("surface-warship") or profile_of(position, key).has("submarine") or on_patrol(key) for key, _ in there
    )


def check_redeploy(position: Position, order: Redeploy) -> list[Problem]:
    """Return what is wrong with sending transports far."""
    way = order.way
    steps = list(pairwise(way))
    joined = all(b in position.title.neighbours[a] and is_sea(position.title, a) and is_sea(position.title, b) for a, b in steps)
    if not steps or not joined or len(steps) > figure(position.title, "redeploy-zones"):
        return [WAY.broken("transports go up to five sea zones", found=order.path, expected="a way of at most five")]
    if not all(is_open(position, position.title.neighbours[a][b], position.power) and _is_safe(position, b) for a, b in steps):
        return [ENEMY.broken("no closed strait and no enemy is on the way", found=order.path, expected="a safe way")]
    if not (_has_port(position, way[0]) and _has_port(position, way[-1])):
        return [PORT.broken("the way begins and ends beside a friendly port", found=order.path, expected="two ports")]
    number = 0
    for unit, count in order.counts:
        there = ships(position, way[0], unit)
        have = sum(n for _, n in there)
        if count > have:
            return [SHIPS.broken(f"not so many {unit} there that have done nothing", found=str(count), expected=f"at most {have}")]
        each = [1 + len(condition_of(key).cargo) for key, n in there for _ in range(n)]
        number += sum(each[:count])
    if number > left(position):
        return [NUMBER.broken("so many units are not moved, cargo counted", found=str(number), expected=f"at most {left(position)}")]
    return passing.check_passing(position, order, way)


def redeploy(play: Play, order: Redeploy) -> None:
    """Send the transports with what is aboard."""
    way, number = order.way, 0
    for unit, count in order.counts:
        for key, n in ships(play.position, way[0], unit):
            taken = min(n, count)
            count -= taken
            if taken:
                after = condition_of(key).having(MOVED)._replace(origin=way[-2])
                number += taken * (1 + len(condition_of(key).cargo))
                sail(play, key, taken, way, after, "redeployed")
    REDEPLOYED.add(play, number)
    passing.note(play, way)
