"""Decompress a save, within bounds."""

from __future__ import annotations

import zlib

from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.limits import DEFAULT, Limits

GZIP = b"\x1f\x8b"
JAVA_STREAM = b"\xac\xed\x00\x05"


def inflate(raw: bytes, limits: Limits = DEFAULT) -> bytes:
    """The Java object stream inside a `.tsvg` file.

    Args:
        raw: the whole file; a stream that somebody already decompressed passes through.

    Raises:
        TripleaSaveError: not a save, cut short, damaged, or larger than `limits` allow.
    """
    if raw[:4] == JAVA_STREAM:
        return _within(raw, limits.max_bytes)
    if raw[:2] != GZIP:
        raise TripleaSaveError(
            "Not a TripleA save",
            offset=0,
            found=raw[:4].hex(" ") or "an empty file",
            expected="1f 8b, the start of a gzip file",
            cure="Give a .tsvg file that TripleA wrote; a map is a .zip or .xml, a turn summary is text.",
        )
    return _gunzip(raw, limits.inflated(len(raw)))


def _gunzip(raw: bytes, most: int) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        data = unzip.decompress(raw, most + 1)
    except zlib.error as error:
        raise TripleaSaveError("The gzip wrapping of the save is damaged", found=error, expected="valid gzip") from error
    _within(data, most)
    if not unzip.eof:
        raise TripleaSaveError(
            "The file ends before its content does",
            offset=len(raw),
            found="the end of the file",
            expected="more gzip data",
            cure="The copy was cut short: download or send the save again.",
        )
    return data


def _within(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise TripleaSaveError(
            "The save grows too large when decompressed",
            found=f"over {most:,} bytes",
            expected=f"{most:,} at most",
            cure="If the save is honest, read it with larger Limits(max_bytes=..., max_ratio=...).",
        )
    return data
