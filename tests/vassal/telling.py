"""What a made-up game tells: its events, and the stacks that they come to."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from engine.events import Event, MarkerSet
from engine.recording import EventEntry, Recording
from engine.state import GameState
from ingest.vassal.reader import parse
from tests.vassal.module import MiniGame, build_file
from tests.vassal.writer import archive

E = TypeVar("E", bound=Event)


def with_module(folder: Path) -> Path:
    """Put the module Mini into a folder."""
    (folder / "mini.vmod").write_bytes(archive({"buildFile.xml": build_file().encode()}))
    return folder


def told(game: MiniGame, folder: Path | None = None) -> Recording:
    """The recording of a game; with a folder in which the module lies, its places have their names."""
    recording = parse(game.content(), "mini.vlog", folder)
    assert recording.gap == 0
    return recording


def events(recording: Recording, kind: type[E]) -> list[E]:
    """Its events of a kind."""
    return [entry.event for entry in recording.entries if isinstance(entry, EventEntry) and isinstance(entry.event, kind)]


def stacks(recording: Recording) -> dict[tuple[str, str, str, int], int]:
    """What stands where at the end: (area, power, unit, strength) -> count."""
    state = GameState().apply_all(entry.event for entry in recording.entries if isinstance(entry, EventEntry))
    return {(key.area, key.power, key.unit, key.strength): count for key, count in state.stacks.items()}


def markers(recording: Recording, scope: str) -> dict[str, str]:
    """Markers of a scope."""
    return {event.key: event.value for event in events(recording, MarkerSet) if event.scope == scope}
