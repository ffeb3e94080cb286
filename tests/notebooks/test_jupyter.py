"""A real Jupyter server in a real browser: notebooks run, and the map plays there and follows the program. `make notebook` installs it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

import sitrep
from dashboard.notebook.write import notebook, of_lake
from tests.dashboard.browsing import chromium
from tests.kept import rows_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(find_spec("jupyterlab") is None, reason="JupyterLab is not installed: make notebook installs it"),
]
SECONDS = 60
LINKED = """# %%
import sitrep
import traitlets
board = sitrep.open_lake("lake").game("warsaw").map(turn=0)
board

# %%
seen = []
board.observe(lambda change: seen.append(change.new), "turn")
board.turn = 3

# %%
print("the program reads", board.turn, board.moment, seen)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("jupyter")
    lake = sitrep.Lake.create(made / "lake")
    lake.write([rows_of(path) for path in sitrep.samples() if path.name == "warsaw-holds.jsonl"])
    (made / "review.ipynb").write_text(of_lake(made / "lake", "warsaw-holds", "Black Swan"), encoding="utf-8")
    (made / "linked.ipynb").write_text(notebook(LINKED), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        f"--port={port}",
        "--ip=127.0.0.1",
        "--allow-root",
        "--IdentityProvider.token=",
        f"--ServerApp.root_dir={folder}",
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=folder, **quiet)
    try:
        wait(f"http://127.0.0.1:{port}/api")
        yield f"http://127.0.0.1:{port}/lab/tree"
    finally:
        process.terminate()
        process.wait()


def wait(address: str) -> None:
    for _ in range(SECONDS * 2):
        try:
            urlopen(address)
            return
        except URLError:
            time.sleep(0.5)
    raise AssertionError(f"no Jupyter server at {address} after {SECONDS} seconds")


@pytest.fixture(scope="module")
def page(server: str) -> Iterator[Page]:
    with chromium() as browser:
        shown = browser.new_page(viewport={"width": 1400, "height": 1000})
        shown.set_default_timeout(SECONDS * 1000)
        yield shown


def run_all(page: Page, address: str) -> None:
    page.goto(f"{address}?reset")
    page.get_by_text("(ipykernel) | Idle").wait_for()  # what is run before the kernel is there is run by nobody
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_selector(".sitrep-player")
    expect(page.locator(".jp-InputArea-prompt", has_text="[*]")).to_have_count(0)


def test_the_notebook_of_a_game_runs_and_the_map_plays_in_it(server: str, page: Page) -> None:
    run_all(page, f"{server}/review.ipynb")
    clock = page.locator(".sitrep-player .clock")
    expect(clock).to_have_count(1)
    page.locator(".sitrep-player [data-do=first]").click()
    expect(clock).to_have_text("Set-up")
    page.locator(".sitrep-player [data-do=play]").click()
    expect(clock).not_to_have_text("Set-up")
    page.locator(".sitrep-player [data-do=play]").click()
    expect(page.locator(".jp-RenderedHTMLCommon .sitrep-outcome").first).to_contain_text("won")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0


def test_the_program_moves_the_map_and_the_reader_moves_the_program(server: str, page: Page) -> None:
    run_all(page, f"{server}/linked.ipynb")
    clock = page.locator(".sitrep-player .clock")
    expect(page.get_by_text("the program reads 3")).to_be_visible()
    there = clock.inner_text()
    assert there in page.get_by_text("the program reads 3").inner_text()
    page.locator(".sitrep-player [data-do=next]").click()
    expect(clock).not_to_have_text(there)
    page.locator(".jp-CodeCell").nth(2).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("the program reads 4")).to_contain_text("[3, 4]")
