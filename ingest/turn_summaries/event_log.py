"""What is being told: the entries of the recording so far, and what an earlier telling has found out about the start."""

from __future__ import annotations

from collections import Counter

import msgspec

from engine import events as ev
from engine.recording import EventEntry

OBSERVED = "observed"
"""Cause of what is concluded from the text and not told by it: what stood there before, what went without a word."""

MAX_NOTE = 300
"""Letters of a line that a note keeps."""


class Start(msgspec.Struct):
    """What a whole telling has shown to have been so before it began; the next telling begins with it.

    Attributes:
        stacks: units by (stretch, area, power, unit): they are moved, lost or listed later with nothing to bring them there.
        control: area to the power that it is first taken from, or that is first seen to hold it.
        stores: main resource by power, worked out from the first balance that is told.
        costs: unit to its price, as purchases show it; a known title's own otherwise.
    """

    stacks: Counter[tuple[int, str, str, str]] = msgspec.field(default_factory=Counter)
    control: dict[str, str] = {}
    stores: dict[str, int] = {}
    costs: dict[str, int] = {}


class EventLog:
    """The entries so far. `line` is the line that is being told."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: list[EventEntry] = []
        self.line = 0

    def emit(self, event: ev.Event) -> None:
        """Add an event at the line that is being told."""
        self.entries.append(EventEntry(event, self.line))

    def gap(self, rule: str, message: str, found: str = "", expected: str = "") -> None:
        """Say that the text does not tell something, or tells it otherwise than what came before."""
        where = f"{self.name}:{self.line}" if self.line else self.name
        self.emit(ev.DefectFound(f"observed/{rule}", "gap", found[:MAX_NOTE], expected, message, where))

    def note(self, text: str) -> None:
        """Keep a line as it stands."""
        self.emit(ev.MarkerSet("note", f"line {self.line}", text[:MAX_NOTE] or "-"))
