"""Access to a lake: DuckDB views and polars frames over exactly the live files of one version."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from graphlib import TopologicalSorter
from importlib.resources import files
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa

from engine.title.columns import nearest
from warehouse import cache, checksums, columns_of_answers
from warehouse.errors import FROM_A_COPY, LakeError, not_there
from warehouse.kept_tables import KeptTables
from warehouse.schema import TABLES, Table
from warehouse.state import LakeState
from warehouse.statements import expect_question, names_in

_VIEW = ".view.sql"


def _asked() -> dict[str, tuple[str, ...]]:
    """Return every view with all tables and views it asks, itself or through others; those it asks stand before it."""
    folder = files("warehouse").joinpath("measures")
    texts = {file.name.removesuffix(_VIEW): file.read_text("utf-8") for file in folder.iterdir() if _VIEW in file.name}
    direct = {name: names_in(text) - {name} for name, text in texts.items()}
    found: dict[str, tuple[str, ...]] = {}
    for name in TopologicalSorter({name: direct[name] & set(texts) for name in sorted(texts)}).static_order():
        through = set().union(*(found[view] for view in direct[name] & set(texts)))
        found[name] = tuple(one for one in (*TABLES, *found) if one in direct[name] | through)
    return found


_ASKED = _asked()

DERIVED: dict[str, tuple[str, ...]] = {view: tuple(name for name in asked if name in TABLES) for view, asked in _ASKED.items()}
"""Views that are questions themselves, `measures/<name>.view.sql`, with the tables they read; in an order to make them in."""

warnings.filterwarnings("ignore", "Arrow output on a DB-API result makes an extra copy", UserWarning)  # see _short

MACROS = "macros.sql"
"""File of warehouse/measures with what several measures compute alike; it must be executed wherever a measure is asked."""

SHARED = ("retold", "league_seats")
"""Views that questions about many games share and that take longer than these, in an order to make them in; each asks no view but these."""

_DAMAGE = {duckdb.Error, duckdb.IOException, duckdb.SerializationException, duckdb.InternalException}
"""What DuckDB raises of a file that is damaged: of a block with a wrong checksum the mere Error."""

_CHOSEN = "chosen_games"

_NO_TABLE = re.compile(r"Table with name (.+?) does not exist")


def connect(state: LakeState, games: Collection[str] | None = None, query: str = "") -> duckdb.DuckDBPyConnection:
    """Return an in-memory DuckDB connection with a view for each table of one version of a lake.

    Args:
        state: the version to show. games: show only these games, and open only the files that hold them; all when None.
        query: what will be asked, where it is known: then only files that it may name are held against their checksums.

    Raises:
        LakeError: a file is damaged or gone.
    """
    con = database()
    state.store.teach(con)
    _make_views(con, "VIEW", state, _named_in(query), games)
    return con


def database() -> duckdb.DuckDBPyConnection:
    """Return an in-memory database that has the macros and no table.

    It keeps what it has read of the files' structure: files never change.
    """
    con = duckdb.connect()
    con.execute("SET parquet_metadata_cache = true")
    con.execute("SET enable_progress_bar = false")  # it would be printed among what a command prints
    con.execute(sql_file(MACROS))
    return con


def _make_views(
    con: duckdb.DuckDBPyConnection,
    kind: str,
    state: LakeState,
    names: set[str],
    games: Collection[str] | None,
    cached: str = "",
) -> None:
    tables, derived = _wanted(names)
    queries = {name: _select(state, TABLES[name], games, cached) for name in tables}
    if games is not None:
        _choose(con, kind, games)
    for name, query in (queries | {name: _view(name) for name in derived}).items():
        _create(con, state, f"{kind} {name}", query)


def _create(con: duckdb.DuckDBPyConnection, state: LakeState, what: str, query: str) -> None:
    """Make a table or view of a SELECT; `what` is its kind and name."""
    try:
        con.execute(f"CREATE {what} AS {query}")
    except duckdb.Error as error:
        name = what.rpartition(" ")[2]
        reason = str(error).partition("\n")[0]
        raise LakeError(f"{state.root}: {name} cannot be read: {reason}; {FROM_A_COPY}") from error


def _wanted(names: set[str]) -> tuple[list[str], list[str]]:
    """Return the tables and the views that are needed to ask these, each in an order to make them in."""
    wanted = names.union(*(_ASKED[name] for name in names & set(_ASKED)))
    return [name for name in TABLES if name in wanted], [name for name in DERIVED if name in wanted]


@lru_cache
def _view(name: str) -> str:
    return sql_file(f"{name}.view.sql")


def _choose(con: duckdb.DuckDBPyConnection, kind: str, games: Collection[str]) -> None:
    """Make the table of the games that views show: thousands of ids in the text of each view would be slow to read."""
    table = kind.replace("VIEW", "TABLE")
    con.execute(f"CREATE {table} {_CHOSEN} AS SELECT unnest($games::VARCHAR[]) AS game_id", {"games": list(games)})


def sql_file(name: str) -> str:
    """Return the text of a file of warehouse/measures."""
    return files("warehouse").joinpath("measures", name).read_text("utf-8")


def _select(state: LakeState, table: Table, games: Collection[str] | None, cached: str) -> str:
    if cached:
        return f"SELECT {', '.join(table.duckdb)} FROM {cached}.{table.name}{_only(games)}"
    paths = _sound_files(state, table.name, games)
    if not paths:
        return f"SELECT {', '.join(f'NULL::{kind} AS {name}' for name, kind in table.duckdb.items())} WHERE false"
    listed = ", ".join(_quoted(glob_free(path)) for path in paths)
    only = _only(games)
    return f"SELECT {', '.join(table.duckdb)} FROM read_parquet([{listed}]){only}"


def _sound_files(state: LakeState, table: str, games: Collection[str] | None) -> list[Path | str]:
    """Return the live files of a table that hold games, once they were held against the log's checksums."""
    checksums.check(state, table, state.holding(games))
    return state.files(table, games)


def _only(games: Collection[str] | None) -> str:
    """Return the condition on the games; a single one is named, so that files without it are skipped by their statistics."""
    if games is None:
        return ""
    if len(games) == 1:
        return f" WHERE game_id = {_quoted(*games)}"
    return f" WHERE game_id IN (SELECT game_id FROM {_CHOSEN})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def glob_free(path: Path | str) -> str:
    """Return a path in which DuckDB finds no pattern."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in str(path))


def ask(
    kept_tables: KeptTables,
    state: LakeState,
    query: str,
    params: dict[str, Any] | Sequence[Any] | None = None,
    games: Collection[str] | None = None,
    names: Collection[str] = (),
) -> pl.DataFrame:
    """Return the answer to a query, whole numbers as 64-bit ints (DuckDB's sums are wider).

    Args:
        kept_tables: where to ask; what is made there for the query is seen by no other. state: the version to ask.
        query: a SELECT. params: its values. games: see connect.
        names: the tables and views that it asks, where they are known; else all that its words may mean.

    Raises:
        LakeError: DuckDB refuses the query, or it has no answer.
    """
    wanted = set(names) or _named_in(query)
    try:
        with _views(kept_tables, state, wanted, games) as con:
            return answer(con, query, params, short=games is not None and len(games) == 1)
    except LakeError as error:
        # a block of the cache that is damaged shows only now, and the lake itself is whole
        if type(error.__cause__) not in _DAMAGE or not cache.pass_over(state):
            raise
    return ask(kept_tables, state, query, params, games, names)


@contextmanager
def _views(
    kept_tables: KeptTables, state: LakeState, names: set[str], games: Collection[str] | None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection in which these tables and views can be asked."""
    game = next(iter(games)) if games is not None and len(games) == 1 else ""
    if game in state.holder and len(names) < len(TABLES):
        with _of_game(kept_tables, state, names, game) as con:
            yield con
    elif games is None and len(names) < len(TABLES) and (shared := [name for name in SHARED if name in _wanted(names)[1]]):
        with _of_version(kept_tables, state, names, shared) as con:
            yield con
    else:
        with kept_tables.db.cursor() as con:
            _make_views(con, "TEMP VIEW", state, names, games, cache.attached(kept_tables.db, state))
            yield con


@contextmanager
def _of_game(kept_tables: KeptTables, state: LakeState, names: set[str], game: str) -> Iterator[duckdb.DuckDBPyConnection]:
    tables, derived = _wanted(names)
    queries = {f"TABLE {name}": _select(state, TABLES[name], [game], "") for name in tables}
    queries |= {f"VIEW {name}": _view(name) for name in derived}

    def create(con: duckdb.DuckDBPyConnection, what: str) -> None:
        """Make a view a table, too: several measures ask it, and of one game it has few rows."""
        _create(con, state, what.replace("VIEW ", "TABLE "), queries[what])

    with kept_tables.games.at((state.holder[game].batch, game), queries, create) as con:
        yield con


@contextmanager
def _of_version(kept_tables: KeptTables, state: LakeState, names: set[str], shared: list[str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection in which the views of SHARED are tables."""
    cached = cache.attached(kept_tables.db, state)

    def create(con: duckdb.DuckDBPyConnection, what: str) -> None:
        name = what.removeprefix("VIEW ")
        _make_views(con, "OR REPLACE TEMP VIEW", state, set(DERIVED[name]), None, cached)
        _create(con, state, f"TABLE {name}", _view(name))

    version, digest = cache.stamp_of(state)
    with kept_tables.versions.at((str(version), digest), [f"VIEW {name}" for name in shared], create) as con:
        _make_views(con, "OR REPLACE TEMP VIEW", state, names - set(shared), None, cached)
        yield con


def _named_in(query: str) -> set[str]:
    """Return the views that a query may name; all when it names none (SHOW TABLES)."""
    return set(names_in(query) & {*TABLES, *DERIVED}) or {*TABLES, *DERIVED}


def answer(
    con: duckdb.DuckDBPyConnection,
    query: str,
    params: dict[str, Any] | Sequence[Any] | None = None,
    most: int | None = None,
    short: bool = False,
) -> pl.DataFrame:
    """Return the answer to a query on a connection that has its views.

    Args:
        con: the connection. query: a SELECT. params: its values. most: rows to return at most; all when None.
        short: whether the answer has thousands of rows at most; it is then made without planning the query twice.

    Raises:
        LakeError: DuckDB refuses the query, or it is not one question.
    """
    try:
        expect_question(query)
        rows = _short(con, query, params) if short and most is None else _long(con, query, params, most)
        if texts := columns_of_answers.out_of_bounds(rows):
            rows = _long(con, query, params, most, texts)
        return columns_of_answers.narrow(pl.DataFrame(rows))
    except duckdb.Error as error:
        raise LakeError(f"the query cannot be answered: {_unknown_table(error) or error}") from error
    except (pl.exceptions.PolarsError, pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        raise LakeError(f"the answer cannot be shown: {error}; turn its columns into text or numbers: CAST(x AS VARCHAR)") from error


def _unknown_table(error: duckdb.Error) -> str:
    """Return which table a query names that is not there, with the cure; nothing of any other error."""
    found = _NO_TABLE.search(str(error)) if isinstance(error, duckdb.CatalogException) else None
    if not found:
        return ""
    close = nearest(found[1], [*TABLES, *DERIVED])
    own = "SHOW TABLES lists them; a frame of your own is seen by `Lake.connect()`, a connection of DuckDB"
    return f"no table or view {found[1]!r}; {f'did you mean {close!r}? ' if close else ''}{own}"


def _long(con: duckdb.DuckDBPyConnection, query: str, params: Any, most: int | None, texts: frozenset[int] = frozenset()) -> pa.Table:
    asked = columns_of_answers.as_arrow_takes_them(con.sql(query, params=params), texts)
    rows = (asked if most is None else asked.limit(most)).to_arrow_table()
    if len({name.lower() for name in rows.column_names}) == rows.num_columns:
        return rows
    return rows.rename_columns(asked.limit(0).pl().columns)  # polars gets a name of its own for each column


def _short(con: duckdb.DuckDBPyConnection, query: str, params: Any) -> pa.Table:
    """Ask at once: a relation, as `sql` makes, is bound once to know its columns and again to be asked.

    DuckDB warns here of a copy of the rows, which costs less than the second binding as long as they are few.
    """
    told = con.execute(query, params)
    if columns_of_answers.has_others([kind for _, kind, *_ in told.description or ()]):
        told.abort()  # else the connection counts as busy
        return _long(con, query, params, None)
    rows: pa.Table = told.to_arrow_table()
    if len({name.lower() for name in rows.column_names}) < rows.num_columns:
        return _long(con, query, params, None)  # where columns of one name get names of their own
    return rows


def scan(state: LakeState, table: str, game_id: str | None = None) -> pl.LazyFrame:
    """Return a table as a polars lazy frame; with a game its rows only, of the files that hold it.

    Raises:
        LakeError: there is no such table or game, or a file of it is damaged or gone.
    """
    declared = table_named(table)
    game_id = None if game_id is None else state.find(game_id)
    games = None if game_id is None else [game_id]
    checksums.check(state, table, state.holding(games))
    keys = state.keys(table, games)
    if not keys:
        return pl.LazyFrame(schema=declared.polars)
    frame = state.store.scan(keys)
    return frame if game_id is None else frame.filter(pl.col("game_id") == game_id)


def table_named(name: str) -> Table:
    """Return a declared table; LakeError when there is none of that name."""
    if name not in TABLES:
        raise LakeError(not_there("table", name, list(TABLES)))
    return TABLES[name]
