"""The data dictionary: the meaning of every table, column and measure, with unit, formula and source.

    from warehouse import dictionary
    dictionary.column("powers", "tuv").meaning
    dictionary.measure("convoy_losses").column("share").unit

Its content is in CSV files only; docs/dictionary.md, the dashboard's tooltips and the comments in exports are generated
from them:

    warehouse/tables.csv, columns.csv                 tables, and their columns
    warehouse/measures/families.csv, parameters.csv   families of measures, and the parameters after a $
    warehouse/measures/<family>/measures.csv          the measures of a family; `key`, the columns that together name
                                                      a row (none: there is one), and `parameters`, `?` after an
                                                      optional one, are separated by spaces
    warehouse/measures/<family>/columns.csv           the columns of their results
    warehouse/measures/columns.csv                    shared columns, unless a family has its own row

    python -m warehouse.dictionary > docs/dictionary.md
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.shipped import csv_rows
from warehouse.errors import LakeError
from warehouse.schema import TABLES, Column, Table

MEASURES = "measures"
"""The folder of the measures below warehouse/."""

ANY = "*"
"""Stands for all measures without their own row for a column."""


@dataclass(frozen=True)
class MeasureColumn:
    """A column of a measure's result: its unit, its meaning in one sentence, and its formula if computed."""

    name: str
    unit: str
    meaning: str
    formula: str


@dataclass(frozen=True)
class Parameter:
    """A named parameter of a measure (`$game_id`). An optional one filters nothing when left out."""

    name: str
    type: str
    meaning: str
    required: bool = True


@dataclass(frozen=True)
class Measure:
    """A measure: family, the question it answers, its meaning in one sentence, formula, the tables it queries, and its key.

    `key` are the columns that name a row: no two rows of an answer are alike in all of them. Without any, an answer has one row at most.
    """

    name: str
    family: str
    question: str
    meaning: str
    formula: str
    source: str
    key: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    def column(self, name: str) -> MeasureColumn:
        """Return a column of the answer; LakeError when the dictionary has none of that name."""
        told = _measure_columns()
        found = told.get((self.name, name)) or told.get((ANY, name))
        if found is None:
            raise LakeError(f"measure {self.name!r} has no column {name!r} in columns.csv of its family")
        return found


def tables() -> dict[str, Table]:
    """Return every table of a lake by name, with its columns."""
    return TABLES


def column(table: str, name: str) -> Column:
    """Return a table's column; LakeError when there is none."""
    found = [one for one in TABLES[table].columns if one.name == name] if table in TABLES else []
    if not found:
        raise LakeError(f"no column {name!r} of a table {table!r}; tables.csv and columns.csv name them all")
    return found[0]


@cache
def families() -> dict[str, str]:
    """Return every family of measures with its subject, in display order."""
    return {row["family"]: row["meaning"] for row in _rows(f"{MEASURES}/families.csv")}


@cache
def measures() -> dict[str, Measure]:
    """Return every measure by name."""
    known = {row["parameter"]: row for row in _rows(f"{MEASURES}/parameters.csv")}
    return {
        row["measure"]: _measure(row | {"family": family}, known)
        for family in families()
        for row in _rows(f"{MEASURES}/{family}/measures.csv")
    }


def measure(name: str) -> Measure:
    """Return a measure; LakeError when the dictionary has none of that name."""
    if name not in measures():
        raise LakeError(f"no measure {name!r} in measures.csv of a family; expected one of {', '.join(sorted(measures()))}")
    return measures()[name]


def _measure(row: dict[str, str], known: dict[str, dict[str, str]]) -> Measure:
    named = [(text.removesuffix("?"), not text.endswith("?")) for text in row["parameters"].split()]
    parameters = [Parameter(name, known[name]["type"], known[name]["meaning"], required) for name, required in named]
    told = {name: row[name] for name in ("family", "question", "meaning", "formula", "source")}
    return Measure(row["measure"], **told, key=tuple(row["key"].split()), parameters=tuple(parameters))


@cache
def _measure_columns() -> dict[tuple[str, str], MeasureColumn]:
    told = [row | {"measure": ANY} for row in _rows(f"{MEASURES}/columns.csv")]
    told += [row for family in families() for row in _rows(f"{MEASURES}/{family}/columns.csv")]
    return {(row["measure"], row["column"]): MeasureColumn(row["column"], row["unit"], row["meaning"], row["formula"]) for row in told}


def _rows(name: str) -> list[dict[str, str]]:
    return csv_rows("warehouse", name)
