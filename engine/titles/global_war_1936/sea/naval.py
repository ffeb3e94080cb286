"""Strategic naval movement: transports with what is aboard, up to five spaces, from port to port (section 10.6).

At a port on the way they may take up more, and go on; at that where they end they may put ashore what they carry.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engine.condition import Condition
from engine.families.axis_allies.board import (
    condition_of,
    enemy_stacks,
    is_cargo,
    is_friendly,
    is_open,
    is_sea,
    on_patrol,
    own_stacks,
)
from engine.families.axis_allies.orders import Load
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
from engine.titles.global_war_1936.vocabulary import EVOLVED, FROM_COAST, REDEPLOYED, SENT

SECTION = "10.6 Strategic Naval Movement"

WAY = Rule("redeploy/way", SECTION, FATAL)
ENEMY = Rule("redeploy/enemy", SECTION, FATAL)
PORT = Rule("redeploy/port", SECTION, FATAL)
NUMBER = Rule("redeploy/number", SECTION, FATAL)
SHIPS = Rule("redeploy/ships", SECTION, FATAL)
COAST = Rule("redeploy/coast", SECTION, FATAL)


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


def ships(position: Position, zone: str, unit: str, spaces: int = 1) -> list[tuple[Stack, int]]:
    """Return the transports of a type in a zone that can be sent so far: they have done nothing in this turn, or are under way so."""
    return [
        (key, n)
        for key, n in own_stacks(position, zone, position.power)
        if key.unit == unit and profile_of(position, key).has("carries-land") and _may_go(position, condition_of(key), spaces)
    ]


def _may_go(position: Position, condition: Condition, spaces: int) -> bool:
    under_way = (MOVED, *SENT.among(condition.words)) if is_sent(condition) else ()
    most = figure(position.title, "redeploy-zones") if under_way else spaces
    return condition.used + spaces <= most and all(word.endswith("!") or word in under_way for word in condition.words)


def is_sent(condition: Condition) -> bool:
    """Return whether a transport has come by strategic naval movement in this turn."""
    return bool(SENT.among(condition.words))


def is_port(position: Position, area: str, zone: str) -> bool:
    """Return whether units go aboard, or ashore, by strategic naval movement between an area and a zone: a friendly port, not closed."""
    return is_friendly(position, area, position.power) and bool(supply.port(position, area, zone))


def note_coast(play: Play, order: Load) -> None:
    """Note who goes aboard at a coast without a port: it is not sent on in this turn."""
    area, zone = order.way
    if not is_port(play.position, area, zone):
        for unit, count in order.counts:
            FROM_COAST.add(play, count, zone, unit)


def _from_coasts(position: Position, zone: str, load: Counter[str]) -> str:
    """Return a type of which some that must be sent went aboard at a coast without a port; nothing when there is none.

    Args:
        load: the nation's own cargo, by type: units of other members went aboard in their own turn (section 8.4).
    """
    fresh: Counter[str] = Counter()
    for key, n in own_stacks(position, zone, position.power):
        fresh[key.unit] += n if is_cargo(key) else 0
    return next((unit for unit, n in load.items() if n > fresh[unit] - FROM_COAST.number(position.state, zone, unit)), "")


def _has_port(position: Position, zone: str) -> bool:
    return any(is_port(position, area, zone) for area in position.title.neighbours[zone])


def _number(key: Stack) -> int:
    """Return how many units a transport counts for with what it carries, apart from those that it counted for before."""
    condition = condition_of(key)
    return 1 + len(condition.cargo) - sum(int(units) for units in SENT.named(condition))


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
    number, load = 0, Counter[str]()
    for unit, count in order.counts:
        there = ships(position, way[0], unit, len(steps))
        have = sum(n for _, n in there)
        if count > have:
            return [SHIPS.broken(f"not so many {unit} there that have done nothing", found=str(count), expected=f"at most {have}")]
        sent = [key for key, n in there for _ in range(n)][:count]
        number += sum(_number(key) for key in sent)
        load.update(kind for key in sent for owner, kind in condition_of(key).cargo if owner == position.power)
    if unit := _from_coasts(position, way[0], load):
        return [COAST.broken(f"{unit} aboard has come from a coast without a port", found=way[0], expected="cargo taken up at a port")]
    if number > left(position):
        return [NUMBER.broken("so many units are not moved, cargo counted", found=str(number), expected=f"at most {left(position)}")]
    return passing.check_passing(position, order, way)


def redeploy(play: Play, order: Redeploy) -> None:
    """Send the transports with what is aboard."""
    way, number = order.way, 0
    for unit, count in order.counts:
        for key, n in ships(play.position, way[0], unit, len(way) - 1):
            taken = min(n, count)
            count -= taken
            if taken:
                before = condition_of(key)
                spent = figure(play.title, "redeploy-zones") if passing.takes_all(play.title, way) else before.used + len(way) - 1
                counted = SENT.of(str(1 + len(before.cargo)))
                after = before.without(*SENT.among(before.words)).having(MOVED, counted)._replace(used=spent, origin=way[-2])
                number += taken * _number(key)
                sail(play, key, taken, way, after, "redeployed")
    REDEPLOYED.add(play, number)
    passing.note(play, way)
