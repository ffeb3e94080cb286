"""Tests of one process share a browser, and no page of another."""

from __future__ import annotations

import asyncio

import pytest

from tests.dashboard.browsing import chromium, watched

pytestmark = pytest.mark.browser


async def nothing() -> int:
    """Run in a loop."""
    return 1


def test_one_browser_serves_all_and_other_tests_may_run_a_loop() -> None:
    with chromium() as first, chromium() as inner:
        assert inner is first
    assert asyncio.run(nothing()) == 1
    with chromium() as second:
        assert second is first
    assert asyncio.run(nothing()) == 1


def test_what_a_failed_test_left_open_is_closed_and_none_finds_the_cookies_of_another() -> None:
    with pytest.raises(ZeroDivisionError), chromium() as browser, watched(browser) as (page, _):
        page.context.add_cookies([{"name": "a", "value": "b", "url": "http://localhost"}])
        raise ZeroDivisionError
    with chromium() as browser:
        assert browser.contexts == []
        with watched(browser) as (page, _):
            assert page.context.cookies() == []


def test_a_browser_that_died_is_started_again() -> None:
    with chromium() as first:
        first.close()
    with chromium() as second, watched(second) as (page, _):
        assert second is not first and page.evaluate("1 + 1") == 2
