"""What is done before the first visitor asks: scripts that are named in the page, and a review that was made once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
import streamlit as st
from playwright.sync_api import Browser

from dashboard import preload, warm_up
from dashboard.player.payload import _path
from tests.dashboard.browsing import settled, watched
from tests.dashboard.conftest import hand_made
from tests.dashboard.server import served
from warehouse import Lake

STATIC = Path(st.__file__).parent / "static"


def test_every_script_of_an_element_is_there_with_what_it_imports() -> None:
    """A new version of Streamlit may call them otherwise; then `ELEMENTS` has to."""
    found = list(preload.scripts(STATIC / "static" / "js"))
    assert len(found) == len(set(found))
    for element in preload.ELEMENTS:
        assert any(name.startswith(f"{element}.") for name in found), element
    assert any(name.startswith("purify.") for name in found), "imported by Html"
    assert all((STATIC / "static" / "js" / name).is_file() for name in found)


def test_scripts_that_a_version_lacks_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "js" / "Html.1.js").write_text('import{a as b}from"./b.2.js";import"./c.3.js";b()')
    for name in ("b.2.js", "c.3.js"):
        (tmp_path / "static" / "js" / name).write_text("")
    assert '["Html.1.js", "b.2.js", "c.3.js"]' in preload.script(tmp_path)


@pytest.mark.browser
def test_the_page_names_all_scripts_that_a_review_asks_for(make_lake: Callable[..., Lake], browser: Browser) -> None:
    lake = make_lake(hand_made("one"))
    asked: list[str] = []
    with served(Path(lake.path)) as (address, _), watched(browser) as (page, _):
        page.on("request", lambda one: asked.append(one.url.rpartition("/")[2]) if one.url.endswith(".js") else None)
        for where in ("", "review"):
            with urlopen(f"{address}/{where}") as answer:
                named = answer.read().decode()
            assert "ArrowVegaLiteChart" in named, where
        page.goto(f"{address}/review?game=one")
        settled(page)
        preloaded = page.locator("link[rel=modulepreload][href*=ArrowVegaLiteChart]")
        assert preloaded.count() == 1, "the content policy lets the script run"
    late = [name for name in asked if name not in named]
    assert len(asked) > 50 and not [name for name in late if name.startswith(preload.ELEMENTS)]
    assert sum((STATIC / "static" / "js" / name).stat().st_size for name in late) < 100_000, late


def test_the_server_makes_a_review_before_anybody_asks(make_lake: Callable[..., Lake]) -> None:
    lake = make_lake(hand_made("one"))
    code = (
        "import sys, threading; import dashboard.asgi\n"
        "for one in threading.enumerate(): one.name == 'sitrep-warm-up' and one.join(60)\n"
        "print('engine.titles.aa1942.rules' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "SITREP_LAKE": str(lake.path)}, capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_a_lake_that_is_not_there_is_left_to_the_pages(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    warm_up.begin(str(tmp_path)).join(20)
    warm_up.begin("").join(20)
    assert capfd.readouterr() == ("", "")


def test_an_outline_is_written_once_for_all_games_on_a_map() -> None:
    ring = ((1, 2), (3, 5), (0, 0))
    assert _path(ring) == "M1 2l2 3 -3 -5z" and _path(ring) is _path(tuple(ring))
