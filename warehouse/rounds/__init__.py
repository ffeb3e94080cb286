"""Tables of rounds: the state at the end of each round of a game and a summary of the round, computed when games are written.

They add no information; queries over thousands of games read these thousands of rows instead of millions. `<table>.sql`
beside this file says how each is computed, in DuckDB, from the tables and views of `warehouse`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

import duckdb
import polars as pl

from warehouse import views
from warehouse.schema import TABLES
from warehouse.statements import names_in

ROUND = "round"
"""The kind of these tables."""

NAMES = tuple(name for name, table in TABLES.items() if table.kind == ROUND)
"""The tables, in an order to make them in."""


def with_rounds(frames: Iterable[tuple[str, pl.DataFrame]]) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield each table of some games just as it comes, and at the end the tables of their rounds."""
    asked, kept = _asked(), {}
    for name, frame in frames:
        if name in asked:
            kept[name] = frame.select(asked[name])
        yield name, frame
    yield from rounds_of(kept).items()


def rounds_of(frames: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Return the tables of the rounds of some games, given all other tables of theirs; one that is left out has no rows.

    The same rows give the same sums to the last bit: one thread sums them up, in their order.
    """
    with _over(frames) as con:
        for name in NAMES:
            columns = ", ".join(f"{column}::{kind} AS {column}" for column, kind in TABLES[name].duckdb.items())
            con.execute(f"CREATE TABLE {name} AS SELECT {columns} FROM ({_text(name)})")
        return {name: con.sql(f"FROM {name}").pl().cast(dict(TABLES[name].polars)) for name in NAMES}


_KEPT = threading.local()
"""The connection of each thread: opening one and telling it the views takes as long as summing up a short game."""


@contextmanager
def _over(frames: Mapping[str, pl.DataFrame]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield DuckDB with these tables and the views over them; afterwards it holds no rows. What went wrong is not kept."""
    con = _KEPT.__dict__.pop("connection", None)
    new = con is None
    if con is None:
        con = duckdb.connect(config={"threads": 1})
    try:
        for name, columns in _asked().items():
            frame = frames[name] if name in frames else pl.DataFrame(schema=TABLES[name].polars).select(columns)
            con.register(name, frame.to_arrow(compat_level=pl.CompatLevel.newest()))
        for view in _views() if new else ():
            con.execute(f"CREATE VIEW {view} AS {views.sql_file(f'{view}.view.sql')}")
        yield con
        for name in NAMES:
            con.execute(f"DROP TABLE {name}")
        for name in _asked():
            con.unregister(name)
    except BaseException:
        con.close()
        raise
    _KEPT.connection = con


@cache
def _text(name: str) -> str:
    return files("warehouse").joinpath("rounds", f"{name}.sql").read_text("utf-8")


@cache
def _words() -> frozenset[str]:
    """Return the words in the SQL that computes the tables, including the views it uses."""
    words = set().union(*(names_in(_text(name)) for name in NAMES))
    for view in reversed(views.DERIVED):
        if view in words:
            words.update(names_in(views.sql_file(f"{view}.view.sql")))
    return frozenset(words)


@cache
def _views() -> tuple[str, ...]:
    return tuple(view for view in views.DERIVED if view in _words())


@cache
def _asked() -> dict[str, list[str]]:
    """Return the tables that are asked, each with the columns that are named: only these are held until all have come."""
    return {
        name: [column for column in table.duckdb if column in _words()]
        for name, table in TABLES.items()
        if name in _words() and table.kind != ROUND
    }
