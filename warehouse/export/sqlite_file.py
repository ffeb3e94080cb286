"""One SQLite file, as Datasette serves it: a table for each table, lists as JSON, each row with a link to its game, meanings in a table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb

from warehouse import views
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.schema import ARROW_LISTS, TABLES, Column, Table

MEANINGS = "what_it_means"
"""Table with the meaning of every table (`column` is empty) and column."""

_TYPES = {"int": "INTEGER", "long": "INTEGER", "bool": "INTEGER", "real": "REAL"}
_PART = 10_000
_AS_FAST_AS_IT_GOES = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
"""A file that takes its place only when complete needs no journal, and so a killed export leaves none."""


def write_sqlite(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables to a new SQLite file; return table to rows.

    Raises:
        OSError: the disk refuses.
    """
    try:
        with closing(sqlite3.connect(place)) as made, views.connect(lake.state(), selection.only) as con:
            made.executescript(_AS_FAST_AS_IT_GOES)
            rows = {name: _copy(con, made, TABLES[name], "games" in selection.tables) for name in selection.tables}
            _explain(made, selection.tables)
            made.commit()
    except sqlite3.DatabaseError as error:  # a full disk, in SQLite's words
        raise OSError(f"SQLite says: {error}") from error
    return rows


def _copy(con: duckdb.DuckDBPyConnection, made: sqlite3.Connection, table: Table, with_games: bool) -> int:
    made.execute(f"CREATE TABLE {table.name} ({', '.join(_declared(table, column, with_games) for column in table.columns)})")
    answer = con.execute(f"SELECT {', '.join(map(_selected, table.columns))} FROM {table.name}")
    into = f"INSERT INTO {table.name} VALUES ({', '.join('?' for _ in table.columns)})"
    count = 0
    for part in _parts(answer):
        made.executemany(into, part)
        count += len(part)
    if table.name != "games" and any(column.name == "game_id" for column in table.columns):
        made.execute(f"CREATE INDEX {table.name}_by_game ON {table.name} (game_id)")
    return count


def _parts(answer: duckdb.DuckDBPyConnection) -> Iterator[Sequence[Sequence[Any]]]:
    while part := answer.fetchmany(_PART):
        yield part


def _declared(table: Table, column: Column, with_games: bool) -> str:
    linked = ""
    if column.name == "game_id":
        linked = " PRIMARY KEY" if table.name == "games" else " REFERENCES games (game_id)" if with_games else ""
    return f'"{column.name}" {_TYPES.get(column.type, "TEXT")}{linked}'


def _selected(column: Column) -> str:
    return f"CAST(to_json({column.name}) AS VARCHAR)" if column.type in ARROW_LISTS else column.name


def _explain(made: sqlite3.Connection, tables: Iterable[str]) -> None:
    columns = '"table" TEXT, "column" TEXT, type TEXT, unit TEXT, meaning TEXT, PRIMARY KEY ("table", "column")'
    made.execute(f"CREATE TABLE {MEANINGS} ({columns})")
    for table in map(TABLES.__getitem__, tables):
        rows = [(table.name, "", table.kind, "", table.meaning), *((table.name, c.name, c.type, c.unit, c.meaning) for c in table.columns)]
        made.executemany(f"INSERT INTO {MEANINGS} VALUES (?, ?, ?, ?, ?)", rows)


FORM = Form("an SQLite file", (".sqlite", ".sqlite3"), write_sqlite)
