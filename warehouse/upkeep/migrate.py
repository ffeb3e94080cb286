"""Migration: an older lake's games rewritten with the current tables, from their own events and titles, without the records.

Each batch gets its own commit: an interrupted migration continues where it stopped. The older
versions stay in the log, for the Sitrep that wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from engine.errors import SitrepError
from engine.garbage import no_collection
from warehouse.batch import BatchWriter, read_table
from warehouse.errors import LakeError
from warehouse.game_rows import all_rows, frames_from
from warehouse.log import Log
from warehouse.schema import SCHEMA, TABLES
from warehouse.snapshots import Row
from warehouse.state import Batch, Commit
from warehouse.stores import store_of
from warehouse.times import now
from warehouse.upkeep.restore import Rows, completed, game_of

Progress = Callable[[int, int], None]
"""Called after each batch with (games migrated, games to migrate)."""

_OF_TODAY = {"vocabulary"}
"""Columns of `games` that say what Sitrep wrote them."""


_COMPUTED = {"seats", "battle_luck", "title_prices", "title_rounds", "title_lines"}
"""Tables that say nothing that others, or the title, do not say, as snapshots do."""


class Migrated(NamedTuple):
    """What a migration did: the lake's version after it, the games and batches migrated, and today's schema."""

    version: int
    games: int
    batches: int
    schema: int


def migrate(place: Path | str, on_progress: Progress | None = None) -> Migrated:
    """Write every batch of an older schema anew, in today's.

    Args:
        place: the lake's folder or URL. on_progress: see Progress.

    Raises:
        LakeError: no lake is there, a game cannot be made again, or the disk refuses; what was migrated before stays so.
    """
    log = Log(store_of(place))
    state = log.state()
    if not state.version:
        raise LakeError(f"{log.store.place}: no lake is here; expected a folder, or s3:// URL, that `sitrep ingest` has filled")
    total, games, batches = sum(len(batch.games) for batch in state.older), 0, 0
    while older := log.state().older:
        if _migrate_batch(log, older[0]):
            games, batches = games + len(older[0].games), batches + 1
            if on_progress:
                on_progress(games, total)
    return Migrated(log.state().version, games, batches, SCHEMA)


def _migrate_batch(log: Log, batch: Batch) -> bool:
    """Put a batch's games in today's tables; return False when another has taken the batch away meanwhile."""
    writer = BatchWriter(log.store)
    with log.undoing(writer):
        new = writer.write_frames(_frames(log, batch), batch.games)
        made = log.commit(
            lambda state, version: Commit(version, now(), [new], [batch.batch], kind="migrate") if batch.batch in state.batches else None
        )
    writer.discard(made.added if made else ())
    return made is not None


def _frames(log: Log, batch: Batch) -> dict[str, pl.DataFrame]:
    """Return today's tables of a batch's games; LakeError when they say anything else than the older ones."""
    try:
        read = {name: _older(log, name, batch) for name in TABLES}
        older = {name: completed(name, frame) for name, frame in read.items()}
        with no_collection():
            rows = [_rows(name, of_game) for name, of_game in _by_game(older, batch)]
    except LakeError:
        raise
    except (SitrepError, LookupError, ValueError, TypeError, pl.exceptions.PolarsError) as error:
        raise _cannot(log, batch, str(error)) from error
    frames = frames_from(rows)
    for name, frame in frames.items():
        stored = read[name]
        _check_same(log, batch, name, older[name], frame, TABLES[name].polars if stored is None else stored.columns)
    return frames


def _rows(name: str, of_game: Rows) -> dict[str, list[Row]]:
    """Return today's rows of a game.

    The odds of battles that were fought again through the rules are kept: that takes the orders of the record, which no table has.
    """
    rows, luck = all_rows(name, *game_of(of_game)), of_game["battle_luck"]
    seq = luck.columns.index("seq")
    made = {row[seq] for row in rows["battle_luck"]}
    kept = [row for row in luck.filter(pl.col("odds") != "").iter_rows() if row[seq] not in made]
    rows["battle_luck"] = sorted([*rows["battle_luck"], *kept], key=lambda row: row[seq])
    return rows


def _older(log: Log, table: str, batch: Batch) -> pl.DataFrame | None:
    return read_table(log.store, table, batch) if table in batch.files else None


def _by_game(tables: dict[str, pl.DataFrame], batch: Batch) -> Iterator[tuple[str, Rows]]:
    parts = {name: frame.partition_by("game_id", as_dict=True) for name, frame in tables.items()}
    for game in batch.games:
        yield game, {name: parts[name].get((game,), tables[name].clear()) for name in tables}


def _check_same(log: Log, batch: Batch, name: str, older: pl.DataFrame, made: pl.DataFrame, known: Iterable[str]) -> None:
    """Raise when facts (not what is computed from them, which may be so in another way today) are not what they were.

    Args:
        known: the columns that the older table had.
    """
    if TABLES[name].kind in ("snapshot", "round") or name in _COMPUTED:
        return
    columns = [column for column in made.columns if column in set(known) - _OF_TODAY]
    before, after = older.select(columns).sort("game_id", maintain_order=True), made.select(columns)
    if not before.equals(after.sort("game_id", maintain_order=True)):
        raise _cannot(log, batch, f"the content of table {name} would change")


def _cannot(log: Log, batch: Batch, why: str) -> LakeError:
    games = ", ".join(list(batch.games)[:3]) + (", ..." if len(batch.games) > 3 else "")
    return LakeError(
        f"{log.store.place}: games {games} of schema {batch.schema} cannot be migrated: {why}; this batch is unchanged; "
        "ingest the records again into a new lake"
    )
