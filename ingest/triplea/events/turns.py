"""Turns: which steps of a history make one, and how they are counted over the game."""

from __future__ import annotations

from ingest.triplea.history import Step
from ingest.triplea.model import Save
from ingest.triplea.title.reading import phase_of


class Turns:
    """Counts turns from 1; what comes before the first, bids among it, is turn 0.

    A turn is a run of one player's steps, or of several players' whose turns the map combines.
    """

    def __init__(self, save: Save) -> None:
        self.number = 0
        self.player: str | None = None
        self._company: dict[str, frozenset[str]] = {}
        for step in save.sequence:
            players = frozenset(str(step.properties.get("combinedTurns", "")).split(":")) - {""}
            for player in players:
                self._company[player] = self._company.get(player, frozenset()) | players

    def new_round(self) -> None:
        """A round begins: the next player's turn is a new one, also if it is the last player's."""
        self.player = None

    def enter(self, step: Step) -> bool:
        """Take a step; whether it begins a turn."""
        if step.player is None or phase_of(step.name).startswith("bid-"):
            return False
        if self.player is not None and step.player in self._company.get(self.player, {self.player}):
            return False
        self.player = step.player
        self.number += 1
        return True
