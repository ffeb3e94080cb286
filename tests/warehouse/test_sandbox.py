"""Questions of strangers: they read the lake and nothing else, and end within their bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from tests.slow import slow_after
from tests.warehouse.games import game
from tests.warehouse.s3 import BUCKET, server
from warehouse import Lake, LakeError
from warehouse.sandbox import ask_apart, lock, plain
from warehouse.views import answer

ROWS = 5


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of two games, in a folder with a quote and a pattern in its name: a star, where the system takes one."""
    made = Lake.create(tmp_path_factory.mktemp("la'ke*" if hasattr(os, "O_DIRECTORY") else "la'ke[k]"))
    made.write([game("first"), game("second")])
    return made


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that a query has no business in, with one file of each kind."""
    (tmp_path / "secret.csv").write_text("word\nsecret\n")
    pl.DataFrame({"word": ["secret"]}).write_parquet(tmp_path / "secret.parquet")
    return tmp_path


def test_a_question_is_answered_from_tables_and_views(lake: Lake) -> None:
    asked = ask_apart(str(lake.path), "SELECT game_id, count(*) AS seats FROM seats GROUP BY game_id ORDER BY game_id")
    assert asked.frame.rows() == [("first", 2), ("second", 2)]
    assert not asked.cut


def test_an_answer_is_cut_where_it_is_said_and_keeps_its_order(lake: Lake) -> None:
    asked = ask_apart(str(lake.path), "SELECT range AS n FROM range(1000) ORDER BY n DESC", rows=ROWS)
    assert asked.frame["n"].to_list() == [999, 998, 997, 996, 995] and asked.cut
    assert not ask_apart(str(lake.path), f"SELECT * FROM range({ROWS})", rows=ROWS).cut


def test_a_version_is_asked_as_it_was(lake: Lake) -> None:
    assert ask_apart(str(lake.path), "SELECT count(*) FROM games", version=1).frame.item() == 0


FORBIDDEN = {
    "csv": "SELECT * FROM read_csv('{}/secret.csv')",
    "text": "SELECT * FROM read_text('{}/secret.csv')",
    "bytes": "SELECT * FROM read_blob('{}/secret.csv')",
    "parquet": "SELECT * FROM read_parquet('{}/secret.parquet')",
    "by name": "SELECT * FROM '{}/secret.csv'",
    "structure": "SELECT * FROM parquet_schema('{}/secret.parquet')",
    "sniffed": "SELECT * FROM sniff_csv('{}/secret.csv')",
    "folder": "SELECT * FROM glob('{}/*')",
    "passwords": "SELECT * FROM read_csv('/etc/passwd')",
    "the web": "SELECT * FROM read_csv('https://localhost/secret.csv')",
    "attached": "ATTACH '{}/other.db' AS other",
    "copied": "COPY games TO '{}/out.csv'",
    "copied below": "SELECT * FROM query('COPY games TO ''{}/out.csv''')",
    "exported": "EXPORT DATABASE '{}/out'",
    "installed": "INSTALL httpfs",
    "loaded": "LOAD httpfs",
    "unlocked": "SET enable_external_access = true",
    "more memory": "PRAGMA memory_limit = '64GB'",
    "made": "CREATE TABLE mine AS SELECT 1",
    "dropped": "DROP VIEW games",
    "two": "SELECT 1; SELECT 2",
    "none": "",
    "our own variables": "SELECT * FROM told",
}


@pytest.fixture(scope="module")
def unlocked(lake: Lake) -> Iterator[duckdb.DuckDBPyConnection]:
    """The lake as this process may ask it."""
    with lake.connect() as con:
        yield con


@pytest.fixture(scope="module")
def locked(lake: Lake) -> Iterator[duckdb.DuckDBPyConnection]:
    """The lake as a stranger may ask it: no question can change that, so that one connection does for all."""
    with lake.connect() as con:
        lock(con, [])
        yield con


@pytest.mark.parametrize("query", FORBIDDEN.values(), ids=FORBIDDEN)
def test_nothing_but_the_lake_can_be_had(lake: Lake, locked: duckdb.DuckDBPyConnection, outside: Path, query: str) -> None:
    before, told = sorted(outside.iterdir()), pl.DataFrame({"word": ["secret"]})
    with pytest.raises(LakeError) as refused:
        answer(locked, query.format(outside))
    assert "secret\n" not in str(refused.value)
    assert sorted(outside.iterdir()) == before
    assert told.height == 1 and lake.games().height == 2


@pytest.mark.parametrize("what", slow_after(1, ["passwords", "our own variables", "copied"]))
def test_the_process_that_asks_is_locked(lake: Lake, outside: Path, what: str) -> None:
    with pytest.raises(LakeError, match=r"disabled by configuration|no table or view|expected one SELECT"):
        ask_apart(str(lake.path), FORBIDDEN[what].format(outside))
    assert not (outside / "out.csv").exists()


OPENED = ("csv", "text", "bytes", "parquet", "by name", "structure", "sniffed", "folder", "attached", "copied")


@pytest.mark.parametrize("what", OPENED)
def test_the_lock_is_what_forbids_it(
    unlocked: duckdb.DuckDBPyConnection, locked: duckdb.DuckDBPyConnection, outside: Path, what: str
) -> None:
    """Without the lock DuckDB does each of these, with it none: they fail for no other reason."""
    query = FORBIDDEN[what].format(outside)
    unlocked.execute(query)
    unlocked.execute("DETACH DATABASE IF EXISTS other")  # else the next finds it in use
    with pytest.raises(Exception, match=r"disabled|configuration|does not exist"):
        locked.execute(query)


CROSS = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range + b.range = c.range + 1"


def test_a_runaway_is_ended_and_said_so(lake: Lake) -> None:
    with pytest.raises(LakeError, match="not answered within 2 seconds and was ended; select fewer rows"):
        ask_apart(str(lake.path), CROSS, seconds=2)
    assert ask_apart(str(lake.path), "SELECT 1").frame.item() == 1


@pytest.mark.parametrize("query", slow_after(1, ["SELECT list(range) FROM range(100000000)", "SELECT repeat('x', 1000000000)"]))
def test_memory_is_bounded(lake: Lake, query: str) -> None:
    with pytest.raises(LakeError, match=r"(?i)memory"):
        ask_apart(str(lake.path), query, memory=64 * 2**20, seconds=300)


def test_an_answer_that_is_too_large_to_show_is_refused(lake: Lake) -> None:
    with pytest.raises(LakeError, match=r"the answer has \d+ MiB; expected at most 32"):
        ask_apart(str(lake.path), "SELECT repeat('x', 1000000) || range AS wide FROM range(50)")


def test_no_lake_is_said(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="no lake is here"):
        ask_apart(str(tmp_path / "nowhere"), "SELECT 1")


def test_decimals_become_numbers_and_bytes_text(lake: Lake) -> None:
    asked = ask_apart(str(lake.path), "SELECT 1.50::DECIMAL(5, 2) AS share, 'a'::BLOB AS octets, sum(1) AS whole")
    assert asked.frame.rows() == [(1.5, "61", 1)]
    assert plain(pl.DataFrame({"n": [1]})).rows() == [(1,)]


def test_a_lake_in_s3_is_asked_and_nothing_else_of_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        lake = Lake.create(f"s3://{BUCKET}/lake")
        lake.write([game("first")])
        assert ask_apart(str(lake.path), "SELECT game_id FROM games").frame.item() == "first"
        with pytest.raises(LakeError, match="disabled by configuration"):
            ask_apart(str(lake.path), f"SELECT * FROM read_text('s3://{BUCKET}/lake/_log/00000001.json')")


def test_a_question_that_works_on_for_seconds_and_then_fails_says_why(tmp_path: Path) -> None:
    place = Lake.create(tmp_path / "lake")
    place.write([game("a")])
    with pytest.raises(LakeError, match=r"Out of Memory|MiB of memory") as said:
        ask_apart(str(place.path), "SELECT list(range) FROM range(1000000000000)", seconds=120)
    assert "exit code 0" not in str(said.value)


def test_the_environment_sets_how_long_a_question_may_take(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_QUERY_SECONDS", "0.001")
    with pytest.raises(LakeError, match=r"within 0\.001 seconds"):
        ask_apart(str(lake.path), "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range = b.range + 1")
    for wrong in ("soon", "0", "-1", "nan", "inf"):
        monkeypatch.setenv("SITREP_QUERY_SECONDS", wrong)
        with pytest.raises(LakeError, match=rf"SITREP_QUERY_SECONDS is '{wrong}'; expected a number of seconds"):
            ask_apart(str(lake.path), "SELECT 1")
