"""The schema is declared once: it has every field of the vocabulary, of the right type, and a meaning for every column."""

from __future__ import annotations

from typing import get_type_hints

import duckdb
import pytest

from engine import events as ev
from warehouse.schema import CLOCK_FIELDS, KEY, RENAMED, TABLES, column_of, own_fields, table_of

TYPES = {
    str: "text",
    int: "int",
    float: "real",
    tuple[str, ...]: "texts",
    tuple[int, ...]: "ints",
    dict[str, str]: "json",
}
KEY_NAMES = [column.name for column in KEY]


@pytest.mark.parametrize("event", ev.EVENTS, ids=lambda event: event.__name__)
def test_a_table_has_the_fields_of_its_event_in_order_and_of_their_types(event: type[ev.Event]) -> None:
    table = TABLES[table_of(event)]
    hints = get_type_hints(event)
    expected = [(column_of(event, field), TYPES[hints[field]]) for field in own_fields(event)]
    own = [(c.name, c.type) for c in table.columns if c not in KEY]
    assert own == expected
    assert table.event is event


def test_every_event_has_one_table_and_no_table_is_of_no_event() -> None:
    assert {name for name, table in TABLES.items() if table.kind == "event"} == {table_of(event) for event in ev.EVENTS}


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table.kind in ("event", "snapshot")])
def test_every_event_and_snapshot_row_carries_the_key(name: str) -> None:
    columns = [column.name for column in TABLES[name].columns]
    assert columns[:6] == KEY_NAMES[:6] == ["game_id", "seq", "round", "turn", "phase", "turn_power"]
    assert "power" in columns
    assert len(columns) == len(set(columns))


def test_what_sets_the_clock_is_the_key() -> None:
    for event, fields in CLOCK_FIELDS.items():
        for field in fields:
            assert field in event.__struct_fields__
            assert column_of(event, field) in KEY_NAMES


def test_only_fields_that_clash_are_renamed() -> None:
    for (event, field), column in RENAMED.items():
        assert field in event.__struct_fields__
        assert column not in event.__struct_fields__


def test_every_table_and_column_says_what_it_means() -> None:
    silent = [name for name, table in TABLES.items() if not table.meaning]
    silent += [f"{name}.{column.name}" for name, table in TABLES.items() for column in table.columns if not column.meaning]
    assert silent == []


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_columns_can_be_named_in_sql_without_quotes(table) -> None:
    columns = ", ".join(f"{name} {kind}" for name, kind in table.duckdb.items())
    con = duckdb.connect()
    con.execute(f"CREATE TABLE {table.name} ({columns})")
    assert con.execute(f"SELECT {', '.join(table.duckdb)} FROM {table.name} ORDER BY {', '.join(table.duckdb)}").fetchall() == []
