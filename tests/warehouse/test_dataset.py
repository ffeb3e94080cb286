"""A data set is described as others expect it, by the words of their own validators, and loads in three lines as its card says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import frictionless
import mlcroissant
import polars as pl
import pytest
import yaml

from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_among
from tests.warehouse.games import game
from tests.warehouse.league import GAMES
from warehouse import Lake, LakeError
from warehouse.export import Selection, export
from warehouse.export.dataset.licences import licence_of
from warehouse.schema import TABLES

NAMED = Selection(
    name='Evil *name* "quoted" |\n# 😀', licence="CC BY 4.0, the players", url="https://example.org/games", creator="The *league*"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lake, Path]:
    """A lake with a small game and results of a league, and the data set of it; not to be written to."""
    folder = tmp_path_factory.mktemp("set")
    lake = Lake.create(folder / "lake")
    lake.write([game("small"), *GAMES])
    export(lake, "dataset", folder / "set", NAMED)
    return lake, folder / "set"


def test_croissant_is_right_by_its_own_validator_and_gives_every_row(made: tuple[Lake, Path]) -> None:
    lake, folder = made
    described = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    issues = described.metadata.ctx.issues
    assert (issues.errors, issues.warnings) == (set(), set())
    assert {records.id for records in described.metadata.record_sets} == set(TABLES)
    for table in ("games", "dice_rolled", "title_rounds"):
        ours = lake.frame(table)
        theirs = list(described.records(table))
        assert len(theirs) == ours.height
        ids = [row[f"{table}/game_id"].decode() for row in theirs]
        assert ids == ours["game_id"].to_list()
        if table == "dice_rolled":
            assert [[int(face) for face in row["dice_rolled/dice"]] for row in theirs] == ours["dice"].to_list()


def test_who_made_it_is_told_where_somebody_has_said_so(made: tuple[Lake, Path], tmp_path: Path) -> None:
    lake, folder = made
    assert json.loads((folder / "croissant.json").read_text())["creator"]["name"] == "The *league*"
    assert json.loads((folder / "datapackage.json").read_text())["contributors"] == [{"title": "The *league*", "role": "author"}]
    assert "Made by The \\*league\\*." in (folder / "README.md").read_text()
    export(lake, "dataset", tmp_path / "set", Selection(tables=("games",)))
    assert "creator" not in json.loads((tmp_path / "set" / "croissant.json").read_text())
    issues = mlcroissant.Dataset(jsonld=str(tmp_path / "set" / "croissant.json")).metadata.ctx.issues
    assert (issues.errors, issues.warnings) == (set(), set())


def test_the_data_package_is_right_by_its_own_validator(made: tuple[Lake, Path]) -> None:
    _, folder = made
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.valid, [(task.name, [error.message for error in task.errors][:3]) for task in report.tasks if not task.valid]
    assert {task.name for task in report.tasks} == set(TABLES)


def test_the_validators_find_what_is_wrong(made: tuple[Lake, Path], tmp_path: Path) -> None:
    """A row of no game, and a field of a file that is not there: else the two tests above would prove nothing."""
    lake, _ = made
    folder = tmp_path / "set"
    export(lake, "dataset", folder, Selection(tables=("games", "seats")))
    seats = folder / "data" / "seats.parquet"
    pl.read_parquet(seats).with_columns(game_id=pl.lit("nobody")).write_parquet(seats)
    assert not frictionless.validate(str(folder / "datapackage.json")).valid
    told = json.loads((folder / "croissant.json").read_text())
    told["recordSet"][0]["field"][0]["source"]["fileObject"]["@id"] = "data/nowhere.parquet"
    (folder / "croissant.json").write_text(json.dumps(told))
    with pytest.raises(mlcroissant.ValidationError, match="nowhere"):
        mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))


def test_every_file_has_its_checksum(made: tuple[Lake, Path]) -> None:
    _, folder = made
    told = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"SHA256SUMS"}
    assert set(told) == there
    assert told == {name: sha256((folder / name).read_bytes()).hexdigest() for name in there}
    sums = {file["@id"]: file["sha256"] for file in json.loads((folder / "croissant.json").read_text())["distribution"]}
    assert sums == {name: digest for name, digest in told.items() if name.startswith("data/")}


@pytest.mark.parametrize("library", slow_among({"datasets"}, ("polars", "DuckDB", "pandas", "datasets")))
def test_it_loads_in_the_three_lines_of_the_card(made: tuple[Lake, Path], tmp_path: Path, library: str) -> None:
    _, folder = made
    pytest.importorskip(library.lower())
    code = dict(re.findall(r"^(\w+):\n\n```python\n(.*?)\n```", (folder / "README.md").read_text(), re.MULTILINE | re.DOTALL))[library]
    assert code.count("\n") == 2
    env = {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "aa1942" in done.stdout


@pytest.mark.slow
def test_every_configuration_of_the_card_loads_with_datasets(
    made: tuple[Lake, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake, folder = made
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    names = datasets.get_dataset_config_names(str(folder))
    assert sorted(names) == sorted(table for table in TABLES if lake.frame(table).height)
    rows = {name: datasets.load_dataset(str(folder), name, split="train", cache_dir=str(tmp_path)).num_rows for name in names}
    assert rows == {name: lake.frame(name).height for name in names}


def test_the_front_matter_is_yaml_and_names_and_titles_are_plain_text(made: tuple[Lake, Path]) -> None:
    lake, folder = made
    _, front, body = (folder / "README.md").read_text().split("---\n", 2)
    told = yaml.safe_load(front)
    assert (told["pretty_name"], told["license"]) == ('Evil *name* "quoted" | # 😀', "cc-by-4.0")
    assert told["configs"][0] == {"config_name": "games", "data_files": "data/games.parquet", "default": True}
    assert all((folder / one["data_files"]).is_file() for one in told["configs"])
    assert '\n# Evil \\*name\\* "quoted" \\| # 😀\n' in body
    ended = Counter(row["title_name"] for row in lake.games().iter_rows(named=True) if row["ended"])
    counts = lake.games().group_by("title_name").len().rows()
    assert all(f"| {name} | {count} | {ended[name]} |" in body.replace("\\", "") for name, count in counts)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("CC-BY-4.0", "CC-BY-4.0"),
        ("CC BY 4.0, the players of the Winter league", "CC-BY-4.0"),
        ("cc by-sa 4.0", "CC-BY-SA-4.0"),
        ("mit", "MIT"),
        ("Mitch says you may", ""),
        ("CC BY 5.0", ""),
        ("", ""),
    ],
)
def test_a_licence_is_known_by_how_its_line_begins(line: str, found: str) -> None:
    licence = licence_of(line)
    assert licence.id == found
    assert (licence.url != "") == (found != "")
    assert line in licence.text() and licence.line


def test_a_folder_that_only_looks_like_one_is_not_replaced(made: tuple[Lake, Path], tmp_path: Path) -> None:
    lake, _ = made
    games = Selection(tables=("games",))
    mine = tmp_path / "mine"
    (mine / "data").mkdir(parents=True)
    (mine / "README.md").write_text("my project")
    with pytest.raises(LakeError, match=r"has 'README.md' in it, which is not of an export to dataset"):
        export(lake, "dataset", mine, games)
    target = tmp_path / "set"
    export(lake, "dataset", target, games)
    (target / "data" / "notes.txt").write_text("mine")
    with pytest.raises(LakeError, match=r"has 'data' in it"):
        export(lake, "dataset", target, games)
    (target / "data" / "notes.txt").unlink()
    (target / "datapackage.json").write_text('{"resources": [{"name": "theirs"}]}')
    with pytest.raises(LakeError, match=r"in it, which is not of an export"):
        export(lake, "dataset", target, games)
    assert (mine / "README.md").read_text() == "my project"


@pytest.mark.parametrize("url", ["ftp://x", "javascript:alert(1)", "https://a b"])
def test_an_address_that_is_none_is_refused_and_nothing_is_left(made: tuple[Lake, Path], tmp_path: Path, url: str) -> None:
    lake, _ = made
    with pytest.raises(LakeError, match=r"is no address of a page; expected one such as https://example.org"):
        export(lake, "dataset", tmp_path / "set", Selection(url=url))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_validators_agree_with_a_game_of_every_title(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([*map(rows_of, one_of_each_title()), *GAMES])
    small = ("games", "seats", "battle_luck", "battle_ended", "convoy_raided", "races", "title_units", "title_rounds", "title_lines")
    export(lake, "dataset", tmp_path / "set", Selection(tables=small))
    assert frictionless.validate(str(tmp_path / "set" / "datapackage.json")).valid
    issues = mlcroissant.Dataset(jsonld=str(tmp_path / "set" / "croissant.json")).metadata.ctx.issues
    assert (issues.errors, issues.warnings) == (set(), set())
