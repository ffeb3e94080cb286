"""The formats Sitrep reads. A file is recognized by its content; its name plays no part.

Each format is a folder in this package whose `reader.py` has the functions of a Format. To add one, write the folder
and add it to FORMATS.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RecordError
from engine.recording import Recording
from engine.text import all_plain, is_plain
from engine.title.model import Title
from ingest.files import HEAD, head_of, read_file, shown, unpack
from ingest.filetypes import kind_of
from ingest.log.header import EXAMPLE
from ingest.results import sheet
from ingest.results.places import in_table
from ingest.zipped import ZIP, out_of_zip, zipped_head


class Format(NamedTuple):
    """One format.

    Attributes:
        name: its name in messages and tables.
        recognize: from the first HEAD bytes of an unpacked content, whether a file is of this format.
        parse: from an unpacked content, its name and its folder, the recording; RecordError when it is damaged.
        title: the title of such a recording, from the recording and its folder.
        alone: whether a file's content is all of its record; else files beside it may be part of it, too.
        together: the digest of the record that a file makes with others, the same for all of them that are records; empty when it
            makes one alone.
        prefix: how the ids of such games begin.
    """

    name: str
    recognize: Callable[[bytes], bool]
    parse: Callable[[bytes, str, Path | None], Recording]
    title: Callable[[Recording, Path | None], Title]
    alone: Callable[[Path], bool] = lambda _: True
    together: Callable[[Path], str] | None = None
    prefix: str = ""


class Record(NamedTuple):
    """A recording, the title it is of, and the format it was read from."""

    recording: Recording
    title: Title
    format: str


def _in(folder: str, function: str) -> Callable[..., Any]:
    """Return a function of a format's `reader.py`, which is imported at its first call: one record needs few of the readers."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"ingest.{folder}.reader"), function)(*given)

    return call


def _format(name: str, folder: str, parse: str = "parse", **more: Any) -> Format:
    return Format(name, _in(folder, "recognize"), _in(folder, parse), _in(folder, "title"), **more)


FORMATS: tuple[Format, ...] = (
    _format("log", "log", "parse_log", together=_in("log", "together")),
    _format("triplea", "triplea"),
    _format("vassal", "vassal", alone=_in("vassal", "alone"), together=_in("vassal", "together"), prefix="vassal-"),
    _format("results", "results"),
    _format("TripleA turn summary", "turn_summaries", "parse_turns"),
)
"""Every format, in the order in which they are tried."""


def read_record(path: Path | str) -> Record:
    """Return the recording that a file holds, with its title. Invisible characters are escaped in all text.

    Raises:
        RecordError: the file cannot be read, has no known format, or is damaged.
    """
    if in_table(path) and (record := _row(path)):
        told = (record.recording.header, record.recording.entries)
        # a shipped title has no text of the record, and is a thousand times as long as its row
        return record if record.title.powers and is_plain(told) else _shown(record)
    name, folder = shown(path), Path(path).parent
    content = content_of(path)
    kind = recognized(content, name)
    recording = kind.parse(content, name, folder)
    return _shown(Record(recording, kind.title(recording, folder), kind.name))


def _row(path: Path | str) -> Record | None:
    from ingest.results import reader

    row = reader.recording_of(path)
    return Record(row, reader.title(row), reader.NAME) if row else None


def content_of(path: Path | str) -> bytes:
    """Return what the record of a file is read from: its content, unpacked; the record in a zip archive; of a table of results a row.

    Raises:
        RecordError: the file or the row cannot be read, or an archive holds no record, or several.
    """
    if in_table(path):
        from ingest.results.reader import content_of as row_of

        if (row := row_of(path)) is not None:
            return row
    return unpack(as_it_lies(path), shown(path))


def as_it_lies(path: Path | str) -> bytes:
    """Return the record of a file as it lies there, packed or not: of a zip archive that record alone, of any other file all of it.

    Raises:
        RecordError: the file cannot be read, or an archive holds no record, or several.
    """
    name, whole = shown(path), read_file(path)
    content = unpack(whole, name)
    if not content.startswith(ZIP) or _is_known(content[:HEAD]):
        return whole
    record = out_of_zip(content, name, _is_known)
    return whole if record is content else record


def _is_known(head: bytes) -> bool:
    return any(kind.recognize(head) for kind in FORMATS)


def _shown(record: Record) -> Record:
    """Return a record of any format with terminal escapes, bidirectional controls and characters that break drawings escaped."""
    parts = (record.recording.header, record.recording.entries, record.recording.title)
    if is_plain((parts, record.title if record.recording.header.overlays else None)):
        return record
    try:
        return all_plain(record)
    except ValueError as error:
        raise RecordError(f"{error}; give them other names", file=record.recording.name) from None


def is_alone(path: Path, content: bytes) -> bool:
    """Return whether an unpacked content is all of the record of its file."""
    kind = next((kind for kind in FORMATS if kind.recognize(content[:HEAD])), None)
    return kind is None or kind.alone(path)


def format_together(path: Path) -> Format | None:
    """Return the format of a file whose records may be in several files of a folder; None of any other."""
    kind = format_of(path)
    return kind if kind is not None and kind.together is not None and not kind.alone(path) else None


def format_of(path: Path) -> Format | None:
    """Return the format of a file by its first bytes; None where it has none, or cannot be read."""
    head = head_of(path)
    if head.startswith(ZIP) and not _is_known(head):
        head = zipped_head(path, _is_known)
    return next((kind for kind in FORMATS if kind.recognize(head)), None) if head else None


def read_recording(path: Path | str) -> Recording:
    """Return the recording that a file holds; raises as `read_record` does."""
    return read_record(path).recording


def recognized(content: bytes, name: str) -> Format:
    """Return the format of an unpacked content.

    Raises:
        RecordError: it has none; the message describes the content.
    """
    head = content[:HEAD]
    for kind in FORMATS:
        if kind.recognize(head):
            return kind
    raise RecordError(
        f"this is {kind_of(head)}; expected a Sitrep log, whose first line is like {EXAMPLE}, a TripleA save, a VASSAL save or log, "
        f"or a table of results, whose first line is like {sheet.EXAMPLE}",
        file=name,
    )
