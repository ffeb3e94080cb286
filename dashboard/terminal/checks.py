"""What `sitrep verify` and `sitrep export` print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from dashboard.terminal.output import print_json, say
from dashboard.ui.text import counted
from warehouse import Lake
from warehouse.verify import Finding


def print_findings(lake: Lake, games: int, findings: Sequence[Finding], *, as_json: bool = False) -> None:
    """Print what verifying found, one line each, and the sum of it."""
    state = lake.state()
    if as_json:
        rows = [msgspec.structs.asdict(finding) for finding in findings]
        print_json({"version": state.version, "games": games, "findings": rows})
        return
    for finding in findings:
        say(f"remark: {finding.text}" if finding.remark else finding.text)
    wrong = sum(not finding.remark for finding in findings)
    verdict = counted(wrong, "finding") if wrong else "everything matches the log and the events"
    say(f"version {state.version}, {counted(games, 'game')}: {verdict}")


def print_exported(target: Path, rows: Mapping[str, int], *, as_json: bool = False) -> None:
    """Print what was written where."""
    if as_json:
        print_json({"target": str(target), "rows": dict(rows)})
    else:
        say(f"{target}: {len(rows)} tables, {sum(rows.values()):,} rows")
