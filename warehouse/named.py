"""A lake's tables and measures by name, for completion: `lake.tables.battle_ended`, `lake.measures.turning_point(game_id=...)`.

The names are attributes with the data dictionary's sentences as docstrings. `named.pyi` beside this file tells them to editors; it is
written by `python -m warehouse.dictionary.stubs`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from warehouse import dictionary
from warehouse.errors import LakeError, NoSuchName, not_there
from warehouse.schema import TABLES

if TYPE_CHECKING:
    from warehouse.lake import Lake


class TableOf:
    """One table of a lake.

    Attributes:
        name: its name. meaning: what a row is. columns: column to its meaning, in order.
    """

    def __init__(self, lake: Lake, name: str) -> None:
        self.lake, self.name = lake, name
        told = TABLES[name]
        self.meaning = f"{told.meaning}."
        self.columns = {column.name: column.meaning for column in told.columns}
        self.__doc__ = table_help(name)

    def frame(self, game_id: str | None = None) -> pl.DataFrame:
        """Return its rows, or those of one game, as a polars frame; `.to_pandas()` makes it one of pandas."""
        return self.lake.frame(self.name, game_id)

    def scan(self, game_id: str | None = None) -> pl.LazyFrame:
        """Return it as a lazy polars frame."""
        return self.lake.scan(self.name, game_id)

    @cached_property
    def rows(self) -> int:
        """How many rows it has."""
        return sum(file.rows for batch in self.lake.state().batches.values() for name, file in batch.files.items() if name == self.name)

    def __repr__(self) -> str:
        return f"{self.name}: {self.rows:,} rows. {self.meaning} Columns: {', '.join(self.columns)}"


class MeasureOf:
    """One measure of a lake: call it with its parameters, and it returns a polars frame.

    Attributes:
        name: its name. question: what it answers. meaning: in a sentence.
    """

    def __init__(self, lake: Lake, name: str) -> None:
        self.lake, self.name = lake, name
        told = dictionary.measure(name)
        self.question, self.meaning = told.question, f"{told.meaning}."
        self.__doc__ = measure_help(name)
        self.__name__ = name
        self.__signature__ = _signature(told)

    def __call__(self, *unnamed: Any, **params: Any) -> pl.DataFrame:
        """Return the measure's answer.

        Raises:
            LakeError: a value without the name of its parameter, or what `Lake.measure` says.
        """
        if unnamed:
            raise LakeError(f"{unnamed[0]!r} has no name; ask {self.name}{self.__signature__} by the names of its parameters")
        return self.lake.measure(self.name, **params)

    def __repr__(self) -> str:
        return f"{self.name}{self.__signature__}: {self.question}"


class _Names:
    """Attributes by name, for completion."""

    def __init__(self, lake: Lake) -> None:
        self._lake = lake

    def _names(self) -> list[str]:
        raise NotImplementedError

    def _made(self, name: str) -> Any:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Any:
        if name not in self._names():
            what = type(self).__name__.lower().removesuffix("s")
            raise NoSuchName(not_there(what, name, self._names()))
        return self._made(name)

    def __dir__(self) -> list[str]:
        return self._names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def _ipython_key_completions_(self) -> list[str]:
        return self._names()


class Tables(_Names):
    """The tables of a lake: `lake.tables.<TAB>`; each has `frame()`, `scan()`, `columns` and `meaning`."""

    def _names(self) -> list[str]:
        return list(TABLES)

    def _made(self, name: str) -> TableOf:
        return TableOf(self._lake, name)

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {TABLES[name].meaning}" for name in self)


class Measures(_Names):
    """The measures of a lake: `lake.measures.<TAB>`; call one with its parameters."""

    def _names(self) -> list[str]:
        return list(dictionary.measures())

    def _made(self, name: str) -> MeasureOf:
        return MeasureOf(self._lake, name)

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {told.question}" for name, told in dictionary.measures().items())


def table_help(name: str) -> str:
    """Return the docstring of a table: its meaning, and that of its columns."""
    told = TABLES[name]
    lines = [f"    {column.name}: {_with_unit(column.meaning, column.unit)}" for column in told.columns]
    return "\n".join([f"{told.meaning}.", "", "Columns:", *lines])


def measure_help(name: str) -> str:
    """Return the docstring of a measure: its question, its meaning, its parameters and its columns."""
    from warehouse.measures import columns  # it asks an empty lake for them, which takes its time

    told = dictionary.measure(name)
    parameters = [f"    {one.name}: {one.meaning}{'' if one.required else ' (optional)'}" for one in told.parameters]
    found = [told.column(column) for column in columns(name)]
    lines = [f"    {one.name}: {_with_unit(one.meaning, one.unit)}" for one in found]
    return "\n".join([
        told.question, "", f"{told.meaning}.", *(["", "Args:", *parameters] if parameters else []), "", "Columns:", *lines,
    ])  # fmt: skip


def _with_unit(meaning: str, unit: str) -> str:
    return f"{meaning} ({unit})" if unit else meaning


def _signature(told: dictionary.Measure) -> inspect.Signature:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature(
        [inspect.Parameter(one.name, kind, default=inspect.Parameter.empty if one.required else None) for one in told.parameters]
    )
