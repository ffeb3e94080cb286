"""Selection of the units that an order means, and orders that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.condition import Condition, parse_condition
from engine.families.axis_allies import orders as o
from engine.families.axis_allies.board import Stacks, own_stacks
from engine.forces import without_steps
from engine.orders import EMPTY, unknown_names
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

WORDS = Rule("words", "Order of Play", FATAL)
TURN = Rule("turn", "Multinational Forces", FATAL)
UNITS = Rule("units", "Game Board", FATAL)

Load = tuple[tuple[str, str], ...]
"""A ship's cargo as its condition lists it: (power, unit), sorted."""
Bar = Callable[[Stack, Condition], Problem | None]
"""Returns why the units of a stack cannot carry out the order, or None if they can."""


class Selection(NamedTuple):
    """The units of one type that an order takes: stacks to draw from, and the number available.

    `draws` holds at most the number asked for, able units first; `barred` says why the next unit is not able.
    """

    draws: Stacks
    present: int
    able: int
    barred: Problem | None


def load_of(order: o.Move | o.Load | o.Offload, power: str) -> Load:
    """Return an order's `cargo` as a ship's condition lists it, `empty` as nothing; units that name no power are `power`'s."""
    if order.cargo == EMPTY:
        return ()
    items = without_steps(order.listed("cargo"))
    return tuple(sorted((item.power or power, item.unit) for item in items for _ in range(item.count)))


def unreadable(position: Position, order: o.Move | o.Load | o.Offload, phase: str) -> list[Problem]:
    """Return the (fatal) problems of an order that cannot be understood: unknown names, no path, other powers' units."""
    wrong = unknown_names(order, position.title)
    if wrong:
        return [WORDS.in_phase(phase).broken(message) for _, message in wrong]
    if len(order.way) < 2 or not order.units.strip():
        return [
            WORDS.in_phase(phase).broken(
                "the order names no units or no way for them",
                found=f"units {order.units!r}, path {order.path!r}",
                expected="units, and a path such as 'a > b'",
            )
        ]
    power = position.power
    return [
        TURN.in_phase(phase).broken("only the power on turn moves its units", found=item.power, expected=power)
        for item in order.forces
        if item.power not in ("", power)
    ]


def select(
    position: Position,
    area: str,
    unit: str,
    count: int,
    bar: Bar,
    skip: Callable[[Condition], bool] = lambda _: False,
    load: Load = (),
) -> Selection:
    """Choose `count` units of one type among the power's own in an area; cargo is never chosen.

    Able units come before others; among them ships with the smaller load, then units with the least movement
    left, then those whose condition comes first as text. Ships that carry exactly `load` come before all these.

    Args:
        bar: says why a stack is not able. skip: says which stacks are not meant at all.
    """
    able: Stacks = []
    other: Stacks = []
    barred = None
    for key, n in own_stacks(position, area, position.power):
        condition = parse_condition(key.condition)
        if key.unit != unit or condition.aboard or skip(condition):
            continue
        problem = bar(key, condition)
        barred = barred or problem
        (other if problem else able).append((key, n))
    able.sort(key=lambda item: _preference(item[0], load))
    other.sort(key=lambda item: _preference(item[0], load))
    total = sum(n for _, n in able)
    return Selection(_draw(able + other, count), total + sum(n for _, n in other), total, barred)


def _preference(key: Stack, load: Load) -> tuple[bool, int, int, Stack]:
    condition = parse_condition(key.condition)
    return condition.cargo != load, len(condition.cargo), -condition.used, key


def _draw(stacks: Stacks, count: int) -> Stacks:
    drawn = []
    for key, n in stacks:
        if count <= 0:
            break
        taken = min(n, count)
        drawn.append((key, taken))
        count -= taken
    return drawn


def too_few(position: Position, phase: str, area: str, unit: str, count: int, present: int) -> Problem:
    """Return the (fatal) problem of an order that names more units than there are."""
    return UNITS.in_phase(phase).broken(f"{position.power} has too few {unit} in {area}", found=str(present), expected=f"at least {count}")
