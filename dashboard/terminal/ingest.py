"""The report of an ingest."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import msgspec
import polars as pl

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table, table
from dashboard.terminal.progress import ingest_progress
from dashboard.ui.text import counted
from engine.machine import cores
from engine.strictness import Strictness
from ingest import Report
from ingest.limits import DEFAULT, Limits
from ingest.pipeline import Interrupted, ingest
from ingest.report import Row
from ingest.results.places import is_row
from ingest.workers import cluster
from warehouse import Lake
from warehouse.export.formulas import rows_as_text

MANY = 200
"""Files above which only those that did not go in are listed: the others are counted."""

MANY_REMARKS = 20
"""Files of which more is to be said: of further ones only how many there are."""

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C ended."""


def ingest_and_tell(
    paths: Sequence[Path],
    lake: Lake,
    strictness: Strictness,
    jobs: int | None = None,
    scheduler: str = "",
    again: bool = False,
    as_json: bool = False,
    report_to: Path | None = None,
    limits: Limits = DEFAULT,
) -> int:
    """Ingest with a bar, print the report, write it to a file when one is named, and return the exit code."""
    code = 0
    try:
        with cluster(scheduler) if scheduler else nullcontext() as workers, ingest_progress(not as_json) as on_progress:
            # the workers of a cluster have working folders of their own
            named = [path.absolute() for path in paths] if scheduler else list(paths)
            report = ingest(named, lake, strictness, jobs or cores(), on_progress, again, workers, limits)
    except Interrupted as interrupted:
        report, code = interrupted.report, INTERRUPTED
    print_ingest(report, as_json)
    if report_to:
        _write(report, report_to)
    if code:
        say(
            "sitrep: interrupted; the new and replaced games above are in the lake; run the same command again to continue",
            err=True,
        )
    return code or (1 if report.refused else 0)


def _write(report: Report, path: Path) -> None:
    if path.suffix.lower() == ".csv":
        rows = pl.DataFrame([msgspec.to_builtins(row) for row in report.rows], schema=list(Row.__struct_fields__))
        rows_as_text(rows).write_csv(path)
    else:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(_told(report))) + b"\n")


def _told(report: Report) -> dict[str, object]:
    return {"counts": report.counts, "files": [msgspec.to_builtins(row) for row in report.rows]}


def print_ingest(report: Report, as_json: bool = False) -> None:
    """Print what became of each file, a line each when they are not many, then the counts and what was refused and why."""
    if as_json:
        print_json(_told(report))
        return
    if len(report.rows) <= MANY:
        made = table("file", "status", "game", ">events", ">defects")
        for row in report.rows:
            made.add_row(_near(row.path), row.status, row.game_id[:24], f"{row.events:,}", str(row.defects))
        print_table("", made)
    say(report_text(report))


def report_text(report: Report) -> str:
    """Return a report as a person reads it: the counts, then files of which more is to be said, and those that were refused and why."""
    counts = ", ".join(f"{count} {status}" for status, count in report.counts.items())
    wrong = counted(sum(row.defects for row in report.rows), "defect")
    beside = f"; {counted(len(report.passed_over), 'other file')} skipped" if report.passed_over else ""
    noun = "record" if any(is_row(row.path) for row in report.rows) else "file"
    lines = [f"{counted(len(report.rows), noun)}: {counts}; {wrong}{beside}"]
    remarks = [f"{row.status}: {row.path}: {row.message}" for row in report.remarks[:MANY_REMARKS]]
    if len(report.remarks) > MANY_REMARKS:
        remarks.append(f"and so of {counted(len(report.remarks) - MANY_REMARKS, 'other file')}: --json lists all")
    return "\n".join([*lines, *remarks, *(f"refused: {row.message}" for row in report.refused)])


def _near(path: str) -> str:
    """Return a path as it is written from here, when that is shorter."""
    try:
        return min(path, os.path.relpath(path), key=len)
    except ValueError:  # on another drive
        return path
