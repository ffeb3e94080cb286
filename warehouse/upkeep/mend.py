"""Mending a lake from a backup: damaged and missing files are put back as they were, byte for byte.

The log comes first, for a lake whose log is damaged cannot be opened; then each data file of every version that can be read, as
verify looks at and a backup copies them.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from engine.decoding import Undecodable, from_json
from warehouse import heads
from warehouse.errors import LakeError, reading, writing
from warehouse.lake import Lake
from warehouse.log import LOG, key_of
from warehouse.state import Batch, Commit, data_key
from warehouse.stores import Store, store_of
from warehouse.times import now
from warehouse.upkeep.backup import beside, expect_another, is_sound, is_sound_beside
from warehouse.upkeep.vacuum import batches_since

_AGAIN = "what was put back stays; mend again for the rest"


class Damaged(NamedTuple):
    """A batch with damaged or missing files: the batch, their keys, and the first version without it, 0 if the newest has it."""

    batch: Batch
    keys: tuple[str, ...]
    until: int = 0


def damaged(lake: Lake, newest: bool = True) -> list[Damaged]:
    """Return the batches of all versions that can be read whose files are not, by size and checksum, those that the log names.

    Args:
        lake: opened without a version. newest: False for batches that only older versions have.
    """
    log, found = lake.log_to_write(), []
    gone = {batch: commit.version for commit in log.history() for batch in commit.removed}
    for batch in batches_since(log, lake.state().swept or 1):
        if not newest and batch.batch not in gone:
            continue
        files = {data_key(table, batch.batch): file for table, file in batch.files.items()}
        keys = tuple(key for key, file in files.items() if not is_sound(lake.store, key, file))
        found += [Damaged(batch, keys, gone.get(batch.batch, 0))] if keys else []
    return found


def give_up(lake: Lake, version: int) -> None:
    """Say in the log that no version before one can be read any more, as a vacuum does; the files are the next vacuum's."""
    lake.log_to_write().commit(lambda state, number: Commit(number, now(), kind="vacuum", swept=version) if version > state.swept else None)


def mend_from(place: Path | str, backup: Path | str) -> tuple[int, int]:
    """Put back what a backup has of a lake's damaged and missing files.

    Returns:
        Commits and other files that were put back.

    Raises:
        LakeError: the backup cannot be read or is that of another lake, or the disk or network refuses.
    """
    store, copy = store_of(place), Lake.open(backup)
    expect_another(store, copy.store)
    with writing(store.place, _AGAIN):
        commits = _mend_log(store, copy)
        beside_it = [key for key in beside(copy.store) if _put_back_beside(store, copy.store, key)]
        files = [key for one in damaged(Lake.open(place)) for key in one.keys if _put_back(store, copy.store, one.batch, key)]
    return commits, len(files) + len(beside_it)


def _mend_log(store: Store, copy: Lake) -> int:
    """Put back commits; a commit that the next one vouches for stays, and then the backup is another lake's."""
    with reading(store.path(LOG)):
        head, newest = heads.newest(store), copy.state().version
        there = {entry.key for entry in store.entries(LOG)}
        mine = {version: _content(store, version) for version in range(1, newest + 2)}
    wanted, back = {version: copy.store.read(key_of(version)) for version in range(1, newest + 1)}, 0
    for version, content in wanted.items():
        found = mine[version]
        if found == content:
            continue
        vouched = head.sha256 if head.version == version else _after(mine[version + 1], version + 1)
        if found is not None and (vouched == sha256(found).hexdigest() or (not vouched and _after(found, version))):
            raise LakeError(
                f"{store.path(key_of(version))}: is another commit than that of {copy.path}, and sound; "
                "expected a backup of this lake; name another one"
            )
        if key_of(version) in there:
            store.delete([key_of(version)])
        store.create(key_of(version), content)
        back += 1
    return back


def _content(store: Store, version: int) -> bytes | None:
    try:
        return store.read(key_of(version))
    except OSError:
        return None


def _after(content: bytes | None, version: int) -> str:
    """Return the checksum that a commit names of the one before it, empty where it names none, cannot be read, or is another's."""
    try:
        commit = from_json(content or b"", Commit)
    except Undecodable:
        return ""
    return commit.after if commit.version == version else ""


def _put_back_beside(store: Store, copy: Store, key: str) -> bool:
    if is_sound_beside(store, key) or not is_sound_beside(copy, key):
        return False
    store.delete([key])
    store.write(key, copy.read(key))
    return True


def _put_back(store: Store, copy: Store, batch: Batch, key: str) -> bool:
    file = batch.files[Path(key).parent.name]
    if not is_sound(copy, key, file):
        return False
    store.delete([key])
    store.write(key, copy.read(key))
    return True
