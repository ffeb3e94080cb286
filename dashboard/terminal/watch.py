"""`sitrep watch`: what lands in a folder comes into the lake when it is whole, and the site is made again, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dashboard.site.build import Built
from dashboard.terminal.output import say
from dashboard.ui.text import counted
from engine.errors import SitrepError
from ingest import Report
from ingest.limits import OF_STRANGERS
from ingest.pipeline import Interrupted, ingest
from ingest.report import REFUSED
from ingest.watch import WatchedFolder
from warehouse import Lake
from warehouse.times import now

Make = Callable[[Lake], Built]
"""Makes the site of a lake."""
LONGEST = 300.0
"""Seconds that are waited at most before work that failed is tried again."""


def watch(folder: Path, lake_path: Path | str, make: Make | None, every: float, settle: float, jobs: int) -> None:
    """Watch a folder until the process is interrupted.

    However it ends, the same command goes on from there: the lake knows what it has by its content, and the site what it is made from.

    Args:
        folder: it. lake_path: where the games go. make: makes the site, None without one. every: seconds between two looks.
        settle: seconds for which a file must have stayed the same. jobs: processes that read.
    """
    before = signal.signal(signal.SIGTERM, _interrupt)
    watched, pause, stale = WatchedFolder(folder, settle), every, True
    lake: Lake | None = None
    _log(f"watching {folder}")
    try:
        while True:
            try:
                lake = lake or Lake.create(lake_path)
                stale |= _read(watched, lake, jobs)
                if stale and make:
                    _tell_site(make(lake))
                stale, pause = False, every
            except (SitrepError, OSError) as error:
                lake, pause = None, min(2 * max(pause, every, 1.0), LONGEST)
                _log(f"failed: {error}; next try in {pause:g} seconds")
            time.sleep(pause)
    except KeyboardInterrupt:
        _log("stopped; the same command goes on from here")
    finally:
        signal.signal(signal.SIGTERM, before)


def _read(watched: WatchedFolder, lake: Lake, jobs: int) -> bool:
    """Read the files that are whole now; return whether there were any."""
    found = watched.whole()
    if not found:
        return False
    try:
        _tell(ingest(found, lake, jobs=jobs if len(found) > 1 else 0, within=watched.folder, limits=OF_STRANGERS))
    except Interrupted as interrupted:
        _tell(interrupted.report)
        raise
    watched.take(found)
    return True


def _tell(report: Report) -> None:
    for row in report.rows:
        if row.status == REFUSED:
            _log(f"refused: {row.message}")
        else:
            counts = f"{counted(row.events, 'event')}, {counted(row.defects, 'defect')}"
            more = f"; {row.message}" if row in report.remarks else ""
            _log(f"{row.status}: game {row.game_id}, {counts}, from {row.path}{more}")


def _tell_site(done: Built) -> None:
    if done.made or done.deleted:
        _log(f"site: version {done.version}, {done.made:,} of {counted(done.pages, 'page')} made, {done.deleted:,} deleted")


def _log(text: str) -> None:
    with suppress(BrokenPipeError):
        say(f"{now()} {text}")


def _interrupt(_signal: int, _frame: object) -> None:
    """End on SIGTERM as on Ctrl-C."""
    raise KeyboardInterrupt
