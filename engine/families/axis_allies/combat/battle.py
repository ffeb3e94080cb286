"""The open battle in the state, and its forces (sections General Combat, Multinational Forces).

The state holds everything about a battle that outlasts an order: markers of scope `battle`, and words in the units'
conditions (the family's `vocabulary.csv` explains them).

A unit with a word of `REMOVED_AS` (`casualty`, `shelled` by bombardment, ...) has been hit but not yet removed.
`withdrawn` air units stay over a battle after retreating from it, or after declining to fight it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from engine.derived import derived_from
from engine.events import UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, is_sea, stacks_in
from engine.families.axis_allies.transports import riders, sink
from engine.families.axis_allies.vocabulary import (
    AREA,
    CASUALTY,
    COMBAT_ROUND,
    DEFENDING_POWER,
    FORCES,
    FOUGHT,
    GUNNED,
    INTERCEPTED,
    INTERCEPTING,
    KIND,
    LOSSES,
    OUTFIRED,
    RAIDING,
    SCRAMBLED,
    SHELLED,
    SHOT,
    STRUCK,
    SUBMERGED,
    WAITING,
    WITHDRAWN,
)
from engine.forces import parse_units, show_units
from engine.mechanics.profile import profile, profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.title_modules import hook
from engine.vocabulary import Marker

if TYPE_CHECKING:
    from engine.play import Play

ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}

REMOVED_AS = {
    CASUALTY: "combat",
    SHELLED: "bombardment",
    STRUCK: "surprise-strike",
    SHOT: "anti-air",
    GUNNED: "free-shot",
    OUTFIRED: "first-fire",
}
"""Word of a unit that has been hit, to the cause of its removal."""

_OUT = {ATTACKER: {FOUGHT, SUBMERGED, WITHDRAWN, RAIDING, WAITING}, DEFENDER: {SUBMERGED, WITHDRAWN}}
_GROUNDED = {SUBMERGED, SCRAMBLED, INTERCEPTED}
"""Words of units that do not defend their land area: aircraft that scrambled to sea, or have met a raid, only return to it."""


class OpenBattle(NamedTuple):
    """The open battle: its number, kind, area, powers and round (0 before the first)."""

    number: int
    kind: str
    area: str
    attacker: str
    defender: str
    round: int


class Force(NamedTuple):
    """Units of one type and power."""

    unit: str
    count: int  # type: ignore[assignment]  # a field may hide the method of tuple
    power: str


def open_fight(position: Position) -> OpenBattle | None:
    """Return the battle being fought, or None."""
    state = position.state
    if not state.battle:
        return None
    kind, area, defender = (marker.read(state) for marker in (KIND, AREA, DEFENDING_POWER))
    return OpenBattle(state.battle, kind, area, position.power, defender, COMBAT_ROUND.number(state))


@derived_from("moment")
def fighting(position: Position, area: str, side: str) -> Stacks:
    """Return the stacks of a side that fight in an area, including those hit but not yet removed.

    Attackers are the units of the power on turn alone; all powers of other sides defend together. Cargo, submerged
    units, raiding bombers, units that have already fought and ships whose duty bars it (hook `stands_aside` of a title's seas) take no
    part. Fighters aboard a defending carrier do.
    Nobody may change the list: it is kept until the next event.
    """
    title, state = position.title, position.state
    if state.battle and KIND.read(state) == "raid" and AREA.read(state) == area:
        return _in_the_air(position, area, side)
    sea, out = is_sea(title, area), _OUT[side]
    if side == DEFENDER and not sea:
        out = _GROUNDED
    element = "sea" if sea else "land"
    aside = hook(title, "seas", "stands_aside") if sea and side == ATTACKER else None
    mine = (position.power,) if side == ATTACKER else position.enemies
    found = []
    for key, count in stacks_in(position, area):
        unit = title.units[key.unit]
        if key.power not in mine or unit.cls not in (element, "air") or unit.has("no-combat"):
            continue
        condition = condition_of(key)
        if not condition.aboard and out.isdisjoint(condition.words) and not (aside and aside(key)):
            found.append((key, count))
    return found


def _in_the_air(position: Position, area: str, side: str) -> Stacks:
    """The air battle of a strategic bombing raid: bombers with their escorts, and interceptors."""
    word = RAIDING if side == ATTACKER else INTERCEPTING
    return [
        item
        for item in stacks_in(position, area)
        if item[0].condition and _belongs(position, item[0], side) and word in condition_of(item[0]).words
    ]


def _belongs(position: Position, key: Stack, side: str) -> bool:
    return key.power == position.power if side == ATTACKER else key.power in position.enemies


def standing(position: Position, area: str, side: str) -> Stacks:
    """Return the stacks of a side that fight and have not been hit."""
    return [item for item in fighting(position, area, side) if REMOVED_AS.keys().isdisjoint(condition_of(item[0]).words)]


def combat_value(position: Position, key: Stack, side: str) -> int:
    """Return the number on which a unit of a stack hits in a round of combat, without support."""
    unit = profile_of(position, key)
    return unit.attack if side == ATTACKER else unit.defense


def has_value(position: Position, stacks: Stacks, side: str) -> bool:
    """Return whether any unit has a combat value."""
    return any(combat_value(position, key, side) for key, _ in stacks)


def sort_forces(position: Position, counts: Counter[tuple[str, str]]) -> list[Force]:
    """Return counts by (unit, power) as forces, in the order of the title's units, then of play."""
    units, order = list(position.title.units), position.title.order
    ranked = sorted(counts, key=lambda item: (units.index(item[0]), order.index(item[1])))
    return [Force(unit, counts[unit, power], power) for unit, power in ranked if counts[unit, power] > 0]


def forces(position: Position, area: str, side: str) -> list[Force]:
    """Return all that a side has at stake in an area: its fighting units, their cargo, and guns; no facilities."""
    title = position.title
    counts: Counter[tuple[str, str]] = Counter()
    for key, count in fighting(position, area, side):
        counts[key.unit, key.power] += count
        for cargo, n in riders(position, key, count):
            counts[cargo.unit, cargo.power] += n
    for key, count in stacks_in(position, area):
        unit = title.units[key.unit]
        if _belongs(position, key, side) and unit.cls == "land" and unit.has("no-combat") and not is_sea(title, area):
            counts[key.unit, key.power] += count
    return sort_forces(position, counts)


def value_of(position: Position, items: list[Force]) -> int:
    """Return the TUV of forces."""
    return sum(profile(position, item.power, item.unit).cost * item.count for item in items)


def show_forces(items: list[Force]) -> str:
    """Return forces as text; powers are named where there are several."""
    several = len({item.power for item in items}) > 1
    return show_units((unit, count, power if several else "") for unit, count, power in items)


def keep_forces(play: Play, kept: Marker, side: str, items: list[Force]) -> None:
    """Keep a side's forces in a marker of the battle: FORCES or LOSSES."""
    kept.set(play, show_units(items), side)


def kept_forces(position: Position, kept: Marker, side: str) -> list[Force]:
    """Return the forces of a side that a marker of the battle keeps: FORCES or LOSSES."""
    return [Force(*item) for item in parse_units(kept.read(position.state, side))]


def survivors(position: Position, side: str) -> list[Force]:
    """Return the forces with which a side began the open battle, less its losses."""
    lost = {(item.unit, item.power): item.count for item in kept_forces(position, LOSSES, side)}
    began = kept_forces(position, FORCES, side)
    left = (Force(unit, count - lost.get((unit, power), 0), power) for unit, count, power in began)
    return [item for item in left if item.count > 0]


def note_losses(play: Play, since: int) -> None:
    """Add the units removed by the events from number `since` on to the losses of their sides."""
    position = play.position
    enemies = position.enemies
    lost: dict[str, Counter[tuple[str, str]]] = {ATTACKER: Counter(), DEFENDER: Counter()}
    for event in play.events[since:]:
        if isinstance(event, UnitsRemoved) and event.battle:
            lost[DEFENDER if event.power in enemies else ATTACKER][event.unit, event.power] += event.count
    for side, counts in lost.items():
        if counts:
            for item in kept_forces(position, LOSSES, side):
                counts[item.unit, item.power] += item.count
            keep_forces(play, LOSSES, side, sort_forces(position, counts))


def remove(play: Play, fight: OpenBattle, key: Stack, count: int, cause: str) -> None:
    """Remove units from the battle for a cause; ships take their cargo with them."""
    since = len(play.events)
    if condition_of(key).cargo:
        sink(play, key, count, cause, fight.number)
    else:
        area, power, unit, strength, condition = key
        play.emit(UnitsRemoved(power, unit, count, area, strength, cause, condition, fight.number))
    note_losses(play, since)


def clear_hit(play: Play, fight: OpenBattle, words: Collection[str] = REMOVED_AS) -> None:
    """Remove the units that have been hit; only those with these words."""
    for side in (ATTACKER, DEFENDER):
        for key, count in fighting(play.position, fight.area, side):
            word = next((word for word in words if word in condition_of(key).words), "")
            if word:
                remove(play, fight, key, count, REMOVED_AS[word])


def lead_defender(position: Position, area: str) -> str:
    """Return the power named as the defender of an area: its controller, or at sea the power with the most value there."""
    holder = position.state.control.get(area, "")
    if holder in position.enemies:
        return holder
    worth: Counter[str] = Counter()
    for key, count in fighting(position, area, DEFENDER):
        worth[key.power] += profile_of(position, key).cost * count
    order = position.title.order
    return min(worth, key=lambda power: (-worth[power], order.index(power)), default="")
