"""Vacuuming: drop versions that are old enough, and delete files that are no longer needed.

What is given up is written into the log first: from then on these versions answer with one clear error. A file is needed
by the versions that are kept, and perhaps by a writer that has not come to its commit: that is why young files stay.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from warehouse import decisions, places
from warehouse.checkpoints import FOLDER
from warehouse.errors import writing
from warehouse.lake import Lake
from warehouse.log import LOG, Log
from warehouse.state import DATA, Batch, Commit
from warehouse.stores import StoredFile
from warehouse.times import now, stamp

GRACE = timedelta(hours=1)
"""How young a file, or the end of a version, must be to be left in peace: no write takes as long."""

_DATA = re.compile(rf"{DATA}/[a-z_]+/([0-9a-f]{{32}})\.parquet\Z")
_DRAFT = re.compile(r".*/\.[0-9a-f]{32}\.tmp\Z")


class Vacuumed(NamedTuple):
    """What a vacuum did: the oldest version that can be read now, the files and bytes taken away, the young files left."""

    oldest: int
    files: int
    bytes: int
    young: int


def vacuum(lake: Lake, older_than: timedelta, grace: timedelta = GRACE, at: datetime | None = None) -> Vacuumed:
    """Give up the versions that were no longer the newest before a time, and take away what no kept version names.

    Args:
        lake: opened without a version. older_than: how long ago a version must have been replaced to be given up.
        grace: see GRACE; younger things stay in any case. at: the time to count from, now when None.

    Raises:
        LakeError: the lake is pinned, or the disk refuses.
    """
    log, time = lake.log_to_write(), at or datetime.now(UTC)
    # Listed before the log is read: of a file that is listed here, the commit is read below, or it is young.
    with lake.store.nobody_writes() as alone:
        listed = [*lake.store.entries(DATA), *lake.store.entries(LOG), *lake.store.entries(FOLDER)]
        ever = None if alone else {batch.batch for commit in log.history() for batch in commit.added}
    oldest = _give_up(log, _oldest_needed(log, stamp(time - max(older_than, grace))))
    live = named_since(log, oldest)
    unneeded = [entry for entry in listed if _is_unneeded(entry, live)]
    # where somebody writes, what no commit has named may be about to be, however old a clock says that it is
    dead = [entry for entry in unneeded if ever is None or batch_of(entry) in ever]
    doomed = [entry for entry in dead if entry.made < (time - grace).timestamp()]
    with writing(lake.store.place, "the rest is for the next vacuum"):
        lake.store.delete(entry.key for entry in doomed)
    games = {game for batch in batches_since(log, oldest) for game in batch.games}
    places.tidy(lake, games)
    decisions.tidy(lake, games)
    return Vacuumed(oldest, len(doomed), sum(entry.bytes for entry in doomed), len(unneeded) - len(doomed))


def _oldest_needed(log: Log, time: str) -> int:
    """Return the version that was the newest at a time; those since then are needed."""
    return next((commit.version for commit in log.history() if commit.at <= time), 1)


def _give_up(log: Log, oldest: int) -> int:
    """Say in the log which version is the oldest that is kept; return it."""
    log.commit(lambda state, version: Commit(version, now(), kind="vacuum", swept=oldest) if oldest > max(1, state.swept) else None)
    return max(oldest, log.state().swept, 1)


def named_since(log: Log, oldest: int) -> set[str]:
    """Return the ids of all batches that a version has, from the oldest kept to the newest."""
    return {batch.batch for batch in batches_since(log, oldest)}


def batches_since(log: Log, oldest: int) -> list[Batch]:
    """Return all batches that a version has, from the oldest kept to the newest."""
    live = list(log.state(oldest).batches.values())
    for commit in log.history():
        if commit.version <= oldest:
            break
        live += commit.added
    return live


def batch_of(entry: StoredFile) -> str:
    """Return the id of the batch whose file it is, by its name; empty when it is none's."""
    found = _DATA.match(entry.key)
    return found[1] if found else ""


def _is_unneeded(entry: StoredFile, live: set[str]) -> bool:
    """Return whether a file is a batch's that no kept version has, or a draft; what is neither is not ours to judge."""
    batch = batch_of(entry)
    return batch not in live if batch else bool(_DRAFT.match(entry.key))
