"""Every value that DuckDB answers is shown in every form, or its column is its text: no panic, no traceback, nothing lost."""

from __future__ import annotations

import io
import json
from datetime import date, timedelta

import duckdb
import polars as pl
import pytest

from dashboard.terminal.output import print_json
from dashboard.terminal.rows import frame_table
from warehouse.export.formulas import joined, rows_as_text
from warehouse.sandbox import plain
from warehouse.views import answer, database

TEXTS = [
    "timestamp '290000-01-01'", "timestamp '290000-01-01 (BC)'", "timestamp 'infinity'", "timestamp '10000-01-01'",
    "date '0044-03-15 (BC)'", "date '5881580-07-10'", "date '-infinity'", "timestamptz '290000-01-01'", "timestamptz 'infinity'",
    "timestamp_s '290000-01-01'", "timestamp_ms '290000-01-01'", "timestamp_ns '2200-01-01 00:00:00.123456789'",
    "time '24:00:00'", "time_ns '12:00:00.123456789'", "timetz '12:00:00+05'", "interval 2147483647 month",
    "[timestamp '290000-01-01']", "{'a': {'b': [date '10000-01-01', NULL]}}", "map {'d': date '10000-01-01'}",
    "map {date '2000-01-01': 1}", "map {[1]: 2}", "[time '24:00:00']", "array_value(date '10000-01-01', NULL)",
    "row(340282366920938463463374607431768211455::uhugeint, 1)", "[170141183460469231731687303715884105727::hugeint]",
    "{'a': -170141183460469231731687303715884105727::hugeint}", "union_value(a := 340282366920938463463374607431768211455::uhugeint)",
    "340282366920938463463374607431768211455::variant", "'POINT(1 1)'::geometry", "map {}",
]  # fmt: skip
"""Values of which an answer holds the text, as DuckDB writes it."""

OTHERS = {
    "date '9999-12-31'": "9999-12-31",
    "date '0001-01-01'": "0001-01-01",
    "timestamp '9999-12-31 23:59:59.999999'": "9999-12-31 23:59:59.999999",
    "time '23:59:59.999999'": "23:59:59.999999",
    "'\\xFF'::blob": "ff",
    "['\\xFF'::blob]": ["ff"],
    "'nan'::double": "nan",
    "{'a': ['-inf'::double]}": {"a": ["-inf"]},
    "map {'a': [[1, 2], [3]]}": {"a": [[1, 2], [3]]},
    "array_value(1, 2)": [1, 2],
    "{'a': NULL}": {"a": None},
    "[340282366920938463463374607431768211455::uhugeint]": ["340282366920938463463374607431768211455"],
}
"""Values to what stands in JSON."""


def _in_json(frame: pl.DataFrame, capsys: pytest.CaptureFixture[str]) -> object:
    print_json(frame)
    (row,) = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    return row["x"]


def _shown(frame: pl.DataFrame) -> None:
    """Show an answer in the other forms: as rows, a table, CSV, and as the page Ask gets it."""
    assert len(frame.rows()) == frame_table(frame).row_count == 1
    assert rows_as_text(frame).write_csv() and joined(frame).write_csv()
    made = io.BytesIO()
    plain(frame).write_ipc(made)
    made.seek(0)
    asked = pl.read_ipc(made)
    assert len(asked.to_pandas()) == len(asked.rows()) == 1
    assert rows_as_text(asked).write_csv()


@pytest.mark.parametrize("value", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize("short", [False, True])
def test_what_polars_and_python_do_not_hold_is_text(value: str, short: bool, capsys: pytest.CaptureFixture[str]) -> None:
    frame = answer(database(), f"SELECT {value} AS x", short=short)
    expected = duckdb.sql(f"SELECT CAST({value} AS VARCHAR)").fetchall()
    assert frame.rows() == expected and _in_json(frame, capsys) == expected[0][0]
    _shown(frame)


@pytest.mark.parametrize(("value", "told"), OTHERS.items(), ids=range(len(OTHERS)))
def test_the_others_are_values_in_every_form(value: str, told: object, capsys: pytest.CaptureFixture[str]) -> None:
    frame = answer(database(), f"SELECT {value} AS x")
    assert _in_json(frame, capsys) == told
    _shown(frame)


def test_one_value_that_is_out_of_bounds_makes_its_column_text_and_no_other() -> None:
    cycle = date(2000, 1, 1) + timedelta(8_000_001 % 146_097)  # the calendar begins anew every 146,097 days, which are 400 years
    frame = answer(
        database(),
        "SELECT date '2000-01-01' + i::int AS d, date '2000-01-01' AS e, i FROM (VALUES (1), (8000001)) t(i)",
    )
    assert frame.schema == {"d": pl.String, "e": pl.Date, "i": pl.Int32}
    assert frame["d"].to_list() == ["2000-01-02", f"{cycle.year + 8_000_001 // 146_097 * 400}-{cycle:%m-%d}"]


def test_ask_makes_no_float_of_a_decimal_whose_whole_digits_it_would_lose() -> None:
    frame = plain(answer(database(), "SELECT 12345678901234567890.5::decimal(38, 1) AS long, 1.5::decimal(38, 20) AS short"))
    assert frame.rows() == [("12345678901234567890.5", 1.5)]
