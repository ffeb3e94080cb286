"""Verify, mend and backup go over the same versions: all that can be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

import sitrep
from ingest.mend import mend
from tests.slow import slow_after
from tests.warehouse.games import game
from warehouse import Lake, LakeError
from warehouse.state import data_key
from warehouse.upkeep import backup, compact, vacuum
from warehouse.verify import verify


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def _removed(lake: Lake) -> None:
    for name in "abc":
        lake.write([game(name)])
    lake.remove(["b"])


@pytest.fixture
def lake(copied: Callable[..., Lake]) -> Lake:
    """A lake of games a and c; b was removed again, and only versions 3 and 4 have it."""
    return copied(_removed)


@pytest.mark.parametrize("harm", slow_after(1, [flipped, Path.unlink]))
def test_a_damaged_file_of_an_older_version_is_found_told_and_put_back(lake: Lake, tmp_path: Path, harm: Callable[[Path], None]) -> None:
    copy = copytree(lake.path, tmp_path / "copy")
    batch = lake.at(3).state().holder["b"]
    path = lake.path / data_key("games", batch.batch)
    harm(path)
    fresh = Lake.open(lake.path)
    (found,) = verify(fresh)
    assert found.where == str(path) and "give up the versions before 5: sitrep lake mend --give-up" in found.cure
    with pytest.raises(LakeError):
        backup(fresh, tmp_path / "backup")
    done = mend(lake.path)
    assert done.files == 0 and [one.path for one in done.left] == [str(path)]
    assert "only versions before 5 need it" in done.left[0].games["b"]
    done = mend(lake.path, backup=copy)
    assert (done.files, done.left) == (1, ())
    assert verify(Lake.open(lake.path)) == []
    assert backup(Lake.open(lake.path), tmp_path / "backup").version == 5
    assert Lake.open(lake.path, 3).events("b")


def test_versions_that_nothing_can_put_back_are_given_up_when_asked(lake: Lake, tmp_path: Path) -> None:
    flipped(lake.path / data_key("dice_rolled", lake.at(3).state().holder["b"].batch))
    result = CliRunner().invoke(sitrep.main, ["lake", "mend", "--lake", str(lake.path)])
    assert result.exit_code == 1 and "older ones can be given up (--give-up)" in result.output
    result = CliRunner().invoke(sitrep.main, ["lake", "mend", "--lake", str(lake.path), "--give-up"])
    assert result.exit_code == 0 and "versions from 5 on remain readable" in result.output, result.output
    assert verify(Lake.open(lake.path)) == []
    assert backup(Lake.open(lake.path), tmp_path / "backup").version == 6
    with pytest.raises(LakeError, match="the versions that can be read are 5 to 6"):
        Lake.open(lake.path, 4)
    assert Lake.open(lake.path).games().height == 2


def test_what_no_version_can_read_is_not_looked_for(lake: Lake) -> None:
    from datetime import UTC, datetime, timedelta

    compact(lake)
    vacuum(lake, timedelta(0), at=datetime.now(UTC) + timedelta(hours=3))
    assert verify(Lake.open(lake.path)) == []
    assert mend(lake.path).left == ()


def test_a_compaction_that_did_nothing_says_so(lake: Lake) -> None:
    def said(*more: str) -> str:
        result = CliRunner().invoke(sitrep.main, ["lake", "compact", "--lake", str(lake.path), *more])
        assert result.exit_code == 0, result.output
        return result.output

    assert "version 6: 2 batches became 1, " in said()
    files = len(next(iter(lake.state().batches.values())).files)
    assert said() == f"version 6: nothing to compact (batches: 1, files: {files})\n"
    assert json.loads(said("--json")) == {
        "version": 6,
        "batches_before": 1,
        "batches": 1,
        "files_before": files,
        "files": files,
        "made": False,
    }
