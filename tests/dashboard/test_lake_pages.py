"""League, Titles, Quality and Ask where there is little to show: no lake, a folder that is none, a lake without games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.dashboard.browsing import PATIENCE, settled
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.server import served
from tests.dashboard.test_pages import charts, opened
from tests.slow import slow_after
from tests.warehouse.league import GAMES
from warehouse import Lake

MakeLake = Callable[..., Lake]
PAGES = ["league.py", "titles.py", "quality.py", "ask.py"]


@pytest.mark.parametrize("page", PAGES)
def test_no_lake(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "nowhere"))
    app = opened(page)
    assert [box.value for box in app.warning] == ["There is no lake yet."]
    assert not charts(app) and not app.dataframe


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_lake(page: str, make_lake: MakeLake) -> None:
    make_lake()
    app = opened(page)
    told = [box.value for box in app.info]
    assert told == (["This lake has no games yet."] if page in ("league.py", "quality.py") else [])
    assert not charts(app)


@pytest.mark.parametrize("page", slow_after(1, PAGES))
def test_a_game_that_is_hardly_one(page: str, make_lake: MakeLake) -> None:
    make_lake(hand_made("torn", rounds=1, ended=False, defects=1, player=EVIL, title=without_map()))
    app = opened(page)
    assert not app.warning and not any(EVIL in text.value for text in app.markdown)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a dashboard over a league with evil names and a faulty record."""
    folder = tmp_path_factory.mktemp("lake")
    torn = hand_made("torn", ended=False, defects=2, player=EVIL, title=without_map(), deeds=DEEDS)
    Lake.create(folder).write([*GAMES, torn])
    with served(folder) as (address, _):
        yield address


def drawn(page: Page, count: int) -> None:
    """Wait until all charts are drawn."""
    expect(page.locator("[data-testid=stVegaLiteChart] svg.marks")).to_have_count(count, timeout=PATIENCE)
    settled(page)


PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("page", [PHONE, {}], indirect=True)
def test_all_four_are_drawn_and_no_wider_than_the_screen(page: Page, address: str) -> None:
    for path, count in {"league": 3, "titles": 0, "quality": 2, "ask": 1}.items():
        page.goto(f"{address}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
        drawn(page, count)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.slow
@pytest.mark.browser
def test_a_question_is_asked_and_a_bad_one_refused(page: Page, address: str) -> None:
    evil = urlencode({"sql": f"SELECT '{EVIL}' AS x, 1 AS n"})
    page.goto(f"{address}/ask?{evil}")
    expect(page.get_by_text("This question came with the link.")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Ask").click()
    drawn(page, 1)
    expect(page.get_by_text("1 row of 2 columns.")).to_be_visible()
    page.get_by_role("textbox", name="Your question in SQL").fill("SELECT * FROM read_csv('/etc/passwd')")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_text("This question could not be answered.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("disabled by configuration")).to_be_visible()
    expect(page).to_have_url(f"{address}/ask?sql=SELECT+%2A+FROM+read_csv%28%27%2Fetc%2Fpasswd%27%29")


@pytest.mark.slow
@pytest.mark.browser
def test_the_map_of_a_title_stands_at_its_set_up(page: Page, address: str) -> None:
    page.goto(f"{address}/titles?title=Axis+%26+Allies+1942")
    expect(page.locator(".sitrep-player .clock")).to_have_text("Set-up", timeout=PATIENCE)
    assert page.locator(".sitrep-player svg path").count() > 145
