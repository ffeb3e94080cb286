"""`make digests` tells two games apart that differ in one event, and names every sample."""

from __future__ import annotations

from pathlib import Path

from tests.digests import digest, lines, records
from tests.reference import ROOT

SAMPLE = ROOT / "ingest/samples/warsaw-holds.jsonl"


def test_a_game_whose_end_is_missing_has_another_digest(tmp_path: Path) -> None:
    whole = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    copied, shorter = tmp_path / "copied.jsonl", tmp_path / "shorter.jsonl"
    copied.write_text("".join(whole), encoding="utf-8")
    shorter.write_text("".join(whole[: len(whole) // 2]), encoding="utf-8")
    assert digest(copied) == digest(SAMPLE) != digest(shorter)


def test_a_record_that_cannot_be_read_has_a_line_too(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_bytes(b"{")
    assert [line.split(maxsplit=1)[1] for line in lines([tmp_path / "none.jsonl"])] == ["refused: RecordError"]


def test_every_sample_is_compared() -> None:
    samples = {path.name for path in (ROOT / "ingest/samples").iterdir() if ".jsonl" in path.name or path.suffix == ".tsvg"}
    assert samples <= {path.name for path in records([])}
