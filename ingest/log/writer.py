"""Writing Sitrep's own log: the same recording always gives the same bytes."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import zstandard

from engine.recording import (
    LOG_VERSION,
    CorrectionEntry,
    DiceEntry,
    Header,
    NoteEntry,
    ObservationEntry,
    OrderEntry,
    RecordEntry,
    Recording,
    UndoEntry,
)
from ingest.log.shorthand import in_words
from warehouse.whole_files import put_whole

PACKINGS = ("", "gzip", "zstd")
"""The packings of a log; the empty one means unpacked."""

_SUFFIXES = {".gz": "gzip", ".zst": "zstd"}
_GZIP_LEVEL, _ZSTD_LEVEL = 9, 9
_encode = msgspec.json.Encoder(order="deterministic").encode


def write_log(recording: Recording, packing: str = "", *, words: bool = False) -> bytes:
    """Return a recording as a log.

    Canonical: no blanks, keys in the order of the record types, options and players sorted, dice as lists, defaults left out.

    Args:
        packing: one of PACKINGS. words: lines in plain words where these say the same (`ingest.log.shorthand`), instead of JSON alone.

    Raises:
        ValueError: an entry that a log cannot hold (an event), or an unknown packing.
    """
    if packing not in PACKINGS:
        raise ValueError(f"found packing {packing!r}; expected one of {', '.join(map(repr, PACKINGS))}")
    lines = map(_in_words if words else encode_entry, recording.entries)
    plain = b"".join(line + b"\n" for line in (_header(recording.header), *lines))
    if packing == "gzip":
        return gzip.compress(plain, _GZIP_LEVEL, mtime=0)
    if packing == "zstd":
        return zstandard.ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True).compress(plain)
    return plain


def _in_words(entry: RecordEntry) -> bytes:
    return in_words(entry).encode() or encode_entry(entry)


def encode_entry(entry: RecordEntry) -> bytes:
    """Return one entry as its line, without the end of line.

    Raises:
        ValueError: a log cannot hold it.
    """
    match entry:
        case OrderEntry(order=said) | ObservationEntry(observation=said):
            return _encode(said)
        case CorrectionEntry(observation=said):
            return b'{"set"' + _encode(said).removeprefix(b'{"see"')
        case DiceEntry(dice=dice):
            return _encode({"dice": dice})
        case UndoEntry(count=count):
            return _encode({"undo": count})
        case NoteEntry(text=text):
            return _encode({"note": text})
    raise ValueError(f"a log holds orders, dice, observations, corrections, undo and notes; found {type(entry).__name__}")


def _header(header: Header) -> bytes:
    """The header with the log's version first, which identifies the file."""
    rest = _encode(msgspec.structs.replace(header, sitrep=LOG_VERSION))
    return b'{"sitrep":%d,%s' % (LOG_VERSION, rest[1:])


def save_log(recording: Recording, path: Path | str, *, words: bool = False) -> Path:
    """Write a recording to a file and return its path; a name that ends in .gz or .zst packs it. `words` as in `write_log`.

    The file appears complete or not at all.

    Raises:
        OSError: it cannot be written.
    """
    path = Path(path)
    put_whole(path, write_log(recording, _SUFFIXES.get(path.suffix, ""), words=words))
    return path
