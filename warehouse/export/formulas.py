"""Text in CSV files that a spreadsheet would evaluate as a formula: it gets a leading apostrophe.

After OWASP's page on CSV injection. Whole and decimal numbers stay as they are.
"""

from __future__ import annotations

import polars as pl

BEGINS = "^[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]"
"""The start of a formula, including full-width characters of East Asian keyboards."""
NUMBER = "^[+-]?[0-9]+([.][0-9]+)?$"
MARK = "'"


def column_as_text(name: str) -> str:
    """Return SQL for a text column with its formulas made plain text."""
    formula = f"regexp_matches({name}, '{BEGINS}') AND NOT regexp_matches({name}, '{NUMBER}')"
    return f"CASE WHEN {formula} THEN '''' || {name} ELSE {name} END"


def joined(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows for a CSV file, which has no lists: their parts are joined by a space."""
    lists = [name for name, kind in frame.schema.items() if kind == pl.List]
    return frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)


def rows_as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows for a CSV file: the parts of a list joined by a space, formulas as text, in the names of columns too."""
    flat = joined(frame)
    strings = pl.col(pl.String)
    formula = strings.str.contains(BEGINS) & ~strings.str.contains(NUMBER)
    told = flat.with_columns(pl.when(formula).then(MARK + strings).otherwise(strings).name.keep())
    return told.rename(dict(zip(told.columns, _names(told.columns), strict=True)))


def _names(columns: list[str]) -> list[str]:
    names = pl.Series(columns, dtype=pl.String)
    return [
        f"{MARK}{name}" if begins else name for name, begins in zip(columns, names.str.contains(BEGINS), strict=True)
    ]
