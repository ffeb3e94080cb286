"""A zip archive with one recorded game in it, as saves are attached to issues and mails: `game.tsvg.zip`.

What else lies in it (notes, pictures, a module of VASSAL, folders of an operating system) plays no part. Archives that are a format of
their own (a game or a module of VASSAL, an office document) are left as they are.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import IO

from engine.errors import RecordError
from engine.text import one_line
from ingest.confined import open_file
from ingest.files import HEAD, MAX_BYTES, unpacked_head

ZIP = b"PK\x03\x04"
MAX_MEMBERS = 1_000
"""Files in an archive."""
FEW = 100
"""Files in an archive that is looked into only to see whether it holds a certain kind of record."""

_ENTRY = b"PK\x01\x02"
_BUILD_FILE = b"buildFile"
"""Stands near the beginning of a module of VASSAL, which has thousands of pictures."""
_OWN = frozenset({"savedGame", "buildFile", "buildFile.xml", "[Content_Types].xml", "mimetype"})
"""Files by which archives are known that are no packed record."""
_MODULES = (".vmod", ".vmdx")
"""How names of modules of VASSAL and of their extensions end: one may begin with a file that a game has too."""
_BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, RuntimeError, ValueError, LookupError,
    NotImplementedError, OverflowError,
)  # fmt: skip
"""What the reader of archives raises of damaged ones."""

Recognizes = Callable[[bytes], bool]
"""Whether a content that begins so is a record."""


def out_of_zip(content: bytes, name: str, recognizes: Recognizes) -> bytes:
    """Return the one record in a zip archive, as it lies there; any other content as it is, such as a game or a module of VASSAL.

    Raises:
        RecordError: the archive is damaged, encrypted, or has too many files; it holds no record, several, or one that is too large.
    """
    if not content.startswith(ZIP):
        return content
    if content.count(_ENTRY) > MAX_MEMBERS:
        if _BUILD_FILE in content[:HEAD]:
            return content
        raise RecordError(f"a zip archive of more than {MAX_MEMBERS:,} files; expected one recorded game", file=name)
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if _OWN & set(archive.namelist()):
                return content
            return _read(archive, _only(_records(archive, recognizes), archive, name), name)
    except _BROKEN as error:
        cure = "unpack it" if "encrypted" in str(error) else "the file is damaged or was cut off: copy it again"
        raise RecordError(f"the zip archive cannot be unpacked ({one_line(str(error))}); {cure}", file=name) from None


def zipped_head(path: Path, recognizes: Recognizes) -> bytes:
    """Return how the first record of a kind in a small zip archive begins; nothing where there is none."""
    try:
        with open_file(path) as file:
            if file.read(len(ZIP)) != ZIP:
                return b""
            with zipfile.ZipFile(file) as archive:
                if len(archive.infolist()) > FEW or _OWN & set(archive.namelist()):
                    return b""
                found = _records(archive, recognizes)
                return _head(archive, found[0]) if len(found) == 1 else b""
    except (*_BROKEN, RecordError):
        return b""


def _records(archive: zipfile.ZipFile, recognizes: Recognizes) -> list[zipfile.ZipInfo]:
    files = [one for one in archive.infolist() if not one.is_dir() and not _plays_no_part(one.filename)]
    return [one for one in files if recognizes(_head(archive, one))]


def _plays_no_part(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".") or name.lower().endswith(_MODULES)


def _head(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    with archive.open(one) as file:
        return unpacked_head(file)


def _only(found: list[zipfile.ZipInfo], archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    if len(found) == 1:
        return found[0]
    if not found:
        some = ", ".join(repr(one.filename) for one in archive.infolist()[:3]) or "nothing"
        what = f"a zip archive without a recorded game in it (it holds {one_line(some)})"
        raise RecordError(f"{what}; expected one, such as a TripleA save or a VASSAL log", file=name)
    some = ", ".join(repr(one.filename) for one in found[:3]) + (" ..." if len(found) > 3 else "")
    what = f"a zip archive with {len(found):,} recorded games in it ({one_line(some)}); expected one"
    raise RecordError(f"{what}: unpack it into a folder, and ingest the folder", file=name)


def _read(archive: zipfile.ZipFile, one: zipfile.ZipInfo, name: str) -> bytes:
    with archive.open(one) as file:
        return _bounded(file, name)


def _bounded(file: IO[bytes], name: str) -> bytes:
    """Read a member, whatever size its entry tells: a bomb is stopped at the bound."""
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        what = f"the record in the zip archive has more than {MAX_BYTES >> 20} MiB"
        raise RecordError(f"{what}; expected one recorded game, which is far smaller", file=name)
    return content
