"""The record of a game of a lake, where it still lies on this machine: read again for what the lake's tables do not hold."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from dashboard.review.reader import Reader
from engine.errors import SitrepError
from engine.replay import Game, replay
from ingest.files import shown
from ingest.formats import content_of, read_record
from ingest.read import content_digest
from ingest.triplea.save import parse_save
from ingest.triplea.title.mechanisms import SaveCheck, check_save


def record_of(of: Reader) -> Path | None:
    """Return the file of a game's record, where it still lies on this machine; None otherwise: the lake keeps no records.

    Of several files that may be it, the one whose content it is, else the first.
    """
    found = [path for path in dict.fromkeys([*_places(of), Path(of.game["name"])]) if _is_file(path)]
    if len(found) < 2:
        return found[0] if found else None
    return next((path for path in found if content_digest(path) == of.game["digest"]), found[0])


def _places(of: Reader) -> Sequence[Path]:
    try:
        return of.places()
    except SitrepError:  # a damaged list, which verify tells
        return ()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


@lru_cache(maxsize=64)
def check_of(record: Path, digest: str) -> SaveCheck | None:
    """Return what of a save's map no rules here play; None where the record is no save, or not that of the digest any more."""
    try:
        read = read_record(record)
        return check_save(parse_save(content_of(record), shown(record))) if read.recording.digest == digest else None
    except SitrepError:
        return None


def game_of(of: Reader, record: Path) -> Game:
    """Return a game replayed from its record.

    Raises:
        SitrepError: the record is not the game's any more, or cannot be read; its folder is not named, as any visitor may read this.
    """
    try:
        read = read_record(record)
        if read.recording.digest != of.game["digest"]:
            raise SitrepError(
                f"{shown(record)}: the record has changed since it was ingested; expected SHA-256 {of.game['digest']}; ingest it again"
            )
        return replay(read.recording, read.title)
    except SitrepError as error:
        raise SitrepError(str(error).replace(f"{shown(record.parent)}{os.sep}", "")) from error
