"""The page Lab: an experiment of the lake, told in sentences and drawn."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote_plus

import polars as pl
import pytest

from dashboard.charts.paired import differences_chart
from dashboard.lab import verdict_text
from dashboard.title import bench
from dashboard.ui.pictures import svg
from ingest.lab import read_experiment, run
from ingest.workers import local
from tests.dashboard.test_pages import charts, html, opened
from tests.lab.test_lab import written
from warehouse import Lake


def test_the_verdict_is_told_with_its_intervals_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with local(0) as workers:
        run(read_experiment(written(tmp_path, games=3)), Lake.create(tmp_path / "lake"), tmp_path / "logs", workers)
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "lake"))
    app = opened("lab.py")
    said = html(app)
    assert "reserve: the Axis won" in said and "with printed" in said and "3 pairs: all pairs that were planned are played." in said
    assert charts(app) == 2 and len(app.get("dataframe")) == 2
    assert "points (" in said and "too few games to show a difference or rule one out: a difference of 5 points" in said
    assert "How often did the Axis win?" in [heading.value for heading in app.header]
    columns = [*app.dataframe[1].value.columns]
    assert columns[:4] == ["Rules", "Side", "What", "Before"] and columns[-3:] == ["95% low", "95% high", "Moved"]


def test_points_of_difference_are_told_once_each_and_nothing_has_no_sign() -> None:
    small = pl.DataFrame({"arm": ["reserve"], "against": ["printed"], "difference": [-0.005], "low": [-0.031], "high": [0.021]})
    drawn = re.findall(r">([+−-]?\d+)</text>", svg(differences_chart(small).properties(width=600).to_dict()))
    assert sorted(drawn, key=lambda tick: int(tick.replace("−", "-"))) == [
        *(f"−{points}" for points in range(5, 0, -1)),
        "0",
        *(f"+{points}" for points in range(1, 6)),
    ]


def test_the_page_of_its_title_has_the_designers_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with local(0) as workers:
        run(read_experiment(written(tmp_path, games=2)), Lake.create(tmp_path / "lake"), tmp_path / "logs", workers)
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "lake"))
    lab = opened("lab.py")
    design = read_experiment(written(tmp_path, games=2)).design
    for name, there in (("Black Swan: Europe 1939-1945", True), ("Blitz! A World in Conflict", False)):
        app = opened("titles.py", title=name)
        assert (bench.QUESTION in [heading.value for heading in app.header]) is there
        assert ("reserve: the Axis won" in html(app)) is there and charts(app) == (2 if there else 0)
        links = [link.proto.query_string for link in app.get("page_link")]
        assert links == ([f"experiment={quote_plus(verdict_text.named(design.key, design))}"] if there else [])
    assert verdict_text.named(design.key, design) in lab.selectbox(key="experiment").options, "the link names it as the page does"


def test_a_lake_without_experiments_shows_a_file_that_can_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Lake.create(tmp_path / "lake")
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "lake"))
    app = opened("lab.py")
    (tmp_path / "shown.toml").write_text(app.code[0].value, encoding="utf-8")
    assert "no experiments yet" in app.info[0].value
    design = read_experiment(tmp_path / "shown.toml").design
    assert [arm.name for arm in design.arms] == ["as printed", "12 IPC more"] and len(design.compared) == 1
