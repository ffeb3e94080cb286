"""Backup: a copy of a lake in another folder or bucket, which is a lake itself. Only what is not there yet is copied.

Data files come first and commits last, each read back and held against its checksum: a backup that was cut short is the
lake as it was some commits ago, and the next one goes on from there. To restore, back the backup up to where the lake shall be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from warehouse import decisions, heads, lists, places, refusals, secret
from warehouse.errors import LakeError, reading, writing
from warehouse.lake import Lake
from warehouse.log import LOG, Log, commits_in, key_of
from warehouse.state import DATA, File, data_key
from warehouse.stores import LocalStore, Store, store_of
from warehouse.stores.local import make_folder
from warehouse.upkeep.vacuum import batches_since
from warehouse.whole_files import one_writer

LISTS: dict[str, type[msgspec.Struct]] = {
    refusals.FOLDER: refusals.Kept,
    places.FOLDER: places.Kept,
    decisions.FOLDER: decisions.Kept,
}
"""Folder of lists beside a lake's games to what each of them holds."""
_STAYS = "the backup is as it was, and the next one goes on from here"


class BackedUp(NamedTuple):
    """What a backup did: the version it holds now, the files and bytes that came in, the data files and commits there before."""

    version: int
    files: int
    bytes: int
    there: int


def backup(lake: Lake, target: Path | str) -> BackedUp:
    """Copy what a backup lacks of a lake: the files of every version that can still be read, and its log.

    Args:
        lake: opened without a version. target: a folder or `s3://bucket/prefix`: empty, or an earlier backup of this lake.

    Raises:
        LakeError: the lake is pinned, a file of it is damaged, the target is something else, or the disk or network refuses.
    """
    log, source, to = lake.log_to_write(), lake.store, store_of(target)
    expect_another(source, to)
    head = log.state().version
    wanted = list(_files(log, head))
    others = _sound_beside(source)
    known = {key for key, _ in wanted}
    _first_commit(source, to, head, known)  # before anything is made in a stranger's folder
    with writing(to.place, _STAYS), _alone(to):
        first = _first_commit(source, to, head, known)
        lacking = _lacking(to, wanted)
        came = [_copied(source, to, key, file) for key, file in lacking]
        came += [_placed(source, to, key_of(version)) for version in range(first, head + 1)]
        heads.save(to, head, sha256(source.read(key_of(head))).hexdigest())
        came += [_placed(source, to, key) for key in others if to.missing([key])]
    copy = Lake.open(to.place)
    if copy.state().version != head:
        raise LakeError(f"{to.place}: version {copy.state().version} after a backup; expected {head}; back up again")
    return BackedUp(head, len(came), sum(came), len(wanted) - len(lacking) + first - 1)


@contextmanager
def _alone(to: Store) -> Iterator[None]:
    """Hold a folder of backups; in a bucket two write the same, and what one of them finds there of the other it takes for its own."""
    if not isinstance(to, LocalStore):
        yield
        return
    make_folder(to.place / LOG)
    with one_writer(to.place / LOG, "a backup"):
        yield


def expect_another(source: Store, to: Store) -> None:
    """Raise LakeError where a backup is the lake itself, or lies within it, by whatever links."""
    mine, other = source.place, to.place
    if mine == other or (isinstance(mine, Path) and isinstance(other, Path) and other.resolve().is_relative_to(mine.resolve())):
        raise LakeError(f"{other}: a lake cannot be its own backup; name another folder, outside {mine}, or bucket")


def beside(store: Store) -> list[str]:
    """Return the keys of what a backup has beside the log and its files: lists of refused files, places and decisions, and the secret."""
    return [entry.key for folder in (*LISTS, secret.FOLDER) for entry in store.entries(folder)]


def is_sound_beside(store: Store, key: str) -> bool:
    """Return whether one of these is there as it was written; what does not belong there counts as sound."""
    try:
        content = store.read(key)
    except (OSError, LakeError):
        return False
    if key == secret.KEY:
        return secret.is_sound(content)
    return not key.endswith(".json") or lists.is_sound(key, content, LISTS[key.partition("/")[0]])


def _sound_beside(store: Store) -> list[str]:
    keys = beside(store)
    for key in keys:
        if not is_sound_beside(store, key):
            raise LakeError(f"{store.path(key)}: damaged; put it back from an earlier backup (sitrep lake mend), or delete it; {_STAYS}")
    return keys


def is_sound(store: Store, key: str, file: File) -> bool:
    """Return whether a data file is there and is, by its size and checksum, the one that the log names."""
    try:
        return _is(store.read(key), file)
    except (OSError, LakeError):
        return False


def _is(content: bytes, file: File) -> bool:
    return len(content) == file.bytes and (not file.sha256 or sha256(content).hexdigest() == file.sha256)


def _first_commit(source: Store, to: Store, head: int, wanted: Set[str]) -> int:
    """Return the number of the first commit that the backup lacks; LakeError when it is no backup of this lake.

    Each commit holds the checksum of the one before it, so that two logs with the same last commit are the same. Without any
    commit, files that are `wanted` are those of a first backup that was cut short.
    """
    with reading(to.place):
        commits = commits_in(entry.key for entry in to.entries(LOG))
        there = len(commits)
        if not there:
            if to.holds_more_than(LOG, DATA) or not wanted >= {entry.key for entry in to.entries(DATA)}:
                raise LakeError(f"{to.place}: not a backup of a lake, and not empty; expected one, or an empty folder")
            return 1
        if gap := next((number for number, one in enumerate(commits, start=1) if one != number), 0):
            raise LakeError(
                f"{to.path(key_of(gap))}: this commit is missing in the backup; put it back from the lake: "
                f"sitrep lake mend --lake {to.place} --backup {source.place}"
            )
        same = there <= head and to.read(key_of(there)) == source.read(key_of(there))
    if not same:
        raise LakeError(
            f"{to.place}: its commit {there} is not that of {source.place}, which has {head}; "
            "expected an earlier backup of the same lake; back up to another place"
        )
    return there + 1


def _files(log: Log, head: int) -> Iterator[tuple[str, File]]:
    """Yield the key and the File of each data file that a readable version has; each commit is read, for each is copied."""
    deque(log.history(), maxlen=0)
    for batch in batches_since(log, log.state().swept or 1):
        for table, file in batch.files.items():
            yield data_key(table, batch.batch), file


def _lacking(to: Store, wanted: list[tuple[str, File]]) -> list[tuple[str, File]]:
    """Return what is not there in its full size; what is there was checked when it came."""
    sizes = {entry.key: entry.bytes for entry in to.entries(DATA)}
    return [(key, file) for key, file in wanted if sizes.get(key) != file.bytes]


def _read(source: Store, key: str) -> bytes:
    """Return a file of the lake; what cannot be read there is no fault of the backup's disk."""
    try:
        return source.read(key)
    except OSError as error:
        raise LakeError(f"{source.path(key)}: cannot be read: {error.strerror or error}; {_cure(source)}") from error


def _cure(source: Store) -> str:
    return f"mend it first: sitrep lake mend --lake {source.place}; {_STAYS}"


def _copied(source: Store, to: Store, key: str, file: File) -> int:
    content = _read(source, key)
    if not _is(content, file):
        raise LakeError(f"{source.path(key)}: damaged: {len(content)} bytes with another checksum than its commit names; {_cure(source)}")
    if isinstance(to, LocalStore):  # a bucket replaces what is there, be it by another backup that writes the same
        to.delete([key])
    to.write(key, content)
    if not is_sound(to, key, file):
        if not to.missing([key]):
            to.delete([key])  # of its full size, it would count as there the next time
        raise LakeError(f"{to.path(key)}: was read back otherwise than it was written; expected {file.sha256}; {_STAYS}")
    return len(content)


def _placed(source: Store, to: Store, key: str) -> int:
    content, ours = _read(source, key), True
    try:
        to.create(key, content)
    except FileExistsError:  # another backup to this bucket was quicker
        ours = False
    if to.read(key) != content:
        if ours:
            to.delete([key])
        raise LakeError(f"{to.path(key)}: was read back otherwise than it was written; {_STAYS}")
    return len(content)
