"""Everything runs where the system lacks what only Unix has: locks of folders, limits, timers, folders that open, inherited files.

These are hidden on Linux, in every process that Sitrep starts (tests/other_systems/); no other system was tried.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from engine import machine
from ingest.samples import samples
from tests.dashboard.browsing import chromium, settled, watched
from tests.dashboard.server import served
from tests.other_systems import hidden
from warehouse import Lake

ROOT = Path(__file__).parents[2]
COMMANDS = """
import json, sys
from click.testing import CliRunner
import sitrep

done = [CliRunner().invoke(sitrep.main, words) for words in json.loads(sys.argv[1])]
assert all(one.exit_code == 0 for one in done), [(one.output, one.exception) for one in done]
print(json.dumps([one.stdout for one in done]))
"""
"""Commands one after the other in one process: each process of its own begins with half a second of imports."""

PAGE = """
import sys
from streamlit.testing.v1 import AppTest
page = AppTest.from_file(sys.argv[1], default_timeout=300)
page.run()
assert not page.exception, page.exception
print(len(page.main.children), "parts")
"""
PICTURE = """
from dashboard.ui.pictures import svg
print(svg({"data": {"values": [{"n": 1}]}, "mark": "bar", "encoding": {"x": {"field": "n", "type": "quantitative"}}})[:4])
"""


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    """The environment of a process of another system."""
    return hidden()


def run(env: dict[str, str], folder: Path, *command: str | Path) -> str:
    done = subprocess.run([sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_they_are_hidden(elsewhere: dict[str, str], tmp_path: Path) -> None:
    code = "import os, signal; print(hasattr(signal, 'setitimer'), hasattr(os, 'O_DIRECTORY')); import fcntl"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=elsewhere, capture_output=True, text=True)
    assert done.stdout == "False False\n" and "No module named 'fcntl' (hidden)" in done.stderr


def test_records_are_read_reviewed_and_exported(elsewhere: dict[str, str], tmp_path: Path) -> None:
    record = str(next(path for path in samples() if path.name == "warsaw-holds.jsonl"))
    table = tmp_path / "league.csv"
    table.write_text("date,title,sides,players,winner\n2026-05-01,aa1942,Axis; Allies,Ada; Bo,Axis\n", encoding="utf-8")
    ingest = ["ingest", record, str(table), "--lake", "lake"]
    said = run(elsewhere, tmp_path, "-m", "sitrep", *ingest, "--jobs", "2")
    assert "2 records: 2 new, 0 replaced, 0 unchanged, 0 refused" in said
    commands = [
        ingest,
        ["summary", "--lake", "lake"],
        ["review", "warsaw-holds", "--lake", "lake", "--out", "review.html"],
        ["export", "games.xlsx", "--lake", "lake", "--to", "excel"],
        ["export", "lake.duckdb", "--lake", "lake"],
        ["export", "lake.duckdb", "--lake", "lake"],  # over the one that is there
        ["lake", "cache", "--lake", "lake"],
        ["lake", "vacuum", "--lake", "lake"],
        ["query", "select count(*) as n from games", "--lake", "lake", "--format", "json"],
        ["site", "--lake", "lake", "--out", "site", "--jobs", "1"],
        ["verify", "--lake", "lake"],
    ]
    again, summary, *_, asked, _, _ = json.loads(run(elsewhere, tmp_path, "-c", COMMANDS, json.dumps(commands)))
    assert "2 unchanged" in again and "warsaw-holds" in summary and json.loads(asked) == [{"n": 2}]
    assert "<svg" in (tmp_path / "review.html").read_text(encoding="utf-8")
    assert ZipFile(tmp_path / "games.xlsx").testzip() is None
    assert (tmp_path / "lake.duckdb").stat().st_size and (tmp_path / "site" / "index.html").stat().st_size


def test_a_page_opens_and_a_picture_is_drawn(elsewhere: dict[str, str], tmp_path: Path) -> None:
    assert run(elsewhere, tmp_path, "-c", PICTURE) == "<svg\n"
    assert run(elsewhere, tmp_path, "-c", "import dashboard.serve, dashboard.terminal.watch, dashboard.asgi") == ""
    assert "parts" in run(elsewhere, tmp_path, "-c", PAGE, ROOT / "dashboard" / "app.py")


@pytest.mark.browser
def test_a_record_dropped_on_a_served_page_is_read_and_kept(
    elsewhere: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = next(path for path in samples() if path.name == "warsaw-holds.jsonl")
    lake = Lake.create(tmp_path / "lake")
    monkeypatch.setenv("PYTHONPATH", elsewhere["PYTHONPATH"])
    with served(tmp_path / "lake") as (address, _), chromium() as browser, watched(browser) as (page, complaints):
        page.goto(address)
        settled(page)
        page.locator("input[type=file]").first.set_input_files(record)
        expect(page.get_by_text("warsaw-holds.jsonl: 988 events, 0 defects")).to_be_visible()
        page.get_by_role("button", name="Keep this game").click()
        expect(page.get_by_text("The game is now in the lake (new).")).to_be_visible()
    assert complaints == []
    assert lake.sql("SELECT game_id FROM games")["game_id"].to_list() == ["warsaw-holds"]


class FakeLocks:
    """The locks of Windows: bytes of a file, held by whoever opened it."""

    LK_NBLCK, LK_LOCK = 2, 1

    def __init__(self) -> None:
        self.held: dict[int, range] = {}

    def locking(self, handle: int, _mode: int, count: int) -> None:
        wanted = range(start := os.lseek(handle, 0, os.SEEK_CUR), start + count)
        alive = [held for other, held in self.held.items() if other != handle and _is_open(other)]
        if any(wanted.start < held.stop and held.start < wanted.stop for held in alive):
            raise OSError(36, "Resource deadlock avoided")
        self.held[handle] = wanted


def _is_open(handle: int) -> bool:
    try:
        os.fstat(handle)
    except OSError:
        return False
    return True


def test_with_the_locks_of_windows_sharers_keep_out_who_wants_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "fcntl", None)
    monkeypatch.setattr(machine, "msvcrt", FakeLocks())
    with machine.locked(tmp_path, shared=True) as one, machine.locked(tmp_path, shared=True, wait=True) as two:
        assert one and two
        with machine.locked(tmp_path) as alone:
            assert not alone
    with machine.locked(tmp_path) as alone, machine.locked(tmp_path, shared=True) as late:
        assert alone and not late


def test_without_any_locks_nobody_is_told_to_be_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "fcntl", None)
    with machine.locked(tmp_path) as alone:
        assert alone is False
