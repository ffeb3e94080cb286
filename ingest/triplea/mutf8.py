"""Java's modified UTF-8 (java.io.DataInput): NUL in two bytes, characters beyond 16 bits as two surrogates."""

from __future__ import annotations

from ingest.triplea.errors import TripleaSaveError


def decode(data: bytes, start: int, end: int) -> str:
    """Return the text in `data[start:end]`; a lone surrogate becomes the replacement character.

    Raises:
        TripleaSaveError: the bytes are no text at all.
    """
    try:
        return str(data[start:end], "utf-8")
    except UnicodeDecodeError:
        return _odd(data, start, end)


def _odd(data: bytes, start: int, end: int) -> str:
    try:
        text = data[start:end].replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise TripleaSaveError("A string is not text", offset=start + error.start, found=error.reason, expected="modified UTF-8") from error
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
