"""Positions of decided games as rows of features: one for each side at the end of each turn.

A side is compared with all others together, so that games of two and of three sides are described alike.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

import polars as pl

from warehouse.races import VICTORY_CITIES

FEATURES = ("value", "production", "treasury", "cities", "capitals", "to_move", "late_value", "bid", "victory")
"""Log ratio of unit values, of production and of treasuries (side to all others); difference of the shares of victory cities and
of capitals held; 1 if the side moves next, -1 if another does; the log ratio of unit values times the round, in tens;
the side's bid less that of the others, in tens; the log ratio of what victory still takes (the nearest other side's to its own)."""

MISSING = 0.1
"""Share of a whole victory that is added to what each side still lacks, so that nothing is infinite."""

BOTS, PROGRAMS, PEOPLE = "bots", "programs", "people"


class Lake(Protocol):
    """The part of a lake that positions need."""

    def sql(self, query: str, params: Any = None, games: Collection[str] | None = None) -> pl.DataFrame:
        """Return the answer to a query, of some games or of all."""
        ...


QUERY = f"""
WITH ends AS (
    SELECT p.game_id, p.turn, p.round, p.seq, p.turn_power, p.side, sum(p.tuv)::DOUBLE AS tuv,
           sum(p.production)::DOUBLE AS land, sum(p.treasury)::DOUBLE AS saved,
           sum(p.victory_cities)::DOUBLE AS cities_held, sum(p.capital_held::INT)::DOUBLE AS capitals_held,
           sum((t.capital <> '')::INT)::DOUBLE AS seats
    FROM powers p JOIN title_powers t USING (game_id, power)
    WHERE p.power IN (SELECT s.power FROM seats s WHERE s.game_id = p.game_id)
    GROUP BY ALL
),
sums AS (
    SELECT game_id, turn, sum(tuv) AS tuv, sum(land) AS land, sum(saved) AS saved, sum(cities_held) AS cities_held,
           sum(capitals_held) AS capitals_held, sum(seats) AS seats
    FROM ends GROUP BY game_id, turn
),
conditions AS (
    SELECT game_id, turn, measure, contender, side, alone, CASE WHEN threshold > 0
           THEN greatest(least(total / threshold, 1), 0)
           ELSE greatest(total, 0) / nullif(sum(greatest(total, 0)) OVER (PARTITION BY game_id, seq, measure), 0) END AS progress
    FROM races WHERE (threshold > 0 OR most) AND measure <> '{VICTORY_CITIES}'
),
contenders AS (
    SELECT game_id, turn, side, CASE WHEN bool_or(alone) THEN max(progress) ELSE avg(progress) END AS progress
    FROM conditions GROUP BY game_id, turn, side, contender
),
nearest AS (SELECT game_id, turn, side, max(progress)::DOUBLE AS progress FROM contenders GROUP BY ALL),
bids AS (
    SELECT game_id, side, sum(bid)::DOUBLE AS bid, sum(sum(bid)) OVER (PARTITION BY game_id)::DOUBLE AS all_bids
    FROM seats GROUP BY game_id, side
)
SELECT g.title, g.game_id, g.source, g.players, g.winner, g.ended, g.how, e.turn, e.round, e.turn_power, e.side,
       e.tuv, s.tuv - e.tuv AS other_tuv, e.land, s.land - e.land AS other_land, e.saved, s.saved - e.saved AS other_saved,
       e.cities_held, s.cities_held - e.cities_held AS other_cities_held, e.capitals_held,
       s.capitals_held - e.capitals_held AS other_capitals_held, e.seats, s.seats - e.seats AS other_seats,
       coalesce(b.bid, 0) AS bid, coalesce(b.all_bids, 0) AS all_bids, coalesce(n.progress, 0) AS progress,
       coalesce((SELECT max(o.progress) FROM nearest o WHERE o.game_id = e.game_id AND o.turn = e.turn AND o.side <> e.side), 0)
           AS other_progress
FROM ends e JOIN sums s USING (game_id, turn) JOIN games g USING (game_id)
LEFT JOIN bids b ON b.game_id = e.game_id AND b.side = e.side
LEFT JOIN nearest n ON n.game_id = e.game_id AND n.turn = e.turn AND n.side = e.side
ORDER BY g.game_id, e.turn, e.side
"""

BOARD = ("tuv", "land", "cities_held", "capitals_held")
"""Of a side: the value of its units, the value of its areas, and how many victory cities and capitals it holds; what battles change."""
OTHERS = tuple(f"other_{name}" for name in BOARD)
"""The same of all other sides together."""
SEATS = ("seats", "other_seats")
"""How many capitals a side's own powers have, and those of the other sides."""


def positions(lake: Lake, game_id: str = "") -> pl.DataFrame:
    """Return the positions of all games, or of one, with FEATURES, what they come from on the board (BOARD, OTHERS, SEATS),
    `won` (null for undecided games), `kind` of players, and `match`: the names of all players, one after the other."""
    games = [game_id] if game_id else None
    rows = lake.sql(QUERY, games=games)
    rows = rows.filter(pl.col("game_id") == game_id) if game_id else rows
    winners = pl.col("winner").str.split(", ")
    nxt = pl.col("turn_power").shift(-1).over("game_id", "side")
    ours = nxt.is_in(pl.col("own_powers"))
    return (
        rows.join(_powers(lake, games), on=["game_id", "side"], how="left")
        .join(_players(lake, games), on="game_id", how="left")
        .with_columns(
            treasury=_ratio(pl.col("saved"), pl.col("other_saved")),
            to_move=pl.when(nxt.is_null()).then(0.0).when(ours).then(1.0).otherwise(-1.0),
            victory=((1 + MISSING - pl.col("other_progress")) / (1 + MISSING - pl.col("progress"))).log(),
            bid=(2 * pl.col("bid") - pl.col("all_bids")) / 10,
            won=pl.when(pl.col("ended") & (pl.col("winner") != "")).then(winners.list.contains(pl.col("side"))),
            kind=_kind(),
        )
        .pipe(with_board)
        .select("title", "game_id", "kind", "match", "turn", "round", "turn_power", "side", "won", *BOARD, *OTHERS, *SEATS, *FEATURES)
        .sort("game_id", "turn", "side")
    )


def with_board(rows: pl.DataFrame) -> pl.DataFrame:
    """Return positions with the features that follow from the board: BOARD, OTHERS and SEATS."""
    value = _ratio(pl.col("tuv"), pl.col("other_tuv"))
    cities, others = pl.col("cities_held"), pl.col("other_cities_held")
    return rows.with_columns(
        value=value,
        late_value=value * pl.col("round") / 10,
        production=_ratio(pl.col("land"), pl.col("other_land")),
        cities=pl.when(cities + others > 0).then((cities - others) / (cities + others)).otherwise(0.0),
        capitals=_held("capitals_held", "seats") - _held("other_capitals_held", "other_seats"),
    )


def _ratio(mine: pl.Expr, theirs: pl.Expr) -> pl.Expr:
    """Log ratio; 10 of each is added, so that nothing is infinite."""
    return ((mine.clip(lower_bound=0) + 10) / (theirs.clip(lower_bound=0) + 10)).log()


def _held(held: str, seats: str) -> pl.Expr:
    return pl.when(pl.col(seats) > 0).then(pl.col(held) / pl.col(seats)).otherwise(0.0)


def _powers(lake: Lake, games: Collection[str] | None) -> pl.DataFrame:
    return lake.sql("SELECT game_id, side, list(power) AS own_powers FROM title_powers GROUP BY ALL", games=games)


def _players(lake: Lake, games: Collection[str] | None) -> pl.DataFrame:
    query = "SELECT game_id, string_agg(DISTINCT player, ', ' ORDER BY player) AS match FROM seats GROUP BY ALL"
    return lake.sql(query, games=games)


def _kind() -> pl.Expr:
    """Who played: bots of a simulation, a program's own players, or people."""
    return (
        pl.when(pl.col("source").str.contains("simulate"))
        .then(pl.lit(BOTS))
        .when(pl.col("players").str.contains("(AI)", literal=True))
        .then(pl.lit(PROGRAMS))
        .otherwise(pl.lit(PEOPLE))
    )
