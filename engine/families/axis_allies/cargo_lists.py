"""Making ships' lists and the cargo beside them agree, after a board was set right by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.condition import Condition
from engine.events import Event, UnitsChanged
from engine.families.axis_allies.board import condition_of, is_cargo, is_impassable, is_sea
from engine.families.axis_allies.transports import Item, fits
from engine.mechanics.changes import changed
from engine.rules import Position
from engine.setting_right import CAUSE
from engine.state import Stack
from engine.title.model import Title

ABOARD = Condition(aboard=True).text


def kept_out(title: Title, area: str, unit: str) -> str:
    """Return why a unit can never be in an area; empty when it can."""
    if is_impassable(title, area):
        return "nothing may enter it"
    cls, at_sea = title.units[unit].cls, is_sea(title, area)
    if cls == "sea" and not at_sea:
        return f"{unit} is a ship; expected a sea zone"
    return f"{unit} stands on land; expected a land area" if cls == "facility" and at_sea else ""


def put_aboard(position: Position, area: str, unit: str) -> str:
    """Return the condition of a unit that is put in an area: a land unit at sea is cargo."""
    return ABOARD if is_sea(position.title, area) and position.title.units[unit].cls == "land" else ""


def relisted(position: Position, area: str) -> Iterator[Event]:
    """Yield the events, each applied before the next, that strike off what ships no longer have and list what is on no ship's list.

    Cargo for which no ship has room stays on nobody's list.
    """
    if not is_sea(position.title, area):
        return
    for item in sorted((_listed(position, area) - _aboard(position, area)).elements()):
        if event := _struck_off(position, area, item):
            yield event
    for item in sorted((_aboard(position, area) - _listed(position, area)).elements()):
        if event := _put_on(position, area, item):
            yield event


def _listed(position: Position, area: str) -> Counter[Item]:
    found = Counter[Item]()
    for key, count in position.stacks(area):
        for item in condition_of(key).cargo:
            found[item] += count
    return found


def _aboard(position: Position, area: str) -> Counter[Item]:
    found = Counter[Item]()
    for key, count in position.stacks(area):
        if is_cargo(key):
            found[key.power, key.unit] += count
    return found


def _struck_off(position: Position, area: str, item: Item) -> Event | None:
    for key, _ in position.stacks(area):
        if item in condition_of(key).cargo:
            return _becoming(key, condition_of(key).unloading(item))
    return None


def _put_on(position: Position, area: str, item: Item) -> Event | None:
    """The event that lists a piece of cargo: on a ship of its own power before an ally's."""
    title = position.title
    for key, _ in sorted(position.stacks(area), key=lambda one: (one[0].power != item[0], one[0])):
        condition = condition_of(key)
        if title.units[key.unit].has("carries-land") and fits(title, condition.cargo, item[1]):
            return _becoming(key, condition.loading(item))
    return None


def _becoming(key: Stack, condition: Condition) -> UnitsChanged:
    return changed(key, 1, CAUSE, condition.text)
