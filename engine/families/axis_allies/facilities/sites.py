"""Where facilities may be placed: new factories, bases, fortifications on a border, upgrades of factories.

Sections Restrictions on Placement; global-1939, Unit Changes (Major Factories, Minor Factories, Fortifications). No
facility needs a factory.
"""

from __future__ import annotations

import msgspec

from engine.events import FacilityChanged
from engine.families.axis_allies.board import condition_of, count_of, held_all_turn, own_stacks, stacks_in
from engine.families.axis_allies.orders import Place
from engine.families.axis_allies.vocabulary import BORDER
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Unit
from engine.title.settings import setting

SECTION = "Restrictions on Placement"

UPGRADE = Rule("mobilize/upgrade", SECTION)
ONE_FACTORY = Rule("mobilize/one-factory", SECTION)
NEW_FACTORY_AREA = Rule("mobilize/new-factory-area", SECTION)
NEW_FACTORY_VALUE = Rule("mobilize/new-factory-value", SECTION)
FIRST_OWNER = Rule("mobilize/first-owner", SECTION)
ISLAND = Rule("mobilize/island", SECTION)
NAMED_BORDER = Rule("mobilize/border", "Unit Changes", FATAL)
BORDER_TAKEN = Rule("mobilize/border-taken", "Unit Changes")


class Upgrade(msgspec.Struct, frozen=True):
    """Placing `unit` turns a facility `old` of its area into a `new` one."""

    unit: str
    old: str
    new: str


class Facility(msgspec.Struct, frozen=True):
    """[facility]: the repair cost per point, the maximum damage per point of area value, and the upgrades."""

    repair_cost: int
    damage_cap: int
    upgrade: Upgrade | None = None
    source: str = ""


def upgrade_of(position: Position, unit: str) -> Upgrade | None:
    """Return the upgrade made by placing a unit, None if it is not one."""
    row = setting(position.title, "facility", Facility)
    return row.upgrade if row and row.upgrade and row.upgrade.unit == unit else None


def upgrade_factory(play: Play, area: str, power: str) -> None:
    """Upgrade a power's facility in an area; its damage stays. Does nothing if there is none to upgrade."""
    row = setting(play.title, "facility", Facility)
    upgrade = row.upgrade if row else None
    if upgrade is None:
        return
    damage = play.state.damage.get((area, upgrade.old), 0)
    for key, _ in own_stacks(play.position, area, power):
        if key.unit != upgrade.old:
            continue
        if damage:
            play.emit(FacilityChanged(area, upgrade.old, power, "upgraded", -damage, 0))
        play.emit(changed(key, 1, "upgraded", to_unit=upgrade.new))
        play.emit(FacilityChanged(area, upgrade.new, power, "upgraded", damage, damage))
        return


def border_word(order: Place) -> str:
    """Return the condition of units that an order places on a border, empty if it names none."""
    return BORDER.of(order.border) if order.border else ""


def check_site(position: Position, order: Place, row: Unit, count: int) -> list[Problem]:
    """Return what is wrong with placing facilities of one type in an area."""
    area = order.area
    problems = _check_held(position, area, row) + _check_value(position, area, row) + _check_origin(position, area, row)
    if row.has("border"):
        problems += _check_border(position, order, row, count)
    if upgrade := upgrade_of(position, row.unit):
        have = count_of(own_stacks(position, area, position.power), upgrade.old)
        if count > have:
            problems.append(
                UPGRADE.broken(
                    f"{row.unit} needs {upgrade.old} in its area",
                    found=f"{have} in {area}",
                    expected=str(count),
                    severity=ILLEGAL if have else FATAL,
                )
            )
    left = site_limit(position, area, row, count)
    if count > left:
        problems.append(
            ONE_FACTORY.broken(
                f"{area} cannot have so many of {row.unit}",
                found=str(count),
                expected=f"at most {left} more",
                severity=ILLEGAL if left else FATAL,
            )
        )
    return problems


def site_limit(position: Position, area: str, row: Unit, count: int) -> int:
    """Return how many of `count` units of a type an area has room for; factories of all types share it."""
    if not row.has("max-per-area"):
        return count
    units = position.title.units
    kinds = [row.unit] + [unit for unit in units if unit != row.unit and row.has("produces") and units[unit].has("produces")]
    return max(0, row.number("max-per-area") - count_of(stacks_in(position, area), *kinds))


def sites_left(position: Position, order: Place, row: Unit, count: int) -> int:
    """Return how many of `count` facilities a forgiving reader can place: they need a border, an old factory, or room."""
    if row.has("border") and order.border not in position.title.neighbours[order.area]:
        return 0
    upgrade = upgrade_of(position, row.unit)
    if upgrade:
        count = min(count, count_of(own_stacks(position, order.area, position.power), upgrade.old))
    return site_limit(position, order.area, row, count)


def _check_held(position: Position, area: str, row: Unit) -> list[Problem]:
    if held_all_turn(position, area, position.power):
        return []
    before = position.state.turn_control.get(area, "nobody")
    return [
        NEW_FACTORY_AREA.broken(
            f"{row.unit} in an area not held since the turn began",
            found=f"{area} of {before}",
            expected=f"an area of {position.power}",
        )
    ]


def _check_value(position: Position, area: str, row: Unit) -> list[Problem]:
    value, needs = position.title.areas[area].value, row.number("needs-value") or int(row.has("produces"))
    if value >= needs:
        return []
    if needs == 1:
        return [
            NEW_FACTORY_VALUE.broken(f"{row.unit} in an area without income value", found=f"{area}: 0", expected="a value of at least 1")
        ]
    return [
        NEW_FACTORY_VALUE.broken(
            f"{row.unit} in an area of too little income value",
            found=f"{area}: {value}",
            expected=f"a value of at least {needs}",
        )
    ]


def _check_origin(position: Position, area: str, row: Unit) -> list[Problem]:
    one, problems = position.title.areas[area], []
    if row.has("first-owner") and one.original_owner != position.power:
        problems.append(
            FIRST_OWNER.broken(
                f"{row.unit} in an area that {position.power} did not own originally",
                found=f"{area} of {one.original_owner or 'nobody'}",
                expected=f"an area of {position.power} at first",
            )
        )
    barred = row.has("no-islands") and position.options.get("island-factories") != "on"
    if barred and one.terrain == "island" and area not in position.title.capital_of:
        problems.append(ISLAND.broken(f"{row.unit} on an island", found=area, expected="the mainland or a capital"))
    return problems


def _check_border(position: Position, order: Place, row: Unit, count: int) -> list[Problem]:
    near = position.title.neighbours[order.area]
    if order.border not in near:
        return [
            NAMED_BORDER.broken(
                f"{row.unit} stands on one border or coast",
                found=order.border or "none named",
                expected="a neighbour of " + order.area,
            )
        ]
    word = BORDER.of(order.border)
    there = sum(n for key, n in own_stacks(position, order.area, position.power) if word in condition_of(key).words)
    if there + count > 1:
        return [BORDER_TAKEN.broken("one to a border", found=str(there + count), expected="1")]
    return []
