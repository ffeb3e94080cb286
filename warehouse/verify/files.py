"""Each file of a batch against the log: its bytes by checksum, its rows and cells by fastparquet, an independent reader."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import polars as pl

from warehouse.errors import LakeError
from warehouse.lake import Lake
from warehouse.schema import TABLES
from warehouse.state import Batch, File, data_key
from warehouse.verify.findings import Finding

if TYPE_CHECKING:
    import pandas as pd


def check_batch(lake: Lake, batch: Batch) -> list[Finding]:
    """Return what is wrong with a batch's files, and whether they hold its games and no others."""
    findings: list[Finding] = []
    for table, file in batch.files.items():
        findings += _check_file(lake, batch, table, file)
    if "games" not in batch.files:
        findings.append(Finding(f"batch {batch.batch}", "table games", "a file", "none"))
    return findings


def _check_file(lake: Lake, batch: Batch, table: str, file: File) -> Iterator[Finding]:
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
    yield from _check_cells(where, batch, table, file, content)


def _check_cells(where: str, batch: Batch, table: str, file: File, content: bytes) -> Iterator[Finding]:
    try:
        theirs = _read_independently(content)
        ours = pl.read_parquet(io.BytesIO(content))
    except LakeError:
        raise
    except Exception as error:  # fastparquet raises whatever it stumbles over
        yield Finding(where, "readable", "a Parquet file", f"{type(error).__name__}: {error}")
        return
    if len(theirs) != file.rows:
        yield Finding(where, "rows, counted by fastparquet", str(file.rows), str(len(theirs)))
        return
    if list(theirs.columns) != list(TABLES[table].polars):
        yield Finding(where, "columns", ", ".join(TABLES[table].polars), ", ".join(map(str, theirs.columns)))
        return
    for column in ours.columns:
        if _cells(theirs[column].tolist()) != _cells(ours[column].to_list()):
            yield Finding(where, f"column {column}", "the same cells from both readers", "others from fastparquet")
    others = sorted(set(ours["game_id"].unique()) - set(batch.games))
    if others:
        yield Finding(where, "games", f"only the {len(batch.games)} of its batch", ", ".join(others[:5]))
    if table == "games":
        yield from _check_games(where, batch, ours)


def _check_games(where: str, batch: Batch, games: pl.DataFrame) -> Iterator[Finding]:
    stored = dict(zip(games["game_id"], games["digest"], strict=True))
    for game, digest in batch.games.items():
        if stored.get(game) != digest:
            yield Finding(where, f"game {game}", f"one row of digest {digest}", str(stored.get(game, "no row")))


def _read_independently(content: bytes) -> pd.DataFrame:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of pandas, about its own options
            from fastparquet import ParquetFile
    except ImportError as error:
        raise LakeError(
            "verifying needs fastparquet, a reader that is not ours: pip install 'sitrep[verify]'"
        ) from error
    return ParquetFile(io.BytesIO(content)).to_pandas()


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
    import pandas as pd

    return pd.NA
