"""How well ratings foretell games that they have not seen: the model beside OpenSkill, plain Elo and a coin.

The later half of a title's games is foretold part by part, each from the games before it alone; the figure is the log loss of the games of
two sides, smaller is better, and a coin's is log 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import log
from typing import Any

import polars as pl

from warehouse.ratings.design import Seat
from warehouse.ratings.model import Model
from warehouse.ratings.scale import MIDDLE, TEN_TO_ONE

K = 24.0
"""Of plain Elo: the most that a game moves a rating."""
PARTS = 5
"""Parts of the later half: the model is fitted anew before each."""
FEWEST = 20
"""Games that a title needs for the comparison."""
LOSSES = {"title": pl.String, "games": pl.Int64, **dict.fromkeys(("model", "openskill", "elo", "coin"), pl.Float64)}
_SURE = 1e-6

Teams = tuple[list[Seat], list[Seat]]


class Elo:
    """Plain Elo of players: a team is the mean of its players, and all of them win or lose the same."""

    def __init__(self) -> None:
        """Begin with everybody in the middle."""
        self.rating: defaultdict[str, float] = defaultdict(lambda: MIDDLE)

    def chance(self, one: Sequence[Seat], two: Sequence[Seat]) -> float:
        """Return the chance of the first side."""
        mine, theirs = (sum(self.rating[seat.player] for seat in side) / len(side) for side in (one, two))
        return 1 / (1 + 10 ** ((theirs - mine) / TEN_TO_ONE))

    def play(self, one: Sequence[Seat], two: Sequence[Seat], share: float) -> None:
        """Take in a game, of which the first side won a share."""
        gain = K * (share - self.chance(one, two))
        for side, change in ((one, gain), (two, -gain)):
            for seat in side:
                self.rating[seat.player] += change


class OpenSkill:
    """OpenSkill's Plackett-Luce model."""

    def __init__(self) -> None:
        """Begin with nobody."""
        from openskill.models import PlackettLuce  # slow to import

        self.model = PlackettLuce()
        self.rating: dict[str, Any] = {}

    def chance(self, one: Sequence[Seat], two: Sequence[Seat]) -> float:
        """Return the chance of the first side."""
        return float(self.model.predict_win([self._team(one), self._team(two)])[0])

    def play(self, one: Sequence[Seat], two: Sequence[Seat], share: float) -> None:
        """Take in a game, of which the first side won a share."""
        after = self.model.rate([self._team(one), self._team(two)], scores=[share, 1 - share])
        for side, ratings in zip((one, two), after, strict=True):
            self.rating.update({seat.player: rating for seat, rating in zip(side, ratings, strict=True)})

    def _team(self, side: Sequence[Seat]) -> list[Any]:
        return [self.rating.get(seat.player) or self.model.rating() for seat in side]


def losses(seats: Sequence[Seat]) -> pl.DataFrame:
    """Return the log loss of each on the later games of every title that has FEWEST games of two sides; columns as in LOSSES.

    Args:
        seats: in the order of play and of side.
    """
    of_title: dict[str, list[Teams]] = {}
    for _, game in groupby(seats, key=lambda seat: seat.game_id):
        sides = [list(side) for _, side in groupby(game, key=lambda seat: seat.side)]
        if len(sides) == 2 and any(side[0].share for side in sides):  # else both lost to a side that nobody played
            of_title.setdefault(sides[0][0].title, []).append((sides[0], sides[1]))
    rows = [(title, *_losses(games)) for title, games in sorted(of_title.items()) if len(games) >= FEWEST]
    return pl.DataFrame(rows, schema=LOSSES, orient="row")


def _losses(games: Sequence[Teams]) -> tuple[int, float, float, float, float]:
    first = len(games) // 2
    step = -(-(len(games) - first) // PARTS)
    elo, other, model = Elo(), OpenSkill(), None
    found = []
    for at, (one, two) in enumerate(games):
        share = one[0].share / (one[0].share + two[0].share)
        if at >= first:
            if model is None or (at - first) % step == 0:
                model = Model([seat for sides in games[:at] for side in sides for seat in side])
            told = (_chance(model, one, two), other.chance(one, two), elo.chance(one, two), 0.5)
            found.append([loss(chance, share) for chance in told])
        elo.play(one, two, share)
        other.play(one, two, share)
    whole = [sum(column) / len(found) for column in zip(*found, strict=True)]
    return len(found), whole[0], whole[1], whole[2], whole[3]


def _chance(model: Model, one: Sequence[Seat], two: Sequence[Seat]) -> float:
    seats = [*one, *two]
    mine, theirs = tuple(range(len(one))), tuple(range(len(one), len(seats)))
    return model.chance(model.columns.strength(seats, mine) - model.columns.strength(seats, theirs))


def loss(chance: float, share: float) -> float:
    """Return the log loss of a chance against the share that was won."""
    kept = min(max(chance, _SURE), 1 - _SURE)
    return -share * log(kept) - (1 - share) * log(1 - kept)
