"""The smallest sample of each title: enough for most tests, where all of them would take ten times as long."""

from __future__ import annotations

from pathlib import Path

from ingest.samples import HERE, SAMPLES

WORKED_OUT = "aa1942"
"""The title whose battles are nearly all worked out exactly; the luck of most others is played, which takes up to sixty times as long."""


def soonest_read() -> tuple[Path, ...]:
    """Return the samples of this title, the smallest file first: for tests to which it makes no difference what is read."""
    worked_out = (HERE / sample.file for sample in SAMPLES if sample.title == WORKED_OUT)
    return tuple(sorted(worked_out, key=lambda path: path.stat().st_size))


def one_of_each_title() -> tuple[Path, ...]:
    """Return the smallest file among the samples of each title that bots have played."""
    first: dict[str, Path] = {}
    for sample in sorted(SAMPLES, key=lambda sample: (HERE / sample.file).stat().st_size):
        first.setdefault(sample.title, HERE / sample.file)
    return tuple(first.values())
