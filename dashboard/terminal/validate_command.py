"""`sitrep validate`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from dashboard.terminal.options import json_option, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.record_argument import RecordPath, pasted
from engine.recording import OrderEntry
from engine.standing import Standing
from engine.title.rounds import round_name
from ingest import Verdict, check
from ingest.files import shown
from ingest.find import COMPANIONS, find
from ingest.log.shorthand import in_words
from ingest.log.writer import encode_entry


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


def print_verdicts(found: Mapping[str, Verdict], as_json: bool = False) -> None:
    """Print the defects of each record, or that it has none, and whether its replay ends where the record says it did."""
    if as_json:
        print_json({path: [msgspec.to_builtins(defect) for defect in verdict.defects] for path, verdict in found.items()})
        return
    if not found:
        beside = ", ".join(sorted(COMPANIONS))
        say(f"no records found; hidden files and {beside} files are read only if you name them")
    for path, verdict in found.items():
        if not verdict.defects:
            say(f"{path}: no defects{_END.get(verdict.gap, '')}")
        for defect in verdict.defects:
            say(str(defect))
        if len(found) == 1 and verdict.stands:
            say("\n".join(_standing(verdict.stands)))
    if len(found) > 1:
        say(_verdict_in_short(list(found.values())))


def _standing(at: Standing) -> Iterator[str]:
    """Yield where a game stands that is not over: turn and phase, what is asked, what is left to do in the phase."""
    title = at.title
    name = title.powers[at.power].name if at.power in title.powers else at.power
    when = round_name(title, at.scenario, at.round)
    yield f"It stands in {when}, {name}, {at.phase}."
    if at.asked:
        side = f" of the {at.asked.side}" if at.asked.side else ""
        yield f"  asked: {at.asked.what}{side}; where a log does not say it: {_line(OrderEntry(at.asked.default))}"
    for problem in at.owed:
        yield f"  left to do: {problem}"
    if at.waiting:
        units = ", ".join(f"{count} {title.units[unit].name}" for _, unit, count in at.waiting)
        yield f"  not placed yet: {units}"


def _line(entry: OrderEntry) -> str:
    """Return an order as a line that a log may have."""
    return in_words(entry) or encode_entry(entry).decode()


_END = {0: "; the replay ends in the saved state"}


def _verdict_in_short(verdicts: Sequence[Verdict]) -> str:
    defects = sum(len(verdict.defects) for verdict in verdicts)
    spoilt = sum(bool(verdict.defects) for verdict in verdicts)
    with_end = [verdict.gap for verdict in verdicts if verdict.gap >= 0]
    ends = f"; {sum(gap == 0 for gap in with_end)} of {len(with_end)} saves end in their saved state" if with_end else ""
    return f"{len(verdicts)} records: {defects} defects, in {spoilt} of them{ends}"
