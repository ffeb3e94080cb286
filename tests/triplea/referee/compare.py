"""Where the state of a game and the save's state differ, and the events that set the game right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.events import (
    ControlChanged,
    Event,
    FacilityChanged,
    ResourceChanged,
    UnitsChanged,
    UnitsPlaced,
    UnitsRemoved,
)
from engine.families.axis_allies.board import condition_of, is_cargo, is_sea
from engine.families.axis_allies.transports import Item, fits
from engine.rules import Position
from engine.state import GameState, Stack
from ingest.triplea.state import TripleaState
from tests.triplea.referee.names import Names

CAUSE = "correction"
Place = tuple[str, str, str]
"""(area, power, unit)."""


class Gap(NamedTuple):
    """One thing that differs: what it is, what the rules made of it, what the save says."""

    what: str
    where: str
    ours: str
    theirs: str


class Picture(NamedTuple):
    """A state as both sides can tell it: units, hits and damage they have taken, owners, money, units not placed yet."""

    units: Counter[Place]
    hurt: Counter[Place]
    damage: dict[str, int]
    owners: dict[str, str]
    banks: dict[str, int]
    held: Counter[tuple[str, str]]


def ours(position: Position) -> Picture:
    """The game's state. Strength below a type's full strength is hurt."""
    title, state = position.title, position.state
    units: Counter[Place] = Counter()
    hurt: Counter[Place] = Counter()
    for (area, power, unit, strength, _), count in state.stacks.items():
        units[area, power, unit] += count
        hurt[area, power, unit] += count * (title.units[unit].strength - strength)
    damage = {area: points for (area, _), points in state.damage.items() if points}
    owners = {area: power for area, power in state.control.items() if power}
    banks = {power: state.resources.get((power, title.resource), 0) for power in title.powers}
    return Picture(units, +hurt, damage, owners, banks, Counter({key: n for key, n in state.pool.items() if n}))


def theirs(state: TripleaState, names: Names) -> Picture:
    """The save's state at this moment."""
    units: Counter[Place] = Counter()
    hurt: Counter[Place] = Counter()
    damage: dict[str, int] = {}
    waiting: Counter[tuple[str, str]] = Counter()
    for (kind, holder), held in state.held_at.items():
        for unit in held.values():
            if kind != "territory":
                waiting[names.powers[holder], names.units[unit.type]] += 1
                continue
            area = names.areas[holder]
            place = (area, names.powers[unit.owner], names.units[unit.type])
            units[place] += 1
            hurt[place] += unit.hits
            if unit.damage:
                damage[area] = damage.get(area, 0) + unit.damage
    owners = {names.areas[name]: names.powers[owner] for name, owner in state.owners.items() if owner in names.powers}
    banks = {power: state.resources[player]["PUs"] for player, power in names.powers.items()}
    return Picture(units, +hurt, damage, owners, banks, waiting)


def gaps(mine: Picture, save: Picture) -> Iterator[Gap]:
    """Everything that differs, sorted."""
    for field in Picture._fields:
        one, two = getattr(mine, field), getattr(save, field)
        for key in sorted({*one, *two}):
            if one.get(key) != two.get(key):
                where = key if isinstance(key, str) else " ".join(key)
                yield Gap(field, where, str(one.get(key, "none")), str(two.get(key, "none")))


def corrections(position: Position, save: Picture) -> Iterator[Event]:
    """The events that make the game's state the save's, each to be applied before the next is asked for."""
    yield from _owners(position, save)
    yield from _banks(position, save)
    yield from _units(position, save)
    yield from _cargo(position)
    yield from _hurt(position, save)
    yield from _damage(position, save)


def _owners(position: Position, save: Picture) -> Iterator[Event]:
    control = position.state.control
    for area in sorted({*control, *save.owners}):
        before, after = control.get(area, ""), save.owners.get(area, "")
        if before != after:
            yield ControlChanged(area, before, after, CAUSE)


def _banks(position: Position, save: Picture) -> Iterator[Event]:
    resource = position.title.resource
    for power, amount in save.banks.items():
        delta = amount - position.state.resources.get((power, resource), 0)
        if delta:
            yield ResourceChanged(power, resource, delta, amount, CAUSE)


def _units(position: Position, save: Picture) -> Iterator[Event]:
    for place in sorted({*ours(position).units, *save.units}):
        area, power, unit = place
        more = save.units[place] - ours(position).units[place]
        if more > 0:
            aboard = "aboard" if is_sea(position.title, area) and position.title.units[unit].cls == "land" else ""
            yield UnitsPlaced(power, unit, more, area, position.title.units[unit].strength, CAUSE, aboard)
        for key, count in _at(position.state, place) if more < 0 else ():
            taken = min(count, -more)
            if taken:
                yield UnitsRemoved(power, unit, taken, area, key[3], CAUSE, key[4])
                more += taken


def _cargo(position: Position) -> Iterator[Event]:
    """Loads that ships no longer have are struck off; cargo that is on no ship's list goes where there is room."""
    for area in sorted({key[0] for key in position.state.stacks if is_sea(position.title, key[0])}):
        listed: Counter[Item] = Counter()
        aboard: Counter[Item] = Counter()
        for key, count in position.stacks(area):
            for item in condition_of(key).cargo:
                listed[item] += count
            if is_cargo(key):
                aboard[key[1], key[2]] += count
        for item in sorted((listed - aboard).elements()):
            if event := _relist(position, area, item, True):
                yield event
        for item in sorted((aboard - listed).elements()):
            if event := _relist(position, area, item, False):
                yield event


def _relist(position: Position, area: str, item: Item, off: bool) -> Event | None:
    """The event that takes an item off a ship's list, or puts it on."""
    title = position.title
    for key, _ in position.stacks(area):
        condition = condition_of(key)
        if off and item in condition.cargo:
            becomes = condition.unloading(item)
        elif not off and title.units[key[2]].has("carries-land") and fits(title, condition.cargo, item[1]):
            becomes = condition.loading(item)
        else:
            continue
        return UnitsChanged(key[1], key[2], 1, area, key[3], key[4], becomes=becomes.text, cause=CAUSE)
    return None


def _hurt(position: Position, save: Picture) -> Iterator[Event]:
    for place in sorted({*ours(position).hurt, *save.hurt}):
        full = position.title.units[place[2]].strength
        more = save.hurt[place] - ours(position).hurt[place]
        for key, count in _at(position.state, place):
            area, power, unit, strength, condition = key
            change = -1 if more > 0 else 1
            if not more or not 0 < strength + change <= full:
                continue
            taken = min(count, abs(more))
            yield UnitsChanged(power, unit, taken, area, strength, condition, to_strength=strength + change, becomes=condition, cause=CAUSE)
            more += taken * change


def _damage(position: Position, save: Picture) -> Iterator[Event]:
    for (area, unit), points in sorted(position.state.damage.items()):
        more = save.damage.get(area, 0) - points
        if more:
            power = position.state.control.get(area, "")
            yield FacilityChanged(area, unit, power, "damaged" if more > 0 else "repaired", more, points + more)


def _at(state: GameState, place: Place) -> list[tuple[Stack, int]]:
    """The stacks of a place, those without cargo first."""
    found = [(key, count) for key, count in state.stacks.items() if key[:3] == place]
    return sorted(found, key=lambda item: ("cargo=" in item[0][4], item[0]))
