"""The tables of global-1939 as they are loaded, and sums over them."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.titles import load_title

FOLDER = Path(__file__).parents[2] / "engine" / "titles" / "global_1939"
TITLE = load_title("global-1939")
HOLDER = {row.area: row.power for row in TITLE.holdings}
NEUTRALS = {power for power, row in TITLE.nations.items() if row.kind == "neutral"}


def rows(table: str) -> list[dict[str, str]]:
    """Return the rows of one CSV table as they stand in the file."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def value(areas: Iterable[str]) -> int:
    """Return the IPCs of areas."""
    return sum(TITLE.areas[area].value for area in areas)


def held_by(*powers: str) -> list[str]:
    """Return the areas that powers hold at the start."""
    return [area for area, holder in HOLDER.items() if holder in powers]


def points() -> Counter[str]:
    """Return power to its victory points at the start."""
    found: Counter[str] = Counter()
    for area, city in TITLE.cities.items():
        found[HOLDER[area]] += city.points
    return found
