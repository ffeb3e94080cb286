"""What several of these measures ask."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from warehouse.expressions import Tables


def summed(values: pl.Expr) -> pl.Expr:
    """Return the sum of values, null where there are none, as in SQL."""
    return pl.when(values.len() > 0).then(values.sum())


def of_title(frame: pl.LazyFrame, title: str | None) -> pl.LazyFrame:
    """Return the rows of one title; all when it is None."""
    return frame if title is None else frame.filter(pl.col("title") == title)


def in_season(frame: pl.LazyFrame, title: str | None, since: str | None, until: str | None, people: bool | None = None) -> pl.LazyFrame:
    """Return the rows of one title and season, of people alone if so wanted; see the macros of that name and `of_people`."""
    frame = of_title(frame, title)
    if people:
        frame = frame.filter("people")
    if since is not None:
        frame = frame.filter(pl.col("played") >= since)
    return frame if until is None else frame.filter(pl.col("played").is_between(pl.lit(""), pl.lit(until), closed="right"))


def ordered(frame: pl.LazyFrame, *columns: str, descending: Sequence[bool] | bool = False) -> pl.LazyFrame:
    """Return rows in the order of columns, nulls last as in SQL."""
    return frame.sort(*columns, descending=descending, nulls_last=True)


def area_names(tables: Tables) -> pl.LazyFrame:
    """Return the printed name of each area, as `area_name`."""
    return tables("title_areas").select("area", area_name="name")
