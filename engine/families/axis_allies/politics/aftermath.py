"""What follows the battles of a turn: troops rise where an area is freed, and a power razes the factories that it has taken.

`[[rising]]` and `[[razing]]` of title.toml say where.
"""

from __future__ import annotations

import msgspec

from engine.events import FacilityChanged, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.vocabulary import RISEN
from engine.mechanics.profile import profile
from engine.orders import AreaName, PowerName, UnitName
from engine.play import Play
from engine.title.settings import setting_rows


class Rising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Once, `count` units of type `unit` of `power` rise in area `slug` as the battles end in which it gets that back."""

    slug: AreaName
    power: PowerName
    unit: UnitName
    count: int
    source: str


class Razing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As battles end, power `slug` has no factory in `areas`: it cannot use those that it has taken there. Powers `after` are on turn."""

    slug: PowerName
    areas: tuple[AreaName, ...]
    after: tuple[PowerName, ...]
    source: str


def follow_battles(play: Play) -> None:
    """Raise the troops of what has been freed, and raze what has been taken."""
    for area, row in setting_rows(play.title, "rising", Rising).items():
        _rise(play, area, row)
    for power, razing in setting_rows(play.title, "razing", Razing).items():
        if play.position.power in razing.after:
            _raze(play, power, razing.areas)


def _rise(play: Play, area: str, row: Rising) -> None:
    lost = play.state.turn_control.get(area, "") in play.position.enemies_of(row.power)
    if lost and play.state.control.get(area) == row.power and not RISEN.read(play.state, area):
        RISEN.emit(play, "yes", area)
        strength = profile(play.position, row.power, row.unit).strength
        play.emit(UnitsPlaced(row.power, row.unit, row.count, area, strength, "risen"))


def _raze(play: Play, power: str, areas: tuple[str, ...]) -> None:
    for area in areas:
        if play.state.control.get(area) != power:
            continue
        for _, owner, unit, strength, condition in [key for key, _ in own_stacks(play.position, area, power)]:
            if not play.title.units[unit].has("produces"):
                continue
            if damage := play.state.damage.get((area, unit), 0):
                play.emit(FacilityChanged(area, unit, owner, "destroyed", -damage, 0))
            play.emit(UnitsRemoved(owner, unit, 1, area, strength, "razed", condition))
