"""The content of a lake's log: files, batches, commits, and the lake at one version."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from engine.events import VOCABULARY
from engine.title.columns import nearest
from warehouse.errors import LakeError
from warehouse.schema import SCHEMA
from warehouse.stores import Store

FORMAT = 2
"""Version of the log and of the layout of files: 2 since a file has its checksum and a batch its schema."""

FORMATS_READ = (1, FORMAT)
"""Versions that this Sitrep reads; in 1 a file's checksum is not known."""

DATA = "data"

PUBLISH = "publish"
"""Kind of the first commit of a public copy: whatever is done to the copy later, it is known by it."""


class File(msgspec.Struct, frozen=True):
    """A Parquet file: its rows, its bytes, and their SHA-256 in hexadecimal (empty when a log of format 1 names it)."""

    rows: int
    bytes: int
    sha256: str = ""


class Batch(msgspec.Struct, frozen=True):
    """Games written together: game id to the digest of its record, table to its file (none when it has no rows).

    `schema` and `vocabulary` are those of its files; where the log says 0, or nothing, those of the commit.
    """

    batch: str
    games: dict[str, str]
    files: dict[str, File]
    schema: int = 0
    vocabulary: int = 0

    def keys(self) -> list[str]:
        """Return the keys of its files in the lake's store."""
        return [data_key(table, self.batch) for table in self.files]


class Commit(msgspec.Struct, frozen=True):
    """One numbered change of a lake.

    Attributes:
        version: its number. at: when, UTC, ISO. added: batches. removed: ids of batches. replaced: ids of games.
        kind: write (games came in), remove, compact, migrate, vacuum, or publish (the first one of a copy for the public).
        swept: the oldest version that can still be read, 0 when this commit does not say. after: the SHA-256 of the commit before it,
        empty where an older Sitrep wrote it.
    """

    version: int
    at: str
    added: list[Batch] = []
    removed: list[str] = []
    replaced: list[str] = []
    format: int = FORMAT
    schema: int = SCHEMA
    vocabulary: int = VOCABULARY
    kind: str = "write"
    swept: int = 0
    after: str = ""


@dataclass(frozen=True)
class LakeState:
    """A lake at one version: its live batches, by id, in the order of their commits. It never changes.

    Attributes:
        store: where its files are. version: the number of its newest commit. batches: id to batch.
        at: when that commit was made. swept: the oldest version whose files are still there.
    """

    store: Store
    version: int
    batches: dict[str, Batch]
    at: str = ""
    swept: int = 0

    @property
    def root(self) -> Path | str:
        """The lake's folder or URL."""
        return self.store.place

    @cached_property
    def holder(self) -> dict[str, Batch]:
        """Game id to the batch that holds it."""
        return {game: batch for batch in self.batches.values() for game in batch.games}

    def find(self, beginning: str) -> str:
        """Return the id of the only game whose id is, or begins with, these characters.

        Raises:
            LakeError: no game, or several.
        """
        if beginning in self.holder:
            return beginning
        ids = sorted(self.holder)
        found = [game for game in ids if game.startswith(beginning)]
        if len(found) == 1:
            return found[0]
        shown = ", ".join((found or ids)[:5]) + (", ..." if len(found or ids) > 5 else "")
        close = "" if found else nearest(beginning, ids)
        there = f"did you mean {close!r}?" if close else f"there are: {shown or 'none'}"
        what = f"{len(found)} games begin so: {shown}" if found else f"no game begins so; {there}"
        raise LakeError(f"{self.root}: game {beginning!r}: {what}")

    def found(self, games: Collection[str] | None) -> list[str] | None:
        """Return the ids of games as `find` does, None of None."""
        return None if games is None else [self.find(game) for game in games]

    @cached_property
    def older(self) -> list[Batch]:
        """The live batches whose files are of an older schema or vocabulary than this Sitrep's."""
        return [batch for batch in self.batches.values() if (batch.schema, batch.vocabulary) != (SCHEMA, VOCABULARY)]

    def holding(self, games: Iterable[str] | None = None) -> list[Batch]:
        """Return the live batches; only those that hold one of `games`, when given."""
        if games is None:
            return list(self.batches.values())
        found = (self.holder[game] for game in games if game in self.holder)
        return list({batch.batch: batch for batch in found}.values())

    def keys(self, table: str, games: Iterable[str] | None = None) -> list[str]:
        """Return the keys of the live files of a table; only those that hold one of `games`, when given."""
        return [data_key(table, batch.batch) for batch in self.holding(games) if table in batch.files]

    def files(self, table: str, games: Iterable[str] | None = None) -> list[Path | str]:
        """Return the same files as paths, or URLs, for a reader of Parquet."""
        return [self.store.path(key) for key in self.keys(table, games)]

    def then(self, *commits: Commit) -> LakeState:
        """Return the state after the next commits."""
        batches, swept = dict(self.batches), self.swept
        for commit in commits:
            for gone in commit.removed:
                batches.pop(gone, None)
            batches |= {batch.batch: _dated(batch, commit) for batch in commit.added}
            swept = max(swept, commit.swept)
        last = commits[-1] if commits else self
        return LakeState(self.store, last.version, batches, last.at, swept)


def _dated(batch: Batch, commit: Commit) -> Batch:
    """Return a batch with the schema and vocabulary of its files, which a log of format 1 says once for a commit."""
    if batch.schema and batch.vocabulary:
        return batch
    return msgspec.structs.replace(batch, schema=commit.schema, vocabulary=commit.vocabulary)


def data_key(table: str, batch: str) -> str:
    """Return the key of a batch's file of a table."""
    return f"{DATA}/{table}/{batch}.parquet"
