"""Where units go that must leave an area: the nearest land that will have them (sections 9.21, 14.4.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of, is_sea
from engine.families.axis_allies.vocabulary import FOUGHT, MOVED
from engine.play import Play
from engine.state import Stack
from engine.title.model import Title


def nearest(title: Title, area: str, takes: Callable[[str], bool]) -> str:
    """Return the nearest other land area that takes units, whatever lies between; nothing when there is none."""
    seen, queue = {area}, deque([area])
    while queue:
        here = queue.popleft()
        for other in title.neighbours[here]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
                if not is_sea(title, other) and takes(other):
                    return other
    return ""


def go(play: Play, key: Stack, count: int, to: str, cause: str) -> None:
    """Move units to their refuge, without the words of this turn's moves."""
    becomes = condition_of(key).without(MOVED, FOUGHT)._replace(origin="", target="").text
    way = (key.area, to)
    play.emit(UnitsMoved(key.power, key.unit, count, *way, key.strength, cause, key.condition, becomes, way))
