"""The errors of a lake: children of the engine's SitrepError."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import SitrepError
from engine.title.columns import nearest

FROM_A_COPY = "put it back from a copy, or ingest the records again into a new lake"
"""Cure for a missing or damaged file. Re-ingesting one game cannot replace the file, which holds other games too."""


class LakeError(SitrepError):
    """A lake, a table, a measure or a game is not available: the value found, the value expected, and the cure."""


class NoSuchName(LakeError, AttributeError):
    """There is no table, measure or chart of this name: an attribute that is not there, too, so that `hasattr` knows."""


class TooLarge(LakeError):
    """A game would have more rows than the limit."""


def not_there(what: str, name: str, known: Collection[str]) -> str:
    """Return the message that there is no table, measure or other thing of a name: with the one that looks like it, else all of them."""
    close = nearest(name, known)
    return f"no {what} {name!r}; {f'did you mean {close!r}?' if close else 'expected one of ' + ', '.join(known)}"


@contextmanager
def writing(path: Path | str, after: str = "the lake is unchanged") -> Iterator[None]:
    """Convert disk and store errors while writing at `path` into a LakeError; `after` ends its message."""
    try:
        yield
    except OSError as error:
        place = error.filename or path
        raise LakeError(f"{place}: cannot be written: {error.strerror or error}; {after}") from error


@contextmanager
def reading(path: Path | str) -> Iterator[None]:
    """Convert disk and store errors while reading at `path` into a LakeError."""
    try:
        yield
    except OSError as error:
        raise LakeError(f"{error.filename or path}: cannot be read: {error.strerror or error}") from error
