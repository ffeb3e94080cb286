"""Which fighters go up against a strategic bombing raid (Global 1940: escorts and interceptors)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, is_friendly
from engine.families.axis_allies.combat.bombing import interceptors
from engine.families.axis_allies.orders import Intercept
from engine.families.axis_allies.vocabulary import INTERCEPTED
from engine.forces import show_units
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Strategic Bombing Raids"

INTERCEPT = Rule("raid/intercept", SECTION)


def chosen(position: Position, order: Intercept, area: str) -> Stacks:
    """Return the stacks present that an order sends up."""
    return _take(position, order, area)[0]


def check_intercept(position: Position, order: Intercept, area: str) -> list[Problem]:
    """Return what is wrong with sending up interceptors."""
    if not _take(position, order, area)[1]:
        return []
    there = show_units((key.unit, n, key.power) for key, n in interceptors(position, area)) or "none"
    return [INTERCEPT.broken("only fighters in the area that is raided intercept", found=order.units, expected=there)]


def _take(position: Position, order: Intercept, area: str) -> tuple[Stacks, int]:
    """Return the stacks that an order means, and how many units of it are not there."""
    left = dict(interceptors(position, area))
    taken: dict[Stack, int] = {}
    missing = 0
    for unit, count, power in order.forces:
        for key in sorted(left):
            n = min(count, left[key]) if key.unit == unit and power in ("", key.power) else 0
            if n:
                taken[key] = taken.get(key, 0) + n
                left[key] -= n
                count -= n
        missing += count
    return list(taken.items()), missing


def remove_grounded(play: Play) -> None:
    """Destroy fighters that have met a raid on an area which has been taken since: they had no part in its battle, and nowhere to land."""
    met = [item for item in play.state.stacks.items() if INTERCEPTED in item[0].condition]
    for key, count in met:
        if INTERCEPTED in condition_of(key).words and not is_friendly(play.position, key.area, key.power):
            play.emit(UnitsRemoved(key.power, key.unit, count, key.area, key.strength, "no-landing", key.condition))
