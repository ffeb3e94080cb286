"""Ratings of players, of what sides are worth and of what bids are, each with its 95 % interval: one model for each title.

    ratings.of_lake(lake)     # all of it: history, standings, sides
    ratings.history(lake)     # every player after every game
    ratings.standings(lake)   # the current ranking, title by title
    ratings.sides(lake)       # which side is ahead between equals, and what a bid is worth

The model (`model.py`) is a Bradley-Terry model with the side and its bid beside the player, in which skill changes with time: so a player
who always has the better side is not taken for the better player. A team is as strong as the mean of its players, a game won in part
counts in part, a draw as half. A rating is in points, as with Elo: 1500 is the expected skill of players of the title,
and who is 400 better wins ten games of eleven. The measure `rated_games` says which games count:
finished games, not stopped by a limit, with named
players on at least two sides, and no player on several. Where people have played each other, only such games count unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl

from warehouse.expressions import Z, counts, rate
from warehouse.ratings.design import Array, Seat
from warehouse.ratings.model import Model
from warehouse.ratings.scale import MIDDLE, TEN_TO_ONE

DIGITS = 0
"""Digits of a rating after the point: no interval is narrower than many points."""
HISTORY = {
    "played": pl.String, "game_id": pl.String, "title": pl.String, "side": pl.String, "player": pl.String, "outcome": pl.String,
    "share": pl.Float64, "bid": pl.Int64, "games": pl.Int64, "rating": pl.Float64, "low": pl.Float64, "high": pl.Float64,
}  # fmt: skip
"""Columns of a history: `share` of the game that the side won, `games` of the player in the title so far, `rating` at that time."""
STANDINGS = {
    "title": pl.String, "place": pl.Int64, "player": pl.String, "games": pl.Int64, "rating": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "played": pl.String,
}  # fmt: skip
"""Columns of standings: ranked by `low`; `played` is the day of the last game."""
SIDES = {
    "title": pl.String, "side": pl.String, "games": pl.Int64, "effect": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "chance": pl.Float64, "chance_low": pl.Float64, "chance_high": pl.Float64, "usual_bid": pl.Float64, "bid_effect": pl.Float64,
    "bid_low": pl.Float64, "bid_high": pl.Float64,
}  # fmt: skip
"""Columns of sides: `effect` in points of a side beside the mean of the others, `chance` that it wins between equals without bids (of two
sides; else null), `usual_bid` of the games with bids and `bid_effect` what it is worth in points to who has it; null where nobody bid."""


class Lake(Protocol):
    """The part of a lake that ratings need."""

    def measure(self, name: str, **params: Any) -> pl.DataFrame:
        """Return a measure of the lake."""
        ...


class Ratings(NamedTuple):
    """The ratings of a lake's games: frames with the columns of HISTORY, STANDINGS, SIDES; whether only games of people count."""

    history: pl.DataFrame
    standings: pl.DataFrame
    sides: pl.DataFrame
    people: bool


def of_lake(
    lake: Lake,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> Ratings:
    """Return the ratings of the games of a lake.

    Args:
        lake: where the games are. title: of this title only; of each title when None. since, until: games that were played from and up to
            these days, ISO; everybody begins anew with the season. people: whether only games count that no program played; when
            None, wherever the whole lake has such a game.
    """
    only = people_only(lake) if people is None else people
    return rated(seats_of(lake, title, since, until, only), only)


def seats_of(lake: Lake, title: str | None, since: str | None, until: str | None, people: bool) -> list[Seat]:
    """Return the seats of the games that count, in the order of play and of side; see `of_lake`."""
    rows = lake.measure("rated_games", title=title, since=since, until=until, people=people)
    return [Seat(*row) for row in rows.drop("people").iter_rows()]


def people_only(lake: Lake) -> bool:
    """Return whether a game counts in which people played each other: then games of programs do not, unless asked for."""
    return lake.measure("rated_games", people=True).height > 0


def history(
    lake: Lake, title: str | None = None, since: str | None = None, until: str | None = None, people: bool | None = None
) -> pl.DataFrame:
    """Return each player's rating at the time of each of its games, in the order of play; columns as in HISTORY; see `of_lake`."""
    return of_lake(lake, title, since, until, people).history


def standings(
    lake: Lake, title: str | None = None, since: str | None = None, until: str | None = None, people: bool | None = None
) -> pl.DataFrame:
    """Return each player's rating after its last game, title by title, the best first; columns as in STANDINGS; see `of_lake`."""
    return of_lake(lake, title, since, until, people).standings


def sides(
    lake: Lake, title: str | None = None, since: str | None = None, until: str | None = None, people: bool | None = None
) -> pl.DataFrame:
    """Return what each side of each title is worth, and what a bid is; columns as in SIDES; see `of_lake`."""
    return of_lake(lake, title, since, until, people).sides


def rated(seats: Iterable[Seat], people: bool = False) -> Ratings:
    """Return the ratings of these seats, which are in the order of play and of side; of every title apart."""
    of_title: dict[str, list[Seat]] = {}
    for seat in seats:
        of_title.setdefault(seat.title, []).append(seat)
    told = [_of_title(title, mine) for title, mine in sorted(of_title.items())]
    history, standings, sides = (
        pl.DataFrame([row for one in told for row in one[at]], schema=schema, orient="row")
        for at, schema in enumerate((HISTORY, STANDINGS, SIDES))
    )
    return Ratings(history, standings, sides, people)


def records(history: pl.DataFrame) -> pl.DataFrame:
    """Return each player's plain wins and losses in the rated games of a history.

    Columns: title, player, games, decided, won, lost, drawn, rate, low, high; see the measure `win_rates_by_player`.
    """
    counted = history.group_by("title", "player", maintain_order=True).agg(counts())
    return counted.select("title", "player", "games", "decided", "won", "lost", "drawn", *rate())


Rows = list[tuple[Any, ...]]


def _of_title(title: str, seats: Sequence[Seat]) -> tuple[Rows, Rows, Rows]:
    """Return the rows of history, standings and sides of one title."""
    model = Model(seats)
    games: dict[str, int] = {}
    kept: dict[tuple[str, str], int] = {}
    rows: list[Array] = []
    course: Rows = []
    for seat in seats:
        row = model.columns.skill(seat.player, seat.played)
        key = seat.player, row.tobytes().hex() if model.drift else ""
        if key not in kept:
            kept[key] = len(rows)
            rows.append(row)
        games[seat.player] = games.get(seat.player, 0) + 1
        course.append((*seat, games[seat.player], kept[key]))
    spans = _spans(model, rows, MIDDLE)
    made = [(*row[:-1], *spans[row[-1]]) for row in course]
    return made, _standings(title, made), _sides(title, seats, model)


def _standings(title: str, course: Rows) -> Rows:
    last = {row[4]: row for row in course}
    ranked = sorted(last.values(), key=lambda row: (-row[-2], row[4]))
    lows = [row[-2] for row in ranked]
    return [(title, lows.index(row[-2]) + 1, row[4], row[8], *row[9:], row[0]) for row in ranked]


def _sides(title: str, seats: Sequence[Seat], model: Model) -> Rows:
    columns = model.columns
    played = {side: sum(1 for _ in groupby(seat.game_id for seat in seats if seat.side == side)) for side in columns.sides}
    spans = _spans(model, [*map(columns.side, columns.sides), columns.bid()])
    bid = (round(columns.usual, DIGITS), *spans[-1]) if columns.usual else (None,) * 4
    made: Rows = []
    for side, span in zip(columns.sides, spans, strict=False):
        chance = tuple(round(1 / (1 + 10 ** (-value / TEN_TO_ONE)), 3) for value in span) if len(columns.sides) == 2 else (None,) * 3
        made.append((title, side, played[side], *span, *chance, *bid))
    return made


def _spans(model: Model, rows: Sequence[Array], middle: float = 0.0) -> list[tuple[float, float, float]]:
    """Return value and 95 % interval of sums of columns, in points, rounded."""
    means, deviations = model.told(np.array(rows))
    return [
        (_rounded(middle + mean), _rounded(middle + mean - Z * spread), _rounded(middle + mean + Z * spread))
        for mean, spread in zip(means.tolist(), deviations.tolist(), strict=True)
    ]


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0  # no minus zero
