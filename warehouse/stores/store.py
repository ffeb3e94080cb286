"""The interface of a lake's storage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import duckdb
import polars as pl

PRIVATE = "_secret"
"""Folder of what only the owner of a lake may read."""

Content = bytes | memoryview


class StoredFile(NamedTuple):
    """A file: its key, its bytes, when it was made (seconds since 1970, UTC), and a tag that changes when the file is rewritten."""

    key: str
    bytes: int
    made: float
    tag: str


class Store(ABC):
    """Files under keys (`data/games/x.parquet`). A file is never changed; it is made whole, or it is not there.

    Every method raises OSError for disk and network errors, FileNotFoundError for a missing file.

    Attributes:
        place: a folder, or a URL. certain: whether a failed call is sure to have no later effect.
        checks_itself: whether it keeps checksums, so that it never returns altered content.
    """

    place: Path | str
    certain = True
    checks_itself = False

    @abstractmethod
    def path(self, key: str) -> Path | str:
        """Return where a file is, a Path or a URL, in the words of Parquet's readers and of messages."""

    @abstractmethod
    def read(self, key: str) -> bytes:
        """Return the content of a file."""

    @abstractmethod
    def write(self, key: str, content: Content) -> None:
        """Write a new file, of a key that nobody else writes; it is there to stay when this returns."""

    @abstractmethod
    def create(self, key: str, content: Content) -> None:
        """Write a new file that others may want to write too: one of them does, whole.

        Raises:
            FileExistsError: another was first.
        """

    @abstractmethod
    def delete(self, keys: Iterable[str]) -> None:
        """Take files away; those that are gone already are no error."""

    @abstractmethod
    def entries(self, folder: str, after: str = "") -> list[StoredFile]:
        """Return all files below a folder, in the order of their keys; only those behind the key `after`."""

    @abstractmethod
    def missing(self, keys: Iterable[str]) -> list[str]:
        """Return those of some keys under which there is no file."""

    def keep_private(self, key: str) -> None:  # noqa: B027  (a bucket has rules of its own)
        """See that only the owner of the place can read a file, where it knows such a thing."""

    @abstractmethod
    def lease(self) -> AbstractContextManager[object]:
        """While held, declare that there are uncommitted files; see `nobody_writes`."""

    @abstractmethod
    def nobody_writes(self) -> AbstractContextManager[bool]:
        """Give whether nobody holds a lease; while it is held nobody gets one, where the place knows locks."""

    @abstractmethod
    def holds_more_than(self, *folders: str) -> bool:
        """Return whether there is anything here outside some folders."""

    @abstractmethod
    def scan(self, keys: Sequence[str]) -> pl.LazyFrame:
        """Return Parquet files, one after the other, as a polars lazy frame."""

    @abstractmethod
    def teach(self, con: duckdb.DuckDBPyConnection) -> None:
        """Let a DuckDB connection, and its cursors, read files by their `path`."""
