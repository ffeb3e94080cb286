"""Each file of a batch against the log: its bytes by checksum, its rows and cells by readers that know nothing of one another.

DuckDB and pyarrow (with the checksums of pages) read every file beside polars, and fastparquet, which shares no code with them, where
it is installed and can: what it cannot read is a remark, for its makers retire it.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.errors import LakeError
from warehouse.lake import Lake
from warehouse.schema import TABLES
from warehouse.state import Batch, File, data_key
from warehouse.verify.findings import Finding
from warehouse.views import glob_free

Columns = dict[str, Any]
"""Columns of a file by name: of Arrow, or of pandas, of which one at a time becomes a list: those of a large table take gigabytes."""
FASTPARQUET = "fastparquet"
"""The reader that shares no code with the others."""


class DuckDB:
    """Reads files over one connection: opening one takes longer than reading a small file.

    It is opened anew after a failure, which may have made it useless for the files that follow.
    """

    def __init__(self, lake: Lake) -> None:
        self._lake = lake
        self._con: duckdb.DuckDBPyConnection | None = None

    def read(self, where: str) -> Columns:
        """Return the columns of a file.

        Raises:
            Exception: whatever DuckDB stumbles over.
        """
        try:
            if self._con is None:
                self._con = duckdb.connect()
                self._lake.store.teach(self._con)
            return _columns(self._con.execute("FROM read_parquet(?)", [glob_free(where)]).to_arrow_table())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._con is not None:
            self._con.close()
        self._con = None


def check_file(lake: Lake, duck: DuckDB, batch: Batch, table: str) -> list[Finding]:
    """Return what is wrong with a batch's file of a table, and whether it holds games of the batch and no others."""
    if table not in batch.files:
        return [Finding(f"batch {batch.batch}", f"table {table}", "a file", "none")]
    return list(_check_file(lake, duck, batch, table, batch.files[table]))


def _check_file(lake: Lake, duck: DuckDB, batch: Batch, table: str, file: File) -> Iterator[Finding]:
    key = data_key(table, batch.batch)
    where = str(lake.store.path(key))
    try:
        content = lake.store.read(key)
    except (OSError, LakeError) as error:
        yield Finding(where, "readable", f"a file of {file.bytes} bytes", getattr(error, "strerror", "") or str(error))
        return
    if len(content) != file.bytes:
        yield Finding(where, "bytes", str(file.bytes), str(len(content)))
        return
    digest = sha256(content).hexdigest()
    if file.sha256 and digest != file.sha256:
        yield Finding(where, "sha256", file.sha256, digest)
        return
    yield from _check_cells(duck, where, batch, table, file, content)


def _check_cells(duck: DuckDB, where: str, batch: Batch, table: str, file: File, content: bytes) -> Iterator[Finding]:
    try:
        ours = pl.read_parquet(io.BytesIO(content))
    except pl.exceptions.PolarsError as error:
        yield Finding(where, "readable by polars", "a Parquet file", f"{type(error).__name__}: {error}")
        return
    if ours.height != file.rows:
        yield Finding(where, "rows", str(file.rows), str(ours.height))
        return
    if ours.columns != list(TABLES[table].polars):
        yield Finding(where, "columns", ", ".join(TABLES[table].polars), ", ".join(ours.columns))
        return
    told = _columns(ours.to_arrow(compat_level=pl.CompatLevel.oldest()))
    found, games = set(ours["game_id"].unique()), ours if table == "games" else None
    del ours  # the columns are a copy, and a large table is held by two readers at a time as it is
    for reader, read in _readers(duck, where, content).items():
        yield from _compared(where, reader, read, told)
    others = sorted(found - set(batch.games))
    if others:
        yield Finding(where, "games", f"only the {len(batch.games)} of its batch", ", ".join(others[:5]))
    if games is not None:
        yield from _check_games(where, batch, games)


def _readers(duck: DuckDB, where: str, content: bytes) -> dict[str, Callable[[], Columns]]:
    """Return the other readers by name, each of which returns the columns of the file."""
    return {
        "DuckDB": lambda: duck.read(where),
        "pyarrow": lambda: _columns(pq.read_table(io.BytesIO(content), page_checksum_verification=True)),
        FASTPARQUET: lambda: _by_fastparquet(content),
    }


def _compared(where: str, reader: str, read: Callable[[], Columns], told: Columns) -> Iterator[Finding]:
    """Yield what a reader reads otherwise than polars does; of fastparquet it is a remark."""
    remark = reader == FASTPARQUET
    try:
        theirs = read()
    except ImportError:
        return  # it is said once, of the whole lake
    except Exception as error:  # readers raise whatever they stumble over
        yield Finding(where, f"readable by {reader}", "a Parquet file", f"{type(error).__name__}: {error}", remark=remark)
        return
    if list(theirs) != list(told):
        yield Finding(where, f"columns, by {reader}", ", ".join(told), ", ".join(map(str, theirs)), remark=remark)
        return
    for column, cells in told.items():
        other = theirs.pop(column)
        if not (_at_once(cells, other) or _same(cells, other if isinstance(other, pa.ChunkedArray) else other.tolist())):
            yield Finding(where, f"column {column}", "the same cells from every reader", f"others from {reader}", remark=remark)


def _check_games(where: str, batch: Batch, games: pl.DataFrame) -> Iterator[Finding]:
    stored = dict(zip(games["game_id"], games["digest"], strict=True))
    for game, digest in batch.games.items():
        if stored.get(game) != digest:
            yield Finding(where, f"game {game}", f"one row of digest {digest}", str(stored.get(game, "no row")))


def _by_fastparquet(content: bytes) -> Columns:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of pandas, about its own options
        from fastparquet import ParquetFile

        frame = ParquetFile(io.BytesIO(content)).to_pandas()
    return {str(name): frame[name] for name in frame.columns}


def _columns(table: pa.Table) -> Columns:
    return dict(zip(table.column_names, table.columns, strict=True))


def _at_once(ours: pa.ChunkedArray, theirs: Any) -> bool:
    """Return whether a column of pandas is known to have the same cells without making a list of it."""
    if isinstance(theirs, pa.ChunkedArray):
        return False
    with suppress(pa.ArrowException, TypeError, ValueError):
        return bool(pa.chunked_array([pa.array(theirs, from_pandas=True)]).cast(ours.type).equals(ours))
    return False


def _same(ours: pa.ChunkedArray | list[Any], theirs: pa.ChunkedArray | list[Any]) -> bool:
    """Return whether two readers read the same cells: as columns of one type where that can be said, else one by one."""
    if isinstance(ours, pa.ChunkedArray):
        with suppress(pa.ArrowException, TypeError, ValueError):
            made = pa.chunked_array([pa.array(theirs, from_pandas=True)]) if isinstance(theirs, list) else theirs
            if made.cast(ours.type).equals(ours):
                return True
    return _cells(_listed(ours)) == _cells(_listed(theirs))


def _listed(cells: pa.ChunkedArray | list[Any]) -> list[Any]:
    return cells if isinstance(cells, list) else cells.to_pylist()


def _cells(cells: list[Any]) -> list[Any]:
    """Return cells alike, whoever read them: no value and an empty list are None, a list is a list."""
    return [_plain(cell) for cell in cells]


def _plain(cell: Any) -> Any:
    if isinstance(cell, (str, int, bool)):
        return cell
    if cell is None or cell is _nothing() or cell != cell:  # pandas makes not-a-number of null
        return None
    return list(cell) or None if hasattr(cell, "__len__") else cell


def _nothing() -> Any:
    """Return what pandas puts for a missing whole number."""
    pandas = sys.modules.get("pandas")
    return pandas.NA if pandas else None
