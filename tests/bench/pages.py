"""How long the dashboard's pages take from the click to the chart, in Chromium, over the sample games and over thousands.

    python -m tests.bench.pages [--games 2000] [--cache FOLDER]

The first visit finds nothing cached; the others are what going back and forth feels like. The map's frames come last.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest import ingest
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.bench.many_games import lake_of
from tests.dashboard import frames
from tests.dashboard.browsing import chromium, go, program, settled, watched
from tests.dashboard.screens import screens
from tests.dashboard.server import served
from warehouse import Lake

GAMES = 2_000
AGAIN = 3
"""Visits after the first."""

AIM, FRAMES = 1_000.0, 10.0
"""Milliseconds from a click to the first chart, table or message; turns of the map a second."""


def lines(games: int = GAMES, cache: Path | None = None) -> Iterator[Timing]:
    """Yield a line for each page over two lakes, the map's, and one that names those that miss their aim."""
    if program() is None:
        yield Timing("pages of the dashboard", 0.0, "pages/s", "not measured: no Chromium on PATH")
        return
    missed: list[str] = []
    with TemporaryDirectory() as folder:
        demo = Lake.create(Path(folder, "lake"))
        ingest([*samples()], demo)
        yield from _pages(demo, "sample games", missed)
        for line in frames.lines(demo, sorted(demo.digests())[0]):
            if line.rate < FRAMES:
                missed.append(f"the map ({line.rate:.0f} frames/s)")
            yield line
    yield from _pages(lake_of(games, cache), f"{games:,} games", missed)
    yield Timing("pages that miss their aim", len(missed), "of all", ", ".join(missed) or "none")


def _pages(lake: Lake, name: str, missed: list[str]) -> Iterator[Timing]:
    """Yield a line for each page; the browser comes in by the last one, so that no other one pays for the server's start."""
    listed = [screen for screen in screens() if screen.listed]
    with served(Path(lake.path)) as (address, _), chromium() as browser, watched(browser) as (page, _):
        page.goto(f"{address}/{listed[-1].path}")
        settled(page)
        times = [[go(page, screen.title) for screen in listed] for _ in range(1 + AGAIN)]
    for screen, visits in zip(listed, zip(*times, strict=True), strict=True):
        (first, whole), again = visits[0], statistics.median(shown for shown, _ in visits[1:])
        whole_again = statistics.median(whole for _, whole in visits[1:])
        if first > AIM:
            missed.append(f"{screen.title} over {name} ({first:,.0f} ms)")
        yield Timing(
            f"page {screen.title}, {name}",
            1000 / first,
            "pages/s",
            f"first chart {first:,.0f} ms, all {whole:,.0f}; seen before {again:,.0f} ms, all {whole_again:,.0f}"
            + (f"; misses the aim of {AIM:,.0f} ms" if first > AIM else ""),
        )


def main() -> None:
    """Print a line for each page as soon as its lake is done."""
    options = argparse.ArgumentParser(description="Times from a click to the chart, of every page, in Chromium.")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--cache", type=Path, help="folder that keeps such lakes; one in the folder for temporary files")
    given = options.parse_args()
    for line in lines(given.games, given.cache):
        print(f"{line.what:44} {line.rate:8.1f} {line.unit:12} {line.remark}", flush=True)


if __name__ == "__main__":
    main()
