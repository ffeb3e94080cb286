"""Supply lines (section 1.7), friendly sea areas (1.5) and destroyed Convoys (3.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.derived import derived_from
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.own_tables import own_rows
from engine.title.per_title import per_title
from engine.titles.blitz.position import board
from engine.titles.blitz.settings import printed_flags, scenario_convoys
from engine.titles.blitz.tables import Convoy, Country, Trade, places
from engine.titles.blitz.vocabulary import CONQUERED, NO_TRADE


@per_title
def neighbours(title: Title, kind: str) -> dict[str, tuple[str, ...]]:
    """Return area to its neighbours for `land` (links and Land Routes), `air` (links and all Routes) or `sea` (links alone)."""
    table = {area: list(near) for area, near in title.neighbours.items()}
    routes = {"land": ("land-route",), "air": ("land-route", "air-route")}.get(kind, ())
    for row in title.borders:
        if row.border in routes:
            table[row.area].append(row.to)
            table[row.to].append(row.area)
    return {area: tuple(dict.fromkeys(near)) for area, near in table.items()}


@per_title
def land_routes(title: Title) -> frozenset[frozenset[str]]:
    """Return the pairs of areas that only a Land Route connects (1.3)."""
    return frozenset(frozenset((row.area, row.to)) for row in title.borders if row.border == "land-route")


def is_open(position: Position, side: str, one: str, two: str) -> bool:
    """Return whether a side's ships may go straight from one sea area to the next: who holds the narrows (4.2, 9.8)."""
    link = position.title.neighbours[one].get(two)
    if link is None:
        return False
    if not link.passage:
        return True
    row = position.title.passages[link.passage]
    doors = (row.needs, row.instead) if row.instead else (row.needs,)
    ours = {area for door in doors for area in door if board.is_ours(position, side, area)}
    if side in row.neutral:  # closed by an enemy alone
        ours.update(area for door in doors for area in door if not board.holder(position, area))
    return any(ours.issuperset(door) for door in doors)


@derived_from("moment")
def is_destroyed(position: Position, convoy: Convoy) -> bool:
    """Return whether a Convoy has a Destroyed marker (3.5)."""
    title, side = position.title, position.title.side_of[convoy.power]
    if convoy.convoy in board.rules_of(position).destroyed or not board.is_in_play(position, convoy.area):
        return True
    beside = [area for area, link in title.neighbours[convoy.area].items() if link.kind == "coast"]
    if convoy.until == "conquered":
        return bool(CONQUERED.read(position.state, convoy.home))
    if convoy.until == "coast":
        homeland = title.regions[convoy.home]
        return not any(area in homeland and board.is_ours(position, side, area) for area in beside)
    if convoy.until == "taken":
        return any(board.side_of(position, board.holder(position, area)) not in ("", side) for area in convoy.areas)
    if convoy.until == "trade":
        return not any(_supplies(position, area, convoy.power) for area in convoy.areas)
    held = (area for area in beside if board.holder(position, area) == convoy.power)
    return not any(places(title)[area].resources or places(title)[area].oil for area in held)


def _supplies(position: Position, area: str, power: str) -> bool:
    """Return whether an area gives a power its Resource: it holds it, or trades with it while neutral (7.5)."""
    owner = board.holder(position, area)
    if owner == power:
        return True
    country = board.country_at(position, area)
    trades = any(row.giver == country and row.receiver == power for row in own_rows(position.title, "trades", Trade))
    return not owner and trades and not NO_TRADE.read(position.state, country)


def convoys_in(position: Position) -> dict[str, Convoy]:
    """Return convoy to its row, with the power whose it is in the scenario."""
    return scenario_convoys(position.title, position.state.scenario)


def convoy_damage(position: Position, convoy: str) -> int:
    """Return the points of damage that a Convoy has taken this turn."""
    row = convoys_in(position)[convoy]
    return position.state.damage.get((row.area, f"convoy-{convoy}"), 0)


def convoys_of(position: Position, side: str, sea: str) -> list[Convoy]:
    """Return a side's Convoys in a sea area that are neither destroyed nor at maximum damage."""
    rows = convoys_in(position).values()
    return [row for row in rows if row.area == sea and _protects(position, side, row)]


def _protects(position: Position, side: str, convoy: Convoy) -> bool:
    """Return whether a Convoy is a side's and neither destroyed nor at maximum damage."""
    if position.title.side_of[convoy.power] != side or is_destroyed(position, convoy):
        return False
    return convoy_damage(position, convoy.convoy) < convoy.factor


def is_friendly_sea(position: Position, power: str, sea: str) -> bool:
    """Return whether a sea area is friendly to a power's side (1.5)."""
    return sea in friendly_seas(position, power)


@derived_from("moment")
def friendly_seas(position: Position, power: str) -> frozenset[str]:
    """Return the sea areas that are friendly to a power's side (1.5)."""
    side, known, found, there = board.side_of(position, power), _seas_seen(position, power), set[str](), position.board
    for sea in seas(position.title):
        stacks = there.get(sea, _NONE)
        seen = known.get(sea)
        if seen is None or seen[0] is not stacks:
            seen = known[sea] = (stacks, _is_open_to(position, power, sea))
        if seen[1]:
            found.add(sea)
    for row in convoys_in(position).values():
        if row.area not in found and _protects(position, side, row):
            found.add(row.area)
    return frozenset(found)


_NONE: list[tuple[Stack, int]] = []
"""The stacks of an empty area."""


@derived_from("relations")
def _seas_seen(_: Position, power: str) -> dict[str, tuple[list[tuple[Stack, int]], bool]]:
    """Return what `friendly_seas` has found: sea to the stacks that it saw there, and whether it was open to the power."""
    return {}


@per_title
def seas(title: Title) -> tuple[str, ...]:
    """Return the areas that are not land."""
    return tuple(area for area, row in title.areas.items() if row.kind != "land")


def _is_open_to(position: Position, power: str, sea: str) -> bool:
    """Return whether a sea area has a unit of the power's side, or no warship or aircraft of an enemy."""
    side, title = board.side_of(position, power), position.title
    foe = False
    for key, _ in position.stacks(sea):
        if board.side_of(position, key.power) == side:
            return True
        warship = board.kind_of(title, key.unit) == "air" or board.type_of(title, key.unit) in board.WARSHIPS
        foe = foe or (warship and board.at_war(position, power, key.power))
    return not foe


def major_homes(position: Position, power: str) -> tuple[str, ...]:
    """Return the areas of a power's major power home countries (1.1)."""
    rules = board.rules_of(position)
    names = rules.homes.get(power) or tuple(
        row.country for row in own_rows(position.title, "countries", Country) if row.major and row.power == power
    )
    return tuple(area for name in names for area in position.title.regions[name])


def reach(position: Position, sources: Iterable[str], power: str, *, neutrals: bool = False) -> frozenset[str]:
    """Return the areas that a supply line from some sources of a power gets to; with `neutrals` also through neutral lands (7.8)."""
    return _reach_over(position, sources, power, friendly_seas(position, power), neutrals)


def _reach_over(position: Position, sources: Iterable[str], power: str, friendly: frozenset[str], neutrals: bool) -> frozenset[str]:
    """Return the same, over the sea areas that are said to be friendly."""
    side = board.side_of(position, power)
    beyond = flagged(position, side)
    ahead = tuple(area for area in sources if board.is_ours(position, side, area) or area in beyond)
    return _reach(position, ahead, side, friendly, neutrals)


def flagged(position: Position, side: str) -> frozenset[str]:
    """Return the land areas out of play through which a side's supply lines run by the flags printed on the map (E)."""
    if not any(board.side_of(position, power) == side for power in board.rules_of(position).flags):
        return frozenset()
    return printed_flags(position.title, position.state.scenario)


@derived_from("control", "relations", "turn")
def _reach(position: Position, sources: tuple[str, ...], side: str, friendly: frozenset[str], neutrals: bool) -> frozenset[str]:
    way, ahead = set(sources), list(sources)
    near, areas, control = neighbours(position.title, "land"), position.title.areas, position.state.control
    holders = {one for one, its in position.title.side_of.items() if its == side} | ({""} if neutrals else set())
    beyond = flagged(position, side)
    for place in ahead:  # grows as it is walked
        for other in near[place]:
            if other in way:
                continue
            if areas[other].kind == "land":
                good = control.get(other, "") in holders or other in beyond
            else:
                at_sea = areas[place].kind == "sea"
                good = other in friendly and (not at_sea or is_open(position, side, place, other))
            if good:
                way.add(other)
                ahead.append(other)
    return frozenset(way)


def supplied(position: Position, power: str, home: str = "", *, builds: bool = False) -> frozenset[str]:
    """Return the areas in supply for a power's units of a home country; `builds` for spending Resources (1.7, 7.8)."""
    return _supplied(position, power, home, builds, friendly_seas(position, power))


@derived_from(*board.SETTLED)
def _supplied(position: Position, power: str, home: str, builds: bool, friendly: frozenset[str]) -> frozenset[str]:
    if board.lacks(position, "supply"):
        return frozenset(position.title.areas)
    sources = list(major_homes(position, power))
    if not builds:
        sources += [area for partner in board.partners_of(position, power)[1:] for area in major_homes(position, partner)]
    if home:
        sources += position.title.regions.get(home, ())
    return _reach_over(position, dict.fromkeys(sources), power, friendly, builds)


def in_supply(position: Position, key: Stack) -> bool:
    """Return whether a unit can trace a supply line now; at sea it always can (1.7)."""
    if position.title.areas[key.area].kind == "sea":
        return True
    return key.area in supplied(position, key.power, board.home_of(position, key.unit))


def home_area(position: Position, unit: str) -> tuple[str, ...]:
    """Return the areas of a unit's home country."""
    return position.title.regions.get(board.home_of(position, unit), ())
