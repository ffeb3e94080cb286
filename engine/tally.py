"""What each power has in a state: its units by class with their value, and the areas it holds with theirs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

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
        holds[power] = Held(
            areas + (area in counted), production + values[area], towns + (area in cities), damaged + hurt.get(area, 0)
        )
    return holds
