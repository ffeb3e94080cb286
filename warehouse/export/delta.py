"""A folder of Delta tables, one per table of the lake, each with one commit that names the lake's version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from engine.events import VOCABULARY
from warehouse import views
from warehouse.errors import LakeError
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.schema import SCHEMA, TABLES


def write_delta(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables as Delta tables `<table>/` into a new folder, empty ones too; return table to rows.

    Raises:
        LakeError: deltalake (the extra `delta`) is not installed.
    """
    try:
        from deltalake import CommitProperties, write_deltalake
        from deltalake.exceptions import DeltaError
    except ImportError as error:
        raise LakeError("Delta tables need deltalake: pip install deltalake") from error
    state = lake.state()
    said = {"lakeVersion": str(state.version), "schema": str(SCHEMA), "vocabulary": str(VOCABULARY)}
    rows = {}
    with views.connect(state, selection.only) as con:
        for name in selection.tables:
            table = TABLES[name]
            counted = _Counted(con.sql(f"SELECT {', '.join(table.duckdb)} FROM {name}").arrow())
            try:
                write_deltalake(
                    str(place / name),
                    counted.reader(),
                    name=name,
                    description=table.meaning,
                    commit_properties=CommitProperties(custom_metadata=said),
                )
            except DeltaError as error:
                reason = str(error).partition(" Detail:")[0]
                raise LakeError(f"{name} cannot be written as a Delta table: {reason}; nothing was left there") from error
            rows[name] = counted.rows
    return rows


class _Counted:
    """The batches of a reader, counted in passing: no table is held in memory as a whole."""

    def __init__(self, reader: pa.RecordBatchReader) -> None:
        self._reader, self.rows = reader, 0

    def reader(self) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(self._reader.schema, self._batches())

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for batch in self._reader:
            self.rows += batch.num_rows
            yield batch


FORM = Form("Delta tables", (), write_delta, lambda entry: entry.name in TABLES and (entry / "_delta_log").is_dir())
