"""What the commands of `sitrep lake` print."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import polars as pl

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.rows import frame_table
from ingest.mend import Mended
from warehouse import Commit, Lake
from warehouse.upkeep import BackedUp, Cached, Compacted, Migrated, Vacuumed


def print_history(lake: Lake, limit: int, *, as_json: bool = False) -> None:
    """Print the newest commits, one line each, the newest first; all when `limit` is 0."""
    oldest = lake.state().swept
    rows = _rows(islice(lake.history(), limit or None), oldest)
    if as_json:
        print_json(rows)
        return
    print_table("", frame_table(rows))
    total = lake.state().version
    say(f"{rows.height} of {total} commits; `sitrep query ... --as-of VERSION` queries the lake as it was then")


def _rows(commits: Iterable[Commit], oldest: int) -> pl.DataFrame:
    columns = {
        "version": pl.Int64,
        "at": pl.String,
        "what": pl.String,
        "new": pl.Int64,
        "replaced": pl.Int64,
        "batches": pl.String,
        "schema": pl.Int64,
        "swept": pl.Boolean,
    }
    return pl.DataFrame([_row(commit, oldest) for commit in commits], schema=columns, orient="row")


def _row(commit: Commit, oldest: int) -> tuple[object, ...]:
    # of what a write adds, the last batch is what came in; those before it are the rest of batches it took games from
    came = len(commit.added[-1].games) if commit.kind == "write" and commit.added else 0
    new = max(0, came - len(commit.replaced))
    return (
        commit.version, commit.at, commit.kind, new, len(commit.replaced),
        f"+{len(commit.added)} -{len(commit.removed)}", commit.schema, commit.version < oldest,
    )  # fmt: skip


def print_removed(games: list[str], version: int, *, as_json: bool = False) -> None:
    """Print which games were taken out."""
    if as_json:
        print_json({"version": version, "removed": games})
        return
    say(f"version {version}: {', '.join(games)} removed; earlier versions keep what was removed until `sitrep lake vacuum` deletes them")


def print_compacted(done: Compacted, *, as_json: bool = False) -> None:
    """Print what compaction did."""
    if as_json:
        print_json(done._asdict())
        return
    if not done.made:
        say(f"version {done.version}: nothing to compact (batches: {done.batches:,}, files: {done.files:,})")
        return
    say(
        f"version {done.version}: {done.batches_before} batches became {done.batches}, "
        f"{done.files_before:,} files became {done.files:,}; `sitrep lake vacuum` deletes files that no version needs"
    )


def print_backed_up(done: BackedUp, target: Path | str, *, as_json: bool = False) -> None:
    """Print what a backup copied, and what was there before."""
    if as_json:
        print_json(done._asdict())
        return
    say(f"{target}: version {done.version}: {done.files:,} files copied, {done.bytes:,} bytes; {done.there:,} were there")


def print_mended(done: Mended, *, as_json: bool = False) -> None:
    """Print what was mended, and of what is still damaged which games need it."""
    if as_json:
        print_json({**done._asdict(), "left": [{"path": one.path, "games": one.games} for one in done.left]})
        return
    say(f"{done.commits:,} commits and {done.files:,} data files put back, {done.games:,} games read again from their records")
    for one in done.left:
        games = "; ".join(f"{game}: {why}" for game, why in list(one.games.items())[:5])
        more = f"; {len(one.games) - 5:,} more games" if len(one.games) > 5 else ""
        say(f"{one.path}: still damaged: {games}{more}")
    if done.oldest:
        say(f"versions from {done.oldest} on remain readable; older ones needed files that nothing put back")
    if done.left:
        say(
            "give a backup (--backup) that holds these files, or the records (--records) of these games; "
            "records bring back the newest version, older ones can be given up (--give-up)"
        )


def print_vacuumed(done: Vacuumed, *, as_json: bool = False) -> None:
    """Print what a vacuum took away, and what it left."""
    if as_json:
        print_json(done._asdict())
        return
    say(f"{done.files:,} files deleted, {done.bytes:,} bytes; versions from {done.oldest} on remain readable")
    if done.young:
        say(f"{done.young:,} unused files are less than an hour old and were kept, because a writer may still need them")


def print_migrated(done: Migrated, *, as_json: bool = False) -> None:
    """Print what a migration did."""
    if as_json:
        print_json(done._asdict())
    elif done.batches:
        say(f"version {done.version}: {done.games:,} games in {done.batches:,} batches migrated to schema {done.schema}")
    else:
        say(f"version {done.version}: nothing to migrate; everything is at schema {done.schema}")


def print_cached(done: Cached, *, as_json: bool = False) -> None:
    """Print which cache there is now."""
    if as_json:
        print_json({**done._asdict(), "path": str(done.path)})
        return
    say(f"{done.path}: version {done.version}, {done.rows:,} rows, {done.bytes:,} bytes" + ("" if done.made else "; it already existed"))
