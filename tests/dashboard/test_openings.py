"""The explorer of openings on the page and on a site: the same rows, few games in grey, no hidden name, and pages that a phone can show."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from streamlit.testing.v1 import AppTest

from dashboard.openings import words
from dashboard.site.build import build
from dashboard.site.settings import openings_page
from dashboard.ui.widgets import STYLE
from tests.dashboard.browsing import LAPTOP, PHONE, barriers, chromium, watched
from tests.dashboard.some_pages import only
from tests.dashboard.test_pages import html, opened
from tests.warehouse.openings import GERMANS, SOVIETS, attack, bought
from tests.warehouse.openings import opened as played
from warehouse import Lake
from warehouse.openings import Step, of_title
from warehouse.people import read_people

TAKEN = attack(1, GERMANS, "karelia-ssr", "attacker", ("infantry", ""))
MOST = Step(1, SOVIETS, "8 infantry")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Six games that begin with infantry, five of them with tanks then, and one with a fleet."""
    made = Lake.create(tmp_path_factory.mktemp("openings") / "lake")
    first = [bought(SOVIETS, infantry=8), bought(SOVIETS, infantry=8), bought(SOVIETS, infantry=7, artillery=1)]
    tanks = bought(GERMANS, tank=5)
    made.write([
        *(played(f"g{n}", first[n % 3], [*tanks, *TAKEN], winners=(("axis", "allies")[n % 2],), bid=n % 2) for n in range(5)),
        played("g5", first[0], [], winners=(), how="round-limit"),
        played("fleet", bought(SOVIETS, submarine=4), [], seats={SOVIETS: "Cy", GERMANS: "Bo"}),
    ])  # fmt: skip
    return made


@pytest.fixture
def page(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    return opened("openings.py")


def test_the_page_begins_at_the_set_up(page: AppTest) -> None:
    assert [one.value for one in page.header] == ["Soviet Union, round 1: what was bought and attacked?"]
    said = html(page)
    assert "7 games, 2 purchases. Most often: 8 Infantry, in 86%." in said
    assert "With it: 7 Infantry, 1 Artillery (1)." in said
    assert "Allies won 2 of 5 decided: 40% (12% to 77%); 1 stopped or of unknown result." in said
    assert said.count("Only 1 game: too few to say much.") == 1 and said.count('sitrep-opening few"') == 1
    assert "Allies won 0 of 1 decided." in said, "a share of one game is no percentage"


def test_a_button_leads_on_and_the_address_keeps_the_way(page: AppTest) -> None:
    page.button(key=f"on-0-{MOST.text}").click().run()
    assert (not page.exception and page.query_params["turn"] == MOST.text) or page.query_params["turn"] == [MOST.text]
    assert [one.value for one in page.header] == ["Germany, round 1: what was bought and attacked?"]
    said = html(page)
    assert "5 Tanks" in said and "<b>Karelia S.S.R.</b> in 100%: 5 won" in said and "none (3); Axis +3 IPC (2)" in said
    assert "No purchase on record" in said
    page.button[0].click().run()
    assert [one.value for one in page.header] == ["Soviet Union, round 1: what was bought and attacked?"]


def test_a_way_that_nobody_went_ends_where_it_is_left(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    app = opened("openings.py", turn=[MOST.text, "1 germany: 9 bomber"])  # type: ignore[arg-type]  # an address may have several
    assert not app.exception and [one.value for one in app.header] == ["Germany, round 1: what was bought and attacked?"]
    (said,) = app.info
    assert said.value.replace("\\", "").startswith("No game of this choice went on by Germany, round 1: 9 bomber; what the address said")


def test_a_way_stays_when_a_player_is_chosen_whose_purchase_counts_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake.create(tmp_path / "lake")
    tanks = bought(GERMANS, tank=5)
    lake.write([
        *(played(f"al-{n}", bought(SOVIETS, infantry=8), tanks, seats={SOVIETS: "Al", GERMANS: "Cy"}) for n in range(2)),
        played("bo", bought(SOVIETS, infantry=7), tanks, seats={SOVIETS: "Bo", GERMANS: "Cy"}),
    ])  # fmt: skip
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    app = opened("openings.py", turn=MOST.text, player="Bo")
    assert not app.exception and not app.info and "One game came here: 5 Tanks." in html(app)
    assert app.query_params["turn"] in (MOST.text, [MOST.text])


def test_rows_of_fewer_than_five_games_are_grey_and_bids_are_no_purchases_on_page_and_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake, tanks = Lake.create(tmp_path / "lake"), bought(GERMANS, tank=5)
    first = [(5, bought(SOVIETS, infantry=8)), (4, bought(SOVIETS, submarine=4))]
    lake.write([played(f"g{games}-{n}", one, tanks, bid=3, bid_round=n % 2) for games, one in first for n in range(games)])
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    page = html(opened("openings.py")) + html(opened("openings.py", turn=MOST.text))
    only(monkeypatch, "opening")
    build(lake, tmp_path / "site", jobs=1)
    told = unescape((tmp_path / "site" / openings_page("aa1942")).read_text(encoding="utf-8"))
    assert ".sitrep-opening.few" in STYLE.read_text(encoding="utf-8") and ".sitrep-opening.few" in told
    for said in (page, told):
        rows = re.findall(r'<article class="sitrep-opening( few)?">.*?<h3>(.*?)</h3>.*?<p><b>([0-9]+) games?</b>', said, re.DOTALL)
        assert {(bool(few), what, int(games)) for few, what, games in rows} == {
            (False, "8 Infantry", 5), (True, "4 Submarines", 4), (False, "5 Tanks", 5), *([] if said is page else [(True, "5 Tanks", 4)]),
        }  # fmt: skip
        assert "Only 4 games: too few to say much." in said and "Axis +9 IPC (5)" in said


def test_the_rows_that_can_be_taken_away(lake: Lake) -> None:
    told = of_title(lake, "aa1942")
    node = told.node()
    assert node is not None
    rows = words.rows(node, words.names_of(lake, told))
    assert rows.select("bought", "counted_with_it", "games", "won", "lost", "not_decided", "game_ids").rows() == [
        ("8 Infantry", "7 Infantry, 1 Artillery", 6, 2, 3, 1, "g5 g4 g3 g2 g1 g0"),
        ("4 Submarines", "", 1, 0, 1, 0, "fleet"),
    ]


@pytest.fixture(scope="module")
def site(lake: Lake, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "players.csv").write_text("name,aliases,hide\nBo,,The Irish\n", encoding="utf-8")
    people = read_people(folder / "players.csv")
    with pytest.MonkeyPatch.context() as patch:
        only(patch, "openings", "opening")
        build(lake, folder / "site", people=people, jobs=1)
    return folder / "site"


def test_a_site_tells_the_whole_tree_without_hidden_names(site: Path) -> None:
    assert "Axis &amp; Allies 1942" in (site / "openings.html").read_text(encoding="utf-8")
    said = unescape((site / openings_page("aa1942")).read_text(encoding="utf-8"))
    assert "7 games, 2 purchases. Most often: 8 Infantry, in 86%." in said and "What came next" in said
    assert "Germany, round 1: what was bought and attacked?" in said and "<b>Karelia S.S.R.</b> in 100%: 5 won" in said
    assert "Ada (6)" in said and "The Irish (5)" in said and ">Bo " not in said and "and Bo<" not in said


@pytest.mark.browser
@pytest.mark.parametrize("look", [pytest.param(LAPTOP, marks=pytest.mark.slow), PHONE], ids=["laptop", "phone"])
def test_the_page_of_a_site_fits_and_can_be_used_by_all(site: Path, look: dict) -> None:
    with chromium() as browser:
        _fits(browser, site, look)


def _fits(browser: Browser, site: Path, look: dict) -> None:
    with watched(browser, **look) as (page, complaints):
        page.goto((site / openings_page("aa1942")).as_uri())
        for one in page.locator("details").all():
            one.evaluate("it => it.open = true")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (wide, barriers(page), complaints) == (0, [], [])
