"""Readers that are not ours read every file and count the same rows; a question about one game opens its file only."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from tests.warehouse.games import EVENTS, game, random_game, revised_game
from warehouse import Lake, LakeError, connect
from warehouse.schema import DUCKDB, TABLES
from warehouse.state import data_key


def test_fastparquet_reads_every_file_with_the_rows_of_the_log(tmp_path: Path) -> None:
    import fastparquet  # with pandas half a second, which whoever collects the tests need not pay

    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a"), random_game(1)])
    lake.write([game("a"), random_game(2), revised_game("b")])
    seen: set[str] = set()
    for batch in lake.state().batches.values():
        for name, file in batch.files.items():
            path = lake.path / data_key(name, batch.batch)
            frame = fastparquet.ParquetFile(str(path)).to_pandas()
            assert (len(frame), path.stat().st_size) == (file.rows, file.bytes), path
            assert list(frame.columns) == list(TABLES[name].polars)
            assert values(pl.read_parquet(path, glob=False).to_dict(as_series=False)) == values(frame.to_dict("list"))
            seen.add(name)
    assert seen == set(TABLES) - {"record_parts"}, "all but what only games of several logs have"


def values(columns: dict[str, list]) -> dict[str, list]:
    """Cells alike, whoever read them: lists as lists, nothing as None (fastparquet reads an empty list as None)."""
    return {name: [plain(cell) for cell in cells] for name, cells in columns.items()}


def plain(cell: object) -> object:
    if cell is None or cell != cell:  # not-a-number is what pandas makes of null
        return None
    return list(cell) or None if hasattr(cell, "__len__") and not isinstance(cell, str) else cell


def test_files_are_zstd_and_in_the_order_of_play(small: Lake) -> None:
    (path,) = small.state().files("units_removed")
    column = pq.ParquetFile(path).metadata.row_group(0).column(0)
    assert column.compression == "ZSTD"
    assert small.frame("units_removed", "small")["seq"].is_sorted()


def test_one_game_opens_the_files_that_hold_it(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    for name in "abc":
        lake.write([game(name)])
    for batch in lake.state().batches.values():
        if "b" not in batch.games:
            for name in batch.files:
                (lake.path / data_key(name, batch.batch)).write_bytes(b"not to be read")
    assert lake.events("b") == EVENTS
    assert lake.measure("strength_by_round", game_id="b").height == 6
    assert lake.frame("powers", "b").height == 25


def test_every_table_is_a_view_of_the_declared_types(small: Lake) -> None:
    for lake in (small, small.at(1)):
        con = connect(lake.state())
        for name, table in TABLES.items():
            described = con.sql(f"DESCRIBE {name}").fetchall()
            assert {row[0]: row[1] for row in described} == table.duckdb, (name, lake.version)
            assert con.sql(f"SELECT count(*) FROM {name}").fetchall() == [(lake.frame(name).height,)]
    assert set(DUCKDB) == {column.type for table in TABLES.values() for column in table.columns}


def test_views_of_some_games_show_no_others(small: Lake) -> None:
    con = connect(small.state(), games=["other"])
    assert con.sql("SELECT DISTINCT game_id FROM units_moved").fetchall() == [("other",)]
    assert con.sql("SELECT DISTINCT game_id FROM round_ends").fetchall() == [("other",)]


def test_sums_are_plain_integers_and_parameters_bind(small: Lake) -> None:
    frame = small.sql(
        "SELECT sum(count) AS n, sum(expected) AS e FROM units_moved, dice_rolled WHERE units_moved.game_id = $g "
        "AND dice_rolled.game_id = $g",
        {"g": "small"},
    )
    assert dict(frame.schema) == {"n": pl.Int64, "e": pl.Float64}
    assert frame["n"].item() == 6 * 4
    assert small.sql("SELECT count(*) AS n FROM Games WHERE game_id = ?", ["small"]).item() == 1
    assert set(small.sql("SHOW TABLES")["name"]) >= set(TABLES)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT nothing FROM games", "cannot be answered: .*nothing"),
        ("SELEC 1", "cannot be answered: .*SELEC"),
        ("SELECT * FROM nowhere", "cannot be answered: .*nowhere"),
        ("SET threads = 2", "the query is SET; expected one SELECT"),
        ("COPY games TO 'x.csv'", "the query is COPY; expected one SELECT"),
        ("SELECT 1; SELECT 2", "the query is SELECT and SELECT; expected one SELECT"),
        ("", "the query is empty; expected one SELECT"),
        ("EXPLAIN ANALYZE COPY games TO 'x.csv'", "the query is COPY; expected one SELECT"),
        ("EXPLAIN (ANALYZE, FORMAT json) COPY games TO 'x.csv'", "the query is COPY; expected one SELECT"),
        ("explain /* a */ analyze\n-- b\n copy games to 'x.csv'", "the query is COPY; expected one SELECT"),
        ("EXPLAIN ANALYZE CREATE TABLE x AS SELECT 1", "the query is CREATE; expected one SELECT"),
        ("COPY (PIVOT games ON title USING count(*)) TO 'x.csv'", "the query is COPY; expected one SELECT"),
        ("WITH x AS (PIVOT games ON title) INSERT INTO games FROM x", "the query is INSERT; expected one SELECT"),
    ],
)
def test_a_query_that_cannot_be_answered_is_said(small: Lake, query: str, message: str) -> None:
    with pytest.raises(LakeError, match=message):
        small.sql(query)


@pytest.mark.parametrize(
    "query",
    [
        'EXPLAIN SELECT \'copy\', "insert" FROM (SELECT 1 AS "insert") -- delete',
        "EXPLAIN ANALYZE SELECT 1",
        "DESCRIBE games",
        "PIVOT games ON title USING count(*)",
        "SUMMARIZE games",
        "WITH a AS (SELECT 'é') FROM a",
        "VALUES (1)",
    ],
)
def test_every_form_of_a_question_is_one(small: Lake, query: str) -> None:
    assert small.sql(query).width


def test_questions_can_be_asked_from_several_threads(small: Lake) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: small.measure("dice_luck", game_id=("small", "other")[n % 2]).height, range(24)))
    assert answers == [5] * 24
