"""What DuckDB's numbers become in an answer: none is rounded, wrapped around or shown as bytes, however many digits it has.

Arrow, through which an answer goes, has no integers above 64 bits: DuckDB makes decimals of 38 digits of them, of unsigned ones wrong
ones without a word, and bytes of what is longer still.
"""

from __future__ import annotations

from collections.abc import Mapping

import duckdb
import polars as pl
from duckdb.sqltypes import VARCHAR, DuckDBPyType

from warehouse.errors import LakeError

_AS_TEXT = {"bignum", "varint", "uhugeint", "bit", "interval"}
"""Ids of the types of which an answer holds the text; of intervals polars knows only those of a fixed length."""
_TOO_LONG = 1e38
"""The smallest number of 39 digits."""


def has_wide(kinds: list[DuckDBPyType]) -> bool:
    """Return whether some columns need a cast before they go through Arrow; sums, of which most are small, do not."""
    return any(_cast(kind) is not None for kind in kinds)


def as_arrow_takes_them(asked: duckdb.DuckDBPyRelation, texts: frozenset[str] = frozenset()) -> duckdb.DuckDBPyRelation:
    """Return a query's rows with wide numbers cast.

    Args:
        asked: the query. texts: other columns that become text.

    Raises:
        LakeError: columns that must be cast cannot be told apart.
    """
    casts = {
        name: VARCHAR if name in texts else cast
        for name, kind in zip(asked.columns, asked.types, strict=True)
        if (cast := _cast(kind)) is not None or name in texts
    }
    if not casts:
        return asked
    if len({name.lower() for name in asked.columns}) < len(asked.columns):
        raise LakeError(
            f"the answer has several columns of one name, {', '.join(asked.columns)}; name them: SELECT x AS first, y AS second"
        )
    return asked.project(", ".join(_column(name, casts) for name in asked.columns))


def too_long(frame: pl.DataFrame) -> frozenset[str]:
    """Return the columns with whole numbers of more than 38 digits, which a decimal does not hold."""
    wide = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal) and kind.scale == 0]
    over = frame.select(pl.col(wide).cast(pl.Float64).abs().max() >= _TOO_LONG)
    return frozenset(name for name in wide if over[name][0])


def narrow(frame: pl.DataFrame) -> pl.DataFrame:
    """Return an answer with whole numbers as 64-bit integers where all of a column fit, else as decimals."""
    wide = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal) and kind.scale == 0]
    if not wide:
        return frame
    whole = frame.select(pl.col(wide).cast(pl.Int64, strict=False))
    fits = [name for name in wide if whole[name].null_count() == frame[name].null_count()]
    return frame.with_columns(whole.select(fits))


def _column(name: str, casts: Mapping[str, DuckDBPyType]) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    return f"CAST({quoted} AS {casts[name]}) AS {quoted}" if name in casts else quoted


def _cast(kind: DuckDBPyType) -> DuckDBPyType | None:
    """Return what a column's type is cast to, None where it is not."""
    if kind.id in _AS_TEXT:
        return VARCHAR
    if kind.id not in ("list", "array", "struct", "map"):
        return None
    inner = dict(kind.children)
    inner.pop("size", None)
    cast = {name: _nested(one) for name, one in inner.items()}
    if not any(cast.values()):
        return None
    told = {name: cast[name] or one for name, one in inner.items()}
    if kind.id == "struct":
        return duckdb.struct_type(told)
    if kind.id == "map":
        return duckdb.map_type(told["key"], told["value"])
    return duckdb.list_type(told["child"])


def _nested(kind: DuckDBPyType) -> DuckDBPyType | None:
    """Return what a type inside another is cast to: of a sum in a list nobody looks how long it is, so it must fit."""
    return duckdb.decimal_type(38, 0) if kind.id == "hugeint" else _cast(kind)
