"""A checkpoint saves reading the log from its beginning, and is believed only where the log says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.warehouse.commits import MANY, filled, one_more
from warehouse import LakeError, checkpoints
from warehouse.checkpoints import EVERY
from warehouse.log import Log, key_of
from warehouse.stores import local, store_of


def read_by(log: Log, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that fills with the numbers of the commits that are read."""
    read: list[int] = []
    whole = Log._read
    monkeypatch.setattr(Log, "_read", lambda log, version: read.append(version) or whole(log, version))
    return read


def fresh(log: Log) -> Log:
    return Log(log.store)


def test_a_log_is_read_from_its_last_checkpoint(tmp_path: Path, monkeypatch) -> None:
    log = filled(tmp_path)
    state = log.state()
    read = read_by(log, monkeypatch)
    assert fresh(log).state() == state
    assert read == list(range(2 * EVERY + 1, MANY + 1))


def test_an_older_version_is_read_from_the_checkpoint_before_it(tmp_path: Path, monkeypatch) -> None:
    log = filled(tmp_path)
    for entry in log.store.entries(checkpoints.FOLDER):
        (tmp_path / entry.key).rename(tmp_path / f"{entry.key}.away")
    truly = {version: fresh(log).state(version) for version in (1, EVERY - 1, EVERY, EVERY + 3, 2 * EVERY)}
    for path in tmp_path.rglob("*.away"):
        path.rename(path.with_suffix(""))
    for version, state in truly.items():
        assert fresh(log).state(version) == state, version
    read = read_by(log, monkeypatch)
    fresh(log)._replayed(EVERY + 3)
    assert read == [EVERY + 1, EVERY + 2, EVERY + 3]


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def of_another_lake(path: Path) -> None:
    """Put a sound checkpoint of the same number there, of a log that went another way."""
    other = filled(path.parents[1] / "other", 3)
    other.commit(lambda state, version: one_more(state, version + 200).__class__(version, "2026-01-01T02:00:00Z"))
    while other.state().version < int(path.stem):
        other.commit(one_more)
    path.write_bytes((path.parents[1] / "other" / "_checkpoints" / path.name).read_bytes())


@pytest.mark.parametrize("harm", [Path.unlink, torn, flipped, emptied, of_another_lake])
def test_a_checkpoint_that_is_gone_damaged_or_of_another_log_is_passed_over(tmp_path: Path, harm, monkeypatch) -> None:
    log = filled(tmp_path / "lake")
    state = log.state()
    harm(tmp_path / "lake" / checkpoints.key_of(2 * EVERY))
    read = read_by(log, monkeypatch)
    assert fresh(log).state() == state
    assert read[0] == EVERY + 1, "the checkpoint before was as good"
    harm(tmp_path / "lake" / checkpoints.key_of(EVERY))
    read.clear()
    assert fresh(log).state() == state
    assert read[0] == 1


def test_a_disk_that_is_full_for_the_checkpoint_leaves_the_commit_made(tmp_path: Path, monkeypatch) -> None:
    log = filled(tmp_path, EVERY - 1)
    whole = local.write_whole

    def full(path: Path, content: bytes) -> None:
        if path.parent.name == checkpoints.FOLDER:
            raise OSError(28, "No space left on device", str(path))
        whole(path, content)

    monkeypatch.setattr(local, "write_whole", full)
    assert log.commit(one_more).version == EVERY
    assert fresh(log).state().version == EVERY
    assert log.store.entries(checkpoints.FOLDER) == []


def test_old_checkpoints_are_thinned_out(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 2)
    monkeypatch.setattr(checkpoints, "KEPT_LONG", 8)
    log = filled(tmp_path, 21)
    names = [int(Path(entry.key).stem) for entry in log.store.entries(checkpoints.FOLDER)]
    assert names == [8, 16, 18, 20]
    assert fresh(log).state().version == 21


def test_a_commit_that_is_missing_after_the_checkpoint_is_named(tmp_path: Path) -> None:
    log = filled(tmp_path)
    (tmp_path / key_of(MANY - 2)).unlink()
    with pytest.raises(LakeError, match=rf"{MANY - 2:08}.json: this commit is missing, {MANY - 1:08}.json is there"):
        fresh(log).state()


def test_the_checkpoint_of_a_commit_that_is_missing_is_passed_over(tmp_path: Path) -> None:
    log = filled(tmp_path)
    (tmp_path / key_of(2 * EVERY)).unlink()
    with pytest.raises(LakeError, match=rf"{2 * EVERY:08}.json: this commit is missing"):
        fresh(log).state()


def test_a_checkpoint_is_compact(tmp_path: Path) -> None:
    filled(tmp_path)
    commits = sum(entry.bytes for entry in store_of(tmp_path).entries("_log"))
    (_, last) = store_of(tmp_path).entries(checkpoints.FOLDER)
    assert last.bytes < commits / 10
