"""Straits: nations that lean to a side open those whose banks they hold to it, as friends do; some ships pass always."""

from __future__ import annotations

import msgspec

from engine.families.axis_allies.board import was_friendly
from engine.families.axis_allies.politics.welcome import leans
from engine.orders import UnitName
from engine.rules import Position
from engine.title.model import Link, Unit
from engine.title.settings import setting_rows


class FreePassage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row `[[free_passage]]`: `units` use passage `slug` whoever holds its banks."""

    slug: str
    units: tuple[UnitName, ...]
    source: str


def is_open(position: Position, link: Link, power: str) -> bool:
    """Return whether ships of a power may use a passage: whoever held its banks as the turn began is of its side, or leans to it."""
    banks = position.title.passages[link.passage].needs
    return all(was_friendly(position, area, power) or leans(position, position.state.turn_control.get(area, ""), power) for area in banks)


def passes_closed(position: Position, link: Link, unit: Unit) -> bool:
    """Return whether a ship moves through a passage although it is closed."""
    row = setting_rows(position.title, "free_passage", FreePassage).get(link.passage)
    return row is not None and unit.unit in row.units
