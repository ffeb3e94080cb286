"""Coastal artillery against ships that bombard its coast or land troops there (sections 9.9, 12.9).

Its fire comes before the battle: where the owner of the ships has a choice, the battle waits for it.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise

from engine.events import UnitsMoved
from engine.families.axis_allies.board import Stacks, condition_of, stacks_in
from engine.families.axis_allies.combat.assault import bombarding, named_ships
from engine.families.axis_allies.combat.battle import ATTACKER
from engine.families.axis_allies.combat.casualties import NOT_THERE, NUMBER, check_which, readable
from engine.families.axis_allies.combat.which import parse_marks, take, traits
from engine.families.axis_allies.orders import Battle, Lose
from engine.families.axis_allies.transports import declared, riders
from engine.families.axis_allies.vocabulary import BORDER
from engine.forces import UnitCount, show_units
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import Problem
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.global_war_1936.sea import crossings, hulls
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import COAST_FIRED, COAST_HITS, COAST_WAITS, PASSERS_SHOT_AT


def guns(position: Position, area: str, *zones: str) -> int:
    """Return how many dice the guns of an area that face one of some sea zones can roll at ships in it."""
    whole, shots = position.title.in_region(area, "one-fortification"), 0
    facing = {BORDER.of(zone) for zone in zones}
    for key, n in stacks_in(position, area):
        row = profile_of(position, key)
        if row.has("guns-coast") and key.power in position.enemies and (whole or facing.intersection(condition_of(key).words)):
            shots += n * row.number("guns-coast")
    return shots


def ships(position: Position, area: str, named: tuple[UnitCount, ...] | None) -> dict[str, Stacks]:
    """Return sea zone to the ships there that bombard an area or land units in it."""
    found: dict[str, Stacks] = {}
    for ship, _ in declared(position, area):
        found.setdefault(ship.area, []).append((ship, 1))
    for key, n in bombarding(position, area, named):
        found.setdefault(key.area, []).append((key, n))
    return found


def fire(play: Play, order: Battle) -> bool:
    """Fire one die at each ship for each gun, three at most; return whether the battle waits for the choice of what is hit."""
    area = order.area
    for zone, targets in ships(play.position, area, named_ships(order)).items():
        number = sum(n for _, n in targets)
        each = guns(play.position, area, zone)
        shots = min(number, figure(play.title, "coast-shots")) * (each // figure(play.title, "coast-shots"))
        if not shots or COAST_FIRED.read(play.state, area, zone):
            continue
        COAST_FIRED.emit(play, "yes", area, zone)
        dice = play.roll(shots, f"coastal artillery of {area} at {number} ships")
        if hits := sum(die <= figure(play.title, "coast-hit") for die in dice):
            COAST_HITS.emit(play, hits, area, zone)
            COAST_WAITS.emit(play, order.bombard, area)
    return _is_waiting(play)


def _is_waiting(play: Play) -> bool:
    """Take the hits that leave no choice; return whether there is one to wait for."""
    while where := _owed(play.position):
        if _is_free(play.position, where):
            return True
        told = play.told(Lose, partial(_check_there, play.position, where))
        _take(play, where, told or _usual(play.position, where))
    return False


def _check_there(position: Position, where: tuple[str, str], order: Lose) -> list[Problem]:
    return check_loss(position, order, where)


def _is_free(position: Position, where: tuple[str, str]) -> bool:
    """Whether the owner has a choice: not all ships are alike, and not all of them are lost."""
    targets = _targets(position, where)
    kinds = {(key.unit, key.strength, *sorted(traits(position, key))) for key, _ in targets}
    return len(kinds) > 1 and _hits(position, where) < _bearable(targets)


def _bearable(targets: Stacks) -> int:
    return sum(key.strength * n for key, n in targets)


def _hits(position: Position, where: tuple[str, str]) -> int:
    """Return how many hits are owed: no more than the ships bear that are there."""
    return min(COAST_HITS.number(position.state, *where), _bearable(_targets(position, where)))


def _owed(position: Position) -> tuple[str, str] | None:
    """Return the (area, sea zone) of hits that are owed; None when there are none."""
    return next(((area, zone) for (area, zone), _ in COAST_HITS.entries(position.state)), None)


def _targets(position: Position, where: tuple[str, str]) -> Stacks:
    """Return the ships in a zone that the guns of an area have fired at."""
    area, zone = where
    return ships(position, area, named_ships(Battle(area, bombard=COAST_WAITS.read(position.state, area) or "all"))).get(zone, [])


def decision(position: Position) -> Pending | None:
    """Return the choice of what coastal artillery has hit, made by the owner of the ships."""
    where = _owed(position)
    if where is None:
        return None
    usual = _usual(position, where)
    return Pending("casualties", position.power, (Lose,), usual, usual, ATTACKER)


def check_loss(position: Position, order: Lose, where: tuple[str, str] | None = None) -> list[Problem]:
    """Return what is wrong with a choice of what coastal artillery has hit, in the zone whose turn it is if none is named."""
    where = where or _owed(position)
    assert where is not None
    targets, usual = _targets(position, where), _usual(position, where).units
    room, chosen = Counter[str](), Counter[str]()
    for key, n in targets:
        room[key.unit] += key.strength * n
    for unit, count, _ in order.forces:
        chosen[unit] += count
    others = {power for _, _, power in order.forces} - {"", position.power}
    if others or any(n > room[unit] for unit, n in chosen.items()):
        message = "coastal artillery fires at ships that land units or bombard"
        return [NOT_THERE.broken(message, found=order.units, expected=usual)]
    hits = _hits(position, where)
    if chosen.total() != hits:
        return [NUMBER.broken(f"{hits} hits are to be taken", found=str(chosen.total()), expected=str(hits))]
    return check_which(position, order, Counter({(unit, position.power): n for unit, n in chosen.items()}), targets)


def salvage_loss(position: Position) -> Lose:
    """Return the usual choice."""
    where = _owed(position)
    assert where is not None
    return _usual(position, where)


def lose(play: Play, order: Lose) -> Battle | None:
    """Give the ships of one zone their hits; return the battle that goes on once no zone owes any."""
    where = _owed(play.position)
    assert where is not None
    area = where[0]
    bombard = COAST_WAITS.read(play.state, area)
    _take(play, where, order)
    return None if _is_waiting(play) else Battle(area, bombard=bombard)


def settle(play: Play) -> None:
    """Take the hits that are owed in the usual way: the record ends the phase before its battle."""
    while where := _owed(play.position):
        _take(play, where, _usual(play.position, where))


def _usual(position: Position, where: tuple[str, str]) -> Lose:
    """Return the losses that cost their owner least, hit by hit: damage before losses, then the cheapest, cargo counted."""
    left = [key for key, n in _targets(position, where) for _ in range(n)]
    lost = Counter[str]()
    for _ in range(_hits(position, where)):
        ship = min(left, key=lambda key: _price(position, key))
        left.remove(ship)
        lost[ship.unit] += 1
        if ship.strength > 1:
            left.append(ship._replace(strength=ship.strength - 1))
    return Lose(show_units(sorted(lost.items())))


def _take(play: Play, where: tuple[str, str], order: Lose) -> None:
    """Hit the ships that are named; of a type those that are told apart first, then those that cost least."""
    told, _ = take(play.position, _targets(play.position, where), parse_marks(readable(order.which)))
    first = Counter(dict(told))
    hits = [unit for unit, count, _ in order.forces for _ in range(count)]
    left = [key for key, n in _targets(play.position, where) for _ in range(n)]
    COAST_HITS.emit(play, "", *where)
    for unit in hits:
        able = [key for key in left if key.unit == unit]
        if not able:
            continue  # An unchecked record may name what is not there.
        ship = min(able, key=lambda key: (not first[key], _price(play.position, key)))
        first -= Counter([ship])
        left.remove(ship)
        left += _hit(play, ship)
    if where[0] not in {area for (area, _), _ in COAST_HITS.entries(play.state)}:
        COAST_WAITS.emit(play, "", where[0])


def order_over(play: Play) -> None:
    """Guns at narrow crossings fire at the surface ships that an order has taken past them, three shots a turn each (12.9).

    Each shot is at one ship ("at each enemy surface ship that passes through"), so nobody chooses who is hit, as of a landing.
    """
    for event in play.events[play.ordered :]:
        row = play.title.units.get(event.unit) if isinstance(event, UnitsMoved) else None
        if isinstance(event, UnitsMoved) and row and row.cls == "sea" and not row.has("submarine"):
            for one, other in pairwise(event.path):
                for area in banks(play.position, one, other):
                    _fire_at_passers(play, area, (one, other), event)


def banks(position: Position, one: str, other: str) -> list[str]:
    """Return the areas with a narrow crossing that ships pass between two sea zones: both of its ends are beside both zones."""
    both = [area for area in position.title.neighbours[one] if area in position.title.neighbours[other]]
    return [area for area in both if any(crossings.capacity(position, area, end) for end in both)]


def _fire_at_passers(play: Play, area: str, zones: tuple[str, str], event: UnitsMoved) -> None:
    battery = guns(play.position, area, *zones)
    left = battery - PASSERS_SHOT_AT.number(play.state, area)
    shots = min(left, event.count * (battery // figure(play.title, "coast-shots")))
    if shots < 1:
        return
    PASSERS_SHOT_AT.add(play, shots, area)
    ships = [[ship] for ship in _passers(play, event)]
    for shot, die in enumerate(play.roll(shots, f"coastal artillery of {area} at {event.count} {event.unit}")):
        target = shot % event.count
        if die <= figure(play.title, "coast-hit") and target < len(ships) and ships[target]:
            ships[target] = _hit(play, *ships[target])


def _passers(play: Play, event: UnitsMoved) -> list[Stack]:
    """Return the ships of a move that are still afloat, one by one, whole ones first: guns that they have passed before have hit some."""
    whole = Stack(event.destination, event.power, event.unit, event.strength, event.becomes)
    there = (whole._replace(strength=left) for left in range(event.strength, 0, -1))
    return [ship for ship in there for _ in range(play.state.stacks.get(ship, 0))][: event.count]


def _price(position: Position, ship: Stack) -> tuple[bool, int, Stack]:
    cargo = sum(profile(position, key.power, key.unit).cost * n for key, n in riders(position, ship))
    return ship.strength == 1, profile_of(position, ship).cost + cargo, ship


def _hit(play: Play, ship: Stack) -> list[Stack]:
    """Hit a ship; return what is left of it: nothing when it sinks."""
    left = hulls.strike(play, ship, "coastal-artillery")
    return [left] if left else []
