"""A block's dice in land combat, and the faces of a die that hit (sections 3.1.1, 3.5, 6.5; 7.0 Hit Bonus)."""

from __future__ import annotations

from typing import NamedTuple

from engine.condition import parse_condition
from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, OTHER, fielded
from engine.families.blocks.combat.settings import LandCombatRow
from engine.families.blocks.season import GOOD, suffers_first_winter, weather
from engine.families.blocks.settings import FirstWinter, Hardened, read
from engine.families.blocks.vocabulary import ACROSS, AIRBORNE, COMBINED, SEABORNE, SURPRISED
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

FORT = 0
"""The class that forts are of: they oppose no class, and no class opposes them."""


class Ground(NamedTuple):
    """Effects of the area of a combat and of the blocks in it on all fire.

    `closed`: attackers have no Unopposed Bonus here. `surprise`: they have the Surprise Bonus. `classes` are the
    classes of a side's blocks now.
    """

    area: str
    closed: bool
    surprise: bool
    classes: dict[str, frozenset[int]]


def combat_row(position: Position) -> LandCombatRow:
    """Return the figures of land combat."""
    return read(position.title, "land_combat", LandCombatRow)


def class_of(row: Unit) -> int:
    """Return a unit's class in land combat; forts are a class of their own, FORT."""
    return FORT if board.is_fort(row) else board.cls(row)


def classes_of(position: Position, stacks: Blocks) -> frozenset[int]:
    """Return the classes of some blocks."""
    return frozenset(class_of(board.unit(position, key)) for key, _ in stacks)


def has_fort(position: Position, stacks: Blocks) -> bool:
    """Return whether there is a fort among blocks."""
    return FORT in classes_of(position, stacks)


def is_close(position: Position, area: str) -> bool:
    """Return whether an area is Rough Terrain, in mud, or small, which favours its defender (sections 3.5, 3.6.1, 7.0)."""
    return board.is_rough(position, area) or board.is_small(position, area)


def ground(position: Position, area: str) -> Ground:
    """Return the current effects on all fire in an area."""
    sides = {side: fielded(position, area, side) for side in OTHER}
    fort = has_fort(position, sides[DEFENDER])
    surprised = any(SURPRISED.read(position.state, key.power) for key, _ in sides[DEFENDER])
    classes = {side: classes_of(position, stacks) for side, stacks in sides.items()}
    return Ground(area, fort or is_close(position, area), surprised, classes)


def faces(position: Position, key: Stack, side: str, here: Ground) -> int:
    """Return how many faces of a die hit for a block of a side: 2 for a "5 or more", and one more for each Hit Bonus."""
    row = combat_row(position)
    unit = board.unit(position, key)
    bonuses = (
        is_unopposed(position, key, side, here),
        unit.has("elite"),
        unit.has("sniper") and position.title.in_region(here.area, row.sniping),
        side == ATTACKER and here.surprise,
    )
    return row.faces + min(sum(bonuses), row.most)


def gunfire_faces(position: Position, here: Ground) -> int:
    """Return how many faces hit for ships that give gunfire; only surprise helps them."""
    return combat_row(position).faces + here.surprise


def is_unopposed(position: Position, key: Stack, side: str, here: Ground) -> bool:
    """Return whether a block has the Unopposed Bonus.

    Attackers lack it in rough terrain, against a fort and in a Combined Operation, and so do blocks that were dropped,
    landed or crossed a river, a canal or double arrows.
    """
    if class_of(board.unit(position, key)) in here.classes[OTHER[side]]:
        return False
    return side == DEFENDER or not (here.closed or hindered(key) or dropped(key))


def hindered(key: Stack) -> bool:
    """Return whether a block has crossed water to attack: it came from the sea, or over a river, canal or double arrows."""
    return bool(key.condition) and not {ACROSS, SEABORNE}.isdisjoint(parse_condition(key.condition).words)


def dropped(key: Stack) -> bool:
    """Return whether a block attacks from the air (section 3.1.1)."""
    return bool(key.condition) and AIRBORNE in parse_condition(key.condition).words


def dice(position: Position, key: Stack, side: str, area: str) -> int:
    """Return how many dice a block rolls: one per step, divided by all its divisors, rounded down, at least one."""
    divisor = attack_divisor(position, key, area) if side == ATTACKER else _winter(position, key, area, DEFENDER)
    return max(key.strength // divisor, 1)


def attack_divisor(position: Position, key: Stack, area: str) -> int:
    """Return the divisor of an attacking block's dice: its approach times the weather."""
    row = combat_row(position)
    return way_divisor(position, key) * max(_winter(position, key, area, ATTACKER), _weather(position, key, area, row))


def way_divisor(position: Position, key: Stack) -> int:
    """Return the divisor of an attacking block's dice for its approach (across a border or from the sea), 1 for none."""
    words, row = parse_condition(key.condition).words, combat_row(position)
    divisors = {ACROSS: row.across, SEABORNE: row.seaborne} | (row.combined if COMBINED in words else {})
    return max((divisors[word] for word in words if word in divisors), default=1)


def _weather(position: Position, key: Stack, area: str, row: LandCombatRow) -> int:
    """Bad weather halves attackers; snow does not hinder winter-hardened powers (section 6.5)."""
    now = weather(position, area)
    if now == GOOD or (now != "mud" and is_hardened(position, key.power)):
        return 1
    return row.bad_weather


def _winter(position: Position, key: Stack, area: str, side: str) -> int:
    """The divisor of the first winter in the East, in place of that of other bad weather (section 6.5.1)."""
    if not suffers_first_winter(position, key.power, area):
        return 1
    if is_hardened(position, key.power) or board.is_fort(board.unit(position, key)):
        return 1
    row = read(position.title, "first_winter", FirstWinter)
    return row.attack if side == ATTACKER else row.defense


def is_hardened(position: Position, power: str) -> bool:
    """Return whether snow does not hinder a power's blocks."""
    return power in read(position.title, "winter_hardened", Hardened).powers
