"""The page Ask of a site: its programs are the pinned ones, wherever they come from, and answer as DuckDB does over the lake."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.site import build as building
from dashboard.site import npm
from dashboard.site.build import build, jobs_of
from dashboard.site.npm import Pin, programs
from dashboard.site.settings import LAKE, SQL, Settings
from dashboard.site.verify import verify_site
from dashboard.sql.presets import presets
from ingest.samples import samples
from tests.dashboard.browsing import LAPTOP, PHONE, barriers, chromium, watched
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.league import GAMES
from warehouse import Lake, LakeError, measures
from warehouse.schema import TABLES
from warehouse.views import DERIVED

CONTENTS = {"worker.js": b"worker", "duckdb.wasm": b"\0asm"}
PINS = tuple(Pin(name, "@duckdb/wasm", "1.2.3", f"dist/{name}", sha256(content).hexdigest()) for name, content in CONTENTS.items())


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two small files in the place of the programs."""
    monkeypatch.setattr(npm, "pins", lambda: PINS)


def package(folder: Path, **changed: bytes) -> Path:
    """Make a folder that looks like what `npm install` makes."""
    for pin in PINS:
        path = folder / "node_modules" / pin.package / pin.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(changed.get(pin.name.partition(".")[0], CONTENTS[pin.name]))
    return folder / "node_modules"


def registry(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str = "") -> Path:
    """Put a program on PATH, alone, that does what npm does with `pack`, and return the list of what it was asked."""
    with tarfile.open(folder / "wasm.tgz", "w:gz") as archive:
        for name, content in CONTENTS.items():
            told = tarfile.TarInfo(f"package/dist/{name}")
            told.size = len(content)
            archive.addfile(told, io.BytesIO(content))
    asked, tool = folder / "asked.txt", folder / "bin" / "npm"
    tool.parent.mkdir()
    said = json.dumps([{"filename": "wasm.tgz"}])
    tool.write_text(f"#!/bin/sh\necho \"$@\" >> '{asked}'\n" + (script or f"/bin/cp '{folder}/wasm.tgz' . && echo '{said}'\n"))
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    return asked


@pytest.mark.usefixtures("pinned")
def test_a_site_with_sql_serves_its_programs_itself(tmp_path: Path) -> None:
    lake, site = Lake.create(tmp_path / "lake"), tmp_path / "site"
    large = build(lake, site, Settings(sql=True), jobs=1, packages=package(tmp_path)).bytes
    assert {path.name for path in (site / SQL).iterdir()} == {*CONTENTS, "reader.js"}
    page = (site / "ask.html").read_text(encoding="utf-8")
    assert "connect-src 'self'" in page and "https://" not in page
    assert 'href="ask.html"' in (site / "index.html").read_text()
    assert build(lake, site, Settings(sql=True), jobs=1).made == 0
    assert verify_site(lake, site, jobs=1) == []
    (site / SQL / "worker.js").write_bytes(b"a worm")
    (site / SQL / "duckdb.wasm").unlink()
    assert [told.partition(": ")[2] for told in verify_site(lake, site, jobs=1)] == [
        "is not dist/worker.js of @duckdb/wasm@1.2.3; delete it and make the site again",
        "missing; make the site again",
    ]
    small = build(lake, site, Settings(), jobs=1).bytes
    assert large > small + sum(map(len, CONTENTS.values())), "the programs count, and the page that runs them"
    assert not (site / SQL).exists() and not (site / "ask.html").exists()
    assert 'href="ask.html"' not in (site / "index.html").read_text()


@pytest.mark.usefixtures("pinned")
def test_npm_is_asked_once_for_the_pinned_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, lake = registry(tmp_path, monkeypatch), Lake.create(tmp_path / "lake")
    for _ in range(2):
        build(lake, tmp_path / "site", Settings(sql=True), jobs=1)
    (one,) = asked.read_text().splitlines()
    assert one.startswith("pack ") and one.endswith(" @duckdb/wasm@1.2.3") and "--ignore-scripts" in one
    assert (tmp_path / "site" / SQL / "worker.js").read_bytes() == b"worker"


@pytest.mark.usefixtures("pinned")
def test_another_version_is_refused(tmp_path: Path) -> None:
    folder = package(tmp_path, worker=b"a newer one")
    with pytest.raises(LakeError, match=r"worker\.js: SHA-256 .*; expected that version: npm install @duckdb/wasm@1\.2\.3"):
        build(Lake.create(tmp_path / "lake"), tmp_path / "site", Settings(sql=True), packages=folder)
    assert not (tmp_path / "site").exists()


@pytest.mark.usefixtures("pinned")
def test_programs_that_cannot_be_had_are_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LakeError, match=r"no @duckdb/wasm/dist/worker\.js in it; expected the folder node_modules after: npm"):
        programs(tmp_path / "site", tmp_path)
    registry(tmp_path, monkeypatch, "echo 'no such host' >&2; exit 1\n")
    with pytest.raises(LakeError, match=r"npm could not get @duckdb/wasm@1\.2\.3: no such host; .* --npm-packages"):
        programs(tmp_path / "site")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LakeError, match=r"there is no npm on this machine; .* --npm-packages"):
        programs(tmp_path / "site")


def test_views_need_nothing_that_the_browser_would_have_to_load() -> None:
    """The program of a site has no extensions, and its page fetches none: JSON is read as text there."""
    made = Path(measures.__file__).parent.rglob("*.view.sql")
    asked = {path.name: path.read_text(encoding="utf-8") for path in made} | {name: one.sql for name, one in presets().items()}
    assert len(asked) > len(presets())
    assert {name for name, sql in asked.items() if "->>" in sql or re.search(r"\bjson_", sql)} == set()


# From here on with the real packages, in a real browser.


class Quiet(SimpleHTTPRequestHandler):
    """A web host that says nothing."""

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lake, str]]:
    """A site over samples of three titles and a league, with the real programs, on a web host."""
    folder = tmp_path_factory.mktemp("ask")
    try:
        npm.put_programs(folder / "packages", programs(folder / "packages"))
    except LakeError as error:
        pytest.skip(f"the packages of DuckDB for browsers cannot be had here: {error}")
    lake = Lake.create(folder / "lake")
    lake.write(GAMES)
    wanted = ("axis-takes-moscow", "warsaw-holds", "convoys-of-the-atlantic")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(wanted)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "jobs_of", lambda *told: [job for job in jobs_of(*told) if job.kind in ("ask", "reader")])
        build(lake, folder / "site", Settings(sql=True), jobs=1, packages=folder / "packages" / SQL)
    handler = partial(Quiet, directory=str(folder / "site"))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Lake.open(folder / "site" / LAKE), f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def asking(browser: Browser, hosted: tuple[Lake, str]) -> Iterator[tuple[Page, list[str]]]:
    """The page Ask."""
    with watched(browser) as (page, complaints):
        page.goto(f"{hosted[1]}/ask.html")
        yield page, complaints


def asked(page: Page, question: str) -> list[list[str]]:
    """Ask a question on the page, and return the answer as it is downloaded."""
    page.get_by_label("Your question in SQL").fill(question)
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("button", name="Ask")).to_be_enabled()
    expect(page.locator("#said")).to_contain_text(" row")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    return list(csv.reader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))


def answered(lake: Lake, folder: Path, question: str) -> list[list[str]]:
    """Return what DuckDB on this machine answers."""
    with lake.connect() as con:
        con.execute(f"COPY ({question}\n) TO '{folder / 'answer.csv'}' (FORMAT csv, HEADER)")
    with (folder / "answer.csv").open(newline="") as file:
        return list(csv.reader(file))


def alike(one: str, other: str) -> bool:
    """Whether two cells are the same; sums of doubles may differ in their last bits, as threads add them in another order."""
    try:
        return one == other or math.isclose(float(one), float(other), rel_tol=1e-9, abs_tol=1e-9)
    except ValueError:
        return False


WHOLE = {name: f"SELECT * FROM {name} ORDER BY ALL LIMIT 200" for name in (*TABLES, *DERIVED)}
QUESTIONS = [
    *(preset.sql for preset in presets().values()),
    "SELECT unit, sum(len(dice)) AS dice, sum(hits) AS hits, list_sort(flatten(list(dice)))[:9] AS first FROM dice_rolled "
    "GROUP BY unit ORDER BY unit",
    "WITH s AS (SELECT player, title, count(*) AS n FROM seats GROUP BY ALL) SELECT * FROM s LEFT JOIN games g USING (title) "
    "WHERE g.ended ORDER BY ALL -- the last line is a remark",
    "SELECT NULL::INTEGER AS nothing, '' AS empty, 'a,\"b\"\nc' AS quoted, [1, NULL] AS listed, 1.50::DECIMAL(9, 2) AS money, "
    "TIMESTAMP '2026-01-02 03:04:05' AS at, DATE '2026-01-02' AS day",
]


def compare(page: Page, lake: Lake, folder: Path, question: str) -> None:
    for told in (f"SELECT * FROM (DESCRIBE {question}\n)", question):
        ours, theirs = answered(lake, folder, told), asked(page, told)
        assert len(ours) == len(theirs), question
        for row, other in zip(ours, theirs, strict=True):
            assert len(row) == len(other) and all(map(alike, row, other)), (question, row, other)


@pytest.mark.browser
@pytest.mark.parametrize("quarter", slow_after(1, range(4)))
def test_the_browser_answers_as_the_lake_does(
    hosted: tuple[Lake, str], asking: tuple[Page, list[str]], tmp_path: Path, quarter: int
) -> None:
    page, complaints = asking
    for question in [*reversed(QUESTIONS)][quarter::4]:
        compare(page, hosted[0], tmp_path, question)
    assert complaints == []


@pytest.mark.browser
@pytest.mark.slow
def test_every_table_and_view_arrives_as_it_is(hosted: tuple[Lake, str], asking: tuple[Page, list[str]], tmp_path: Path) -> None:
    page, complaints = asking
    for question in WHOLE.values():
        compare(page, hosted[0], tmp_path, question)
    for name in TABLES:
        assert asked(page, f"SELECT count(*) AS n FROM {name}")[1:] == [[str(hosted[0].frame(name).height)]], name
    assert complaints == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("question", "said", "cure"),
    [
        ("SELECT gmae_id FROM games", 'Referenced column "gmae_id" not found', "The Dictionary lists the columns of each table."),
        ("SELECT * FROM gmaes", "Table with name gmaes does not exist", "The tables are: areas, "),
        ("SELECT json_extract(players, '$.germany') FROM games", "json_extract", "has no extensions, such as JSON functions"),
        ("SELECT sum(title) FROM games", "No function matches the given name and argument types 'sum(VARCHAR)'", ""),
        ("DROP TABLE games", "syntax error", "A question is one SELECT."),
        ("SELECT * FROM read_csv('https://example.org/a.csv')", "", "Only the site's own tables can be asked."),
    ],
)
def test_a_wrong_question_says_what_and_how_to_cure_it(asking: tuple[Page, list[str]], question: str, said: str, cure: str) -> None:
    page, complaints = asking
    page.get_by_label("Your question in SQL").fill(question)
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("button", name="Ask")).to_be_enabled()
    text = page.locator("#said").inner_text()
    assert text.startswith("This question could not be answered.") and said in text and cure in text
    assert ("site's own tables" in text) == ("example.org" in question) and "COPY" not in text, "the page's own words around a question"
    assert asked(page, "SELECT 1 AS one") == [["one"], ["1"]]
    reached = [told for told in complaints if "not reached: https://example.org/a.csv (csp)" in told]
    assert bool(reached) == ("example.org" in question), complaints  # the page's own policy forbade it
    complaints.clear()


@pytest.mark.browser
def test_programs_that_are_not_there_are_told(browser: Browser, hosted: tuple[Lake, str]) -> None:
    with watched(browser) as (page, _):
        page.route("**/sql/parquet_wasm_bg.wasm", lambda route: route.abort())
        page.goto(f"{hosted[1]}/ask.html")
        page.get_by_role("button", name="Ask").click()
        expect(page.locator("#said")).to_contain_text("upload the folders sql and lake")
        page.unroute("**/sql/parquet_wasm_bg.wasm")
        assert asked(page, "SELECT count(*) AS n FROM games")[0] == ["n"]


def answer_cells(page: Page) -> list[Any]:
    return page.locator("#answer tbody tr").evaluate_all("rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))")


@pytest.mark.browser
def test_the_answer_is_shown_as_a_table(asking: tuple[Page, list[str]]) -> None:
    page, _ = asking
    asked(page, "SELECT NULL::VARCHAR AS nothing, '' AS empty, 1 AS number, 'a,\"b\"' AS quoted")
    assert answer_cells(page) == [["–", "", "1", 'a,"b"']]
    assert page.locator("#answer thead th.n").all_inner_texts() == ["number"]
    expect(page.locator("#said")).to_have_text("1 row, 4 columns.")
    asked(page, "SELECT * FROM range(20000)")
    expect(page.locator("#said")).to_have_text("10,000 rows, 1 column; there are more rows, but only 10,000 are kept.")


@pytest.mark.browser
@pytest.mark.parametrize("look", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.slow)], ids=["phone", "laptop"])
def test_the_page_fits_and_reads_well_with_an_answer(browser: Browser, hosted: tuple[Lake, str], look: dict[str, Any]) -> None:
    with watched(browser, **look) as (page, complaints):
        page.goto(f"{hosted[1]}/ask.html")
        assert barriers(page) == []
        asked(page, "SELECT * FROM games")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert barriers(page) == [] and complaints == []


@pytest.mark.browser
def test_a_question_is_asked_with_a_keyboard_alone(browser: Browser, hosted: tuple[Lake, str]) -> None:
    with watched(browser, **LAPTOP) as (page, complaints):
        page.goto(f"{hosted[1]}/ask.html")
        for key in ("Tab", "Enter", "Tab", "Tab", "ArrowDown", "ArrowDown"):  # past its link, to the second example
            page.keyboard.press(key)
        assert page.get_by_label("Your question in SQL").input_value() == [*presets().values()][1].sql
        for key in ("Tab", "Tab", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#said")).to_contain_text(" row")
        expect(page.get_by_role("button", name="Ask")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("region", name="The answer")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Download as CSV")).to_be_focused()
        assert complaints == []
