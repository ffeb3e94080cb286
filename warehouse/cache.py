"""`cache.duckdb`: the tables of one version of a lake as a single DuckDB file, for queries over many games.

It is in the lake's folder; `make` (`sitrep lake cache`) writes it as a whole, and readers open it read-only. It holds
one version: once the lake has newer commits, queries read the Parquet files until the cache is rebuilt. Losing it loses
no data.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb

from warehouse.errors import LakeError
from warehouse.state import LakeState

NAME = "cache.duckdb"
STAMP = "sitrep_cache"
"""Table with the lake and version that the file holds."""

_UNSOUND: set[tuple[Path, int, int]] = set()
"""Cache files found damaged by a query; see pass_over."""


def path_of(state: LakeState) -> Path | None:
    """Return the path of a lake's cache; None for a lake that is not in a folder."""
    return state.root / NAME if isinstance(state.root, Path) else None


def stamp_of(state: LakeState) -> tuple[int, str]:
    """Return the identity of one version of one lake: its number and a digest of the ids of all its batches.

    Two copies of a lake may have gone on to the same number, with other games taken out of them; no two batches have the same id.
    """
    return state.version, sha256(" ".join(state.batches).encode()).hexdigest()


def attached(db: duckdb.DuckDBPyConnection, state: LakeState) -> str:
    """Attach the cache of exactly this version, read-only, if there is one; return its schema name, else empty."""
    path = path_of(state)
    if path is None or not path.is_file():
        return ""
    name = f"cache_{state.version}_{path.stat().st_ino}"
    if _known(path) in _UNSOUND:
        return ""
    try:
        with db.cursor() as con:
            con.execute(f"ATTACH IF NOT EXISTS {quoted(str(path))} AS {name} (READ_ONLY)")
            rows: list[Any] = con.execute(f"SELECT version, batch FROM {name}.{STAMP}").fetchall()
    except duckdb.Error:  # damaged, from another DuckDB version, or just replaced: the lake itself is intact
        return ""
    return name if rows == [stamp_of(state)] else ""


def pass_over(state: LakeState) -> bool:
    """Stop using the cache of this version because part of it is damaged; return whether it was in use."""
    path = path_of(state)
    if path is None or not path.is_file() or _known(path) in _UNSOUND:
        return False
    _UNSOUND.add(_known(path))
    return True


def _known(path: Path) -> tuple[Path, int, int]:
    """Return the identity of a file, to detect that it was replaced."""
    stat = path.stat()
    return path, stat.st_ino, stat.st_mtime_ns


def check(state: LakeState) -> Path:
    """Return the path for the cache of a lake.

    Raises:
        LakeError: the lake is not in a folder.
    """
    path = path_of(state)
    if path is None:
        raise LakeError(f"{state.root}: only a lake in a folder has a cache; `sitrep export lake.duckdb` writes such a file anywhere")
    return path


def quoted(text: str) -> str:
    """Return text as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"
