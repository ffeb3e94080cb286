"""Opening the files of a folder, and none outside it: whoever may put a file there could else put a link to any file of the machine.

    with confined([Path("uploads")]):
        with open_file(Path("uploads/game.jsonl")) as file: ...

A folder that somebody names is trusted, be it a link itself, and so is a file that is named. What is found in a named folder must lie in
it, after all links. It is opened folder by folder from the named one on, so that no link put there meanwhile is followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

from engine.errors import RecordError
from engine.machine import open_inside

LEADS_OUT = "a link that leads out of the folder"
_FOLDERS: ContextVar[tuple[str, ...]] = ContextVar("folders", default=())
_TABLES: ContextVar[bool | None] = ContextVar("tables", default=True)


@contextmanager
def confined(folders: Iterable[Path | str]) -> Iterator[None]:
    """While held, let what is found in some folders be opened only if it lies in them; see the module."""
    before = _FOLDERS.set(tuple(os.path.abspath(folder) for folder in folders if os.path.isdir(folder)))
    try:
        yield
    finally:
        _FOLDERS.reset(before)


@contextmanager
def with_tables(trusted: bool | None) -> Iterator[None]:
    """While held, say whether tables that lie beside a record may say how it is read; None: nobody has said so."""
    before = _TABLES.set(trusted)
    try:
        yield
    finally:
        _TABLES.reset(before)


def trusts_tables() -> bool | None:
    """Return whether tables beside a record may say how it is read; None: nobody has said so."""
    return _TABLES.get()


def check_inside(path: Path | str, name: str) -> None:
    """Check that a file lies in the folder in which it was found.

    Raises:
        RecordError: it does not.
    """
    if (found := _within(path)) and not any(_is_below(os.path.realpath(path), os.path.realpath(one)) for one in found):
        raise RecordError(f"{LEADS_OUT} in which it was found; put the file itself there", file=name)


def open_file(path: Path | str) -> BinaryIO:
    """Open a file to read its bytes; see the module.

    Raises:
        OSError: it cannot be opened. RecordError: it does not lie in the folder in which it was found.
    """
    check_inside(path, str(path))
    real = os.path.realpath(path)
    for folder in map(os.path.realpath, _within(path)):
        if _is_below(real, folder):
            return os.fdopen(open_inside(folder, os.path.relpath(real, folder).split(os.sep)), "rb")
    return open(path, "rb")


def _within(path: Path | str) -> list[str]:
    """Return the folders in which a path was found."""
    whole = os.path.abspath(path)
    return [folder for folder in _FOLDERS.get() if _is_below(whole, folder)]


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)
