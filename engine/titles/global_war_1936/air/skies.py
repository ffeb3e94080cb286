"""What bars flights besides neutral land: enemy fighters under way, canals of neutral nations (sections 1.15 and 8.3)."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from weakref import WeakKeyDictionary

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.movement.routes import link_name
from engine.families.axis_allies.orders import Move
from engine.problems import Problem, Rule
from engine.rules import Position

CANAL = "canal"
GUARDED = Rule("combat-move/fighters", "8.3 Combat Moving Aircraft")

_GUARDS: WeakKeyDictionary[Position, tuple[tuple[object, ...], frozenset[str]]] = WeakKeyDictionary()


def closed_links(position: Position, power: str) -> set[str]:
    """Return the links over canals whose bank is held by who is neither an enemy nor a friend of a nation (section 1.15b)."""
    known = position.enemies_of(power) | position.friends_of(power)
    shut = {
        name
        for name, row in position.title.passages.items()
        if row.kind == CANAL and any(position.state.control.get(area, power) not in known for area in row.needs)
    }
    links = [link for link in position.title.links if link.passage in shut]
    return {link_name(a, b) for link in links for a, b in ((link.area, link.to), (link.to, link.area))}


def guarded(position: Position) -> frozenset[str]:
    """Return the areas with enemy fighters: in the combat move aircraft may enter them, but not fly over them (section 8.3)."""
    clock = position.state.clock
    if clock.phase != "combat-move":
        return frozenset()
    key = (clock.turn, clock.phase, position.power, position.state.accords)
    known = _GUARDS.get(position)
    if known is None or known[0] != key:
        known = _GUARDS[position] = (key, with_fighters(position, position.enemies))
    return known[1]


def with_fighters(position: Position, foes: Container[str]) -> frozenset[str]:
    """Return the areas over which some nations have fighters under way or at hand."""
    units = position.title.units
    return frozenset(
        key.area
        for key in position.state.stacks
        if key.power in foes and units[key.unit].has("air-superiority") and not condition_of(key).aboard
    )


def check_flight(position: Position, order: Move) -> list[Problem]:
    """Return what is wrong with a flight in the combat move: it goes on over enemy fighters."""
    if not any(position.title.units[unit].cls == "air" for unit, _ in order.counts):
        return []
    over = [area for _, area in pairwise(order.way[:-1]) if area in guarded(position)]
    return [GUARDED.broken(f"enemy fighters in {area} bar the way", found=order.path, expected="a way round them") for area in over]
