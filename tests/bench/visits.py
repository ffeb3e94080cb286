"""What visits cost the dashboard's server, without a browser: the first one of a fresh server, reviews again and again, and memory.

    python -m tests.bench.visits [--lake FOLDER]

Each visitor asks for pages as Streamlit's own page does, over a WebSocket of its own, and leaves. The processor's milliseconds are those
of the server alone: a machine with other work lengthens them least. How long a browser needs to draw a review is told by
`tests.bench.review`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ingest import ingest
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.dashboard.server import children, served
from tests.dashboard.visitors import visit
from warehouse import Lake

FIRST, WARM = 2_000.0, 1_200.0
"""Aims in milliseconds: the first visit of a fresh server, and a review that was seen before, the browser's part included."""
FEW, MANY = 10, 50
GROWS = 20.0
"""Aim: percent that the server's memory may grow from FEW visits to MANY."""


class Cost(NamedTuple):
    """Milliseconds: what a visitor waited, and what the server's processors worked."""

    wall: float
    processor: float


def lines(lake: Path | None = None) -> Iterator[Timing]:
    """Yield the lines of visits to a server over a lake, over the sample games where none is named."""
    with TemporaryDirectory() as folder:
        if lake is None:
            ingest([*samples()], Lake.create(lake := Path(folder, "lake")))
        games = [f"review?game={game}" for game in sorted(Lake.open(lake).digests())]
        began = time.perf_counter()
        with served(lake) as (address, process):
            numbers = [process.pid, *children(process)]
            start = Cost(1000 * (time.perf_counter() - began), spent(numbers))
            yield _line("server until it listens", [start])
            first = [_cost(address, page, numbers) for page in games]
            yield _line("first visit of a fresh server", first[:1], FIRST)
            yield _line("review, first visit", first[1:])
            yield _line("review, seen before", [_cost(address, page, numbers) for page in games], WARM)
        with served(lake) as (address, process):
            yield _grown(address, games, [process.pid, *children(process)])


def _cost(address: str, page: str, numbers: Sequence[int]) -> Cost:
    before, began = spent(numbers), time.perf_counter()
    if wrong := visit(address, [page]):
        raise AssertionError(wrong)
    return Cost(1000 * (time.perf_counter() - began), spent(numbers) - before)


def _grown(address: str, pages: Sequence[str], numbers: Sequence[int]) -> Timing:
    """Return the line of the server's memory after FEW visits and after MANY, each by a visitor who then leaves."""
    held: dict[int, float] = {}
    for number, page in enumerate(islice(cycle(pages), MANY), 1):
        _cost(address, page, numbers)
        if number in (FEW, MANY):
            held[number] = memory(numbers)
    grown = 100 * (held[MANY] / held[FEW] - 1)
    told = f"{held[FEW]:,.0f} MiB after {FEW}, {held[MANY]:,.0f} after {MANY}: {grown:+.0f} % (aim: {GROWS:.0f})"
    return Timing("server's memory", held[MANY], "MiB", told)


def spent(numbers: Sequence[int]) -> float:
    """Return the milliseconds of processors that processes have taken; 0 where the system does not tell."""
    ticks = 0
    for number in numbers:
        try:
            told = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(told[11]) + int(told[12])
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def memory(numbers: Sequence[int]) -> float:
    """Return the MiB of memory that processes hold of their own and of what they share; 0 where the system does not tell."""
    held = 0
    for number in numbers:
        try:
            told = Path(f"/proc/{number}/smaps_rollup").read_text()
        except OSError:
            continue
        held += sum(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:"))
    return held / 1024


def _line(what: str, costs: Sequence[Cost], aim: float = 0) -> Timing:
    wall, processor = (statistics.median(one) for one in zip(*costs, strict=True))
    slowest = max(one.processor for one in costs)
    worst = f"; most {slowest:,.0f}" if len(costs) > 1 else ""
    told = f"{wall:,.0f} ms, server's processor {processor:,.0f}{worst}" + (f" (aim of both with the browser: {aim:,.0f})" if aim else "")
    return Timing(what, 1000 / wall, "a second", told)


def main() -> None:
    """Print the lines."""
    options = argparse.ArgumentParser(description="What visits cost the dashboard's server.")
    options.add_argument("--lake", type=Path, help="a folder with a lake; the sample games when left out")
    for line in lines(options.parse_args().lake):
        print(f"{line.what:44} {line.rate:8.1f} {line.unit:12} {line.remark}", flush=True)


if __name__ == "__main__":
    main()
