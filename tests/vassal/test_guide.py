"""The guide to games of VASSAL names every table and column of a module, and no other."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import fields

from ingest.vassal.adapter import AreaRow, PieceRow, PowerRow, PropertyRow, TraitRow, UnitRow
from ingest.vassal.geometry import BoardRow, GridRow, MapRow, RegionRow, ZoneRow

GUIDE = Path(__file__).parents[2] / "docs" / "vassal.md"
TABLES = {
    "maps.csv": MapRow, "boards.csv": BoardRow, "zones.csv": ZoneRow, "grids.csv": GridRow, "regions.csv": RegionRow,
    "areas.csv": AreaRow, "pieces.csv": PieceRow, "units.csv": UnitRow, "powers.csv": PowerRow, "properties.csv": PropertyRow,
    "traits.csv": TraitRow,
}  # fmt: skip


def test_the_guide_lists_the_columns_of_every_table() -> None:
    rows = [line.strip("| ").split(" | ") for line in GUIDE.read_text(encoding="utf-8").splitlines() if ".csv` |" in line]
    assert {name.strip("`"): columns.split(", ") for name, _, columns in rows} == {
        name: [field.name for field in fields(row)] for name, row in TABLES.items()
    }
