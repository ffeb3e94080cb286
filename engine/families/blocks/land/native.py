"""Movement priorities: where both factions of a camp want to move in, the one native to the front does (section 3.0.1).

The two never stand together. What the other faction has moved into in this turn, the native one may still claim: the
others return to where they came from.
"""

from __future__ import annotations

from engine.condition import parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import camp_of, controller, front
from engine.families.blocks.land import entry
from engine.families.blocks.land.engaging import sent_back
from engine.families.blocks.land.recall import behind
from engine.families.blocks.land.settings import Native
from engine.families.blocks.settings import rows
from engine.play import Play
from engine.rules import Position
from engine.state import Stack

CAUSE = "gives-way"


def is_native(position: Position, power: str, area: str) -> bool:
    """Return whether a power's faction is the one that may move in on the front of an area."""
    row = rows(position.title, "native", Native).get(front(position.title, area))
    return row is not None and row.side == position.side_of(power)


def gives_way(position: Position, power: str, area: str) -> bool:
    """Return whether the other faction of the camp came to an area in this turn only, and must leave it to a power."""
    if not is_native(position, power, area):
        return False
    camp, holder, before = (
        camp_of(position, power),
        controller(position, area),
        position.state.turn_control.get(area, ""),
    )
    others = [key for key, _ in entry.strangers(position, power, area)]
    if any(position.side_of(key.power) == position.side_of(power) for key in others):
        return False
    taken = bool(holder) and camp_of(position, holder) == camp and position.side_of(holder) != position.side_of(power)
    new = taken and holder != before and camp_of(position, before) != camp
    came = all(parse_condition(key.condition).origin for key in others)
    return came and (bool(others) or new) and (new or not holder or entry.may_be(position, power, area))


def make_way(play: Play, power: str, area: str) -> None:
    """Send the other faction's blocks in an area back where they came from, if the area is the native faction's to enter."""
    if not gives_way(play.position, power, area):
        return
    for key, count in entry.strangers(play.position, power, area):
        for _ in range(count):
            if back := _back(play.position, key):
                changes.move(play, key, back, sent_back(key), cause=CAUSE)
            else:
                changes.eliminate(play, key, CAUSE)
    before = play.state.turn_control.get(area, "")
    if controller(play.position, area) != before:
        changes.take_control(play, area, before, CAUSE)


def _back(position: Position, key: Stack) -> str:
    """Return where a block goes that gives way: where it came from, or when that is full the nearest friendly area with room."""
    origin = parse_condition(key.condition).origin
    if entry.has_room(position, key, origin) and entry.may_stay(position, key, origin):
        return origin
    return behind(position, key, origin)
