"""Write the tables of the common maps from saves, which hold their game files, or from these themselves:
`python -m ingest.triplea.maps.build SAVE-OR-XML...`.

Of several files of a map the first one counts. A map that no file was given of keeps its rows.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.title.model import Title
from ingest.triplea.maps import HERE
from ingest.triplea.maps.game_file import read_game_file
from ingest.triplea.model import Save
from ingest.triplea.replay import start_state
from ingest.triplea.save import read_save
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import own_title

COLUMNS = {
    "maps": ("map", "name", "version", "dice_sides", "source"),
    "units": ("map", "unit", "name", "class", "cost", "attack", "defense", "move", "strength", "abilities", "triplea", "source"),
    "powers": ("map", "power", "name", "adjective", "side", "order", "triplea", "source"),
}
CLASSES = ("land", "air", "sea", "facility")
"""In the order in which rule books list them; the cheapest of each first."""
Rows = list[dict[str, str]]


def rows_of(save: Save, source: str) -> dict[str, Rows]:
    """Return the rows of each table for the map of a save; `source`: what it was read from."""
    title, _ = own_title(save, start_state(save)[0])
    key = slug(save.game)
    return {
        "maps": [dict(zip(COLUMNS["maps"], (key, save.game, save.map_version, str(save.dice_sides), source), strict=True))],
        "units": _units(title, key, source),
        "powers": _powers(title, key, source),
    }


def _units(title: Title, key: str, source: str) -> Rows:
    rows = []
    for row in sorted(title.units.values(), key=lambda row: (CLASSES.index(row.cls), row.cost, row.unit)):
        able = " ".join(f"{name}={value}" if value else name for name, value in row.abilities.items())
        figures = (row.cost, row.attack, row.defense, row.move, row.strength)
        cells = key, row.unit, row.name, row.cls, *map(str, figures), able, row.triplea, source
        rows.append(dict(zip(COLUMNS["units"], cells, strict=True)))
    return rows


def _powers(title: Title, key: str, source: str) -> Rows:
    rows = []
    for power in title.order:
        row = title.powers[power]
        cells = key, power, row.name, row.adjective, row.side, str(row.order), row.triplea, source
        rows.append(dict(zip(COLUMNS["powers"], cells, strict=True)))
    return rows


def _read(path: Path) -> tuple[Save, dict[str, Rows]]:
    if path.suffix.lower() == ".xml":
        save, source = read_game_file(path), f"game file {path.name}"
    else:
        save, source = read_save(path), f"game file in {path.name}"
    return save, rows_of(save, source)


def main(paths: Iterable[str]) -> None:
    """Write the tables."""
    found: dict[str, dict[str, Rows]] = {}
    for path in map(Path, paths):
        save, rows = _read(path)
        found.setdefault(slug(save.game), rows)
    for table, columns in COLUMNS.items():
        kept = [row for row in _old(table) if row["map"] not in found]
        every = sorted([*kept, *(row for one in found.values() for row in one[table])], key=lambda row: row["map"])
        with (HERE / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(every)


def _old(table: str) -> Rows:
    path = HERE / f"{table}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main(sys.argv[1:])
