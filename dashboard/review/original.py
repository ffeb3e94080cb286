"""The record that a game was read from, only while it still is that record."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.ui.text import only_result
from engine.errors import RecordError
from ingest.files import unpack
from ingest.formats import as_it_lies
from ingest.read import content_digest


class Original(NamedTuple):
    """A record to take away: its name, and its bytes. From a zip archive it is the record alone, without what else lies there."""

    name: str
    content: bytes


def original_of(of: Reader) -> Original | None:
    """Return the record that a game was read from, if it lies where this machine finds it and its content is still the game's.

    None of a result alone, which has no record of its own, of a game that was read from several files, and of a log with overlays: its
    digest counts these in, so that the file by itself proves nothing.
    """
    record = None if only_result(of.game) else record_of(of)
    return original_in(record, of.game["digest"]) if record is not None else None


def original_in(file: Path, digest: str) -> Original | None:
    """Return the record in a file if it alone is what a game has the digest of; None also where the file cannot be read."""
    if content_digest(file) != digest:
        return None
    try:
        content = as_it_lies(file)
        is_the_games = sha256(unpack(content, file.name)).hexdigest() == digest  # the file may have changed since it was looked at
        is_whole = content == file.read_bytes()
    except (RecordError, OSError):
        return None
    return Original(file.name if is_whole else file.stem, content) if is_the_games else None
