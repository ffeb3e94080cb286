"""What ships may carry into a battle: how units are stowed aboard, and why they cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.families.axis_allies.transports import ROOM, Item, fits
from engine.title.model import Title


def spread(title: Title, load: Mapping[tuple[str, str], int], ships: int) -> list[list[Item]] | Item:
    """Return what each of so many ships carries, evenly: large cargo first; or the first piece for which there is no room.

    Args:
        load: (unit, power) to how many.
    """
    holds: list[list[Item]] = [[] for _ in range(ships)]
    for unit, power in sorted(_one_by_one(load), key=lambda kind: _is_light(title, kind[0])):
        room = next((items for items in sorted(holds, key=len) if fits(title, tuple(items), unit)), None)
        if room is None:
            return power, unit
        room.append((power, unit))
    return holds


def not_carried(title: Title, ships: Mapping[tuple[str, str], int], load: Mapping[tuple[str, str], int]) -> str:
    """Return why ships cannot carry units into a battle; empty if they can.

    Args:
        ships, load: (unit, power) to how many.
    """
    rows = title.units
    for unit, _ in ships:
        if not rows[unit].has("carries-land"):
            able = ", ".join(row.unit for row in rows.values() if row.has("carries-land")) or "no ship"
            return f"{unit} carries no land units: of {title.name} {able} may"
    for unit, _ in load:
        if rows[unit].cls != "land" or not rows[unit].has("cargo"):
            able = ", ".join(row.unit for row in rows.values() if row.cls == "land" and row.has("cargo"))
            return f"{unit} is carried by no ship to a battle: expected {able}"
    number, many = sum(ships.values()), sum(load.values())
    if many and isinstance(spread(title, load, number), list):
        return ""
    heavy = sum(n for (unit, _), n in load.items() if not _is_light(title, unit))
    return f"found {many} land units, {heavy} of heavy cargo; expected {ROOM * number} land units at most, {number} of them of heavy cargo"


def _one_by_one(load: Mapping[tuple[str, str], int]) -> Iterable[tuple[str, str]]:
    return (kind for kind, n in load.items() for _ in range(n))


def _is_light(title: Title, unit: str) -> bool:
    return title.units[unit].abilities.get("cargo") == "light"
