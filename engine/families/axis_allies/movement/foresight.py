"""The unmet needs of the combat moves so far, and whether further orders can meet them.

All combat movement takes place at the same time (Phase 2: Combat Move), so the lines of a record may come in any order:
the ship that clears a carrier's way after the fighter that needs it, the escort after the transport. An order is
refused only if no further orders could make the whole set legal; the phase may end once those are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from engine.families.axis_allies.board import condition_of, is_cargo, is_hostile_sea
from engine.families.axis_allies.movement.delivery import burdens
from engine.families.axis_allies.movement.dry_run import Trial
from engine.families.axis_allies.movement.landing import attacks, carrier_zones, needy, range_left, stranded
from engine.families.axis_allies.movement.movement_limits import closed_sky
from engine.families.axis_allies.movement.routes import Way, air_distance
from engine.families.axis_allies.movement.shore import load_text
from engine.families.axis_allies.orders import Move
from engine.mechanics.profile import profile_of
from engine.orders import join_path
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.families.axis_allies.movement.phase import MovePhase

HELPERS = 3
"""Units of different stacks that are tried for a zone together with others."""

TOGETHER = 3
"""Orders that are tried together."""

TRIALS = 80
"""Sets of orders tried for needs that touch each other before the search gives up."""


class Unmet(NamedTuple):
    """The problems if the phase ended now: aircraft without a landing, cargo that cannot go ashore."""

    aircraft: int
    cargo: int


class Outlook(NamedTuple):
    """The smallest unmet need after further orders, and these orders."""

    left: Unmet
    orders: tuple[Move, ...]


_KNOWN: WeakKeyDictionary[Position, tuple[int, Unmet, Outlook | None]] = WeakKeyDictionary()


def unmet(position: Position, strict: bool) -> Unmet:
    """Return the unmet needs of the combat moves so far, assuming that all declared attacks succeed."""
    return _known(position, strict)[1]


def _known(position: Position, strict: bool) -> tuple[int, Unmet, Outlook | None]:
    seq = position.state.seq
    known = _KNOWN.get(position)
    if known is None or known[0] != seq:
        known = _KNOWN[position] = (seq, _unmet(position, strict), None)
    return known


def _unmet(position: Position, strict: bool) -> Unmet:
    return Unmet(stranded(position, assume=True), sum(one.number for one in burdens(position, strict)))


def foresee(phase: MovePhase, position: Position, strict: bool) -> Outlook:
    """Return the smallest unmet need after further orders of the phase, with those orders, each legal after the previous ones."""
    seq, now, known = _known(position, strict)
    if known is None:
        known = _search(phase, position, strict, now) if sum(now) else Outlook(now, ())
        _KNOWN[position] = (seq, now, known)
    return known


def _search(phase: MovePhase, position: Position, strict: bool, now: Unmet) -> Outlook:
    """Return the best outlook: what helps some needs is given, then the rest is looked at from there, however many there are.

    Where that leaves anything, it is tried to help all zones at once, each by a unit of its own.
    """
    best = _by_steps(phase, position, strict, now)
    if sum(best.left):
        orders = _assigned(position, _options(phase, position, strict, now))
        left = _after(phase, position, strict, orders)
        if left is not None and sum(left) < sum(best.left):
            return Outlook(left, orders)
    return best


def _by_steps(phase: MovePhase, position: Position, strict: bool, now: Unmet) -> Outlook:
    best, trial = Outlook(now, ()), Trial(position)
    while sum(best.left):
        step = _step(phase, trial.position, strict, best.left)
        if sum(step.left) >= sum(best.left):
            break
        for order in step.orders:
            phase.carry_out(trial, order)
        best = Outlook(step.left, best.orders + step.orders)
    return best


def _step(phase: MovePhase, position: Position, strict: bool, now: Unmet) -> Outlook:
    """Return the best outlook after a few orders that help needs which touch each other, of the first such needs that can be helped."""
    options = _few(_options(phase, position, strict, now))
    if not _is_any_use(position, strict, options, now):
        return Outlook(now, ())
    together = (_best_of(phase, position, strict, now, group) for group in _apart(options))
    return next((best for best in together if sum(best.left) < sum(now)), Outlook(now, ()))


def _few(options: list[tuple[str, Move]]) -> list[tuple[str, Move]]:
    """Return the first options of each zone; every carrier that is led away is a place of its own, with all its ways."""
    seen, found = Counter[str](), []
    for place, order in options:
        seen[place] += 1
        if seen[place] <= HELPERS or place not in order.way:
            found.append((place, order))
    return found


def _assigned(position: Position, options: list[tuple[str, Move]]) -> tuple[Move, ...]:
    """Return orders for as many zones as can have a unit of their own, each zone's nearest choices first (augmenting paths)."""
    ways: dict[str, list[Move]] = {}
    for place, order in options:
        if place in position.title.areas:
            ways.setdefault(place, []).append(order)
    room = Counter[tuple[str, str]]()
    for key, n in position.state.stacks.items():
        if key.power == position.power:
            room[key.area, key.unit] += n
    given: dict[str, Move] = {}

    def unit_of(order: Move) -> tuple[str, str]:
        return order.way[0], order.units

    def finds(place: str, tried: set[tuple[str, str]]) -> bool:
        for order in ways[place]:
            unit = unit_of(order)
            if unit in tried:
                continue
            tried.add(unit)
            holders = [other for other, held in given.items() if unit_of(held) == unit]
            if len(holders) < room[unit] or any(finds(other, tried) for other in holders):
                given[place] = order
                return True
        return False

    for place in ways:
        finds(place, set())
    return tuple(given.values())


def _apart(options: list[tuple[str, Move]]) -> list[list[tuple[str, Move]]]:
    """Return options in groups that have no unit and no place in common."""
    groups: list[tuple[set[tuple[str, str]], list[tuple[str, Move]]]] = []
    for place, order in options:
        marks, mine = {("place", place), (order.units, order.way[0])}, [(place, order)]
        apart = []
        for others, group in groups:
            if marks & others:
                marks, mine = marks | others, group + mine
            else:
                apart.append((others, group))
        groups = [*apart, (marks, mine)]
    return [group for _, group in groups]


def _best_of(phase: MovePhase, position: Position, strict: bool, now: Unmet, options: list[tuple[str, Move]]) -> Outlook:
    best = Outlook(now, ())
    sets = (
        chosen for size in range(1, TOGETHER + 1) for chosen in combinations(options, size) if len({place for place, _ in chosen}) == size
    )
    for chosen in islice(sets, TRIALS):
        orders = tuple(order for _, order in chosen)
        left = _after(phase, position, strict, orders)
        if left is not None and sum(left) < sum(best.left):
            best = Outlook(left, orders)
            if not sum(left):
                break
    return best


def _after(phase: MovePhase, position: Position, strict: bool, orders: tuple[Move, ...]) -> Unmet | None:
    """Return what is unmet after orders, or None when one of them is not legal."""
    trial = Trial(position)
    for order in orders:
        if phase.check_alone(trial.position, order):
            return None
        phase.carry_out(trial, order)
    return _unmet(trial.position, strict)


def _options(phase: MovePhase, position: Position, strict: bool, now: Unmet) -> list[tuple[str, Move]]:
    """Return orders that could help, each with the place that it settles: a zone made ready, or a carrier led away."""
    wanted = {zone: lack for one in burdens(position, strict) for zone, lack in one.lacking.items()}
    if now.aircraft:
        near = carrier_zones(position)
        blocked = (zone for zone in sorted(near) if is_hostile_sea(position, zone, position.power))
        wanted |= {zone: "attackers" for zone in blocked if zone not in wanted and not attacks(position, zone)}
    ways = dict(_ways(phase, position)) if wanted or now.aircraft else {}
    options = [(zone, order) for zone, lack in wanted.items() for order in _helpers(position, ways, zone, lack)]
    return options + (_departures(position, ways) if now.aircraft else [])


def _ways(phase: MovePhase, position: Position) -> Iterator[tuple[Stack, dict[str, Way]]]:
    """Yield the own ships and aircraft that can attack, ships first, with where they can still move."""
    units = position.title.units
    mine = [key for key in position.state.stacks if key.power == position.power and not is_cargo(key)]
    mine = [key for key in mine if units[key.unit].cls in ("sea", "air") and profile_of(position, key).attack > 0]
    mine.sort(key=lambda key: (units[key.unit].cls == "air", units[key.unit].has("carries-aircraft"), key))
    for key in mine:
        yield key, phase.reachable(position, key, True)


def _helpers(position: Position, ways: dict[Stack, dict[str, Way]], zone: str, lack: str) -> list[Move]:
    able = [key for key, ends in ways.items() if zone in ends]
    if lack == "warship":
        able = [key for key in able if profile_of(position, key).has("surface-warship")]
    return [_order(key, ways[key][zone]) for key in able]


def _departures(position: Position, ways: dict[Stack, dict[str, Way]]) -> list[tuple[str, Move]]:
    """Return combat moves of carriers out of hostile zones, where they would have to fight, to zones with aircraft that need a deck."""
    closed, units = closed_sky(position, position.power), position.title.units
    flyers = [(key.area, range_left(position, key)) for key, _ in needy(position) if units[key.unit].has("lands-on-carriers")]
    found: list[tuple[str, Move]] = []
    for key, ends in ways.items():
        if not units[key.unit].has("carries-aircraft") or not is_hostile_sea(position, key.area, position.power):
            continue
        for zone, way in ends.items():
            if any(air_distance(position.title, area, zone, closed) <= left for area, left in flyers):
                found.append((f"{key}", _order(key, way)))
    return found


def _order(key: Stack, way: Way) -> Move:
    return Move(key.unit, join_path(way), load_text(key) if condition_of(key).cargo else "")


def _is_any_use(position: Position, strict: bool, options: list[tuple[str, Move]], now: Unmet) -> bool:
    """Return whether the options could help if each of their zones were cleared at no cost; a quick test."""
    zones = frozenset(place for place, _ in options)
    if any(zones.intersection(one.lacking) for one in burdens(position, strict)):
        return True
    departs = any(place not in position.title.areas for place in zones)
    return bool(now.aircraft) and (departs or stranded(position, True, zones) < now.aircraft)
