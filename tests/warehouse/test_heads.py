"""The newest commit is recorded twice, and each commit names the one before it: one that is gone or damaged is noticed at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.warehouse.commits import filled, one_more
from tests.warehouse.games import game
from warehouse import Lake, LakeError, heads
from warehouse.log import Log, key_of
from warehouse.verify import verify


@pytest.fixture
def three(tmp_path: Path) -> Path:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    lake.write([game("b")])
    return tmp_path / "lake"


def test_a_newest_commit_that_is_gone_is_named_with_the_cure(three: Path) -> None:
    (three / key_of(3)).unlink()
    for opened in (Lake.open, Lake.create):
        with pytest.raises(LakeError, match=r"00000003\.json: this commit is missing, .*_head/00000003-.* put it back"):
            opened(three)


def test_a_lake_whose_whole_log_is_gone_is_not_taken_for_an_empty_folder(three: Path) -> None:
    for path in (three / "_log").iterdir():
        path.unlink()
    with pytest.raises(LakeError, match="this commit is missing"):
        Lake.create(three)


def test_a_process_that_had_the_lake_open_notices_too(three: Path) -> None:
    lake = Lake.open(three)
    assert lake.games().height == 2
    (three / key_of(3)).unlink()
    with pytest.raises(LakeError, match="this commit is missing"):
        lake.games()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_commit_that_says_something_else_than_was_written_is_named(version: int, three: Path) -> None:
    path = three / key_of(version)
    path.write_bytes(path.read_bytes().replace(b'"at": "20', b'"at": "19'))
    with pytest.raises(LakeError, match=rf"{key_of(version)}: damaged: its SHA-256 is"):
        Lake.open(three)


def test_one_head_is_kept_and_a_lake_without_one_is_read(three: Path) -> None:
    (head,) = (three / heads.FOLDER).iterdir()
    assert head.name.startswith("00000003-")
    head.unlink()
    assert verify(Lake.open(three)) == []
    Lake.open(three).write([game("c")])
    (head,) = (three / heads.FOLDER).iterdir()
    assert head.name.startswith("00000004-")


def test_a_head_that_lags_behind_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = filled(tmp_path, 3)
    monkeypatch.setattr(heads, "save", lambda *_: None)
    log.commit(one_more)
    assert Log(log.store).state().version == 4
