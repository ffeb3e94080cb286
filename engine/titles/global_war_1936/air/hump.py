"""Aircraft that fly over the Himalayas (section 1.24)."""

from __future__ import annotations

from engine.events import UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import OVERFLOWN
from engine.families.axis_allies.transports import riders
from engine.play import Play
from engine.state import Stack
from engine.titles.global_war_1936.tables import figure


def is_played(play: Play) -> bool:
    """Return whether the optional rule is in use."""
    return play.position.options.get("air-hump") == "on"


def is_lost(play: Play, what: str) -> bool:
    """Roll for one aircraft; return whether it is lost."""
    return play.roll(1, f"{what} over the Himalayas")[0] >= figure(play.title, "hump-loss")


def order_over(play: Play) -> None:
    """Roll for each aircraft that has flown over the mountains by the order just carried out."""
    if not is_played(play):
        return
    flown = [
        event
        for event in play.events[play.ordered :]
        if isinstance(event, UnitsMoved)
        and play.title.units[event.unit].cls == "air"
        and any(play.title.areas[area].terrain == OVERFLOWN for area in event.path[1:])
    ]
    for event in flown:
        for _ in range(event.count):
            key = Stack(event.destination, event.power, event.unit, event.strength, event.becomes)
            if is_lost(play, f"{event.unit} of {event.power}") and play.state.stacks.get(key) and not riders(play.position, key):
                play.emit(UnitsRemoved(event.power, event.unit, 1, event.destination, event.strength, "air-hump", event.becomes))
