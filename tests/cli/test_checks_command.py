"""`sitrep verify` and `sitrep export`, as a stranger types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from ingest.samples import samples
from tests.kept import rows_of


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("checks") / "lake"
    sitrep.Lake.create(path).write([rows_of(record) for record in samples()[:2]])
    return path


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(sitrep.main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result.output


def test_verify_says_that_all_is_well(lake: Path) -> None:
    assert run("verify", "--lake", lake) == "version 2, 2 games: everything matches the log and the events\n"
    (game, *_) = sitrep.open_lake(lake).games()["game_id"]
    assert ", 1 game:" in run("verify", game, "--lake", lake)
    assert json.loads(run("verify", "--lake", lake, "--json")) == {"version": 2, "games": 2, "findings": []}


def test_verify_names_a_damaged_file(tmp_path: Path) -> None:
    sitrep.Lake.create(tmp_path / "lake").write([rows_of(samples()[0])])
    (path,) = (tmp_path / "lake" / "data" / "stacks").iterdir()
    path.write_bytes(b"PAR1")
    said = run("verify", "--lake", tmp_path / "lake", code=1)
    assert said.startswith(f"{path}: bytes: expected ") and "found 4; put it back from a copy" in said and said.endswith(": 1 finding\n")


@pytest.mark.parametrize("target", ["lake.duckdb", "lake.xlsx", "folder"])
def test_export_tells_the_form_by_the_ending(tmp_path: Path, lake: Path, target: str) -> None:
    said = run("export", tmp_path / target, "--lake", lake, "--table", "games", "--table", "powers")
    rows = sum(sitrep.open_lake(lake).frame(name).height for name in ("games", "powers"))
    assert said == f"{tmp_path / target}: 2 tables, {rows:,} rows\n" and (tmp_path / target).exists()


def test_export_of_one_game_as_delta(tmp_path: Path, lake: Path) -> None:
    (game, *_) = sitrep.open_lake(lake).games()["game_id"]
    said = json.loads(run("export", tmp_path / "d", "--to", "delta", "--lake", lake, "--game", game, "--json"))
    assert said["rows"]["games"] == 1 and (tmp_path / "d" / "games" / "_delta_log").is_dir()


def test_export_says_what_it_cannot_tell(tmp_path: Path, lake: Path) -> None:
    said = run("export", tmp_path / "lake.ods", "--lake", lake, code=1)
    forms = "csv, dataset, delta, duckdb, excel, lake, sqlite"
    assert said == f"sitrep: {tmp_path / 'lake.ods'}: no form has the suffix '.ods'; name one of {forms} with --to\n"


def test_what_is_of_a_data_set_alone_is_not_ignored_elsewhere(tmp_path: Path, lake: Path) -> None:
    said = run("export", tmp_path / "folder", "--lake", lake, "--licence", "MIT", code=2)
    assert (
        "--name, --licence, --url and --creator are of a data set, and this is an export to csv; leave them out, or add --to dataset"
        in said
    )
    assert run("export", tmp_path / "set", "--lake", lake, "--licence", "MIT", "--to", "dataset", "--table", "games").endswith(" rows\n")
    assert "license: mit\n" in (tmp_path / "set" / "README.md").read_text() and not (tmp_path / "folder").exists()
