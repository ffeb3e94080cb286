"""`cache.duckdb`: the tables of a lake's version as one DuckDB file, which questions about many games are answered from.

It lies in the lake's folder, is made whole by `make` (`sitrep lake cache`), and is opened read-only. It stands for one version:
when the lake has gone on, the Parquet files are read until it is made anew. Losing it loses nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from warehouse.errors import LakeError
from warehouse.state import LakeState

NAME = "cache.duckdb"
STAMP = "sitrep_cache"
"""Table that says which version of which lake the file holds."""

_UNSOUND: set[tuple[Path, int, int]] = set()
"""Files of caches that turned out to be damaged when they were asked; see pass_over."""


def path_of(state: LakeState) -> Path | None:
    """Return where a lake's cache would be; None for a lake that is not in a folder."""
    return state.root / NAME if isinstance(state.root, Path) else None


def stamp_of(state: LakeState) -> tuple[int, str]:
    """Return what tells one version of one lake from all others: its number and its newest batch."""
    return state.version, next(reversed(state.batches), "")


def attached(db: duckdb.DuckDBPyConnection, state: LakeState) -> str:
    """Attach the cache of just this version, read-only, when there is one; return the name to ask it by, else empty."""
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
    except duckdb.Error:  # damaged, of another DuckDB, or replaced just now: the lake itself is whole
        return ""
    return name if rows == [stamp_of(state)] else ""


def pass_over(state: LakeState) -> bool:
    """Ask the cache of just this version no more, because a part of it was found damaged; return whether it was asked till now."""
    path = path_of(state)
    if path is None or not path.is_file() or _known(path) in _UNSOUND:
        return False
    _UNSOUND.add(_known(path))
    return True


def _known(path: Path) -> tuple[Path, int, int]:
    """Return what tells a file from another that stood in its place."""
    stat = path.stat()
    return path, stat.st_ino, stat.st_mtime_ns


def check(state: LakeState) -> Path:
    """Return where the cache of a lake goes.

    Raises:
        LakeError: the lake is not in a folder.
    """
    path = path_of(state)
    if path is None:
        raise LakeError(
            f"{state.root}: only a lake in a folder has a cache; `sitrep export lake.duckdb` writes such a file anywhere"
        )
    return path


def quoted(text: str) -> str:
    """Return text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
