"""`make bench`: what Sitrep reaches on this machine, beside what it is compared with."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Collection, Iterable, Iterator

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
    openings,
    pages,
    questions,
    review,
    rules,
    saves,
    simulation,
    site,
    tables,
    visits,
)
from tests.bench.clock import Timing

PARTS = (
    "fold",
    "rules",
    "simulation",
    "odds",
    "tables",
    "checksums",
    "saves",
    "bulk",
    "questions",
    "openings",
    "visits",
    "review",
    "pages",
    "site",
    "growth",
)
"""The parts of the bench, those that take longest last."""


def measured(only: Collection[str] = ()) -> Iterator[Timing]:
    """Yield the lines of the bench, one part after another.

    Args:
        only: the parts that are wanted, of PARTS; none: all.
    """
    recordings = [one for path in samples() if (one := read_recording(path)).fidelity is Fidelity.ORDERS]
    games = [replay(one, load_title(one.header.title)) for one in recordings]
    parts: dict[str, Callable[[], Iterable[Timing]]] = {
        "fold": lambda: fold.lines(games),
        "rules": lambda: rules.lines(recordings),
        "simulation": simulation.lines,
        "odds": odds.lines,
        "tables": lambda: tables.lines(games),
        "checksums": lambda: checksums.lines(games),
        "saves": saves.lines,
        "bulk": bulk.lines,
        "questions": questions.lines,
        "openings": openings.lines,
        "visits": visits.lines,
        "review": review.lines,
        "pages": pages.lines,
        "site": site.lines,
        "growth": growth.lines,
    }
    for name in PARTS:
        if name in only or not only:
            yield from parts[name]()


def main() -> None:
    """Print the bench's table."""
    options = argparse.ArgumentParser(prog="make bench", description="Speed and memory of Sitrep on this machine.")
    options.add_argument("--before", metavar="COMMIT", help="only rules and bots, beside those of another commit")
    often = "how often each of the two does its work (default: %(default)s)"
    options.add_argument("--turns", metavar="N", type=int, choices=range(1, 21), default=before.TURNS, help=often)
    options.add_argument("--only", metavar="PART", nargs="+", choices=PARTS, default=(), help=f"some parts of: {', '.join(PARTS)}")
    given = options.parse_args()
    console = Console(width=None if os.isatty(1) else 120)
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    table = Table(title=f"sitrep bench: {machine}", title_justify="left")
    for name, side in (("what", "left"), ("rate", "right"), ("unit", "left"), ("remark", "left")):
        table.add_column(name, justify=side)
    for line in before.lines(given.before, given.turns) if given.before else measured(given.only):
        rate = f"{line.rate:,.0f}" if line.rate >= 100 else f"{line.rate:,.1f}"
        table.add_row(line.what, rate if line.rate else "-", line.unit, line.remark)
    console.print(table)


if __name__ == "__main__":
    main()
