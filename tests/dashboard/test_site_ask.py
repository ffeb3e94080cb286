"""The page Ask of a site: DuckDB comes from the folder that is named, and answers in the browser as it does over the lake."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dashboard.site.ask import EXTENSION, PROGRAM, WORKER, files_in
from dashboard.site.build import build
from dashboard.site.settings import SQL, Settings
from dashboard.site.verify import verify_site
from tests.dashboard.browsing import chromium, watched
from tests.warehouse.league import GAMES
from warehouse import Lake, LakeError

PACKAGE = os.environ.get("SITREP_DUCKDB_WASM", "")
"""Folder with the npm package @duckdb/duckdb-wasm, and the reader of Parquet of the same version if that is a file of its own."""


def package(folder: Path) -> Path:
    """Make a folder that looks like the npm package."""
    inner = folder / "node_modules" / "@duckdb" / "duckdb-wasm" / "dist"
    inner.mkdir(parents=True)
    (inner / WORKER).write_text("worker")
    (inner / PROGRAM).write_bytes(b"\0asm")
    (inner / EXTENSION).write_bytes(b"\0asm")
    return folder / "node_modules"


def test_a_site_with_sql_serves_duckdb_itself(tmp_path: Path) -> None:
    lake, site = Lake.create(tmp_path / "lake"), tmp_path / "site"
    found = package(tmp_path)
    build(lake, site, Settings(sql=True), jobs=1, duckdb=found)
    assert sorted(path.name for path in (site / SQL).iterdir()) == sorted([WORKER, PROGRAM, EXTENSION])
    page = (site / "ask.html").read_text(encoding="utf-8")
    assert (
        "connect-src 'self'" in page
        and "https://" not in page
        and 'href="ask.html"' in (site / "index.html").read_text()
    )
    assert build(lake, site, Settings(sql=True), jobs=1, duckdb=found).made == 0
    assert verify_site(lake, site, jobs=1) == []
    build(lake, site, Settings(), jobs=1)
    assert not (site / SQL).exists() and not (site / "ask.html").exists()
    assert 'href="ask.html"' not in (site / "index.html").read_text()


def test_a_folder_without_the_package_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(
        LakeError, match=rf"no {WORKER} in it; expected the npm package @duckdb/duckdb-wasm: npm install"
    ):
        files_in(tmp_path)
    next(package(tmp_path).rglob(EXTENSION)).unlink()
    with pytest.raises(
        LakeError, match=f"no {EXTENSION} in it; the npm package does not hold DuckDB's reader of Parquet"
    ):
        build(Lake.create(tmp_path / "lake"), tmp_path / "site", Settings(sql=True), duckdb=tmp_path)
    assert not (tmp_path / "site").exists()


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[Lake, str]]:
    """A site with the real package, on a web host."""
    if not PACKAGE:
        pytest.skip("SITREP_DUCKDB_WASM names no folder with the npm package @duckdb/duckdb-wasm")
    lake = Lake.create(tmp_path / "lake")
    lake.write(GAMES[:3])
    build(lake, tmp_path / "site", Settings(sql=True), jobs=1, duckdb=Path(PACKAGE))
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "site"))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield lake, f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.mark.browser
@pytest.mark.slow
def test_the_browser_answers_as_the_lake_does(hosted: tuple[Lake, str]) -> None:
    lake, address = hosted
    questions = (
        "SELECT game_id, rounds, winner FROM games ORDER BY game_id",
        "SELECT unit, sum(units) AS lost FROM kills GROUP BY unit ORDER BY unit",
    )
    with chromium() as browser, watched(browser) as (page, complaints):
        page.goto(f"{address}/ask.html")
        for question in questions:
            page.get_by_label("Your question in SQL").fill(question)
            page.get_by_role("button", name="Ask").click()
            expect(page.locator("#said")).to_contain_text("rows of")
            read = "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
            cells = page.locator("#answer tbody tr").evaluate_all(read)
            assert cells == [[str(cell) for cell in row] for row in lake.sql(question).rows()]
        assert complaints == []
