"""Ingest of many records: nothing is read twice, little is held, an interrupt loses nothing, and the report can be kept."""

from __future__ import annotations

import csv
import json
import os
import signal
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal import ingest as terminal
from engine.strictness import Strictness
from ingest import pipeline, read
from ingest.interrupts import held_back, watched
from ingest.pipeline import Interrupted, ingest
from ingest.read import read_all
from ingest.workers import local
from tests.ingest.lake import MemoryLake
from tests.ingest.test_pipeline import TURN, write
from warehouse import Lake
from warehouse.game_rows import Packed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in "abcde":
        write(tmp_path / "in" / f"{name}.jsonl", game=name)
    return tmp_path / "in"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python's own handler of SIGINT: a shell starts what runs in its background with SIGINT ignored, and that is inherited."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def run(*words: object):
    return CliRunner().invoke(sitrep.main, [str(word) for word in words])


def test_what_the_lake_has_is_compared_and_not_parsed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = MemoryLake()
    first = ingest([folder], lake)
    write(folder / "c.jsonl", *TURN, '{"do":"end"}', game="c")
    parsed: list[str] = []
    real = read.read_record
    monkeypatch.setattr(read, "read_record", lambda path: parsed.append(path.name) or real(path))
    second = ingest([folder], lake)
    assert parsed == ["c.jsonl"]
    assert [row.status for row in second.rows] == ["unchanged", "unchanged", "replaced", "unchanged", "unchanged"]
    assert [(row.game_id, row.events) for row in second.rows if row.game_id != "c"] == [
        (row.game_id, row.events) for row in first.rows if row.game_id != "c"
    ]


def test_a_record_whose_overlay_changed_is_another_record(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    log.write_text('{"sitrep":1,"title":"aa1942","game":"a","overlays":["cheap"]}\n{"do":"end"}\n')
    (tmp_path / "cheap").mkdir()
    head, *rows = files("engine").joinpath("titles", "aa1942", "units.csv").read_text("utf-8").splitlines()
    (tank,) = (row for row in rows if row.startswith("tank,"))
    (tmp_path / "cheap" / "units.csv").write_text(f"{head}\n{tank}\n")
    lake = MemoryLake()
    assert [row.status for row in ingest([log], lake).rows] == ["new"]
    assert [row.status for row in ingest([log], lake).rows] == ["unchanged"]
    (tmp_path / "cheap" / "units.csv").write_text(f"{head}\n{tank.replace('Tank', 'Panzer')}\n")
    assert [row.status for row in ingest([log], lake).rows] == ["replaced"]
    assert lake.commits == [["a"], ["a"]]


def test_only_a_few_files_are_taken_ahead(folder: Path) -> None:
    taken: list[Path] = []

    def endless() -> Iterator[Path]:
        while True:
            taken.append(folder / "a.jsonl")
            yield taken[-1]

    for jobs in (0, 2):
        taken.clear()
        with local(jobs) as workers:
            outcomes = read_all(endless(), Strictness.COLLECT, workers)
            assert [next(outcomes).game_id for _ in range(3)] == ["a"] * 3
        assert len(taken) <= 3 + 4 * 2


def test_a_batch_is_written_when_its_rows_are_many_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = pipeline.BATCH_BYTES
    lake = MemoryLake()
    ingest([folder], lake)
    assert lake.commits == [list("abcde")]
    one = lake.kept["a"].nbytes
    assert 1000 < one < size
    monkeypatch.setattr(pipeline, "BATCH_BYTES", 2 * one)
    lake = MemoryLake()
    ingest([folder], lake)
    assert lake.commits == [["a", "b"], ["c", "d"], ["e"]]


def test_what_another_ingest_stored_meanwhile_is_not_stored_again(folder: Path) -> None:
    lake = MemoryLake()

    def meanwhile(done: int, total: int, path: Path) -> None:
        if done == 2:
            ingest([folder / "a.jsonl", folder / "e.jsonl"], lake)

    report = ingest([folder], lake, on_progress=meanwhile)
    assert [row.status for row in report.rows] == ["unchanged", "new", "new", "new", "unchanged"]
    assert all(row.events == lake.kept[row.game_id].events for row in report.rows)
    assert lake.commits == [["a", "e"], ["b", "c", "d"]]


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_stores_what_was_read_and_the_report_says_just_that(folder: Path) -> None:
    lake = MemoryLake()

    def interrupt(done: int, total: int, path: Path) -> None:
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Interrupted) as stopped:
        ingest([folder], lake, on_progress=interrupt)
    assert [(row.game_id, row.status) for row in stopped.value.report.rows] == [(game, "new") for game in "abc"]
    assert lake.commits == [["a", "b", "c"]]
    assert ingest([folder], lake).counts == {"new": 2, "replaced": 0, "unchanged": 3, "refused": 0}


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_a_batch_is_written_waits_until_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "BATCH_GAMES", 2)

    class Interrupting(MemoryLake):
        def write(self, games: list[Packed]) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            super().write(games)

    lake = Interrupting()
    with pytest.raises(Interrupted) as stopped:
        ingest([folder], lake)
    assert lake.commits == [["a", "b"]]
    assert [row.status for row in stopped.value.report.rows] == ["new", "new"]


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_held_back_and_then_acts() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        with held_back():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("inner")
        done.append("outer")
    assert done == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_between_two_that_are_held_back_acts_at_once() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), watched():
        for name in ("first", "second"):
            with held_back():
                done.append(name)
        os.kill(os.getpid(), signal.SIGINT)
        done.append("never")
    with pytest.raises(KeyboardInterrupt), watched():
        with held_back():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("third")
        done.append("never")
    assert done == ["first", "second", "third"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_a_row_of_a_table_costs_no_look_at_the_disk_and_no_change_of_a_handler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "league.csv"
    rows = [f"2026-05-01,aa1942,Axis; Allies,Ada {at}; Bo,Axis" for at in range(50)]
    table.write_text("\n".join(["date,title,sides,players,winner", *rows]))
    set_, times = signal.signal, []
    monkeypatch.setattr(signal, "signal", lambda *what: (times.append(what), set_(*what))[1])
    is_file, looks = os.path.isfile, []
    monkeypatch.setattr(os.path, "isfile", lambda path: (looks.append(path), is_file(path))[1])
    assert ingest([table], Lake.create(tmp_path / "lake"), jobs=0).counts["new"] == 50
    assert len(times) < 10 and len(looks) < 10, (times, looks)


class Walked(dict[str, Any]):
    """A dictionary that counts how often somebody goes through all of it."""

    walks = 0

    def __iter__(self) -> Iterator[str]:
        Walked.walks += 1
        return super().__iter__()

    def keys(self) -> Any:
        Walked.walks += 1
        return super().keys()


class WalkedList(list[Any]):
    """A list that does."""

    def __iter__(self) -> Iterator[Any]:
        Walked.walks += 1
        return super().__iter__()


def test_no_game_has_all_others_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of 20,000 results would take a minute."""
    table = tmp_path / "league.csv"
    rows = [f"2026-05-01,aa1942,Axis; Allies,Ada {at}; Bo,Axis" for at in range(50)]
    table.write_text("\n".join(["date,title,sides,players,winner", *rows]))

    class Batch(pipeline._Batch):
        def __init__(self, *told: Any) -> None:
            super().__init__(*told)
            self.stored, self._told, self._waiting = Walked(self.stored), Walked(), WalkedList()

    monkeypatch.setattr(pipeline, "_Batch", Batch)
    assert ingest([table], Lake.create(tmp_path / "lake"), jobs=0).counts["new"] == 50
    assert Walked.walks < 10


def test_the_report_is_kept_in_a_file(folder: Path, tmp_path: Path) -> None:
    (folder / "b.jsonl").write_text("nonsense")
    as_json, as_csv = tmp_path / "report.json", tmp_path / "report.csv"
    printed = run("ingest", folder, "--lake", tmp_path / "lake", "--json", "--report", as_json)
    assert printed.exit_code == 1
    assert json.loads(as_json.read_text()) == json.loads(printed.stdout)
    run("ingest", folder, "--lake", tmp_path / "lake", "--report", as_csv)
    with as_csv.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(Path(row["path"]).stem, row["status"]) for row in rows] == [
        ("a", "unchanged"),
        ("b", "refused"),
        ("c", "unchanged"),
        ("d", "unchanged"),
        ("e", "unchanged"),
    ]
    assert rows[1]["message"].startswith(f"{folder}/b.jsonl: this is text that begins 'nonsense'")
    assert int(rows[0]["events"]) > 200


def test_of_very_many_files_only_those_refused_are_listed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "b.jsonl").write_text("nonsense")
    monkeypatch.setattr(terminal, "MANY", 4)
    told = run("ingest", folder, "--lake", tmp_path / "lake").stdout.splitlines()
    assert told[0] == "5 files: 4 new, 0 replaced, 0 unchanged, 1 refused; 0 defects"
    assert told[1].startswith(f"refused: {folder}/b.jsonl: ") and len(told) == 2


def test_again_reads_what_is_there(folder: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    assert "5 new" in run("ingest", folder, "--lake", lake, "--jobs", 1).stdout
    before = {name: sitrep.open_lake(lake).frame(name) for name in ("units_placed", "powers")}
    assert "5 replaced" in run("ingest", folder, "--lake", lake, "--again").stdout
    for name, frame in before.items():
        assert isinstance(frame, pl.DataFrame) and sitrep.open_lake(lake).frame(name).equals(frame)


def test_a_report_that_cannot_be_kept_is_said_before_anything_is_read(folder: Path, tmp_path: Path) -> None:
    refused = run("ingest", folder, "--lake", tmp_path / "lake", "--report", tmp_path / "none" / "report.json")
    assert refused.exit_code == 2 and "none'; create it first" in " ".join(refused.stderr.split())
    assert not (tmp_path / "lake").exists()


def test_an_empty_name_does_not_mean_the_folder_one_stands_in(folder: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    refused = run("ingest", "", "--lake", tmp_path / "lake")
    assert refused.exit_code == 2 and "an empty name" in refused.stderr and not (tmp_path / "lake").exists()


def test_no_jobs_is_a_wrong_command_line(folder: Path, tmp_path: Path) -> None:
    assert run("ingest", folder, "--lake", tmp_path / "lake", "--jobs", 0).exit_code == 2


def test_a_game_that_another_ingest_stored_just_before_the_commit_is_told_as_replaced(folder: Path, tmp_path: Path) -> None:
    class Racing(Lake):
        raced = False

        def write(self, games, at=""):
            if not Racing.raced:
                Racing.raced = True
                assert ingest([folder / "c.jsonl"], Lake.open(self.path)).counts["new"] == 1
            return super().write(games, at)

    Lake.create(tmp_path / "lake")
    report = ingest([folder], Racing(tmp_path / "lake"))
    assert report.counts == {"new": 4, "replaced": 1, "unchanged": 0, "refused": 0}
    assert report.rows[2].status == "replaced"
