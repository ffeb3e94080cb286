"""Where facilities stand: of ports, shipyards and bases one of a kind in an area, one fortification on a border (2.5, 12.5 to 12.7)."""

from __future__ import annotations

from engine.events import UnitsPlaced
from engine.families.axis_allies.board import condition_of, is_sea, own_stacks, stacks_in
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.vocabulary import BORDER
from engine.play import Play
from engine.rules import Position
from engine.title.model import Unit
from engine.titles.global_war_1936.economy import chart, supply
from engine.titles.global_war_1936.settings import upgrades
from engine.titles.global_war_1936.tables import border_facilities


def set_up(play: Play) -> None:
    """Put up what stands on borders as the scenario begins (section 2.5)."""
    for row in border_facilities(play.title):
        if row.scenario == play.state.scenario:
            play.emit(UnitsPlaced(row.power, row.unit, row.count, row.area, 1, "setup", BORDER.of(row.to) if row.to else ""))


def is_limited(position: Position, unit: str) -> bool:
    """Return whether only one of a facility stands in an area, or on a border of it."""
    row = position.title.units[unit]
    return any(row.has(ability) for ability in ("max-per-area", "walls", "rail"))


def standing(position: Position, unit: str, area: str, border: str = "") -> int:
    """Return how many of a facility of the nation on turn stand in an area, on a border when one is named."""
    word = BORDER.of(border)
    return sum(
        count
        for key, count in own_stacks(position, area, position.power)
        if key.unit == unit and (not border or word in condition_of(key).words)
    )


def coming(position: Position, unit: str, area: str, border: str = "") -> int:
    """Return how many are under construction there, or finished by the nation on turn and not placed yet."""
    done = [item for account in accounts(position.title, position.power) for item in chart.finished(position, account)]
    under_way = [*chart.items(position), *done]
    return sum(item.count for item in under_way if (item.unit, item.area, item.border) == (unit, area, border))


def is_taken(position: Position, unit: str, area: str, border: str = "") -> bool:
    """Return whether no more of a facility can be begun there: one stands there, or will, also by an upgrade."""
    if not is_limited(position, unit):
        return False
    leading = [unit, *(row.slug for row in upgrades(position.title).values() if row.new == unit)]
    return bool(standing(position, unit, area, border) or any(coming(position, one, area, border) for one in leading))


def faces_wrongly(position: Position, row: Unit, border: str) -> str:
    """Return what a facility on a border has to face if it does not face that: railways land (12.10), guns of the coast the sea (12.9)."""
    afloat = is_sea(position.title, border) if border else False
    if row.has("rail") and afloat:
        return "a land area"
    return "a sea zone" if row.has("guns-coast") and border and not afloat else ""


def has_railway(position: Position, unit: str, area: str, border: str) -> bool:
    """Return whether a railway crosses a border, damaged or not, printed or built from either side, or will (section 12.10)."""
    printed = {row.border for row in position.title.borders_between.get(frozenset((area, border)), ())} & supply.TRACKS
    sides = ((area, border), (border, area))
    built = any(key.unit == unit and BORDER.of(to) in condition_of(key).words for one, to in sides for key, _ in stacks_in(position, one))
    return bool(printed) or built or any(coming(position, unit, one, to) for one, to in sides)


def has_place(position: Position, item: chart.Item) -> bool:
    """Return whether a finished facility can be placed: what it upgrades stands there, or none of its kind does (section 11.3)."""
    upgrade = upgrades(position.title).get(item.unit)
    if upgrade and not standing(position, upgrade.old, item.area):
        return False
    unit = upgrade.new if upgrade else item.unit
    return not (is_limited(position, unit) and standing(position, unit, item.area, item.border))
