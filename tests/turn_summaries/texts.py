"""A small game told as the program tells it, and what the tests ask of a text."""

from __future__ import annotations

from pathlib import Path

from engine import events as ev
from engine.recording import Recording
from engine.replay import Game, replay
from ingest.turn_summaries.reader import parse_turns, title

MINI = (Path(__file__).parent / "turn.txt").read_text(encoding="utf-8")
"""A turn in the middle of a game."""


def read(text: str | bytes, name: str = "text") -> Recording:
    """The recording of a text."""
    return parse_turns(text if isinstance(text, bytes) else text.encode(), name)


def played(text: str | bytes) -> Game:
    """The game of a text; its fold refuses nothing."""
    recording = read(text)
    return replay(recording, title(recording))


def facts(text: str | bytes) -> list[ev.Event]:
    """The events of a text without gaps and notes, which say where in the text something is."""
    return [entry.event for entry in read(text).entries if not _is_remark(entry.event)]


def gaps(text: str | bytes) -> list[ev.DefectFound]:
    """The gaps that a text is said to have."""
    return [entry.event for entry in read(text).entries if isinstance(entry.event, ev.DefectFound)]


def _is_remark(event: ev.Event) -> bool:
    return isinstance(event, ev.DefectFound) or (isinstance(event, ev.MarkerSet) and event.scope == "note")
