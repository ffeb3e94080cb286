"""Who fires at which target number, and the units that hits may strike (sections General Combat, Unit Profiles).

`firing_groups` is pure: a step of fire rolls exactly these groups, and forecasts of a battle use them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.derived import derived_from
from engine.events import DiceRolled
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat.battle import ATTACKER, OTHER, OpenBattle, standing
from engine.families.axis_allies.combat.bonuses import EARLY, LAST, Shooter, boosts, shooters
from engine.families.axis_allies.combat.modifiers import counts_of
from engine.families.axis_allies.vocabulary import COMBAT_ROUND
from engine.mechanics.profile import profile
from engine.mechanics.targets import AT_ONCE, PICK, may_strike, pool_of
from engine.rules import Position
from engine.title.model import Title, Unit
from engine.title.per_title import per_title
from engine.title.title_modules import hook

if TYPE_CHECKING:
    from engine.play import Play

Pools = dict[str, int]
"""Hits by pool, see `may_strike`; the owner of the units chooses the losses, except for a pool `pick-...`, where the firing side does."""


class FireGroup(NamedTuple):
    """Dice of units of one power and type that fire at one target number; `pool` names the units that their hits may strike.

    Dice at or below `special` strike in pool `aim` instead. `rank` is when they fire: LAST with everybody, below it before.
    `best_of`: so many dice are one unit's, and the best of them counts.
    """

    power: str
    unit: str
    target: int
    count: int  # type: ignore[assignment]  # a field may hide the method of tuple
    pool: str
    special: int = 0
    aim: str = ""
    rank: int = LAST
    best_of: int = 1


def groups_of(position: Position, fielded: Iterable[Shooter], side: str, at_sea: bool) -> list[FireGroup]:
    """Return the fire groups of units: in the order of the title's units, higher targets first, then of play.

    Artillery raises the attack of as many supported units, one for one; never on defense. So do other pairs.
    """
    title = position.title
    counts: Counter[Shooter] = Counter()
    for shooter in fielded:
        counts[shooter._replace(count=0)] += shooter.count
    with_destroyer = any(profile(position, one.power, one.unit).has("destroyer") for one in counts)
    hunting = at_sea and "hunts-with-aircraft" in title.able
    pursuit = hook(title, "seas", "is_pursuit") if hunting else None
    pursued = pursuit is not None and pursuit(position)
    if pursued and side == ATTACKER:
        return []
    hunters = _hunters(title, counts) if hunting and (side == ATTACKER or pursued) else None
    helpers = boosts(position, counts, side)
    order = {power: at for at, power in enumerate(title.order)}
    fielded_by_type: dict[str, list[Shooter]] = {}
    for one in counts:
        fielded_by_type.setdefault(one.unit, []).append(one)
    groups: list[FireGroup] = []
    for name in sorted(fielded_by_type, key=_rank(title).__getitem__):
        row = []
        for one in sorted(fielded_by_type[name], key=lambda one: (order[one.power], one[2:])):
            unit, left = profile(position, one.power, name), counts[one]
            if unit.has("no-combat") or unit.has("fires-at-aircraft") or (pursued and unit.has("submarine")):
                continue
            pool = "not-submarine" if one.blind else pool_of(unit, at_sea, with_destroyer)
            target = (unit.attack if side == ATTACKER else unit.defense) + one.bonus
            best = unit.number("fires-best-of") or (unit.number("attacks-best-of") if side == ATTACKER else 0) or 1
            dice = best * (unit.number("attack-dice") if side == ATTACKER and unit.has("attack-dice") else 1)
            for more, count, giver in helpers.share(one, unit, left):
                special, aim = (
                    _early(position.title, unit, at_sea) if one.rank == EARLY else _special(position, unit, side, at_sea, pool, giver)
                )
                if not special and one.picks:
                    special, aim = one.picks, PICK + "vehicle"
                for part, kind in _hunting(unit, count, pool, hunters):
                    row.append(FireGroup(one.power, name, target + more, part * dice, kind, special, aim, one.rank, best))
        groups.extend(sorted((one for one in row if one.count and one.target > 0), key=lambda one: -one.target))
    return groups


@per_title
def _rank(title: Title) -> dict[str, int]:
    """Return unit type to its place among the title's."""
    return {name: place for place, name in enumerate(title.units)}


def _hunters(title: Title, counts: Counter[Shooter]) -> Counter[str]:
    """Return how many units that hunt with aircraft find one to hunt submarines with, one for one."""
    return Counter({"": sum(n for one, n in counts.items() if title.units[one.unit].cls == "air" and not one.blind)})


def _hunting(unit: Unit, count: int, pool: str, hunters: Counter[str] | None) -> list[tuple[int, str]]:
    """Return the parts of attacking ships by what they may strike, where ships hunt submarines only with aircraft."""
    if hunters is None or not unit.has("surface-warship"):
        return [(count, pool)]
    paired = min(count, hunters[""]) if unit.has("hunts-with-aircraft") else 0
    hunters[""] -= paired
    return [(paired, "common" if pool == "any" else pool), (count - paired, "not-submarine")]


def _special(position: Position, unit: Unit, side: str, at_sea: bool, pool: str, giver: str) -> tuple[int, str]:
    """Return the special dice results of a unit, as (at or below, pool); (0, "") if it has none."""
    first = COMBAT_ROUND.number(position.state) <= 1
    if not at_sea and unit.has("forces-heavy"):
        return unit.number("forces-heavy"), "heavy"
    if first and unit.has("air-superiority"):
        return position.title.dice_sides, "air"
    if unit.has("selects") and pool != "not-submarine":
        return unit.number("selects"), PICK + unit.abilities["selects-among"]
    if side != ATTACKER:
        return (unit.number("picks-aircraft"), PICK + "air") if unit.has("picks-aircraft") else (0, "")
    if at_sea and first and giver == "pairs" and unit.has("naval-strike"):
        return unit.number("naval-strike"), PICK + ("sea" if pool == "any" else "not-submarine")
    if not at_sea and first and unit.has("picks-land"):
        return unit.number("picks-land"), PICK + "land"
    return 0, ""


def _early(title: Title, unit: Unit, at_sea: bool) -> tuple[int, str]:
    """Return the dice of early-firing units whose hits are removed at once: prepared artillery's, hits on submarines."""
    return (title.dice_sides, AT_ONCE + "submarine") if at_sea else (unit.number("prepared"), AT_ONCE + "any")


def firing_groups(position: Position, area: str, side: str, submarines: bool | None = None, rank: int | None = LAST) -> list[FireGroup]:
    """Return the current fire groups of a side in an area, without those that have no target.

    Args:
        submarines: True for submarines only (a surprise strike), False for all others, None for all.
        rank: who fires, see FireGroup; None for all.
    """
    title = position.title
    groups = _groups(position, area, side)
    if submarines is not None:
        groups = [group for group in groups if title.units[group.unit].has("submarine") == submarines]
    if rank is not None:
        groups = [group for group in groups if group.rank == rank]
    targets = {key.unit for key, _ in standing(position, area, OTHER[side])}
    return [group for group in groups if any(may_strike(title.units[unit], group.pool) for unit in targets)]


@derived_from("moment")
def _groups(position: Position, area: str, side: str) -> list[FireGroup]:
    return groups_of(position, shooters(position, area, side), side, is_sea(position.title, area))


def can_hit(position: Position, area: str, side: str) -> bool:
    """Return whether any unit of a side can hit any of the other in an area."""
    return bool(firing_groups(position, area, side, rank=None))


def has_ranks(title: Title) -> bool:
    """Return whether a title has any units that may fire before others."""
    return "elite" in title.settings or bool(title.revisions) or "first-fire" in title.able


def ranks(position: Position, area: str) -> list[int]:
    """Return the ranks before LAST among the units fighting in an area, in firing order."""
    found = {one.rank for side in OTHER for one in shooters(position, area, side)}
    return sorted(found - {LAST})


def expected_hits(title: Title, groups: Iterable[FireGroup]) -> float:
    """Return the mean number of hits of fire groups."""
    each, best = 0, 0.0
    for group in groups:
        if group.best_of == 1:
            each += group.count * min(group.target, title.dice_sides)
        else:
            miss = max(0, title.dice_sides - group.target) / title.dice_sides
            best += group.count / group.best_of * (1 - miss**group.best_of)
    return each / title.dice_sides + best


def _wanted(group: FireGroup) -> str:
    best = f", the best of {group.best_of}" if group.best_of > 1 else ""
    return f"{group.count} {group.unit} at {group.target}{best}"


def fire(play: Play, fight: OpenBattle, side: str, groups: list[FireGroup], purpose: str) -> Pools:
    """Roll for fire groups, in order and in a single roll; return the hits by pool."""
    what = f"{purpose} of the {side} in {fight.area}: " + ", ".join(map(_wanted, groups))
    units, sides = play.title.units, play.title.dice_sides
    counts = counts_of(play.title, fight.area, side)
    alike = []
    for group in groups:
        # What fires need not be a unit: partisans are none.
        counted = counts(units[group.unit]) if group.unit in units else 0
        alone = [1] * group.count if group.best_of > 1 else [group.count]  # dice of which one counts are no alike
        alike += [(n, _meaning(group._replace(power="", count=0, rank=0), counted, sides)) for n in alone]
    dice = play.roll(sum(group.count for group in groups), what, alike=alike)
    hits: Counter[str] = Counter()
    at = 0
    for group in groups:
        rolled, at = dice[at : at + group.count], at + group.count
        special = sum(die <= min(group.special, group.target) for die in rolled)
        hits[group.pool] += report(play, fight, side, group, purpose, rolled) - special
        if special:
            hits[group.aim] += _aimed(play.position, fight, side, group, special, hits)
    return {pool: n for pool, n in sorted(hits.items()) if n}


@lru_cache(maxsize=4096)
def _meaning(group: FireGroup, counted: int, sides: int) -> tuple[Hashable, ...]:
    """Return what each face of a group's dice means: a hit of a pool, one that may be aimed, nothing; or the face, if it is counted."""
    found: list[Hashable] = []
    for face in range(1, sides + 1):
        hit = group.pool if face <= group.target else ""
        aimed = (group.pool, group.aim) if face <= min(group.special, group.target) else hit
        found.append((aimed, group.unit, face) if counted and face >= counted else aimed)
    return tuple(found)


def _aimed(position: Position, fight: OpenBattle, side: str, group: FireGroup, special: int, hits: Counter[str]) -> int:
    """Return how many special hits find something to strike; the others are added to the ordinary ones."""
    units = position.title.units
    there = sum(n * key.strength for key, n in standing(position, fight.area, OTHER[side]) if may_strike(units[key.unit], group.aim))
    found = max(0, min(special, there - hits[group.aim]))
    hits[group.pool] += special - found
    return found


def report(play: Play, fight: OpenBattle, side: str, group: FireGroup, purpose: str, dice: tuple[int, ...]) -> int:
    """Emit a group's dice; return its hits."""
    hits = sum(min(dice[at : at + group.best_of]) <= group.target for at in range(0, len(dice), group.best_of))
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
