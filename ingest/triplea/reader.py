"""TripleA saves as a format: content in, Recording at fidelity `changes` out, with the title that it holds."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

from engine.errors import FoldError, RecordError
from engine.events import Event, GameStarted
from engine.garbage import no_collection
from engine.recording import EventEntry, Fidelity, Header, Recording
from engine.state import GameState
from engine.title.model import Title
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.events.agreement import differences
from ingest.triplea.events.save_replay import SaveReplay
from ingest.triplea.model import Save
from ingest.triplea.save import parse_save
from ingest.triplea.state import TripleaState
from ingest.triplea.title.reading import Reading

_LOG = logging.getLogger(__name__)
NAME = "triplea"
MAGIC = b"\xac\xed\x00\x05"
VERSIONS = (b"games.strategy.", b"org.triplea.")
"""Packages of the program's own classes; the first object of a save is its Version."""


def recognize(head: bytes) -> bool:
    """Return whether a content that begins so is a save: Java objects, of TripleA's own classes."""
    return head.startswith(MAGIC) and any(package in head for package in VERSIONS)


def parse(content: bytes, name: str = "", folder: Path | None = None) -> Recording:
    """Return the recording that an unpacked save holds; `folder` plays no part, a save needs no other file.

    Raises:
        RecordError: the save is damaged, or beyond the bounds of a save.
    """
    save = parse_save(content, name)
    try:
        with no_collection():
            replay = SaveReplay(save)
            events, reading = replay.tell(), replay.reading
            gap = gap_of(events, save, reading)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, FoldError) as error:
        raise TripleaSaveError(
            "The history of the save does not fit its map",
            found=f"{type(error).__name__}: {str(error)[:200]}",
            expected="names that the save itself explains",
            file=name,
        ) from error
    for strange, count in save.unknown.items():  # kept as they are; no player is helped by knowing it
        _LOG.debug("%s: %d objects of %s, a class without a word here", name, count, strange)
    digest = hashlib.sha256(content).hexdigest()
    entries = tuple(EventEntry(event) for event in events)
    return Recording(header_of(save, events), entries, Fidelity.CHANGES, name, digest, reading.title, gap)


def header_of(save: Save, events: list[Event]) -> Header:
    """Return what is said of a game before its events."""
    started = events[0]
    assert isinstance(started, GameStarted)
    about = f"{save.game}, map version {save.map_version}, saved by TripleA {save.engine} in round {save.round}"
    return Header(
        title=started.title,
        scenario=started.scenario,
        options=started.options,
        players=started.players,
        source=f"TripleA {save.engine}",
        about=about,
    )


def gap_of(events: list[Event], save: Save, reading: Reading) -> int:
    """Return how many values the events, folded, have otherwise than the state that was saved."""
    state = GameState().apply_all(events)
    return sum(1 for _ in differences(state, TripleaState(save), reading))


def title(recording: Recording, folder: Path | None = None) -> Title:
    """Return the title of a recording that `parse` made.

    Raises:
        RecordError: it holds none.
    """
    if recording.title is None:
        raise RecordError("the recording of a save holds no title; read the save again", file=recording.name)
    return recording.title
