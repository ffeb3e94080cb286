"""Measures: one question, one SQL file (DuckDB dialect), named parameters. The first comment line is the question.

A family has a folder; its measures.csv and columns.csv explain the measures and their columns (see
`warehouse.dictionary`). `*.view.sql` are questions that several measures ask: views beside the tables of a lake;
macros.sql holds their shared computations.

A measure of one game takes `game_id` and opens only the files that hold that game. Every round from 0 (the
set-up) to the last is present, and every power or side in each, whether or not anything happened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import takewhile
from typing import Any

import duckdb
import polars as pl

from warehouse import dictionary, statements, views
from warehouse.errors import LakeError, not_there
from warehouse.kept_tables import KeptTables
from warehouse.log import LakeState
from warehouse.schema import TABLES


def names() -> tuple[str, ...]:
    """Return the names of all measures."""
    return tuple(sorted(_paths()))


def family(name: str) -> str:
    """Return the family of a measure: the folder that its file is in."""
    return _path(name).partition("/")[0]


def question(name: str) -> str:
    """Return a measure's question, in one line."""
    return _text(name).partition("\n")[0].removeprefix("--").strip()


@lru_cache
def parameters(name: str) -> tuple[str, ...]:
    """Return the names of a measure's parameters."""
    return statements.parameters(_text(name))


@lru_cache
def columns(name: str) -> tuple[str, ...]:
    """Return the columns of a measure's result, in order, as computed on an empty lake."""
    with _no_games().cursor() as con:
        return tuple(con.sql(_text(name), params=dict.fromkeys(parameters(name)) or None).columns)


def view_meaning(name: str) -> str:
    """Return the meaning of a view (one of `views.DERIVED`): the first comment of its file."""
    lines = takewhile(lambda line: line.startswith("--"), views.sql_file(f"{name}.view.sql").splitlines())
    return " ".join(line.removeprefix("--").strip() for line in lines)


@lru_cache
def view_columns(name: str) -> tuple[str, ...]:
    """Return the columns of a view, in order."""
    with _no_games().cursor() as con:
        return tuple(con.sql(f"FROM {name}").columns)


@lru_cache(maxsize=1)
def _no_games() -> duckdb.DuckDBPyConnection:
    """Return a database with every table and view, and no rows; made once, since all measures may be asked for their columns."""
    con = views.database()
    for table in TABLES.values():
        told = ", ".join(f"{column} {kind}" for column, kind in table.duckdb.items())
        con.execute(f"CREATE TABLE {table.name} ({told})")
    for view in views.DERIVED:
        con.execute(f"CREATE VIEW {view} AS {views.sql_file(f'{view}.view.sql')}")
    return con


def measure(kept_tables: KeptTables, state: LakeState, name: str, games: Collection[str] | None = None, **params: Any) -> pl.DataFrame:
    """Return a measure of one version of a lake, using its kept tables (see views.ask).

    A parameter that measures.csv marks as optional may be left out, or None: it filters nothing then. A measure of many games
    asks only `games`, by id, when they are given.

    Raises:
        LakeError: no such measure; a parameter is missing, unknown, or names a game that is not there.
    """
    given = arguments(name, params)
    if (game := given.get("game_id")) is not None:
        given["game_id"] = game = state.find(game)
    asked = state.found(games) if game is None else [game]
    return views.ask(kept_tables, state, _text(name), given or None, asked, asks(name))


@lru_cache
def asks(name: str) -> tuple[str, ...]:
    """Return the tables and views that a measure queries directly."""
    named = statements.tables_in(_text(name))
    return tuple(one for one in (*TABLES, *views.DERIVED) if one in named)


def arguments(name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for each parameter of a measure, None for an optional one that is left out.

    Raises:
        LakeError: no such measure; a parameter is missing or unknown.
    """
    wanted, optional = parameters(name), _optional(name)
    if not set(wanted) - optional <= set(params) <= set(wanted):
        found = ", ".join(sorted(params)) or "none"
        raise LakeError(f"measure {name!r} with parameters {found}; expected {_listed(wanted, optional)}")
    return dict.fromkeys(wanted) | dict(params)


def _listed(wanted: tuple[str, ...], optional: frozenset[str]) -> str:
    return ", ".join(f"{name} (optional)" if name in optional else name for name in wanted) or "none"


def _optional(name: str) -> frozenset[str]:
    told = dictionary.measures().get(name)
    return frozenset(one.name for one in told.parameters if not one.required) if told else frozenset()


@lru_cache
def _paths() -> dict[str, str]:
    """Return measure to its file below warehouse/measures."""
    folder = files("warehouse").joinpath("measures")
    return {
        file.name.removesuffix(".sql"): f"{family.name}/{file.name}"
        for family in folder.iterdir()
        if family.is_dir()
        for file in family.iterdir()
        if file.name.endswith(".sql")
    }


def _path(name: str) -> str:
    if name not in _paths():
        raise LakeError(not_there("measure", name, names()))
    return _paths()[name]


@lru_cache
def _text(name: str) -> str:
    return views.sql_file(_path(name))
