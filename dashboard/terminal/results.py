"""The command `sitrep results`: results as people post them, written as a table of results."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import click

from dashboard.terminal.completion import a_title
from dashboard.terminal.options import a_day, in_a_folder, tells
from dashboard.terminal.output import say
from dashboard.ui.text import counted
from engine.errors import SitrepError
from ingest.results.line import LONGEST
from ingest.results.posts import Posted, read_posts

MOST_BYTES = 10_000_000
"""Of a file of posts at most."""


@click.command("results")
@click.argument("posts", type=click.File("rb"))
@click.option(
    "--title", required=True, shell_complete=a_title, help="Title of all these games: its slug or printed name, or another map's name."
)
@click.option("--day", default="", callback=a_day, metavar="DAY", help="Day of play of lines that name none, such as 2026-05-01.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    callback=in_a_folder,
    help="The table to write, a new file; default: standard output.",
)
@tells
def results_command(posts: io.BufferedReader, title: str, day: str, out: Path | None) -> None:
    """Read POSTS, results as people post them (a file, or - for standard input), a game a line, and write a table for `sitrep ingest`.

    A line reads: Amy (Axis) defeats Boris (Allies + 10). YAML of teams with shares is read, too (docs/results.md). What is not understood,
    or tells a game again, is quoted with the reason, and is not in the table.
    """
    if not title.strip():
        raise SitrepError("--title is empty; expected a title's slug or printed name, or another map's name")
    if out and out.exists():
        raise SitrepError(f"{out}: is there; expected a new file")
    content = posts.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise SitrepError(f"{posts.name}: more than {MOST_BYTES:,} bytes; split it into several files")
    found = [*read_posts(content.decode("utf-8-sig", "replace"), title, day)]
    read = [one for one in found if one.cells]
    table = _table(read)
    if out:
        out.write_text(table, encoding="utf-8", newline="\n")
    elif read:
        say(table, nl=False)
    for one in found:
        if not one.cells:
            quoted = one.text if len(one.text) <= LONGEST else f"{one.text[:LONGEST]}..."
            say(f"line {one.number}: {quoted!r}: {one.why}", err=True)
    say(f"{counted(len(found), 'line')}: {len(read):,} read, {len(found) - len(read):,} not understood", err=True)
    if len(read) < len(found):
        sys.exit(1)


def _table(read: list[Posted]) -> str:
    out = io.StringIO()
    if read:
        rows = csv.DictWriter(out, [*read[0].cells], lineterminator="\n")
        rows.writeheader()
        rows.writerows(one.cells for one in read)
    return out.getvalue()
