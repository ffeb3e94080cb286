"""Reading a file: its bytes, limited in size, and unpacked if its content is compressed.

File names are ignored. Every failure is a single RecordError.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO

import zstandard

from engine.errors import RecordError
from engine.text import one_line
from ingest.confined import check_inside, open_file

MAX_BYTES = 64 * 2**20
"""Size limit of a record in bytes, both on disk and unpacked: hundreds of times a long game."""

HEAD = 4096
"""The number of leading bytes by which a format is recognized."""

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
_STEP = 1024
"""Packed bytes unpacked at a time: few, because one of them can stand for 32 KiB."""
_BLOCK = 2**17 + 2**10
"""Packed bytes from which something can be unpacked: zstd does it by blocks of 128 KiB at most (RFC 8878, 3.1.1.2.4)."""
_MAX_PARTS = 10_000
_MAX_WINDOW = 2**27
"""Memory limit of a zstd frame, in bytes."""


PASTED = "standard-input"
"""Name of the temporary file for pasted text."""


def shown(path: Path | str) -> str:
    """Return a path as one line of text that can be printed and stored, whatever bytes its name has."""
    return _shown(str(path))


@lru_cache(maxsize=64)  # of each row of a table it is asked several times
def _shown(path: str) -> str:
    file, colon, row = os.path.basename(path).partition(":")
    if file == PASTED:  # its temporary path differs each time and tells nothing
        return f"standard input{colon}{row}"
    return one_line(path.encode("utf-8", "backslashreplace").decode("utf-8"))


def is_kept(path: Path | str) -> bool:
    """Return whether a record is a file that stays where it is: neither pasted text nor a row of a table."""
    return os.path.basename(path) != PASTED and os.path.isfile(path)


def read_file(path: Path | str) -> bytes:
    """Return a file's bytes, as they lie on the disk.

    Raises:
        RecordError: no such file, not a regular file, not readable, empty, larger than MAX_BYTES, or outside the folder in which it was
        found (`confined`).
    """
    name = shown(path)
    try:
        mode = Path(path).stat().st_mode
        check_inside(path, name)
        if stat.S_ISDIR(mode):
            os.scandir(path).close()  # raises PermissionError for an unreadable file
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file (a pipe, device or socket)"
            raise RecordError(f"this is {kind}; expected the file of one recorded game", file=name)
        with open_file(path) as handle:
            data = handle.read(MAX_BYTES + 1)
    except FileNotFoundError:
        lost = "a link to nothing; fix it or delete it" if os.path.islink(path) else "no such file; check the path"
        raise RecordError(lost, file=name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        what = "folder" if os.path.isdir(path) else "file"
        raise RecordError(f"the {what} cannot be read ({reason}); check its name and permissions", file=name) from None
    if not data:
        raise RecordError("the file is empty; expected a recorded game", file=name)
    if len(data) > MAX_BYTES:
        raise RecordError(_too_large("the file has"), file=name)
    return data


def head_of(path: Path | str) -> bytes:
    """Return the first bytes of a file, unpacked if it is packed; none of what is no file, or cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # to open a pipe would wait for its other end
            return b""
        with open_file(path) as handle:
            return unpacked_head(handle)
    except (OSError, ValueError, RecordError):
        return b""


def unpacked_head(file: IO[bytes]) -> bytes:
    """Return the first bytes of a file, unpacked if they are packed; as many as can be unpacked."""
    head = file.read(HEAD)
    if not head.startswith((GZIP, ZSTD)):
        return head
    out = b""
    with suppress(EOFError, ValueError, zlib.error, zstandard.ZstdError):
        for part in (_gzip_parts if head.startswith(GZIP) else _zstd_parts)(head + file.read(_BLOCK)):
            out += part
            if len(out) >= HEAD:
                break
    return out[:HEAD]


def unpack(data: bytes, name: str) -> bytes:
    """Return the content of gzip or zstd data (all members or frames), or other data as it is.

    Raises:
        RecordError: the packed data is damaged, ends early, or holds more than MAX_BYTES.
    """
    if data.startswith(GZIP):
        return _unpacked(data, name, "gzip", _gzip_parts)
    if data.startswith(ZSTD):
        return _unpacked(data, name, "zstd", _zstd_parts)
    return data


def _too_large(what: str) -> str:
    return f"{what} more than {MAX_BYTES >> 20} MiB; expected one recorded game, which is far smaller"


def _unpacked(data: bytes, name: str, packing: str, parts: Callable[[bytes], Iterator[bytes]]) -> bytes:
    out = bytearray()
    try:
        for part in parts(data):
            out += part
            if len(out) > MAX_BYTES:
                raise RecordError(_too_large(f"the {packing} data unpacks to"), file=name)
    except EOFError as error:
        raise RecordError(f"the {packing} data {error}; the file is damaged or was cut off: copy it again", file=name) from None
    except (zlib.error, zstandard.ZstdError) as error:
        raise RecordError(f"the file begins like {packing} data but cannot be unpacked ({error}); copy it again", file=name) from None
    if not out:
        raise RecordError(f"the {packing} data is empty; expected a recorded game", file=name)
    return bytes(out)


def _gzip_parts(data: bytes) -> Iterator[bytes]:
    at, members = 0, 0
    while at < len(data) and data[at]:
        if not data.startswith(GZIP, at):
            raise EOFError(f"is followed by {len(data) - at} bytes that are not gzip")
        members = _one_more(members)
        packed = zlib.decompressobj(wbits=31)
        while not packed.eof:
            if at >= len(data):
                raise EOFError("ends early")
            tail = data[at : at + _STEP]
            at += len(tail)
            while tail and not packed.eof:
                yield packed.decompress(tail, 2**20)
                tail = packed.unconsumed_tail
        at -= len(packed.unused_data)
    if data[at:].strip(b"\0"):
        raise EOFError(f"is followed by {len(data) - at} bytes that are not gzip")


def _one_more(parts: int) -> int:
    """Count one more part of packed data; refuse too many, which would take long to unpack."""
    if parts >= _MAX_PARTS:
        raise EOFError(f"is in more than {_MAX_PARTS} parts")
    return parts + 1


def _zstd_parts(data: bytes) -> Iterator[bytes]:
    at, frames = 0, 0
    while at < len(data):
        if not data.startswith(ZSTD, at):
            raise EOFError(f"is followed by {len(data) - at} bytes that are not zstd")
        frames = _one_more(frames)
        packed = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW).decompressobj()
        while not packed.eof:
            if at >= len(data):
                raise EOFError("ends early")
            yield packed.decompress(data[at : at + _STEP])
            at += _STEP
        at = min(at, len(data)) - len(packed.unused_data)
