"""The commands of `sitrep title`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dashboard.terminal.completion import a_title, of_part
from dashboard.terminal.options import json_option, tells
from dashboard.terminal.save_check import print_save_check
from dashboard.terminal.title_check import print_title_check
from dashboard.terminal.title_show import PARTS, show_title
from engine.title.published_figures import judge, slug_of
from engine.titles import load_title, titles


@click.group("title")
def title_group() -> None:
    """Titles: what they have, what of their tables is reconstructed, and what an owner of the game can put in its place."""


@title_group.command("check")
@click.argument("checked", metavar="[FOLDER|SAVE|TITLE]", type=click.Path(path_type=Path), required=False)
@click.option(
    "--title", "title", default="", shell_complete=a_title, help="Title that FOLDER overlays; default: the `slug` of its title.toml."
)
@json_option
@tells
def title_check_command(checked: Path | None, title: str, as_json: bool) -> None:
    """Say what of a title, with the overlay FOLDER, is still reconstructed, file by file, and what contradicts a proven fact.

    Proven facts are what the rule book or a published sheet holds. Without FOLDER, or where it names a TITLE, the title alone is checked.
    Of a TripleA SAVE, say whether the games of its map can be played on here, and what the map uses that no rules here know.
    Exit code 1 if a fact is contradicted, a file is no table of the title, or a save's map cannot be played on.
    """
    if checked is not None and checked.is_file():
        sys.exit(0 if print_save_check(checked, as_json=as_json) else 1)
    if checked is not None and not title and not checked.exists() and str(checked) in titles():
        checked, title = None, str(checked)
    folder, named = checked, title or slug_of(checked)
    verdict = judge(named, str(folder) if folder else "")
    load_title(named, [folder] if folder else [])
    print_title_check(named, folder, verdict, as_json=as_json)
    sys.exit(1 if verdict.wrong or verdict.strange else 0)


@title_group.command("show")
@click.argument("title", shell_complete=a_title)
@click.argument("part", type=click.Choice(list(PARTS)))
@click.argument("name", required=False, default="", shell_complete=of_part)
@json_option
@tells
def title_show_command(title: str, part: str, name: str, as_json: bool) -> None:
    """List what TITLE has: slugs and printed names, figures, the orders of each phase and their fields.

    With the NAME of an area, unit or power, its line in the title's table, as an overlay begins with it.
    """
    show_title(title, part, name, as_json=as_json)
