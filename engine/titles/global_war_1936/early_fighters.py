"""Fighters of the first years of the war (section 15.9)."""

from __future__ import annotations

from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936 import calendar

EARLY, MODERN = "early-fighter", "fighter"
FROM = "1940-01"
"""The first month in which modern fighters are for sale, and early ones no longer are."""


def is_played(position: Position) -> bool:
    """Return whether the optional rule is in use."""
    return position.options.get("early-fighters") == "on"


def set_up(play: Play) -> None:
    """Make all fighters on the board early ones."""
    if not is_played(play.position):
        return
    for key, count in sorted(play.state.stacks.items()):
        if key.unit == MODERN:
            play.emit(changed(key, count, "early-fighters", to_unit=EARLY))


def is_for_sale(position: Position, unit: str) -> bool:
    """Return whether fighters of a kind are for sale now."""
    modern = not is_played(position) or calendar.is_from(position, FROM)
    return modern == (unit == MODERN)
