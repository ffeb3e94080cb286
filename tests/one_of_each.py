"""The smallest sample of each title: enough for most tests, where all of them would take ten times as long."""

from __future__ import annotations

from pathlib import Path

from ingest.samples import HERE, SAMPLES


def one_of_each_title() -> tuple[Path, ...]:
    """Return the smallest file among the samples of each title that bots have played."""
    first: dict[str, Path] = {}
    for sample in sorted(SAMPLES, key=lambda sample: (HERE / sample.file).stat().st_size):
        first.setdefault(sample.title, HERE / sample.file)
    return tuple(first.values())
