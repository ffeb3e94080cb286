"""Damage of bombs and rockets that is paid from the bank of who holds the area, and leaves no mark on what was bombed.

`[bombing]` of title.toml turns it on. Each bomber, and each rocket, does no more than its area is worth, unless it says
otherwise; with option `raid-limit` at `territory` all of a turn together do no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.vocabulary import BOMBED
from engine.rules import Position
from engine.title.model import Title
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

OPTION, TERRITORY = "raid-limit", "territory"


class Bombing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bombs cost so many of the main resource for each point that they roll.

    `limited`: each bomber, and each rocket, at most what the area is worth.
    """

    cost: int
    source: str
    limited: bool = True


def rules(title: Title) -> Bombing | None:
    """Return a title's rule of damage that is paid; None where facilities bear it."""
    return setting(title, "bombing", Bombing)


def most(title: Title, area: str, points: int) -> int:
    """Return how many of the points that one bomber has rolled count in an area."""
    found = rules(title)
    return min(points, title.areas[area].value) if found and found.limited else points


def room(position: Position, area: str) -> int:
    """Return what bombs can still cost the holder of an area in this turn: what it has, and by option no more than its area is worth."""
    power = position.state.control.get(area, "")
    money = purse(position, power) if power else 0
    if position.options.get(OPTION) != TERRITORY:
        return money
    return max(0, min(money, position.title.areas[area].value - BOMBED.number(position.state, area)))


def charge(play: Play, area: str, points: int) -> int:
    """Let the holder of an area pay for bombs, as far as the limit and its money go; return what it paid."""
    found, power = rules(play.title), play.state.control.get(area, "")
    cost = min(points * found.cost, room(play.position, area)) if found else 0
    if cost:
        balance = purse(play.position, power) - cost
        play.emit(ResourceChanged(power, play.title.resource, -cost, balance, "bombing", play.position.power, area))
        BOMBED.add(play, cost, area)
    return cost
