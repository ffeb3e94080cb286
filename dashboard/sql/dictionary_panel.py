"""The data dictionary for those who ask in SQL: every table, view and measure, with a query to start from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import polars as pl

from warehouse import dictionary, measures, views
from warehouse.statements import with_values

FEW = 100
"""Rows that a starting query asks for."""

_COLUMNS = {"Column": pl.String, "Type or unit": pl.String, "Meaning": pl.String}


class DictionaryEntry(NamedTuple):
    """A table, view or measure: its name, which of the three it is, what it holds, and its columns with what they mean."""

    name: str
    kind: str
    meaning: str
    columns: pl.DataFrame


def names() -> list[str]:
    """Return everything that can be asked: tables, then views, then measures."""
    return [*dictionary.tables(), *views.DERIVED, *dictionary.measures()]


@lru_cache
def entry(name: str) -> DictionaryEntry:
    """Return what one of `names` is; LakeError when it is none of them."""
    if name in dictionary.tables():
        return _table(name)
    return _view(name) if name in views.DERIVED else _measure(name)


def starter(of: DictionaryEntry, game_id: str = "") -> str:
    """Return a query to start from; a measure's own, of one game where it asks for one, of all titles and players else."""
    if of.kind != "measure":
        columns = ", ".join(f'"{name}"' if name.upper() in _RESERVED else name for name in of.columns["Column"])
        return f"SELECT {columns}\nFROM {of.name}\nLIMIT {FEW}"
    quoted = "'" + game_id.replace("'", "''") + "'"
    text = views.sql_file(f"{dictionary.measure(of.name).family}/{of.name}.sql").strip()
    return with_values(text, lambda name: quoted if name == "game_id" else "NULL")


_RESERVED = {"ORDER", "GROUP", "END", "CASE", "DESC", "ALL", "LIMIT", "USING"}


def _table(name: str) -> DictionaryEntry:
    table = dictionary.tables()[name]
    rows = [(column.name, _joined(column.type, column.unit), column.meaning) for column in table.columns]
    return DictionaryEntry(name, "table", table.meaning, _frame(rows))


def _view(name: str) -> DictionaryEntry:
    return DictionaryEntry(name, "view", measures.view_meaning(name), _frame([(column, "", "") for column in measures.view_columns(name)]))


def _measure(name: str) -> DictionaryEntry:
    told = dictionary.measure(name)
    columns = [told.column(column) for column in measures.columns(name)]
    key = f" A row for each {', '.join(told.key)}." if told.key else ""
    meaning = f"{told.question} {told.meaning}.{key}"
    return DictionaryEntry(name, "measure", meaning, _frame([(one.name, one.unit, one.meaning) for one in columns]))


def _frame(rows: list[tuple[str, str, str]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=_COLUMNS, orient="row")


def _joined(*words: str) -> str:
    return ", ".join(dict.fromkeys(word for word in words if word))
