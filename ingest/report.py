"""The result of each file of an ingest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

NEW, REPLACED, UNCHANGED, REFUSED = STATUSES = ("new", "replaced", "unchanged", "refused")
"""The game is new to the lake; replaces one; is already there, unchanged; is refused, and the lake is unchanged."""

REPEATED = "the same record as "
"""How the message of a file begins whose record was read from another one."""


class Row(msgspec.Struct, frozen=True):
    """One file: its status, its game, the number of events and of defects in it, and why it was refused, or what else is to be said."""

    path: str
    status: str
    game_id: str = ""
    events: int = 0
    defects: int = 0
    message: str = ""


class Report(msgspec.Struct, frozen=True):
    """One row for each file, in the order of reading; `passed_over` lists the skipped files in folders."""

    rows: tuple[Row, ...]
    passed_over: tuple[Path, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Status to number of files, every status named."""
        found = Counter(row.status for row in self.rows)
        return {status: found[status] for status in STATUSES}

    @property
    def refused(self) -> tuple[Row, ...]:
        """The rows of the refused files."""
        return tuple(row for row in self.rows if row.status == REFUSED)

    @property
    def remarks(self) -> tuple[Row, ...]:
        """The rows of files that were not refused of which more is to be said than that another file holds their record too."""
        rows = (row for row in self.rows if row.message and row.status != REFUSED)
        return tuple(row for row in rows if not row.message.startswith(REPEATED))

    @property
    def ok(self) -> bool:
        """Whether every file was accepted."""
        return not self.refused

    @property
    def longest(self) -> str:
        """The id of the game with the most events of those that are in the lake now, empty when there is none."""
        stored = [row for row in self.rows if row.status != REFUSED]
        return max(stored, key=lambda row: row.events).game_id if stored else ""
