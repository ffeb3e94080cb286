"""`sitrep notebook` writes an after-action notebook of a game of the lake, or of a record, that runs as it is."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from IPython.core.interactiveshell import InteractiveShell

import sitrep
from tests.kept import rows_of

RECORD = next(path for path in sitrep.samples() if path.name == "warsaw-holds.jsonl")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "lake"
    sitrep.Lake.create(folder).write([rows_of(RECORD)])
    return folder


def written(*words: str | Path, folder: Path) -> nbformat.NotebookNode:
    out = folder / "mine.ipynb"
    done = CliRunner().invoke(sitrep.main, ["notebook", *map(str, words), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert done.output == f"{out}\n"
    made = nbformat.read(out, 4)
    nbformat.validate(made)
    return made


def ran(notebook: nbformat.NotebookNode) -> dict:
    """Run the cells of code one after the other, as Jupyter does, and return their names."""
    shell = InteractiveShell()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shell.run_cell(cell.source, silent=True).raise_error()
    return shell.user_ns


def test_the_notebook_of_a_game_of_the_lake_runs(lake: Path, tmp_path: Path):
    made = written("warsaw", "--lake", lake, folder=tmp_path)
    assert made.cells[0].source.startswith("# Black Swan: Europe 1939-1945: warsaw-holds\n")
    names = ran(made)
    assert names["game"].id == "warsaw-holds" and names["board"].round == names["battles"]["round"][0]


def test_the_notebook_of_a_record_replays_it(tmp_path: Path):
    made = written(RECORD, folder=tmp_path)
    code = made.cells[1].source
    assert f"sitrep.replay({str(RECORD)!r})" in code and "open_lake" not in code
    assert all(cell.outputs == [] for cell in made.cells if cell.cell_type == "code"), "ready to run, and nothing is shown that did not run"


@pytest.mark.slow
def test_the_notebook_of_a_record_runs(tmp_path: Path):
    assert ran(written(RECORD, folder=tmp_path))["game"].id == "warsaw-holds"


def test_a_game_that_is_not_there_is_told_and_nothing_is_written(lake: Path, tmp_path: Path):
    out = tmp_path / "mine.ipynb"
    done = CliRunner().invoke(sitrep.main, ["notebook", "never", "--lake", str(lake), "--out", str(out)])
    assert done.exit_code == 1 and "no game begins so; there are: warsaw-holds" in done.stderr
    assert not out.exists()


def test_a_name_with_quotes_stays_a_name(tmp_path: Path):
    odd = tmp_path / 'it\'s "odd".jsonl'
    odd.write_bytes(RECORD.read_bytes())
    made = written(odd, folder=tmp_path)
    assert repr(str(odd)) in made.cells[1].source
    compile(made.cells[1].source.removesuffix("\ngame"), "cell", "exec")
    json.dumps(made)
