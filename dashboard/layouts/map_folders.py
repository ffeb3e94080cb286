"""TripleA's map folders: those that the environment names, else those that TripleA keeps on this machine.

TripleA keeps them in `downloadedMaps`, older versions in `maps`, of the folder `triplea` in the user's documents or home, on Linux,
macOS and Windows alike. Only maps of the game that is drawn are read: their `centers.txt` tells which territories they have.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import polars as pl

from dashboard.layouts.polygons import MapError, MapFolder, read_centers, read_folder
from dashboard.serve import MAPS

FITS = 0.9
"""Share of a title's areas that a map folder must draw."""
HOMES = ("Documents/triplea", "triplea")
KEPT_IN = ("downloadedMaps", "maps")
PATTERNS = ("polygons.txt", "map/polygons.txt", "*/polygons.txt", "*/map/polygons.txt")
"""Where the outlines of a map lie in a folder that is the map's, or holds many maps."""


def named_folders() -> list[Path] | None:
    """Return the folders that the environment names, none where it names nothing, None where it does not say."""
    named = os.environ.get(MAPS)
    return None if named is None else [Path(part) for part in named.split(os.pathsep) if part]


def kept_folders(home: Path | None = None) -> list[Path]:
    """Return the folders in which TripleA keeps maps on this machine; `home` is the user's when None."""
    try:
        home = home or Path.home()
    except RuntimeError:  # a user without a home
        return []
    return [folder for part in HOMES for name in KEPT_IN if (folder := home / part / name).is_dir()]


def maps_for(areas: pl.DataFrame, published: bool = False) -> tuple[list[MapFolder], list[str]]:
    """Return the maps that may draw a title, and what is wrong with folders that somebody named.

    Args:
        areas: the lake's `title_areas` of a game: triplea. published: whether pages for others are made, which use named folders alone.
    """
    named = named_folders()
    if named is not None or published:
        return read_maps(named or [])
    names = frozenset(name for name in areas["triplea"] if name)
    fitting = [path for folder in kept_folders() for path in map_folders(folder) if _fits(path, names)]
    return _readable(fitting), []


def read_maps(folders: Sequence[Path]) -> tuple[list[MapFolder], list[str]]:
    """Return the map folders in and under `folders` that can be read, and what is wrong with the others.

    A folder may be a map's own, or one of many maps such as TripleA's `downloadedMaps`.
    """
    read, wrong = [], []
    for folder in folders:
        found = map_folders(folder)
        if not found:
            wrong.append(f"{folder}: no TripleA map; expected polygons.txt in it, in `map`, or in folders inside it")
        for path in found:
            try:
                read.append(read_folder(path))
            except MapError as error:
                wrong.append(str(error))
    return read, wrong


def map_folders(folder: Path) -> list[Path]:
    """Return the maps in and under a folder: those that hold a `polygons.txt`."""
    return sorted({path.parent for pattern in PATTERNS for path in folder.glob(pattern)})


def _readable(paths: Sequence[Path]) -> list[MapFolder]:
    """Return the maps that can be read: nobody named them, so that nobody is told of the others."""
    read = []
    for path in paths:
        try:
            read.append(read_folder(path))
        except MapError:
            continue
    return read


def _fits(path: Path, names: frozenset[str]) -> bool:
    """Return whether the territories of a map, by its `centers.txt`, are those of a title."""
    try:
        file = path / "centers.txt"
        return bool(names) and len(names & _territories(file, file.stat().st_mtime_ns)) >= FITS * len(names)
    except (MapError, OSError):
        return False


@lru_cache(maxsize=1024)
def _territories(file: Path, _changed: int) -> frozenset[str]:
    return frozenset(read_centers(file))
