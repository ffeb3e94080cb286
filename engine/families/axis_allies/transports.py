"""Ships and their cargo: loads, room aboard, sailing, sinking, landing.

A load is stored twice, so that both views are cheap to query: the cargo are stacks in the ship's sea zone
with `aboard`, and the ship's condition lists them (`cargo=power/unit+...`). The functions here change both together; no
other code should change either. Guest fighters on a moving carrier are cargo in the same way.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.condition import Condition, parse_condition
from engine.events import UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, is_cargo, stacks_in
from engine.families.axis_allies.vocabulary import ASSAULTED, HANDY, LANDED, LOADED, MARINE, MOVED, OFFLOADED
from engine.mechanics.changes import changed
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title

if TYPE_CHECKING:
    from engine.play import Play

Item = tuple[str, str]
"""A piece of cargo as a ship's condition lists it: (power, unit)."""
ROOM = 2
"""Land units that one ship holds (the ability `carries-land`): any one, and one of light cargo beside it."""


def kept_words(condition: Condition) -> list[str]:
    """Return the words that units keep when they go aboard or ashore: lasting ones, and that they are marines."""
    return [word for word in condition.words if word.endswith("!") or word == MARINE]


def offloads_widely(position: Position, ship: Stack) -> bool:
    """Return whether ships of a stack may put what they carry ashore in several areas (8.4 of Global War)."""
    return position.title.units[ship.unit].has("offloads-widely")


def riders(position: Position, ship: Stack, count: int = 1, target: str | None = None) -> Stacks:
    """Return the cargo stacks, as (key, count), that ride on `count` ships of a stack.

    Cargo of one kind in one zone is interchangeable, so where conditions differ the pieces bound for the ship's
    own `target` (or for `target`), back from an assault if the ship has assaulted, and loaded when the ship was loaded are
    taken for its load first.
    """
    condition = condition_of(ship)
    condition = condition if target is None else condition._replace(target=target)
    if not condition.cargo:
        return []
    aboard = [(key, n) for key, n in stacks_in(position, ship.area) if is_cargo(key)]
    aboard.sort(key=lambda item: (_strangeness(condition, item[0]), item[0]))
    found: Counter[Stack] = Counter()
    for item, each in sorted(Counter(condition.cargo).items()):
        wanted = each * count
        for key, n in aboard:
            if wanted and (key.power, key.unit) == item:
                taken = min(n, wanted)
                found[key] += taken
                wanted -= taken
    return sorted(found.items())


def _strangeness(ship: Condition, cargo: Stack) -> tuple[bool, ...]:
    condition = condition_of(cargo)
    return condition.target != ship.target, *((word in condition) != (word in ship) for word in (ASSAULTED, LOADED))


def sail(play: Play, ship: Stack, count: int, path: tuple[str, ...], becomes: Condition, cause: str, carried: str = "") -> None:
    """Move ships along a path (both ends included) with their cargo.

    `becomes` is the ships' condition afterwards; the cargo keeps its own and moves with cause `carried`, or
    `transport` when that is empty.
    """
    aboard = riders(play.position, ship, count)
    area, power, unit, strength, condition = ship
    play.emit(UnitsMoved(power, unit, count, area, path[-1], strength, cause, condition, becomes.text, path))
    for (_, owner, kind, hits, before), n in aboard:
        play.emit(UnitsMoved(owner, kind, n, area, path[-1], hits, carried or "transport", before, before, path))


def sink(play: Play, key: Stack, count: int, cause: str, battle: int = 0) -> None:
    """Remove ships for `cause`, and with them whatever they carry, for cause `cargo-lost`."""
    lost = riders(play.position, key, count)
    area, power, unit, strength, condition = key
    play.emit(UnitsRemoved(power, unit, count, area, strength, cause, condition, battle))
    for (_, owner, kind, hits, before), n in lost:
        play.emit(UnitsRemoved(owner, kind, n, area, hits, "cargo-lost", before, battle))


def put_ashore(play: Play, ship: Stack, items: tuple[Item, ...], area: str, cause: str) -> Stack:
    """Move these pieces of one ship's cargo to a land area; the ship has then offloaded. Return its new key.

    With cause `assault` the ship has also assaulted. The landed units have moved, and came `from` the ship's sea zone.
    Pieces the ship does not hold are passed by.
    """
    condition, zone = condition_of(ship), ship.area
    held = Counter(condition.cargo) & Counter(items)
    handy = (HANDY,) if cause == "assault" and play.title.units[ship.unit].has("lands-all") else ()
    landed = Condition(origin=zone, words=(MOVED,)).having(*handy)
    flown = Condition(words=(LANDED,))
    for key, _ in riders(play.position, ship, target=area):
        n = held[key.power, key.unit]
        for before, taken in _of_kind(play.position, ship, key, n, area):
            base = flown if play.title.units[key.unit].cls == "air" else landed
            after = base.having(*kept_words(parse_condition(before))).text
            play.emit(UnitsMoved(key.power, key.unit, taken, zone, area, key.strength, cause, before, after, (zone, area)))
        held[key.power, key.unit] = 0
    gone = tuple((Counter(condition.cargo) & Counter(items)).elements())
    words = (OFFLOADED, ASSAULTED) if cause == "assault" else (OFFLOADED,)
    becomes = condition.unloading(*gone).having(*words)._replace(target=area)
    change(play, ship, 1, becomes, cause)
    return ship._replace(condition=becomes.text)


def _of_kind(position: Position, ship: Stack, kind: Stack, count: int, area: str) -> list[tuple[str, int]]:
    """Return (condition, count) of `count` of a ship's pieces of one kind: those bound for an area, then loaded when it was, first."""
    parts, condition = [], condition_of(ship)._replace(target=area)
    for key, n in sorted(riders(position, ship, target=area), key=lambda item: (_strangeness(condition, item[0]), item[0])):
        if count and key[1:4] == kind[1:4]:
            taken = min(n, count)
            parts.append((key.condition, taken))
            count -= taken
    return parts


def declared(position: Position, area: str) -> list[tuple[Stack, tuple[Item, ...]]]:
    """Return the amphibious assault declared on a land area: for each ship, one by one, the cargo that will land."""
    landings: list[tuple[Stack, tuple[Item, ...]]] = []
    for zone in position.title.neighbours[area]:
        aboard = {key: n for key, n in stacks_in(position, zone) if is_cargo(key) and condition_of(key).target == area}
        if not aboard:
            continue
        pledged = Counter(aboard)
        for key, n in sorted(stacks_in(position, zone), key=lambda item: (condition_of(item[0]).target != area, item[0])):
            bound = condition_of(key).target == area or offloads_widely(position, key)
            if bound and condition_of(key).cargo:
                landings.extend((key, _pledge(pledged, condition_of(key).cargo)) for _ in range(n))
    return [(ship, items) for ship, items in landings if items]


def _pledge(pledged: Counter[Stack], load: tuple[Item, ...]) -> tuple[Item, ...]:
    """Deduct a ship's cargo from the pledged cargo not yet assigned."""
    items = []
    for item in load:
        key = next((key for key in sorted(pledged) if pledged[key] and (key.power, key.unit) == item), None)
        if key:
            pledged[key] -= 1
            items.append(item)
    return tuple(items)


def change(play: Play, key: Stack, count: int, becomes: Condition, cause: str) -> None:
    """Change the condition of units where they stand; nothing is emitted when it stays the same."""
    if becomes.text != key.condition and count > 0:
        play.emit(changed(key, count, cause, becomes.text))


def fits(title: Title, load: tuple[Item, ...], unit: str) -> bool:
    """Return whether a ship that carries land units and holds this load has room for one more unit.

    Book, Unit Profiles/Transports: any one land unit, plus one of light cargo. One of whole cargo fills the ship.
    """
    size = title.units[unit].abilities.get("cargo")
    if not size or len(load) >= ROOM:
        return False
    there = {title.units[kind].abilities.get("cargo") for _, kind in load}
    if size == "whole" or "whole" in there:
        return not load
    return size == "light" or there <= {"light"}
