"""The commit log: which files of a lake are live. One log for all tables, so that a game is in all or in none.

    lake/
      _log/00000001.json            commit 1, 2, 3, ...: made whole (temporary file, fsync, link) or not at all
      data/<table>/<batch>.parquet  one file per table and batch; it is never changed once written

A commit adds batches and removes batches; the lake at version N is the sum of commits 1 to N. A **batch** is some games
with their file in each table that has rows of them. A game replaced is a new batch with it, and the rest of its old batch
written anew: so every row of a live file is a live row. Files of no live batch (of a killed writer, of
a replaced game) are not read; older versions still name theirs.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import msgspec

from engine.events import VOCABULARY
from warehouse.errors import LakeError, writing
from warehouse.schema import SCHEMA

FORMAT = 2
"""Version of the log and of the layout of files: 2 since a file has its checksum."""

FORMATS_READ = (1, FORMAT)
"""Versions that this Sitrep reads; in 1 a file's checksum is not known."""

LOG = "_log"
DATA = "data"
_NAME = re.compile(r"(\d{8})\.json\Z")


class File(msgspec.Struct, frozen=True):
    """A Parquet file: its rows, its bytes, and their SHA-256 in hexadecimal (empty when a log of format 1 names it)."""

    rows: int
    bytes: int
    sha256: str = ""


class Batch(msgspec.Struct, frozen=True):
    """Games written together: game id to the digest of its record, table to its file (none when it has no rows)."""

    batch: str
    games: dict[str, str]
    files: dict[str, File]


class Commit(msgspec.Struct, frozen=True):
    """One numbered change of a lake: `added` batches, ids of `removed` batches, ids of games `replaced`."""

    version: int
    at: str
    added: list[Batch] = []
    removed: list[str] = []
    replaced: list[str] = []
    format: int = FORMAT
    schema: int = SCHEMA
    vocabulary: int = VOCABULARY


class _Versions(msgspec.Struct):
    """What is read of a commit before the rest is trusted."""

    format: int = 0
    schema: int = 0
    vocabulary: int = 0


@dataclass(frozen=True)
class LakeState:
    """A lake at one version: its live batches, by id, in the order of their commits. It never changes."""

    root: Path
    version: int
    batches: dict[str, Batch]

    @cached_property
    def holder(self) -> dict[str, Batch]:
        """Game id to the batch that holds it."""
        return {game: batch for batch in self.batches.values() for game in batch.games}

    def files(self, table: str, games: Iterable[str] | None = None) -> list[Path]:
        """Return the live files of a table; only those that hold one of `games`, when given."""
        if games is None:
            batches = list(self.batches.values())
        else:
            found = (self.holder[game] for game in games if game in self.holder)
            batches = list({batch.batch: batch for batch in found}.values())
        return [data_path(self.root, table, batch.batch) for batch in batches if table in batch.files]

    def then(self, commit: Commit) -> LakeState:
        """Return the state after the next commit."""
        gone = set(commit.removed)
        batches = {name: batch for name, batch in self.batches.items() if name not in gone}
        return LakeState(self.root, commit.version, batches | {batch.batch: batch for batch in commit.added})


def data_path(root: Path, table: str, batch: str) -> Path:
    """Return where a batch's file of a table is."""
    return root / DATA / table / f"{batch}.parquet"


def now() -> str:
    """Return the time, UTC, in ISO form to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Log:
    """The log of one lake. Commits never change, so what was read once is kept."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root / LOG
        self._last: tuple[LakeState, tuple[int, int]] | None = None

    def head(self) -> int:
        """Return the number of the newest commit, 0 when there is none.

        Raises:
            LakeError: a commit is missing from the row of numbers.
        """
        try:
            numbers = sorted(int(match[1]) for name in os.listdir(self.folder) if (match := _NAME.match(name)))
        except (FileNotFoundError, NotADirectoryError):
            return 0
        for expected, number in enumerate(numbers, start=1):
            if number != expected:
                raise LakeError(f"{self._path(expected)}: this commit is missing, {self._path(number).name} is there; "
                                "put it back from a copy, or ingest the records again into a new lake")  # fmt: skip
        return len(numbers)

    def state(self, version: int | None = None) -> LakeState:
        """Return the lake at a version, the newest when none is given.

        Raises:
            LakeError: there is no such version, or it is not of this format.
        """
        head = self.head()
        wanted = head if version is None else version
        if not 0 <= wanted <= head:
            raise LakeError(f"{self.root}: no version {wanted}; expected 0 to {head}")
        state = self._kept(wanted)
        for number in range(state.version + 1, wanted + 1):
            state = state.then(self._read(number))
        if wanted:
            self._last = state, self._mark(wanted)
        return state

    def commit(self, change: Callable[[LakeState, int], Commit]) -> Commit:
        """Make the commit that `change(state, version)` asks for; asked again when another writer was first.

        Raises:
            LakeError: the disk refuses, or its file system has no links, without which no commit could be made whole.
        """
        while True:
            state = self.state()
            commit = change(state, state.version + 1)
            if self._link(commit):
                return commit

    def _link(self, commit: Commit) -> bool:
        """Put a commit in its place; return False when there is one already."""
        draft = self.folder / f".{uuid.uuid4().hex}.tmp"
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                write_whole(draft, msgspec.json.format(msgspec.json.encode(commit), indent=1))
                os.link(draft, self._path(commit.version))
            except FileExistsError:
                return False
            finally:
                draft.unlink(missing_ok=True)
        sync_folder(self.folder)
        if commit.version == 1:
            sync_folder(self.root)
        return True

    def _path(self, version: int) -> Path:
        return self.folder / f"{version:08d}.json"

    def _mark(self, version: int) -> tuple[int, int]:
        """Return what tells a commit's file from one of the same number in a lake made anew."""
        stat = self._path(version).stat()
        return stat.st_ino, stat.st_mtime_ns

    def _kept(self, wanted: int) -> LakeState:
        """Return the state read before, when it is on the way to the one wanted; else the empty one."""
        if self._last:
            state, mark = self._last
            if state.version <= wanted and self._mark(state.version) == mark:
                return state
        return LakeState(self.root, 0, {})

    def _read(self, version: int) -> Commit:
        path = self._path(version)
        try:
            text = path.read_bytes()
            check_versions(path, msgspec.json.decode(text, type=_Versions))
            return msgspec.json.decode(text, type=Commit)
        except msgspec.MsgspecError as error:
            raise LakeError(f"{path}: not a commit of a Sitrep lake: {error}") from error


def check_versions(path: Path, found: _Versions) -> None:
    """Raise LakeError when a commit was written by a Sitrep whose lakes this one does not read."""
    for what, there, here in (
        ("format", FORMAT if found.format in FORMATS_READ else found.format, FORMAT),
        ("schema", found.schema, SCHEMA),
        ("event vocabulary", found.vocabulary, VOCABULARY),
    ):
        if there != here:
            cure = "use a newer Sitrep" if there > here else "ingest its records again into a new lake"
            raise LakeError(f"{path}: {what} {there} of the lake, but this Sitrep reads {here}; {cure}")


def write_whole(path: Path, content: bytes) -> None:
    """Write a new file, on the disk when this returns."""
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Put a folder's new names on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
