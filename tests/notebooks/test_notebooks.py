"""Every article runs, says what its copy says, and quotes no number that it does not compute or assert; so do the README's five minutes."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import jupytext
import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient.exceptions import CellExecutionError

from notebooks import render
from tests.demo import demo_of
from tests.slow import slow_among

HERE = render.HERE
SOURCES = render.sources()
NAMES = [source.stem for source in SOURCES]
LONG = {"01", "02", "05", "06", "07", "08", "09"}
"""Articles over the league or over many records, which are read for minutes of a test run."""
MAY_IMPORT = {
    "IPython",
    "altair",
    "balance",
    "duckdb",
    "math",
    "pathlib",
    "polars",
    "shutil",
    "sitrep",
    "statistics",
    "tempfile",
}
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?")
README = (HERE.parent / "README.md").read_text(encoding="utf-8")
LARGEST = 400_000
"""Bytes of a copy, with its pictures."""


@pytest.fixture(scope="module")
def manager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KernelManager]:
    """A kernel for all of them, in a folder with what they read and a lake of the tests' own."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name in ("lake", "articles"):
        copytree(demo_of(tmp_path_factory).lake, folder / name)
    for name in ("league", "experiments", "balance.py", "balance.csv"):
        (folder / name).symlink_to(HERE / name)
    with render.kernel(folder) as running:
        yield running


def committed(source: Path) -> nbformat.NotebookNode:
    return nbformat.read(render.copy_of(source), 4)


def cells(source: Path, kind: str) -> list[str]:
    return [cell.source for cell in jupytext.read(source).cells if cell.cell_type == kind]


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_no_article_reads_its_league_into_the_readers_own_lake(source: Path):
    """`lake` is what `make notebook` makes for the reader, whose questions it shall answer as before."""
    code = "\n".join(cells(source, "code"))
    assert not re.search(r"""sample_lake\(\s*["']lake["'],|Lake\.(create|open)\(\s*["']lake["']""", code), source.name


def test_there_are_ten_pages_numbered_without_a_gap():
    assert [name[:2] for name in NAMES] == [f"{number:02}" for number in range(1, 11)]


@pytest.mark.parametrize("source", slow_among([one for one in SOURCES if one.stem[:2] in LONG], SOURCES), ids=NAMES)
def test_a_notebook_runs_and_says_what_its_copy_says(source: Path, manager: KernelManager):
    assert render.told(render.render(source, manager)) == render.told(committed(source)), f"make notebooks ARGS={source.stem[:2]}"


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_a_copy_belongs_to_its_source_has_pictures_and_is_small(source: Path):
    copy = committed(source)
    assert copy.metadata.sitrep == render.mark(source), f"{source.name} was edited since: make notebooks ARGS={source.stem[:2]}"
    nbformat.validate(copy)
    kinds = [kind for cell in copy.cells for output in cell.get("outputs", []) for kind in output.data]
    assert kinds.count("image/svg+xml") >= 1 and set(kinds) <= set(render.SHOWN)
    assert render.copy_of(source).stat().st_size < LARGEST


def test_no_copy_is_left_of_a_notebook_that_is_gone():
    assert {path.stem for path in HERE.glob("*.ipynb")} == set(NAMES)


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_a_notebook_uses_the_public_api_and_ends_with_what_it_cannot_show(source: Path):
    tree = ast.parse(source.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= MAY_IMPORT
    assert cells(source, "markdown")[-1].startswith("## What this cannot show\n")


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_prose_quotes_no_number_that_the_code_does_not_hold(source: Path):
    code = set(NUMBER.findall("\n".join(cells(source, "code"))))
    prose = "\n".join(cells(source, "markdown"))
    prose = re.sub(r"`[^`]*`|^# \d+\.", "", prose, flags=re.MULTILINE)
    assert set(NUMBER.findall(prose)) <= code


def test_every_page_is_linked_from_the_list_under_its_own_title():
    listed = dict(re.findall(r"^\| \[\d+\. (.+)\]\((\w+)\.ipynb\)", (HERE / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    titles = {cells(source, "markdown")[0].partition("\n")[0].partition(". ")[2]: source.stem for source in SOURCES}
    assert listed == titles


def test_the_five_minutes_of_the_readme_run_as_a_notebook(tmp_path: Path, manager: KernelManager):
    (block,) = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    parts = block.replace('"ingest/samples', f'"{HERE.parent}/ingest/samples').split("\n\n")
    made = render.render(written(tmp_path, "\n\n# %%\n".join(parts)), manager)
    shown = [kind for cell in made.cells for output in cell.outputs for kind in output.data]
    assert len(made.cells) == len(parts) >= 4
    assert {"image/svg+xml", "text/html"} <= set(shown)


def test_a_cell_that_fails_fails_the_page(tmp_path: Path, manager: KernelManager):
    with pytest.raises(CellExecutionError, match="1 == 2"):
        render.render(written(tmp_path, "assert 1 == 2"), manager)


def test_a_picture_without_a_title_is_told(tmp_path: Path, manager: KernelManager):
    drawn = "import altair as alt\nimport polars as pl\n"
    drawn += "alt.Chart(pl.DataFrame({'a': [1]})).mark_point().encode(x='a:Q')"
    with pytest.raises(ValueError, match="the picture of cell 1 has no title"):
        render.render(written(tmp_path, drawn), manager)


def test_a_notebook_knows_nothing_of_the_one_before_it(tmp_path: Path, manager: KernelManager):
    render.render(written(tmp_path, "left = 1"), manager)
    with pytest.raises(CellExecutionError, match="left"):
        render.render(written(tmp_path, "left"), manager)


def test_an_output_that_no_viewer_shows_is_told(tmp_path: Path, manager: KernelManager):
    with pytest.raises(ValueError, match="not every viewer shows"):
        render.render(written(tmp_path, "print('x')"), manager)


def test_a_copy_of_another_result_is_found(tmp_path: Path, manager: KernelManager):
    made = render.render(written(tmp_path, "'x'"), manager)
    other = json.loads(json.dumps(made).replace("'x'", "'y'", 2))
    assert render.told(made) != render.told(nbformat.from_dict(other))


def written(folder: Path, code: str) -> Path:
    path = folder / "10_short.py"
    path.write_text(f"# %%\n{code}\n", encoding="utf-8")
    return path
