"""The tables of a lake, declared once: names and meanings in tables.csv, columns and types in columns.csv.

A table of events is the event's class name in snake case (`UnitsMoved` -> `units_moved`). Types are never
inferred from data. They are flat, so that any Parquet reader can read them: text, int (32 bits, signed), long (64 bits, signed:
sums), real (64 bits), bool, json (text); texts, ints, reals (lists). Text that does not apply is empty. Null are only `lon` and `lat`, and
what a game's result does not tell: rounds, finished_rounds and turns of `games`, rounds and bid of `seats`.

**Key.** Tables of events and snapshots begin with `game_id, seq, round, turn, phase, turn_power`, then `power`.
`seq` counts a game's events from 1, and the clock (round, turn, phase, turn_power) is the one after the event, so a row
describes `state_at(events, seq)`; the state before the event is `state_at(events, seq - 1)`. `turn_power` is always
the power on turn. `power` is the power that the row is about: the event's own where it names one, else the power on
turn. So `group by power` never mixes the two, and both can be asked for in every table.

**Event fields and columns.** A field has the column of its name, with these exceptions: what RoundStarted and
PhaseStarted say is the clock and stands in the key only; `DiceRolled.round` is `battle_round` (`round` is the key's);
`DefectFound.where` is `place` (a word of SQL).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import polars as pl
import pyarrow as pa

from engine import events as ev
from engine.shipped import csv_rows

SCHEMA = 18
"""Version of tables.csv and columns.csv; raised with every change that an older lake's files do not have."""

CLOCK_FIELDS: dict[type[ev.Event], tuple[str, ...]] = {
    ev.RoundStarted: ("round",),
    ev.PhaseStarted: ("power", "phase", "turn"),
}
"""Fields that set the clock, and so stand in the key."""

RENAMED: dict[tuple[type[ev.Event], str], str] = {
    (ev.DiceRolled, "round"): "battle_round",
    (ev.DefectFound, "where"): "place",
}
"""Fields whose column has another name."""

POLARS: dict[str, pl.DataType] = {
    "text": pl.String(), "int": pl.Int32(), "long": pl.Int64(), "real": pl.Float64(), "bool": pl.Boolean(), "json": pl.String(),
    "texts": pl.List(pl.String()), "ints": pl.List(pl.Int32()), "reals": pl.List(pl.Float64()),
}  # fmt: skip
DUCKDB = {
    "text": "VARCHAR", "int": "INTEGER", "long": "BIGINT", "real": "DOUBLE", "bool": "BOOLEAN", "json": "VARCHAR",
    "texts": "VARCHAR[]", "ints": "INTEGER[]", "reals": "DOUBLE[]",
}  # fmt: skip
ARROW_LISTS = {"texts": pa.list_(pa.string()), "ints": pa.list_(pa.int32()), "reals": pa.list_(pa.float64())}


@dataclass(frozen=True)
class Column:
    """A column: its type as columns.csv writes it, its unit, what it says in one sentence, the formula where it is
    computed, and the event, record or table it comes from."""

    name: str
    type: str
    unit: str
    meaning: str
    formula: str
    source: str


@dataclass(frozen=True)
class Table:
    """A table: kind is game, event, snapshot, round or title; `event` the class its rows are of, else None."""

    name: str
    kind: str
    meaning: str
    source: str
    columns: tuple[Column, ...]
    event: type[ev.Event] | None = None

    @cached_property
    def polars(self) -> dict[str, pl.DataType]:
        """Column to polars type, in order."""
        return {column.name: POLARS[column.type] for column in self.columns}

    @cached_property
    def duckdb(self) -> dict[str, str]:
        """Column to DuckDB type, in order."""
        return {column.name: DUCKDB[column.type] for column in self.columns}

    @cached_property
    def names_power(self) -> bool:
        """Whether `power` is the row's own, not the key's power on turn."""
        key = KEY[-1]
        return key not in self.columns and any(column.name == key.name for column in self.columns)


def column_of(event: type[ev.Event], field: str) -> str:
    """Return the column that holds an event's field."""
    return RENAMED.get((event, field), field)


def own_fields(event: type[ev.Event]) -> tuple[str, ...]:
    """Return the fields of an event that have columns beside the key, in order."""
    return tuple(field for field in event.__struct_fields__ if field not in CLOCK_FIELDS.get(event, ()))


def table_of(event: type[ev.Event]) -> str:
    """Return the name of an event's table."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def _read(name: str) -> list[dict[str, str]]:
    return csv_rows("warehouse", name)


def _column(row: dict[str, str]) -> Column:
    return Column(*(row[name] for name in ("column", "type", "unit", "meaning", "formula", "source")))


def _declared() -> dict[str, Table]:
    own: dict[str, list[Column]] = {}
    for row in _read("columns.csv"):
        own.setdefault(row["table"], []).append(_column(row))
    events = {table_of(event): event for event in ev.EVENTS}
    tables = {}
    for row in _read("tables.csv"):
        name, columns = row["table"], own.get(row["table"], [])
        if row["kind"] in ("event", "snapshot"):
            names = {column.name for column in columns}
            columns = [column for column in own["*"] if column.name not in names] + columns
        tables[name] = Table(name, row["kind"], row["meaning"], row["source"], tuple(columns), events.get(name))
    return tables


KEY: tuple[Column, ...] = tuple(_column(row) for row in _read("columns.csv") if row["table"] == "*")
"""The columns that every event and snapshot row begins with."""

TABLES: dict[str, Table] = _declared()
"""Every table of a lake, by name."""
