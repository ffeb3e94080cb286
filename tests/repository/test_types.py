"""What mypy finds in all rooms and the public API: nothing, and users of `import sitrep` see no `Any`."""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kept import FOLDER

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
MOST_IGNORES = 20
CHECKED = ["dashboard", "engine", "ingest", "warehouse", "sitrep.py"]

USER = """
import sitrep

lake = sitrep.open_lake("lake")
reveal_type(lake.games())
reveal_type(lake.sql("SELECT 1"))
reveal_type(lake.game("one").events)
reveal_type(sitrep.replay("one.jsonl").state)
reveal_type(sitrep.load_title("aa1942").areas)
reveal_type(sitrep.titles())
reveal_type(sitrep.simulate)
reveal_type(sitrep.state_at)
reveal_type(sitrep.battle_odds)
reveal_type(sitrep.ratings.standings(lake))
reveal_type(sitrep.bands(lake, "income", "power"))
lake.gmaes()
"""
"""A notebook's lines; the last has a fault, which shows that types are known at all."""


def mypy(*args: str, cwd: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(cache), *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def cache() -> Iterator[Path]:
    """What mypy keeps of the run before, here or in another process: it then looks only at what has changed since."""
    folder = FOLDER.with_name("mypy")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@pytest.fixture(scope="module", autouse=True)
def checked(cache: Path) -> str:
    return mypy(cwd=ROOT, cache=cache).stdout


def test_mypy_finds_nothing(checked: str) -> None:
    cure = "; `make lint` prints the same. Mend the types: no cast, no Any, and no module is left out"
    assert checked.startswith("Success: no issues found in "), checked + cure


def test_mypy_is_strict_and_reads_every_file(checked: str) -> None:
    assert SETTINGS["strict"] is True
    assert [row["module"] for row in SETTINGS["overrides"] if set(row) != {"module", "ignore_missing_imports"}] == []
    assert sorted(SETTINGS["files"]) == sorted(CHECKED)
    files = [path for room in CHECKED[:-1] for path in (ROOT / room).rglob("*.py")]
    assert f"{len(files) + 1} source files" in checked


def test_nothing_of_the_public_api_is_any_to_a_user(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "notebook.py").write_text(USER, encoding="utf-8")
    told = mypy("--config-file", str(ROOT / "pyproject.toml"), str(tmp_path / "notebook.py"), cwd=ROOT, cache=cache).stdout
    revealed = re.findall(r'Revealed type is "(.*)"', told)
    assert len(revealed) == USER.count("reveal_type"), told
    assert [kind for kind in revealed if kind == "Any" or kind.endswith("-> Any")] == [], told
    assert revealed[0] == "polars.dataframe.frame.DataFrame"
    assert 'has no attribute "gmaes"' in told


def test_every_room_says_that_it_has_types() -> None:
    rooms = [path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name in ("dashboard", "engine", "ingest", "warehouse")]
    assert [room.name for room in rooms if not (room / "py.typed").is_file()] == []
    assert len(rooms) == 4


def ignores() -> list[tuple[str, str]]:
    files = [
        ROOT / "sitrep.py",
        *(path for room in CHECKED[:-1] for path in sorted((ROOT / room).rglob("*.py"))),
    ]
    return [
        (f"{path.relative_to(ROOT)}:{number}", line[line.index("# type: ignore") :])
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if "# type: ignore" in line
    ]


def test_ignored_errors_are_few_and_each_says_which_and_why() -> None:
    found = ignores()
    bare = [where for where, text in found if not re.fullmatch(r"# type: ignore\[[a-z-]+\]  # \S.*", text)]
    assert bare == [], "write `# type: ignore[code]  # the reason`"
    assert len(found) < MOST_IGNORES, [where for where, _ in found]
