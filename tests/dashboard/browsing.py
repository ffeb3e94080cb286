"""A real browser for tests: the machine's own Chromium, and a page that fails its test for whatever goes wrong out of sight."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
PATIENCE = 60_000
"""Milliseconds: the first chart of a cold server on a busy machine takes seconds."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the machine's own Chromium; without one the test is skipped."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium on PATH: looked for chromium, chromium-browser, google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def watched(browser: Browser, **look: Any) -> Iterator[tuple[Page, list[str]]]:
    """Open a page, by default a laptop's, and collect whatever the browser complains of."""
    page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **look})
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on(
        "console",
        lambda said: complaints.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on("requestfailed", lambda asked: complaints.append(f"not reached: {asked.url}"))
    page.on("dialog", lambda box: (complaints.append(f"dialog: {box.message}"), box.dismiss()))
    page.on(
        "request", lambda asked: complaints.append(f"left the machine: {asked.url}") if _is_outside(asked.url) else None
    )
    yield page, complaints
    page.close()


def _is_outside(url: str) -> bool:
    return url.startswith("http") and "://localhost" not in url
