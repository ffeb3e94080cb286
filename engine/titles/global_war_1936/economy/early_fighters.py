"""Fighters of the first years of the war (section 15.9)."""

from __future__ import annotations

from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.tables import role


def early(title: Title) -> str:
    """Return the fighter of the first years."""
    return role(title, "early-fighters").units[0]


def modern(title: Title) -> str:
    """Return the fighter that comes after it."""
    return role(title, "early-fighters").units[1]


def month(title: Title) -> str:
    """Return the first month in which modern fighters are for sale, and early ones no longer are."""
    return role(title, "early-fighters").month


def is_played(position: Position) -> bool:
    """Return whether the optional rule is in use."""
    return position.options.get("early-fighters") == "on"


def set_up(play: Play) -> None:
    """Make all fighters on the board early ones."""
    if not is_played(play.position):
        return
    for key, count in sorted(play.state.stacks.items()):
        if key.unit == modern(play.title):
            play.emit(changed(key, count, "early-fighters", to_unit=early(play.title)))


def is_for_sale(position: Position, unit: str) -> bool:
    """Return whether fighters of a kind are for sale now."""
    new = not is_played(position) or calendar.is_from(position, month(position.title))
    return new == (unit == modern(position.title))
