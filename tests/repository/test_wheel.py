"""The wheel alone is enough: installed where the checkout cannot be seen, it reads samples, shows maps and writes notebooks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from ingest.samples import samples

ROOT = Path(__file__).parents[2]
FIVE_LINES = """
import sitrep
save = next(path for path in sitrep.samples() if path.suffix == ".tsvg")
game = sitrep.replay(save)
board = game.map()
board.round = 2
"""
"""A stranger's way to the map of a save."""
SHOWN = """
import json, sys
made = board._repr_mimebundle_()
data = made[0] if isinstance(made, tuple) else made
print(json.dumps({
    "where": sitrep.__file__, "samples": len(sitrep.samples()), "moment": board.moment, "kinds": sorted(data),
    "still": board.still()[:4], "names": dir(game.in_lake.lake.measures)[:1], "titles": len(sitrep.titles()),
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """The Python of a fresh environment with the wheel; its dependencies are this environment's, without what is editable there."""
    place = wheel.parent / "env"
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    (site,) = place.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    uv = shutil.which("uv")
    if find_spec("pip"):
        command = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            str(wheel),
        ]
    elif uv:
        command = [uv, "pip", "install", "--quiet", "--offline", "--python", str(python), "--no-deps", str(wheel)]
    else:
        pytest.skip("neither pip nor uv is here to install a wheel with")
    subprocess.run(command, check=True, capture_output=True)
    return python


def run(command: list[str | Path], folder: Path) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_five_lines_lead_from_the_wheel_to_the_map_of_a_save(python: Path, tmp_path: Path) -> None:
    told = json.loads(run([python, "-c", FIVE_LINES + SHOWN], tmp_path))
    assert str(python.parents[1]) in told.pop("where"), "it must not be the checkout's"
    assert "application/vnd.jupyter.widget-view+json" in told.pop("kinds")
    assert told.pop("moment").startswith("Round 2")
    assert told == {
        "samples": len(samples()),
        "still": "<svg",
        "names": told["names"],
        "titles": len(list((ROOT / "engine/titles").glob("*/title.toml"))),
    }
    assert told["names"]


def test_the_installed_command_writes_a_notebook_of_a_record(python: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "ingest" / "samples" / "warsaw-holds.jsonl", tmp_path)
    run([python.parent / "sitrep", "notebook", "warsaw-holds.jsonl", "--out", "mine.ipynb"], tmp_path)
    cells = json.loads((tmp_path / "mine.ipynb").read_text(encoding="utf-8"))["cells"]
    assert "warsaw-holds.jsonl" in "".join(cells[1]["source"])


def test_the_installed_command_begins_a_ladder(python: Path, tmp_path: Path) -> None:
    assert run([python.parent / "sitrep", "ladder", "--played"], tmp_path).startswith("# The ladder of the bots")
    assert (tmp_path / "ladder.toml").read_bytes() == (ROOT / "docs" / "ladder.toml").read_bytes()


@pytest.mark.slow
def test_the_installed_command_runs_the_demo(python: Path, tmp_path: Path) -> None:
    os.environ["SERVE"] = "0"
    try:
        assert f"{len(samples())} files: {len(samples())} new" in run([python.parent / "sitrep", "demo", "--lake", "lake"], tmp_path)
    finally:
        del os.environ["SERVE"]


def test_everything_that_is_no_python_is_in_the_wheel_too(wheel: Path) -> None:
    packed = set(ZipFile(wheel).namelist())
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    rooms = ("dashboard/", "engine/", "ingest/", "warehouse/", "sitrep.py")
    assert [name for name in tracked if name.startswith(rooms) and name not in packed] == []
