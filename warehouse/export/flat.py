"""Tables for forms without lists."""

from __future__ import annotations

from warehouse.schema import ARROW_LISTS, Table


def flat_columns(table: Table) -> str:
    """Return the SQL select list of a table with every list joined by spaces into one text."""
    return ", ".join(
        f"array_to_string({column.name}, ' ') AS {column.name}" if column.type in ARROW_LISTS else column.name for column in table.columns
    )
