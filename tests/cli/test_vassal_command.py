"""`sitrep vassal map`, as a stranger types it: what it prints, the folder it writes, what it refuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from ingest.vassal.adapter import read_folder
from tests.vassal.module import whole
from tests.vassal.telling import with_module

TABLES = (
    "module.toml",
    "maps.csv",
    "boards.csv",
    "zones.csv",
    "grids.csv",
    "regions.csv",
    "areas.csv",
    "pieces.csv",
    "units.csv",
    "powers.csv",
)


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(sitrep.main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return with_module(tmp_path) / "mini.vmod"


def test_it_prints_the_tables_it_writes_into_a_folder_named_for_the_module(module: Path) -> None:
    assert run("vassal", "map", module).splitlines() == [str(Path("mini") / name) for name in TABLES]
    assert sorted(path.name for path in Path("mini").iterdir()) == sorted(TABLES)
    with Path("mini/pieces.csv").open(newline="") as file:
        rows = {row["gpid"]: (row["name"], row["role"], row["unit"], row["power"]) for row in csv.DictReader(file)}
    assert rows == {
        "1": ("Tank", "unit", "tank", "red"),
        "2": ("Infantry", "unit", "infantry", "red"),
        "3": ("Storm", "none", "", ""),
    }


def test_the_folder_is_one_that_logs_are_read_with(module: Path) -> None:
    run("vassal", "map", module, "--out", "tables/mini")
    adapter = read_folder(Path("tables/mini"))
    assert adapter.table["modules"] == ["Mini"] and adapter.geometry.known
    assert {row.area for row in adapter.areas} >= {"aland", "berg", "north-sea", "reserve"}
    assert set(adapter.powers) == {"red", "blue"}


def test_a_folder_in_which_something_lies_is_left_as_it_is(module: Path) -> None:
    run("vassal", "map", module)
    Path("mini/pieces.csv").write_text("finished by hand")
    said = run("vassal", "map", module, code=1)
    assert said == "sitrep: mini: something is there already; name a folder that is new or empty (--out)\n"
    assert Path("mini/pieces.csv").read_text() == "finished by hand"


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("mini.vmod", "mini.vmod: something is there already; name a folder that is new or empty (--out)"),
        ("mini.vmod/in", "mini.vmod/in: the folder cannot be made (Not a directory); name another one (--out)"),
    ],
)
def test_a_folder_that_cannot_be_is_said_with_the_cure(module: Path, out: str, said: str) -> None:
    assert run("vassal", "map", module, "--out", out, code=1) == f"sitrep: {said}\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.vmod", "missing.vmod: no such file; check the path"),
        ("a-log.vlog", "a-log.vlog: no 'buildFile.xml' in the archive; expected a module of VASSAL (.vmod)"),
        (
            "a-text.vmod",
            "a-text.vmod: the build file is no XML that is read here (syntax error: line 1, column 0); expected a module of VASSAL",
        ),
        ("a-folder", "a-folder: this is a folder; expected a module of VASSAL (.vmod), or its build file"),
    ],
)
def test_what_is_no_module_is_refused_and_nothing_is_written(module: Path, name: str, said: str) -> None:
    Path("a-log.vlog").write_bytes(whole().content())
    Path("a-text.vmod").write_text("hello")
    Path("a-folder").mkdir()
    before = sorted(Path().iterdir())
    assert run("vassal", "map", name, code=1) == f"sitrep: {said}\n"
    assert sorted(Path().iterdir()) == before
