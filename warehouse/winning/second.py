"""The second estimate of the chance of winning, beside the model's: positions played on many times.

The games come from `sitrep model play-on` (`ingest/second_estimate.py`), which writes them into a small CSV file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import polars as pl

from warehouse.errors import LakeError
from warehouse.expressions import rate


class Played(NamedTuple):
    """How often a side won when a position was played on.

    Attributes:
        turn: of the recorded game; the position is its end. won, decided, games: games between bots.
    """

    title: str
    game_id: str
    turn: int
    side: str
    won: int
    decided: int
    games: int


SCHEMA = {
    "title": pl.String, "game_id": pl.String, "turn": pl.Int32, "side": pl.String, "won": pl.Int64,
    "decided": pl.Int64, "games": pl.Int64,
}  # fmt: skip


def save_played(played: Iterable[Played], path: Path) -> None:
    """Write played positions to a CSV file."""
    pl.DataFrame(list(played), schema=SCHEMA, orient="row").write_csv(path)


def load_played(path: Path) -> pl.DataFrame:
    """Return the played positions of a CSV file.

    Raises:
        LakeError: it is no such file.
    """
    try:
        return pl.read_csv(path, schema=SCHEMA)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise LakeError(f"{path}: no played positions: {error}; make them with `sitrep model play-on`") from error


def beside(played: pl.DataFrame, held_out: pl.DataFrame) -> pl.DataFrame:
    """Return played positions with their `round`, the chance shown by a `model` that had not seen their game, and who won it (`actual`).

    Also `rate`, `low` and `high`: the share of the decided continuations, with its 95 % Wilson interval.

    Args:
        held_out: game_id, round, turn, side, won and shown of `fitting.held_out`.
    """
    model = held_out.select("game_id", "round", "turn", "side", model="shown", actual="won")
    return played.join(model, on=["game_id", "turn", "side"], how="inner", maintain_order="left").with_columns(rate())
