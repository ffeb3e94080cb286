"""Convoys: enemy ships and aircraft in a convoy zone cost a power income of the areas beside it.

As a power collects its income, its enemies roll dice in each convoy zone beside an area of its, as many as their units `disrupts` say; dice
up to a number count as many IPCs as they show. A zone never costs more than the areas beside it are worth, nor do all zones together.
"""

from __future__ import annotations

import msgspec

from engine.families.axis_allies.board import enemy_stacks, is_cargo, neighbours
from engine.families.axis_allies.economy.accounts import account_of
from engine.mechanics.profile import profile_of
from engine.orders import PowerName
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting


class Convoys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[convoys]`: the region of the zones, the highest number of a die that counts, powers that lose nothing."""

    region: str
    highest: int
    source: str
    spared: tuple[PowerName, ...] = ()


def convoy_losses(play: Play, account: str) -> int:
    """Roll for every convoy zone of an account of the power on turn; return what it loses of its income, in the main resource."""
    row = setting(play.title, "convoys", Convoys)
    if row is None or play.position.power in row.spared:
        return 0
    lost: dict[str, int] = {}
    beside: dict[str, list[str]] = {}
    for zone in sorted(play.title.regions[row.region]):
        areas = _beside(play.position, zone, account)
        worth, dice = sum(play.title.areas[area].value for area in areas), _dice(play.position, zone)
        if not worth or not dice:
            continue
        loss = min(worth, _damage(play, row, dice, f"convoys of {account} in {zone}"))
        if loss:
            lost[zone], beside[zone] = loss, areas
    return _shared(play.position, lost, beside)


def _damage(play: Play, row: Convoys, dice: int, what: str) -> int:
    """Return what the units of a zone do: one for each die where nothing is rolled."""
    if play.position.options.get("convoy-dice") == "fixed":
        return dice
    return sum(pips for pips in play.roll(dice, what) if pips <= row.highest)


def _beside(position: Position, zone: str, account: str) -> list[str]:
    held, power = position.state.control, position.power
    return [
        area
        for area in neighbours(position, zone, "land")
        if held.get(area) == power and account_of(position.title, area, power) == account
    ]


def _dice(position: Position, zone: str) -> int:
    there = enemy_stacks(position, zone, position.power)
    return sum(profile_of(position, key).number("disrupts") * count for key, count in there if not is_cargo(key))


def _shared(position: Position, lost: dict[str, int], beside: dict[str, list[str]]) -> int:
    """Return what zones cost together, where several touch the same area: those with one area alone come first, then the dearest."""
    values, left = position.title.areas, dict[str, int]()
    touching = {area: sum(area in areas for areas in beside.values()) for areas in beside.values() for area in areas}
    for zone in sorted(lost, key=lambda one: (len(beside[one]) != 1, -lost[one], one)):
        due = lost[zone]
        for area in sorted(beside[zone], key=lambda one: (touching[one] != 1, values[one].value, one)):
            rest = left.setdefault(area, values[area].value)
            left[area] -= min(due, rest)
            due -= min(due, rest)
    return sum(values[area].value - rest for area, rest in left.items())
