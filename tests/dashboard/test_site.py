"""A community's site: pages that stand alone, only what changed made again, no hidden name in any byte, and a proof of where it is from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote

import polars as pl
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

import sitrep
from dashboard.site import build as building
from dashboard.site.build import build
from dashboard.site.context import Told
from dashboard.site.manifest import NAME, load
from dashboard.site.settings import LAKE, Settings, game_page, league_page, player_page, title_page
from dashboard.site.verify import verify_site
from dashboard.ui import table as tables
from dashboard.ui.table import LONG, table
from engine import events as ev
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.browsing import CHARTS_DRAWN, LAPTOP, PHONE, barriers, chromium, watched
from tests.dashboard.conftest import EVIL
from tests.ingest.results import table as table_of_results
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.games import SETUP, TURN_1, TURN_2, game
from tests.warehouse.league import ADA_BO, GAMES, played
from warehouse import Lake, LakeError, ratings
from warehouse.people import NOBODY, publish, read_people
from warehouse.schema import TABLES

SETTINGS = Settings("Winter league", "CC BY 4.0, the players of the Winter league")
SOME = [GAMES[0], GAMES[5]]
OUTSIDE = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lake, Path]:
    """A lake of two games with one refused file, and its site."""
    folder = tmp_path_factory.mktemp("site")
    lake = Lake.create(folder / "lake")
    lake.write(SOME)
    lake.keep_refused({"/home/ada/uploads/letter.txt": "/home/ada/uploads/letter.txt:1: this is a letter, no record"}, [])
    build(lake, folder / "site", SETTINGS, jobs=1)
    return lake, folder / "site"


def pages_of(site: Path) -> dict[str, str]:
    return {str(path.relative_to(site)): path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}


def contents(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def test_a_site_has_a_page_for_everything_and_all_its_links_lead_somewhere(made: tuple[Lake, Path]) -> None:
    lake, site = made
    pages = pages_of(site)
    assert {
        "index.html",
        "games.html",
        "league.html",
        "titles.html",
        "quality.html",
        "dictionary.html",
        "downloads.html",
    } <= set(pages)
    assert {game_page(one) for one in lake.games()["game_id"]} | {player_page(name) for name in ("Ada", "Bo", "Cy")} <= set(pages)
    for place, text in pages.items():
        for link in re.findall(r'href="([^"#]+)', text):
            assert ((site / place).parent / unquote(link)).resolve().is_file(), f"{place}: {link}"


def test_pages_name_nothing_outside_and_no_name_twice(made: tuple[Lake, Path]) -> None:
    for place, text in pages_of(made[1]).items():
        assert set(re.findall(r"https?://[^\s\"'<)]+", text)) <= OUTSIDE, place
        scripts = re.findall(r'<(?:script|img|iframe|source|object)[^>]*\ssrc="([^"]*)', text)
        assert set(scripts) <= {f"{'../' * place.count('/')}charts.js"} and "<link" not in text, place
        ids = re.findall(r"\sid=\"([^\"]+)\"", text)
        assert len(ids) == len(set(ids)), place
        assert text.count("<h1") == 1 and '<html lang="en">' in text and "Content-Security-Policy" in text, place


def test_pages_say_what_the_lake_holds(made: tuple[Lake, Path]) -> None:
    lake, site = made
    pages = pages_of(site)
    assert "Winter league" in pages["index.html"] and "CC BY 4.0" in pages["index.html"] and len(pages["index.html"]) < 2_000_000
    assert "Who is the best player?" in pages["league.html"] and "Player standings" in pages["league.html"]
    review = pages[game_page("g1")]
    assert "Where does this come from?" in review and "g1.jsonl" in review and "Who holds what?" in review
    sums = (site / "SHA256SUMS").read_text()
    files = [file for batch in Lake.open(site / LAKE).state().batches.values() for file in batch.files.values()]
    assert len(sums.splitlines()) == len(files) and all(file.sha256 in pages["downloads.html"] for file in files)
    assert "units_moved" in pages["dictionary.html"] and lake.games().height == 2


@pytest.mark.slow
def test_the_first_page_ranks_one_title_and_the_league_says_what_several_tell(tmp_path: Path) -> None:
    """Two rated games of one title, three of another."""
    lake = Lake.create(tmp_path / "lake")
    lake.write(played(f"g{at}", ADA_BO, ("axis",)) for at in range(2))
    rows = [f",Blitz! A World in Conflict,,Axis;Allies,Ada;Bo,Axis,,,,won-{at}," for at in range(3)]
    assert ingest([table_of_results(tmp_path / "league.csv", *rows)], lake).ok
    build(lake, tmp_path / "site", SETTINGS, jobs=1)
    pages = pages_of(tmp_path / "site")
    assert "Highest rated at Blitz! A World in Conflict" in pages["index.html"]
    assert "2 players of 2 titles, each rated apart." in pages["league.html"] and "What sides are worth" in pages["league.html"]
    assert "5 games have no date, so nothing shows whether anybody improved." in pages["league.html"]
    standings = ratings.standings(lake, "blitz").to_dicts()
    for one in standings:
        cells = "".join(f'<td class="n">{one[name]:,.0f}</td>' for name in ("rating", "low", "high"))
        assert cells in pages[league_page("blitz")], one


def test_refused_files_are_on_the_page_of_quality_without_their_folders_and_words(made: tuple[Lake, Path]) -> None:
    text = pages_of(made[1])["quality.html"]
    assert "letter.txt" in text and "line 1: it does not tell a game" in text and "/home/ada" not in text


def test_nothing_is_made_again_where_nothing_changed(made: tuple[Lake, Path]) -> None:
    lake, site = made
    before = contents(site)
    done = build(lake, site, SETTINGS, jobs=1)
    assert (done.made, done.deleted) == (0, 0) and contents(site) == before


def test_only_what_changed_is_made_again_and_what_is_gone_is_deleted(made: tuple[Lake, Path], tmp_path: Path) -> None:
    copytree(made[0].path, tmp_path / "lake")
    copytree(made[1], tmp_path / "site")
    lake, site = Lake.open(tmp_path / "lake"), tmp_path / "site"
    before = load(site).pages
    lake.write([played("g6", {"soviet-union": "Bo", "germany": "Dora"}, ("axis",), played="2026-01-06")])
    done = build(lake, site, SETTINGS, jobs=1)
    after = load(site).pages
    changed = {place for place in after if before.get(place) != after[place]}
    assert game_page("g6") in changed and game_page("g1") not in changed and "dictionary.html" not in changed
    assert player_page("Dora") in after and done.deleted == 1 and not (site / player_page("Cy")).exists()
    assert done.made < done.pages


def test_the_page_of_a_title_is_made_again_only_for_its_own_games(made: tuple[Lake, Path], tmp_path: Path) -> None:
    copytree(made[0].path, tmp_path / "lake")
    lake = Lake.open(tmp_path / "lake")

    def keys() -> dict[str, str]:
        publish(lake, tmp_path / "site" / LAKE)
        told = Told(str(tmp_path / "site"), SETTINGS, lake.state().version, "", str(lake.state().version))
        return {job.place: job.key for job in building.jobs_of(told, NOBODY)}

    before = keys()
    lake.write([rows_of(next(path for path in samples() if "warsaw-holds" in path.name))])
    other = keys()
    assert other[title_page("aa1942")] == before[title_page("aa1942")] and title_page("black-swan") in other
    assert other["titles.html"] != before["titles.html"]
    lake.write([played("g7", {"soviet-union": "Bo", "germany": "Cy"}, ("axis",))])
    assert keys()[title_page("aa1942")] != before[title_page("aa1942")]


def test_a_run_that_is_cut_short_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake, put, count = Lake.create(tmp_path / "lake"), building.put, iter(range(100))

    def short(*told: object) -> object:
        if next(count) == 3:
            raise KeyboardInterrupt
        return put(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "put", short)
    monkeypatch.setattr(building, "SAVED", 1)
    with pytest.raises(KeyboardInterrupt):
        build(lake, tmp_path / "site", SETTINGS, jobs=1)
    monkeypatch.undo()
    done = build(lake, tmp_path / "site", SETTINGS, jobs=1)
    assert done.made == done.pages - 3
    build(lake, tmp_path / "again", SETTINGS, jobs=1)
    assert contents(tmp_path / "site") == contents(tmp_path / "again")
    assert "There are no games yet." in (tmp_path / "site" / "index.html").read_text()


def test_a_folder_with_something_else_is_left_alone(made: tuple[Lake, Path], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear Ann")
    with pytest.raises(LakeError, match="not a site, and not empty"):
        build(made[0], tmp_path, SETTINGS)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_site_is_proven_to_be_that_of_a_version(tmp_path: Path) -> None:
    lake, site = Lake.create(tmp_path / "lake"), tmp_path / "site"
    lake.keep_refused({"/x/letter.txt": "/x/letter.txt: no record"}, [])
    build(lake, site, SETTINGS, jobs=1)
    lake.keep_refused({"/x/later.txt": "/x/later.txt: no record"}, [])
    assert verify_site(lake, site, jobs=1) == []
    page = site / "quality.html"
    page.write_bytes(page.read_bytes().replace(b"letter.txt", b"sealed.txt"))
    (site / "extra.html").write_text("more")
    (site / "games.html").unlink()
    found = verify_site(lake, site, jobs=1)
    assert len(found) == 3 and "extra.html: is not a file" in found[0] and "games.html: missing" in found[1]
    assert f"{page}: differs" in found[2]
    (tmp_path / "players.csv").write_text("name,aliases,hide\nAda,,yes\n")
    assert "another table of players" in verify_site(lake, site, read_people(tmp_path / "players.csv"))[0]


def test_a_site_of_another_lake_is_told_apart(made: tuple[Lake, Path], tmp_path: Path) -> None:
    other = Lake.create(tmp_path / "other")
    other.write(SOME[:1])
    assert "is of a lake whose commit 2 is" in verify_site(other, made[1])[0]


def test_the_page_of_a_player_is_made_again_only_where_it_changes(made: tuple[Lake, Path], tmp_path: Path) -> None:
    copytree(made[0].path, tmp_path / "lake")
    copytree(made[1], tmp_path / "site")
    lake, site = Lake.open(tmp_path / "lake"), tmp_path / "site"
    before = contents(site)
    lake.write([played("g20", {"soviet-union": "Ada", "germany": "Eve"}, ("axis",), played="2026-03-01")])
    build(lake, site, SETTINGS, jobs=1)
    build(lake, tmp_path / "anew", SETTINGS, jobs=1)
    assert contents(site) == contents(tmp_path / "anew")
    pages = {place: content for place, content in contents(site).items() if place.startswith("players/")}
    same = {place for place, content in pages.items() if before.get(place) == content}
    assert same and {player_page("Ada"), player_page("Eve")} & same == set()
    keys, old = load(site).pages, json.loads(before[NAME])["pages"]
    assert {place for place in pages if place in old and keys[place].key == old[place]["key"]} == same


@pytest.mark.slow
def test_a_site_with_games_is_proven(made: tuple[Lake, Path]) -> None:
    assert verify_site(*made, jobs=2) == []


def test_a_hidden_player_is_in_no_byte_of_a_site(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    seats = {"soviet-union": "Adalbertine", "germany": "Bogumil"}
    said = [
        ev.MarkerSet("chat", "step 1", "Bogumil: hello"),
        ev.DefectFound("log/dice", "error", "Bogumil", "", "Bogumil rolled", ""),
    ]
    told = [
        ev.GameStarted("aa1942", "standard", {}, seats),
        *SETUP[1:],
        *said,
        *TURN_1,
        *TURN_2,
        ev.GameEnded(("axis",), "major"),
    ]
    lake.write([game("adalbertine-bogumil", told, digest="ab" * 32, played="2026-01-01", about="by Bogumil")])
    lake.keep_refused({"/x/bogumil.txt": "/x/bogumil.txt: no record, says Bogumil"}, [])
    (tmp_path / "players.csv").write_text("name,aliases,hide\nAdalbertine,,\nBogumil,,The Pole\n")
    people = read_people(tmp_path / "players.csv")
    build(lake, tmp_path / "site", SETTINGS, people, jobs=1)
    copy = Lake.open(tmp_path / "site" / LAKE)
    found = contents(tmp_path / "site") | {table: copy.frame(table).write_json().encode() for table in TABLES}
    assert [place for place, content in found.items() if b"bogumil" in (place.encode() + content).lower()] == []
    assert "The Pole" in (tmp_path / "site" / "index.html").read_text()


@pytest.mark.slow
def test_a_long_table_is_scrolled_within_the_page_and_a_date_is_never_broken() -> None:
    rows = pl.DataFrame({"played": ["2025-01-02"] * (LONG + 1), "result": ["drawn on 2025-01-02"] * (LONG + 1)})
    long, short = (table(some, {"played": "Played", "result": "Result"}, "Games") for some in (rows, rows.head(LONG)))
    assert long.startswith('<div class="rows long" tabindex="0"') and short.startswith('<div class="rows" tabindex="0"')
    assert short.count('<td class="d">2025-01-02</td><td>drawn on 2025-01-02</td>') == LONG


def test_text_of_a_record_is_shown_as_text(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([played(f"{EVIL}", {"soviet-union": EVIL, "germany": "Bo"}, ("axis",), source=EVIL)])
    build(lake, tmp_path / "site", Settings(EVIL, EVIL), jobs=1)
    for place, text in pages_of(tmp_path / "site").items():
        assert "<img" not in text, place
    assert "&lt;img src=x" in (tmp_path / "site" / "games.html").read_text(encoding="utf-8")


def test_the_commands_make_a_site_and_prove_it(made: tuple[Lake, Path], tmp_path: Path) -> None:
    lake, site = made
    told = CliRunner().invoke(
        sitrep.main,
        ["site", "--lake", str(lake.path), "--out", str(site), "--name", SETTINGS.name, "--licence", SETTINGS.licence, "--json"],
    )
    assert told.exit_code == 0 and json.loads(told.stdout)["made"] == 0, told.output
    proof = CliRunner().invoke(sitrep.main, ["verify", "--lake", str(lake.path), "--site", str(tmp_path)])
    assert proof.exit_code == 1 and "no site is here" in proof.output
    assert (site / NAME).exists()


@pytest.fixture(scope="module")
def offline() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with chromium() as browser:
        yield browser


KINDS = (
    "index.html",
    "league.html",
    game_page("g1"),
    title_page("aa1942"),
    "games.html",
    "titles.html",
    "quality.html",
    "dictionary.html",
    "downloads.html",
    player_page("Ada"),
)


@pytest.mark.browser
def test_games_are_searched_and_the_search_has_an_address(offline: Browser, made: tuple[Lake, Path]) -> None:
    _, site = made
    with watched(offline) as (page, complaints):
        page.context.set_offline(True)
        page.goto((site / "games.html").as_uri())
        rows = page.locator("#games tbody tr:visible")
        expect(rows).to_have_count(2)
        page.get_by_label("Search").fill("cy LATE")
        expect(rows).to_have_count(0)
        page.get_by_label("Search").fill("cy g6")
        expect(rows).to_have_count(1)
        expect(page.locator("#found")).to_have_text("1 of 2 games")
        page.get_by_label("Search").fill("")
        page.get_by_label("Player").fill("cy")
        expect(rows).to_have_count(1)
        page.get_by_label("Player").fill("")
        page.get_by_label("Played from").fill("2026-01-02")
        expect(rows).to_have_count(1)
        page.get_by_label("to", exact=True).fill("2026-01-05")
        expect(rows).to_have_count(0)
        page.get_by_label("Played from").fill("")
        page.get_by_label("to", exact=True).fill("")
        expect(rows.nth(0)).to_contain_text("2026-01-06")
        page.get_by_label("Sort by").select_option("Oldest first")
        expect(rows.nth(0)).to_contain_text("2026-01-01")
        page.get_by_label("Search").fill("cy g6")
        expect(page).to_have_url(re.compile("find=cy"))
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        expect(rows).to_have_count(1)
        page.get_by_role("link", name="g6").press("Enter")
        expect(page.locator(".clock")).to_be_visible()
        assert complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("place", slow_after(4, KINDS))
@pytest.mark.parametrize("look", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.slow)], ids=["phone", "laptop"])
def test_a_page_is_drawn_fits_and_reads_well(offline: Browser, made: tuple[Lake, Path], place: str, look: dict[str, object]) -> None:
    with watched(offline, **look) as (page, complaints):
        page.context.set_offline(True)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((made[1] / place).as_uri())
        page.evaluate("dispatchEvent(new Event('beforeprint'))")  # draws what is not seen yet, too
        page.wait_for_function(CHARTS_DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert barriers(page) == []
        charts = {(made[1] / "charts.js").as_uri()} if page.locator("div.chart").count() else set()
        assert set(asked) == {(made[1] / place).as_uri(), *charts} and complaints == []


@pytest.mark.browser
def test_a_keyboard_reaches_the_content_first_and_sees_where_it_is(offline: Browser, made: tuple[Lake, Path]) -> None:
    with watched(offline, **LAPTOP) as (page, _):
        page.goto((made[1] / "games.html").as_uri())
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "To the content"
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == "find"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.browser
def test_a_chart_says_its_name_and_is_drawn_in_its_own_colours(offline: Browser, made: tuple[Lake, Path]) -> None:
    with watched(offline, **LAPTOP) as (page, _):
        page.goto((made[1] / game_page("g1")).as_uri())
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.wait_for_function(CHARTS_DRAWN)
        names = page.get_by_role("img").evaluate_all("all => all.map((one) => one.ariaLabel)")
        assert "Units value by side and round" in names
        marks = "document.querySelector('div.chart').shadowRoot.querySelectorAll('.role-mark path')"
        fills = f"[...{marks}].map((one) => getComputedStyle(one).fill)"
        assert "rgb(43, 123, 186)" in page.evaluate(fills), "the customary blue of the Allies"


def test_a_number_with_a_sign_has_the_digits_that_its_column_has_in_the_dashboard() -> None:
    told = {name: tables._said("per_battle", value) for name, value in (("small", -0.0214), ("nothing", -0.004), ("much", 1.04))}
    assert told == {"small": "-0.02", "nothing": "0.00", "much": "+1.04"}
    assert (
        tables._said("swing_without_luck", -102.34) == "-102.3"
        and tables._said("expected", -0.04) == "0.0"
        and tables._said("rating", 1511.0) == "1,511"
    )
