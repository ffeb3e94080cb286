"""Numbers beyond 64 bits come as they are: neither a traceback, nor rounded, nor wrapped around, nor as bytes."""

from __future__ import annotations

from decimal import Decimal

import polars as pl
import pytest
from click.testing import CliRunner

from sitrep import main
from warehouse import Lake, LakeError
from warehouse.sandbox import ask_apart

HASHES = "SELECT sum(hash(i)) AS n FROM range(100) t(i)"
CASES = {
    "(SELECT sum(x) FROM (VALUES (9223372036854775807), (1)) t(x))": 9223372036854775808,
    "-1::hugeint": -1,
    "12345678901234567890123456789012345678::decimal(38, 0)": 12345678901234567890123456789012345678,
    "99999999999999999999999999999999999999::hugeint": 10**38 - 1,
    "100000000000000000000000000000000000000::hugeint": 10**38,
    "170141183460469231731687303715884105727::hugeint": 2**127 - 1,
    "340282366920938463463374607431768211455::uhugeint": 2**128 - 1,
    "1234567890123456789012345678901234567890": 1234567890123456789012345678901234567890,
    "18446744073709551615::ubigint": 2**64 - 1,
}


def test_a_whole_number_keeps_all_its_digits(league: Lake) -> None:
    query = "SELECT " + ", ".join(f"{asked} AS n{at}" for at, asked in enumerate(CASES))
    for frame in (league.sql(query), league.sql(query, games=["g1"]), ask_apart(str(league.path), query).frame):
        assert [int(cell) for cell in frame.row(0)] == [*CASES.values()], frame
    said = CliRunner().invoke(main, ["query", query, "--lake", str(league.path), "--format", "csv"])
    assert (said.exit_code, said.output.splitlines()[-1]) == (0, ",".join(map(str, CASES.values()))), said.output
    shown = CliRunner().invoke(main, ["query", query, "--lake", str(league.path), "--format", "json"])
    assert shown.exit_code == 0 and [number for number in CASES.values() if str(number) not in shown.output] == [], shown.output


def test_small_sums_stay_integers_and_rows_their_order(lake: Lake) -> None:
    small = lake.sql("SELECT sum(i) AS n, NULL::hugeint AS none FROM range(5) t(i)")
    assert small.schema == {"n": pl.Int64, "none": pl.Int64} and small.rows() == [(10, None)]
    mixed = lake.sql("SELECT i::uhugeint AS n, i FROM range(4) t(i) ORDER BY i DESC")
    assert mixed.rows() == [("3", 3), ("2", 2), ("1", 1), ("0", 0)]
    assert lake.sql(HASHES)["n"].dtype == pl.Decimal(38, 0)


def test_what_is_inside_lists_and_structs_is_kept_too(lake: Lake) -> None:
    row = lake.sql("""SELECT [2::hugeint] AS sums, {'a': 5::uhugeint, 'b "c': '9'::bignum} AS s, [1::uhugeint] AS l""")
    assert row.rows() == [([Decimal(2)], {"a": "5", 'b "c': "9"}, ["1"])]
    assert lake.sql("SELECT [170141183460469231731687303715884105727::hugeint] AS l").item() == f"[{2**127 - 1}]"


def test_columns_that_cannot_be_told_apart_are_not_mixed_up(lake: Lake) -> None:
    assert lake.sql("SELECT 1 AS a, 2 AS A, 3 AS a").rows() == [(1, 2, 3)]
    with pytest.raises(LakeError, match="several columns of one name, a, A; name them"):
        lake.sql("SELECT 1 AS a, 2::uhugeint AS A")


def test_an_interval_and_bits_are_text(lake: Lake) -> None:
    assert lake.sql("SELECT INTERVAL 3 MONTH AS i, '101'::bit AS b").rows() == [("3 months", "101")]
