"""Ships that force a strait whose owner closes it (section 15.6)."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, is_open, own_stacks
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.transports import sail
from engine.families.axis_allies.vocabulary import FOUGHT, OFFLOADED
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.nations import is_war
from engine.titles.global_war_1936.orders import Force
from engine.titles.global_war_1936.politics import events, war
from engine.titles.global_war_1936.sea import duties, hulls
from engine.titles.global_war_1936.sea.seas import stops_ship
from engine.titles.global_war_1936.tables import figure

SECTION = "15.6 Forcing a Strait"

OPTION = Rule("force/option", SECTION, FATAL)
WAY = Rule("force/way", SECTION, FATAL)
UNITS = Rule("force/units", SECTION, FATAL)


def owner(position: Position, order: Force) -> str:
    """Return who holds the strait that an order forces; nothing when it names no way through a closed strait."""
    way = order.way
    link = position.title.neighbours.get(way[0], {}).get(way[1]) if len(way) == 2 else None
    passage = position.title.passages.get(link.passage) if link else None
    if link is None or passage is None or passage.kind != "strait" or is_open(position, link, position.power):
        return ""
    return next((holder for area in passage.needs if (holder := position.state.control.get(area))), "")


def ships(position: Position, zone: str, unit: str) -> list[tuple[Stack, int]]:
    """Return the ships of a type in a zone that can still move: also those that have come there, where no enemy has stopped them."""
    row = position.title.units[unit]
    return [
        (key, n)
        for key, n in own_stacks(position, zone, position.power)
        if key.unit == unit
        and row.cls == "sea"
        and points_left(position, key) > 0
        and not (condition_of(key).used and stops_ship(position, zone, row))
        and not (condition_of(key).target or {FOUGHT, OFFLOADED} & set(condition_of(key).words))
        and not duties.bar(key)
    ]


def check_force(position: Position, order: Force) -> list[Problem]:
    """Return what is wrong with forcing a strait: it is war with its owner, and every rule of such a declaration counts."""
    if position.options.get("forced-straits") != "on":
        return [OPTION.broken("straits are not forced in this game", found="off", expected="option forced-straits on")]
    holder = owner(position, order)
    if not holder:
        return [WAY.broken("ships force a closed strait", found=order.path, expected="the two zones of a closed strait")]
    for unit, count in order.counts:
        have = sum(n for _, n in ships(position, order.way[0], unit))
        there = own_stacks(position, order.way[0], position.power)
        if count > have:
            on_duty = next((bar for key, _ in there if key.unit == unit and (bar := duties.bar(key, FATAL))), None)
            return [on_duty or UNITS.broken(f"not so many {unit} can go", found=str(count), expected=f"at most {have}")]
    if not order.counts:
        return [UNITS.broken("no ships are named", found="none", expected="ships")]
    if is_war(position, position.power, holder):
        return []
    return war.check_war(position, position.power, holder)


def force(play: Play, order: Force) -> None:
    """Declare war if there is none; the owner fires once at each ship, the others are through."""
    power, holder = play.position.power, owner(play.position, order)
    if not is_war(play.position, power, holder):
        war.declare(play, power, holder)
        events.war_declared(play, power, holder)
    for unit, count in order.counts:
        for key, n in ships(play.position, order.way[0], unit):
            taken = min(n, count)
            count -= taken
            dice = play.roll(taken, f"{holder} at {taken} {unit} that force the strait") if taken else ()
            hits = sum(die <= figure(play.title, "forced-strait-hit") for die in dice)
            _pass(play, key, taken - hits, order.way)
            for _ in range(hits):
                _hit(play, key, order.way)


def _pass(play: Play, key: Stack, count: int, way: tuple[str, ...]) -> None:
    if count:
        before = condition_of(key)
        sail(play, key, count, way, before._replace(used=before.used + 1, origin=way[0]), "forced")


def _hit(play: Play, key: Stack, way: tuple[str, ...]) -> None:
    """A ship that bears the hit goes on."""
    if left := hulls.strike(play, key, "strait"):
        _pass(play, left, 1, way)
