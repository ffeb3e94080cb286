"""A real browser for tests: the machine's own Chromium, and a page that fails its test for whatever goes wrong out of sight."""

from __future__ import annotations

import asyncio
import atexit
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import axe_playwright_python
import pytest
from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    Playwright,
    Request,
    TimeoutError,
    expect,
    sync_playwright,
)

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
).split()
PATIENCE = 180_000
"""Milliseconds after which a page counts as dead: the first chart of a cold server takes seconds, on a slow and busy machine a minute."""
UPDATE = 500
"""Milliseconds: the page follows its address sooner."""
OPENINGS = 4
"""How often a list is opened that closes itself."""
OPEN = 20_000
"""Milliseconds that a list stays open if it does not close itself."""
expect.set_options(timeout=PATIENCE)

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
LAPTOP = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}

SETTLED = """() => {
  const state = document.querySelector("[data-testid=stApp]")?.dataset;
  const charts = [...document.querySelectorAll("[data-testid=stVegaLiteChart]")];
  return state?.testScriptState === "notRunning" && state.testConnectionState === "CONNECTED"
    && !document.querySelector("[data-stale=true], [data-testid=stSkeleton]")
    && document.querySelector("[data-testid=stMainBlockContainer]")?.innerText.trim()
    && charts.every((chart) => !chart.getBoundingClientRect().height || chart.querySelector("svg.marks, canvas.marks"));
}"""
"""Whether the script has run to its end, nothing of the page before is left, and every chart that is shown is drawn."""

CHARTS_DRAWN = "[...document.querySelectorAll('div.chart')].every((place) => place.shadowRoot?.querySelector('svg.marks'))"
"""Whether every chart of a page of a site is drawn."""

BARRIERS = """async () => (await axe.run()).violations.filter((one) => one.impact !== "minor")
  .map((one) => `${one.id}: ${one.nodes[0].html}`)"""

WATCH = (
    """() => {
  const settled = SETTLED;
  const seen = "svg.marks, .sitrep-player, [data-testid=stDataFrame] canvas, [data-testid=stAlert]";
  const fresh = (node) => node.getBoundingClientRect().height && !node.closest("[data-stale=true]");
  const app = "[data-testid=stApp]", left = location.pathname;
  window.watched = new Promise((done, fail) => {
    let start = null, ran = false, first = null;
    // A short run may begin and end between two frames, or in one update of the page: then only its address has changed.
    let moved = null;
    const running = () => {
      if (location.pathname !== left) moved ??= performance.now();
      ran ||= document.querySelector(app)?.dataset.testScriptState === "running"
        || (moved !== null && performance.now() - moved > UPDATE);
    };
    const state = { attributeFilter: ["data-test-script-state"], attributeOldValue: true, subtree: true };
    new MutationObserver((changes) => {
      ran ||= changes.some((change) => change.oldValue === "running");
      running();
    }).observe(document.body, state);
    const late = () => `${left} to ${location.pathname} not settled: clicked ${start !== null}, ran ${ran}, state `
      + document.querySelector(app)?.dataset.testScriptState;
    setTimeout(() => fail(new Error(late())), PATIENCE);
    addEventListener("click", () => { start = performance.now(); }, { capture: true, once: true });
    const look = () => {
      running();
      if (start !== null && ran) {
        if (first === null && [...document.querySelectorAll(seen)].some(fresh)) first = performance.now() - start;
        if (settled()) return done([first ?? performance.now() - start, performance.now() - start]);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}""".replace("SETTLED", SETTLED)
    .replace("PATIENCE", str(PATIENCE))
    .replace("UPDATE", str(UPDATE))
)
"""Promises, from now on, how long after the next click, on a link to another page, that page showed something, and was settled."""


def program() -> str | None:
    """Return the machine's own Chromium, None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class _Started(NamedTuple):
    """A browser that runs, and the loop in which Playwright waits for it."""

    browser: Browser
    loop: asyncio.AbstractEventLoop


_STARTED: list[_Started] = []
"""The browser of this process: to start one takes more than a second, and nearly every file of tests asks for it."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Lend the machine's own Chromium, one for this process; without one the test is skipped."""
    found = program()
    if found is None:
        pytest.skip("no Chromium on PATH: looked for chromium, chromium-browser, google-chrome")
    if not (_STARTED and _STARTED[0].browser.is_connected()):
        _start(found)
    browser, loop = _STARTED[0]
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield browser
    finally:
        if before is None and browser.is_connected():
            for context in browser.contexts:  # left open by tests that failed
                context.close()
        asyncio._set_running_loop(before)  # else no other test of this process could run a loop of its own


def _start(found: str) -> None:
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    try:
        _STARTED[:] = [_Started(playwright.chromium.launch(executable_path=found, args=FLAGS), loop)]
    finally:
        asyncio._set_running_loop(None)
    atexit.register(_stop, playwright, loop)


def _stop(playwright: Playwright, loop: asyncio.AbstractEventLoop) -> None:
    asyncio._set_running_loop(loop)
    playwright.stop()


@contextmanager
def watched(browser: Browser, **look: Any) -> Iterator[tuple[Page, list[str]]]:
    """Open a page, by default a laptop's, and collect whatever the browser complains of.

    It asks for less motion, unless the test asks for it: what only moves while a page loads is drawn sixty times a second, a quarter
    of the browser's time on a busy machine.
    """
    page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **look})
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on(
        "console",
        lambda said: complaints.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on(
        "requestfailed",
        lambda asked: _broken_off(asked) or complaints.append(f"not reached: {asked.url} ({asked.failure})"),
    )
    page.on("dialog", lambda box: (complaints.append(f"dialog: {box.message}"), box.dismiss()))
    page.on("request", lambda asked: complaints.append(f"left the machine: {asked.url}") if _is_outside(asked.url) else None)
    yield page, complaints
    page.close()


def settled(page: Page) -> None:
    """Wait until a page has run to its end and all its charts are drawn."""
    page.wait_for_function(SETTLED)


def barriers(page: Page) -> list[str]:
    """Return what axe-core finds moderate, serious or critical on a page, for those who hear it, see little or use a keyboard."""
    page.evaluate(Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(BARRIERS)
    return found


def drawn(page: Page, names: Collection[str]) -> Locator:
    """Wait until the charts of these names, and no others, are shown and drawn, and return them in the order of the page.

    What lies in a folded expander is not shown: some browsers lay it out all the same and some do not, so it may be drawn or not.
    """
    charts = page.locator("[data-testid=stVegaLiteChart]").filter(visible=True).locator("svg.marks")
    try:
        expect(charts).to_have_count(len(names))
    except AssertionError:
        assert sorted(_names(charts)) == sorted(names), "which charts are drawn"
        raise
    settled(page)
    assert sorted(_names(charts)) == sorted(names)
    return charts


def _names(charts: Locator) -> list[str]:
    return charts.evaluate_all('all => all.map((chart) => chart.closest("[aria-label]")?.ariaLabel ?? "")')


def pick(page: Page, label: str, option: str) -> None:
    """Pick an option from a list of a page at rest, and open the list again when a run of the script closed it.

    A page still looks settled for a moment after a click, until its run begins. Who goes on after a click or a pick
    first waits for what it changes on the page.
    """
    listed = page.get_by_role("option", name=option)
    for _ in range(OPENINGS):
        settled(page)
        page.get_by_role("combobox", name=label).click()
        try:
            listed.click(timeout=OPEN)
            return
        except TimeoutError:
            page.keyboard.press("Escape")
    raise AssertionError(f"the list {label!r} does not offer {option!r} after {OPENINGS} tries")


def go(page: Page, title: str) -> tuple[float, float]:
    """Follow the link to another page in the navigation, and wait until it is settled.

    The link of the page that is shown may change nothing that could be waited for.

    Returns:
        Milliseconds from the click to the first chart, table or message of the page, and to the page that is settled.
    """
    link = page.get_by_role("link", name=title, exact=True)
    if not link.is_visible():
        page.get_by_test_id("stTopNavSection").last.click()
    page.evaluate(WATCH)
    link.click()
    first, whole = page.evaluate("() => window.watched")
    return float(first), float(whole)


def _is_outside(url: str) -> bool:
    return url.startswith("http") and "://localhost" not in url


def _broken_off(asked: Request) -> bool:
    """Whether a page that was left took with it what it was still loading, or what it had made itself (blob): nobody's fault."""
    return asked.failure == "net::ERR_ABORTED" or asked.url.startswith("blob:")
