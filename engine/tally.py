"""What each power has in a state: its units by class with their value, and the areas it holds with theirs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.rules import Position
from engine.state import GameState
from engine.title.model import Unit


class Held(NamedTuple):
    """What a power holds: `areas` that count, `production` of all, victory `cities`, `damage` of facilities."""

    areas: int = 0
    production: int = 0
    cities: int = 0
    damage: int = 0


NONE_HELD = Held()


def forces(
    state: GameState, units: Mapping[str, Unit], classes: Mapping[str, str], beside: Collection[str]
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return (power, class of units) to (units, TUV); what waits in the boxes `beside` the map is not counted."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for key, count in state.stacks.items():
        if key[0] in beside:
            continue
        kind = key[1], classes[key[2]]
        have, tuv = found.get(kind, (0, 0))
        found[kind] = (have + count, tuv + count * units[key[2]].worth(key[3]))
    return found


def holdings(
    state: GameState,
    values: Mapping[str, int],
    cities: Collection[str] = (),
    counted: Collection[str] = (),
    damage: Mapping[str, int] | None = None,
) -> dict[str, Held]:
    """Return what each power holds.

    Args:
        values: area to its value. cities: the victory cities. counted: areas that are counted. damage: area to damage points.
    """
    holds: dict[str, Held] = {}
    hurt = damage or {}
    for area, power in state.control.items():
        areas, production, towns, damaged = holds.get(power, NONE_HELD)
        holds[power] = Held(areas + (area in counted), production + values[area], towns + (area in cities), damaged + hurt.get(area, 0))
    return holds


class Worth(NamedTuple):
    """What a side has: `tuv` of its units on the map, `production` of its areas."""

    tuv: int = 0
    production: int = 0

    @property
    def strength(self) -> int:
        """Both together."""
        return self.tuv + self.production


def strengths(position: Position) -> dict[str, Worth]:
    """Return what each side that takes turns has."""
    title, state = position.title, position.state
    found = dict.fromkeys((position.side_of(power) for power in title.turns), Worth())
    boxes = {slug for slug, area in title.areas.items() if area.kind == "box"}
    classes = {slug: unit.cls for slug, unit in title.units.items()}
    for (power, _), (_, tuv) in forces(state, title.units, classes, boxes).items():
        if (side := position.side_of(power)) in found:
            found[side] = Worth(found[side].tuv + tuv, found[side].production)
    for power, held in holdings(state, {slug: area.value for slug, area in title.areas.items()}).items():
        if power and (side := position.side_of(power)) in found:
            found[side] = Worth(found[side].tuv, found[side].production + held.production)
    return found
