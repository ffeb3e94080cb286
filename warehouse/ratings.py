"""Ratings of players with their uncertainty, by openskill's Plackett-Luce model: a side is a team of its players.

    ratings.history(lake)     # every player after every game
    ratings.standings(lake)   # the current ranking

Games are rated in the order of play, those of one day or none in the order of the measure `rated_games`: rows of a table of results as
they stand in it, other games by id. So the same lake gives the same ratings on every machine. The measure says which games count:
finished games, not stopped by a limit, with named players on at least two sides, and no player on several.
All sides that won come first together, all others second; in a drawn game all are level. A bot counts as a player with
its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Protocol

import polars as pl

from warehouse.expressions import counts, rate

SCHEMA = {
    "played": pl.String, "game_id": pl.String, "title": pl.String, "side": pl.String, "player": pl.String,
    "outcome": pl.String, "games": pl.Int64, "mu": pl.Float64, "sigma": pl.Float64, "ordinal": pl.Float64,
}  # fmt: skip
"""Columns of a history: `games` rated so far, `mu` the skill, `sigma` its standard deviation, `ordinal` mu - 3 sigma."""

Seat = tuple[str, str, str, str, str, str]
"""played, game_id, title, side, player, outcome."""

_GAME, _SIDE = itemgetter(0, 1), itemgetter(3)


class Lake(Protocol):
    """The part of a lake that ratings need."""

    def measure(self, name: str, **params: Any) -> pl.DataFrame:
        """Return a measure of the lake."""
        ...


def history(lake: Lake, title: str | None = None, since: str | None = None, until: str | None = None) -> pl.DataFrame:
    """Return each player's rating after each of its games, in the order of play; columns as in SCHEMA.

    Args:
        lake: where the games are. title: rate games of this title only; of all when None. since, until: rate games that were played
            from and up to these days, ISO; everybody begins anew with the season.
    """
    return rated(lake.measure("rated_games", title=title, since=since, until=until).iter_rows())


def standings(lake: Lake, title: str | None = None) -> pl.DataFrame:
    """Return each player's rating after the last of its games, the best `ordinal` first; see `history`.

    Columns: place (from 1, the same for equals), player, games, mu, sigma, ordinal, played (date of the last game).
    """
    return latest(history(lake, title))


def latest(history: pl.DataFrame) -> pl.DataFrame:
    """Return the standings at the end of a history; columns as in `standings`."""
    last = history.group_by("player", maintain_order=True).last()
    place = pl.col("ordinal").rank("min", descending=True).cast(pl.Int64).alias("place")
    columns = ("player", "games", "mu", "sigma", "ordinal", "played")
    return last.select(place, *columns).sort("place", "player")


def records(history: pl.DataFrame) -> pl.DataFrame:
    """Return each player's wins and losses in the rated games of a history.

    Columns: player, games, decided, won, lost, drawn, rate, low, high; see the measure `win_rates_by_player`.
    """
    counted = history.group_by("player", maintain_order=True).agg(counts())
    return counted.select("player", "games", "decided", "won", "lost", "drawn", *rate())


def rated(seats: Iterable[Seat]) -> pl.DataFrame:
    """Return the history of these seats, which are in the order of play and of side; columns as in SCHEMA."""
    return pl.DataFrame(list(_rows(seats)), schema=SCHEMA, orient="row")


def _rows(seats: Iterable[Seat]) -> Iterator[tuple[Any, ...]]:
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
