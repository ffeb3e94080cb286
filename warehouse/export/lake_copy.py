"""A copy of the lake that is a lake itself: of some of its games, with the names that the public may see."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from warehouse.errors import LakeError
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.log import DATA, LOG
from warehouse.people import publish
from warehouse.schema import TABLES
from warehouse.secret import is_copy


def write_lake(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen games as a lake of one commit, which is a public copy if `lake` is; return table to rows written.

    Raises:
        LakeError: only some tables were chosen: a lake has all of them.
    """
    if set(selection.tables) != set(TABLES):
        raise LakeError(f"a lake has all {len(TABLES)} tables; export it without --table, or choose another form")
    publish(lake, place, notes=True, games=selection.only, marked=is_copy(lake.store))
    copy = Lake.open(place)
    return {table: int(copy.scan(table).select(pl.len()).collect().item()) for table in TABLES}


FORM = Form("another lake", (), write_lake, lambda entry: entry.name in (LOG, DATA) and entry.is_dir())
