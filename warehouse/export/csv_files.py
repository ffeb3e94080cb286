"""A folder of CSV files, one a table; lists are joined by a space, because CSV has none."""

from __future__ import annotations

from pathlib import Path

from warehouse import views
from warehouse.export.flat import flat_columns
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.schema import TABLES


def write_csv(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables as `<table>.csv` into a new folder; return table to rows."""
    place.mkdir()
    rows = {}
    with views.connect(lake.state(), selection.only) as con:
        for name in selection.tables:
            query = f"SELECT {flat_columns(TABLES[name])} FROM {name}"
            con.execute(f"COPY ({query}) TO $path (HEADER, DELIMITER ',')", {"path": str(place / f"{name}.csv")})
            ((rows[name],),) = con.execute(f"SELECT count(*) FROM {name}").fetchall()
    return rows
