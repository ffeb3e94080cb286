"""What a hand that slips does to a lake: exports over it, backs it up into itself, takes its backup apart, puts pipes and links in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.games import game
from warehouse import Lake, LakeError, heads
from warehouse.export import FORMS, Selection, export
from warehouse.log import Log, key_of
from warehouse.secret import KEY, secret_of
from warehouse.stores import store_of
from warehouse.upkeep import backup
from warehouse.upkeep.mend import mend_from
from warehouse.verify import verify


def _two(lake: Lake) -> None:
    lake.write([game("a")])
    lake.write([game("b")])
    for path in (lake.path / heads.FOLDER).iterdir():
        path.unlink()
    (lake.path / heads.FOLDER).rmdir()


@pytest.fixture
def two(copied: Callable[..., Lake]) -> Lake:
    """A lake of two games, that was never told which commit is the newest, as those that were exported."""
    return copied(_two)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("where", ["", "data", "_log", "cache.duckdb", "link", "link/data"])
def test_no_export_is_written_over_its_lake_or_what_it_consists_of(two: Lake, tmp_path: Path, form: str, where: str) -> None:
    (tmp_path / "link").symlink_to(two.path)
    target = tmp_path / where if where.startswith("link") else two.path / where
    with pytest.raises(LakeError, match="belongs to the lake itself; choose"):
        export(two, form, target, Selection(games=("a",)))
    assert sorted(Lake.open(two.path).state().holder) == ["a", "b"]


def test_an_export_onto_a_link_is_written_where_it_leads(two: Lake, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    for _ in range(2):
        export(two, "csv", tmp_path / "out")
        assert (tmp_path / "out").is_symlink() and (tmp_path / "real" / "games.csv").is_file()
    assert sorted(os.listdir(tmp_path)) == sorted({"real", "out", two.path.name})


@pytest.mark.parametrize("where", ["link", "link/inner", "lake/inner"])
def test_a_lake_is_not_its_own_backup_by_any_name(two: Lake, tmp_path: Path, where: str) -> None:
    (tmp_path / "link").symlink_to(two.path)
    place = two.path / "inner" if where.startswith("lake") else tmp_path / where
    with pytest.raises(LakeError, match="a lake cannot be its own backup"):
        backup(two, place)
    if where == "link":
        with pytest.raises(LakeError, match="a lake cannot be its own backup"):
            mend_from(two.path, place)
    assert not (two.path / "inner").exists()


def test_a_backup_that_lacks_a_commit_is_refused_by_its_name(two: Lake, tmp_path: Path) -> None:
    backup(two, tmp_path / "copy")
    (tmp_path / "copy" / key_of(2)).unlink()
    with pytest.raises(LakeError, match=rf"copy/{key_of(2)}: this commit is missing.*lake mend"):
        backup(two, tmp_path / "copy")
    mend_from(tmp_path / "copy", two.path)
    assert backup(two, tmp_path / "copy").files == 0


def test_a_stray_file_in_a_backups_log_is_none_of_its_commits(two: Lake, tmp_path: Path) -> None:
    backup(two, tmp_path / "copy")
    (tmp_path / "copy" / "_log" / "00000001 (copy).json").write_text("{}")
    two.write([game("c")])
    assert backup(two, tmp_path / "copy").version == 4


def _other(key: Path) -> None:
    key.write_text("zz")


def _flipped(key: Path) -> None:
    content = bytearray(key.read_bytes())
    content[7] = ord("0") if content[7] != ord("0") else ord("1")
    key.write_bytes(content)


@pytest.mark.parametrize("damage", slow_after(1, [_other, _flipped, Path.unlink]))
def test_a_damaged_secret_is_found_and_put_back(two: Lake, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    before = secret_of(two)
    backup(two, tmp_path / "copy")
    damage(two.path / KEY)
    if damage is not Path.unlink:  # of a key that is gone nothing tells that there was one
        assert [one.where for one in verify(two)] == [str(two.path / KEY)]
        with pytest.raises(LakeError, match="_secret/key: damaged"):
            secret_of(two)
        with pytest.raises(LakeError, match="_secret/key: damaged"):
            backup(two, tmp_path / "another")
    mend_from(two.path, tmp_path / "copy")
    assert secret_of(two) == before and verify(two) == []


def test_a_secret_of_before_it_had_a_checksum_is_read(two: Lake) -> None:
    (two.path / KEY).parent.mkdir()
    (two.path / KEY).write_text("ab" * 32)
    assert secret_of(two) == bytes.fromhex("ab" * 32)


@pytest.mark.parametrize("gone", slow_after(1, [False, True]))
def test_lists_of_refused_files_are_put_back(two: Lake, tmp_path: Path, gone: bool) -> None:
    two.keep_refused({"x.tsvg": "no game"}, [])
    backup(two, tmp_path / "copy")
    (path,) = (two.path / "_refused").iterdir()
    path.unlink() if gone else path.write_text("{}")
    if not gone:
        with pytest.raises(LakeError, match=rf"{path.name}: damaged"):
            backup(two, tmp_path / "another")
    mend_from(two.path, tmp_path / "copy")
    assert two.refused()["path"].to_list() == ["x.tsvg"] and verify(two) == []


def test_what_is_no_file_is_not_waited_for(two: Lake) -> None:
    (two.path / key_of(2)).unlink()
    os.mkfifo(two.path / key_of(2))
    with pytest.raises(LakeError, match=rf"{key_of(2)}: this commit is missing"):
        Log(store_of(two.path)).state()


def test_the_newest_commit_is_refused_by_what_records_it(lake: Lake) -> None:
    lake.write([game("a")])
    path = lake.path / key_of(2)
    path.write_text(path.read_text().replace('"write"', '"compact"'))
    with pytest.raises(LakeError, match=rf"{key_of(2)}: damaged: .*as recorded by _head/00000002-"):
        Lake.open(lake.path)
