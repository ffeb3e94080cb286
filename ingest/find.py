"""Finding the files to ingest: named files, and files in named folders. A table of results is found row by row."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.errors import RecordError
from ingest.confined import check_inside, confined
from ingest.results.places import is_table

COMPANIONS = frozenset({".md", ".csv", ".toml", ".py", ".pyc", ".vmod", ".vmdx"})
"""Suffixes of files that accompany records in a folder: notes, tables of overlays, scripts, modules of VASSAL and their extensions."""
TABLE = ".csv"
"""Suffix of the companions that may be tables of results."""


class Found(NamedTuple):
    """The files to read, each once, and the entries of folders that were skipped: hidden files, companions, links to folders."""

    files: list[Path]
    passed_over: list[Path]


def find(paths: Iterable[Path | str]) -> Found:
    """Return the files that paths name: files as given, folders walked completely and sorted.

    Links to folders are not followed, and lakes are not searched. A file named twice is read once. Missing paths, unreadable folders and
    links that lead out of a folder stay in the list, so that reading them (`confined`) reports the error. Each row of a table of results
    is a file of its own.
    """
    passed_over: list[Path] = []
    return Found(list(walk(paths, passed_over.append)), passed_over)


def walk(paths: Iterable[Path | str], pass_over: Callable[[Path], object] = lambda _: None) -> Iterator[Path]:
    """Yield the files of `find` one by one, as the folders are walked; call `pass_over` with the skipped ones."""
    seen: set[str] = set()
    for path in map(Path, paths):
        for file, named in _walk(path):
            with confined([path]):
                rows, out = _rows(file, named), _leads_out(file)
            real = os.path.abspath(file) if out else os.path.realpath(file)  # what leads out keeps no named file out
            if not named and not rows and _is_passed_over(file) and not (out and _may_be_table(file)):
                pass_over(file)
            elif real not in seen:
                seen.add(real)
                yield from rows or (file,)


def _leads_out(file: Path) -> bool:
    try:
        check_inside(file, "")
    except RecordError:
        return True
    return False


def _may_be_table(file: Path) -> bool:
    return file.suffix.lower() == TABLE and not file.name.startswith(".")


def _rows(file: Path, named: bool) -> list[Path]:
    """Return the rows of a table of results; nothing of another file."""
    if not (named or _may_be_table(file)) or not is_table(file):
        return []
    from ingest.results.reader import rows_of

    return rows_of(file)


def _is_passed_over(file: Path) -> bool:
    return file.name.startswith(".") or file.suffix.lower() in COMPANIONS or os.path.isdir(file)


def _walk(path: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each file and whether it was named explicitly."""
    if not os.path.isdir(path):
        yield path, True
        return
    from warehouse.log import LOG  # only here: a file that is named needs nothing that takes long to import

    unread: list[Path] = []
    for folder, below, names in os.walk(path, onerror=lambda error: unread.append(Path(error.filename))):
        if LOG in below:  # a lake among its records
            below.clear()
            continue
        below[:] = sorted(name for name in below if not name.startswith("."))
        links = [name for name in below if os.path.islink(os.path.join(folder, name))]
        for name in sorted(names + links):
            yield Path(folder, name), False
    yield from ((folder, True) for folder in unread)
