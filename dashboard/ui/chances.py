"""The chance of winning, for titles that the model has learned from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import polars as pl

from warehouse import Lake
from warehouse.winning.model import Model, load
from warehouse.winning.turns import winning


class Chances(NamedTuple):
    """The chances of a game by turn and side (`warehouse.winning.turns.winning`), and what they were learned from, in words.

    Attributes:
        rows: none where the chances are not known. unknown: why they are not; empty where they are.
    """

    basis: str
    rows: pl.DataFrame
    unknown: str = ""


@lru_cache(maxsize=1)
def _model() -> Model:
    return load()


def chances(lake: Lake, game_id: str, title: str) -> Chances:
    """Return the chances of a game, or why they are not known."""
    model, found = _model(), winning(lake, game_id, _model())
    if why := model.unknown(title):
        return Chances("", found.clear(), why)
    if found.is_empty():
        return Chances("", found, "fewer than two sides hold units, areas or cities of any worth")
    return Chances(model.basis(title), found)
