"""How long the review of a game takes to stand there, in Chromium: on the dashboard by its address, and as an exported file.

    python -m tests.bench.review

The aims are those of a quiet machine. Beside the times stands how much of a processor the server took for the page: other work on the
machine lengthens the times, and that least.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from ingest import ingest
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.bench.visits import spent
from tests.dashboard.browsing import SETTLED, chromium, program, watched
from tests.dashboard.server import children, served
from warehouse import Lake

FIRST, WHOLE = 1_000.0, 2_000.0
"""Aims in milliseconds: to the first chart, and to the whole review."""
FILES = 5
"""Games whose review is written to a file: it takes seconds of a processor each."""

WATCH = """() => {
  const settled = SETTLED;
  const shown = () => [...document.querySelectorAll(".sitrep-spine svg, .sitrep-player svg, svg.marks")]
    .some((chart) => chart.getBoundingClientRect().height);
  window.stands = new Promise((done) => {
    let first = null;
    const look = () => {
      if (document.body) {
        if (first === null && shown()) first = performance.now();
        if (first !== null && settled()) return done([first, performance.now()]);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}"""
"""Promises how long after the start of a navigation the first chart of a page stood there, and the whole page."""

LOADED = '() => document.readyState === "complete"'
ON_A_PAGE, IN_A_FILE = (f"({WATCH.replace('SETTLED', settled)})()" for settled in (SETTLED, LOADED))


PAINTED = """() => new Promise((done) => new PerformanceObserver((told) => {
  for (const paint of told.getEntriesByName("first-contentful-paint")) done(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""


class Stood(NamedTuple):
    """Milliseconds to the first chart and to the whole page, and those that the server's processor took."""

    first: float
    whole: float
    processor: float = 0.0


def lines() -> Iterator[Timing]:
    """Yield the lines of the dashboard over the sample games, at a first visit and seen before, and that of exported files."""
    if program() is None:
        yield Timing("review of a game", 0.0, "reviews/s", "not measured: no Chromium on PATH")
        return
    with TemporaryDirectory() as folder, chromium() as browser:
        lake = Lake.create(Path(folder, "lake"))
        ingest([*samples()], lake)
        games = sorted(lake.digests())
        with served(Path(lake.path)) as (address, process), watched(browser) as (page, _):
            page.add_init_script(ON_A_PAGE)
            numbers = [process.pid, *children(process)]
            first, again = ([_visit(page, f"{address}/review?game={game}", numbers) for game in games] for _ in "12")
            yield _line("review, first page of server and browser", first[:1])
            yield _line("review, first visit", first[1:])
            yield _line("review, seen before", again)
        yield _file(browser, lake, games[:: len(games) // FILES], Path(folder))


def _visit(page: Page, address: str, numbers: list[int]) -> Stood:
    """Open a review by its address and wait for it; `numbers` are those of the server's processes."""
    before = spent(numbers)
    first, whole = _opened(page, address)
    return Stood(first, whole, spent(numbers) - before)


def _opened(page: Page, address: str) -> tuple[float, float]:
    page.goto(address)
    first, whole = page.evaluate("() => window.stands")
    return float(first), float(whole)


def _line(what: str, stood: list[Stood]) -> Timing:
    first, whole, spent = (statistics.median(times) for times in zip(*stood, strict=True))
    slowest = max(one.whole for one in stood)
    told = f"first chart {first:,.0f} ms, all {whole:,.0f} (server's processor {spent:,.0f})"
    worst = f"; slowest {slowest:,.0f}" if len(stood) > 1 else ""
    missed = [name for name, time, aim in (("first chart", first, FIRST), ("whole", whole, WHOLE)) if time > aim]
    aims = f"; misses the aim of {FIRST:,.0f} and {WHOLE:,.0f} ms" if missed else ""
    return Timing(what, 1000 / whole, "reviews/s", told + worst + aims)


def _file(browser: Browser, lake: Lake, games: list[str], folder: Path) -> Timing:
    """Return the line of the exported files: to the first paint, and to all of it."""
    paints, wholes, sizes = [], [], []
    for game in games:
        path = folder / f"{game}.html"
        path.write_text(page_of(Reader.of_lake(lake, game)), encoding="utf-8")
        sizes.append(path.stat().st_size)
        with watched(browser) as (page, _):
            page.add_init_script(IN_A_FILE)
            _, whole = _opened(page, path.as_uri())
            paints.append(float(page.evaluate(PAINTED)))
            wholes.append(whole)
    told = f"first paint {statistics.median(paints):,.0f} ms, all {statistics.median(wholes):,.0f}; slowest {max(wholes):,.0f}"
    size = f"{min(sizes) / 1e6:.1f} to {max(sizes) / 1e6:.1f} MB"
    return Timing("review as a file", 1000 / statistics.median(wholes), "reviews/s", f"{told}; {size}")


def main() -> None:
    """Print the lines."""
    for line in lines():
        print(f"{line.what:44} {line.rate:8.1f} {line.unit:12} {line.remark}", flush=True)


if __name__ == "__main__":
    main()
