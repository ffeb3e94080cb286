"""Files that were refused when records were read into a lake: kept beside the games, so that a dashboard can show them.

An ingest that refused a file, or took one that was refused before, leaves a list in `_refused/` (`warehouse/lists.py`); the
latest entry for a path counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import polars as pl

from warehouse import lists
from warehouse.errors import reading
from warehouse.lists import Lake
from warehouse.times import now

FOLDER = "_refused"
WHAT = "refused files"
SCHEMA = {"path": pl.String, "message": pl.String, "at": pl.String}
"""Columns of what is refused: the file, why, and when that was last found (ISO, UTC)."""


class Kept(msgspec.Struct, frozen=True):
    """The record of one ingest: its end time, path to reason for refused files, and files it accepted that were refused before."""

    at: str
    refused: dict[str, str]
    taken: list[str] = []


def keep(lake: Lake, refused: Mapping[str, str], taken: Iterable[str]) -> None:
    """Record the files an ingest refused, path to reason, and remove those it accepted; writes nothing if nothing is new.

    Raises:
        LakeError: the disk or the store refuses.
    """
    keys = lists.keys_of(lake, FOLDER)
    before = _folded(lake, keys)
    cured = sorted(before.keys() & set(taken))
    if not cured and all(before.get(path, ("", ""))[0] == why for path, why in refused.items()):
        return
    lists.add(lake, FOLDER, lists.next_number(keys), Kept(now(), dict(refused), cured))


def refusals(lake: Lake) -> pl.DataFrame:
    """Return the files that are refused now, the latest first; columns as in SCHEMA.

    Raises:
        LakeError: a disk or store error, or a damaged file.
    """
    rows = [(path, why, at) for path, (why, at) in _folded(lake, lists.keys_of(lake, FOLDER)).items()]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").sort(["at", "path"], descending=[True, False])


def _folded(lake: Lake, keys: list[str]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for key in keys:
        with reading(lake.store.place):
            kept = lists.read(lake, key, Kept, WHAT)
        found |= {path: (why, kept.at) for path, why in kept.refused.items()}
        for path in kept.taken:
            found.pop(path, None)
    return found
