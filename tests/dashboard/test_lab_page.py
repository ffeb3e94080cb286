"""The page Lab: an experiment of the lake, told in sentences and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert (
        "reserve: Axis wins" in said
        and "with printed" in said
        and "3 pairs: all pairs that were planned are played." in said
    )
    assert charts(app) == 2 and len(app.get("dataframe")) == 2
