"""Compaction and vacuum lose nothing, whoever writes meanwhile, and leave alone what somebody may need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest

from tests.slow import slow_after
from tests.warehouse.games import EVENTS, FILLED, game
from warehouse import Lake, LakeError, batch, merging
from warehouse.batch import BatchWriter
from warehouse.parquet import encoded, encoded_parts
from warehouse.schema import TABLES
from warehouse.state import Commit, data_key
from warehouse.upkeep import compact, vacuum
from warehouse.upkeep.vacuum import GRACE

NOW, NEVER, LATER = timedelta(0), timedelta(days=9999), datetime.now(UTC) + timedelta(days=1) + GRACE
"""LATER: a time at which everything that a test has written is older than the grace, however long the tests before it took."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a lake of four games, each in its own batch, one of them replaced."""
    lake = Lake.create(tmp_path_factory.mktemp("written") / "lake")
    for name in "dacb":
        lake.write([game(name)])
    lake.write([game("c", EVENTS[:20])])
    return lake.path


@pytest.fixture
def scattered(written: Path, tmp_path: Path) -> Lake:
    """A copy of that lake for one test."""
    return Lake.open(copytree(written, tmp_path / "lake"))


def files_of(lake: Lake) -> set[str]:
    return {entry.key for entry in lake.store.entries("data")}


def rows_of(lake: Lake) -> dict[str, list]:
    return {name: lake.frame(name).sort("game_id", maintain_order=True).rows() for name in TABLES}


def test_compaction_has_few_rows_in_memory_and_writes_the_files_of_all_sorted_at_once(
    scattered: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {name: scattered.frame(name).sort("game_id", maintain_order=True) for name in TABLES}
    parts: list[int] = []

    def counted(frames: Iterator[pl.DataFrame]) -> tuple[int, bytes]:
        parts.append(len(held := list(frames)))
        return encoded_parts(iter(held))

    monkeypatch.setattr(merging, "AT_ONCE", 5)
    monkeypatch.setattr(batch, "encoded_parts", counted)
    compact(scattered)
    assert max(parts) == 4, "no table came in ranges, here of one game each"
    (merged,) = scattered.state().batches.values()
    for table in merged.files:
        assert scattered.store.read(data_key(table, merged.batch)) == encoded(before[table]), table


def test_compaction_keeps_every_row_in_one_file_a_table(scattered: Lake) -> None:
    before, events, version = rows_of(scattered), {name: scattered.events(name) for name in "abcd"}, 6
    assert scattered.state().version == version
    done = compact(scattered)
    assert (done.version, done.batches_before, done.batches) == (7, 4, 1)
    assert (done.files_before > 3 * len(FILLED), done.files) == (True, len(FILLED))
    assert rows_of(scattered) == before
    assert {name: scattered.events(name) for name in "abcd"} == events
    assert rows_of(scattered.at(version)) == before
    (merged,) = scattered.state().batches.values()
    assert {table: file.rows for table, file in merged.files.items()} == {name: len(rows) for name, rows in before.items() if rows}
    commit = next(scattered.history())
    assert (commit.kind, len(commit.removed), commit.replaced) == ("compact", 4, [])


def test_a_compacted_lake_has_nothing_to_compact(scattered: Lake) -> None:
    compact(scattered)
    there = files_of(scattered)
    assert compact(scattered).version == 7
    assert files_of(scattered) == there


def test_batches_are_merged_up_to_their_size_and_large_ones_left(scattered: Lake) -> None:
    sizes = [sum(file.bytes for file in batch.files.values()) for batch in scattered.state().batches.values()]
    done = compact(scattered, batch_bytes=2 * max(sizes))
    assert done.batches == 2
    assert compact(scattered, batch_bytes=max(sizes)).version == done.version


@pytest.mark.parametrize("meanwhile", slow_after(2, ["b", "new", "dacb"]))
def test_what_is_written_while_a_lake_is_compacted_is_kept(scattered: Lake, monkeypatch, meanwhile: str) -> None:
    together = BatchWriter.together
    names = ["new"] if meanwhile == "new" else list(meanwhile)

    def interrupted(writer: BatchWriter, batches) -> object:
        made = together(writer, batches)
        Lake.open(scattered.path).write([game(name, EVENTS[:12]) for name in names])
        return made

    monkeypatch.setattr(BatchWriter, "together", interrupted)
    compact(scattered)
    expected = {"d": EVENTS, "a": EVENTS, "c": EVENTS[:20], "b": EVENTS} | dict.fromkeys(names, EVENTS[:12])
    assert {name: scattered.events(name) for name in scattered.games()["game_id"]} == expected
    assert {name: set(scattered.frame(name)["game_id"]) for name in ("games", "powers")} == {
        "games": set(expected),
        "powers": set(expected),
    }
    states = [scattered.at(version).state() for version in range(1, scattered.state().version + 1)]
    named = {key for state in states for name in TABLES for key in state.keys(name)}
    assert files_of(scattered) == named, "what was merged in vain was left behind"


def test_a_damaged_file_is_not_compacted_into_a_sound_one(scattered: Lake) -> None:
    (path, *_) = scattered.state().files("powers")
    content = bytearray(Path(path).read_bytes())
    content[len(content) // 2] ^= 1
    Path(path).write_bytes(content)
    there = files_of(scattered)
    with pytest.raises(LakeError, match=r"powers.*parquet: damaged: its SHA-256 is not"):
        compact(scattered)
    assert (scattered.state().version, files_of(scattered)) == (6, there)


def test_a_pinned_lake_is_not_kept_in_order(scattered: Lake) -> None:
    for keep in (compact, lambda lake: vacuum(lake, NOW)):
        with pytest.raises(LakeError, match="pinned to version 2"):
            keep(scattered.at(2))


def test_a_vacuum_takes_what_no_kept_version_names(scattered: Lake) -> None:
    compact(scattered)
    live = {key for name in TABLES for key in scattered.state().keys(name)}
    before, rows = files_of(scattered), rows_of(scattered)
    done = vacuum(scattered, NOW, at=LATER)
    assert (done.oldest, done.files, done.young) == (7, len(before - live), 0)
    assert done.bytes > 0
    assert files_of(scattered) == live
    assert rows_of(scattered) == rows
    assert [commit.kind for commit in scattered.history()][:2] == ["vacuum", "compact"]
    assert scattered.at(7).games().height == 4
    assert vacuum(scattered, NOW, at=LATER).files == 0


def test_a_vacuumed_version_is_one_clear_error(scattered: Lake) -> None:
    reader = scattered.at(3)
    compact(scattered)
    vacuum(scattered, NOW, at=LATER)
    for ask in (
        lambda: scattered.at(3),
        lambda: Lake.open(scattered.path, 3),
        reader.games,
        lambda: reader.sql("FROM games"),
    ):
        with pytest.raises(LakeError, match=r"the files of version 3 were deleted by a vacuum; .* can be read are 7 to 8"):
            ask()


def test_versions_that_are_young_enough_stay(scattered: Lake) -> None:
    compact(scattered)
    before = files_of(scattered)
    done = vacuum(scattered, NEVER, at=LATER)
    assert (done.oldest, done.files, done.young) == (1, 0, 0)
    assert files_of(scattered) == before
    assert scattered.at(3).games().height == 2
    assert scattered.state().version == 7, "nothing was given up, so nothing was said"


def test_young_files_are_left_to_their_writers(scattered: Lake) -> None:
    writer = BatchWriter(scattered.store)
    batch = writer.write([game("slow")], "2026-01-01T00:00:00Z")
    draft = scattered.path / "_log" / f".{'0' * 32}.tmp"
    draft.write_bytes(b"{")
    done = vacuum(scattered, NOW)
    assert (done.files, done.young) == (0, len(FILLED) + 1)
    scattered._log.commit(lambda state, version: Commit(version, state.at, [batch]))
    assert scattered.events("slow") == EVENTS


def test_orphans_and_drafts_of_killed_writers_are_deleted_and_strange_files_left(scattered: Lake) -> None:
    compact(scattered)
    BatchWriter(scattered.store).write([game("dead")], "2026-01-01T00:00:00Z")
    for folder in ("_log", "_checkpoints"):
        (scattered.path / folder).mkdir(exist_ok=True)
        (scattered.path / folder / f".{'0' * 32}.tmp").write_bytes(b"{")
    strange = scattered.path / "data" / "games" / "mine.parquet"
    strange.write_bytes(b"mine")
    done = vacuum(scattered, NEVER, at=LATER)
    assert done.files == len(FILLED) + 2
    assert strange.exists()
    assert not list(scattered.path.rglob("*.tmp"))
    assert scattered.events("a") == EVENTS


def test_a_vacuum_that_was_killed_is_finished_by_the_next(scattered: Lake, monkeypatch) -> None:
    compact(scattered)
    delete = type(scattered.store).delete

    def dying(store, keys) -> None:
        delete(store, list(keys)[:3])
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(type(scattered.store), "delete", dying)
        with pytest.raises(LakeError, match=r"Input/output error; the rest is for the next vacuum"):
            vacuum(scattered, NOW, at=LATER)
    with pytest.raises(LakeError, match="deleted by a vacuum"):
        scattered.at(4)
    vacuum(scattered, NOW, at=LATER)
    assert files_of(scattered) == {key for name in TABLES for key in scattered.state().keys(name)}


def test_a_commit_made_while_a_vacuum_looks_keeps_its_files(scattered: Lake, monkeypatch) -> None:
    """The files are there, and old, before the vacuum lists them; their commit comes after it has listed."""
    writer = BatchWriter(scattered.store)
    batch = writer.write([game("slow")], "2026-01-01T00:00:00Z")
    entries = type(scattered.store).entries
    committed = []

    def listing(store, folder: str, after: str = ""):
        found = entries(store, folder, after)
        if folder == "_checkpoints" and not committed:
            committed.append(folder)
            Lake.open(scattered.path)._log.commit(lambda state, version: Commit(version, state.at, [batch]))
        return found

    monkeypatch.setattr(type(scattered.store), "entries", listing)
    vacuum(scattered, NOW, at=LATER)
    assert committed
    assert scattered.events("slow") == EVENTS
    assert os.path.exists(scattered.state().files("games", ["slow"])[0])


def test_what_a_writer_is_about_to_commit_is_left_alone_however_old_a_clock_says_it_is(scattered: Lake) -> None:
    log, writer = scattered.log_to_write(), BatchWriter(scattered.store)
    with log.undoing(writer):
        batch = writer.write([game("late")], "2026-01-01T00:00:00Z")
        assert batch
        for key in batch.keys():  # noqa: SIM118
            os.utime(scattered.path / key, (0, 0))
        vacuum(Lake.open(scattered.path), NOW, at=LATER)
        log.commit(lambda state, version: Commit(version, "2026-01-01T00:00:00Z", [batch]))
    assert Lake.open(scattered.path).find("late") == "late" and rows_of(Lake.open(scattered.path))["games"]


def test_what_a_killed_writer_left_is_deleted_while_nobody_writes(scattered: Lake) -> None:
    writer = BatchWriter(scattered.store)
    batch = writer.write([game("late")], "2026-01-01T00:00:00Z")
    assert batch and set(batch.keys()) <= files_of(scattered)
    vacuum(scattered, NOW, at=LATER)
    assert not set(batch.keys()) & files_of(scattered)


def test_a_commit_never_names_a_file_that_is_not_there(scattered: Lake) -> None:
    log, writer, before = scattered.log_to_write(), BatchWriter(scattered.store), scattered.state()
    batch = writer.write([game("late")], "2026-01-01T00:00:00Z")
    assert batch
    gone = scattered.path / batch.keys()[3]
    gone.unlink()
    with pytest.raises(LakeError, match=f"{gone}: was deleted before it was committed .* do it again"):
        log.commit(lambda state, version: Commit(version, "2026-01-01T00:00:00Z", [batch]))
    assert Lake.open(scattered.path).state().version == before.version
