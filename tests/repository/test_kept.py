"""What tests keep between runs is never that of other code, and is made once by processes side by side."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.odds.lake_ledger import whole_ledger
from ingest import replay_file
from ingest.samples import samples
from tests import kept as keeping
from tests.kept import digest, files, kept
from tests.one_of_each import soonest_read

ROOT = Path(__file__).parents[2]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setattr(keeping, "_place", lambda _: tmp_path)
    return tmp_path


def test_a_thing_is_made_once_and_whoever_changes_theirs_changes_no_others(place: Path) -> None:
    made = []
    assert kept("one", lambda: made.append(1) or [1]) == [1]
    kept("one", lambda: made.append(2) or [2]).append(3)
    assert kept("one", lambda: [4]) == [1] and made == [1] and kept("two", lambda: [5]) == [5]


def test_what_could_not_be_made_is_not_kept(place: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        kept("one", lambda: 1 / 0)
    assert kept("one", lambda: 2) == 2


def checkout(root: Path) -> Path:
    """A small checkout."""
    for name in (
        "engine/a.py",
        "engine/titles/t/units.csv",
        "ingest/samples/s.jsonl",
        "warehouse/m.sql",
        "dashboard/d.py",
        "sitrep.py",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda root: (root / "engine/a.py").write_text("engine/b.py"), False),
        (lambda root: (root / "engine/titles/t/units.csv").write_text(""), False),
        (lambda root: (root / "ingest/samples/s.jsonl").unlink(), False),
        (lambda root: (root / "warehouse/m.sql").rename(root / "warehouse/n.sql"), False),
        (lambda root: (root / "dashboard/new.py").write_text(""), False),
        (lambda root: (root / "sitrep.py").write_text("."), False),
        (lambda root: (root / "engine/__pycache__/a.pyc").write_text(""), True),
        (lambda root: (root / "README.md").write_text(""), True),
    ],
)
def test_any_change_of_code_tables_or_samples_is_another_digest(change: Callable[[Path], object], same: bool, tmp_path: Path) -> None:
    root = checkout(tmp_path)
    (root / "engine/__pycache__").mkdir()
    before = digest(root)
    change(root)
    assert (digest(root) == before) is same


def test_rows_outlive_a_change_of_a_page_and_no_change_of_what_makes_them(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    told = [digest(root, keeping.ROWS_MADE_BY)]
    for name in ("dashboard/d.py", "sitrep.py", "engine/a.py", "ingest/samples/s.jsonl", "warehouse/m.sql"):
        (root / name).write_text("changed")
        told.append(digest(root, keeping.ROWS_MADE_BY))
    assert told[0] == told[1] == told[2] and len(set(told)) == 4


def test_what_makes_rows_imports_nothing_of_the_rest() -> None:
    loaded = "import sys, tests.kept; print([name for name in sys.modules if name.split('.')[0] in ('dashboard', 'sitrep')])"
    done = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_all_that_is_installed_is_among_the_files() -> None:
    told = {path.relative_to(ROOT).as_posix() for path in files()}
    listed = subprocess.run(["git", "ls-files", *keeping.MADE_BY], cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(listed.stdout.splitlines()) > 500 and set(listed.stdout.splitlines()) <= told


TWO = """
import sys, pathlib, tests.kept as keeping
keeping._place = lambda _: pathlib.Path(sys.argv[1])
def make():
    with open(sys.argv[1] + "/made", "a") as file:
        file.write("x")
    return "it"
print(keeping.kept("one", make))
"""


def test_processes_side_by_side_make_a_thing_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TWO, str(tmp_path)]
    running = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in running] == ["it\n", "it\n"]
    assert (tmp_path / "made").read_text() == "x"


def test_only_the_newest_versions_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FOLDER", tmp_path)
    for version in "abcdefgh":
        monkeypatch.setattr(keeping, "digest", lambda version=version, **_: version)
        (keeping._place.__wrapped__() / "thing").write_text(version)
    assert len(list(tmp_path.iterdir())) == keeping.DIGESTS and (tmp_path / "h").is_dir()


READ = """
import sys, pathlib, tests.kept as keeping
from ingest.read import read_one
from engine.strictness import Strictness
keeping._place = lambda _: pathlib.Path(sys.argv[1])
keeping.pack = lambda *_: made.append(1) or real(*_)
made, real = [], keeping.game_rows.pack
if sys.argv[3] == "command":
    keeping.keep_rows()
    found = read_one(pathlib.Path(sys.argv[2]), Strictness.COLLECT).game
else:
    found = keeping.rows_of(pathlib.Path(sys.argv[2]))
print(len(made), found == real(keeping.replay_file(pathlib.Path(sys.argv[2]))))
"""


@pytest.mark.slow
def test_a_command_and_tests_share_the_rows_of_a_record(tmp_path: Path) -> None:
    record = str(next(path for path in samples() if path.name.startswith("axis-takes-moscow")))
    told = []
    for who in ("command", "tests", "tests", "command"):
        command = [sys.executable, "-c", READ, str(tmp_path), record, who]
        told.append(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert told == ["1 True\n", *["0 True\n"] * 3]


def test_the_ledger_of_a_record_is_the_one_that_its_rows_took(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = keeping.rows_of(soonest_read()[0])
    monkeypatch.setattr(keeping, "whole_ledger", lambda game: pytest.fail("made again"))
    game = replay_file(soonest_read()[0])
    found = keeping.ledger_of(game)
    assert found == whole_ledger(game)
    assert [one.battle for one in found] == made.tables["battle_luck"].column("battle").to_pylist()
