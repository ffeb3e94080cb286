"""A stranger's record is read in a process of its own: what it may take is bounded, what it says is a row of the report."""

from __future__ import annotations

from pathlib import Path

from ingest import ingest
from ingest.report import NEW, REFUSED
from ingest.samples import samples
from ingest.sandbox import ingest_apart
from warehouse import Lake


def test_a_record_read_apart_is_the_same_game(tmp_path: Path) -> None:
    (sample,) = (path for path in samples() if path.suffix == ".tsvg")
    row = ingest_apart(sample, tmp_path / "apart", "dropped.tsvg")
    here = Lake.create(tmp_path / "here")
    (same,) = ingest([sample], here).rows
    assert (row.path, row.status, row.game_id, row.events) == ("dropped.tsvg", NEW, same.game_id, same.events)
    assert Lake.open(tmp_path / "apart").events(row.game_id) == here.events(row.game_id)


def test_what_is_no_record_is_refused_under_the_name_it_came_with(tmp_path: Path) -> None:
    (tmp_path / "secret-place").write_text("dear Ann")
    row = ingest_apart(tmp_path / "secret-place", tmp_path / "lake", "letter.txt")
    assert (row.path, row.status) == ("letter.txt", REFUSED)
    assert row.message.startswith("letter.txt: this is text that begins 'dear Ann'")
    assert "secret-place" not in row.message


def test_a_record_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    row = ingest_apart(samples()[0], tmp_path / "lake", "slow", seconds=0.01)
    assert row.status == REFUSED and row.message.startswith("slow: was not read within 0.01 seconds")


def test_a_record_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    row = ingest_apart(samples()[0], tmp_path / "lake", "large", memory=64 * 2**20)
    assert row.status == REFUSED and row.message.startswith("large: ") and "64 MiB of memory" in row.message
