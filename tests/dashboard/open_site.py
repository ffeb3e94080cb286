"""Opens the pages of a site in Chromium with the network off, and prints what is wrong with them.

    python -m tests.dashboard.open_site SITE [--width 390] [--dark] [--tabs 3] [--minutes 20] [--pictures FOLDER]

A page of each kind is opened first. A page is wrong when the console complains, something is asked for that is no file of the site,
a chart is not drawn, the page is wider than the window, or its text holds what a program says for nothing (`NaN`, `undefined`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page

from tests.dashboard.browsing import CHARTS_DRAWN, chromium, program, watched

SAID_FOR_NOTHING = r"/\b(NaN|nan|undefined|Infinity|\[object Object\])\b/"
FACTS = f"""() => ({{
  width: document.documentElement.scrollWidth,
  odd: document.body.innerText.match({SAID_FOR_NOTHING})?.[0] ?? "",
  charts: document.querySelectorAll("div.chart").length,
}})"""
HIGH = 900


class Tab(NamedTuple):
    """A tab, what the browser complained of in it since it was last looked at, and what it asked for."""

    page: Page
    complaints: list[str]
    asked: list[str]


class Opened(NamedTuple):
    """A page that was opened: its place in the site, its charts, and what is wrong with it."""

    place: str
    charts: int
    wrong: list[str]


def places_of(site: Path) -> list[str]:
    """Return the pages of a site, one of each kind (each folder, and each page of its own) before all others."""
    every = sorted((str(path.relative_to(site)) for path in site.rglob("*.html")), key=lambda place: (_kind(place), place))
    first = [next(places) for _, places in groupby(every, _kind)]
    return first + [place for place in every if place not in set(first)]


def _kind(place: str) -> str:
    return place.rpartition("/")[0] or place


def open_all(
    browser: Browser, site: Path, places: Sequence[str], tabs: int = 3, pictures: Path | None = None, **look: Any
) -> Iterator[Opened]:
    """Yield each page once it was opened, drawn and looked at.

    Args:
        browser: Chromium. site: folder. places: pages of it. tabs: pages that load at a time.
        pictures: folder for a picture of each page; none when None. look: of the browser's context, such as `viewport`.
    """
    with ExitStack() as stack:
        hands = [_tab(stack, browser, **look) for _ in range(tabs)]
        for at in range(0, len(places), tabs):
            some = places[at : at + tabs]
            for tab, place in zip(hands, some, strict=False):
                tab.page.goto((site / place).absolute().as_uri(), wait_until="commit")
            for tab, place in zip(hands, some, strict=False):
                yield _looked_at(tab, site, place, pictures)


def _tab(stack: ExitStack, browser: Browser, **look: Any) -> Tab:
    page, complaints = stack.enter_context(watched(browser, **look))
    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return Tab(page, complaints, asked)


def _looked_at(tab: Tab, site: Path, place: str, pictures: Path | None) -> Opened:
    page, own = tab.page, site.absolute().as_uri() + "/"
    charts = 0
    try:
        page.wait_for_load_state()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")  # draws what is not seen yet, too
        page.wait_for_function(CHARTS_DRAWN)
        facts = page.evaluate(FACTS)
        charts = facts["charts"]
        if facts["width"] > page.viewport_size["width"]:
            tab.complaints.append(f"{facts['width']} pixels wide")
        if facts["odd"]:
            tab.complaints.append(f"its text says {facts['odd']!r}")
        if pictures:
            page.screenshot(path=pictures / f"{place.replace('/', '-')}-{page.viewport_size['width']}.png", full_page=True)
    except Error as error:
        tab.complaints.append(f"not drawn: {error.message.partition(chr(10))[0]}")
    wrong = [*tab.complaints, *(f"asked for {url}" for url in tab.asked if not url.startswith((own, "data:", "blob:")))]
    tab.complaints.clear()
    tab.asked.clear()
    return Opened(place, charts, wrong)


def main() -> None:
    """Open the pages, and print those that are wrong and how many were opened; end with 1 where one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--tabs", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes; 0: open all pages")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the pages of each kind")
    given = parser.parse_args()
    if program() is None:
        parser.exit(2, "no Chromium on PATH: looked for chromium, chromium-browser, google-chrome\n")
    places, start, opened, wrong, charts = places_of(given.site), time.monotonic(), 0, 0, 0
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    kinds = len({_kind(place) for place in places})
    look = {"viewport": {"width": given.width, "height": HIGH}, "color_scheme": "dark" if given.dark else "light"}
    with chromium() as browser:
        for some, pictures in ((places[:kinds], given.pictures), (places[kinds:], None)):
            for page in open_all(browser, given.site, some, given.tabs, pictures, **look):
                opened, wrong, charts = opened + 1, wrong + bool(page.wrong), charts + page.charts
                for said in page.wrong:
                    print(f"{page.place}: {said}", flush=True)
                if given.minutes and time.monotonic() - start > given.minutes * 60:
                    break
    seconds = time.monotonic() - start
    print(
        f"{opened:,} of {len(places):,} pages opened at {given.width} pixels, of {kinds} kinds, {charts:,} charts drawn, "
        f"{wrong:,} pages wrong, {seconds:.0f} s"
    )
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
