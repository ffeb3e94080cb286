"""How a game ended, when its history says so, and what it says to its players."""

from __future__ import annotations

import re

from engine import events as ev
from ingest.triplea.events.lines import HistoryLine
from ingest.triplea.history import Event
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import Reading

DEEDS = frozenset(("move", "battle", "raid", "purchase", "placement"))
"""What only happens in a game that goes on."""


class Ending:
    """Hears every event, and tells at the end who has won: players may go on after a victory."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.found: ev.GameEnded | None = None

    def hear(self, line: HistoryLine, event: Event) -> list[ev.Event]:
        """Take an event; notes and victories become markers."""
        if line.means in DEEDS:
            self.found = None
        if line.means == "victory":
            self.found = self._victory(line)
            return [ev.MarkerSet("note", "victory", _plain(event.title))]
        if line.means == "note":
            return [ev.MarkerSet("note", f"players/{slug(line.said['players'])}", _plain(line.said["text"]))]
        return []

    def told(self) -> list[ev.Event]:
        """Return the end of the game, when there was one."""
        return [self.found] if self.found else []

    def _victory(self, line: HistoryLine) -> ev.GameEnded:
        names, title = self.reading.names, self.reading.title
        players = re.split(r", | and ", line.said.get("players", ""))
        sides = {title.side_of[names.powers[player]] for player in players if player in names.powers}
        side = slug(line.said.get("side", ""))
        if side in title.sides:
            sides.add(side)
        return ev.GameEnded(tuple(sorted(sides)), slug(line.said.get("how", "")) or "victory")


def _plain(text: str) -> str:
    """Return a text without the program's markup."""
    return re.sub(r"<[^>]*>", " ", text).strip()[:1000]
