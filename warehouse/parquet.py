"""Rows to Parquet files (zstd), with exactly the declared types."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.errors import LakeError
from warehouse.schema import ARROW_LISTS, Column, Table
from warehouse.snapshots import Row

ROW_GROUP = 131_072
"""Rows in a row group: small enough to skip by its statistics, large enough to compress."""

_PLAIN = {"texts": str, "ints": int, "reals": float}
_INNER = {"texts": pl.String, "ints": pl.Int32, "reals": pl.Float64}
"""What lists hold: as Python has it, and as a column does."""

# Written by pyarrow: polars encodes text in lists in a way that fastparquet silently reads as nothing. Pages as long as the
# group compress best; statistics are of use for the game only, and small batches are mostly footer.
_WRITING = {
    "compression": "zstd", "compression_level": 3, "store_schema": False, "write_statistics": ["game_id"],
    "row_group_size": ROW_GROUP, "max_rows_per_page": ROW_GROUP, "data_page_size": 8 << 20, "write_page_checksum": True,
}  # fmt: skip


def frame_of(table: Table, rows: list[Row]) -> pl.DataFrame:
    """Return rows as a frame of the table's columns.

    Raises:
        LakeError: a value does not fit its column.
    """
    if not rows:
        return pl.DataFrame(schema=table.polars)
    values = zip(*rows, strict=True)
    return pl.DataFrame([_series(table, column, cells, rows) for column, cells in zip(table.columns, values, strict=True)])


def _series(table: Table, column: Column, cells: tuple[Any, ...], rows: list[Row]) -> pl.Series:
    try:
        if column.type in ARROW_LISTS:  # polars is many times slower at lists of Python objects
            return pl.Series(column.name, _lists(cells, column.type))
        return pl.Series(column.name, cells, dtype=table.polars[column.name], strict=True)
    except (TypeError, OverflowError, ValueError, pa.ArrowException) as error:
        found = next((row for row, cell in zip(rows, cells, strict=True) if not _fits(table, column, cell)), rows[0])
        value = found[table.columns.index(column)]
        raise LakeError(
            f"game {found[0]!r}: {table.name}.{column.name} is {value!r}; expected a value of type {column.type} "
            f"(ints are 32 bits); the record or its reader is wrong"
        ) from error


def _lists(cells: tuple[Any, ...], kind: str) -> pa.Array:
    """Return lists as an array of Arrow, which makes none of Python objects without loading pandas first: a quarter of a second."""
    if set(map(type, cells)) <= {tuple, list}:
        values = list(chain.from_iterable(cells))
        if set(map(type, values)) <= {_PLAIN[kind]}:
            with suppress(TypeError, OverflowError, ValueError):  # what does not fit is told by what follows
                flat = pl.Series(values, dtype=_INNER[kind], strict=True).to_arrow()
                ends = pl.Series([0, *accumulate(map(len, cells))], dtype=pl.Int64).to_arrow()
                return pa.LargeListArray.from_arrays(ends, flat)
    return pa.array(cells, ARROW_LISTS[kind])


def _fits(table: Table, column: Column, cell: object) -> bool:
    try:
        if column.type in ARROW_LISTS:
            pa.array([cell], ARROW_LISTS[column.type])
        else:
            pl.Series([cell], dtype=table.polars[column.name], strict=True)
    except (TypeError, OverflowError, ValueError, pa.ArrowException):
        return False
    return True


def encoded(frame: pl.DataFrame) -> bytes:
    """Return a frame as the bytes of a Parquet file."""
    sink = pa.BufferOutputStream()
    pq.write_table(_arrow(frame), sink, **_WRITING)
    return bytes(sink.getvalue().to_pybytes())


def encoded_parts(frames: Iterator[pl.DataFrame]) -> tuple[int, bytes]:
    """Return how many rows frames have, and the bytes of a Parquet file with them: those that `encoded` gives of all of them in one.

    Of the frames one is in memory at a time, with what the one before left of a row group. There is at least one row.
    """
    options = {name: value for name, value in _WRITING.items() if name != "row_group_size"}
    sink, rest, rows = pa.BufferOutputStream(), next(frames), 0
    with pq.ParquetWriter(sink, _arrow(rest.head(0)).schema, **options) as writer:
        for frame in chain(frames, (None,)):
            whole = rest.height if frame is None else rest.height // ROW_GROUP * ROW_GROUP
            for start in range(0, whole, ROW_GROUP):
                writer.write_table(_arrow(rest[start : min(start + ROW_GROUP, whole)].rechunk()), row_group_size=ROW_GROUP)
            rows += whole
            rest = rest[whole:] if frame is None else pl.concat([rest[whole:], frame])
    return rows, sink.getvalue().to_pybytes()


def write_batches(reader: pa.RecordBatchReader, path: Path) -> int:
    """Write what a reader gives, batch by batch, as a Parquet file with a row group for each; return how many rows there were.

    Raises:
        OSError: the disk refuses.
    """
    options = {name: value for name, value in _WRITING.items() if name != "row_group_size"}
    rows = 0
    with pq.ParquetWriter(path, reader.schema, **options) as writer:
        for batch in reader:
            writer.write_batch(batch, row_group_size=ROW_GROUP)
            rows += batch.num_rows
    return rows


def read_groups(content: bytes) -> Iterator[pl.DataFrame]:
    """Yield the row groups of a Parquet file, each as a frame."""
    groups = pq.read_metadata(pa.BufferReader(content))
    lazy, start = pl.scan_parquet(io.BytesIO(content)), 0
    for number in range(groups.num_row_groups):
        rows = groups.row_group(number).num_rows
        yield lazy.slice(start, rows).collect()  # polars decodes ten times as fast as pyarrow what shall become a frame
        start += rows


def _arrow(frame: pl.DataFrame) -> pa.Table:
    return frame.to_arrow(compat_level=pl.CompatLevel.oldest())
