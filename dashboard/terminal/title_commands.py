"""The commands of `sitrep title`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dashboard.terminal.options import json_option, tells
from dashboard.terminal.title_check import print_title_check
from dashboard.terminal.title_show import PARTS, show_title
from engine.title.published_figures import judge, slug_of
from engine.titles import load_title


@click.group("title")
def title_group() -> None:
    """Titles: what they have, what of their tables is reconstructed, and what an owner of the game can put in its place."""


@title_group.command("check")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--title", "title", default="", help="Title that FOLDER overlays; default: the `slug` of its title.toml.")
@json_option
@tells
def title_check_command(folder: Path | None, title: str, as_json: bool) -> None:
    """Say what of a title, with the overlay FOLDER, is still reconstructed, file by file, and what contradicts a proven fact.

    Proven facts are what the rule book or a published sheet holds. Without FOLDER, the title alone is checked.
    Exit code 1 if a fact is contradicted, or a file is no table of the title.
    """
    named = title or slug_of(folder)
    verdict = judge(named, str(folder) if folder else "")
    load_title(named, [folder] if folder else [])
    print_title_check(named, folder, verdict, as_json=as_json)
    sys.exit(1 if verdict.wrong or verdict.strange else 0)


@title_group.command("show")
@click.argument("title")
@click.argument("part", type=click.Choice(list(PARTS)))
@click.argument("name", required=False, default="")
@json_option
@tells
def title_show_command(title: str, part: str, name: str, as_json: bool) -> None:
    """List what TITLE has: slugs and printed names, figures, the orders of each phase and their fields.

    With the NAME of an area, unit or power, its line in the title's table, as an overlay begins with it.
    """
    show_title(title, part, name, as_json=as_json)
