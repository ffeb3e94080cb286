"""Backups: a lake copied bit by bit, that can be asked, gone back in time and restored; and files put back from one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.games import EVENTS, game
from tests.warehouse.s3 import BUCKET, server
from warehouse import Lake, LakeError
from warehouse.log import key_of
from warehouse.stores.local import LocalStore
from warehouse.upkeep import backup, compact, vacuum
from warehouse.upkeep.mend import damaged, mend_from
from warehouse.upkeep.vacuum import timedelta
from warehouse.verify import verify


def content_of(place: Path) -> dict[str, bytes]:
    """Return every file of a lake that is not only there to save time, by its path."""
    paths = (path for path in place.rglob("*") if path.is_file() and path.parent.name != "_checkpoints")
    return {str(path.relative_to(place)): path.read_bytes() for path in paths if path.name != ".lock"}


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def _three(lake: Lake) -> None:
    lake.write([game("a"), game("b")])
    lake.write([game("c", EVENTS[:20])])
    lake.write([game("b", EVENTS[:12])])
    lake.keep_refused({"x.tsvg": "no game"}, [])


@pytest.fixture
def three(copied: Callable[..., Lake]) -> Lake:
    """A lake of four commits, of which one replaces a game, and of a file that was refused."""
    return copied(_three)


def test_a_backup_is_the_same_lake_at_every_version(three: Lake, tmp_path: Path) -> None:
    done = backup(three, tmp_path / "copy")
    assert done.version == 4 and done.files > 20 and done.there == 0
    assert content_of(tmp_path / "copy") == content_of(three.path)
    copy = Lake.open(tmp_path / "copy")
    assert copy.at(2).events("b") == EVENTS and copy.events("b") == EVENTS[:12]
    assert verify(copy) == [] and copy.refused()["path"].to_list() == ["x.tsvg"]


def test_only_what_is_new_is_copied(three: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup(three, tmp_path / "copy")
    again = backup(three, tmp_path / "copy")
    assert (again.files, again.bytes) == (0, 0) and again.there > 20
    three.write([game("d", EVENTS[:12])])
    written: list[str] = []
    write = LocalStore.write
    monkeypatch.setattr(LocalStore, "write", lambda self, key, content: (written.append(key), write(self, key, content)))
    more = backup(three, tmp_path / "copy")
    new = next(reversed(three.state().batches.values()))
    assert {key for key in written if key.startswith("data/")} == set(new.keys())
    assert more.files == len(new.keys()) + 1 and more.version == 5
    assert Lake.open(tmp_path / "copy").events("d") == EVENTS[:12]


def test_a_compacted_and_vacuumed_lake_goes_on_into_its_backup(three: Lake, tmp_path: Path) -> None:
    backup(three, tmp_path / "copy")
    compact(three)
    vacuum(three, timedelta(0), grace=timedelta(0))
    backup(three, tmp_path / "copy")
    copy = Lake.open(tmp_path / "copy")
    assert copy.state().batches == three.state().batches and verify(copy) == []
    assert copy.events("a") == EVENTS


def test_what_was_cut_short_is_a_lake_of_before_and_goes_on(three: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup(three, tmp_path / "copy")
    three.write([game("d", EVENTS[:12])])
    create = LocalStore.create

    def full(self: LocalStore, key: str, content: bytes) -> None:
        if key == key_of(5) and self.place != three.path:
            raise OSError(28, "No space left on device", str(self.path(key)))
        create(self, key, content)

    monkeypatch.setattr(LocalStore, "create", full)
    with pytest.raises(LakeError, match="No space left on device; the backup is as it was"):
        backup(three, tmp_path / "copy")
    assert Lake.open(tmp_path / "copy").state().version == 4
    monkeypatch.undo()
    assert backup(three, tmp_path / "copy").version == 5
    assert Lake.open(tmp_path / "copy").events("d") == EVENTS[:12]


def test_a_file_that_the_lake_lost_is_no_fault_of_the_disk_of_the_backup(three: Lake, tmp_path: Path) -> None:
    (path,) = three.at(2).state().files("stacks", ["b"])  # older versions alone have it
    Path(path).unlink()
    with pytest.raises(LakeError, match=rf"{path}: cannot be read: .* sitrep lake mend --lake {three.path}"):
        backup(three, tmp_path / "copy")


def test_a_damaged_file_never_comes_into_a_backup(three: Lake, tmp_path: Path) -> None:
    backup(three, tmp_path / "copy")
    three.write([game("d", EVENTS[:12])])
    (path,) = three.state().files("stacks", ["d"])
    flip(Path(path))
    with pytest.raises(LakeError, match=rf"{path}: damaged: .* sitrep lake mend --lake {three.path}"):
        backup(three, tmp_path / "copy")
    assert verify(Lake.open(tmp_path / "copy")) == [] and Lake.open(tmp_path / "copy").state().version == 4


@pytest.mark.parametrize(("what", "begins"), [("write", "data/stacks/"), ("create", "_log/")])
def test_what_a_disk_keeps_otherwise_than_it_was_written_is_noticed_and_written_again(
    three: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, begins: str
) -> None:
    whole = getattr(LocalStore, what)

    def spoiled(self: LocalStore, key: str, content: bytes) -> None:
        whole(self, key, content)
        if key.startswith(begins):
            flip(self.path(key))

    monkeypatch.setattr(LocalStore, what, spoiled)
    with pytest.raises(LakeError, match=f"{begins}.*: was read back otherwise than it was written"):
        backup(three, tmp_path / "copy")
    monkeypatch.undo()
    assert backup(three, tmp_path / "copy").version == 4
    assert content_of(tmp_path / "copy") == content_of(three.path) and verify(Lake.open(tmp_path / "copy")) == []


def test_a_backup_is_of_one_lake(three: Lake, tmp_path: Path) -> None:
    other = Lake.create(tmp_path / "other")
    other.write([game("z", EVENTS[:12])])
    backup(three, tmp_path / "copy")
    with pytest.raises(LakeError, match=r"its commit 4 is not that of .*other, which has 2"):
        backup(other, tmp_path / "copy")
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "sun.txt").write_text("sun")
    with pytest.raises(LakeError, match="not a backup of a lake, and not empty"):
        backup(three, tmp_path / "holiday")
    (tmp_path / "album" / "data" / "games").mkdir(parents=True)
    (tmp_path / "album" / "data" / "games" / "sun.parquet").write_text("sun")
    with pytest.raises(LakeError, match="not a backup of a lake, and not empty"):
        backup(three, tmp_path / "album")
    with pytest.raises(LakeError, match="cannot be its own backup"):
        backup(three, three.path)


def test_a_backup_in_a_bucket_is_restored_to_a_folder(three: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        url = f"s3://{BUCKET}/backups/lake"
        backup(three, url)
        backup(Lake.open(url), tmp_path / "restored")
    assert content_of(tmp_path / "restored") == content_of(three.path)


@pytest.mark.parametrize("damage", slow_after(1, [Path.unlink, flip, lambda path: path.write_bytes(b"")]), ids=["gone", "flipped", "empty"])
def test_any_file_that_is_damaged_is_put_back(three: Lake, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    backup(three, tmp_path / "copy")
    whole = content_of(three.path)
    live = {
        str(Path(path).relative_to(three.path))
        for table in ("events", "stacks", "games")
        for path in three.state().files(table)
        if Path(path).exists()
    }
    for name in sorted(live | {key_of(2), key_of(4)}):
        damage(three.path / name)
        commits, files = mend_from(three.path, tmp_path / "copy")
        assert (commits, files) == ((1, 0) if name.startswith("_log") else (0, 1)), name
        assert content_of(three.path) == whole, name
    assert damaged(Lake.open(three.path)) == [] and verify(Lake.open(three.path)) == []


def test_what_no_backup_has_is_left_and_another_lakes_backup_is_refused(three: Lake, tmp_path: Path) -> None:
    backup(three, tmp_path / "copy")
    three.write([game("d", EVENTS[:12])])
    (path,) = map(Path, three.state().files("stacks", ["d"]))
    flip(path)
    before = path.read_bytes()
    assert mend_from(three.path, tmp_path / "copy") == (0, 0) and path.read_bytes() == before
    (found,) = damaged(three)
    assert set(found.batch.games) == {"d"} and [three.store.path(key) for key in found.keys] == [path]
    other = Lake.create(tmp_path / "other")
    other.write([game("z", EVENTS[:12])])
    with pytest.raises(LakeError, match=r"is another commit than that of .*other, and sound"):
        mend_from(three.path, tmp_path / "other")
