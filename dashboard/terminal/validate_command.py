"""`sitrep validate`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dashboard.terminal.options import json_option, tells
from dashboard.terminal.record_argument import RecordPath, pasted
from dashboard.terminal.verdicts import print_verdicts
from ingest import check
from ingest.files import shown
from ingest.find import find


@click.command()
@click.argument("records", nargs=-1, required=True, type=RecordPath(path_type=Path), callback=pasted)
@click.option("--strict", is_flag=True, help="Stop each record at its first defect.")
@json_option
@tells
def validate(records: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Replay RECORDS (files or folders) and list every defect. Exit code 1 if any defect is more than a remark.

    Orders go through the title's rules. If a record contains its final state, the end of the replay is compared with it.
    """
    found = {shown(path): check(path, strict=strict) for path in find(records).files}
    print_verdicts(found, as_json=as_json)
    sys.exit(1 if any(defect.severity == "error" for verdict in found.values() for defect in verdict.defects) else 0)
