"""Files that were refused when records were read into a lake: kept beside the games, so that a dashboard can show them.

An ingest that refused a file, or took one that was refused before, leaves one small file in `_refused/`; none of them is ever
changed: its name ends with the SHA-256 of its content, and begins with a number that is greater than all before, whatever the
clock says. What is refused now is all of them read in order: the latest entry for a path counts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Protocol

import msgspec
import polars as pl

from engine.decoding import Undecodable, from_json
from warehouse.errors import LakeError, reading, writing
from warehouse.stores import Store
from warehouse.times import now

FOLDER = "_refused"
_KEY, _SHA256 = re.compile(rf"{FOLDER}/(\d{{20}})-"), re.compile(r"-([0-9a-f]{64})\.json\Z")
SCHEMA = {"path": pl.String, "message": pl.String, "at": pl.String}
"""Columns of what is refused: the file, why, and when that was last found (ISO, UTC)."""


class Kept(msgspec.Struct, frozen=True):
    """The record of one ingest: its end time, path to reason for refused files, and files it accepted that were refused before."""

    at: str
    refused: dict[str, str]
    taken: list[str] = []


class Lake(Protocol):
    """The part of a lake that is needed: the place of its files."""

    store: Store


def keep(lake: Lake, refused: Mapping[str, str], taken: Iterable[str]) -> None:
    """Record the files an ingest refused, path to reason, and remove those it accepted; writes nothing if nothing is new.

    Raises:
        LakeError: the disk or the store refuses.
    """
    keys = _keys(lake)
    before = _folded(lake, keys)
    cured = sorted(before.keys() & set(taken))
    if not cured and all(before.get(path, ("", ""))[0] == why for path, why in refused.items()):
        return
    content = msgspec.json.encode(Kept(now(), dict(refused), cured))
    order = max([time.time_ns(), *(int(match[1]) + 1 for key in keys if (match := _KEY.match(key)))])
    with writing(lake.store.place):
        lake.store.write(f"{FOLDER}/{order:020}-{sha256(content).hexdigest()}.json", content)


def refusals(lake: Lake) -> pl.DataFrame:
    """Return the files that are refused now, the latest first; columns as in SCHEMA.

    Raises:
        LakeError: a disk or store error, or a damaged file.
    """
    rows = [(path, why, at) for path, (why, at) in _folded(lake, _keys(lake)).items()]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").sort(["at", "path"], descending=[True, False])


def _keys(lake: Lake) -> list[str]:
    with reading(lake.store.place):
        return sorted(entry.key for entry in lake.store.entries(FOLDER) if entry.key.endswith(".json"))


def _folded(lake: Lake, keys: list[str]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    with reading(lake.store.place):
        texts = [lake.store.read(key) for key in keys]
    for key, text in zip(keys, texts, strict=True):
        kept = _read(f"{lake.store.place}/{key}", text)
        found |= {path: (why, kept.at) for path, why in kept.refused.items()}
        for path in kept.taken:
            found.pop(path, None)
    return found


def is_sound(key: str, content: bytes) -> bool:
    """Return whether a content is that of the list of a key."""
    try:
        _read(key, content)
    except LakeError:
        return False
    return True


def _read(path: str, text: bytes) -> Kept:
    named = _SHA256.search(path)
    if named and sha256(text).hexdigest() != named[1]:
        raise LakeError(
            f"{path}: damaged: its SHA-256 is not the one in its name; put it back from a backup, or delete the file"
        )
    try:
        return from_json(text, Kept)
    except Undecodable as error:
        raise LakeError(
            f"{path}: not a list of refused files: {error}; put it back from a backup, or delete the file"
        ) from error
