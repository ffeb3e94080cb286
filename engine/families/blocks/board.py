"""Questions of block mechanisms about a position: camps, wars, blocks, control, fronts and borders.

A camp is a row of [[turn]]: the factions that act in one turn (the book's Side); a side of the tables is the book's
Faction. A block is a stack of count units; its steps are its strength.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.derived import derived_from, derived_from_stacks
from engine.errors import TitleError
from engine.families.blocks.season import weather
from engine.families.blocks.settings import Camp, Stacking, read, rows
from engine.rules import NEUTRAL, Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.title.per_title import per_title

AT_WAR = "at-war"
SURRENDERED = "surrendered"
FRONT = "-front"
"""The suffix of regions that are fronts."""

Blocks = list[tuple[Stack, int]]


def camps(title: Title) -> dict[str, Camp]:
    """Return the camps by slug, in the order of their turns."""
    return rows(title, "turn", Camp)


@per_title
def camp_of_side(title: Title, side: str) -> str:
    """Return the camp that a side belongs to, empty for one that takes no turns."""
    return next((camp.slug for camp in camps(title).values() if side in camp.factions), "")


@derived_from("relations")
def camp_of(position: Position, power: str) -> str:
    """Return the camp of a power, empty for one on no side in the war."""
    return camp_of_side(position.title, position.side_of(power))


def camp_on_turn(position: Position) -> str:
    """Return the camp whose turn it is (the phasing Side)."""
    return camp_of(position, position.power)


def other_camp(title: Title, camp: str) -> str:
    """Return the camp that is not this one (the non-phasing Side)."""
    return next(slug for slug in camps(title) if slug != camp)


def powers_of(position: Position, camp: str) -> tuple[str, ...]:
    """Return a camp's powers that have not surrendered, at war or not, in the title's order."""
    standing = position.state.standing
    return tuple(power for power in position.title.order if standing.get(power) != SURRENDERED and camp_of(position, power) == camp)


def leader_of(position: Position, camp: str) -> str:
    """Return the power that a camp's turn is named after: its first living lead, else its first living power."""
    living = powers_of(position, camp)
    leads = [power for power in camps(position.title)[camp].lead if power in living]
    return (leads or living or camps(position.title)[camp].lead)[0]


def at_war(position: Position, power: str) -> bool:
    """Return whether a power is at war with anybody."""
    return position.state.standing.get(power) == AT_WAR


def is_neutral(position: Position, power: str) -> bool:
    """Return whether a power is neutral."""
    return position.state.standing.get(power) == NEUTRAL


def hostile(position: Position, one: str, two: str) -> bool:
    """Return whether two powers are at war with each other."""
    return two in position.enemies_of(one)


@derived_from("relations")
def enemies_of_camp(position: Position, camp: str) -> frozenset[str]:
    """Return the powers that are at war with a power of the camp."""
    return frozenset[str]().union(*(position.enemies_of(power) for power in powers_of(position, camp)))


def blocks(position: Position, area: str) -> Blocks:
    """Return the (stack, count) of all blocks in an area (ships, in a sea zone), sorted."""
    return position.stacks(area)


def own_blocks(position: Position, area: str, camp: str) -> Blocks:
    """Return the blocks in an area that a camp's powers own, at war or not."""
    return position.owned_by(area, members(position, camp))


@derived_from("relations")
def members(position: Position, camp: str) -> frozenset[str]:
    """Return the powers of a camp, at war or not, alive or not."""
    return frozenset(power for power in position.title.powers if camp_of(position, power) == camp)


def enemy_blocks(position: Position, area: str, camp: str) -> Blocks:
    """Return the blocks in an area of powers that are at war with a power of the camp."""
    return position.owned_by(area, enemies_of_camp(position, camp))


@derived_from("units", "relations")
def enemy_counts(position: Position, camp: str) -> dict[str, int]:
    """Return area to how many blocks of the camp's enemies stand there; areas without any are left out."""
    found: dict[str, int] = {}
    for power in enemies_of_camp(position, camp):
        for area, count in _counts(position, power).items():
            found[area] = found.get(area, 0) + count
    return found


@derived_from_stacks
def _counts(position: Position, power: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for key, count in position.stacks_of(power):
        found[key.area] = found.get(key.area, 0) + count
    return found


def friendly_blocks(position: Position, area: str, power: str) -> Blocks:
    """Return the blocks in an area of a power and of those allied with it."""
    return position.owned_by(area, position.friends_of(power))


def hostile_blocks(position: Position, area: str, power: str) -> Blocks:
    """Return the blocks in an area of powers that are at war with a power."""
    return position.owned_by(area, position.enemies_of(power))


def count_of(stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return how many blocks there are in stacks."""
    return sum(count for _, count in stacks)


def steps(stacks: Iterable[tuple[Stack, int]]) -> int:
    """Return the sum of the steps of stacks."""
    return sum(key.strength * count for key, count in stacks)


def unit(position: Position, key: Stack) -> Unit:
    """Return the unit type of a stack."""
    return position.title.units[key.unit]


def cls(row: Unit) -> int:
    """Return the sub-phase of combat that a unit fires in, which is its class."""
    return row.number("fires-in")


def full(position: Position, key: Stack) -> int:
    """Return the steps a block of a stack has at full strength."""
    return position.title.units[key.unit].strength


def is_ground(row: Unit) -> bool:
    """Return whether a unit is a Ground Unit (infantry, tank, artillery, airborne, fort)."""
    return row.has("ground")


def is_naval(row: Unit) -> bool:
    """Return whether a unit is a Naval Unit."""
    return row.has("naval")


def is_air(row: Unit) -> bool:
    """Return whether a unit is an Air Unit."""
    return not (row.has("ground") or row.has("naval"))


def is_fort(row: Unit) -> bool:
    """Return whether a unit is a Fort."""
    return row.has("fort")


def controller(position: Position, area: str) -> str:
    """Return the power that controls a land area or a sea zone, empty when nobody does."""
    return position.state.control.get(area, "")


def holds(position: Position, camp: str, area: str) -> bool:
    """Return whether an area is controlled by a power of the camp."""
    power = position.state.control.get(area, "")
    return bool(power) and camp_of(position, power) == camp


def is_enemy_held(position: Position, power: str, area: str) -> bool:
    """Return whether an area is controlled by a power at war with `power`."""
    return position.state.control.get(area, "") in position.enemies_of(power)


@per_title
def borders(title: Title, one: str, two: str) -> frozenset[str]:
    """Return the features between two areas (river, canal, double-arrow, port, ...)."""
    return frozenset(row.border for row in title.borders_between.get(frozenset((one, two)), ()))


def is_small(position: Position, area: str) -> bool:
    """Return whether an area is a Small Land Area."""
    return position.title.in_region(area, "small")


def is_island(title: Title, area: str) -> bool:
    """Return whether a land area is an island."""
    return title.areas[area].terrain == "island"


def is_rough(position: Position, area: str) -> bool:
    """Return whether an area is Rough Terrain now; mud makes any area rough (section 6.5)."""
    return position.title.in_region(area, "rough") or weather(position, area) == "mud"


@per_title
def front(title: Title, area: str) -> str:
    """Return the front (its region) of a land area; empty for sea zones, boxes and areas on none."""
    fronts = (region for region in title.regions if region.endswith(FRONT))
    return next((region for region in fronts if title.in_region(area, region)), "")


@per_title
def pool_of(title: Title, power: str) -> str:
    """Return the force pool (a box) of a power: its own, or that of the major nation that plays it; else empty."""
    owner = title.nations[power].leader if power in title.nations else power
    return next((slug for slug, row in title.areas.items() if row.kind == "box" and row.original_owner == owner), "")


def capital(title: Title, power: str) -> str:
    """Return the capital of a power, empty when it has none."""
    return title.powers[power].capital


@per_title
def land_neighbours(title: Title, area: str) -> tuple[str, ...]:
    """Return the land areas beside an area that may be entered at all."""
    near = title.neighbours.get(area, {})
    return tuple(slug for slug in near if title.areas[slug].kind == "land" and title.areas[slug].terrain != "impassable")


@per_title
def zones_of(title: Title, area: str) -> tuple[str, ...]:
    """Return the sea zones beside a land area or a sea zone."""
    return tuple(slug for slug in title.neighbours.get(area, {}) if title.areas[slug].kind == "sea")


@per_title
def coasts(title: Title, zone: str) -> tuple[str, ...]:
    """Return the land areas beside a sea zone that may be entered at all."""
    return land_neighbours(title, zone)


@per_title
def unlimited_for(title: Title, area: str) -> tuple[str, ...]:
    """Return the powers with no limit on blocks in an area: the USA at home, the Soviets in Siberia (1.6)."""
    row = read(title, "stacking", Stacking)
    free = [power for power, areas in row.unlimited.items() if area in areas]
    if title.in_region(area, row.unlimited_region):
        free.append(title.areas[area].original_owner)
    return tuple(free)


def limited(position: Position, area: str, stacks: Blocks) -> int:
    """Return how many blocks count towards the stacking limit of an area, without exempt ones (section 1.6)."""
    free = unlimited_for(position.title, area)
    return count_of(item for item in stacks if item[0].power not in free)


def stacking_limit(position: Position, area: str, power: str = "") -> int:
    """Return how many blocks of a camp may stand in an area at the end of a movement (sections 1.6, 2.1, 3.2).

    If some power's blocks have no limit there, the result holds for this power, or for the camp if none is named.
    """
    title = position.title
    row, free = read(title, "stacking", Stacking), unlimited_for(title, area)
    if free and power in ("", *free):
        return 10**6
    if title.areas[area].kind == "sea":
        return row.sea
    return row.small if is_small(position, area) else row.land


def area_kind(title: Title, area: str) -> str:
    """Return the kind of an area: land, sea or box.

    Raises:
        TitleError: the title has no such area.
    """
    if area not in title.areas:
        raise TitleError(f"no area {area!r}", file=title.slug)
    return title.areas[area].kind
