"""Seats of players whom dice alone name: logs of some modules say who rolled, and never who sits where.

Their powers are called by numbers, in the order in which they first rolled: a power's name stands everywhere, a player's
only where players are named.
"""

from __future__ import annotations

import unicodedata

from ingest.vassal.kinds import NOBODY
from ingest.vassal.visible_pieces import Names

MOST = 40
"""Seats of one game that dice can make."""


class DiceSeats:
    """The seats that dice made.

    Attributes:
        players: power to the player as the dice first named him.
    """

    def __init__(self) -> None:
        self.players: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def has(self, player: str) -> bool:
        """Return whether dice have made a seat of a player's name."""
        return _key(player) in self._known

    def of(self, player: str, names: Names) -> str:
        """Return the power of a player whom dice name; a new one for each, NOBODY once there are too many."""
        key = _key(player)
        power = self._known.get(key)
        if power is None:
            if len(self.players) >= MOST:
                return names.power(NOBODY, "")
            number = len(self.players) + 1
            while f"player-{number}" in names.powers:
                number += 1
            power = self._known[key] = names.power(f"player-{number}", f"Player {number}")
            self.players[power] = player
        return power


def _key(player: str) -> str:
    return unicodedata.normalize("NFKC", player).strip().casefold()
