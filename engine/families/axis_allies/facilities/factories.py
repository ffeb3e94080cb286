"""Factories: where a power may produce, how much, and the cost of repairs (Restrictions on Placement, Industrial Complexes).

A factory produces as many units a turn as the value of its area, or of its ability `capacity`; each point of damage
reduces that by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.derived import derived_from
from engine.families.axis_allies.board import held_all_turn, neighbours, own_stacks
from engine.families.axis_allies.economy.accounts import account_of
from engine.families.axis_allies.facilities.sites import Facility
from engine.families.axis_allies.technology import effect
from engine.families.axis_allies.vocabulary import MOBILIZED, REPAIRED, RUINED
from engine.mechanics.profile import profile_of
from engine.orders import AreaName
from engine.rules import Position
from engine.title.model import Title
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

UNLIMITED = 999
"""More than any power buys."""


class UnlimitedFactories(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[unlimited_factories]`: areas whose factory makes any number of units for the power that held it at first."""

    areas: tuple[AreaName, ...]
    source: str


def own_factory(position: Position, area: str, power: str) -> str:
    """Return the unit type of a power's own factory in an area it controls, or empty."""
    if position.state.control.get(area) != power:
        return ""
    units = position.title.units
    return next((key.unit for key, _ in own_stacks(position, area, power) if units[key.unit].has("produces")), "")


def own_facility(position: Position, area: str, power: str, facility: str = "") -> str:
    """Return the type of a power's facility in an area that it controls: the one named, else its factory, else any damaged one."""
    if position.state.control.get(area) != power:
        return ""
    units = position.title.units
    there = [key.unit for key, _ in own_stacks(position, area, power) if units[key.unit].cls == "facility"]
    if facility:
        return facility if facility in there else ""
    hurt = (unit for unit in there if position.state.damage.get((area, unit)))
    return own_factory(position, area, power) or next(hurt, "")


def ready_factories(position: Position, power: str) -> list[str]:
    """Return the areas, sorted, where a power may mobilize now.

    It must have controlled the area and owned its factory since the start of the turn: captured and newly placed
    factories do not count.
    """
    return [area for area in _old_makers(position, power) if own_factory(position, area, power)]


@derived_from("control", "relations", "turn")
def _old_makers(position: Position, power: str) -> list[str]:
    makers = position.title.able.get("produces", ())
    old = {key.area for key in position.state.turn_stacks if key.power == power and key.unit in makers}
    return sorted(area for area in old if held_all_turn(position, area, power))


def own_makers(position: Position) -> list[str]:
    """Return the ready factories of the power on turn that produce for its own account, not for riders."""
    ready = ready_factories(position, position.power)
    return [area for area in ready if account_at(position, area) == position.power]


def factory_damage(position: Position, area: str) -> int:
    """Return the damage points on an area's factories."""
    units = position.title.units
    return sum(points for (where, what), points in position.state.damage.items() if where == area and units[what].has("produces"))


def capacity(position: Position, area: str) -> int:
    """Return how many units an undamaged factory in an area makes a turn."""
    free = setting(position.title, "unlimited_factories", UnlimitedFactories)
    if free and area in free.areas and position.state.control.get(area) == position.title.areas[area].original_owner:
        return UNLIMITED
    units = position.title.units
    made = [profile_of(position, key).number("capacity") for key, _ in position.stacks(area) if units[key.unit].has("capacity")]
    value = position.title.areas[area].value
    return max(made) if made else value + _output(position, area, value)


def _output(position: Position, area: str, value: int) -> int:
    """Return how many units more than its area is worth a factory makes by a technology of its holder."""
    holder = position.state.control.get(area, "")
    return effect(position, holder, "factory-output") if value >= effect(position, holder, "factory-output-from") else 0


def damage_limit(title: Title, area: str, facility: str) -> int:
    """Return a facility's maximum damage: its ability `damage-cap`, else title.toml's multiple of its area's value."""
    unit = title.units[facility]
    if unit.has("damage-cap"):
        return unit.number("damage-cap")
    return _figures(title).damage_cap * title.areas[area].value


def _figures(title: Title) -> Facility:
    row = setting(title, "facility", Facility)
    if row is None:
        raise LookupError(f"{title.slug}: title.toml has no [facility], but facilities can be damaged")
    return row


def room(position: Position, area: str) -> int:
    """Return how many more units an area's factory can mobilize this turn: capacity less damage less those placed."""
    placed = MOBILIZED.number(position.state, area)
    return max(0, capacity(position, area) - factory_damage(position, area) - placed)


def rooms_for(position: Position, zone: str, power: str) -> dict[str, int]:
    """Return the ready factories that touch a sea zone, each with its room, most room first."""
    touching = set(neighbours(position, zone, "land"))
    rooms = {area: room(position, area) for area in ready_factories(position, power) if area in touching}
    return dict(sorted(rooms.items(), key=lambda item: (-item[1], item[0])))


def account_at(position: Position, area: str) -> str:
    """Return the account that must have bought the units placed in an area."""
    return account_of(position.title, area, position.power)


def ruined(position: Position, area: str, facility: str) -> int:
    """Return how much of a factory's damage can never be repaired (`combat/atomic.py`)."""
    if not position.title.units[facility].has("produces"):
        return 0
    lasting = RUINED.number(position.state, area)
    return min(lasting, position.state.damage.get((area, facility), 0))


def repairable(position: Position, area: str, facility: str) -> int:
    """Return how many damage points of a facility can be removed."""
    return position.state.damage.get((area, facility), 0) - ruined(position, area, facility)


def repair_price(position: Position, points: int) -> int:
    """Return what the power on turn pays for removing damage points of a facility, in the main resource.

    Where several points are removed for the price of one, those of all facilities of the turn are rounded up together.
    """
    each, before = _at_once(position), _repaired(position)
    return (-(-(before + points) // each) + -before // each) * _figures(position.title).repair_cost


def repaired_for(position: Position, money: int) -> int:
    """Return how many damage points of a facility the power on turn can remove for this much."""
    each, before = _at_once(position), _repaired(position)
    return (money // _figures(position.title).repair_cost - -before // each) * each - before


def note_repair(play: Play, points: int) -> None:
    """Note how many points are removed, where several are for the price of one."""
    if _at_once(play.position) > 1:
        REPAIRED.add(play, points)


def _repaired(position: Position) -> int:
    return REPAIRED.number(position.state) if _at_once(position) > 1 else 0


def _at_once(position: Position) -> int:
    return max(1, effect(position, position.power, "repairs-for-one"))


def purse(position: Position, power: str, resource: str = "") -> int:
    """Return a power's store of a resource (by default the main one)."""
    return position.state.resources.get((power, resource or position.title.resource), 0)
