"""Tables of results for tests: the header, rows that are right, and how a table is written and read."""

from __future__ import annotations

from pathlib import Path

from ingest.report import Report

HEADER = "date,title,scenario,sides,players,winner,bid,rounds,low luck,game,notes"
FULL = "2026-05-01,Axis & Allies 1942,,Axis; Allies,Bo; Ada + Cy,Allies,Allies 9,8,no,,a close one"
DRAWN = "2026-05-02,aa1942,standard,axis;allies,Ada;Bo,draw,none,,yes,,"
OTHER_MAP = "2026-05-03,World War II v5 1942 2nd Edition,,Axis;Allies,Ada;Bo,Axis,,11,,final,"
UNFINISHED = "2026-05-09,global-1939,,Axis;Allies,Ada;Bo,unfinished,,,,,"
ROWS = (FULL, DRAWN, OTHER_MAP, UNFINISHED)
"""A game with all that a row can tell, and others that leave out what nobody knows."""


def table(path: Path, *rows: str | bytes, header: str = HEADER) -> Path:
    """Write a table of results, and return its path."""
    path.write_bytes(b"".join((row if isinstance(row, bytes) else row.encode()) + b"\n" for row in (header, *rows)))
    return path


def statuses(report: Report) -> list[str]:
    """Return what became of each row."""
    return [row.status for row in report.rows]
