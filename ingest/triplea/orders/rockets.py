"""The rockets of a turn as the history tells them: from which area, at what, and their dice.

A map on which bombs cost money names no target, and one on which a power fires one rocket no area: these are found by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from engine.families.axis_allies.combat.rockets import launchers
from engine.families.axis_allies.facilities.raids import facility_in
from engine.families.axis_allies.orders import Rocket
from engine.play import Play
from ingest.triplea.orders.names import Names
from ingest.triplea.orders.turns import Turn

_AT = re.compile(r"^Rocket attack in (?P<at>.+?) (?:does \d+ damage to (?P<unit>\w+)|does|costs)")
_FROM = re.compile(r"^Rockets +(?:in (?P<area>.+?) )?roll: (?P<dice>[\d,]+)")


class RocketFire(NamedTuple):
    """Rockets fired at once: the area and the target, empty where the history names none, and their dice.

    `facility`: what they are fired at, where that is not the factory.
    """

    area: str
    at: str
    dice: tuple[int, ...]
    facility: str = ""


def rockets_of(turn: Turn, names: Names) -> Iterator[RocketFire]:
    """Yield the rockets of a turn, in order."""
    for event in (event for part in turn.parts for event in part.events):
        at = _AT.match(event.title)
        for child in event.children:
            if told := _FROM.match(child.title):
                dice = tuple(map(int, told["dice"].split(",")))
                area, unit = names.areas.get(told["area"] or "", ""), names.units.get(at["unit"] or "", "") if at else ""
                facility = "" if not unit or names.title.units[unit].has("produces") else unit
                yield RocketFire(area, names.areas[at["at"]] if at else "", dice, facility)


def rocket_order(play: Play, told: RocketFire) -> Rocket:
    """Return the order of rockets; of areas and targets that are not told the first with which the rules take it."""
    position = play.position
    areas = [told.area] if told.area else [area for area in position.board if launchers(position, area)]
    targets = [told.at] if told.at else [area for area in position.title.areas if facility_in(position, area)]
    orders = [Rocket(area, at, len(told.dice), told.facility) for area, at in product(areas, targets)]
    return next((order for order in orders if not play.check(order)), orders[0])
