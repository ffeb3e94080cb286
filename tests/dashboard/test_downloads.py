"""What can be taken away from a chart can be opened again, and holds what was drawn."""

from __future__ import annotations

import io

import altair as alt
import polars as pl
import pytest

from dashboard.charts.income import income_chart
from dashboard.ui.downloads import PICTURES, ROWS, csv, parquet, png, svg
from engine.titles import load_title

ROWS_OF_CHART = pl.DataFrame({"round": [1, 2], "name": ["Germany", "Japan"], "income": [40, 30], "path": [["a", "b"], []]})


def test_rows_come_back() -> None:
    assert pl.read_parquet(io.BytesIO(parquet(ROWS_OF_CHART))).equals(ROWS_OF_CHART)
    assert csv(ROWS_OF_CHART).decode().splitlines() == ["round,name,income,path", "1,Germany,40,a b", '2,Japan,30,""']


@pytest.fixture(scope="module")
def chart() -> alt.TopLevelMixin:
    powers = pl.DataFrame(
        [(p.power, p.name, p.side, p.color, p.order) for p in load_title("aa1942").powers.values()],
        schema=["power", "name", "side", "color", "play_order"],
        orient="row",
    )
    return income_chart(ROWS_OF_CHART.drop("path"), powers, "IPC")


def test_pictures_are_pictures_of_the_chart(chart: alt.TopLevelMixin) -> None:
    assert png(chart).startswith(b"\x89PNG") and len(png(chart)) > 5_000
    drawn = svg(chart).decode()
    assert drawn.startswith("<svg") and "Germany" in drawn and "IPC" in drawn
    assert svg(chart.to_dict()) == svg(chart)


def test_every_form_has_an_ending_and_a_type_of_its_own() -> None:
    forms = (*ROWS, *PICTURES)
    assert len({form.ending for form in forms}) == len({form.mime for form in forms}) == len(forms) == 4
