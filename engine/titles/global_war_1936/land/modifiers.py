"""What terrain, borders, cities, works and damage add to the numbers that units hit with (sections 0.3, 1.8 to 1.24, 12.7).

A unit has the highest of its bonuses and the lowest of its penalties in a round, and never less than 1 of an attack.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.families.axis_allies.board import Stacks, condition_of, is_sea, stacks_in
from engine.families.axis_allies.combat.battle import ATTACKER, fighting
from engine.families.axis_allies.combat.modifiers import Extra
from engine.families.axis_allies.vocabulary import AIRBORNE, BORDER, COMBAT_ROUND
from engine.mechanics.profile import profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.title.per_title import per_title
from engine.titles.global_war_1936.land.surrounded import is_surrounded
from engine.titles.global_war_1936.tables import FigureName, figure
from engine.titles.global_war_1936.vocabulary import LINE_LOST

OPTIONS = {"mountain": "mountains", "desert": "deserts", "jungle": "jungles", "marsh": "marshes"}
SOFT = frozenset({"jungle", "marsh"})
"""Terrain that slows vehicles down (sections 1.10, 1.11)."""
LINES: dict[str, FigureName] = {"fortified-line": "walls", "maginot-line": "maginot-walls"}
"""Kind of line to the figure that it adds to the defense of the first round; a fortification adds `walls`."""


def rough(position: Position, area: str, kind: str) -> bool:
    """Return whether an area is of a terrain that this game is played with."""
    return position.title.in_region(area, kind) and position.options.get(OPTIONS[kind]) == "on"


def crossed(position: Position, one: str, other: str) -> set[str]:
    """Return the terrain of the border between two areas that this game is played with (section 1.7)."""
    kinds = {row.border for row in position.title.borders_between.get(frozenset((one, other)), ())}
    return {kind for kind in kinds if kind in OPTIONS and position.options.get(OPTIONS[kind]) == "on"}


def slowed(position: Position, one: str, other: str, unit: Unit) -> bool:
    """Return whether land units of a type that go from an area to the next move no farther, by terrain there or between (1.8 to 1.11)."""
    kinds = crossed(position, one, other) | {kind for kind in OPTIONS if rough(position, other, kind)}
    return bool(kinds - ({"mountain"} if unit.has("rides-mountains") else set()))


def first_round(position: Position) -> bool:
    """Return whether the open battle, or the one to come, is in its first round."""
    return COMBAT_ROUND.number(position.state) <= 1


def modifier(position: Position, area: str, side: str) -> Extra:
    """Return what is added to the numbers of a side's units in an area."""
    first = first_round(position)
    walls = works_met(position, area) if first and side != ATTACKER else 0
    city = position.title.in_region(area, "city")
    held = city and side != ATTACKER and is_surrounded(position, area)
    less = figure(position.title, "surrounded-less") if held else 0
    floor = 1 if side == ATTACKER or position.options.get("defense-floor") != "zero" else 0

    def extra(key: Stack, unit: Unit) -> int:
        number = unit.attack if side == ATTACKER else unit.defense
        lost = unit.number("damaged") * max(0, unit.strength - key.strength)
        if is_sea(position.title, area):
            return max(-lost, floor - number) if number else 0
        if unit.cls != "land":
            return max(-less, floor - number) if number else 0
        up = _bonus(position, key, unit, area, side, walls, city and not held)
        down = _penalty(position, key, unit, area, side, first)
        if held:
            down = min(down, -less)
        return max(up + down, floor - number) if number else 0

    return extra


def claimed(position: Position, key: Stack, unit: Unit) -> int:
    """Return how much attackers have for being dropped: that of artillery does not add up with it, only the highest counts (0.3 a)."""
    dropped = bool(key.condition) and first_round(position) and AIRBORNE in condition_of(key).words
    return unit.number("elite-assault") if dropped else 0


def picks(position: Position, area: str, side: str) -> Callable[[Unit], int]:
    """Return who chooses a vehicle that it hits because of where it fights: infantry that defends a city (section 1.16)."""
    city = side != ATTACKER and position.title.in_region(area, "city") and not is_surrounded(position, area)
    return lambda unit: int(city and unit.has("infantry"))


def counts(title: Title, area: str, side: str) -> Callable[[Unit], int]:
    """Return from which face on the dice of units are counted: vehicles that attack in or over a desert break down (section 1.9)."""
    sandy = side == ATTACKER and area in _sandy(title)
    return lambda unit: title.dice_sides if sandy and unit.has("vehicle") else 0


def counted(position: Position, area: str) -> bool:
    """Return whether any attacker in an area has dice that are counted, whether they hit or not."""
    if area not in _sandy(position.title):
        return False
    return any(position.title.units[key.unit].has("vehicle") for key, _ in attackers(position, area))


@per_title
def _sandy(title: Title) -> frozenset[str]:
    """Return the areas that are deserts, or have a border of desert."""
    over = {area for row in title.borders if row.border == "desert" for area in (row.area, row.to)}
    return frozenset(over.union(area for area in title.areas if title.in_region(area, "desert")))


def _bonus(position: Position, key: Stack, unit: Unit, area: str, side: str, walls: int, city: bool) -> int:
    if side == ATTACKER:
        return claimed(position, key, unit)
    best = walls
    if city and unit.has("infantry"):
        best = max(best, figure(position.title, "city-more"))
    if rough(position, area, "mountain") and unit.has("mountaineer") and not position.title.in_region(area, "city"):
        best = max(best, unit.number("mountaineer"))
    return best


def _penalty(position: Position, key: Stack, unit: Unit, area: str, side: str, first: bool) -> int:
    worst = 0
    if unit.has("vehicle") and (rough(position, area, "jungle") or rough(position, area, "marsh")):
        worst = -figure(position.title, "soft-less")
    if side != ATTACKER:
        return worst
    if first and position.options.get("fortified-terrain") != "both" and _meets_works(position, key, area):
        return 0
    heights = rough(position, area, "mountain") and not (position.title.in_region(area, "city") and is_surrounded(position, area))
    if (heights and not unit.has("mountaineer")) or rough(position, area, "desert"):
        worst = min(worst, -figure(position.title, "rough-less"))
    if first:
        worst = min(worst, _border(position, key, unit, area))
    return worst


def _meets_works(position: Position, key: Stack, area: str) -> bool:
    """Whether a unit has come over works, which are not cumulative with penalties of terrain (section 12.7)."""
    origin = condition_of(key).origin if key.condition else ""
    return bool(origin) and works_between(position, area, origin) > 0


def _border(position: Position, key: Stack, unit: Unit, area: str) -> int:
    """The penalty of the first round for the border that a unit has come over."""
    origin = condition_of(key).origin if key.condition else ""
    kinds = {row.border for row in position.title.borders_between.get(frozenset((origin, area)), ())}
    terrain, worst = crossed(position, origin, area), 0
    if "desert" in terrain or ("mountain" in terrain and not unit.has("mountaineer")):
        worst = -figure(position.title, "rough-less")
    if terrain & SOFT and unit.has("vehicle"):
        worst = min(worst, -figure(position.title, "soft-less"))
    if "river" in kinds and position.options.get("rivers") == "on" and not unit.has("crosses-rivers"):
        worst = min(worst, -figure(position.title, "river-less"))
    return worst


def works_met(position: Position, area: str) -> int:
    """Return what the works add to the defense that the attackers of an area have come over; 0 when there are none."""
    if is_sea(position.title, area):
        return 0
    came = {condition_of(key).origin for key, _ in attackers(position, area)} - {""}
    best = 0
    for origin in came:
        best = max(best, works_between(position, area, origin))
    return best


def works_between(position: Position, area: str, origin: str) -> int:
    """Return what works defend an area against attackers from a neighbour: a fortified line, or a fortification."""
    best = 0
    for row in position.title.borders_between.get(frozenset((area, origin)), ()):
        if row.area == area and row.border in LINES and not LINE_LOST.read(position.state, area):
            best = max(best, figure(position.title, LINES[row.border]))
    whole = position.title.in_region(area, "one-fortification")
    for key, _ in stacks_in(position, area):
        if profile_of(position, key).has("walls") and (whole or BORDER.of(origin) in condition_of(key).words):
            best = max(best, figure(position.title, "walls"))
    return best


def attackers(position: Position, area: str) -> Stacks:
    """Return the attacking land units in an area."""
    units = position.title.units
    return [item for item in fighting(position, area, ATTACKER) if units[item[0].unit].cls == "land"]
