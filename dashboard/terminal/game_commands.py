"""Commands about games of a lake: `review`, `notebook`, `query`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.completion import a_game_or_file
from dashboard.terminal.options import in_a_folder, lake_option, raw_option, tells, written
from dashboard.terminal.output import say
from dashboard.terminal.rows import print_rows
from warehouse import Lake


@click.command("review")
@click.argument("game", shell_complete=a_game_or_file)
@lake_option
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False, writable=True), callback=in_a_folder, help="File to write; default: GAME.html."
)
@tells
def review_command(game: str, lake_path: Path | str, out: Path | None) -> None:
    """Write the review of GAME, a game id (or the start of one) in the lake, as one self-contained HTML file."""
    from dashboard.review.export import write_review  # only here: charts and pages take their time to import

    lake = Lake.open(lake_path)
    say(write_review(lake, lake.find(game), out))


@click.command("notebook")
@click.argument("game", shell_complete=a_game_or_file)
@lake_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    callback=in_a_folder,
    help="File to write; default: GAME.ipynb.",
)
@tells
def notebook_command(game: str, lake_path: Path | str, out: Path | None) -> None:
    """Write an after-action notebook of GAME, a game id (or the start of one) in the lake, or a record's file.

    Open it in Jupyter, VS Code or any other place for notebooks, run it, and change what you like.
    """
    from dashboard.notebook import write

    say(str(write.write_notebook(game, lake_path, out)))


@click.command()
@click.argument("sql", callback=written)
@lake_option
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
@raw_option
@click.option(
    "--as-of",
    default="",
    metavar="VERSION|TIME",
    help="Query the lake as it was at a version, day or time (UTC); see `sitrep lake history`.",
)
@tells
def query(sql: str, lake_path: Path | str, form: str, raw: bool, as_of: str) -> None:
    """Query the lake in SQL (DuckDB's dialect); every table of the lake is a view."""
    lake = Lake.open(lake_path)
    print_rows((lake.at(as_of) if as_of else lake).sql(sql), form, raw)
