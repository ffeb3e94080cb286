"""Canals that are bombed (section 15.10)."""

from __future__ import annotations

from engine.events import UnitsPlaced
from engine.play import Play
from engine.rules import Position

UNIT = "canal"


def set_up(play: Play) -> None:
    """Put a canal on the board at each canal's bank, with option `canal-bombing` at `on`."""
    if play.state.options.get("canal-bombing") != "on":
        return
    banks = dict.fromkeys(area for row in play.title.passages.values() if row.kind == UNIT for area in row.needs)
    for area in banks:
        if holder := play.state.control.get(area):
            play.emit(UnitsPlaced(holder, UNIT, 1, area, 1, "setup"))


def is_blocked(position: Position, passage: str) -> bool:
    """Return whether a canal has so much damage that nobody can use it."""
    row = position.title.passages[passage]
    limit = position.title.units[UNIT].number("canal")
    return row.kind == UNIT and any(position.state.damage.get((area, UNIT), 0) >= limit for area in row.needs)
