"""A record that asks for very much is refused with the cure, keeps no other out, and never makes the process that writes grow."""

from __future__ import annotations

import gzip
import signal
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.strictness import Strictness
from ingest import pipeline, read
from ingest.limits import CURE, DEFAULT, Limits, OutOfTime, timed
from ingest.pipeline import ingest
from ingest.read import read_all, read_one
from ingest.workers import local
from tests.ingest.bombs import BOMBS, illegal_moves, large_counts, last_round, many_turns
from tests.ingest.lake import MemoryLake
from tests.ingest.test_pipeline import write
from warehouse import Lake
from warehouse.game_rows import MOST_ROWS


def dropped(folder: Path, content: bytes) -> Path:
    """Write a bomb between two sound records."""
    for name in "ac":
        write(folder / f"{name}.jsonl", game=name)
    (folder / "b.gz").write_bytes(gzip.compress(content, 1))
    return folder


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (
            lambda: last_round(3_000_000),
            "its last round is round 3,000,000; expected one recorded game, of at most 1,000 rounds",
        ),
        (lambda: many_turns(1_000, 2_400), "its snapshots have "),
        (lambda: illegal_moves(10_100), "more than 10,000 things do not fit the rules of aa1942"),
    ],
    ids=["rounds", "a dense grid", "illegal moves"],
)
def test_a_bomb_is_refused_and_keeps_no_sound_record_out(content: Callable[[], bytes], why: str, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    report = ingest([dropped(tmp_path / "in", content())], lake)
    assert [row.status for row in report.rows] == ["new", "refused", "new"]
    assert report.rows[1].message.startswith(f"{tmp_path}/in/b.gz:") and why in report.rows[1].message
    assert sorted(lake.digests()) == ["a", "c"]


def test_a_map_has_only_so_many_areas(tmp_path: Path) -> None:
    path = tmp_path / "wide.gz"
    path.write_bytes(gzip.compress(many_turns(600, 2)))
    tenth = Limits(rows=MOST_ROWS // 10)
    assert "its map has 603 areas; expected one recorded game, of at most 500 areas" in read_one(path, Strictness.COLLECT, tenth).message
    assert read_one(path, Strictness.COLLECT).message == ""


def test_what_is_refused_for_its_size_names_the_cure_and_the_cure_works(tmp_path: Path) -> None:
    path = tmp_path / "long.gz"
    path.write_bytes(gzip.compress(last_round(1_500)))
    assert CURE in read_one(path, Strictness.COLLECT).message
    assert read_one(path, Strictness.COLLECT, DEFAULT.times(10)).message == ""


def test_a_record_has_so_much_time_of_a_processor_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a record takes differs from machine to machine; one that never ends takes too long on each."""
    path = tmp_path / "slow.txt"
    path.write_bytes(large_counts(50))

    def never_ends(_: Path) -> None:
        while True:
            pass

    with monkeypatch.context() as patched:
        patched.setattr(read, "read_record", never_ends)
        message = read_one(path, Strictness.COLLECT, Limits(seconds=0.1)).message
    assert message == f"{path}: was not read within 0.1 seconds of a processor; expected one recorded game; {CURE}"
    whole = read_one(path, Strictness.COLLECT).message
    assert "sentences of a turn summary" in whole, "read to its end, it is refused for what it says"


def test_the_bound_on_time_ends_with_the_file() -> None:
    before = signal.getitimer(signal.ITIMER_PROF), signal.getsignal(signal.SIGPROF)
    with pytest.raises(RecordError), timed(0.1, "was not read", CURE):
        while True:
            pass
    with pytest.raises(RecordError, match=r"was not read within 0\.1 seconds"), timed(0.1, "was not read", CURE):
        with suppress(OutOfTime):  # as Python does in what deletes an object
            while True:
                pass
        while True:
            pass
    with timed(300, "was not read", CURE):
        assert signal.getitimer(signal.ITIMER_PROF) != before[0]
    assert (signal.getitimer(signal.ITIMER_PROF), signal.getsignal(signal.SIGPROF)) == before


def test_the_bound_on_time_is_not_lost_where_python_forgets_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: ignored.append(what.exc_type))

    class Key:
        pass

    keys = weakref.WeakKeyDictionary[Key, int]()
    for _ in range(8):
        with pytest.raises(RecordError), timed(0.05, "was not read", CURE):
            while True:
                keys[Key()] = 1
    assert OutOfTime not in ignored


def test_a_process_that_reads_has_so_much_memory_and_no_more(tmp_path: Path) -> None:
    paths = sorted(dropped(tmp_path, many_turns(1_000, 6_000)).iterdir())
    few = Limits(memory=1 << 30, rows=10**9)
    with local(1, few) as workers:
        outcomes = list(read_all(paths, Strictness.COLLECT, workers, limits=few))
    assert [outcome.game_id for outcome in outcomes] == ["a", "", "c"]
    assert "1024 MiB of memory" in outcomes[1].message and CURE in outcomes[1].message


def test_a_sound_record_is_read_in_the_memory_that_it_may_have(tmp_path: Path) -> None:
    report = ingest([write(tmp_path / "a.jsonl", game="a")], MemoryLake(), jobs=1)
    assert not report.refused


def test_rows_of_long_texts_are_bounded_by_their_bytes(tmp_path: Path) -> None:
    note = '{"note":"' + "a" * 60_000 + '"}'
    write(tmp_path / "notes.jsonl", *[note] * 40, game="notes")
    assert read_one(tmp_path / "notes.jsonl", Strictness.COLLECT).message == ""


@pytest.mark.parametrize("jobs", [0, 2])
def test_every_way_to_read_has_the_limits(jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped(tmp_path, last_round(60))
    monkeypatch.setattr(pipeline, "BATCH_GAMES", 1)
    report = ingest([tmp_path], MemoryLake(), jobs=jobs, limits=Limits(rows=MOST_ROWS // 20))
    assert [row.status for row in report.rows] == ["new", "refused", "new"]
    assert "at most 50 rounds" in report.rows[1].message


def test_bombs_of_the_attack_are_small() -> None:
    for name in ("a save whose last round is the 3,000,000th", "a log of 240,000 illegal moves"):
        assert len(gzip.compress(BOMBS[name]())) < 60_000
