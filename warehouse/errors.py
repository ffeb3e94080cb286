"""What can go wrong with a lake: one child of the engine's SitrepError."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import SitrepError

FROM_A_COPY = "put it back from a copy, or ingest the records again into a new lake"
"""Cure of a file that is gone or damaged. In its own lake a game cannot take its place alone: the file holds others beside it."""


class LakeError(SitrepError):
    """A lake, a table, a measure or a game cannot be had: what was found, what would be right, and the cure."""


class TooLarge(LakeError):
    """A game would have more rows than one game is given."""


@contextmanager
def writing(path: Path | str, after: str = "the lake is as it was") -> Iterator[None]:
    """Turn what the disk or the store refuses, while something at `path` is written, into a LakeError; `after` ends it."""
    try:
        yield
    except OSError as error:
        place = error.filename or path
        raise LakeError(f"{place}: cannot be written: {error.strerror or error}; {after}") from error


@contextmanager
def reading(path: Path | str) -> Iterator[None]:
    """Turn what the disk or the store refuses, while something at `path` is read, into a LakeError."""
    try:
        yield
    except OSError as error:
        raise LakeError(f"{error.filename or path}: cannot be read: {error.strerror or error}") from error
