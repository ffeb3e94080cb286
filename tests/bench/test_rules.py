"""The bench of the rules measures records of several titles, each by its own rules."""

from __future__ import annotations

from ingest import read_recording
from ingest.samples import HERE
from tests.bench.rules import lines


def test_each_title_has_its_lines() -> None:
    recordings = [read_recording(HERE / name) for name in ("axis-takes-moscow.jsonl", "warsaw-holds.jsonl")]
    told = {line.what: line.rate for line in lines(recordings) if line.what.startswith("replay orders")}
    assert sorted(told) == [f"replay orders of {title}, {level}" for title in ("aa1942", "black-swan") for level in ("ignore", "raise")]
    assert all(rate > 0 for rate in told.values())
