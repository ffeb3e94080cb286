"""Every notebook runs, says what its rendered copy says, and quotes no number that it does not compute or assert."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import jupytext
import pytest
from nbclient.exceptions import CellExecutionError

from notebooks import render

HERE = render.HERE
SOURCES = render.sources()
MAY_IMPORT = {
    "altair",
    "balance",
    "workbook",
    "duckdb",
    "math",
    "pathlib",
    "polars",
    "sitrep",
    "statistics",
    "tempfile",
}
NAMES = [source.stem for source in SOURCES]
AT_SEA = "04_convoy_war"
NO_CONVOYS = "from nowhere: no game that ships with Sitrep has convoys"
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?")


@pytest.fixture(scope="module", autouse=True)
def out(tmp_path_factory: pytest.TempPathFactory):
    """A lake of the tests' own for the notebooks: what an older run left in the checkout proves nothing."""
    before = os.environ.get("NOTEBOOKS_OUT")
    os.environ["NOTEBOOKS_OUT"] = str(tmp_path_factory.mktemp("notebooks"))
    yield
    os.environ.pop("NOTEBOOKS_OUT")
    if before is not None:
        os.environ["NOTEBOOKS_OUT"] = before


def copy_of(name: str) -> str:
    return (render.COPIES / f"{name}.md").read_text(encoding="utf-8")


def cells(source: Path, kind: str) -> list[str]:
    return [cell.source for cell in jupytext.read(source).cells if cell.cell_type == kind]


def test_there_are_ten_pages_numbered_without_a_gap():
    assert [name[:2] for name in NAMES] == [f"{number:02}" for number in range(1, 11)]


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_a_notebook_runs_and_says_what_its_copy_says(source: Path):
    page = render.render(source)
    if source.stem == AT_SEA and NO_CONVOYS in page.text:
        assert copy_of(source.stem).startswith(render.mark(source)), "the copy is older than its source: make notebooks"
        pytest.skip("it ran, but no game that ships with Sitrep has convoys, and SITREP_SHARED names none")
    assert page.text == copy_of(source.stem), f"make notebooks ARGS={source.stem[:2]}"
    assert set(page.pictures) == {str(path.relative_to(render.COPIES)) for path in pictures_of(source.stem)}


def pictures_of(name: str) -> list[Path]:
    return sorted((render.COPIES / name).glob("*"))


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_a_copy_belongs_to_its_source_and_shows_its_pictures(source: Path):
    text = copy_of(source.stem)
    assert text.startswith(render.mark(source)), (
        f"{source.name} was edited since: make notebooks ARGS={source.stem[:2]}"
    )
    shown = re.findall(r"^!\[.+\]\((.+\.svg)\)$", text, re.MULTILINE)
    assert shown and [render.COPIES / file for file in shown] == pictures_of(source.stem)
    assert all(path.stat().st_size < 400_000 for path in pictures_of(source.stem))


def test_no_copy_is_left_of_a_notebook_that_is_gone():
    assert {path.stem for path in render.COPIES.iterdir()} == set(NAMES)


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_a_notebook_uses_the_public_api_and_ends_with_what_it_cannot_show(source: Path):
    tree = ast.parse(source.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= MAY_IMPORT
    assert cells(source, "markdown")[-1].startswith("## What this cannot show\n")


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_prose_quotes_no_number_that_the_code_does_not_hold(source: Path):
    code = set(NUMBER.findall("\n".join(cells(source, "code"))))
    prose = "\n".join(cells(source, "markdown"))
    prose = re.sub(r"`[^`]*`|^# \d\.", "", prose, flags=re.MULTILINE)
    assert set(NUMBER.findall(prose)) <= code


def test_a_cell_that_fails_fails_the_page(tmp_path: Path):
    with pytest.raises(CellExecutionError, match="1 == 2"):
        render.render(written(tmp_path, "assert 1 == 2"))


def test_a_picture_without_a_title_is_told(tmp_path: Path):
    drawn = "import altair as alt\nimport polars as pl\nimport workbook\n"
    drawn += "alt.Chart(pl.DataFrame({'a': [1]})).mark_point().encode(x='a:Q')"
    with pytest.raises(ValueError, match="picture 1 has no title"):
        render.render(written(tmp_path, drawn))


def test_frames_become_tables_and_other_values_stay_as_printed(tmp_path: Path):
    code = "import polars as pl\nimport workbook\npl.DataFrame({'unit': ['tank'], 'cost': [4.5]})\n\n# %%\n'x'"
    text = render.render(written(tmp_path, code)).text
    assert "\n| unit | cost |\n|------|------|\n| tank | 4.50 |\n" in text
    assert "\n```text\n'x'\n```\n" in text


def written(folder: Path, code: str) -> Path:
    path = folder / "10_short.py"
    path.write_text(f"# %%\n{code}\n", encoding="utf-8")
    return path
