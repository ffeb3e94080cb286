"""Canals that are bombed (section 15.10)."""

from __future__ import annotations

from engine.events import UnitsPlaced
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.tables import role

KIND = "canal"
"""The kind of passage, and the ability of the facility that stands for it."""


def set_up(play: Play) -> None:
    """Put a canal on the board at each canal's bank, with option `canal-bombing` at `on`."""
    if play.state.options.get("canal-bombing") != "on":
        return
    banks = dict.fromkeys(area for row in play.title.passages.values() if row.kind == KIND for area in row.needs)
    (unit,) = role(play.title, "canal-works").units
    for area in banks:
        if holder := play.state.control.get(area):
            play.emit(UnitsPlaced(holder, unit, 1, area, 1, "setup"))


def is_blocked(position: Position, passage: str) -> bool:
    """Return whether a canal has so much damage that nobody can use it."""
    banks = position.title.passages[passage].needs
    (unit,) = role(position.title, "canal-works").units
    limit = position.title.units[unit].number(KIND)
    return any(points >= limit for (area, facility), points in position.state.damage.items() if facility == unit and area in banks)
