"""How fast the map plays: frames a second of the whole board in a real browser, for the bench and to look at."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from dashboard.player.fragment import fragment, styles
from dashboard.player.payload import Payload
from dashboard.player.prepared_game import played
from tests.bench.clock import Timing
from tests.dashboard.browsing import chromium, watched
from warehouse import Lake

FIT = '<meta name="viewport" content="width=device-width">'

STEP_THROUGH = """async () => {
  const slider = document.querySelector(".sitrep-player input[type=range]");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const start = performance.now();
  for (let turn = 0; turn <= Number(slider.max); turn++) {
    slider.value = turn;
    slider.dispatchEvent(new Event("input"));
    await drawn();
  }
  return (1000 * (Number(slider.max) + 1)) / (performance.now() - start);
}"""
"""Shows every turn once, each as soon as the one before it is painted."""


def page_of(game: Payload, folder: Path) -> str:
    """Write a game as a page of its own and return its address."""
    path = folder / "game.html"
    path.write_text(f'<!doctype html><meta charset="utf-8">{FIT}{styles()}{fragment(game)}', encoding="utf-8")
    return path.as_uri()


def frames_per_second(page: Page) -> float:
    """Return how many turns a second the player of an open page can show, every one of them painted."""
    return float(page.evaluate(STEP_THROUGH))


def lines(lake: Lake, game_id: str) -> list[Timing]:
    """Return the bench's line for the map of a game of a lake."""
    game = played(lake, game_id)
    with TemporaryDirectory() as folder, chromium() as browser, watched(browser) as (page, _):
        page.goto(page_of(game, Path(folder)))
        rate = max(frames_per_second(page) for _ in range(3))
    size = f"{len(game['areas'])} areas, {len(game['turns'])} turns"
    return [Timing("map: turns shown", rate, "frames/s", f"{size}, in Chromium; 60 is as fast as screens go")]
