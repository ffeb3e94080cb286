"""`sitrep audit`."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

import click
import msgspec

from dashboard.terminal.options import json_option, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.record_argument import RecordPath, pasted
from dashboard.ui.text import counted
from engine.text import one_line
from ingest.audit import Audit, Finding, audit, kinds
from ingest.find import find


@click.command()
@click.argument("records", nargs=-1, required=True, type=RecordPath(path_type=Path), callback=pasted)
@json_option
@tells
def audit_command(records: tuple[Path, ...], as_json: bool) -> None:
    """Tell what RECORDS (files or folders) show of edits, of dice, and of each other.

    Each record is looked at for itself. Records of one game are laid beside each other, in the order of its course: the later one
    must tell all that the earlier one does, and stand at its end as that one ended. What is found is what the records show; why it
    is so they do not know. Exit code 1 if a record cannot be read.
    """
    found = audit(find(records).files)
    if as_json:
        may_be = {name: kind.may_be for name, kind in kinds().items()}
        rows = [msgspec.to_builtins(one) | {"may_be": may_be[one.kind]} for one in found.findings]
        print_json({"records": found.records, "pairs": found.pairs, "findings": rows, "unread": found.unread})
    else:
        print_audit(found)
    sys.exit(1 if found.unread else 0)


def print_audit(found: Audit) -> None:
    """Print findings by record and kind, each kind with what may explain it, and what was looked at."""
    names = kinds()
    for (file, other, kind), group in groupby(found.findings, key=lambda one: (one.file, one.other, one.kind)):
        beside = f", beside {other}" if other else ""
        say(f"{file}{beside}: {names[kind].shows}")
        for one in group:
            say(f"  {one_line(place(one))}: {one_line(one.what)}")
        say(f"  What may explain it: {names[kind].may_be}.")
    for file, why in found.unread.items():
        say(f"{file}: not looked at: {why}", err=True)
    say(_in_short(found))


def place(one: Finding) -> str:
    """Return where in the game a finding stands: round, power and phase, as far as the record tells them."""
    parts = (f"round {one.round}" if one.round else "", one.power, one.phase)
    return ", ".join(part for part in parts if part) or "the set-up"


def _in_short(found: Audit) -> str:
    looked = f"{counted(len(found.records), 'record')} looked at, {counted(len(found.pairs), 'pair')} of one game laid beside each other"
    if not found.findings:
        return f"{looked}; nothing found of what an audit looks for"
    return f"{looked}; {counted(len(found.findings), 'finding')}: what the records show, not why"
