"""The review as one HTML file: it holds all it needs, shows a record's text as text, and plays in a browser without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

import sitrep
from dashboard.review.export import page_of, write_review
from dashboard.review.reader import Reader
from engine.events import UnitsPurchased
from tests.dashboard.browsing import chromium, watched
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.slow import slow_after
from warehouse import Lake

MakeLake = Callable[..., Lake]


@pytest.fixture(scope="module")
def offline() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with chromium() as browser:
        yield browser


def test_a_page_holds_headline_map_story_and_every_chart(make_lake: MakeLake) -> None:
    lake = make_lake(hand_made("first", deeds=DEEDS))
    page = page_of(Reader.of_lake(lake, "first"))
    assert "Axis won (conceded), after 3 rounds." in page and "of all strength (units and production) at the set-up" in page
    assert page.count("<figure><svg ") == page.count("</figure>") == 16
    convoys = "Convoy raids took 7 IPC, all from the United Kingdom"
    for heading in ("Who was winning?", "Who holds what?", convoys, "How was strength shared?", "Was it luck?"):
        assert f"<h2>{heading}</h2>" in page
    before, folded = page.split('<details class="sitrep-more">')
    assert before.count("<figure>") == 5 and folded.count("<figure>") == 11
    assert page.count("<article>") == 16, "the set-up and fifteen turns"
    assert "Germany raided Sea Zone 5: the United Kingdom lost 4 IPC." in page
    assert '<a href="#map=2" class="turn"' in page


def test_a_page_names_nothing_outside_itself(make_lake: MakeLake) -> None:
    page = page_of(Reader.of_lake(make_lake(hand_made("first", deeds=DEEDS)), "first"))
    assert not re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"", page)
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    ids = re.findall(r"\sid=\"([^\"]+)\"", page)
    assert len(ids) == len(set(ids)), "charts share a page and must not share names"


def test_text_of_a_record_is_shown_as_text(make_lake: MakeLake) -> None:
    lake = make_lake(hand_made("elsewhere", title=without_map(), player=EVIL))
    page = page_of(Reader.of_lake(lake, "elsewhere"))
    assert "<img" not in page and "&lt;img src=x" in page


def test_a_game_that_stopped_before_anything_happened(make_lake: MakeLake) -> None:
    page = page_of(Reader.of_lake(make_lake(hand_made("cut", stop=(1, "soviet-union"), ended=False)), "cut"))
    assert "The record holds the set-up alone." in page and page.count("<article>") >= 1


def test_the_command_writes_the_file_or_says_why_not(make_lake: MakeLake, tmp_path: Path) -> None:
    make_lake(hand_made("first"))
    options = ["--lake", str(tmp_path / "lake"), "--out"]
    done = CliRunner().invoke(sitrep.main, ["review", "fir", *options, str(tmp_path / "out.html")])
    assert (done.exit_code, done.output) == (0, f"{tmp_path / 'out.html'}\n")
    assert (tmp_path / "out.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    missing = CliRunner().invoke(sitrep.main, ["review", "second", *options, str(tmp_path / "no.html")])
    assert missing.exit_code == 1 and "second" in missing.output and not (tmp_path / "no.html").exists()
    nowhere = CliRunner().invoke(sitrep.main, ["review", "first", *options, str(tmp_path / "nowhere" / "out.html")])
    assert nowhere.exit_code == 2 and "nowhere" in nowhere.output


def test_a_review_is_written_without_a_word_of_the_server() -> None:
    """Streamlit's caches, once loaded outside a server, say so on standard error, line by line."""
    code = "import sys, dashboard.review.export; sys.exit('dashboard.ui.data' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.browser
@pytest.mark.parametrize("look", slow_after(1, [{}, {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}]))
def test_it_plays_from_a_file_with_the_network_off(offline: Browser, make_lake: MakeLake, tmp_path: Path, look: dict[str, object]) -> None:
    lake = make_lake(hand_made("first", deeds=DEEDS, player=EVIL))
    path = write_review(lake, "first", tmp_path / "review.html")
    with watched(offline, **look) as (page, complaints):
        page.context.set_offline(True)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        clock, report = page.locator(".clock"), page.locator(".told h3")
        expect(clock).to_have_text("Round 1, Germany")
        expect(report).to_have_text("Round 1, Germany")
        page.get_by_label("First (Home)").click()
        expect(clock).to_have_text("Set-up")
        expect(report).to_have_text("Set-up")
        page.get_by_label("Turns per second").select_option("1")
        page.get_by_label("Play or pause (space)").click()
        expect(clock).not_to_have_text("Set-up")
        page.get_by_label("Play or pause (space)").click()
        page.locator('.sitrep-spine a[href="#map=2"]').last.click()
        expect(clock).to_have_text("Round 1, Germany")
        expect(page.locator(".told")).to_contain_text("bombed Russia with 2 Bombers: 5 damage")
        again = page.locator('.sitrep-spine a[href="#map=2"]').last
        again.scroll_into_view_if_needed()
        again.click()
        expect(clock).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        page.get_by_text("All turns").click()
        expect(page.locator(".turn-report article:visible")).to_have_count(16)
        assert asked == [path.as_uri()] and complaints == []


@pytest.mark.slow
@pytest.mark.browser
def test_charts_have_their_own_colours_beside_the_player(offline: Browser, make_lake: MakeLake, tmp_path: Path) -> None:
    bought = [UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc")]
    lake = make_lake(hand_made("first", deeds=DEEDS | {(3, "united-states"): [*DEEDS[3, "united-states"], *bought]}))
    path = write_review(lake, "first", tmp_path / "review.html")
    drawn = """() => [...document.querySelectorAll("figure [fill^='#'], figure [stroke^='#']")].map((mark) => {
      const shade = (name) => (mark.getAttribute(name) ?? "").startsWith("#");
      const own = document.createElementNS("http://www.w3.org/2000/svg", "path");
      for (const name of ["fill", "stroke"]) if (shade(name)) own.style[name] = mark.getAttribute(name);
      const worn = getComputedStyle(mark);
      return [mark.closest("figure").querySelector("figcaption").textContent, ["fill", "stroke"].every((name) => {
        if (!shade(name)) return true;
        own.style.color = own.style[name];
        return own.style.color === worn[name];
      })];
    })"""
    with watched(offline) as (page, complaints):
        page.goto(path.as_uri())
        marks = page.evaluate(drawn)
        assert len(marks) > 100 and complaints == []
        assert sorted({name for name, same in marks if not same}) == []


@pytest.mark.slow
@pytest.mark.browser
def test_a_link_opens_it_at_a_turn(offline: Browser, make_lake: MakeLake, tmp_path: Path) -> None:
    path = write_review(make_lake(hand_made("first")), "first", tmp_path / "review.html")
    with watched(offline) as (page, complaints):
        page.goto(f"{path.as_uri()}#map=6")
        expect(page.locator(".clock")).to_have_text("Round 2, Soviet Union")
        expect(page.locator(".told h3")).to_have_text("Round 2, Soviet Union")
        assert complaints == []
