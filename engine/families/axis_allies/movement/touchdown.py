"""Fighters land on carriers, after which neither may move on (sections Noncombat Move/Air Units, Fighters)."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import condition_of, friendly_stacks, is_cargo
from engine.families.axis_allies.deck import deck_of
from engine.families.axis_allies.movement.landing import DONE, land_in_reach, range_left
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import FOUGHT, LANDED, MOVED
from engine.play import Play
from engine.rules import Position
from engine.state import Stack


def touch_down(play: Play, zone: str, arrived: Counter[Stack]) -> None:
    """Land the fighters that have flown to a zone, as far as its carriers have room; both have then ended their moves.

    Fighters that were there all along keep their room, but have not landed: their carrier may still leave them. Nor
    have those that stay over a battle they fought when a carrier comes: they may fly on with what movement they have.

    Args:
        arrived: the aircraft that the order has just moved there.
    """
    position, units = play.position, play.title.units
    friends = [(key, n) for key, n in friendly_stacks(position, zone, position.power) if not is_cargo(key)]
    decks = sum(n * _room(position, key) for key, n in friends)
    planes = [(key, n) for key, n in friends if units[key.unit].has("lands-on-carriers")]
    flying = [(key, n) for key, n in planes if key.power == position.power and _in_flight(key)]
    waiting = [(key, min(n, arrived[key]) if FOUGHT in condition_of(key) else n) for key, n in flying]
    waiting.sort(key=lambda item: _choice(position, item[0]))
    free = decks - sum(n for _, n in planes) + sum(n for _, n in flying)
    for key, n in waiting:
        landed = min(n, max(0, free))
        change(play, key, landed, condition_of(key).having(LANDED), "landing")
        free -= landed
    _hold_carriers(play, zone)


def _choice(position: Position, key: Stack) -> tuple[bool, int, Stack]:
    """Sort key: fighters with no land in reach land first, and of them those with the least movement left."""
    left = range_left(position, key)
    return bool(land_in_reach(position, key.area, left, key)), left, key


def _in_flight(key: Stack) -> bool:
    condition = condition_of(key)
    return condition.used > 0 and LANDED not in condition


def _room(position: Position, key: Stack) -> int:
    size = deck_of(position, key)
    return max(0, size - len(condition_of(key).cargo)) if size else 0


def _hold_carriers(play: Play, zone: str) -> None:
    """End the move of as many own carriers as the landed fighters need, those with the least movement left first."""
    power, units = play.position.power, play.title.units
    friends = friendly_stacks(play.position, zone, power)
    mine = [(key, n) for key, n in friends if key.power == power]
    allied = sum(n * _room(play.position, key) for key, n in friends if key.power != power)
    guests = sum(n for key, n in friends if key.power != power and units[key.unit].has("lands-on-carriers") and not is_cargo(key))
    held = sum(n * _room(play.position, key) for key, n in mine if DONE.intersection(condition_of(key).words))
    need = sum(n for key, n in mine if LANDED in condition_of(key)) - max(0, allied - guests) - held
    free = [(key, n) for key, n in mine if _room(play.position, key) and not DONE.intersection(condition_of(key).words)]
    for key, n in sorted(free, key=lambda item: (-condition_of(item[0]).used, item[0])):
        holding = min(n, -(-need // _room(play.position, key)))
        if holding > 0:
            change(play, key, holding, condition_of(key).having(MOVED), "landing")
            need -= holding * _room(play.position, key)
