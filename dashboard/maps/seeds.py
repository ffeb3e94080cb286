"""Where the areas of a title stand: the points of its areas.csv and the extra ones of its hints."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

HINTS = Path(__file__).parent / "hints"
NO_AREA = {"no-land": "land", "no-sea": "sea"}
"""Names in a hints file for places that belong to no area of the board, and their kind."""


@dataclass(frozen=True)
class Seed:
    """A place that belongs to an area: kind is land or sea, lon and lat are degrees."""

    area: str
    kind: str
    lon: float
    lat: float


def read_areas(folder: Path) -> list[Seed]:
    """Return one seed per area of a title folder, from its areas.csv; boxes are no places and have none."""
    rows = [row for row in _rows(folder / "areas.csv") if row["kind"] != "box"]
    return [Seed(row["area"], row["kind"], float(row["lon"]), float(row["lat"])) for row in rows]


def read_hints(title: str, areas: list[Seed]) -> list[Seed]:
    """Return the extra seeds of a title, none when it has no hints file.

    Raises:
        ValueError: a row names no area of the title; the message says the file and line.
    """
    path = HINTS / f"{title}.csv"
    if not path.is_file():
        return []
    kinds = {seed.area: seed.kind for seed in areas} | NO_AREA
    out = []
    for line, row in enumerate(_rows(path), start=2):
        if row["area"] not in kinds:
            raise ValueError(f"{path}, line {line}: found area {row['area']!r}; expected an area of {title}, {' or '.join(NO_AREA)}")
        out.append(Seed(row["area"], kinds[row["area"]], float(row["lon"]), float(row["lat"])))
    return out


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
