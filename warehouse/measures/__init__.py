"""Measures: one question, one SQL file (DuckDB dialect), named parameters. The first comment line is the question.

A measure of one game asks for `game_id` and opens only the files that hold that game. Every round from 0 (the
set-up) to the last is present, and every power or side in each, whether or not anything happened.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

import duckdb
import polars as pl

from warehouse import views
from warehouse.errors import LakeError
from warehouse.log import LakeState

_COMMENT = re.compile(r"--[^\n]*")
_PARAMETER = re.compile(r"\$([a-z_]+)")


def names() -> tuple[str, ...]:
    """Return the names of all measures."""
    found = (path.name for path in files("warehouse").joinpath("measures").iterdir())
    return tuple(sorted(name.removesuffix(".sql") for name in found if name.endswith(".sql") and ".view." not in name))


def question(name: str) -> str:
    """Return what a measure answers, in one line."""
    return _text(name).partition("\n")[0].removeprefix("--").strip()


def parameters(name: str) -> tuple[str, ...]:
    """Return the names of a measure's parameters."""
    return tuple(dict.fromkeys(_PARAMETER.findall(_COMMENT.sub("", _text(name)))))


def measure(db: duckdb.DuckDBPyConnection, state: LakeState, name: str, **params: Any) -> pl.DataFrame:
    """Return the answer to a measure's question over one version of a lake, asked in `db` (see views.ask).

    Raises:
        LakeError: no such measure; a parameter is missing, unknown, or names a game that is not there.
    """
    text, wanted = _text(name), parameters(name)
    if set(params) != set(wanted):
        found = ", ".join(sorted(params)) or "none"
        raise LakeError(f"measure {name!r} with parameters {found}; expected {', '.join(wanted) or 'none'}")
    game = params.get("game_id")
    if game is not None and game not in state.holder:
        raise LakeError(f"{state.root}: no game {game!r}; `Lake.games()` lists them")
    return views.ask(db, state, text, params or None, None if game is None else [game])


@lru_cache
def _text(name: str) -> str:
    if name not in names():
        raise LakeError(f"no measure {name!r}; expected one of {', '.join(names())}")
    return views.sql_file(f"{name}.sql")
