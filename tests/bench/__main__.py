"""`make bench`: what Sitrep reaches on this machine, beside what it is compared with."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from engine.recording import Fidelity
from engine.replay import replay
from engine.titles import load_title
from ingest import read_recording
from ingest.samples import samples
from tests.bench import (
    before,
    bulk,
    checksums,
    fold,
    growth,
    odds,
    pages,
    questions,
    review,
    rules,
    saves,
    simulation,
    site,
    tables,
)
from tests.bench.clock import Timing


def measured() -> Iterator[Timing]:
    """Yield the lines of the bench, one part after another."""
    recordings = [one for path in samples() if (one := read_recording(path)).fidelity is Fidelity.ORDERS]
    games = [replay(one, load_title(one.header.title)) for one in recordings]
    yield from fold.lines(games)
    yield from rules.lines(recordings)
    yield from simulation.lines()
    yield from odds.lines()
    yield from tables.lines(games)
    yield from checksums.lines(games)
    yield from saves.lines()
    yield from bulk.lines()
    yield from questions.lines()
    yield from review.lines()
    yield from pages.lines()
    yield from site.lines()
    yield from growth.lines()


def main() -> None:
    """Print the bench's table, a line as soon as it is measured on a terminal."""
    options = argparse.ArgumentParser(prog="make bench", description="Speed and memory of Sitrep on this machine.")
    options.add_argument("--before", metavar="COMMIT", help="only rules and bots, beside those of another commit")
    often = "how often each of the two does its work (default: %(default)s)"
    options.add_argument("--turns", metavar="N", type=int, choices=range(1, 21), default=before.TURNS, help=often)
    given = options.parse_args()
    console = Console(width=None if os.isatty(1) else 120)
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    table = Table(title=f"sitrep bench: {machine}", title_justify="left")
    for name, side in (("what", "left"), ("rate", "right"), ("unit", "left"), ("remark", "left")):
        table.add_column(name, justify=side)
    for line in before.lines(given.before, given.turns) if given.before else measured():
        rate = f"{line.rate:,.0f}" if line.rate >= 100 else f"{line.rate:,.1f}"
        table.add_row(line.what, rate if line.rate else "-", line.unit, line.remark)
    console.print(table)


if __name__ == "__main__":
    main()
