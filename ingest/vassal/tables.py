"""Folders of tables for modules: those that are part of Sitrep, and a user's own.

A user's own lie in the folder that SITREP_VASSAL_MODULES names (several are parted as in PATH), or beside the log: in the folder
itself, or in a folder in it. They go before Sitrep's. Links that lead out of the folder beside a log are not followed: that
folder may be a stranger's. In a watched folder and with what is dropped on a page they are not read at all: a table says what a
trait hides, and whoever may put a log there could put one beside it that says nothing is hidden.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from engine.errors import SitrepError
from engine.text import visible
from ingest.confined import trusts_tables
from ingest.vassal.adapter import ANY, MODULE_FILE, Adapter, ids, load, read_folder, table_of
from ingest.vassal.container import About

VARIABLE = "SITREP_VASSAL_MODULES"
SAY = "say whether it was read with them: --tables (sitrep ingest) or --no-tables (sitrep watch, the dashboard)"
"""What is asked for where nobody has said whether tables beside a log are trusted."""
MOST_FOLDERS = 1_000
"""Entries of a folder that are looked at for tables."""
MOST_BYTES = 16 << 20
"""Bytes of one file of a user's tables."""


def adapter_for(about: About, boards: Iterable[str] = (), beside: Path | None = None) -> Adapter:
    """Return the tables of the module that a save is of: by the name that it gives, else by the boards on its table.

    Args:
        about: what the save says of itself. boards: on its table. beside: the folder that the save lies in.

    Raises:
        SitrepError: a user's own tables are wrong (file, line, column, value), or cannot be read; or some lie beside it, and nobody
            has said whether they are trusted.
    """
    laid = set(boards)
    for adapter in _own(beside):
        if adapter.fits(about.module, laid):
            return adapter
    for id_ in ids():
        table = table_of(id_)
        if about.module in table["modules"] or (not about.module and laid & set(table["boards"])):
            return load(id_)
    return load(ANY)


def _own(beside: Path | None) -> Iterator[Adapter]:
    """A user's own tables: those of the environment, then those beside the log."""
    for name in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        root = Path(name)
        if not root.is_dir():
            raise SitrepError(f"{VARIABLE} names {name}, which is no folder; expected a folder with a folder of tables for each module")
        yield from map(_read, _folders(root, None))
    if beside is not None and (trusted := trusts_tables()) is not False:
        folders = _folders(beside, beside.resolve())
        if folders and trusted is None:
            raise SitrepError(f"tables for its module lie beside it, in {visible(str(folders[0]))}; {SAY}")
        yield from map(_read, folders)


def _folders(root: Path, inside: Path | None) -> list[Path]:
    """The folders with a module.toml: one itself, and those in it; only those of which no table leads out of `inside`."""
    try:
        with os.scandir(root) as entries:
            below = sorted(entry.path for entry in islice(entries, MOST_FOLDERS) if entry.is_dir())
    except OSError as error:
        raise SitrepError(f"{root}: the folder cannot be read ({error.strerror})") from None
    found = [folder for folder in (root, *map(Path, below)) if (folder / MODULE_FILE).is_file()]
    return [folder for folder in found if inside is None or _all_inside(folder, inside)]


def _all_inside(folder: Path, inside: Path) -> bool:
    """Whether no table of a folder leads out of another one."""
    return all(path.resolve().is_relative_to(inside) for path in _files(folder))


def _files(folder: Path) -> list[Path]:
    return [folder / MODULE_FILE, *sorted(folder.glob("*.csv"))]


def _read(folder: Path) -> Adapter:
    stamps = []
    for path in _files(folder):
        try:
            stat = path.stat()
        except OSError as error:
            raise SitrepError(f"{path}: cannot be read ({error.strerror})") from None
        if stat.st_size > MOST_BYTES:
            raise SitrepError(f"{path}: {stat.st_size:,} bytes; a table for a module has at most {MOST_BYTES:,}")
        stamps.append((path.name, stat.st_size, stat.st_mtime_ns))
    return _known(folder, tuple(stamps))


@lru_cache(maxsize=32)
def _known(folder: Path, stamps: tuple[tuple[str, int, int], ...]) -> Adapter:
    """The tables of a folder, read again when one of its files is another."""
    return read_folder(folder)
