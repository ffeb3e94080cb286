"""Descriptions of unrecognized file types, for the message that refuses a file."""

from __future__ import annotations

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive (perhaps an office document)"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"PAR1", "a Parquet table"),
    (b"\xac\xed\x00\x05", "saved Java objects (a TripleA save is this, packed)"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"\xfd7zXZ\0", "data packed with xz (only gzip and zstd are unpacked)"),
    (b"BZh", "data packed with bzip2 (only gzip and zstd are unpacked)"),
    (b"7z\xbc\xaf'\x1c", "a 7-Zip archive"),
    (b"\x1f\x8b", "gzip data packed twice"),
    (b"\x28\xb5\x2f\xfd", "zstd data packed twice"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a Windows program"),
    (b"\xff\xfe", "text in UTF-16 (save it as UTF-8)"),
    (b"\xfe\xff", "text in UTF-16 (save it as UTF-8)"),
    (b"{\0", "text in UTF-16 (save it as UTF-8)"),
    (b"\0{", "text in UTF-16 (save it as UTF-8)"),
    (b"\0\0\0{", "text in UTF-32 (save it as UTF-8)"),
    (b"<?xml", "an XML document"),
    (b"<!DOCTYPE", "a web page"),
    (b"<!doctype", "a web page"),
    (b"<html", "a web page"),
    (b"[", "a JSON list (write one entry on each line, with no list around them)"),
)


def kind_of(head: bytes) -> str:
    """Describe a file by the start of its content: a PDF document, text that begins ..."""
    if head.startswith(b"\xff\xfe\0\0"):
        return "text in UTF-32 (save it as UTF-8)"
    if head.startswith(b"PK\x03\x04") and b"buildFile" in head:
        return "a module of VASSAL (`sitrep vassal map` drafts its tables)"
    for beginning, kind in _BEGINNINGS:
        if head.startswith(beginning):
            return kind
    if head[257:262] == b"ustar":
        return "a tar archive"
    return _text_or_bytes(head)


def _text_or_bytes(head: bytes) -> str:
    words = head.strip()[:40]
    if not words:
        return "nothing but blanks"
    try:
        text = words.decode("utf-8", "strict" if len(words) < 40 else "ignore")
    except UnicodeDecodeError:
        text = ""
    if text and all(letter.isprintable() or letter in "\r\n\t" for letter in text):
        return f"text that begins {text.splitlines()[0]!r}"
    return f"bytes that begin {head[:8].hex(' ')}"
