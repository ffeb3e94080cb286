"""Layouts that took long to make, kept in a lake's folder: a map of hundreds of areas is laid out once for all who look at it.

They only save time: a file that is damaged, or was made by other code or from other tables, is passed over, and the folder may be
deleted at any time. A lake that is not in a folder, or that may not be written, keeps none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
import polars as pl

import dashboard
import engine
from dashboard.layouts.layout import Layout
from engine.decoding import Undecodable, from_json
from warehouse.whole_files import put_whole

FOLDER = "maps"
MOST = 100
"""Layouts that a lake keeps; the oldest go first."""
MADE_FROM = (
    *((dashboard, pattern) for pattern in ("layouts/*.py", "layouts/*.csv", "maps/*.py", "maps/*.geojson", "maps/hints/*")),
    *((engine, pattern) for pattern in ("titles/*/title.toml", "titles/*/areas.csv", "titles/*/links.csv")),
)
"""Code and tables from which a layout is made, beside those of the game: when one changes, all layouts are made again."""


def kept(lake: Path | None, areas: pl.DataFrame, links: pl.DataFrame, make: Callable[[], Layout]) -> Layout:
    """Return the layout of some areas: the kept one, else a new one, which is then kept.

    Args:
        lake: its folder; None keeps nothing. areas, links: all that `make` lays out. make: lays them out.
    """
    if lake is None or not lake.is_dir():
        return make()
    path = lake / FOLDER / f"{_key(areas, links)}.json"
    with suppress(OSError, Undecodable):
        return from_json(path.read_bytes(), Layout)
    layout = make()
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        put_whole(path, msgspec.json.encode(layout))
        _tidy(path.parent)
    return layout


def _key(areas: pl.DataFrame, links: pl.DataFrame) -> str:
    """Return what tells a layout from all others: what it is made of, and by what."""
    rows = [areas.columns, areas.rows(), links.columns, links.rows()]
    return sha256(_version() + msgspec.json.encode(rows)).hexdigest()[:32]


@cache
def _version() -> bytes:
    """Return the digest of MADE_FROM."""
    found = sha256()
    for path in _sources():
        found.update(path.name.encode() + sha256(path.read_bytes()).digest())
    return found.digest()


def _sources() -> Iterable[Path]:
    for package, pattern in MADE_FROM:
        yield from sorted(Path(str(package.__file__)).parent.glob(pattern))


def _tidy(folder: Path) -> None:
    """Delete the oldest layouts beyond MOST."""
    by_age = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in by_age[MOST:]:
        path.unlink(missing_ok=True)
