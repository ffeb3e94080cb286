"""`sitrep log`: the orders of a record, written in plain words or in JSON."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.options import in_a_folder, tells
from dashboard.terminal.output import say
from dashboard.terminal.record_argument import RecordPath, pasted
from ingest.log.writer import save_log, write_log
from ingest.ordered import read_orders


@click.command("log")
@click.argument("record", type=RecordPath(path_type=Path), callback=pasted)
@click.option("--as", "form", type=click.Choice(["words", "json"]), default="words", show_default=True, help="How lines are written.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    callback=in_a_folder,
    help="File to write; default: the terminal.",
)
@tells
def log_command(record: Path, form: str, out: Path | None) -> None:
    """Write RECORD, a log of orders or a TripleA save, in plain words that a person types, or in JSON; both are read alike.

    Of a save, the orders are found that its history tells: what the rules of its map's title make otherwise than the program did is set
    right by lines of 'set'. Names become slugs. Blank lines and comments are left out, undone orders stay.
    """
    if out is not None and out.exists() and record.exists() and out.samefile(record):
        raise click.BadParameter(f"'{out}' is the record itself; expected another file", param_hint="'--out'")
    recording = read_orders(record).recording
    words = form == "words"
    if out is None:
        say(write_log(recording, words=words).decode(), nl=False, raw=True)
    else:
        save_log(recording, out, words=words)
        say(f"{out}: {len(recording.entries):,} lines")
