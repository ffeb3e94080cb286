"""Naval movement: the camp on turn sails its ships (section 2.1)."""

from __future__ import annotations

from itertools import pairwise

from engine.condition import has_word
from engine.families.blocks import changes
from engine.families.blocks.board import Blocks, camp_on_turn, count_of, is_naval, own_blocks, unit
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.sea.orders import Sail
from engine.families.blocks.sea.routes import can_go, movable, must_stop, parted, room, ways
from engine.families.blocks.sea.waters import may_enter
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import MOVED
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position
from engine.state import Stack

SECTION = "2.1 Naval Movement"

UNKNOWN = Rule("naval/unknown", SECTION, FATAL)
PATH = Rule("naval/path", SECTION, FATAL)
MISSING = Rule("naval/missing", SECTION, FATAL)
UNSUPPLIED = Rule("naval/unsupplied", SECTION)
HAS_SAILED = Rule("naval/moved", SECTION)
STOP = Rule("naval/stop", SECTION)
WATERS = Rule("naval/waters", SECTION)
CLOSED = Rule("naval/closed", SECTION)
APART = Rule("naval/apart", SECTION)
STACKING = Rule("naval/stacking", SECTION)


class NavalMoves(Phase):
    """The camp on turn moves its ships."""

    slug = "naval"
    takes = (Sail,)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        assert isinstance(order, Sail)
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, found=getattr(order, field), expected="a known name") for field, message in wrong]
        return check_sail(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the order for those of its ships that are there; what breaks another rule sails as ordered."""
        if isinstance(order, Sail) and [problem.rule for problem in problems] == ["naval/missing"]:
            ships, _ = _ordered(position, order)
            return Sail(describe(ships), order.path) if ships else None
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Sail the ships along the zones of the path, and the shortest way where it leaves some out."""
        assert isinstance(order, Sail)
        points = order.way
        for key, count in _ordered(play.position, order)[0]:
            way = _way(play.position, key, points) or points
            condition = changes.with_words(key.condition, MOVED)
            changes.move(play, key, points[-1], condition, count, path=way)


def check_sail(position: Position, order: Sail) -> list[Problem]:
    """Return what is wrong with an order to sail (section 2.1)."""
    points = order.way
    if len(points) < 2 or points[0] == points[-1] or any(position.title.areas[zone].kind != "sea" for zone in points):
        return [PATH.broken("ships sail from one sea zone to another", found=order.path, expected="sea zone > sea zone")]
    ships, missing = _ordered(position, order)
    if missing or not ships:
        there = describe(_there(position, points[0])) or "none"
        return [MISSING.broken(f"no such ships in {points[0]}", found=missing or order.units or "none", expected=there)]
    problems = [problem for key, _ in ships for problem in _check_ship(position, key, points)]
    return problems or _check_room(position, ships, points[-1])


def _there(position: Position, zone: str) -> Blocks:
    """Return the ships of the camp on turn in a zone."""
    return [item for item in own_blocks(position, zone, camp_on_turn(position)) if is_naval(unit(position, item[0]))]


def _ordered(position: Position, order: Sail) -> tuple[Blocks, str]:
    """Return the ships that an order means, and those it names that are not there: of those that may still sail, if they do."""
    zone = order.way[0]
    ships, missing = choose(movable(position, camp_on_turn(position), zone), order.blocks)
    return choose(_there(position, zone), order.blocks) if missing else (ships, missing)


def _has_moved(key: Stack) -> bool:
    return has_word(key.condition, MOVED)


def _check_ship(position: Position, key: Stack, points: tuple[str, ...]) -> list[Problem]:
    """Return what hinders the ships of a stack on their way."""
    name = f"{key.unit} of {key.power}"
    if is_marked(key):
        return [UNSUPPLIED.broken(f"{name} is out of supply and cannot move", found="unsupplied", expected="in supply")]
    if _has_moved(key):
        return [HAS_SAILED.broken(f"{name} has sailed this turn", found=MOVED, expected="not yet moved")]
    way = _way(position, key, points)
    if way is None:
        return [_blocked(position, key, points)]
    for zone in way[1:-1]:
        if must_stop(position, key, zone):
            return [STOP.broken(f"{name} must stop where enemy ships are", found=zone, expected=f"{zone} as its end")]
    return []


def _way(position: Position, key: Stack, points: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the zones that ships pass along a path, with the shortest ways where it leaves zones out; None without a way."""
    way = points[:1]
    for one, two in pairwise(points):
        step = (one, two) if can_go(position, key, one, two) else ways(position, key, one).get(two)
        if step is None:
            return None
        way += step[1:]
    return way


def _blocked(position: Position, key: Stack, points: tuple[str, ...]) -> Problem:
    """Say why there is no way: a zone that the ships may not enter, or a closed canal or strait, or an enemy between."""
    for zone in points[1:]:
        if not may_enter(position, key.power, zone):
            return WATERS.broken(f"ships of {key.power} may not enter", found=zone, expected="waters of their own (2.0.1)")
    shown = " > ".join(points)
    return CLOSED.broken(f"{key.unit} of {key.power} has no open way", found=shown, expected="an open way")


def _check_room(position: Position, ships: Blocks, zone: str) -> list[Problem]:
    powers = {key.power for key, _ in ships}
    together = powers | {key.power for key, _ in own_blocks(position, zone, camp_on_turn(position))}
    for power in sorted(powers):
        for other in sorted(together):
            if parted(position, power, other):
                message = f"ships of {power} and {other} never stand together"
                return [APART.broken(message, found=zone, expected=f"a zone without ships of {other}")]
    free = min(room(position, power, zone) for power in powers)
    if count_of(ships) > free:
        return [STACKING.broken(f"too many ships for {zone}", found=str(count_of(ships)), expected=f"{free} at most")]
    return []
