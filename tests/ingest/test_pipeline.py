"""Ingest: a batch goes in as far as it can, and the report says of each file what became of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from dashboard.terminal.ingest import report_text
from engine.strictness import Strictness
from ingest import pipeline, read
from ingest.find import find
from ingest.limits import CURE
from ingest.pipeline import ingest
from ingest.read import read_all
from ingest.report import Report, Row
from ingest.workers import local
from tests.ingest.lake import MemoryLake
from warehouse import Lake

TURN = (
    '{"do":"buy","units":"3 infantry, 3 tank"}',
    '{"do":"end","phase":"noncombat-move"}',
    '{"do":"place","units":"3 tank, 3 infantry","area":"russia"}',
    '{"do":"end"}',
    '{"see":"bank","power":"soviet-union","amount":24}',
)


def write(path: Path, *lines: str, game: str = "", title: str = "aa1942") -> Path:
    """Write a log of one Soviet turn, or of the lines given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = f',"game":"{game}"' if game else ""
    path.write_text("\n".join((f'{{"sitrep":1,"title":"{title}"{name}}}', *(lines or TURN))) + "\n")
    return path


def told(report: Report) -> list[tuple[str, str, str]]:
    """Each row's file name, status and game."""
    return [(Path(row.path).name, row.status, row.game_id) for row in report.rows]


def test_a_bad_file_never_keeps_the_others_out(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", game="a")
    write(tmp_path / "b.jsonl", '{"do":"buy","units":"3 infantri"}', game="b")
    (tmp_path / "c.jsonl").write_bytes(b"%PDF-1.7")
    write(tmp_path / "deep" / "d.jsonl", game="d")
    write(tmp_path / "e.jsonl", title="aa1943", game="e")
    lake = MemoryLake()
    report = ingest([tmp_path], lake)
    assert told(report) == [
        ("a.jsonl", "new", "a"),
        ("b.jsonl", "refused", ""),
        ("c.jsonl", "refused", ""),
        ("e.jsonl", "refused", ""),
        ("d.jsonl", "new", "d"),
    ]
    assert [row.message for row in report.refused] == [
        f"{tmp_path}/b.jsonl:2 [units]: unknown unit 'infantri'; did you mean 'infantry'?",
        f"{tmp_path}/c.jsonl: this is a PDF document; expected a Sitrep log, "
        'whose first line is like {"sitrep":1,"title":"aa1942"}, a TripleA save, a VASSAL save or log, or a table of results, '
        "whose first line is like date,title,sides,players,winner,bid,rounds,low luck",
        f"{tmp_path}/e.jsonl:1 [title]: unknown title \"aa1943\"; did you mean 'aa1942'?",
    ]
    assert sorted(lake.kept) == ["a", "d"]
    assert report.refused
    assert report.counts == {"new": 2, "replaced": 0, "unchanged": 0, "refused": 3}
    assert report_text(report).splitlines()[0] == "5 files: 2 new, 0 replaced, 0 unchanged, 3 refused; 0 defects"


def test_again_changes_nothing_and_a_changed_record_replaces_its_game(tmp_path: Path) -> None:
    one, two = write(tmp_path / "one.jsonl", game="one"), write(tmp_path / "two.jsonl", game="two")
    lake = MemoryLake()
    assert [row.status for row in ingest([one, two], lake).rows] == ["new", "new"]
    assert [row.status for row in ingest([one, two], lake).rows] == ["unchanged", "unchanged"]
    write(two, *TURN, '{"do":"end"}', game="two")
    assert [row.status for row in ingest([one, two], lake).rows] == ["unchanged", "replaced"]
    assert lake.commits == [["one", "two"], ["two"]]
    assert [row.status for row in ingest([one], lake, again=True).rows] == ["replaced"]


def test_an_unchanged_game_is_counted_as_it_was(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", game="a")
    write(tmp_path / "b.jsonl", *TURN, '{"see":"bank","power":"japan","amount":31}', game="b")
    lake = MemoryLake()
    first, second = ingest([tmp_path], lake), ingest([tmp_path], lake)
    assert [(row.events, row.defects) for row in first.rows] == [(row.events, row.defects) for row in second.rows]
    assert second.rows[1].defects == 1
    assert first.longest == second.longest == "b"
    assert Report(()).longest == ""


def test_a_game_without_a_name_goes_by_the_digest_of_its_record(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    lake = MemoryLake()
    (row,) = ingest([path], lake).rows
    (game,) = lake.kept.values()
    assert row == Row(str(path), "new", game.digest[:16], game.events, 0)
    assert len(game.digest) == 64


def test_one_game_in_two_files(tmp_path: Path) -> None:
    first, copy = write(tmp_path / "1.jsonl", game="x"), write(tmp_path / "2.jsonl", game="x")
    other = write(tmp_path / "3.jsonl", '{"do":"end"}', game="x")
    lake = MemoryLake()
    rows = ingest([first, copy, other], lake).rows
    assert [row.status for row in rows] == ["new", "unchanged", "refused"]
    assert rows[1].message == f"the same record as {first}"
    assert rows[2].message == f"{other}: game 'x' is also in {first}, with other content; give each its own `game` in the header"
    assert lake.commits == [["x"]]


def test_mistakes_are_defects_and_in_strict_mode_refuse_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"see":"bank","power":"japan","amount":31}', '{"do":"end"}', game="a")
    lake = MemoryLake()
    (row,) = ingest([path], lake).rows
    assert (row.status, row.defects) == ("new", 1)
    assert "; 1 defect" in report_text(ingest([path], MemoryLake()))
    strict = MemoryLake()
    (row,) = ingest([path], strict, Strictness.RAISE).rows
    assert row.status == "refused"
    assert row.message.startswith(f"{path}:2: the record sees bank: power japan, amount 31 (found 31, expected 30)")
    assert strict.kept == {}


def test_strict_mode_looks_again_at_games_that_are_in_the_lake(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"see":"bank","power":"japan","amount":31}', game="a")
    good = write(tmp_path / "b.jsonl", game="b")
    lake = MemoryLake()
    ingest([path, good], lake)
    assert [row.status for row in ingest([path, good], lake, Strictness.RAISE).rows] == ["refused", "unchanged"]


def test_a_bug_in_one_game_is_told_and_harms_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", game=name) for name in "abc"]
    real = read.replay

    def replay(recording, title, strictness, most_defects):
        if recording.header.game == "b":
            raise ZeroDivisionError("division by zero")
        return real(recording, title, strictness, most_defects)

    monkeypatch.setattr(read, "replay", replay)
    lake = MemoryLake()
    report = ingest(paths, lake)
    assert [row.status for row in report.rows] == ["new", "refused", "new"]
    (row,) = report.refused
    assert row.game_id == "b"
    assert row.message.startswith(f"{paths[1]}: internal error, please report it: ZeroDivisionError: division by zero (at ")


def test_a_game_the_lake_cannot_take_harms_no_other(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", game=name) for name in "abc"]
    lake = MemoryLake("b")
    report = ingest(paths, lake)
    assert [row.status for row in report.rows] == ["new", "refused", "new"]
    assert sorted(lake.kept) == ["a", "c"]
    assert report.refused[0].message.startswith(
        f"{paths[1]}: could not be stored: OverflowError: b holds a number too large for its column (at lake.py:"
    )


def test_games_go_in_by_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcde":
        write(tmp_path / f"{name}.jsonl", game=name)
    monkeypatch.setattr(pipeline, "BATCH_GAMES", 2)
    lake = MemoryLake()
    ingest([tmp_path], lake)
    assert lake.commits == [["a", "b"], ["c", "d"], ["e"]]
    monkeypatch.setattr(pipeline, "BATCH_EVENTS", 1)
    lake = MemoryLake()
    ingest([tmp_path], lake)
    assert lake.commits == [["a"], ["b"], ["c"], ["d"], ["e"]]


def test_progress_is_told_after_every_file(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", game=name) for name in "ab"]
    said: list[tuple[int, int, Path]] = []
    ingest(paths, MemoryLake(), on_progress=lambda *told: said.append(told))
    assert said == [(1, 2, paths[0]), (2, 2, paths[1])]


def test_several_processes_give_the_same_report(tmp_path: Path) -> None:
    for name in "abcdefg":
        write(tmp_path / f"{name}.jsonl", game=name)
    (tmp_path / "d.jsonl").write_text("nonsense")
    one, two = MemoryLake(), MemoryLake()
    assert ingest([tmp_path], one) == ingest([tmp_path], two, jobs=2)
    assert list(one.kept) == list(two.kept)
    for game, other in zip(one.kept.values(), two.kept.values(), strict=True):
        assert game == other
    assert one.commits == two.commits
    assert [row.status for row in ingest([tmp_path], two, jobs=2).rows] == ["unchanged"] * 3 + ["refused"] + ["unchanged"] * 3


def test_a_process_that_dies_refuses_its_file_and_no_other(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", game=name) for name in "abcdefghijkl"]
    deadly = DeadlyPath(paths[1])
    with local(2) as workers:
        outcomes = list(read_all([paths[0], deadly, *paths[2:]], Strictness.COLLECT, workers))
    assert [outcome.game_id for outcome in outcomes] == ["a", "", *"cdefghijkl"]
    assert outcomes[1].message == f"{paths[1]}: the process that read it died; it may have 4096 MiB of memory; {CURE}"


class DeadlyPath(type(Path())):
    """A path whose arrival kills the process that was to read it."""

    def __reduce__(self):
        import os

        return os._exit, (9,)


def test_a_process_without_memory_for_its_answer_refuses_its_file_and_no_other(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.jsonl", game=name) for name in "abc"]
    with local(1) as workers:
        outcomes = list(read_all([paths[0], HugePath(paths[1]), paths[2]], Strictness.COLLECT, workers))
    assert [outcome.game_id for outcome in outcomes] == ["a", "", "c"]
    assert outcomes[1].message == f"{paths[1]}: the process that read it died; it may have 4096 MiB of memory; {CURE}"


class HugePath(type(Path())):
    """A path that comes back in the outcome, and takes too much memory to be sent back."""

    def __reduce__(self):
        return _Back, (str(self),)


class _Back(type(Path())):
    """That path in the process that reads it."""

    def __reduce__(self):
        raise MemoryError


def test_folders_are_walked_in_order_and_companions_passed_over(tmp_path: Path) -> None:
    for name in (
        "b.jsonl",
        "a.txt",
        "README.md",
        "make.py",
        "map.vmod",
        ".hidden",
        "z/c.jsonl",
        "z/units.csv",
        ".git/d.jsonl",
        "m/e.zst",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = find([tmp_path, tmp_path / "b.jsonl", tmp_path / "z" / "units.csv", "missing"])
    assert [path.relative_to(tmp_path).as_posix() for path in found.files[:-2]] == [
        "a.txt",
        "b.jsonl",
        "m/e.zst",
        "z/c.jsonl",
    ]
    assert found.files[-2:] == [tmp_path / "z" / "units.csv", Path("missing")]
    assert [path.relative_to(tmp_path).as_posix() for path in found.passed_over] == [
        ".hidden",
        "README.md",
        "make.py",
        "map.vmod",
        "z/units.csv",
    ]


def test_a_lake_among_its_records_is_not_read(tmp_path: Path) -> None:
    record = write(tmp_path / "z.jsonl", game="z")
    lake = Lake.create(tmp_path / "lake")
    assert [row.path for row in ingest([tmp_path], lake).rows] == [str(record)]
    assert ingest([tmp_path], lake).counts["unchanged"] == 1 and find([tmp_path]).passed_over == []


def test_a_folder_that_may_not_be_read_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, closed = write(tmp_path / "z.jsonl", game="z"), tmp_path / "closed"
    write(closed / "y.jsonl", game="y")
    scandir = os.scandir

    def guarded(path):
        if Path(path) == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    rows = {row.path: row.message for row in ingest([tmp_path], MemoryLake()).rows}
    said = f"{closed}: the folder cannot be read (Permission denied); check its name and permissions"
    assert rows == {str(record): "", str(closed): said}


def test_links_to_folders_are_counted_and_links_to_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "season").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "again").symlink_to(tmp_path / "season")
    (tmp_path / "in" / "lost.tsvg").symlink_to(tmp_path / "gone.tsvg")
    report = ingest([tmp_path / "in"], MemoryLake())
    assert report.passed_over == (tmp_path / "in" / "again",)
    assert [row.message for row in report.rows] == [f"{tmp_path}/in/lost.tsvg: a link to nothing; fix it or delete it"]


def test_a_name_that_would_steer_the_terminal_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "two\nlines \x1b[31m.tsvg").write_text("nonsense")
    (row,) = ingest([tmp_path], MemoryLake()).rows
    assert row.path == f"{tmp_path}/two\\nlines \\x1b[31m.tsvg" and row.message.startswith(f"{row.path}: this is text")


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    report = ingest([tmp_path / "game.jsonl"], MemoryLake())
    assert [row.message for row in report.rows] == [f"{tmp_path}/game.jsonl: no such file; check the path"]


def test_an_empty_folder_is_an_empty_report(tmp_path: Path) -> None:
    assert ingest([tmp_path], MemoryLake()) == Report(())
