"""A watched folder: a file is read when it is whole, again when it changes, and nothing is lost when the watch is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dashboard.site.build import Built
from dashboard.terminal import watch as watching_command
from engine.simulation import simulate
from engine.titles import load_title
from ingest.log.writer import write_log
from ingest.watch import WatchedFolder
from tests.slow import slow_after
from warehouse import Lake, LakeError


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "uploads").mkdir()
    return tmp_path / "uploads"


def test_a_file_is_whole_when_it_has_stayed_the_same(folder: Path, clock: Clock) -> None:
    watched, file = WatchedFolder(folder, 10, clock), folder / "a.jsonl"
    file.write_text("half")
    assert watched.whole() == []
    clock.now = 9
    file.write_text("half and half")
    assert watched.whole() == [] and watched.waiting() == 1
    clock.now = 18
    assert watched.whole() == [], "it grew nine seconds ago"
    clock.now = 19
    assert watched.whole() == [file]
    assert watched.whole() == [file], "nobody took it"
    watched.take([file])
    clock.now = 100
    assert watched.whole() == [] and watched.waiting() == 0


def test_a_file_that_changes_is_read_again(folder: Path, clock: Clock) -> None:
    watched, file = WatchedFolder(folder, 0, clock), folder / "a.jsonl"
    file.write_text("wrong")
    assert watched.whole() == [file]
    file.write_text("mended while it was being read")
    watched.take([file])
    assert watched.whole() == [file], "what was taken is not what is there now"
    watched.take([file])
    assert watched.whole() == []


@pytest.mark.parametrize("name", ["a.jsonl.part", "b.tsvg.FILEPART", ".a.jsonl.Xy12", "c.crdownload"])
def test_files_under_way_are_waited_for(folder: Path, clock: Clock, name: str) -> None:
    watched = WatchedFolder(folder, 0, clock)
    (folder / name).write_text("half")
    assert watched.whole() == []
    (folder / name).rename(folder / "whole.jsonl")
    assert watched.whole() == [folder / "whole.jsonl"]


def test_lakes_and_companions_in_the_folder_are_left_alone(folder: Path, clock: Clock) -> None:
    Lake.create(folder / "lake")
    (folder / "notes.md").write_text("notes")
    assert WatchedFolder(folder, 0, clock).whole() == []


@contextmanager
def watching(folder: Path, lake: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command over a folder; end it, if it still runs."""
    command = [
        sys.executable,
        "-c",
        "import sitrep; sitrep.main()",
        "watch",
        str(folder),
        "--lake",
        str(lake),
        "--every",
        "0.1",
        "--settle",
        "0.2",
        "--jobs",
        "1",
        *more,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def games(lake: Path) -> set[str]:
    try:
        return set(Lake.open(lake).digests())
    except LakeError:
        return set()


def until(lake: Path, wanted: set[str]) -> None:
    end = time.monotonic() + 300
    while games(lake) != wanted:
        assert time.monotonic() < end, f"{games(lake)}; expected {wanted}"
        time.sleep(0.05)


def record(name: str) -> bytes:
    recording, _ = simulate(load_title("aa1942"), 5, round_limit=1, game=name)
    return write_log(recording)


@pytest.mark.parametrize("kills", slow_after(0, [4]))
def test_no_game_is_lost_when_the_watch_is_killed(folder: Path, tmp_path: Path, kills: int) -> None:
    whole, lake, wanted = record("g"), tmp_path / "lake", set()
    for number in range(kills):
        name = f"g{number}"
        content = whole.replace(b'"game":"g"', f'"game":"{name}"'.encode())
        with watching(folder, lake) as process:
            with (folder / f"{name}.jsonl").open("wb") as file:  # an upload in two parts
                file.write(content[: len(content) // 2])
                file.flush()
                time.sleep(0.1)
                file.write(content[len(content) // 2 :])
            if number % 2:
                until(lake, wanted | {name})
                process.send_signal(signal.SIGTERM)
                told = process.communicate(timeout=300)[0]
                assert process.returncode == 0 and "stopped" in told
            else:
                time.sleep(0.4 * number)
                process.kill()
        wanted.add(name)
    with watching(folder, lake):
        until(lake, wanted)
    assert Lake.open(lake).games().height == kills


def test_what_lands_is_read_and_what_is_bad_is_listed_with_its_reason(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place, sites, looks = tmp_path / "lake", [], iter(range(4))

    def between(_seconds: float) -> None:
        """Let something land between two looks; the fourth ends the watch."""
        look = next(looks)
        if look == 0:
            (folder / "g.jsonl").write_bytes(record("g"))
            (folder / "letter.txt").write_text("dear Ann")
        if look == 3:
            raise KeyboardInterrupt

    def make(lake: Lake) -> Built:
        sites.append(sorted(lake.digests()))
        return Built(lake.state().version, 3, 1, 0, 99)

    monkeypatch.setattr(watching_command.time, "sleep", between)
    watching_command.watch(folder, place, make, 0.1, 0, 1)
    told = capsys.readouterr().out
    assert sites == [[], ["g"]], "once at the start, and once for what landed"
    assert "new: game g, " in told and f"from {folder / 'g.jsonl'}" in told and "refused: " in told and "letter.txt" in told
    assert "site: version 2, 1 of 3 pages made" in told and told.rstrip().endswith("the same command goes on from here")
    assert Lake.open(place).refused()["path"].to_list() == [str(folder / "letter.txt")]


def test_work_that_failed_is_tried_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pauses: list[float] = []

    def between(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    def make(lake: Lake) -> Built:
        if len(pauses) < 2:
            raise LakeError("the disk is full")
        return Built(lake.state().version, 3, 1, 0, 99)

    monkeypatch.setattr(watching_command.time, "sleep", between)
    watching_command.watch(folder, tmp_path / "lake", make, 1, 0, 1)
    told = capsys.readouterr().out
    assert pauses == [2, 4, 1] and told.count("failed: the disk is full") == 2 and "site: version 1" in told
