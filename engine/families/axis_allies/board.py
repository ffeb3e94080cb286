"""Questions about the board that every mechanism asks: owners, positions, hostility."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.condition import Condition, parse_condition
from engine.derived import derived_from, derived_from_stacks
from engine.families.axis_allies.vocabulary import MOVED, PATROL
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Link, Title, Unit
from engine.title.title_modules import hook

Stacks = list[tuple[Stack, int]]

OVERFLOWN = "overflown"
"""Terrain that nothing may enter or end in; aircraft fly over it."""
INLAND = "inland"
"""Terrain of lakes, which no carrier enters."""


def stacks_in(position: Position, area: str) -> Stacks:
    """Return the (key, count) of every stack in an area, sorted by key."""
    return position.stacks(area)


def own_stacks(position: Position, area: str, power: str) -> Stacks:
    """Return a power's stacks in an area."""
    return position.owned(area).get(power, [])


def enemy_stacks(position: Position, area: str, power: str) -> Stacks:
    """Return the stacks in an area that belong to powers at war with `power`."""
    return position.owned_by(area, position.enemies_of(power))


def friendly_stacks(position: Position, area: str, power: str) -> Stacks:
    """Return the stacks in an area that belong to `power` and its allies."""
    return position.owned_by(area, position.friends_of(power))


def condition_of(key: Stack) -> Condition:
    """Return a stack's condition, parsed."""
    return parse_condition(key.condition)


def is_cargo(key: Stack) -> bool:
    """Return whether a stack rides on a ship."""
    return bool(key.condition) and condition_of(key).aboard


def on_patrol(key: Stack) -> bool:
    """Return whether aircraft stay on patrol where they are: their condition names the sea zone (`patrol:sea-zone-8!`)."""
    return bool(key.condition) and PATROL.of(key.area) in condition_of(key).words


def has_moved(key: Stack) -> bool:
    """Return whether the units of a stack have moved in this turn."""
    condition = condition_of(key)
    return condition.used > 0 or MOVED in condition


def count_of(stacks: Iterable[tuple[Stack, int]], *units: str) -> int:
    """Return how many units there are in stacks; of these types, when any are named."""
    return sum(count for key, count in stacks if not units or key.unit in units)


def has_ability(position: Position, stacks: Iterable[tuple[Stack, int]], ability: str) -> bool:
    """Return whether any unit in the stacks that is not cargo and not submerged has an ability."""
    return any(profile_of(position, key).has(ability) and not is_cargo(key) for key, _ in stacks)


def tuv(title: Title, units: Iterable[tuple[str, int]]) -> int:
    """Return the total unit value (TUV) of (unit, count) pairs, in the title's main resource."""
    return sum(title.units[unit].cost * count for unit, count in units)


def is_friendly(position: Position, area: str, power: str, control: Mapping[str, str] | None = None) -> bool:
    """Return whether a land area is controlled by `power` or an ally (now, or as `control` has it)."""
    holder = (position.state.control if control is None else control).get(area, "")
    return bool(holder) and holder in position.friends_of(power)


def is_hostile(position: Position, area: str, power: str, control: Mapping[str, str] | None = None) -> bool:
    """Return whether a land area is controlled by a power at war with `power`; neutral areas are neither."""
    holder = (position.state.control if control is None else control).get(area, "")
    return bool(holder) and holder in position.enemies_of(power)


def is_impassable(title: Title, area: str) -> bool:
    """Return whether nothing may enter an area (neutral territories, mountains that are only flown over)."""
    return title.areas[area].terrain in ("impassable", OVERFLOWN)


def bars_flight(title: Title, area: str) -> bool:
    """Return whether aircraft may not fly over an area (neutral territories)."""
    return title.areas[area].terrain == "impassable"


def is_sea(title: Title, area: str) -> bool:
    """Return whether an area is a sea zone."""
    return title.areas[area].kind == "sea"


def is_hostile_sea(position: Position, zone: str, power: str) -> bool:
    """Return whether a sea zone holds enemy surface warships (submarines and transports do not count)."""
    return zone in hostile_seas(position, power)


def hostile_seas(position: Position, power: str) -> frozenset[str]:
    """Return the areas that hold enemy surface warships."""
    return held_by_enemies(position, power, _with_warships)


@derived_from("units", "figures", "relations")
def held_by_enemies(position: Position, power: str, find: Callable[[Position, str], frozenset[str]]) -> frozenset[str]:
    """Return the areas that `find` finds among the units of each of a power's enemies."""
    held = (find(position, enemy) for enemy in position.enemies_of(power))
    return frozenset[str]().union(*held)


@derived_from_stacks
def _with_warships(position: Position, power: str) -> frozenset[str]:
    warships = (key.area for key, _ in position.stacks_of(power) if _bars(profile_of(position, key)) and not is_cargo(key))
    return frozenset(warships)


@derived_from("units")
def producing(position: Position) -> frozenset[str]:
    """Return the areas in which a producing facility stands."""
    return frozenset[str]().union(*(_with_factories(position, power) for power in position.title.powers))


@derived_from_stacks
def _with_factories(position: Position, power: str) -> frozenset[str]:
    makers = position.title.able.get("produces", ())
    return frozenset(key.area for key, _ in position.stacks_of(power) if key.unit in makers)


def has_enemy_destroyer(position: Position, zone: str, power: str) -> bool:
    """Return whether an enemy destroyer is in a sea zone."""
    return has_ability(position, enemy_stacks(position, zone, power), "destroyer")


def was_hostile_sea(position: Position, zone: str, power: str) -> bool:
    """Return whether a sea zone held enemy surface warships when the turn began."""
    units, enemies = position.title.units, position.enemies_of(power)
    return any(key.area == zone and key.power in enemies and _bars(units[key.unit]) for key in position.state.turn_stacks)


def _bars(unit: Unit) -> bool:
    """Whether a unit makes its sea zone hostile to the other side: surface warships, and what else bars the way in a title."""
    return unit.has("surface-warship") or unit.has("bars-ships")


def held_all_turn(position: Position, area: str, power: str) -> bool:
    """Return whether a power controls an area and controlled it when the turn began."""
    return position.state.control.get(area) == power == position.state.turn_control.get(area)


def was_friendly(position: Position, area: str, power: str) -> bool:
    """Return whether a land area was controlled by `power`'s side when the turn began."""
    return is_friendly(position, area, power, position.state.turn_control)


def is_open(position: Position, link: Link, power: str) -> bool:
    """Return whether sea units of a power may use a link: its canal held by the side since the turn began, no closed strait.

    For the sides that a passage lists as `neutral` it is open if no enemy holds its banks. A title may have a rule
    of its own (`straits.py` of its folder).
    """
    if not link.passage:
        return True
    if own := hook(position.title, "straits", "is_open"):
        return bool(own(position, link, power))
    passage = position.title.passages[link.passage]
    if passage.closed_when and position.options.get(passage.closed_when[0]) == passage.closed_when[1]:
        return False
    control, when = position.state.turn_control, passage.neutral_when
    if position.side_of(power) in passage.neutral and (not when or position.options.get(when[0]) == when[1]):
        return not any(is_hostile(position, area, power, control) for area in passage.needs)
    doors = (passage.needs, passage.instead) if passage.instead else (passage.needs,)
    return any(all(was_friendly(position, area, power) for area in door) for door in doors)


def neighbours(position: Position, area: str, kind: str = "") -> Iterator[str]:
    """Yield an area's neighbours, of one kind (land, sea) when named."""
    areas = position.title.areas
    for other in position.title.neighbours[area]:
        if not kind or areas[other].kind == kind:
            yield other


def is_capital_held(position: Position, power: str) -> bool:
    """Return whether a power's capital is not in enemy hands (a power without a capital always counts as holding it)."""
    capital = position.title.powers[power].capital
    return not capital or not is_hostile(position, capital, power)
