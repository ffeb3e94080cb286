"""Records to a real lake: a game is in all tables or in none, and a second ingest doubles nothing."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from engine.errors import SitrepError
from engine.replay import replay
from ingest.formats import read_record
from ingest.pipeline import ingest
from tests.ingest.test_pipeline import TURN, write
from warehouse.lake import Lake
from warehouse.schema import TABLES


def rows_of(lake: Lake) -> dict[str, int]:
    return {name: lake.frame(name).height for name in TABLES}


def test_games_go_in_whole_and_bad_files_leave_nothing(tmp_path: Path) -> None:
    write(tmp_path / "in" / "a.jsonl", game="a")
    write(tmp_path / "in" / "b.jsonl", *TURN, '{"do":"end"}', '{"do":"mov"}', game="b")
    write(tmp_path / "in" / "c.jsonl", *TURN, '{"do":"end"}', game="c")
    lake = Lake.create(tmp_path / "lake")
    report = ingest([tmp_path / "in"], lake)
    assert [row.status for row in report.rows] == ["new", "refused", "new"]
    assert lake.games()["game_id"].sort().to_list() == ["a", "c"]
    for name in TABLES:
        frame = lake.frame(name)
        if "game_id" in frame.columns:
            assert set(frame["game_id"].unique()) <= {"a", "c"}
    record = read_record(tmp_path / "in" / "c.jsonl")
    assert lake.events("c") == replay(record.recording, record.title).events


def test_a_second_ingest_doubles_nothing_and_a_changed_record_replaces(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", game="a")
    lake = Lake.create(tmp_path / "lake")
    ingest([path], lake)
    before = rows_of(lake)
    assert [row.status for row in ingest([path], lake).rows] == ["unchanged"]
    assert [row.status for row in ingest([path], lake, again=True).rows] == ["replaced"]
    assert rows_of(lake) == before
    write(path, '{"do":"end"}', game="a")
    (row,) = ingest([path], lake).rows
    assert row.status == "replaced"
    assert lake.games().select("game_id", "events").rows() == [("a", row.events)]


def test_a_lake_that_cannot_be_written_refuses_every_file_by_name(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", game="a")
    lake = Lake.create(tmp_path / "lake")
    (row,) = ingest([path], lake.at(lake.state().version)).rows
    assert row.status == "refused"
    assert row.message.startswith(f"{path}: could not be stored: ")
    assert "pinned" in row.message
    assert isinstance(lake.games(), pl.DataFrame) and lake.games().is_empty()


def test_no_lake_is_an_error_of_sitrep(tmp_path: Path) -> None:
    with pytest.raises(SitrepError):
        Lake.open(tmp_path / "none")
