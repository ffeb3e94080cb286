"""Every chart of the dashboard is a function of `sitrep.charts`, and the review draws the same ones."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import altair as alt
import polars as pl
import pytest

import sitrep
from dashboard.notebook import renderer
from dashboard.review.questions import sections
from dashboard.review.reader import Reader
from tests.kept import rows_of

ROOT = Path(__file__).parents[2]
charts = sitrep.charts
GAME = "convoys-of-the-atlantic"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> sitrep.Lake:
    made = sitrep.Lake.create(tmp_path_factory.mktemp("charts") / "lake")
    league = [ROOT / "notebooks" / "league" / f"league-{number}.jsonl.zst" for number in ("03", "09")]
    made.write([rows_of(path) for path in (*(path for path in sitrep.samples() if path.stem == GAME), *league)])
    return made


def drawn(chart: alt.TopLevelMixin) -> dict:
    """A chart without its title, width and the rows' names, which are counted up."""
    spec = chart.to_dict(validate=False)
    sizes = {"title", "width", "params", "config", "$schema"}
    return {key: value for key, value in spec.items() if key not in sizes}


def test_every_chart_of_a_review_is_one_of_the_functions(lake: sitrep.Lake):
    told = [drawing for section in sections(Reader.of_lake(lake, GAME)) for drawing in section.drawings]
    there = charts.available(lake, GAME)
    offered = [drawn(chart(lake, GAME)) for chart in charts.OF_A_GAME if chart.__name__ in there]
    powers = Reader.of_lake(lake, GAME).names
    offered += [drawn(charts.purchases(lake, GAME, power)) for power in powers if bought(lake, power)]
    missing = [drawing.name for drawing in told if drawn(drawing.chart) not in offered]
    assert missing == [] and len(told) >= 12


def bought(lake: sitrep.Lake, power: str) -> bool:
    rows = lake.measure("purchases_by_round", game_id=GAME).filter(pl.col("power") == power, pl.col("unit") != "")
    return bool(rows["units"].sum())


def test_every_kind_of_chart_that_the_dashboard_draws_is_reached_from_the_functions():
    files = {path.stem for path in (ROOT / "dashboard" / "charts").glob("*.py")} - {"__init__"}
    code = "import sys, sitrep; sitrep.charts; print(*(name for name in sys.modules if name.startswith('dashboard.charts.')))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert {f"dashboard.charts.{stem}" for stem in files} == set(loaded)


def test_no_notebook_pays_for_streamlit():
    code = "import sys, sitrep; sitrep.charts; sitrep.load_title('aa1942')._repr_mimebundle_(); print('streamlit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_every_function_says_what_it_draws_and_is_exported():
    public = {name for name, value in vars(charts).items() if inspect.isfunction(value) and value.__module__ == charts.__name__}
    assert {name for name in public if not name.startswith("_")} == set(charts.__all__)
    assert [name for name in charts.__all__ if not getattr(charts, name).__doc__] == []


def test_a_chart_is_in_the_colours_of_the_powers_and_can_be_changed(lake: sitrep.Lake):
    chart = charts.income(lake, "league-03")
    colors = set(lake.frame("title_powers", "league-03")["color"])
    spec = str(chart.properties(title="Mine").to_dict(validate=False))
    assert "Mine" in spec and sum(color in spec for color in colors) == len(colors) == 5


def test_a_chart_without_data_names_those_that_there_are(lake: sitrep.Lake):
    with pytest.raises(
        sitrep.SitrepError,
        match=r"league-03: its record has no data for the chart 'lend_lease'; sitrep.charts.available",
    ):
        charts.lend_lease(lake, "league-03")
    assert "lend_lease" not in charts.available(lake, "league-03") and "battles" in charts.available(lake, "league-03")


def test_charts_of_many_games_are_of_one_currency(lake: sitrep.Lake):
    for chart in (
        charts.bands(lake, "income", title="aa1942"),
        charts.spread(lake, "production", "side", title="aa1942"),
        charts.win_rates(lake),
        charts.head_to_head(lake),
        charts.ratings_over_time(lake),
        charts.coverage(lake),
    ):
        assert chart.to_dict(validate=False)["title"]
    with pytest.raises(sitrep.SitrepError, match="several currencies"):
        charts.bands(lake, "income")
    with pytest.raises(sitrep.SitrepError, match="expected one of Side, Bid"):
        charts.win_rates(lake, "weather")


def test_any_answer_can_be_drawn(lake: sitrep.Lake):
    answer = lake.sql("select power, sum(delta)::int as sum from resource_changed group by power order by power")
    assert charts.query(answer, "power", "sum").to_dict(validate=False)["mark"]["type"] == "bar"
    with pytest.raises(sitrep.SitrepError, match="expected one of Bars, Lines, Points"):
        charts.query(answer, "power", "sum", kind="pie")


def test_a_chart_is_a_widget_where_a_kernel_runs_and_a_picture_without_one(lake: sitrep.Lake):
    made = renderer.render(charts.units_value(lake, "league-03").to_dict(validate=False))
    assert "application/vnd.jupyter.widget-view+json" in made and made["image/svg+xml"].startswith("<svg")
    assert "text/html" not in made, "nothing is asked of the network"


def test_whoever_chose_a_renderer_keeps_it():
    with alt.renderers.enable("mimetype"):
        renderer.use()
        assert alt.renderers.active == "mimetype"
    assert renderer.NAME in alt.renderers.names()
