"""The newest commit of a lake, recorded a second time, so that its loss is noticed at once.

After each commit a small file `_head/<version>-<sha256 of the commit>` is made, and older ones are deleted. It may lag
behind (a writer was killed, a disk was full), but is never ahead of the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from warehouse.errors import FROM_A_COPY, LakeError, reading
from warehouse.stores import Store

FOLDER = "_head"
_KEY = re.compile(rf"{FOLDER}/([0-9]{{8}})-([0-9a-f]{{64}})\Z")


class Head(NamedTuple):
    """A commit's number, 0 when none is recorded, the SHA-256 of its file, and the key that says so."""

    version: int = 0
    sha256: str = ""
    key: str = ""


def save(store: Store, version: int, digest: str) -> None:
    """Record the newest commit; a failing store is not an error, because the commit is valid."""
    with suppress(LakeError, OSError):
        before = [head.key for head in _heads(store) if head.version < version]
        store.write(f"{FOLDER}/{version:08d}-{digest}", b"the newest commit, and its SHA-256\n")
        store.delete(before)


def newest(store: Store) -> Head:
    """Return the newest commit that is recorded.

    Raises:
        LakeError: the store refuses.
    """
    with reading(store.path(FOLDER)):
        return max(_heads(store), default=Head())


def check(store: Store, head: Head, version: int, path: Path | str) -> None:
    """Raise LakeError when the log ends before the commit that is recorded, whose file is at `path`."""
    if head.version > version:
        raise LakeError(
            f"{path}: this commit is missing, but {store.path(head.key)} records it; {FROM_A_COPY} (to give up what "
            f"it held, take {head.key} away)"
        )


def _heads(store: Store) -> Iterable[Head]:
    found = (_KEY.match(entry.key) for entry in store.entries(FOLDER))
    return [Head(int(match[1]), match[2], match[0]) for match in found if match]
