"""Who may build what, when and where (sections 7.1, 7.2, 11.1, 12.3 to 12.10)."""

from __future__ import annotations

from engine.families.axis_allies.economy.payment import is_for_sale
from engine.rules import Position
from engine.title.model import Unit
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.economy import early_fighters
from engine.titles.global_war_1936.nations import is_home, members
from engine.titles.global_war_1936.settings import sheets, upgrades
from engine.titles.global_war_1936.tables import figure, role, sales
from engine.titles.global_war_1936.vocabulary import EVOLVED, ROAD_OPEN

ROUGH = {"jungle": "jungles", "marsh": "marshes"}
"""Terrain in which facilities cost one more, with the option that it is played with (sections 1.10, 1.11)."""


def builds(position: Position, account: str, unit: str) -> bool:
    """Return whether a nation may build a unit at all now."""
    row, sheet = position.title.units[unit], sheets(position.title).get(account)
    if sheet is None or not is_for_sale(position, unit):
        return False
    early, modern = early_fighters.early(position.title), early_fighters.modern(position.title)
    if unit in (early, modern):
        if not early_fighters.is_for_sale(position, unit):
            return False
        unit = modern
    if sheet.builds and unit not in sheet.builds and not _evolved(position, account):
        road = role(position.title, "burma-road")
        return account == road.powers[0] and unit in road.units and road_is_open(position)
    if row.has("abroad") and not sheet.colonial:
        return False
    return calendar.is_from(position, sales(position.title).get(unit, ""))


def _evolved(position: Position, account: str) -> bool:
    return bool(EVOLVED.read(position.state, account))


def road_is_open(position: Position) -> bool:
    """Return whether the Burma Road is open: since the calendar turn began, and while nothing closes it (section 1.17)."""
    return bool(ROAD_OPEN.read(position.state)) and may_open(position)


def may_open(position: Position) -> bool:
    """Return whether the Burma Road opens as a calendar turn begins: Japan and China at war, both ends in the right hands."""
    control, friends = position.state.control, set(members(position.title, "allies"))
    road = role(position.title, "burma-road")
    (chinese, foe), (burma, yunnan) = road.powers, road.areas
    held = control.get(yunnan) == chinese and control.get(burma) in friends
    return held and position.relation(foe, chinese) == "war" and calendar.is_from(position, road.month)


def is_single(row: Unit, position: Position) -> bool:
    """Return whether a unit is bought and placed in one turn, anywhere: neither of several stages nor a facility."""
    return row.cls != "facility" and row.number("stages") < 2


def first_cost(position: Position, unit: str, area: str) -> int:
    """Return what a facility costs more in its first turn because of where it stands."""
    title = position.title
    if not area or title.units[unit].cls != "facility" or unit in upgrades(title):
        return 0
    rough = any(title.in_region(area, kind) and position.options.get(option) == "on" for kind, option in ROUGH.items())
    if title.units[unit].has("rail"):
        hard = any(title.in_region(area, kind) for kind in ("desert", "jungle", "marsh", "mountain"))
        return figure(title, "rough-railroad") if hard else 0
    return figure(title, "rough-facility") if rough else 0


def may_stand(position: Position, account: str, unit: str, area: str) -> bool:
    """Return whether a facility may be built in an area by who holds it: at home, in an area of value, where it is asked for."""
    title = position.title
    row = title.units[unit]
    at_home = is_home(title, account, area) or is_home(title, position.power, area)
    upgrade = upgrades(title).get(unit)
    if (row.has("home-facility") or (upgrade and upgrade.at_home)) and not at_home:
        return False
    return title.areas[area].value >= row.number("needs-value")
