"""What an ingest refused is kept in the lake until it is taken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest import ingest, samples
from warehouse import Lake, LakeError
from warehouse.refusals import FOLDER

SAMPLE = Path(samples.__file__).with_name("axis-takes-moscow.jsonl")


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty lake."""
    return Lake.create(tmp_path / "lake")


def kept(lake: Lake) -> list[str]:
    """Return the files that hold what was refused."""
    return sorted(path.name for path in (lake.path / FOLDER).glob("*.json"))


def test_a_refused_file_is_kept_with_its_reason_until_it_is_taken(lake: Lake, tmp_path: Path) -> None:
    bad = tmp_path / "game.jsonl"
    bad.write_text("not a record\n")
    report = ingest([bad], lake)
    assert lake.refused().select("path", "message").rows() == [(str(bad), report.refused[0].message)]
    shutil.copy(SAMPLE, bad)
    assert ingest([bad], lake).ok
    assert lake.refused().is_empty() and lake.games().height == 1


def test_the_same_refusal_again_is_not_kept_twice_and_another_reason_is_the_last_word(lake: Lake, tmp_path: Path) -> None:
    bad = tmp_path / "game.jsonl"
    bad.write_text("not a record\n")
    ingest([bad], lake)
    ingest([bad], lake)
    assert len(kept(lake)) == 1
    bad.write_text("")
    again = ingest([bad], lake)
    assert lake.refused()["message"].to_list() == [again.refused[0].message]
    assert len(kept(lake)) == 2


def test_an_ingest_that_refuses_nothing_leaves_nothing(lake: Lake) -> None:
    ingest([SAMPLE], lake)
    assert kept(lake) == [] and lake.refused().is_empty()


def test_a_damaged_list_names_its_file_and_harms_no_ingest(lake: Lake, tmp_path: Path) -> None:
    (lake.path / FOLDER).mkdir()
    (lake.path / FOLDER / "00.json").write_text("{")
    with pytest.raises(LakeError, match=r"00\.json: not a list of refused files"):
        lake.refused()
    assert ingest([SAMPLE], lake).ok


def test_a_list_that_says_something_else_than_was_written_is_named(lake: Lake, tmp_path: Path) -> None:
    bad = tmp_path / "game.jsonl"
    bad.write_text("not a record\n")
    ingest([bad], lake)
    (path,) = (lake.path / FOLDER).glob("*.json")
    path.write_bytes(path.read_bytes().replace(b"game.jsonl", b"gams.jsonl"))
    with pytest.raises(LakeError, match=rf"{path.name}: damaged: its SHA-256 is not the one in its name"):
        lake.refused()


def test_a_clock_that_was_set_back_leaves_no_file_on_the_list(lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "game.jsonl"
    bad.write_text("not a record\n")
    ingest([bad], lake)
    monkeypatch.setattr("warehouse.lists.time.time_ns", lambda: 1_000)
    shutil.copy(SAMPLE, bad)
    assert ingest([bad], lake).ok
    assert lake.refused().is_empty()
