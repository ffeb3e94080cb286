"""The record of a game of a lake, where it still lies on this machine: read again for what the lake's tables do not hold."""

from __future__ import annotations

from pathlib import Path

from dashboard.review.reader import Reader
from engine.errors import SitrepError
from engine.replay import Game, replay
from ingest.formats import read_record


def record_of(of: Reader) -> Path | None:
    """Return the file of a game's record, where it still lies there; None otherwise: the lake keeps no records."""
    path = Path(of.game["name"])
    try:
        return path if path.is_file() else None
    except OSError:
        return None


def game_of(of: Reader, record: Path) -> Game:
    """Return a game replayed from its record.

    Raises:
        SitrepError: the record is not the game's any more, or cannot be read.
    """
    read = read_record(record)
    if read.recording.digest != of.game["digest"]:
        raise SitrepError(
            f"{record}: the record has changed since it was ingested; expected SHA-256 {of.game['digest']}; ingest it again"
        )
    return replay(read.recording, read.title)
