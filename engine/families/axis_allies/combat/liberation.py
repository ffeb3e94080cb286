"""Areas whose people take up arms when they are free again: units stand up there for their first owner, once a game."""

from __future__ import annotations

import msgspec

from engine.events import UnitsPlaced
from engine.families.axis_allies.vocabulary import RISEN
from engine.orders import AreaName, UnitName
from engine.play import Play
from engine.title.settings import setting_rows


class Liberation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Once area `slug` is its first owner's again after the battles of a turn, `count` units of type `unit` stand up there."""

    slug: AreaName
    unit: UnitName
    count: int
    source: str


def raise_units(play: Play) -> None:
    """Raise the units of areas that this turn has freed."""
    for area, row in setting_rows(play.title, "liberation", Liberation).items():
        owner, state = play.title.areas[area].original_owner, play.state
        freed = state.control.get(area) == owner and state.turn_control.get(area) != owner
        if freed and not RISEN.read(state, area):
            RISEN.set(play, "yes", area)
            play.emit(UnitsPlaced(owner, row.unit, row.count, area, play.title.units[row.unit].strength, "liberated"))
