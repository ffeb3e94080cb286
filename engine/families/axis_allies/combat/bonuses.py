"""Bonuses to the number a unit hits on, and units that fire before all others.

Sections Artillery and Tactical Bombers (pairs), Paratroopers and Marines, Fortifications, Special Army Groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.families.axis_allies.board import Stacks, condition_of, is_cargo, is_sea, stacks_in
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OTHER, fighting
from engine.families.axis_allies.combat.modifiers import modifier_of, nobody, picks_of
from engine.families.axis_allies.vocabulary import AIRBORNE, BORDER, COMBAT_ROUND, ELITE, GROUPS, HUNTERS, MARINE
from engine.mechanics.profile import profile, profile_of
from engine.mechanics.targets import PAIRS, helped_by
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit
from engine.title.title_modules import hook
from engine.vocabulary import show_pairs

LAST = 99
"""The rank of ordinary units, which fire together."""

_FIRST = 50
"""The rank of units that fire before ordinary ones, but after all special army groups."""

EARLY = 60
"""The rank of units that fire early, but only some of whose hits are removed before the others fire."""


class Shooter(NamedTuple):
    """Units of one power and type that fire at one number and rank; dice at or below `picks` choose a vehicle.

    `blind`: aircraft that do not find submarines, where only those on patrol do. `claimed`: how much of the bonus is instead of one of a
    pair, where a unit has only the highest of its bonuses.
    """

    power: str
    unit: str
    bonus: int = 0
    rank: int = LAST
    count: int = 0  # type: ignore[assignment]  # a field may hide the method of tuple
    picks: int = 0
    blind: bool = False
    claimed: int = 0


class Boosts:
    """The units that can still raise another's attack in one step of fire."""

    def __init__(self, givers: Counter[tuple[str, str]]) -> None:
        self.givers = givers

    def share(self, one: Shooter, unit: Unit, count: int) -> Iterator[tuple[int, int, str]]:
        """Yield (bonus, number of units, the ability that gives it) for all of `count` units."""
        for taker, giver in PAIRS:
            more = unit.number(taker) - one.claimed
            helped = min(count, self.givers[one.power, giver]) if more > 0 else 0
            if helped:
                self.givers[one.power, giver] -= helped
                count -= helped
                yield more, helped, giver
        yield 0, count, ""


def boosts(position: Position, counts: Counter[Shooter], side: str) -> Boosts:
    """Return the attack bonuses among these units; there are none on defense."""
    givers: Counter[tuple[str, str]] = Counter()
    for one, count in counts.items() if side == ATTACKER else ():
        unit = profile(position, one.power, one.unit)
        for _, giver in PAIRS:
            if unit.has(giver):
                givers[one.power, giver] += count * helped_by(unit, giver)
    return Boosts(givers)


def shooters(position: Position, area: str, side: str) -> list[Shooter]:
    """Return the units of a side in an area as they fire."""
    stacks = fighting(position, area, side)
    modifier = modifier_of(position.title)
    extra = modifier(position, area, side) if modifier else None
    claimed = hook(position.title, "modifiers", "claimed") if extra and side == ATTACKER else None
    watches = hook(position.title, "seas", "watches") if side == ATTACKER and is_sea(position.title, area) else None
    picks = picks_of(position.title, position, area, side) if modifier else nobody
    walls = crossing(position, area) if side == DEFENDER and "border" in position.title.able else 0
    found = list[Shooter]()
    for key, count in stacks:
        unit, rank = profile_of(position, key), rank_of(position, key)
        if extra:
            blind = watches is not None and unit.cls == "air" and not watches(position, key)
            claims = claimed(position, key, unit) if claimed else 0
            found.append(Shooter(key.power, key.unit, extra(key, unit), rank, count, picks(unit), blind, claims))
        elif walls:
            behind = min(walls, count) if unit.has("fortified") else 0
            walls -= behind
            found.append(Shooter(key.power, key.unit, unit.number("fortified"), rank, behind))
            found.append(Shooter(key.power, key.unit, 0, rank, count - behind))
        else:
            found.append(Shooter(key.power, key.unit, _drop(unit, key) if side == ATTACKER else 0, rank, count))
    found = [one for one in found if one.count]
    return _paired(position, found, side) if any(one.rank < _FIRST for one in found) else found


def _paired(position: Position, found: list[Shooter], side: str) -> list[Shooter]:
    """Return the units, with as many of the strongest special army group units firing first as were paired when the round began."""
    noted = GROUPS.pairs(position.state)
    fresh, left = paired(position, found), dict[str, int]()
    paired_off = []
    for one in sorted(found, key=lambda one: -_number(position, one, side)):
        room = one.count if one.rank >= _FIRST else left.get(one.power, int(noted.get(one.power, fresh[one.power])))
        first = min(one.count, room)
        if one.rank < _FIRST:
            left[one.power] = room - first
        paired_off += [one._replace(count=first), one._replace(rank=LAST, count=one.count - first)]
    return [one for one in paired_off if one.count]


def paired(position: Position, found: Iterable[Shooter]) -> Counter[str]:
    """Return power to the number of these units that fire first as special army groups: paired units, or by option all."""
    counts: Counter[str] = Counter()
    for one in found:
        if one.rank < _FIRST:
            counts[one.power] += one.count
    alone = 0 if position.options.get("elite-halves") == "first" else 1
    return Counter({power: count - count % 2 * alone for power, count in counts.items()})


def note_pairs(position: Position, area: str) -> str:
    """Return the marker for the start of a round: each power with special army groups, and how many of their units fire first."""
    found = dict[str, int]()
    for side in (ATTACKER, DEFENDER):
        fielded = (Shooter(key.power, key.unit, 0, rank_of(position, key), n) for key, n in fighting(position, area, side))
        found |= paired(position, fielded)
    return show_pairs(sorted(found.items()))


def _number(position: Position, one: Shooter, side: str) -> int:
    unit = profile(position, one.power, one.unit)
    return unit.attack if side == ATTACKER else unit.defense


def _drop(unit: Unit, key: Stack) -> int:
    """The attack bonus of a unit that was dropped or landed as a marine."""
    if not key.condition or not unit.has("elite-assault"):
        return 0
    return unit.number("elite-assault") if {AIRBORNE, MARINE}.intersection(condition_of(key).words) else 0


def rank_of(position: Position, key: Stack) -> int:
    """Return when the units of a stack fire: special army groups first, in the order of title.toml (`elite.order`)."""
    if key.condition and ELITE in condition_of(key).words:
        order = position.title.settings.get("elite", {}).get("order", [])
        return order.index(key.power) if key.power in order else len(order)
    unit = profile_of(position, key)
    if unit.has("first-fire") or (unit.has("first-strike") and _strikes_first(position, key, unit)):
        return _FIRST
    return EARLY if _is_early(position, key, unit) else LAST


def _strikes_first(position: Position, key: Stack, unit: Unit) -> bool:
    """Whether a unit with first strike uses it: in the first round; submarines at sea, unless an enemy destroyer is there."""
    if COMBAT_ROUND.number(position.state) > 1:
        return False
    if not unit.has("submarine"):
        return not is_sea(position.title, key.area)
    side = ATTACKER if key.power == position.power else DEFENDER
    return not any(profile_of(position, foe).has("destroyer") for foe, _ in fighting(position, key.area, OTHER[side]))


def _is_early(position: Position, key: Stack, unit: Unit) -> bool:
    """Whether units fire early: prepared artillery that defends, hunters of submarines in a round that began with some."""
    defends = key.power != position.power
    if unit.has("prepared"):
        return defends and not is_sea(position.title, key.area)
    side = DEFENDER if defends else ATTACKER
    return unit.has("hunts-submarines") and side in HUNTERS.words(position.state)


def walls_of(position: Position, area: str, power: str = "") -> set[str]:
    """Return the neighbours that fortifications in an area face; only one power's, if named."""
    units = position.title.units
    return {
        place
        for key, _ in stacks_in(position, area)
        if units[key.unit].has("border") and power in ("", key.power)
        for place in BORDER.named(condition_of(key))
    }


def crossing(position: Position, area: str, *, afloat: bool = False) -> int:
    """Return how many attacking land units have come over fortified borders of an area; with `afloat` only over coasts."""
    if is_sea(position.title, area):
        return 0
    walls = {wall for wall in walls_of(position, area) if not afloat or is_sea(position.title, wall)}
    return sum(count for _, count in _over(position, fighting(position, area, ATTACKER), walls)) if walls else 0


def _over(position: Position, stacks: Iterable[tuple[Stack, int]], walls: set[str]) -> Stacks:
    units = position.title.units
    return [
        (key, count) for key, count in stacks if units[key.unit].cls == "land" and not is_cargo(key) and condition_of(key).origin in walls
    ]
