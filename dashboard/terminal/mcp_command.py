"""The command `sitrep mcp`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.options import lake_option, tells
from dashboard.terminal.output import say_what_is_lacking
from engine.errors import SitrepError
from engine.parts import keep_out

NO_PACKAGE = "sitrep mcp needs the package mcp: install the extra, pip install 'sitrep-games[mcp]' (in a checkout: pip install '.[mcp]')"


@click.command("mcp")
@lake_option
@tells
def mcp_command(lake_path: Path | str) -> None:
    """Answer an assistant's questions about a lake, over the Model Context Protocol on standard input and output.

    A client of the protocol starts this command by itself; docs/assistants.md tells how to set it up. Nothing is written to the lake.
    """
    try:
        import mcp  # noqa: F401  # an extra: without it nothing of what serves can be imported
    except ImportError as error:
        raise SitrepError(NO_PACKAGE) from error
    from dashboard.assistant.server import serve

    say_what_is_lacking()
    keep_out()
    serve(lake_path)
