"""Commits of batches that have no files: the log alone, fast."""

from __future__ import annotations

import json
from pathlib import Path

from warehouse import heads
from warehouse.log import Log
from warehouse.state import Batch, Commit, File
from warehouse.stores import store_of

MANY = 70
"""Commits of a log with two checkpoints, and some after them."""


def one_more(state, version: int) -> Commit:
    """Add a batch of one game; every fifth takes the one before it away."""
    batch = Batch(f"{version:032x}", {f"game-{version}": f"{version:064x}"}, {"games": File(1, 100, "0" * 64)}, 1, 1)
    path = state.store.place / batch.keys()[0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    gone = [list(state.batches)[-1]] if version % 5 == 0 else []
    return Commit(version, f"2026-01-01T00:{version % 60:02}:00Z" if version < 60 else "2026-01-01T01:00:00Z", [batch], gone)


def filled(folder: Path, commits: int = MANY) -> Log:
    """Return the log of a new lake with so many commits."""
    log = Log(store_of(folder))
    for _ in range(commits):
        log.commit(one_more)
    return log


def unchain(lake: Path) -> None:
    """Take away what tells that a commit was changed, as one who forges a lake would, and as lakes of an older Sitrep have it."""
    for head in (lake / heads.FOLDER).glob("*"):
        head.unlink()
    for path in (lake / "_log").glob("*.json"):
        commit = json.loads(path.read_text())
        commit.pop("after", None)
        path.unlink()
        path.write_text(json.dumps(commit))
