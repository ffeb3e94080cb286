"""Measures written a second time, without SQL: the twins of those in warehouse/measures, as polars lazy frames.

The SQL files say what is asked; here are the same answers, row for row and column for column, for the measures of `names()`. The
tables may be a lake's, an export's or frames in memory: whatever can be scanned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import polars as pl

from tests.warehouse.polars_measures import (
    battles,
    convoys,
    fire_outside_rounds,
    games,
    luck,
    quality,
    rounds,
    surprise,
)
from warehouse import measures
from warehouse.expressions import Tables

__all__ = ["Tables", "measure", "names"]


@cache
def _forms() -> dict[str, Callable[..., pl.LazyFrame]]:
    """Return measure to its function: every public function of these modules is a measure."""
    return {
        name: form
        for module in (battles, convoys, fire_outside_rounds, games, luck, quality, rounds, surprise)
        for name, form in vars(module).items()
        if getattr(form, "__module__", "") == module.__name__ and not name.startswith("_")
    }


def names() -> tuple[str, ...]:
    """Return the names of the measures that have a form in polars."""
    return tuple(sorted(_forms()))


def measure(tables: Tables, name: str, **params: Any) -> pl.LazyFrame:
    """Return the answer to a measure's question, as a lazy frame over `tables`: a table's name to its rows."""
    given, form = measures.arguments(name, params), _forms()[name]
    if "game_id" not in given:
        return form(tables, **given)
    game_id = given.pop("game_id")
    return form(lambda table: tables(table).filter(pl.col("game_id") == game_id), **given)
