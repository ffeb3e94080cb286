"""The report of an ingest, and of a validation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import click
import msgspec

from dashboard.terminal.output import print_json, print_table, table
from ingest import Defect, Report


def print_ingest(report: Report, as_json: bool = False) -> None:
    """Print what became of each file: a line each while they are few, then the counts, then what was refused and why."""
    if as_json:
        print_json({"counts": report.counts, "files": [msgspec.to_builtins(row) for row in report.rows]})
        return
    if len(report.rows) <= 20:
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


def print_defects(found: Mapping[str, Sequence[Defect]], as_json: bool = False) -> None:
    """Print the defects of each record, or that it has none."""
    if as_json:
        print_json({path: [msgspec.to_builtins(defect) for defect in defects] for path, defects in found.items()})
        return
    for path, defects in found.items():
        if not defects:
            click.echo(f"{path}: no defects")
        for defect in defects:
            click.echo(str(defect))
