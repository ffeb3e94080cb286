"""Crossing sea zones: the ships that carry a block, and the fire at it (sections 2.4, 3.1.2, 3.4, 3.6.1).

Each ship carries one block a phase across its zone: used by seaborne operations and strategic movement together. A game
marker of the phase, `carried/ZONE/SIDE`, counts them. Every enemy ship and Opposition Disc of a zone fires one die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.derived import derived_from
from engine.dice import count_hits
from engine.events import DiceRolled
from engine.families.blocks.board import borders, camp_of, camp_on_turn, friendly_blocks, hostile_blocks, is_naval, unit
from engine.families.blocks.changes import lose_steps
from engine.families.blocks.land.settings import Crossing
from engine.families.blocks.production.nations import major_of
from engine.families.blocks.sea.control import ENEMY, FRIENDLY, stance
from engine.families.blocks.sea.discs import disc_power, opposition
from engine.families.blocks.sea.waters import body_of
from engine.families.blocks.settings import read
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import CARRIED
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

CAUSE = "crossing"
DISC = "opposition-disc"
"""Stand-in for the unit of an Opposition Disc's dice."""


class Gun(NamedTuple):
    """A source of fire at a crossing: enemy ships of a type, or discs of a side; one die each."""

    power: str
    unit: str
    dice: int


def row_of(position: Position) -> Crossing:
    """Return the figures of crossing the sea."""
    return read(position.title, "crossing", Crossing)


def ships_for(position: Position, power: str, zone: str) -> int:
    """Return how many ships in supply of a power's faction are in a zone."""
    friends = friendly_blocks(position, zone, power)
    return sum(count for key, count in friends if is_naval(unit(position, key)) and not is_marked(key))


def spare(position: Position, power: str, zone: str) -> int:
    """Return how many more blocks of a power's faction can be carried across a zone in this phase."""
    carried = CARRIED.number(position.state, zone, position.side_of(power))
    return ships_for(position, power, zone) - carried


def note_carried(play: Play, power: str, zones: Iterable[str]) -> None:
    """Count one block that has been carried across each of some zones."""
    for zone in zones:
        CARRIED.add(play, 1, zone, play.position.side_of(power))


def may_sail(position: Position, power: str, zone: str) -> bool:
    """Return whether blocks of a power may be carried across a zone's waters at all (section 3.4, limitations)."""
    return body_of(position.title, zone) in row_of(position).waters.get(major_of(position, power), ())


@derived_from("moment")
def free_ships(position: Position, power: str, zone: str) -> int:
    """Return how many more blocks of a power can be carried across a zone now: none across an enemy's, or waters it does not sail."""
    sails = may_sail(position, power, zone) and stance(position, power, zone) != ENEMY
    return spare(position, power, zone) if sails else 0


def has_port(position: Position, power: str, area: str, zone: str) -> bool:
    """Return whether a land area has a port on a zone that blocks of a power may use (1.6, 3.1.2: Red Ports)."""
    row, between = row_of(position), borders(position.title, area, zone)
    if row.red_port in between and position.side_of(power) not in row.red_sides:
        return False
    return not between.isdisjoint(row.ports)


def guns(position: Position, power: str, zone: str) -> list[Gun]:
    """Return the sources of fire at a power's block that crosses a zone: enemy ships, then enemy discs, in the title's order."""
    found: Counter[tuple[str, str]] = Counter()
    for key, count in hostile_blocks(position, zone, power):
        if is_naval(unit(position, key)):
            found[key.power, key.unit] += count
    ships = [Gun(owner, name, count) for (owner, name), count in sorted(found.items())]
    return ships + [Gun(owner, DISC, count) for owner, count in _discs(position, power, zone)]


def _discs(position: Position, power: str, zone: str) -> list[tuple[str, int]]:
    """Return the power whose discs an enemy side lays, and how many there are."""
    found = []
    for side, count in opposition(position, zone).items():
        owner = disc_power(position.title, side, zone)
        if count and owner in position.enemies_of(power):
            found.append((owner, count))
    return sorted(found)


def least_die(position: Position, power: str, zone: str) -> int:
    """Return the least die that hits a power's block in a zone: by whether the zone is friendly or contested."""
    row = row_of(position)
    return row.friendly if stance(position, power, zone) == FRIENDLY else row.contested


def fire(play: Play, key: Stack, zones: Iterable[str]) -> Stack | None:
    """Let the enemy fire at one block in each zone that it crosses; return its new key, None when it is eliminated."""
    left: Stack | None = key
    for zone in zones:
        if left is not None:
            left = _fire_in(play, left, zone, least_die(play.position, key.power, zone))
    return left


def _fire_in(play: Play, key: Stack, zone: str, at: int) -> Stack | None:
    firing, sides = guns(play.position, key.power, zone), play.title.dice_sides
    faces, rolled = sides + 1 - at, play.roll(sum(gun.dice for gun in firing), f"fire at {key.unit} in {zone}")
    hits, turn = 0, camp_on_turn(play.position)
    for gun in firing:
        side = "attacker" if camp_of(play.position, gun.power) == turn else "defender"
        fell, rolled = rolled[: gun.dice], rolled[gun.dice :]
        scored = count_hits(fell, faces, sides, play.title.dice_hit)
        play.emit(DiceRolled(play.state.battle, zone, gun.power, side, CAUSE, 1, gun.unit, faces, fell, scored, gun.dice * faces / sides))
        hits += scored
    return lose_steps(play, key, hits, CAUSE)
