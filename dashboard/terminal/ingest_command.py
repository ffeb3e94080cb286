"""`sitrep ingest`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dashboard.terminal.ingest import ingest_and_tell
from dashboard.terminal.options import in_a_folder, json_option, lake_option, tells
from dashboard.terminal.record_argument import RecordPath, pasted
from engine.strictness import Strictness
from ingest.limits import DEFAULT as LIMITS
from warehouse import Lake

LEVELS = [level.value for level in Strictness]


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, type=RecordPath(path_type=Path), callback=pasted)
@lake_option
@click.option(
    "--strictness",
    type=click.Choice(LEVELS),
    default="collect",
    show_default=True,
    help="What to do with orders that break a rule; collect stores them as defects.",
)
@click.option("--jobs", type=click.IntRange(1), help="Number of reading processes; default: one per core.")
@click.option("--scheduler", default="", metavar="TCP://HOST:PORT", help="Read on the workers of a Dask cluster.")
@click.option(
    "--limits",
    default=1.0,
    show_default=True,
    metavar="TIMES",
    type=click.FloatRange(1),
    help=f"Allow each record this many times the usual {LIMITS.seconds:g} s, {LIMITS.memory >> 30} GiB and "
    f"{LIMITS.rows:,} rows before it is refused.",
)
@click.option("--again", is_flag=True, help="Read records again even if the lake has them unchanged; use after updating Sitrep.")
@click.option(
    "--report",
    "report_to",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    callback=in_a_folder,
    help="Also write the report to this file: CSV if its name ends in .csv, otherwise JSON.",
)
@json_option
@tells
def ingest_command(
    paths: tuple[Path, ...],
    lake_path: Path | str,
    strictness: str,
    jobs: int | None,
    scheduler: str,
    limits: float,
    again: bool,
    report_to: Path | None,
    as_json: bool,
) -> None:
    """Read records (files, folders, or - for standard input) into a lake; a game already there is replaced, never duplicated.

    Running the same command again skips what is already there, so it continues after an interruption.
    """
    lake, how = Lake.create(lake_path), Strictness(strictness)
    sys.exit(ingest_and_tell(paths, lake, how, jobs, scheduler, again, as_json, report_to, LIMITS.times(limits)))
