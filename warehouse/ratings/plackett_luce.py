"""Ratings by openskill's Plackett-Luce model, game after game: for the ladder of bots, whose seats are changed in every pair, and to
compare the model of the league with (`later_games.py`). It knows neither side nor bid. All sides that won come first together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl

SCHEMA = {
    "played": pl.String, "game_id": pl.String, "title": pl.String, "side": pl.String, "player": pl.String,
    "outcome": pl.String, "games": pl.Int64, "mu": pl.Float64, "sigma": pl.Float64, "ordinal": pl.Float64,
}  # fmt: skip
"""Columns of a course: `games` rated so far, `mu` the skill, `sigma` its standard deviation, `ordinal` mu - 3 sigma."""

Row = tuple[str, str, str, str, str, str]
"""played, game_id, title, side, player, outcome."""

_GAME, _SIDE = itemgetter(0, 1), itemgetter(3)


def latest(course: pl.DataFrame) -> pl.DataFrame:
    """Return the standings at the end of a course, the best `ordinal` first: place, player, games, mu, sigma, ordinal, played."""
    last = course.group_by("player", maintain_order=True).last()
    place = pl.col("ordinal").rank("min", descending=True).cast(pl.Int64).alias("place")
    columns = ("player", "games", "mu", "sigma", "ordinal", "played")
    return last.select(place, *columns).sort("place", "player")


def course(seats: Iterable[Row]) -> pl.DataFrame:
    """Return the course of these seats, which are in the order of play and of side; columns as in SCHEMA."""
    return pl.DataFrame(list(_rows(seats)), schema=SCHEMA, orient="row")


def _rows(seats: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
    from openskill.models import PlackettLuce  # slow to import, and rarely needed

    model = PlackettLuce()
    skill: dict[str, Any] = {}
    games: dict[str, int] = {}
    for _, game in groupby(seats, key=_GAME):
        sides = [list(side) for _, side in groupby(game, key=_SIDE)]
        before = [[skill.get(seat[4]) or model.rating() for seat in side] for side in sides]
        ranks: list[float] = [2 if side[0][5] == "lost" else 1 for side in sides]
        for side, after in zip(sides, model.rate(before, ranks=ranks), strict=True):
            for seat, rating in zip(side, after, strict=True):
                player = seat[4]
                skill[player], games[player] = rating, games.get(player, 0) + 1
                yield (*seat, games[player], rating.mu, rating.sigma, rating.ordinal())
