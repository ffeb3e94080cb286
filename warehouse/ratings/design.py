"""What a game says of a rating: the comparisons of its sides, and the columns of the model that they are made of.

The strength of a side is the mean skill of its players, what the side itself is worth, and what its bid is worth. Each player's skill is a
random walk over periods of time (whole-history rating: R. Coulom, Computers and Games 2008), so that old games tell less of today. All
columns are scaled by the spread that is expected of them: a ridge penalty of 1 is then the prior.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SIDE, BID = 1.75, 1.15
"""Expected spread, in log odds, of what a side is worth and of what a bid of usual size is: 300 and 200 points."""
PERIODS = (30, 91, 182, 365, 730)
"""Days that a period may have: the shortest with which the model has at most MOST columns of skill."""
MOST = 1000
YEAR = 365.25


class Seat(NamedTuple):
    """A player of a game that counts; rows of the measure `rated_games`.

    Attributes:
        played: day, ISO; empty if unknown. share: how much of the game the side won, 1 for all of it. bid: of the side, None if unknown.
    """

    played: str
    game_id: str
    title: str
    side: str
    player: str
    outcome: str
    share: float
    bid: int | None


class Comparison(NamedTuple):
    """Two sides of a game: the numbers of their seats, how much of it the first won against the second, and what it weighs."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    share: float
    weight: float


def games_of(seats: Sequence[Seat]) -> Iterable[list[tuple[int, ...]]]:
    """Yield the sides of each game, each as the numbers of its seats; `seats` are in the order of games and sides."""
    numbered = enumerate(seats)
    for _, game in groupby(numbered, key=lambda one: one[1].game_id):
        yield [tuple(at for at, _ in side) for _, side in groupby(game, key=lambda one: one[1].side)]


def comparisons(seats: Sequence[Seat]) -> list[Comparison]:
    """Return the comparisons of all games: of every two sides of which not both won, nor both lost.

    A game of two sides weighs 1. In one of more sides a comparison weighs less, two by the number of sides: they follow from one end.
    """
    found = []
    for sides in games_of(seats):
        for one, two in combinations(sides, 2):
            mine, theirs = seats[one[0]].share, seats[two[0]].share
            drawn = seats[one[0]].outcome == seats[two[0]].outcome == "drawn"
            if mine + theirs > 0 and (len(sides) == 2 or mine != theirs or drawn):
                found.append(Comparison(one, two, mine / (mine + theirs), 2 / len(sides)))
    return found


class Columns:
    """The columns of the model of one title.

    Attributes:
        players, sides: their names, sorted. usual: the size of a usual bid, 0 where nobody bid. periods: of each player, in order.
        days: how long a period is. size: how many columns there are.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        """Lay out the columns for these seats."""
        self.players = sorted({seat.player for seat in seats})
        self.sides = sorted({seat.side for seat in seats})
        bids = [seat.bid for seat in seats if seat.bid]
        self.usual = float(np.sqrt(np.mean(np.square(bids)))) if bids else 0.0
        self.days = next((days for days in PERIODS if self._skills(seats, days) <= MOST), 0)
        self.periods = _periods(seats, self.days)
        self._first, at = {}, 0
        for player in self.players:
            self._first[player], at = at, at + len(self.periods[player])
        self._side = {side: at + number for number, side in enumerate(self.sides)}
        self._bid = at + len(self.sides)
        self.size = self._bid + bool(self.usual)

    @staticmethod
    def _skills(seats: Sequence[Seat], days: int) -> int:
        return sum(map(len, _periods(seats, days).values()))

    def spread(self, skill: float, drift: float) -> Array:
        """Return the expected spread of every column.

        Args:
            skill: of players, in log odds. drift: of a player's skill in a year, in log odds.
        """
        found = np.empty(self.size)
        for player, first in self._first.items():
            periods = self.periods[player]
            found[first] = skill
            found[first + 1 : first + len(periods)] = drift * np.sqrt(np.diff(periods) * self.days / YEAR)
        found[list(self._side.values())] = SIDE
        found[self._bid :] = BID
        return found

    def skill(self, player: str, day: str) -> Array:
        """Return the row that is a player's skill on a day; before the first period it is that of the first, after the last of the last."""
        row = np.zeros(self.size)
        row[self._of_player(player, day)] = 1
        return row

    def side(self, side: str) -> Array:
        """Return the row that is what a side is worth beside the mean of the others."""
        row = np.zeros(self.size)
        for one, at in self._side.items():
            row[at] = 1 if one == side else -1 / max(len(self.sides) - 1, 1)
        return row

    def bid(self) -> Array:
        """Return the row that is what a bid of usual size is worth."""
        row = np.zeros(self.size)
        row[self._bid :] = 1
        return row

    def strength(self, seats: Sequence[Seat], side: tuple[int, ...]) -> Array:
        """Return the row that is the strength of a side in its game; of players and sides that nobody knows it has nothing."""
        row = np.zeros(self.size)
        for at in side:
            seat = seats[at]
            if seat.player in self._first:
                row[self._of_player(seat.player, seat.played)] += 1 / len(side)
        first = seats[side[0]]
        if first.side in self._side:
            row[self._side[first.side]] = 1
        if self.usual and first.bid:
            row[self._bid] = first.bid / self.usual
        return row

    def rows(self, seats: Sequence[Seat], found: Sequence[Comparison]) -> Array:
        """Return a row for each comparison: the strength of its first side less that of its second."""
        rows = np.zeros((len(found), self.size))
        for at, one in enumerate(found):
            rows[at] = self.strength(seats, one.first) - self.strength(seats, one.second)
        return rows

    def _of_player(self, player: str, day: str) -> slice:
        first, periods = self._first[player], self.periods[player]
        now = _period(day, self.days)
        last = sum(1 for period in periods if period <= now) if now is not None else 1
        return slice(first, first + max(last, 1))


def _periods(seats: Sequence[Seat], days: int) -> dict[str, list[int]]:
    """Return the periods in which each player played, in order; where no game has a day it is one, of number 0."""
    found: dict[str, set[int]] = {}
    for seat in seats:
        period = _period(seat.played, days)
        found.setdefault(seat.player, set()).update([] if period is None else [period])
    return {player: sorted(periods) or [0] for player, periods in found.items()}


def _period(day: str, days: int) -> int | None:
    """Return the number of the period of a day, None where the day is unknown or all of time is one period."""
    try:
        return date.fromisoformat(day[:10]).toordinal() // days if days else None
    except ValueError:
        return None
