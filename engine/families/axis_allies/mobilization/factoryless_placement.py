"""Places that need no factory: cities and capitals, allies' homes, the areas of a levy or a muster.

global-1939, sections Placements of units outside of factories, Minor Axis Allies, China.
"""

from __future__ import annotations

import msgspec

from engine.derived import derived_from
from engine.families.axis_allies.board import held_all_turn, is_sea, own_stacks
from engine.families.axis_allies.economy import levy, muster
from engine.families.axis_allies.economy.goods import goods_of
from engine.families.axis_allies.vocabulary import ALLIES_SPENT, ALLY_PLACED, CITY_PLACED
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting, setting_rows

PLACES = frozenset({"levy", "muster", "city_places", "ally_places", "goods"})
"""The settings of title.toml that define such places."""


class CityPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city's area takes `city` units of a type in addition to its factory's, a capital's (cities.csv: more than one point) `capital`."""

    unit: str
    city: int
    capital: int
    source: str


class AllyPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power may place `each` units a turn in each nation's original areas, at most their total value.

    Cities there add no places: `each` is the limit "in any case".
    """

    slug: str
    nations: tuple[str, ...]
    each: int
    source: str


def without_factory(position: Position, area: str, counts: dict[str, int]) -> dict[str, int]:
    """Return the units of an order that need no factory in an area.

    Facilities are left out: none of them needs a factory.
    """
    if PLACES.isdisjoint(position.title.settings):
        return {}
    units = position.title.units
    counts = {unit: count for unit, count in counts.items() if units[unit].cls != "facility"}
    if is_sea(position.title, area) or position.state.control.get(area) != position.power:
        return {}
    row = goods_of(position, position.power)
    if row and row.anywhere:
        return counts
    found = _city(position, area, counts)
    rest = {unit: count - found.get(unit, 0) for unit, count in counts.items() if count > found.get(unit, 0)}
    more = _raised(position, area, rest)
    return {unit: n for unit in {**found, **more} if (n := found.get(unit, 0) + more.get(unit, 0)) > 0}


def _raised(position: Position, area: str, counts: dict[str, int]) -> dict[str, int]:
    """Return what a levy, a muster or an ally's area takes."""
    if levy.rules(position, position.power):
        return _first(counts, _levy_room(position, area))
    row = muster.muster_of(position.title, position.power)
    return muster.takes(position, area, row, counts) if row else _ally(position, area, counts)


def _first(counts: dict[str, int], most: int) -> dict[str, int]:
    found = {}
    for unit, count in counts.items():
        taken = min(count, most)
        most -= taken
        if taken:
            found[unit] = taken
    return found


def _levy_room(position: Position, area: str) -> int:
    rules = levy.rules(position, position.power)
    if rules is None or not position.title.in_region(area, rules.home):
        return 0
    there = sum(n for key, n in own_stacks(position, area, position.power) if position.title.units[key.unit].cls == "land")
    return max(0, rules.most - there + _used(position, area))


def _city(position: Position, area: str, counts: dict[str, int]) -> dict[str, int]:
    places, city = setting(position.title, "city_places", CityPlaces), position.title.cities.get(area)
    if places is None or city is None or not held_all_turn(position, area, position.power) or allies(position, area):
        return {}
    most = (places.capital if city.points > 1 else places.city) - _used(position, area)
    taken = min(most, counts.get(places.unit, 0))
    return {places.unit: taken} if taken > 0 else {}


def _used(position: Position, area: str) -> int:
    return CITY_PLACED.number(position.state, area)


def allies(position: Position, area: str) -> tuple[AllyPlaces, str] | None:
    """Return the rule and the nation that let the power on turn place in an ally's area, None if it may not."""
    nation = position.title.areas[area].original_owner
    for row in setting_rows(position.title, "ally_places", AllyPlaces).values():
        if nation in row.nations and held_all_turn(position, area, position.power):
            return row, nation
    return None


def _ally(position: Position, area: str, counts: dict[str, int]) -> dict[str, int]:
    found = allies(position, area)
    if found is None:
        return {}
    row, nation = found
    left = row.each - ALLY_PLACED.number(position.state, nation)
    money = _ally_value(position, row) - ALLIES_SPENT.number(position.state)
    taken = {}
    for unit, count in counts.items():
        cost = profile(position, position.power, unit).cost
        n = max(0, min(count, left, money // cost if cost else count))
        left, money = left - n, money - n * cost
        if n:
            taken[unit] = n
    return taken


@derived_from("control", "turn")
def _ally_value(position: Position, row: AllyPlaces) -> int:
    areas, control = position.title.areas, position.state.control
    held = (one for area, one in areas.items() if control.get(area) == position.power)
    return sum(one.value for one in held if one.original_owner in row.nations)


def note_placed(play: Play, area: str, counts: dict[str, int]) -> None:
    """Count units placed without a factory towards the limits of such places."""
    position = play.position
    city = _city(position, area, counts)
    if city:
        CITY_PLACED.add(play, sum(city.values()), area)
    rest = {unit: count - city.get(unit, 0) for unit, count in counts.items() if count > city.get(unit, 0)}
    found = allies(position, area) if rest else None
    if found:
        ALLY_PLACED.add(play, sum(rest.values()), found[1])
        spent = sum(profile(position, position.power, unit).cost * count for unit, count in rest.items())
        ALLIES_SPENT.add(play, spent)
