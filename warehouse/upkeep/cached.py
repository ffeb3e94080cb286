"""Building the cache of a lake; see `warehouse.cache`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import duckdb

from warehouse import cache
from warehouse.errors import LakeError, writing
from warehouse.export.duckdb_file import write_duckdb
from warehouse.export.selection import Selection
from warehouse.export.whole import whole
from warehouse.lake import Lake


class Cached(NamedTuple):
    """A cache: where it is, the version it stands for, its rows and bytes; `made` is False when it was there already."""

    path: Path
    version: int
    rows: int
    bytes: int
    made: bool


def make_cache(lake: Lake) -> Cached:
    """Make the cache of the lake's version, unless it is there.

    Raises:
        LakeError: the lake is not in a folder, or the disk refuses; an older cache is then as it was.
    """
    state = lake.state()
    path = cache.check(state)
    rows = sum(file.rows for batch in state.batches.values() for file in batch.files.values())
    made = not cache.attached(duckdb.connect(), state)
    if made:
        with writing(path), whole(path, "duckdb") as place:
            try:
                write_duckdb(lake.at(state.version), Selection().resolved(lake), place)
                _stamp(place, *cache.stamp_of(state))
            except duckdb.Error as error:
                raise LakeError(f"{path}: cannot be written: {error}; the lake is unchanged") from error
    return Cached(path, state.version, rows, path.stat().st_size, made)


def _stamp(place: Path, version: int, batch: str) -> None:
    with duckdb.connect(place) as con:
        con.execute(f"CREATE TABLE {cache.STAMP} (version INTEGER, batch VARCHAR)")
        con.execute(f"INSERT INTO {cache.STAMP} VALUES (?, ?)", [version, batch])
