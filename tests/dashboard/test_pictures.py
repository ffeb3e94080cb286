"""Pictures are drawn beside the server: what ends the drawing program ends one picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from dashboard.ui import pictures
from dashboard.ui.downloads import png, svg
from dashboard.ui.pictures import Drawer, PictureError
from tests.dashboard.conftest import hand_made
from warehouse import Lake


def chart(name: str) -> dict[str, Any]:
    return {
        "data": {"values": [{"who": name, "n": 1}]},
        "mark": "bar",
        "encoding": {"x": {"field": "who", "type": "nominal"}, "y": {"field": "n", "type": "quantitative"}},
    }


def test_a_chart_that_kills_the_drawing_program_is_an_error_and_the_next_one_is_drawn() -> None:
    for deadly in ("A\x1b[2J", "A\x00", "A\uffff", "A\ud800"):
        with pytest.raises(PictureError, match=r"cannot be saved as a picture.*download its rows"):
            svg(chart(deadly))
        assert b"Anna" in svg(chart("Anna")) and png(chart("Anna")).startswith(b"\x89PNG")


def test_a_long_name_of_emoji_is_cut_and_drawn() -> None:
    """Vega cuts it in the middle of a character of two halves, for one place of cutting or another."""
    for spaces in range(3):
        assert svg(chart("x" * spaces + "\U0001f600" * 200)).startswith(b"<svg")
    assert "\U0001f600" in svg(chart("\U0001f600")).decode()


def test_one_process_draws_picture_after_picture() -> None:
    drawer = Drawer()
    drawer.draw("vegalite_to_svg", chart("one"), {})
    process = drawer._process
    drawer.draw("vegalite_to_svg", chart("two"), {})
    assert drawer._process is process
    drawer.end()


def test_a_picture_that_takes_too_long_is_given_up() -> None:
    drawer = Drawer(seconds=0.01)
    with pytest.raises(PictureError, match=r"took more than 0\.01 seconds"):
        drawer.draw("vegalite_to_svg", chart("slow"), {})
    assert drawer._process is None


def test_no_rows_are_fetched_for_a_picture() -> None:
    with pytest.raises(PictureError, match="External data url not allowed"):
        png({**chart("a"), "data": {"url": "http://localhost:9/rows.json"}})


def test_a_review_is_whole_but_for_a_chart_that_cannot_be_drawn(make_lake: Callable[..., Lake], monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(_: object) -> str:
        raise PictureError("the drawing program died of <it>")

    lake = make_lake(hand_made("one"))
    monkeypatch.setattr(pictures, "svg", dies)
    page = page_of(Reader.of_lake(lake, "one"))
    assert '<p class="sitrep-meaning">the drawing program died of &lt;it&gt;</p>' in page and page.endswith("</html>")
