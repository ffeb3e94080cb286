"""Land that nobody holds: land units that enter it in the combat move take it for money, and aircraft do not fly over it.

`[neutral_land]` of title.toml turns it on; with option `neutral-land` at `closed` nothing enters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import ResourceChanged
from engine.families.axis_allies.board import is_impassable
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.facilities.factories import purse
from engine.rules import Position
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

OPTION, CLOSED = "neutral-land", "closed"


class NeutralLand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`cost`: what an area costs who takes it, in the main resource."""

    cost: int
    source: str


def rules(position: Position) -> NeutralLand | None:
    """Return a title's rule of land that nobody holds; None where it has none."""
    return setting(position.title, "neutral_land", NeutralLand)


def is_neutral(position: Position, area: str) -> bool:
    """Return whether nobody holds a land area, in a title that has the rule."""
    if rules(position) is None or position.state.control.get(area):
        return False
    return position.title.areas[area].kind == "land" and not is_impassable(position.title, area)


def may_enter(position: Position, area: str) -> bool:
    """Return whether the land units of the power on turn may enter neutral land: it can pay, and the game's option lets it."""
    row = rules(position)
    if row is None or position.options.get(OPTION) == CLOSED or not is_neutral(position, area):
        return False
    return purse(position, position.power) >= row.cost


def neutral_areas(position: Position) -> frozenset[str]:
    """Return the land that nobody holds; aircraft do not enter it."""
    if rules(position) is None:
        return frozenset()
    return frozenset(area for area in position.title.areas if is_neutral(position, area))


def enter(play: Play, area: str) -> None:
    """Take neutral land that land units have entered, and pay for it."""
    row = rules(play.position)
    if row is None or not is_neutral(play.position, area):
        return
    power, resource = play.position.power, play.title.resource
    cost = min(row.cost, purse(play.position, power))
    if cost:
        play.emit(ResourceChanged(power, resource, -cost, purse(play.position, power) - cost, "neutrality", "", area))
    take_area(play, area, power, "captured")
