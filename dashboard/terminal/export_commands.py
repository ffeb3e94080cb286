"""The command `sitrep export`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.checks import print_exported
from dashboard.terminal.completion import a_game, a_title
from dashboard.terminal.options import json_option, lake_option, players_option, raw_option, tells, written
from dashboard.terminal.site_commands import people_of
from warehouse import Lake
from warehouse.export import FORMS, Selection, export, form_of
from warehouse.people import NOBODY

IMPLIED = "; ".join(f"{suffix or 'a folder'}: {name}" for name, form in FORMS.items() for suffix in form.suffixes)
"""What the suffix of a target implies."""


@click.command(
    "export",
    help=f"""Export the lake, or some of its games and tables, to TARGET.

    One of: {", ".join(form.what for form in FORMS.values())}. With --players, aliases become one name and hidden players a
    pseudonym; with --anonymous, every player becomes a number and every game gets another id.
    """,
)
@click.argument("target", type=click.Path(path_type=Path))
@lake_option
@click.option(
    "--to",
    "form",
    type=click.Choice(sorted(FORMS)),
    help=f"Format; default: by the extension of TARGET ({IMPLIED}).",
)
@click.option("--game", "games", multiple=True, shell_complete=a_game, help="Only this game (an id or the start of one); repeatable.")
@click.option("--title", "titles", multiple=True, shell_complete=a_title, help="Only games of this title; repeatable.")
@click.option("--table", "tables", multiple=True, help="Only this table; repeatable.")
@click.option("--anonymous", is_flag=True, help="Put a number in the place of every player's name, wherever it stands.")
@players_option
@click.option(
    "--notes/--no-notes",
    default=None,
    help="With or without chat, notes and the recorders' free text; default: without them if names are changed, otherwise with them.",
)
@raw_option
@click.option("--name", default="", metavar="TEXT", callback=written, help="Of a data set: what it is called.")
@click.option(
    "--licence",
    default="",
    metavar="TEXT",
    callback=written,
    help="Of a data set: a line about who may use it, and how; begun by CC-BY-4.0, MIT or the like, it is told to programs, too.",
)
@click.option("--url", default="", metavar="URL", callback=written, help="Of a data set: where it is to be found.")
@click.option("--creator", default="", metavar="NAME", callback=written, help="Of a data set: who made it.")
@json_option
@tells
def export_command(
    target: Path,
    lake_path: Path | str,
    form: str | None,
    games: tuple[str, ...],
    titles: tuple[str, ...],
    tables: tuple[str, ...],
    anonymous: bool,
    players: Path | None,
    notes: bool | None,
    raw: bool,
    name: str,
    licence: str,
    url: str,
    creator: str,
    as_json: bool,
) -> None:
    """Export the lake: see the help."""
    kind = form or form_of(target)
    if kind != "dataset" and (name or licence or url or creator):
        raise click.UsageError(
            f"--name, --licence, --url and --creator are of a data set, and this is an export to {kind}; "
            "leave them out, or add --to dataset"
        )
    lake = Lake.open(lake_path)
    people = people_of(players, lake, anonymous=anonymous)
    chosen = Selection(games, titles, tables, raw, name, licence, url, creator)
    with_notes = people is NOBODY if notes is None else notes
    rows = export(lake, kind, target, chosen, people, with_notes)
    print_exported(target, rows, as_json=as_json)
