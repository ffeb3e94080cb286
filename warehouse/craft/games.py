"""The figures game by game and power by power: what the measure `play_by_game` counts, and what the model of winning says of own turns."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from warehouse.craft.figures import FIGURES
from warehouse.winning.model import Model
from warehouse.winning.positions import Lake
from warehouse.winning.turns import winning

SEAT = ("game_id", "played", "player", "scenario", "power")
"""Columns that say whose row it is."""
LOSSES = pl.Schema({"game_id": pl.String, "power": pl.String, "lost_chance": pl.Float64})
"""Columns of `losses`."""
SECONDS = 0.25
"""What `losses` takes for a game."""


def rows(counted: pl.DataFrame, lost: pl.DataFrame) -> pl.DataFrame:
    """Return the figures of each game and power: columns SEAT and one for each figure, null where it is not known.

    Args:
        counted: of measure `play_by_game`, one title. lost: of `losses`.
    """
    turned = pl.col("rounds") > 0
    told = counted.join(lost, on=["game_id", "power"], how="left", maintain_order="left").with_columns(
        bad_odds=pl.when(turned & (pl.col("blind") == 0)).then(pl.col("bad_odds") / pl.col("rounds")),
        unspent=pl.when(pl.col("money") > 0).then(pl.col("unspent") / pl.col("money")),
    )
    return told.select(*SEAT, *(one.slug for one in FIGURES))


def losses(lake: Lake, games: Iterable[str], model: Model) -> pl.DataFrame:
    """Return what own turns took from the chance of winning, a mean of each game and power, less than 0 where they gave: as in LOSSES.

    What a turn of a power usually gives, by its income and what it places, is of the power and taken off with all that it brings
    (`seats.level`): to count the losing turns alone would leave nothing of a title whose turns all give a little. Only turns count whose
    dice are told apart (`by_players`); games of titles whose chances are not known have no rows.
    """
    found = [pl.DataFrame(schema=LOSSES), *(_of_game(lake, one, model) for one in games)]
    return pl.concat(found)


def _of_game(lake: Lake, game_id: str, model: Model) -> pl.DataFrame:
    sides = lake.sql("SELECT power, side FROM title_powers WHERE game_id = $game", {"game": game_id}, [game_id])
    told = winning(lake, game_id, model).drop_nulls("by_players")
    own = told.join(sides, left_on=["turn_power", "side"], right_on=["power", "side"], how="semi")
    mean = own.group_by("turn_power").agg(lost_chance=-pl.col("by_players").mean())
    return mean.select(pl.lit(game_id).alias("game_id"), pl.col("turn_power").alias("power"), "lost_chance").cast(LOSSES)
