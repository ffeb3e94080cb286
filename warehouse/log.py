"""The commit log: the list of a lake's live files. One log covers all tables, so that a game is in all of them or none.

    lake/
      _log/00000001.json            commit 1, 2, 3, ...: created atomically, and never changed
      _head/00000003-<sha256>       records commit 3 and its checksum: the newest commit is recorded twice
      _checkpoints/00000032.zst     the state after commits 1 to 32, to save time; see `checkpoints.py`
      data/<table>/<batch>.parquet  one file per table and batch; it is never changed once written

Each commit names the one before it by its SHA-256, and `_head` the newest: reading the log detects a damaged or missing
commit. A commit adds batches and removes batches; the lake at version N is the sum of commits 1 to N. A **batch** is
some games with their file in each table that has rows of them. Replacing a game writes a new batch with it and rewrites
the rest of its old batch, so every row of a live file is live. Files of no live batch (from a killed writer or a
replaced game) are not read; older versions still use theirs, until a vacuum deletes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from engine.decoding import Undecodable, from_json
from engine.events import VOCABULARY
from warehouse import checkpoints, heads
from warehouse.errors import FROM_A_COPY, LakeError, reading, writing
from warehouse.schema import SCHEMA
from warehouse.state import DATA, FORMAT, FORMATS_READ, Batch, Commit, File, LakeState
from warehouse.stores import Store, StoredFile
from warehouse.times import now

if TYPE_CHECKING:
    from warehouse.batch import BatchWriter

Made = TypeVar("Made", Commit, Commit | None)

__all__ = ["DATA", "FORMAT", "LOG", "Batch", "Commit", "File", "LakeState", "Log", "now"]

LOG = "_log"
_AS_IT_WAS = "the lake is unchanged"
_IN_DOUBT = "`sitrep lake history` shows whether it was written; repeating it duplicates nothing"
_UNSAFE = "the commit is there, but a power cut may undo it"
_KEY = re.compile(rf"{LOG}/([0-9]{{8}})\.json\Z")
"""The key of a commit; other files beside the commits are none of the lake's."""


class _Versions(msgspec.Struct):
    """The fields of a commit that are checked before the rest is read."""

    format: int = 0
    schema: int = 0
    vocabulary: int = 0


class Log:
    """The log of one lake. Commits never change, so they are cached."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._newest: tuple[LakeState, str] | None = None
        self._pinned: LakeState | None = None
        self._placing = False
        self._digests: dict[int, str] = {}
        self._said: dict[int, str] = {}
        self._recorded = heads.Head()

    def head(self) -> int:
        """Return the number of the newest commit, 0 when there is none.

        Raises:
            LakeError: a commit number is missing.
        """
        return len(self._commits(0))

    def state(self, version: int | None = None) -> LakeState:
        """Return the lake at a version, the newest when none is given.

        Raises:
            LakeError: there is no such version, its files were deleted by a vacuum, or it is not of this format.
        """
        newest = self._head()
        if version is None or version == newest.version:
            return newest
        if not 0 <= version <= newest.version:
            raise LakeError(f"{self.store.place}: no version {version}; expected 0 to {newest.version}")
        if 0 < version < newest.swept:
            raise LakeError(
                f"{self.store.place}: the files of version {version} were deleted by a vacuum; "
                f"the versions that can be read are {newest.swept} to {newest.version}"
            )
        if self._pinned is None or self._pinned.version != version:
            self._vouch(version)
            self._pinned = self._replayed(version)
        return self._pinned

    def commit(self, change: Callable[[LakeState, int], Made]) -> Made:
        """Make the commit that `change(state, version)` returns, if any; call it again if another writer was first.

        No commit is dated before its predecessor, whatever the writers' clocks say.

        Raises:
            LakeError: the disk or the network refuses, or a file that the commit would name is not there.
        """
        while True:
            state = self.state()
            asked = change(state, state.version + 1)
            if asked is None:
                return asked
            self._check_files(asked.added)
            after = self._digests.get(state.version, "")
            commit = msgspec.structs.replace(asked, at=max(asked.at, state.at), after=after)
            content = msgspec.json.format(msgspec.json.encode(commit), indent=1)
            if self._place(commit.version, content):
                heads.save(self.store, commit.version, sha256(content).hexdigest())
                if commit.version % checkpoints.EVERY == 0:
                    checkpoints.save(state.then(commit), content)
                return commit

    @contextmanager
    def undoing(self, writer: BatchWriter) -> Iterator[None]:
        """Delete a writer's files if its work fails or is interrupted, except those that a commit names.

        A store may still carry out a request that got no answer: then all files stay, and a vacuum finds them.
        """
        before = self.state().version
        try:
            with self.store.lease():
                yield
        except BaseException:
            if self.store.certain or not self._placing:
                with suppress(LakeError, OSError):
                    named = range(before + 1, self.head() + 1)
                    writer.discard([batch for version in named for batch in self._read(version).added])
            raise

    def history(self) -> Iterator[Commit]:
        """Yield the commits, the newest first."""
        for version in range(self._head().version, 0, -1):
            yield self._read(version)

    def version_at(self, time: str) -> int:
        """Return the newest version at a time, UTC, in the form of `now`.

        Raises:
            LakeError: the lake is younger.
        """
        first, last = 0, self._head().version
        while first < last:  # commits are in the order of their times: binary search
            middle = (first + last + 1) // 2
            self._vouch(middle)
            first, last = (middle, last) if self._read(middle).at <= time else (first, middle - 1)
        if not first:
            raise LakeError(f"{self.store.place}: there was no lake at {time}; it begins at {self._read(1).at}")
        return first

    def _head(self) -> LakeState:
        """Return the newest state, starting from the cached one, else from a checkpoint."""
        state, commits = self._base()
        if commits:
            state = self._followed(state, state.version + len(commits))
            self._newest = state, commits[-1].tag
        return state

    def _base(self) -> tuple[LakeState, list[StoredFile]]:
        """Return the newest verified state, and the commits after it."""
        if self._newest:
            state, tag = self._newest
            commits = self._commits(state.version - 1)
            if commits and commits[0].tag == tag:
                return state, commits[1:]
            self._newest = self._pinned = None  # another lake was created in its place
        self._digests, self._said = {}, {}
        head = heads.newest(self.store)  # before the log is listed: a commit may be made meanwhile
        state, commits = self._first_base()
        heads.check(self.store, head, state.version + len(commits), self.store.path(key_of(head.version)))
        if head.version:
            self._said[head.version], self._recorded = head.sha256, head
            self._compare(head.version, head.sha256, self._digests.get(head.version, head.sha256), head.key)
        return state, commits

    def _first_base(self) -> tuple[LakeState, list[StoredFile]]:
        """Return the state of the newest sound checkpoint, and the commits after it."""
        for state in self._checkpoints():
            commits = self._commits(state.version - 1)
            if commits:
                self._newest = state, commits[0].tag
                return state, commits[1:]
        return LakeState(self.store, 0, {}), self._commits(0)

    def _replayed(self, version: int) -> LakeState:
        """Return an older state, starting from the checkpoint before it."""
        return self._followed(next(self._checkpoints(version), LakeState(self.store, 0, {})), version)

    def _followed(self, state: LakeState, version: int) -> LakeState:
        """Return the state at a version, starting from an earlier one."""
        return state.then(*(self._read(number) for number in range(state.version + 1, version + 1)))

    def _checkpoints(self, wanted: int | None = None) -> Iterator[LakeState]:
        """Yield the states of checkpoints whose commit matches the log, the newest first."""
        for state, digest in checkpoints.newest(self.store, wanted):
            try:
                content = self.store.read(key_of(state.version))
            except OSError:
                continue
            if sha256(content).hexdigest() == digest:
                self._digests[state.version] = digest
                yield state

    def _commits(self, after: int) -> list[StoredFile]:
        """Return the files of the commits after a version; LakeError if one is missing."""
        with reading(self.store.path(LOG)):
            entries = self.store.entries(LOG, key_of(after) if after > 0 else "")
        found = [(int(match[1]), entry) for entry in entries if (match := _KEY.match(entry.key))]
        for expected, (number, entry) in enumerate(found, start=max(after, 0) + 1):
            if number != expected:
                path = self.store.path(key_of(expected))
                raise LakeError(
                    f"{path}: this commit is missing, {entry.key.removeprefix(f'{LOG}/')} is there; "
                    "put it back from a copy, or ingest the records again into a new lake"
                )
        return [entry for _, entry in found]

    def _place(self, version: int, content: bytes) -> bool:
        """Write a commit; return False if another writer has already taken its number."""
        key = key_of(version)
        self._placing = True
        try:
            self.store.create(key, content)
            placed = True
        except FileExistsError:
            # it may be our own: the answer to a request was lost, and the request repeated
            placed = self._holds(key, content)
        except OSError:
            with writing(self.store.path(key), self._after_trouble(key, content)):
                raise
        self._placing = False
        return placed

    def _holds(self, key: str, content: bytes) -> bool:
        with reading(self.store.path(key)):
            return self.store.read(key) == content

    def _after_trouble(self, key: str, content: bytes) -> str:
        """Return the state of the lake after a failed commit, in words."""
        if not self.store.certain:
            return _IN_DOUBT
        with suppress(LakeError):
            if self._holds(key, content):
                return _UNSAFE
        return _AS_IT_WAS

    def _read(self, version: int) -> Commit:
        path = self.store.path(key_of(version))
        with reading(path):
            text = self.store.read(key_of(version))
        try:
            _check_versions(path, from_json(text, _Versions))
            commit = from_json(text, Commit)
        except Undecodable as error:
            raise LakeError(f"{path}: not a commit of a Sitrep lake: {error}; {FROM_A_COPY}") from error
        if commit.version != version:
            raise LakeError(f"{path}: damaged: it holds commit {commit.version}; expected {version}, as its name says; {FROM_A_COPY}")
        self._check_row(commit, sha256(text).hexdigest())
        return commit

    def _vouch(self, version: int) -> None:
        """Learn from the commit after a version what its file must be: who reads no further would not notice another."""
        if version not in self._said and self.store.missing([key_of(version + 1)]) == []:
            self._read(version + 1)

    def _check_row(self, commit: Commit, digest: str) -> None:
        """Raise LakeError if a commit, or the one before it, has changed since it was written."""
        version, self._digests[commit.version] = commit.version, digest
        by = self._recorded.key if version == self._recorded.version else key_of(version + 1)
        self._compare(version, self._said.get(version, ""), digest, by)
        self._compare(version - 1, commit.after, self._digests.get(version - 1, commit.after), key_of(version))
        self._said[version - 1] = commit.after or self._said.get(version - 1, "")

    def _compare(self, version: int, said: str, found: str, by: str) -> None:
        """Raise LakeError if a commit's file has another SHA-256 than is said of it, by the file `by`."""
        if said and said != found:
            path = self.store.path(key_of(version))
            raise LakeError(f"{path}: damaged: its SHA-256 is {found}; expected {said}, as recorded by {by}; {FROM_A_COPY}")

    def _check_files(self, batches: Iterable[Batch]) -> None:
        """Raise LakeError when a file of a batch that is about to be committed is not there."""
        gone = self.store.missing(key for batch in batches for key in Batch.keys(batch))
        if gone:
            raise LakeError(
                f"{self.store.path(gone[0])}: was deleted before it was committed (by a vacuum with a fast clock?); "
                f"{_AS_IT_WAS}: do it again"
            )


def key_of(version: int) -> str:
    """Return the key of a commit's file."""
    return f"{LOG}/{version:08d}.json"


def commits_in(keys: Iterable[str]) -> list[int]:
    """Return the numbers of the commits among some keys, in their order."""
    return [int(found[1]) for key in keys if (found := _KEY.match(key))]


def _check_versions(path: Path | str, found: _Versions) -> None:
    """Raise LakeError if a commit has a format that this Sitrep does not read."""
    if found.format < min(FORMATS_READ):
        raise LakeError(
            f"{path}: format {found.format} of the lake, but this Sitrep reads {FORMAT}; ingest its records again into a new lake"
        )
    for what, there, here in (
        ("format", found.format, FORMAT),
        ("schema", found.schema, SCHEMA),
        ("event vocabulary", found.vocabulary, VOCABULARY),
    ):
        if there > here:
            raise LakeError(f"{path}: {what} {there} of the lake, but this Sitrep reads {here}; use a newer Sitrep")
