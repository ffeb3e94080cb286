"""An experiment of a stranger: its numbers are bounded before anything is planned, and it names no file outside its folder."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

import sitrep
from ingest.lab import read_experiment
from ingest.lab.experiment import ExperimentError
from ingest.ladder import read_ladder
from tests.lab.test_lab import SMALL, written


def refused(path: Path, why: str = "") -> None:
    with pytest.raises(ExperimentError) as error:
        read_experiment(path)
    assert str(error.value).startswith(f"{path}: ") and why in str(error.value) and len(str(error.value)) < 2_000
    result = CliRunner().invoke(sitrep.main, ["lab", "run", str(path), "--dry-run"])
    assert result.exit_code == 1 and "Traceback" not in result.output, result.output


@pytest.mark.parametrize("name", ["games", "rounds"])
@pytest.mark.parametrize("number", ["9" * 20, "9" * 400, "9" * 5_000, "1_000_001", "-1", "0"])
def test_games_and_rounds_are_bounded(tmp_path: Path, name: str, number: str) -> None:
    path = written(tmp_path)
    path.write_text(re.sub(rf"{name} = \d+", f"{name} = {number}", path.read_text()))
    refused(path, "expected 1 to 1,000,000" if len(number) < 12 else "")


@pytest.mark.parametrize(
    "more",
    [
        "seed = " + "9" * 20,
        "seed = -" + "9" * 400,
        'stop = {rule = "fixed", within = nan}',
        'stop = {rule = "sequential", within = 1e400}',
        "seed = " + "[" * 10_000,
    ],
)
def test_other_numbers_are_bounded_too(tmp_path: Path, more: str) -> None:
    path = written(tmp_path)
    path.write_text(f"{more}\n{path.read_text()}")
    refused(path)


@pytest.mark.parametrize("bid", ["9" * 20, "-" + "9" * 20, "9" * 400, "1_000_001"])
def test_bids_are_bounded(tmp_path: Path, bid: str) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace('overlays = ["warsaw-reserve"]', f"bids = {{ germany = {bid} }}"))
    refused(path)


@pytest.mark.parametrize("name", ["../over", "/tmp", "warsaw-reserve/../../over", "", "C:/over", r"..\\over", r"a\u0000"])
def test_an_overlay_lies_below_the_experiments_own_folder(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "lab")
    copytree(tmp_path / "lab" / "warsaw-reserve", tmp_path / "over")
    path.write_text(path.read_text().replace('overlays = ["warsaw-reserve"]', f'overlays = ["{name}"]'))
    refused(path, "expected a folder below the experiment's own")


@pytest.mark.parametrize("link", ["warsaw-reserve", "warsaw-reserve/setup.csv", "warsaw-reserve/title.toml"])
def test_no_link_of_an_overlay_leads_out_of_that_folder(tmp_path: Path, link: str) -> None:
    path = written(tmp_path / "lab")
    (tmp_path / "secret").write_text("token")
    copytree(tmp_path / "lab" / "warsaw-reserve", tmp_path / "over")
    place = tmp_path / "lab" / link
    if place.is_dir():
        place.rename(tmp_path / "away")
    place.unlink(missing_ok=True)
    place.symlink_to(tmp_path / ("over" if link == "warsaw-reserve" else "secret"))
    refused(path, "leads out of the experiment's folder")


KEYS = (
    "option = [1, 2]", "scenario = 1", "[[option]]\nname = 3", "dice = []", "base = 5", "x = [{slug = 1}]",
    f"dice = {{sides = {'9' * 400}}}", f"victory = {{points = [{'9' * 20}]}}", "[upgrade]\na = {b = inf}",
)  # fmt: skip


@pytest.mark.parametrize("keys", KEYS)
def test_keys_of_the_wrong_kind_in_an_overlay_are_an_error_of_the_file(tmp_path: Path, keys: str) -> None:
    path = written(tmp_path)
    (tmp_path / "warsaw-reserve" / "title.toml").write_text(keys)
    refused(path)


@pytest.mark.parametrize("number", ["9" * 20, "9" * 400, "0", "10_000_000"])
@pytest.mark.parametrize("name", ["rounds", "pairs"])
def test_numbers_of_a_ladder_are_bounded(tmp_path: Path, name: str, number: str) -> None:
    path = tmp_path / "ladder.toml"
    text = 'bots = ["random", "greedy"]\n[[board]]\ntitle = "black-swan"\nrounds = 1\npairs = 1\n'
    path.write_text(text)
    assert read_ladder(path)
    path.write_text(text.replace(f"{name} = 1", f"{name} = {number}"))
    result = CliRunner().invoke(sitrep.main, ["ladder", str(path), "--played"])
    assert result.exit_code == 1 and "ladder.toml: " in result.output and len(result.output) < 700


def test_what_is_sound_is_read(tmp_path: Path) -> None:
    assert SMALL and read_experiment(written(tmp_path)).tables.keys() == {"warsaw-reserve"}
