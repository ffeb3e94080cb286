"""Reading Sitrep's own log: content in, Recording out, or one RecordError that names file and line."""

from __future__ import annotations

import hashlib
from pathlib import Path

from engine.errors import RecordError
from engine.orders import Order
from engine.recording import Header, Recording
from engine.rules import load_rules
from engine.title.model import Title
from ingest.files import read_file, shown, unpack
from ingest.log.grammar import Grammar
from ingest.log.header import EXAMPLE, located, parse_header, title_of, with_slugs
from ingest.log.lines import COMMENTS, lines_of
from ingest.log.messages import Wrong

NAME = "log"
MOST_WRONG = 100
"""Lines that cannot be read, after which reading stops: the file is no log, or of another title."""


def recognize(head: bytes) -> bool:
    """Return whether content with this start is a log: its first line that is neither blank nor a comment is an object.

    A log with a missing or faulty header is still recognized, so that the reader can report what is wrong.
    """
    comments = False
    for line in head.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n").split(b"\n"):
        text = line.strip()
        if text.startswith(COMMENTS):
            comments = True
        elif text:
            return text.startswith(b"{") and b"\0" not in text[:8]
    return comments


def parse_log(data: bytes, name: str = "", folder: Path | None = None) -> Recording:
    """Return the recording that a log holds.

    Args:
        data: the log, plain or packed with gzip or zstd; the digest is of its unpacked content and its overlays.
        name: its name in messages and defects; for a file, its path.
        folder: where its overlays are looked for; without one it may name none.

    Raises:
        RecordError: it is no log, or not of a game Sitrep knows; with file, line, what was found and what would be right.
    """
    data = unpack(data, name)
    lines = lines_of(data, name)
    first = next(lines, None)
    if first is None:
        raise RecordError(f"only blank lines and comments; expected a header such as {EXAMPLE}", file=name)
    at = first.number
    try:
        header = parse_header(first)
        title = title_of(header, folder)
        header = with_slugs(header, title)
        grammar = Grammar(title, order_types(title))
        entries, wrong = [], list[RecordError]()
        for line in lines:
            at = line.number
            try:
                entries.append(grammar.entry(line))
            except Wrong as error:
                wrong.append(located(error, name, at))
                if len(wrong) == MOST_WRONG:
                    break
        if wrong:
            raise _all_of(wrong)
        digest = _digest(data, header, folder)
    except Wrong as wrong:
        raise located(wrong, name, at) from None
    except OSError as error:
        raise RecordError(f"an overlay cannot be read: {error}", file=name, line=first.number, column="overlays") from None
    return Recording(header, tuple(entries), name=name, digest=digest)


def _all_of(wrong: list[RecordError]) -> RecordError:
    """Return one error of all lines that cannot be read: it says what the first is, and how many others there are."""
    first, more = wrong[0], len(wrong) - 1
    if not more:
        return first
    others = (
        f"{more} other line{'s' * (more > 1)} of it cannot be read{' either, and more were not looked at' * (len(wrong) == MOST_WRONG)}"
    )
    error = RecordError(f"{first.message} ({others}: `sitrep validate` lists them)", file=first.file, line=first.line, column=first.column)
    error.each = tuple(wrong)
    return error


def together(path: Path) -> str:
    """Return the digest of the record that a log and its overlays' tables make; empty when it names no overlays.

    Raises:
        RecordError: it cannot be read, or is no log. OSError: an overlay cannot be read.
    """
    name = shown(path)
    data = unpack(read_file(path), name)
    first = next(lines_of(data, name), None)
    if first is None or b'"overlays"' not in data:
        return ""
    try:
        header = parse_header(first)
        title_of(header, path.parent)  # checks where the overlays lie
    except Wrong as wrong:
        raise located(wrong, name, first.number) from None
    return _digest(data, header, path.parent) if header.overlays else ""


def _digest(data: bytes, header: Header, folder: Path | None) -> str:
    """The digest of a log's content and of its overlays' tables, which also define the game."""
    digest = hashlib.sha256(data)
    for overlay in header.overlays:
        for file in sorted((folder or Path()).joinpath(overlay).iterdir()):
            if file.suffix in (".csv", ".toml") and file.is_file():
                digest.update(b"\0%s\0" % file.name.encode("utf-8", "surrogateescape") + file.read_bytes())
    return digest.hexdigest()


def order_types(title: Title) -> tuple[type[Order], ...]:
    """Return the order types that a title's logs may hold.

    Raises:
        Wrong: the title has no rules, so that nothing could come of orders.
    """
    try:
        return load_rules(title).orders
    except LookupError as error:
        raise Wrong(str(error), "title") from None


def title(recording: Recording, folder: Path | None = None) -> Title:
    """Return the title of a recording that `parse_log` made, overlays included.

    Raises:
        RecordError: an overlay is no longer there, or no longer right.
    """
    try:
        return title_of(recording.header, folder)
    except Wrong as wrong:
        raise located(wrong, recording.name, 0) from None
