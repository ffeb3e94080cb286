"""`sitrep vassal`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.options import tells
from dashboard.terminal.output import say
from ingest.triplea.title.names import slug
from ingest.vassal.draft import write_draft
from ingest.vassal.module import read_module


@click.group()
def vassal() -> None:
    """Modules of VASSAL: what their pieces and places are."""


@vassal.command("map")
@click.argument("module", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write to; the module's name when none is given.")
@tells
def vassal_map_command(module: Path, out: Path | None) -> None:
    """Write a first draft of the tables of MODULE (a .vmod, or its build file): its maps, places, pieces and dice.

    Finish them by hand, and put the folder beside the logs, or into the folder that SITREP_VASSAL_MODULES names: logs of the
    module are then read with them.
    """
    read = read_module(module)
    folder = out or Path(slug(read.name) or "module")
    for path in write_draft(read, folder):
        say(str(path))
