"""`sitrep lake`: what keeps a lake small, fast and whole."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from dashboard.terminal.completion import a_game
from dashboard.terminal.options import json_option, lake_option, placed, tells
from dashboard.terminal.progress import steps_progress
from dashboard.terminal.upkeep import (
    print_backed_up,
    print_cached,
    print_compacted,
    print_history,
    print_mended,
    print_migrated,
    print_removed,
    print_vacuumed,
)
from ingest.limits import DEFAULT as LIMITS
from ingest.mend import mend
from warehouse import Lake
from warehouse.times import span
from warehouse.upkeep import backup, compact, make_cache, migrate, vacuum


@click.group("lake")
def lake_group() -> None:
    """Maintain a lake: history, compaction, vacuum, migration, cache, backup, mending."""


@lake_group.command("history")
@lake_option
@click.option("--limit", default=20, show_default=True, type=click.IntRange(0), help="Commits to list; 0 for all.")
@json_option
@tells
def history_command(lake_path: Path | str, limit: int, as_json: bool) -> None:
    """List the commits, newest first: time, change, and whether the files of that version were deleted."""
    print_history(Lake.open(lake_path), limit, as_json=as_json)


@lake_group.command("compact")
@lake_option
@json_option
@tells
def compact_command(lake_path: Path | str, as_json: bool) -> None:
    """Merge small files into large ones, in one commit; older versions stay readable until a vacuum deletes them."""
    print_compacted(compact(Lake.open(lake_path)), as_json=as_json)


@lake_group.command("cache")
@lake_option
@json_option
@tells
def cache_command(lake_path: Path | str, as_json: bool) -> None:
    """Build cache.duckdb for the current version of the lake; it speeds up questions about many games.

    The cache is opened read-only and never blocks an ingest. Once the lake has newer commits, it is ignored until you build it again.
    """
    print_cached(make_cache(Lake.open(lake_path)), as_json=as_json)


@lake_group.command("remove")
@click.argument("games", nargs=-1, required=True, shell_complete=a_game)
@lake_option
@json_option
@tells
def remove_command(games: tuple[str, ...], lake_path: Path | str, as_json: bool) -> None:
    """Take GAMES (ids, or the start of them) out of the lake.

    Earlier versions of the lake keep them until `sitrep lake vacuum` deletes those. A record that still lies in a watched folder
    is read again when the watch is started anew: move it away, too.
    """
    lake = Lake.open(lake_path)
    found = [lake.find(game) for game in games]
    print_removed(found, lake.remove(found).version, as_json=as_json)


@lake_group.command("vacuum")
@lake_option
@click.option(
    "--older-than",
    default="30d",
    show_default=True,
    metavar="SPAN",
    help="Delete versions that were replaced longer ago than this: 30d, 12h, 0s, ...",
)
@json_option
@tells
def vacuum_command(lake_path: Path | str, older_than: str, as_json: bool) -> None:
    """Delete files that no kept version needs, and leftovers of killed writers; files less than an hour old stay."""
    print_vacuumed(vacuum(Lake.open(lake_path), span(older_than)), as_json=as_json)


@lake_group.command("backup")
@click.argument("target", callback=placed)
@lake_option
@json_option
@tells
def backup_command(target: Path | str, lake_path: Path | str, as_json: bool) -> None:
    """Copy to TARGET, a folder or s3://bucket/prefix, whatever an earlier backup there lacks of the lake.

    Each file is read back and checked. A backup is a lake itself: to restore it, back it up to where the lake shall be.
    """
    print_backed_up(backup(Lake.open(lake_path), target), target, as_json=as_json)


@lake_group.command("mend")
@lake_option
@click.option("--backup", "backup_path", default="", metavar="FOLDER|S3://...", help="Put files back from this backup.")
@click.option(
    "--records",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Read games again from these files and folders, besides where their records lay.",
)
@click.option(
    "--tables/--no-tables",
    "tables",
    default=None,
    help="Whether the records were read with the tables for their module that lie beside them: `sitrep ingest` reads these, "
    "`sitrep watch` and the dashboard do not. Records without such tables need neither.",
)
@click.option("--give-up", is_flag=True, help="Give up older versions of the lake that need a file which nothing puts back.")
@json_option
@tells
def mend_command(
    lake_path: Path | str,
    backup_path: str,
    records: tuple[Path, ...],
    tables: bool | None,
    give_up: bool,
    as_json: bool,
) -> None:
    """Put back damaged and missing files of every version of the lake, from a backup, or from the records of its games.

    Records bring back the newest version only. Exit code 1 if anything is still damaged; `sitrep verify` looks at everything again.
    """
    done = mend(lake_path, backup_path, records, replace(LIMITS, tables_beside=tables), give_up)
    print_mended(done, as_json=as_json)
    sys.exit(1 if done.left else 0)


@lake_group.command("migrate")
@lake_option
@json_option
@tells
def migrate_command(lake_path: Path | str, as_json: bool) -> None:
    """Migrate the games of an older lake to the current tables; an interrupted migration continues where it stopped."""
    with steps_progress("migrating", show=not as_json) as on_progress:
        print_migrated(migrate(lake_path, on_progress), as_json=as_json)
