"""Text in CSV files that a spreadsheet would evaluate as a formula: it gets a leading apostrophe.

After OWASP's page on CSV injection. Whole and decimal numbers stay as they are.
"""

from __future__ import annotations

import polars as pl
from polars.datatypes import DataTypeClass

from warehouse.json_values import as_json

BEGINS = "^[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]"
"""The start of a formula, including full-width characters of East Asian keyboards."""
NUMBER = "^[+-]?[0-9]+([.][0-9]+)?$"
MARK = "'"


def column_as_text(name: str) -> str:
    """Return SQL for a text column with its formulas made plain text."""
    formula = f"regexp_matches({name}, '{BEGINS}') AND NOT regexp_matches({name}, '{NUMBER}')"
    return f"CASE WHEN {formula} THEN '''' || {name} ELSE {name} END"


def joined(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows for a CSV file: parts of lists joined by a space, bytes in hexadecimal, other values with parts as JSON."""
    lists = [name for name, kind in frame.schema.items() if isinstance(kind, pl.List) and is_plain(kind.inner)]
    octets = [name for name, kind in frame.schema.items() if kind == pl.Binary]
    others = {name: _as_json(frame[name]) for name, kind in frame.schema.items() if not (is_plain(kind) or name in {*lists, *octets})}
    return frame.with_columns(
        *(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists),
        *(pl.col(name).bin.encode("hex") for name in octets),
        **others,
    )


def is_plain(kind: pl.DataType | DataTypeClass) -> bool:
    """Return whether CSV has values of a kind: numbers, text, times."""
    return not kind.is_nested() and kind not in (pl.Binary, pl.Object)


def _as_json(values: pl.Series) -> pl.Series:
    texts = [None if value is None else as_json(value) for value in values.to_list()]
    return pl.Series(values.name, texts, dtype=pl.String)


def rows_as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows for a CSV file, formulas as text, in the names of columns too; see `joined`."""
    flat = joined(frame)
    strings = pl.col(pl.String)
    formula = strings.str.contains(BEGINS) & ~strings.str.contains(NUMBER)
    told = flat.with_columns(pl.when(formula).then(MARK + strings).otherwise(strings).name.keep())
    return told.rename(dict(zip(told.columns, _names(told.columns), strict=True)))


def _names(columns: list[str]) -> list[str]:
    names = pl.Series(columns, dtype=pl.String)
    return [f"{MARK}{name}" if begins else name for name, begins in zip(columns, names.str.contains(BEGINS), strict=True)]
