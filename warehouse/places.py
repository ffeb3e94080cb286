"""Where the records of a lake's games lie: kept beside the games, so that a record is found from wherever it is asked for.

An ingest that found records where none was known to be leaves a list in `_places/` (`warehouse/lists.py`). No table, public copy or export
has any of it: folders tell about a machine and its owner. Names of files are written percent-encoded, as they may be any bytes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

import msgspec

from warehouse import lists
from warehouse.errors import reading
from warehouse.lists import Lake

FOLDER = "_places"
WHAT = "places of records"
MOST = 32
"""Lists that are left side by side: when there are as many, one takes their place, as a watched folder leaves one for each record."""
_TRIES = 5
"""How often one list may be named by its folder and not be there: other writers take lists together meanwhile, for as long as they like."""


class Part(msgspec.Struct, frozen=True):
    """Records of one folder: where the lake was then (empty if in no folder), the folder, and game id to the name of its file."""

    lake: str
    folder: str
    files: dict[str, str]


class Kept(msgspec.Struct, frozen=True):
    """One list: records by their folders."""

    parts: list[Part]


class Place(NamedTuple):
    """Where a record was found: the lake's folder then, the record's folder and its file, as the lists write them."""

    lake: str
    folder: str
    file: str


def keep(lake: Lake, found: Mapping[str, Path], games: Collection[str]) -> None:
    """Keep where records were found; writes nothing if that is known.

    Args:
        found: game id to the file of its record. games: ids of the lake's games: of others nothing is kept any longer.

    Raises:
        LakeError: the disk or the store refuses, or a list is damaged.
    """
    here = _written(os.path.abspath(lake.store.place)) if isinstance(lake.store.place, Path) else ""
    keys, before = _folded(lake)
    new = {game: _place(here, path) for game, path in found.items()}
    new = {game: place for game, place in new.items() if before.get(game) != place}
    if not new:
        return
    if len(keys) >= MOST:
        keys = [_together(lake, keys, {game: place for game, place in before.items() if game in games})]
    lists.add(lake, FOLDER, lists.next_number(keys), _kept(new))


def candidates(lake: Lake, game_id: str) -> list[Path]:
    """Return where a game's record may lie, the likelier first: from the lake as it lay from it, and where it was.

    Raises:
        LakeError: the disk or the store refuses, or a list is damaged.
    """
    place = _folded(lake)[1].get(game_id)
    if place is None:
        return []
    folder = _read(place.folder)
    found = [_moved_with_the_lake(lake.store.place, place.lake, folder), folder]
    return list(dict.fromkeys(Path(one, _read(place.file)) for one in found if one))


def tidy(lake: Lake, games: Collection[str]) -> None:
    """Leave nothing of games that are not in the lake: see `keep`.

    Raises:
        LakeError: the disk or the store refuses, or a list is damaged.
    """
    keys, before = _folded(lake)
    if before.keys() - set(games):
        _together(lake, keys, {game: place for game, place in before.items() if game in games})


def check(lake: Lake) -> None:
    """Raise LakeError when a list cannot be read."""
    _folded(lake)


def _place(lake: str, path: Path) -> Place:
    folder, file = os.path.split(os.path.abspath(path))
    return Place(lake, _written(folder), _written(file))


def _moved_with_the_lake(now: Path | str, then: str, folder: str) -> str:
    """Return a folder of records as it lay from the lake, seen from where the lake is now; empty if that cannot be told."""
    if not isinstance(now, Path) or not then:
        return ""
    try:
        return os.path.normpath(os.path.join(os.path.abspath(now), os.path.relpath(folder, _read(then))))
    except ValueError:  # another drive of Windows
        return ""


def _together(lake: Lake, keys: Sequence[str], places: Mapping[str, Place]) -> str:
    """Write one list in the place of others, with the number of the newest of them: what was found since stays newer."""
    key = lists.add(lake, FOLDER, max(map(lists.number_of, keys)), _kept(places))
    lists.drop(lake, set(keys) - {key})
    return key


def _kept(places: Mapping[str, Place]) -> Kept:
    parts: dict[tuple[str, str], dict[str, str]] = {}
    for game, place in places.items():
        parts.setdefault((place.lake, place.folder), {})[game] = place.file
    return Kept([Part(*where, files) for where, files in parts.items()])


def _folded(lake: Lake) -> tuple[list[str], dict[str, Place]]:
    """Return the keys of the lists, and game id to place."""
    gone: Counter[str] = Counter()
    while True:
        keys, told = lists.keys_of(lake, FOLDER), []
        with reading(lake.store.place):
            for key in keys:
                try:
                    told += lists.read(lake, key, Kept, WHAT).parts
                except FileNotFoundError:
                    gone[key] += 1
                    if gone[key] == _TRIES:
                        raise
                    break
            else:
                return keys, {game: Place(part.lake, part.folder, file) for part in told for game, file in part.files.items()}


def _written(path: str) -> str:
    return quote_from_bytes(os.fsencode(path), safe="/\\: ")


def _read(text: str) -> str:
    return os.fsdecode(unquote_to_bytes(text))
