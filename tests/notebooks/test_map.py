"""The map as a widget: the turn is a trait that the program reads and sets; without a kernel it plays on in a browser."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import traitlets

import sitrep
from dashboard.notebook import widget
from dashboard.notebook.widget import GameMap
from dashboard.player.still import still
from tests.dashboard.browsing import chromium, watched
from tests.kept import rows_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> GameMap:
    lake = sitrep.Lake.create(tmp_path_factory.mktemp("map") / "lake")
    lake.write([rows_of(path) for path in sitrep.samples() if path.name == "warsaw-holds.jsonl"])
    return lake.game("warsaw").map()


def test_the_turn_is_within_the_game_counts_from_both_ends_and_is_heard(board: GameMap):
    heard: list[int] = []
    board.turn = board.last
    board.observe(lambda change: heard.append(change.new), "turn")
    board.turn = 0
    assert board.moment == "Set-up" and board.round == 0
    board.turn = -1
    assert board.turn == board.last
    board.turn = 10_000
    assert board.turn == board.last and heard == [0, board.last]
    board.unobserve_all()


def test_a_round_is_set_by_its_last_turn(board: GameMap):
    board.round = 1
    rounds = [round_ for round_, _ in board.game["turns"]]
    assert board.round == 1 and rounds[board.turn + 1] == 2
    board.round = 0
    assert board.moment == "Set-up"


def test_a_map_can_be_linked_to_another(board: GameMap):
    other = GameMap(board.game, turn=0)
    link = traitlets.link((board, "turn"), (other, "turn"))
    board.turn = 3
    assert other.turn == 3
    link.unlink()


def test_the_widget_sends_what_the_player_reads(board: GameMap):
    state = board.get_state()
    assert state["game"] == board.game and state["turn"] == board.turn and len(state["report"]) == board.last + 1
    assert json.loads(json.dumps(state["report"])) == state["report"]


def test_a_still_shows_who_holds_each_area_and_how_many_units_stand_there(board: GameMap):
    for turn in (0, board.last):
        picture = ET.fromstring(still(board.game, turn))
        owners = [
            next((owner for at, owner in reversed(list(zip(course[::2], course[1::2], strict=True))) if at <= turn), -1)
            for course in board.game["owners"]
        ]
        want = {
            area["name"] + (f": {board.game['powers'][owner]['name']}" if owner >= 0 else "")
            for area, owner in zip(board.game["areas"], owners, strict=True)
        }
        assert {title.text for title in picture.iter(f"{SVG}title")} - {f"The board: {picture_said(board, turn)}"} == want
        counts: dict[tuple[int, int, int], int] = {}
        for changes in board.game["stacks"][: turn + 1]:
            for at in range(0, len(changes), 4):
                counts[tuple(changes[at : at + 3])] = changes[at + 3]
        units = sum(count for (_, _, unit), count in counts.items() if board.game["units"][unit][1] != "facility")
        shown = [int(text.text or "") for text in picture.iter(f"{SVG}text") if text.get("class") == "c"]
        assert sum(shown) == units > 0


def picture_said(board: GameMap, turn: int) -> str:
    board.turn = turn
    return board.moment


def test_pictures_alone_are_shown_where_nothing_runs(board: GameMap, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(widget, "PICTURES", True)
    assert set(board._repr_mimebundle_()) == {"text/plain", "image/svg+xml"}


@pytest.mark.browser
def test_the_map_of_an_html_export_plays_without_a_kernel_and_fetches_nothing(board: GameMap, tmp_path: Path):
    board.turn = 2
    made = board._repr_mimebundle_()
    html = (made[0] if isinstance(made, tuple) else made)["text/html"]
    (tmp_path / "export.html").write_text(f"<!doctype html><meta charset=utf-8><body>{html}", encoding="utf-8")
    with chromium() as browser, watched(browser) as (page, complaints):
        page.goto(f"file://{tmp_path}/export.html")
        inside = page.frame_locator("iframe")
        clock = inside.locator(".clock")
        clock.wait_for()
        assert clock.inner_text() == board.moment
        inside.locator("[data-do=next]").click()
        board.turn = 3
        assert clock.inner_text() == board.moment
        assert complaints == []


@pytest.mark.browser
def test_the_style_of_the_map_is_its_own_and_touches_no_chart_of_the_notebook():
    body = """<svg><g class="marks"><path class="line" d="M0 0L9 9" style="" stroke="#ff0000" fill="none"/></g></svg>
    <div><div class="sitrep-player">
    <svg><g class="marks"><path class="own" d="M0 0L9 9"/></g></svg><div class="clock">x</div></div></div>"""
    with chromium() as browser, watched(browser) as (page, _):
        page.set_content(f"<!doctype html><style>{GameMap._css}</style>{body}")
        stroke = "path => getComputedStyle(path).stroke"
        assert page.locator(".line").evaluate(stroke) == "rgb(255, 0, 0)"
        assert page.locator(".own").evaluate(stroke) == "rgb(16, 20, 26)"
        assert page.locator(".sitrep-player").evaluate("div => getComputedStyle(div).overflow") == "hidden"


def test_the_files_of_the_player_fit_together():
    from dashboard.player.fragment import program, source

    for glue in ("streamlit.js", "widget.js"):
        assert len(re.findall(r"^export default", program() + source(glue), re.MULTILINE)) == 1, glue
    assert "export" not in re.findall(r"^\w+", program(), re.MULTILINE)
