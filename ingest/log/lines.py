"""The kinds of log lines other than orders and observations, and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from engine.errors import RecordError

MAX_LINE = 64 * 2**10
"""Bytes that one line may have."""

MAX_ENTRIES = 250_000
"""Entries that one log may have; a game of a hundred rounds has about a tenth."""

MAX_TEXT = 2_000
"""Letters that one field of an order or observation may have."""

MAX_NUMBER = 1_000_000
"""Largest number that a field may hold."""

COMMENTS = (b"#", b"//")
"""The start of a comment line."""

_BOM = b"\xef\xbb\xbf"


class DiceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice rolls: a list, or text typed by hand, `316` or `31 6`; with spaces if a die has more than 9 sides: `3 12 6`."""

    dice: list[int] | str


class UndoLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the last `undo` orders and everything after the first of them."""

    undo: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]


class NoteLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Free text."""

    note: str


class LogLine(NamedTuple):
    """A line with content: its number from 1, and its text without surrounding whitespace."""

    number: int
    text: bytes


def lines_of(data: bytes, name: str) -> Iterator[LogLine]:
    """Yield the lines of a log that are neither blank nor comments.

    Args:
        data: the log's content; a byte order mark is passed over, lines end with LF, CR LF or CR.
        name: the log's name, for messages.

    Raises:
        RecordError: a line is longer than MAX_LINE, or there are more than MAX_ENTRIES of them.
    """
    data = data.removeprefix(_BOM)
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    said = 0
    for number, raw in enumerate(BytesIO(data), start=1):
        text = raw.strip()
        if not text or text.startswith(COMMENTS):
            continue
        if len(text) > MAX_LINE:
            raise RecordError(
                f"a line of {len(text)} bytes; expected one entry, at most {MAX_LINE} bytes, on each line", file=name, line=number
            )
        said += 1
        if said > MAX_ENTRIES:
            raise RecordError(f"more than {MAX_ENTRIES} entries; expected one game in each file", file=name, line=number)
        yield LogLine(number, text)
