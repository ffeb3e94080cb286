"""An earlier record of a game of the lake, and a later one: whichever comes first, it is told which of them counts."""

from __future__ import annotations

import itertools
from importlib.resources import files
from pathlib import Path

import pytest

from dashboard.terminal.ingest import report_text
from ingest import ingest
from tests.one_of_each import soonest_read
from warehouse import Lake

NAMED = files("ingest.samples").joinpath("axis-takes-moscow.jsonl").read_text("utf-8").splitlines(keepends=True)
LOG = [NAMED[0].replace('"game":"axis-takes-moscow",', ""), *NAMED[1:]]
"""Its header names no game: two records of it are two games of a lake, as two saves are."""
ORDERS = list(itertools.permutations(["early", "late"]))


@pytest.mark.parametrize("order", ORDERS, ids=["in their order", "the later one first"])
def test_two_records_of_one_game_are_told_of_each_other_and_one_counts(tmp_path: Path, order: tuple[str, ...]) -> None:
    (tmp_path / "early.jsonl").write_text("".join(LOG[: len(LOG) * 2 // 3]), "utf-8")
    (tmp_path / "late.jsonl").write_text("".join(LOG), "utf-8")
    lake = Lake.create(tmp_path / "lake")
    reports = {name: ingest([tmp_path / f"{name}.jsonl"], lake) for name in order}
    ids = {name: report.rows[0].game_id for name, report in reports.items()}
    assert [report.rows[0].status for report in reports.values()] == ["new", "new"]
    assert lake.sql("SELECT game_id, leads FROM retold").rows() == [(ids["early"], ids["late"])]
    first, second = (reports[name] for name in order)
    assert not first.remarks, "there was nothing else yet"
    assert ids[order[0]] in second.remarks[0].message
    counts = "count this" if order[1] == "late" else "count that"
    assert counts in report_text(second)


def test_another_game_is_not_told_of(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("".join(LOG), "utf-8")
    other = soonest_read()[0]
    (tmp_path / other.name).write_bytes(other.read_bytes())
    assert not ingest([tmp_path], Lake.create(tmp_path / "lake")).remarks


@pytest.mark.slow
def test_a_record_that_replaces_one_that_told_more_says_so(tmp_path: Path) -> None:
    (tmp_path / "late.jsonl").write_text("".join(NAMED), "utf-8")
    (tmp_path / "early.jsonl").write_text("".join(NAMED[:400]), "utf-8")
    lake = Lake.create(tmp_path / "lake")
    (late,) = ingest([tmp_path / "late.jsonl"], lake).rows
    report = ingest([tmp_path / "early.jsonl"], lake)
    assert [row.status for row in report.rows] == ["replaced"]
    assert f"told more: {late.events:,} events" in report_text(report)
    back = ingest([tmp_path / "late.jsonl"], lake)
    assert not back.remarks
