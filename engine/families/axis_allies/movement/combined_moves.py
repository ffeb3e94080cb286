"""Units that gain abilities by moving together.

Mechanized infantry blitzes beside tanks, one for one (Global 1940). Infantry rides in bombers and is dropped
(global-1939, Unit Changes: Paratroopers): `drop` of a Move.
"""

from __future__ import annotations

import msgspec

from engine.condition import Condition
from engine.families.axis_allies.board import (
    condition_of,
    count_of,
    is_cargo,
    is_friendly,
    is_hostile,
    is_sea,
    own_stacks,
)
from engine.families.axis_allies.movement.routes import walk
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.vocabulary import AIRBORNE, DROPPING, MOVED
from engine.mechanics.profile import profile
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit
from engine.title.settings import setting

SECTION = "Unit Changes"
IN_TOW = "in-tow"
"""Ability of guns in an order in which others tow them: they move one space farther."""

PARATROOPERS = "paratroopers"
"""The option of TripleA's maps: whether infantry is dropped on the first enemy land of the way, or on any."""

DROP = Rule("drop", SECTION)


class Airborne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[airborne]` of title.toml: units are dropped no farther than `within` spaces from another land unit; each costs `fee`."""

    within: int
    fee: int
    source: str


def movers(position: Position, order: Move) -> dict[str, Unit]:
    """Return unit type to its profile in this order: with blitz, if enough units that blitz go along."""
    counts = dict(order.counts)
    rows = {name: profile(position, position.power, name) for name in counts}
    leaders = sum(count for name, count in counts.items() if rows[name].has("blitz"))
    for name, row in rows.items():
        needed = -(-counts[name] // (2 if row.has("blitzes-in-twos") else 1))
        if row.has("blitzes-along") and not row.has("blitz") and needed <= leaders:
            leaders -= needed
            rows[name] = msgspec.structs.replace(row, abilities={**row.abilities, "blitz": ""})
    return _towed(counts, rows)


def _towed(counts: dict[str, int], rows: dict[str, Unit]) -> dict[str, Unit]:
    """Guns move one space farther when as many units that tow go along."""
    tractors = sum(count for name, count in counts.items() if rows[name].has("tows"))
    for name, row in rows.items():
        if row.has("towed") and counts[name] <= tractors:
            tractors -= counts[name]
            rows[name] = msgspec.structs.replace(row, abilities={**row.abilities, IN_TOW: ""})
    return rows


def riding(position: Position, order: Move) -> dict[str, int]:
    """Return unit type to the count riding in the order's aircraft; empty without `drop`."""
    units = position.title.units
    return {name: n for name, n in order.counts if units[name].cls == "land"} if order.drop else {}


def carrier_bar(position: Position, unit: Unit, condition: Condition, phase: str) -> Problem | None:
    """Return why aircraft cannot carry units: each carries once in a turn, in combat or out of it.

    In games with paratroopers by option (TripleA's) it has not moved before.
    """
    carries = unit.has("drops") or unit.has("ferries")
    if carries and condition.used and PARATROOPERS in position.options:
        return DROP.in_phase(phase).broken("aircraft that have moved carry nobody", found=f"{unit.unit} has moved", expected="another")
    if DROPPING not in condition:
        return None
    return DROP.in_phase(phase).broken("aircraft carry infantry once in a turn", found=f"{unit.unit} has carried some", expected="another")


def takes_infantry(position: Position, order: Move) -> bool:
    """Return whether all aircraft of a noncombat order carry any infantry, not only what can be dropped."""
    rows = [profile(position, position.power, unit) for unit, _ in order.counts]
    return all(row.has("ferries-infantry") for row in rows if row.cls == "air")


def rider_bar(unit: Unit, condition: Condition, phase: str, infantry: bool = False) -> Problem | None:
    """Return why units cannot board aircraft; `infantry`: whether any infantry may."""
    if not unit.has("elite-assault") and not unit.has("parachutes") and not (infantry and unit.has("infantry")):
        return DROP.in_phase(phase).broken(f"{unit.unit} cannot be dropped", found=unit.unit, expected="infantry")
    if condition.used or MOVED in condition:
        return DROP.in_phase(phase).broken(
            "flying is a land unit's entire move", found=f"{unit.unit} has moved", expected="units that have not moved"
        )
    return None


def check_drop(position: Position, order: Move, phase: str, peaceful: bool) -> list[Problem]:
    """Return what is wrong with dropping units: room aboard, where to, how far from other land units."""
    if not order.drop:
        return []
    way, counts = order.way, riding(position, order)
    ability = "ferries" if peaceful else "drops"
    room = sum(profile(position, position.power, unit).number(ability) * n for unit, n in order.counts)
    found = sum(counts.values())
    if not found or found > room or order.raid:
        return [
            DROP.in_phase(phase).broken(
                "a bomber carries a limited number of infantry, and does not raid then",
                found=f"{found} land units",
                expected=f"1 to {room}",
            )
        ]
    right = is_friendly if peaceful else is_hostile
    if is_sea(position.title, way[-1]) or not right(position, way[-1], position.power):
        what = "a friendly" if peaceful else "a hostile"
        return [
            DROP.in_phase(phase).broken(
                "infantry is landed on friendly ground, or dropped on hostile ground",
                found=way[-1],
                expected=f"{what} land area",
            )
        ]
    first = next((area for area in way[1:] if is_hostile(position, area, position.power)), way[-1])
    if not peaceful and position.options.get(PARATROOPERS) == "first" and first != way[-1]:
        return [DROP.in_phase(phase).broken("infantry is dropped on the first hostile ground", found=way[-1], expected=first)]
    airborne = setting(position.title, "airborne", Airborne)
    if peaceful or airborne is None or _is_near(position, order, airborne.within):
        return []
    return [
        DROP.in_phase(phase).broken(
            "infantry is dropped near a land unit of its power only",
            found=f"no other land unit near {way[-1]}",
            expected=f"one within {airborne.within} spaces",
        )
    ]


def _is_near(position: Position, order: Move, within: int) -> bool:
    way, units = order.way, position.title.units
    near = walk(position.title, way[-1], within, lambda _, area: True, lambda _: False)
    for area in near:
        own = own_stacks(position, area, position.power)
        here = count_of((key, n) for key, n in own if units[key.unit].cls == "land" and not _hangs_in_air(key))
        if here > (sum(riding(position, order).values()) if area == way[0] else 0):
            return True
    return False


def _hangs_in_air(key: Stack) -> bool:
    """Whether land units are not on the ground yet: aboard a ship, or themselves dropped this turn."""
    return is_cargo(key) or AIRBORNE in condition_of(key).words


def drop_fee(position: Position, count: int) -> int:
    """Return the fee for units dropped or landed as marines, due when the power's next turn begins."""
    airborne = setting(position.title, "airborne", Airborne)
    return airborne.fee * count if airborne else 0


def flown(before: Condition, peaceful: bool) -> Condition:
    """Return the condition of a land unit that has flown: it has no area to retreat to."""
    words = (MOVED,) if peaceful else (MOVED, AIRBORNE)
    return before.having(*words)._replace(origin="")
