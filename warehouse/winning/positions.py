"""Positions of decided games as rows of features: one for each side at the end of each turn.

A side is compared with all others together, so that games of two and of three sides are described alike.
"""

from __future__ import annotations

from typing import Any, Protocol

import polars as pl

FEATURES = ("value", "production", "treasury", "cities", "capitals", "to_move", "late_value")
"""Log ratio of unit values, of production and of treasuries (side to all others); difference of the shares of victory cities and
of capitals held; 1 if the side moves next, -1 if another does; the log ratio of unit values times the round, in tens."""

BOTS, PROGRAMS, PEOPLE = "bots", "programs", "people"


class Lake(Protocol):
    """The part of a lake that positions need."""

    def sql(self, query: str, params: Any = None) -> pl.DataFrame:
        """Return the answer to a query."""
        ...


QUERY = """
WITH ends AS (
    SELECT p.game_id, p.turn, p.round, p.seq, p.turn_power, p.side, sum(p.tuv)::DOUBLE AS tuv,
           sum(p.production)::DOUBLE AS production, sum(p.treasury)::DOUBLE AS treasury,
           sum(p.victory_cities)::DOUBLE AS cities, sum(p.capital_held::INT)::DOUBLE AS capitals,
           sum((t.capital <> '')::INT)::DOUBLE AS seats
    FROM powers p JOIN title_powers t USING (game_id, power)
    WHERE p.power IN (SELECT s.power FROM seats s WHERE s.game_id = p.game_id)
    GROUP BY ALL
),
sums AS (
    SELECT game_id, turn, sum(tuv) AS tuv, sum(production) AS production, sum(treasury) AS treasury, sum(cities) AS cities,
           sum(capitals) AS capitals, sum(seats) AS seats
    FROM ends GROUP BY game_id, turn
),
luck AS (
    SELECT game_id, turn, t.side, sum(l) AS luck FROM (
        SELECT game_id, turn, attacker AS power, luck AS l FROM battle_luck WHERE dice = 'fair'
        UNION ALL SELECT game_id, turn, defender, -luck FROM battle_luck WHERE dice = 'fair'
    ) JOIN title_powers t USING (game_id, power) GROUP BY ALL
)
SELECT g.title, g.game_id, g.source, g.players, g.winner, g.ended, g.how, e.turn, e.round, e.turn_power, e.side,
       e.tuv, s.tuv - e.tuv AS other_tuv, e.production, s.production - e.production AS other_production,
       e.treasury, s.treasury - e.treasury AS other_treasury, e.cities, s.cities - e.cities AS other_cities,
       e.capitals, e.seats, s.capitals - e.capitals AS other_capitals, s.seats - e.seats AS other_seats, s.cities AS all_cities,
       coalesce(k.luck, 0) AS luck
FROM ends e JOIN sums s USING (game_id, turn) JOIN games g USING (game_id)
LEFT JOIN luck k ON k.game_id = e.game_id AND k.turn = e.turn AND k.side = e.side
ORDER BY g.game_id, e.turn, e.side
"""


def positions(lake: Lake, game_id: str = "", *, without_luck: bool = False) -> pl.DataFrame:
    """Return the positions of all games, or of one, with FEATURES, `won` (null for undecided games) and `kind` of players.

    Args:
        without_luck: take what fair dice did in the turn's battles out of the unit values.
    """
    rows = lake.sql(QUERY)
    rows = rows.filter(pl.col("game_id") == game_id) if game_id else rows
    shift = pl.col("luck") / 2 if without_luck else pl.lit(0.0)
    value = _ratio(pl.col("tuv") - shift, pl.col("other_tuv") + shift)
    winners = pl.col("winner").str.split(", ")
    nxt = pl.col("turn_power").shift(-1).over("game_id", "side")
    ours = nxt.is_in(pl.col("own_powers"))
    return (
        rows.join(_powers(lake), on=["game_id", "side"], how="left")
        .with_columns(
            value=value,
            production=_ratio(pl.col("production"), pl.col("other_production")),
            treasury=_ratio(pl.col("treasury"), pl.col("other_treasury")),
            cities=pl.when(pl.col("all_cities") > 0)
            .then((pl.col("cities") - pl.col("other_cities")) / pl.col("all_cities"))
            .otherwise(0.0),
            capitals=_held("capitals", "seats") - _held("other_capitals", "other_seats"),
            to_move=pl.when(nxt.is_null()).then(0.0).when(ours).then(1.0).otherwise(-1.0),
            late_value=value * pl.col("round") / 10,
            won=pl.when(pl.col("ended") & (pl.col("winner") != "")).then(winners.list.contains(pl.col("side"))),
            kind=_kind(),
        )
        .select("title", "game_id", "kind", "turn", "round", "turn_power", "side", "won", *FEATURES)
        .sort("game_id", "turn", "side")
    )  # fmt: skip


def _ratio(mine: pl.Expr, theirs: pl.Expr) -> pl.Expr:
    """Log ratio; 10 of each is added, so that nothing is infinite."""
    return ((mine.clip(lower_bound=0) + 10) / (theirs.clip(lower_bound=0) + 10)).log()


def _held(held: str, seats: str) -> pl.Expr:
    return pl.when(pl.col(seats) > 0).then(pl.col(held) / pl.col(seats)).otherwise(0.0)


def _powers(lake: Lake) -> pl.DataFrame:
    return lake.sql("SELECT game_id, side, list(power) AS own_powers FROM title_powers GROUP BY ALL")


def _kind() -> pl.Expr:
    """Who played: bots of a simulation, a program's own players, or people."""
    return (
        pl.when(pl.col("source").str.contains("simulate")).then(pl.lit(BOTS))
        .when(pl.col("players").str.contains("(AI)", literal=True)).then(pl.lit(PROGRAMS))
        .otherwise(pl.lit(PEOPLE))
    )  # fmt: skip
