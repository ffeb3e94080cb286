"""Each player's figures of a title, with interval and percentile, and which of them may be told."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import polars as pl

from warehouse.craft.agreement import FEWEST, Agreement, agreement
from warehouse.craft.figures import FIGURES, Figure
from warehouse.craft.games import LOSSES, SECONDS, losses, rows
from warehouse.craft.seats import level
from warehouse.lab.intervals import student
from warehouse.lake import Lake
from warehouse.ratings import people_only
from warehouse.winning.model import Model

GAMES = 10
"""Games of a player in which a figure must be known."""
PLAYERS = FEWEST
"""Players with so many games below which nothing is told."""
TOLD = {
    "player": pl.String, "figure": pl.String, "games": pl.Int64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "percentile": pl.Float64,
}  # fmt: skip
"""Columns of a craft's players: `games` in which the figure is known; the others null where it is not told. `percentile` is the share of
the players with enough games who do worse, and half of those who do as well; of figures by which players are ranked."""


class Craft(NamedTuple):
    """How the players of a title play.

    Attributes:
        title: its slug. players: columns as in TOLD, a row for each player and figure. halves: how far two halves of the games agree, by
        figure. people: whether only games of people count. accuracy: why the chance lost by decisions is not there; empty where it is.
    """

    title: str
    players: pl.DataFrame
    halves: Mapping[str, Agreement]
    people: bool = False
    accuracy: str = ""

    def why(self, figure: Figure) -> str:
        """Say why a figure is told of nobody; empty where it is."""
        found = self.halves[figure.slug]
        if figure.slug == "lost_chance" and self.accuracy:
            return self.accuracy
        if found.players < PLAYERS:
            return f"{found.players} players with {GAMES} games in which it is known; {PLAYERS} are needed"
        if found.r is None:
            return "all players are alike in it"
        if not figure.ranked or found.told:
            return ""
        return f"two halves of the players' games do not agree on it ({found.r:.2f}, 95% interval {found.low:.2f} to {found.high:.2f})"


def of_title(
    lake: Lake,
    title: str,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
    model: Model | None = None,
) -> Craft:
    """Return how the players of a title play.

    Args:
        lake: where the games are. title: slug. since, until: days of play, ISO. people: whether only games count that no program
            played; when None, wherever the lake has a game of people. model: of winning, for the chance lost by decisions; without one
            that is not worked out, since it takes SECONDS for each game.
    """
    only = people_only(lake) if people is None else people
    counted = lake.measure("play_by_game", title=title, since=since, until=until, people=only)
    why = model.unknown(title) if model else f"that is left out here, as it takes {SECONDS} seconds for each game"
    lost = pl.DataFrame(schema=LOSSES)
    if model and not why:
        lost = losses(lake, counted["game_id"].unique(maintain_order=True).to_list(), model)
    return of_rows(title, rows(counted, lost), only, why)


def of_rows(title: str, seats: pl.DataFrame, people: bool = False, accuracy: str = "") -> Craft:
    """Return how players play, from the figures of each game and power (see `games.rows`)."""
    told: list[dict[str, Any]] = []
    halves: dict[str, Agreement] = {}
    for figure in FIGURES:
        games = level(seats, figure.slug)
        counts = dict(games.group_by("player").len().iter_rows())
        enough = games.filter(pl.col("player").is_in([name for name, n in counts.items() if n >= GAMES]))
        halves[figure.slug] = agreement(enough)
        shown = halves[figure.slug].told or (not figure.ranked and halves[figure.slug].players >= PLAYERS)
        values = _values(enough, figure) if shown else {}
        for name in sorted(set(seats["player"])):
            told.append({"player": name, "figure": figure.slug, "games": counts.get(name, 0), **values.get(name, {})})
    return Craft(title, pl.DataFrame(told, schema=TOLD), halves, people, accuracy)


def _values(games: pl.DataFrame, figure: Figure) -> dict[str, dict[str, float]]:
    """Return value, interval and percentile of each player with enough games."""
    means = games.group_by("player", maintain_order=True).agg(
        value=pl.col("value").mean(), spread=pl.col("value").std(), n=pl.len().cast(pl.Int64)
    )
    sign = -1 if figure.better == "less" else 1
    ranked = means.with_columns(percentile=((sign * pl.col("value")).rank("average") - 0.5) / pl.len())
    found = {}
    for row in ranked.iter_rows(named=True):
        reach = student(row["n"] - 1) * row["spread"] / sqrt(row["n"])
        found[row["player"]] = {
            "value": row["value"],
            "low": row["value"] - reach,
            "high": row["value"] + reach,
            **({"percentile": row["percentile"]} if figure.ranked else {}),
        }
    return found
