"""Rounds on the charts of a review: as its title calls them, on axes and where a mark is pointed at."""

from __future__ import annotations

import polars as pl
import pytest

from dashboard.charts.named_rounds import name_rounds
from dashboard.charts.power_cells import power_cells
from dashboard.charts.side_lines import side_lines
from dashboard.review.questions import sections
from dashboard.review.reader import Reader
from ingest.samples import HERE
from tests.kept import rows_of
from warehouse import Lake

FRAME = pl.DataFrame({"round": [0, 1, 2], "side_name": ["Axis"] * 3, "income": [1, 2, 3]})


def parts(spec: dict) -> list[dict]:
    """Return all charts that a specification lays over or beside each other."""
    within = [part for how in ("layer", "hconcat", "vconcat") for part in spec.get(how, [])]
    return [found for part in within for found in parts(part)] if within else [spec]


def axes(spec: dict) -> list[dict]:
    return [x["axis"] for part in parts(spec) if (x := part.get("encoding", {}).get("x", {})).get("field") == "round"]


def told(spec: dict) -> set[str]:
    """Return the titles and fields of all tooltips."""
    tips = [part.get("encoding", {}).get("tooltip") for part in parts(spec)]
    return {f"{tip.get('title')}: {tip.get('field')}" for several in tips if isinstance(several, list) for tip in several}


@pytest.mark.parametrize(
    ("names", "title", "labels", "tip"),
    [
        ({1: "Turn 3", 2: "Turn 4"}, "Turn", ('"0": "Set-up"', '"1": "3"', '"2": "4"'), "Turn: when"),
        ({1: "Fall 1941", 2: "Winter 1941"}, None, ('"0": "Set-up"', '"1": "Fall 1941"'), "When: when"),
        ({1: "Fall 1941", 2: "Fall 1942"}, None, ('"1": "Fall 1941"', '"2": "Fall 1942"'), "When: when"),
        ({1: "Round 1", 2: "Round 2"}, "Round", (), "Round: round"),
    ],
)
def test_an_axis_bears_the_words_of_the_title(names: dict[int, str], title: str | None, labels: tuple[str, ...], tip: str) -> None:
    chart = side_lines(FRAME, ["Axis"], "income", "Income", "d")
    for _ in range(2):  # a page draws a chart that is kept again
        name_rounds(chart, names)
    spec = chart.to_dict()
    for axis in axes(spec):
        assert axis["title"] == title
        assert all(label in axis.get("labelExpr", "") for label in labels) and bool(labels) is ("labelExpr" in axis)
    assert tip in told(spec)
    assert sum(len(part.get("transform", [])) for part in parts(spec)) == sum(
        bool(part["encoding"].get("tooltip")) for part in parts(spec)
    ) * bool(labels)


def test_cells_name_the_rounds_that_they_end() -> None:
    powers = pl.DataFrame({"name": ["Germany"], "play_order": [1]})
    frame = pl.DataFrame({"round": [2], "name": ["Germany"], "loss": [3]})
    chart = power_cells(frame, powers, "loss", "Loss", {}, 3)
    name_rounds(chart, {1: "July 1936", 2: "January 1937", 3: "July 1937"})
    spec = chart.to_dict()
    assert axes(spec) and all("January 1937" in axis["labelExpr"] for axis in axes(spec))
    assert {part["encoding"]["x"]["title"] for part in parts(spec)} == {None}


@pytest.mark.parametrize(("sample", "name"), [("convoys-of-the-atlantic.jsonl", '"1": "3"'), ("barbarossa.jsonl.zst", "Summer 1941")])
def test_no_chart_of_a_review_counts_rounds_that_its_title_calls_otherwise(make_lake, sample: str, name: str) -> None:
    lake: Lake = make_lake(rows_of(HERE / sample))
    of = Reader.of_lake(lake, lake.games()["game_id"].item())
    drawn = [drawing.chart.to_dict(validate=False) for section in sections(of) for drawing in section.drawings]
    found = [axis for spec in drawn for axis in axes(spec)]
    assert found and all(name in axis.get("labelExpr", "") for axis in found)
    assert not [tip for spec in drawn for tip in told(spec) if tip.startswith("Round")]
