"""`sitrep log`: a log of orders, written in plain words or in JSON."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.options import in_a_folder, tells
from dashboard.terminal.output import say
from dashboard.terminal.record_argument import RecordPath, pasted
from engine.errors import SitrepError
from engine.recording import Fidelity
from ingest.files import shown
from ingest.formats import read_recording
from ingest.log.writer import save_log, write_log


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
    """Write RECORD, a log of orders, in plain words that a person types, or in JSON; both are read alike.

    Names become slugs. Blank lines and comments are left out, undone orders stay.
    """
    recording = read_recording(record)
    if recording.fidelity is not Fidelity.ORDERS:
        raise SitrepError(
            f"{shown(record)}: a record of {recording.fidelity.value} does not say what was ordered; expected a log of orders"
        )
    words = form == "words"
    if out is None:
        say(write_log(recording, words=words).decode(), nl=False, raw=True)
    else:
        save_log(recording, out, words=words)
        say(f"{out}: {len(recording.entries):,} lines")
