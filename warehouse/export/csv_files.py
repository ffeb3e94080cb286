"""A folder of CSV files, one per table; lists are joined by spaces, because CSV has none, and no text acts as a formula."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from warehouse import views
from warehouse.export.flat import flat_columns
from warehouse.export.form import Form
from warehouse.export.formulas import column_as_text
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
            if not selection.raw:
                query = f"SELECT {_safe(name)} FROM ({query})"
            con.execute(f"COPY ({query}) TO $path (HEADER, DELIMITER ',')", {"path": str(place / f"{name}.csv")})
            ((rows[name],),) = con.execute(f"SELECT count(*) FROM {name}").fetchall()
    return rows


def _safe(table: str) -> str:
    """Return the SQL select list that keeps text in flat rows from acting as a formula."""
    told = TABLES[table].polars.items()
    texts = [name for name, kind in told if kind == pl.List or kind == pl.String]
    return f"* REPLACE ({', '.join(f'{column_as_text(name)} AS {name}' for name in texts)})"


FORM = Form("CSV files", ("",), write_csv, lambda entry: entry.suffix == ".csv" and entry.stem in TABLES and entry.is_file())
