"""A local folder. Files are on the disk (fsync) before anything refers to them."""

from __future__ import annotations

import errno
import os
import stat
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb
import polars as pl

from engine.machine import LOCK, locked, sync_folder
from warehouse.stores.store import PRIVATE, Content, Store, StoredFile

GUARDED = "_log"
"""Folder that writers lock while they have uncommitted files."""

DRAFT = ".tmp"
"""Suffix of an unfinished file; its name begins with a dot."""

OWNERS = 0o600
"""Rights of a file that only its owner reads and writes."""

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


class LocalStore(Store):
    """Files in a folder."""

    place: Path

    def __init__(self, place: Path) -> None:
        self.place = place

    def path(self, key: str) -> Path:
        """Return the file's path."""
        return self.place / key

    def read(self, key: str) -> bytes:
        """Return the content of a file."""
        return (self.place / key).read_bytes()

    def write(self, key: str, content: Content) -> None:
        """Write a new file of a key that nobody else writes."""
        path = self.place / key
        make_folder(path.parent)
        write_whole(path, content)
        sync_folder(path.parent)

    def create(self, key: str, content: Content) -> None:
        """Write a draft, then give it its name, which fails when the name is taken."""
        path = self.place / key
        make_folder(path.parent)
        draft = path.parent / f".{uuid.uuid4().hex}{DRAFT}"
        try:
            write_whole(draft, content)
            _name(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(path.parent)

    def delete(self, keys: Iterable[str]) -> None:
        """Take files away."""
        for key in keys:
            (self.place / key).unlink(missing_ok=True)

    def entries(self, folder: str, after: str = "") -> list[StoredFile]:
        """Return the files below a folder."""
        found = []
        for key in sorted(key for key in self._keys(folder) if key > after):
            with suppress(FileNotFoundError):
                told = (self.place / key).stat()
                if not stat.S_ISREG(told.st_mode):  # a pipe would be waited for
                    continue
                found.append(StoredFile(key, told.st_size, told.st_mtime, f"{told.st_ino}-{told.st_mtime_ns}"))
        return found

    def missing(self, keys: Iterable[str]) -> list[str]:
        """Return those of some keys under which there is no file."""
        return [key for key in keys if not (self.place / key).exists()]

    def keep_private(self, key: str) -> None:
        """Take a file's rights from all but its owner."""
        with suppress(OSError):
            if stat.S_IMODE((self.place / key).stat().st_mode) & ~OWNERS:
                (self.place / key).chmod(OWNERS)

    @contextmanager
    def lease(self) -> Iterator[None]:
        """Hold a shared lock on the folder of the log: it lasts while the process does, asleep or not, and leaves no file."""
        with locked(self.place / GUARDED, shared=True, wait=True):
            yield

    @contextmanager
    def nobody_writes(self) -> Iterator[bool]:
        """Give whether nobody holds a lease."""
        with locked(self.place / GUARDED) as free:
            yield free

    def holds_more_than(self, *folders: str) -> bool:
        """Return whether something else stands here, be it a file in the place of the lake's own folders."""
        if not self.place.is_dir():
            return self.place.exists()
        return any(path.name not in folders for path in self.place.iterdir())

    def scan(self, keys: Sequence[str]) -> pl.LazyFrame:
        """Return Parquet files as a lazy frame."""
        return pl.scan_parquet([self.place / key for key in keys], glob=False)

    def teach(self, con: duckdb.DuckDBPyConnection) -> None:
        """Do nothing: DuckDB reads folders."""

    def _keys(self, folder: str) -> Iterator[str]:
        for here, _, names in os.walk(self.place / folder, onerror=_unless_absent):
            within = Path(here).relative_to(self.place).as_posix()
            yield from (f"{within}/{name}" for name in names)


def _unless_absent(error: OSError) -> None:
    """Let a folder that is not there be an empty one, and no other trouble."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


def _name(draft: Path, path: Path) -> None:
    """Give a draft its name, unless there is such a file: FileExistsError."""
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _rename_alone(draft, path)


def _rename_alone(draft: Path, path: Path) -> None:
    """The same with a lock, on a file system without hard links; the kernel releases the lock if its holder is killed."""
    with locked(path.parent / LOCK, wait=True):
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        draft.rename(path)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, and put their names on the disk."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        with suppress(PermissionError):  # a folder above the lake that we may not read
            sync_folder(made.parent)


def write_whole(path: Path, content: Content) -> None:
    """Write a new file, on the disk when this returns; what is private is never anybody's but its owner's."""
    mode = OWNERS if path.parent.name == PRIVATE else 0o666  # before the umask
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
