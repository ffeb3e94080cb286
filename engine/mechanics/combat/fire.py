"""Who fires with what at which target number, and what the hits may strike (sections General Combat, Unit Profiles).

`firing_groups` is pure: a step of fire rolls exactly these groups, and the expected hits of a battle to come
are theirs as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.events import DiceRolled
from engine.mechanics.board import Stacks, is_sea
from engine.mechanics.combat.battle import ATTACKER, OTHER, Fight, fighting, standing
from engine.rules import Position
from engine.titles.model import Title, Unit

if TYPE_CHECKING:
    from engine.play import Play

Pools = dict[str, int]
"""Hits by what they may strike: any, not-submarine (aircraft without a destroyer of their side), sea (submarines), land (bombardment)."""


class FireGroup(NamedTuple):
    """Units of one power and type that fire at one target number; `pool` is what their hits may strike."""

    power: str
    unit: str
    target: int
    count: int
    pool: str


def may_strike(unit: Unit, pool: str) -> bool:
    """Return whether a hit of a pool may be assigned to a unit type."""
    if pool == "not-submarine":
        return not unit.has("submarine")
    return pool == "any" or unit.cls == pool


def pool_of(unit: Unit, at_sea: bool, with_destroyer: bool) -> str:
    """Return what a unit's hits may strike; `with_destroyer`: a destroyer of its side is in the battle."""
    if at_sea and unit.has("submarine"):
        return "sea"
    if at_sea and unit.cls == "air" and not with_destroyer:
        return "not-submarine"
    return "any"


def groups_of(title: Title, units: Iterable[tuple[str, str, int]], side: str, at_sea: bool) -> list[FireGroup]:
    """Return the fire groups of (power, unit, count): in the order of the title's units, higher targets first, then of play.

    Artillery raises the attack of as many supported units, one for one; never on defense.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for power, unit, count in units:
        counts[power, unit] += count
    with_destroyer = any(title.units[unit].has("destroyer") for (_, unit), n in counts.items() if n)
    support = Counter[str]()
    for (power, unit), count in counts.items():
        if side == ATTACKER and title.units[unit].has("supports"):
            support[power] += count
    groups = []
    for name, unit in title.units.items():
        row = []
        for power in title.order:
            count = counts[power, name]
            if not count or unit.has("no-combat"):
                continue
            pool, target = pool_of(unit, at_sea, with_destroyer), unit.attack if side == ATTACKER else unit.defense
            helped = min(count, support[power]) if unit.has("supported") else 0
            support[power] -= helped
            row.append(FireGroup(power, name, target + unit.number("supported"), helped, pool))
            row.append(FireGroup(power, name, target, count - helped, pool))
        groups.extend(sorted((one for one in row if one.count and one.target > 0), key=lambda one: -one.target))
    return groups


def firing_groups(position: Position, area: str, side: str, submarines: bool | None = None) -> list[FireGroup]:
    """Return the fire groups of a side in an area as it stands now, those without anything to strike left out.

    Args:
        submarines: True for submarines only (a surprise strike), False for all others, None for all.
    """
    title = position.title
    units = [(key[1], key[2], count) for key, count in fighting(position, area, side)]
    groups = groups_of(title, units, side, is_sea(title, area))
    if submarines is not None:
        groups = [group for group in groups if title.units[group.unit].has("submarine") == submarines]
    targets = standing(position, area, OTHER[side])
    return [group for group in groups if _finds(title, targets, group.pool)]


def _finds(title: Title, targets: Stacks, pool: str) -> bool:
    return any(may_strike(title.units[key[2]], pool) for key, _ in targets)


def can_hit(position: Position, area: str, side: str) -> bool:
    """Return whether any unit of a side can hit any of the other in an area."""
    return bool(firing_groups(position, area, side))


def expected_hits(title: Title, groups: Iterable[FireGroup]) -> float:
    """Return the mean number of hits of fire groups."""
    return sum(group.count * min(group.target, title.dice_sides) for group in groups) / title.dice_sides


def fire(play: Play, fight: Fight, side: str, groups: list[FireGroup], purpose: str) -> Pools:
    """Roll for fire groups, all in one roll in their order; return the hits by what they may strike."""
    what = f"{purpose} of the {side} in {fight.area}: " + ", ".join(
        f"{group.count} {group.unit} at {group.target}" for group in groups
    )
    dice = play.roll(sum(group.count for group in groups), what)
    hits: Counter[str] = Counter()
    at = 0
    for group in groups:
        rolled, at = dice[at : at + group.count], at + group.count
        hits[group.pool] += report(play, fight, side, group, purpose, rolled)
    return {pool: n for pool, n in sorted(hits.items()) if n}


def report(play: Play, fight: Fight, side: str, group: FireGroup, purpose: str, dice: tuple[int, ...]) -> int:
    """Tell of a group's dice; return its hits."""
    hits = sum(die <= group.target for die in dice)
    expected = expected_hits(play.title, [group._replace(count=len(dice))])
    play.emit(
        DiceRolled(
            fight.number,
            fight.area,
            group.power,
            side,
            purpose,
            fight.round,
            group.unit,
            group.target,
            dice,
            hits,
            expected,
        )
    )
    return hits
