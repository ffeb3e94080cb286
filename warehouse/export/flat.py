"""Tables for forms that know no lists."""

from __future__ import annotations

from warehouse.schema import ARROW_LISTS, Table


def flat_columns(table: Table) -> str:
    """Return what SQL selects of a table so that every list is one text, its parts joined by a space."""
    return ", ".join(
        f"array_to_string({column.name}, ' ') AS {column.name}" if column.type in ARROW_LISTS else column.name
        for column in table.columns
    )
