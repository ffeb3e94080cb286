"""The chance of winning, for titles that the model has learned from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import polars as pl

from warehouse import Lake
from warehouse.winning.model import Model, load
from warehouse.winning.turns import winning

FEWEST = 5
"""Decided games of a title below which its chances are not shown: they would be other titles'."""


class Chances(NamedTuple):
    """The chances of a game by turn and side (`warehouse.winning.turns.winning`), and what they were learned from, in words."""

    basis: str
    rows: pl.DataFrame


@lru_cache(maxsize=1)
def _model() -> Model:
    return load()


def chances(lake: Lake, game_id: str, title: str) -> Chances | None:
    """Return the chances of a game; None where the model has seen too few games of its title."""
    model = _model()
    if sum(model.games.get(title, {}).values()) < FEWEST:
        return None
    return Chances(model.basis(title), winning(lake, game_id, model))
