"""One DuckDB file: every table as a native table with its meaning as a comment, and the views and macros over them."""

from __future__ import annotations

from pathlib import Path

import duckdb

from warehouse import views
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.schema import TABLES, Table


def write_duckdb(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables to a new DuckDB file, with the views whose tables are included; return table to rows."""
    rows = {}
    with views.connect(lake.state(), selection.only) as con:
        con.execute(f"ATTACH {_text(str(place))} AS made")
        for name in selection.tables:
            con.execute(f"CREATE TABLE made.{name} AS SELECT * FROM {name}")
            ((rows[name],),) = con.execute(f"SELECT count(*) FROM made.{name}").fetchall()
        con.execute("BEGIN")  # each of the hundreds of comments would be a commit of its own, longer than writing a small table
        for name in selection.tables:
            _comment(con, TABLES[name])
        con.execute("COMMIT")
        con.execute("USE made")
        con.execute(views.sql_file(views.MACROS))
        for name, needs in views.DERIVED.items():
            if set(needs) <= set(selection.tables):
                con.execute(f"CREATE VIEW made.{name} AS {views.sql_file(f'{name}.view.sql')}")
        con.execute("USE memory")
        con.execute("DETACH made")
    return rows


def _comment(con: duckdb.DuckDBPyConnection, table: Table) -> None:
    con.execute(f"COMMENT ON TABLE made.{table.name} IS {_text(table.meaning)}")
    for column in table.columns:
        con.execute(f"COMMENT ON COLUMN made.{table.name}.{column.name} IS {_text(column.meaning)}")


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


FORM = Form("a DuckDB file", (".duckdb", ".db"), write_duckdb)
