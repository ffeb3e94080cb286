"""What DuckDB's values become in an answer: none is rounded, wrapped around, lost or shown as bytes, however large it is.

Arrow and polars, through which an answer goes, do not hold all of them. Arrow has no integers above 64 bits: DuckDB makes decimals of 38
digits of them, of unsigned ones wrong ones without a word. It has no time zone of a time of day, no 24 o'clock in polars, and Python has
no dates before the year 1 or after 9999. Such values come as the text that DuckDB makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
from duckdb.sqltypes import VARCHAR, DuckDBPyType

from warehouse.errors import LakeError

_KEYS = frozenset(
    {
        "varchar",
        "boolean",
        *(f"{sign}{size}" for sign in ("", "u") for size in ("tinyint", "smallint", "integer", "bigint")),
    }
)
"""Ids of the types of which the keys of a map may be: what JSON has for them is plain."""
_HELD = frozenset(
    {*_KEYS, "null", "hugeint", "float", "double", "decimal", "enum", "uuid", "blob", "date", "time", "timestamp"}
    | {"timestamp_s", "timestamp_ms", "timestamp with time zone"}
)
"""Ids of the types whose values come as they are, but for those out of bounds; of all others an answer holds the text."""
_DAY = 86_400
_FIRST, _LAST = -62_135_596_800, 253_402_300_800
"""Seconds from 1970 to the first moment of the year 1, and to the last of 9999: Python's first and last year."""
_TOO_LONG = 1e38
"""The smallest number of 39 digits."""


def has_others(kinds: list[DuckDBPyType]) -> bool:
    """Return whether some columns need a cast before they go through Arrow."""
    return any(_cast(kind) is not None for kind in kinds)


def as_arrow_takes_them(asked: duckdb.DuckDBPyRelation, texts: frozenset[int] = frozenset()) -> duckdb.DuckDBPyRelation:
    """Return a query's rows with what Arrow does not hold cast.

    Args:
        asked: the query. texts: places of other columns that become text.

    Raises:
        LakeError: columns that must be cast cannot be told apart.
    """
    casts: dict[str, DuckDBPyType] = {}
    for place, (name, kind) in enumerate(zip(asked.columns, asked.types, strict=True)):
        cast = VARCHAR if place in texts else _cast(kind)
        if cast is not None:
            casts[name] = cast
    if not casts:
        return asked
    if len({name.lower() for name in asked.columns}) < len(asked.columns):
        raise LakeError(
            f"the answer has several columns of one name, {', '.join(asked.columns)}; name them: SELECT x AS first, y AS second"
        )
    return asked.project(", ".join(_column(name, casts) for name in asked.columns))


def out_of_bounds(rows: pa.Table) -> frozenset[int]:
    """Return the places of the columns with values that polars or Python does not hold, also inside lists, structs and maps."""
    return frozenset(place for place, column in enumerate(rows.columns) if any(map(_is_out, _leaves(column))))


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
    if kind.id in _HELD:
        return None
    if kind.id not in ("list", "array", "struct", "map"):
        return VARCHAR
    inner = {name: one for name, one in kind.children if isinstance(one, DuckDBPyType)}  # an array's size is none
    if kind.id == "map" and inner["key"].id not in _KEYS:
        return VARCHAR
    cast = {name: _cast(one) for name, one in inner.items()}
    if not any(cast.values()):
        return None
    told = {name: cast[name] or one for name, one in inner.items()}
    if kind.id == "struct":
        return duckdb.struct_type(told)
    if kind.id == "map":
        return duckdb.map_type(told["key"], told["value"])
    return duckdb.list_type(told["child"])


def _leaves(values: pa.ChunkedArray | pa.Array) -> Iterator[pa.ChunkedArray | pa.Array]:
    """Yield a column, or the columns that lie in it: values that are neither lists nor structs nor maps."""
    kind = values.type
    if pa.types.is_struct(kind):
        for place in range(kind.num_fields):
            yield from _leaves(pc.struct_field(values, [place]))
    elif pa.types.is_map(kind):
        for chunk in values.chunks if isinstance(values, pa.ChunkedArray) else [values]:
            yield from _leaves(chunk.keys)
            yield from _leaves(chunk.items)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        yield from _leaves(pc.list_flatten(values))
    else:
        yield values


def _is_out(values: pa.ChunkedArray | pa.Array) -> bool:
    kind = values.type
    if pa.types.is_date32(kind):
        return _exceeds(values.cast(pa.int32()), _FIRST // _DAY, _LAST // _DAY)
    if pa.types.is_timestamp(kind):
        second = _UNITS[kind.unit]
        zone = _DAY if kind.tz else 0  # the clocks of a zone may be in another year
        return _exceeds(values.cast(pa.int64()), (_FIRST + zone) * second, (_LAST - zone) * second)
    if pa.types.is_time64(kind):
        return _exceeds(values.cast(pa.int64()), 0, _DAY * _UNITS[kind.unit])
    if pa.types.is_decimal(kind) and kind.scale == 0:
        return _exceeds(pc.abs(values.cast(pa.float64())), 0, _TOO_LONG)
    return False


_UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
"""Parts of a second."""


def _exceeds(numbers: pa.ChunkedArray | pa.Array, least: float, end: float) -> bool:
    """Return whether a number is below the least or not below the end; there may be none."""
    found: Mapping[str, Any] = pc.min_max(numbers).as_py()
    return found["min"] is not None and bool(found["min"] < least or found["max"] >= end)
