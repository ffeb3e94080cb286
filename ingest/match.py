"""Games of bots against the players of another program, as a table says them: one row a game (`tests/triplea/match.py` plays them)."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec

from engine.decoding import read_text
from engine.errors import SitrepError

UNDECIDED = "undecided"
"""What stands for the victor of a game that was stopped at its limit of rounds: such a game is no draw."""

RESULTS = ("won", "lost", "ahead", "behind", "mixed")
"""How a game went for the bot; the last three of one that was stopped."""


class MatchGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game: `bot` played the side `ours`, the program's player of a `level` the other.

    Attributes:
        limit: rounds after which it is stopped. rounds: the round in which it ended. victor: a side, or UNDECIDED.
        our_tuv, their_tuv, our_production, their_production, our_cities, their_cities: each side's at the end: the value of its units,
        of its areas, and its victory cities.
    """

    title: str
    seed: int
    ours: str
    bot: str
    level: str
    limit: int
    rounds: int = 0
    victor: str = ""
    our_tuv: int = 0
    their_tuv: int = 0
    our_production: int = 0
    their_production: int = 0
    our_cities: int = 0
    their_cities: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it another game than all others."""
        return self.title, self.seed, self.ours, self.bot, self.level, self.limit

    @property
    def result(self) -> str:
        """How it went for the bot: won or lost; or, of a game that was stopped, ahead, behind or mixed.

        Ahead is who has more of both, of value (units and areas together) and of cities, or more of one where the other is equal.
        """
        if self.victor != UNDECIDED:
            return "won" if self.victor == self.ours else "lost"
        worth = self.our_tuv + self.our_production - self.their_tuv - self.their_production
        signs = {(one > 0) - (one < 0) for one in (worth, self.our_cities - self.their_cities)} - {0}
        return {1: "ahead", -1: "behind"}[signs.pop()] if len(signs) == 1 else "mixed"


COLUMNS = MatchGame.__struct_fields__


def read_games(path: Path) -> list[MatchGame]:
    """Return the games of a table; none where there is no such file.

    Raises:
        SitrepError: it is no table of games.
    """
    if not path.is_file():
        return []
    rows = csv.DictReader(read_text(path).splitlines())
    try:
        return [msgspec.convert(row, MatchGame, strict=False) for row in rows]
    except msgspec.ValidationError as error:
        raise SitrepError(f"{path}: line {rows.line_num}: {error}; expected a row with the columns {','.join(COLUMNS)}") from None
