"""The report of an ingest, and of a validation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import click
import msgspec

from dashboard.terminal.output import print_json, print_table, table
from ingest import Report, Verdict


def print_ingest(report: Report, as_json: bool = False) -> None:
    """Print what became of each file, a line each, then the counts and what was refused and why."""
    if as_json:
        print_json({"counts": report.counts, "files": [msgspec.to_builtins(row) for row in report.rows]})
        return
    made = table("file", "status", "game", ">events", ">defects")
    for row in report.rows:
        made.add_row(_near(row.path), row.status, row.game_id[:24], f"{row.events:,}", str(row.defects))
    print_table("", made)
    click.echo(report.text())


def _near(path: str) -> str:
    """Return a path as it is written from here, when that is shorter."""
    try:
        return min(path, os.path.relpath(path), key=len)
    except ValueError:  # on another drive
        return path


def print_verdicts(found: Mapping[str, Verdict], as_json: bool = False) -> None:
    """Print the defects of each record, or that it has none, and whether its replay ends where the record says it did."""
    if as_json:
        print_json(
            {path: [msgspec.to_builtins(defect) for defect in verdict.defects] for path, verdict in found.items()}
        )
        return
    for path, verdict in found.items():
        if not verdict.defects:
            click.echo(f"{path}: no defects{_END.get(verdict.gap, '')}")
        for defect in verdict.defects:
            click.echo(str(defect))
    if len(found) > 1:
        click.echo(_verdict_in_short(list(found.values())))


_END = {0: "; ends in the very state that it was saved in"}


def _verdict_in_short(verdicts: Sequence[Verdict]) -> str:
    defects = sum(len(verdict.defects) for verdict in verdicts)
    spoilt = sum(bool(verdict.defects) for verdict in verdicts)
    with_end = [verdict.gap for verdict in verdicts if verdict.gap >= 0]
    ends = f"; {sum(gap == 0 for gap in with_end)} of {len(with_end)} saves end as they were saved" if with_end else ""
    return f"{len(verdicts)} records: {defects} defects in {spoilt} of them{ends}"
