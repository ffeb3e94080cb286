"""Lists beside a lake's games, which no version of it names: each ingest may leave one, and none is ever changed.

A list's name begins with a number that is greater than all before, whatever the clock says, and ends with the SHA-256 of its
content. What is so now is all of them read in order.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Protocol, TypeVar

import msgspec

from engine.decoding import Undecodable, from_json
from warehouse.errors import LakeError, reading, writing
from warehouse.stores import Store

T = TypeVar("T", bound=msgspec.Struct)

_NUMBER, _SHA256 = re.compile(r"/(\d{20})-"), re.compile(r"-([0-9a-f]{64})\.json\Z")


class Lake(Protocol):
    """The part of a lake that is needed: the place of its files."""

    @property
    def store(self) -> Store:
        """The place."""


def keys_of(lake: Lake, folder: str) -> list[str]:
    """Return the keys of the lists in a folder of a lake, in order; LakeError when the disk or store refuses."""
    with reading(lake.store.place):
        return sorted(entry.key for entry in lake.store.entries(folder) if entry.key.endswith(".json"))


def number_of(key: str) -> int:
    """Return the number of a list by its key, 0 if it has none."""
    found = _NUMBER.search(key)
    return int(found[1]) if found else 0


def next_number(keys: Sequence[str]) -> int:
    """Return the number of a list that comes after some others."""
    return max([time.time_ns(), *(number_of(key) + 1 for key in keys)])


def add(lake: Lake, folder: str, number: int, told: msgspec.Struct) -> str:
    """Write a list, and return its key; LakeError when the disk or store refuses."""
    content = msgspec.json.encode(told)
    key = f"{folder}/{number:020}-{sha256(content).hexdigest()}.json"
    with writing(lake.store.place), suppress(FileExistsError):  # the very same list
        lake.store.create(key, content)  # whole at once: a reader beside must not take a half for damage
    return key


def drop(lake: Lake, keys: Collection[str]) -> None:
    """Take lists away that another tells again; LakeError when the disk or store refuses."""
    with writing(lake.store.place):
        lake.store.delete(keys)


def read(lake: Lake, key: str, kind: type[T], what: str) -> T:
    """Return a list.

    Args:
        kind: what it holds. what: what it is a list of, for the message.

    Raises:
        OSError: it is gone, or the disk or store refuses. LakeError: it is damaged.
    """
    return decoded(f"{lake.store.place}/{key}", lake.store.read(key), kind, what)


def decoded(path: str, content: bytes, kind: type[T], what: str) -> T:
    """Return a list from its content; LakeError when it is not as its name says, or holds something else. See `read`."""
    named = _SHA256.search(path)
    if named and sha256(content).hexdigest() != named[1]:
        raise LakeError(f"{path}: damaged: its SHA-256 is not the one in its name; put it back from a backup, or delete the file")
    try:
        return from_json(content, kind)
    except Undecodable as error:
        raise LakeError(f"{path}: not a list of {what}: {error}; put it back from a backup, or delete the file") from error


def is_sound(key: str, content: bytes, kind: type[msgspec.Struct]) -> bool:
    """Return whether a content is that of the list of a key, and holds what such lists hold."""
    try:
        decoded(key, content, kind, "")
    except LakeError:
        return False
    return True
