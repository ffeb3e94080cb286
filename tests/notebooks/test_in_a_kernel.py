"""What a kernel shows: charts of Altair without a network, however it was imported, and errors as the one line that says what to do."""

from __future__ import annotations

import os
from pathlib import Path

import altair as alt
import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

import sitrep
from engine.display import draws

ROOT = Path(__file__).parents[2]
MARKS = "alt.Chart(alt.Data(values=[{'round': 1, 'income': 24}])).mark_bar().encode(x='round:O', y='income:Q')"
CELLS = [
    "import altair as alt, sitrep",  # sitrep.charts is never asked for
    MARKS,
    f"{MARKS} | {MARKS}",
    "sitrep.load_title('aa1943')",
    "sitrep.replay('no-such-save.tsvg')",
    "sitrep.charts.incme",
    "1 / 0",
    "alt.renderers.enable('default')",
    MARKS,
]


@pytest.fixture(scope="module")
def outputs() -> list[NotebookNode]:
    """What each cell showed."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    NotebookClient(book, timeout=600, kernel_name="python3", allow_errors=True).execute(env=os.environ | {"PYTHONPATH": paths})
    return [cell.outputs for cell in book.cells]


@pytest.mark.parametrize("cell", [1, 2])
def test_a_chart_asks_nothing_of_the_network(outputs: list[NotebookNode], cell: int) -> None:
    (shown,) = outputs[cell]
    assert shown.data["image/svg+xml"].startswith("<svg") and "application/vnd.jupyter.widget-view+json" in shown.data
    assert "text/html" not in shown.data and "cdn." not in str(shown.data)


@pytest.mark.parametrize(
    ("cell", "line"),
    [
        (3, "TitleError: no title 'aa1943'; did you mean 'aa1942'?"),
        (4, "RecordError: no-such-save.tsvg: no such file; check the path"),
        (5, "NoSuchName: no chart 'incme'; did you mean 'income'?"),
    ],
)
def test_our_errors_are_one_line(outputs: list[NotebookNode], cell: int, line: str) -> None:
    (told,) = outputs[cell]
    assert told.output_type == "error" and told.traceback == [line]


def test_others_errors_keep_their_traceback(outputs: list[NotebookNode]) -> None:
    (told,) = outputs[6]
    assert told.ename == "ZeroDivisionError" and len(told.traceback) > 1


def test_whoever_goes_back_to_altairs_own_way_keeps_it(outputs: list[NotebookNode]) -> None:
    (shown,) = outputs[8]
    assert "image/svg+xml" not in shown.data and "text/html" in shown.data


def test_the_class_that_is_drawn_is_that_of_every_chart() -> None:
    kind = f"{alt.TopLevelMixin.__module__}.{alt.TopLevelMixin.__qualname__}"
    assert f'draws("{kind}", ' in (ROOT / "sitrep.py").read_text(encoding="utf-8")
    for one in (alt.Chart, alt.LayerChart, alt.HConcatChart, alt.VConcatChart, alt.ConcatChart, alt.FacetChart, alt.RepeatChart):
        assert issubclass(one, alt.TopLevelMixin)


def test_nothing_is_taken_over_where_no_kernel_runs() -> None:
    draws("builtins.int", "no.such:module")
    assert str(sitrep.samples()[0]).endswith(".jsonl")


def test_charts_complete_and_nothing_else() -> None:
    assert dir(sitrep.charts) == sorted(sitrep.charts.__all__)
    assert all(callable(getattr(sitrep.charts, name)) for name in dir(sitrep.charts))
    assert not hasattr(sitrep.charts, "incme") and hasattr(sitrep.charts, "income")
