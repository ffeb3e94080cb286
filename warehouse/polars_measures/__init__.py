"""Measures without SQL: the same questions under the same names, as polars lazy frames to go on from.

    lake.polars("win_rates_by_side", title="aa1942").filter(pl.col("decided") >= 10).collect()
    polars_measures.measure(lambda table: pl.scan_delta(f"export/{table}"), "dice_luck", game_id="g")

The SQL files of warehouse/measures say what is asked; here are the same answers, row for row and column for column, for the
measures of `names()`. The tables may be a lake's, an export's or frames in memory: whatever can be scanned.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import polars as pl

from warehouse import measures
from warehouse.errors import LakeError
from warehouse.polars_measures import battles, convoys, fire_apart, games, quality, rounds, surprise
from warehouse.polars_measures.shared import Tables

__all__ = ["Tables", "measure", "names"]


@cache
def _forms() -> dict[str, Callable[..., pl.LazyFrame]]:
    """Return measure to its function: every public function of these modules is a measure."""
    return {
        name: form
        for module in (battles, convoys, fire_apart, games, quality, rounds, surprise)
        for name, form in vars(module).items()
        if getattr(form, "__module__", "") == module.__name__ and not name.startswith("_")
    }


def names() -> tuple[str, ...]:
    """Return the names of the measures that have a form in polars."""
    return tuple(sorted(_forms()))


def measure(tables: Tables, name: str, **params: Any) -> pl.LazyFrame:
    """Return the answer to a measure's question, as a lazy frame over `tables`.

    Args:
        tables: a table's name to its rows. name: one of `names()`. params: the measure's parameters, as in `Lake.measure`.

    Raises:
        LakeError: no such measure, it has no form in polars, or a parameter is missing or unknown.
    """
    given = measures.arguments(name, params)
    form = _forms().get(name)
    if form is None:
        raise LakeError(
            f"measure {name!r} has no form in polars, ask Lake.measure; those that have: {', '.join(names())}"
        )
    if "game_id" not in given:
        return form(tables, **given)
    game_id = given.pop("game_id")
    return form(lambda table: tables(table).filter(pl.col("game_id") == game_id), **given)
