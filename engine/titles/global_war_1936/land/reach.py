"""Areas that a nation's moves do not reach although they are hostile: ice, what lies beyond China, a doctrine or a pact."""

from __future__ import annotations

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.movement.movement_limits import check_ban
from engine.families.axis_allies.orders import Move, Offload
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.air.landing_places import is_frozen
from engine.titles.global_war_1936.nations import chinese, is_home, is_minor
from engine.titles.global_war_1936.treaties import bounds

ICE = Rule("move/tundra", "1.13")
CHINA = Rule("move/china", "13.3.1, 13.3.2")


def check_reach(position: Position, order: Move | Offload) -> list[Problem]:
    """Return what is wrong with where a combat move leads, whoever holds it."""
    return check_tundra(position, order) + check_china(position, order) + bounds.check_bounds(position, order)


def check_entry(position: Position, order: Order, way: tuple[str, ...], phase: str) -> list[Problem]:
    """Return what is wrong with where an order leads that is no move of its own: what a move may not enter it may not either.

    That is land with units of who is at peace with who comes (sections 0.5, 8.1), ice, what lies beyond China, a doctrine's and a
    pact's bounds. Every order that leads units into another area asks this, or is checked as a move is.
    """
    ashore = any(position.title.units[unit].cls == "land" for unit, _ in order.counts)
    banned = check_ban(position, "land", way[-1], phase) if ashore and not is_sea(position.title, way[-1]) else None
    return ([banned] if banned else []) + check_reach(position, Move(show_units(order.counts), join_path(way)))


def bars_landing(position: Position, zone: str, area: str) -> bool:
    """Return whether no troops of the nation on turn may land in an area from a sea zone, whether it is hostile or friendly."""
    order = Offload("", join_path((zone, area)))
    return is_frozen(position, area) or bool(check_china(position, order) or bounds.check_bounds(position, order))


def check_tundra(position: Position, order: Move | Offload) -> list[Problem]:
    """Return what is wrong with a move of land units into tundra and ice, with option `tundra` at `on`."""
    if not any(position.title.units[unit].cls == "land" for unit, _ in order.counts):
        return []
    return [
        ICE.broken(f"tundra and ice bar {area} to land units", found=area, expected="another way")
        for area in order.way[1:]
        if is_frozen(position, area)
    ]


def check_china(position: Position, order: Move | Offload) -> list[Problem]:
    """Return what is wrong with a move of a Chinese faction that has not evolved: it keeps to its home country (section 13.3)."""
    power = position.power
    if power not in chinese(position.title) or not is_minor(position, power):
        return []
    flies = all(position.title.units[unit].cls == "air" for unit, _ in order.counts)
    entered = order.way[-1:] if flies else order.way[1:]
    return [
        CHINA.broken(f"{power} keeps to its home country until it has evolved", found=area, expected="an area of China")
        for area in entered
        if not is_home(position.title, power, area)
    ]
