"""Figures of columns."""

from __future__ import annotations

from decimal import Decimal

import polars as pl


def highest(column: pl.Series) -> float:
    """Return the highest figure of a column of numbers, 0 of one without any."""
    return _figure(column.max())


def lowest(column: pl.Series) -> float:
    """Return the lowest figure of a column of numbers, 0 of one without any."""
    return _figure(column.min())


def last_round(frame: pl.DataFrame) -> int:
    """Return the last round of a frame, 0 of an empty one."""
    return int(highest(frame["round"]))


def _figure(found: object) -> float:
    return float(found) if isinstance(found, int | float | Decimal) else 0.0
