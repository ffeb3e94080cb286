"""What a stranger's query may not ask, for it tells of the server and not of the lake, and messages without the server's folders."""

from __future__ import annotations

import re
from pathlib import Path

from warehouse.errors import LakeError
from warehouse.statements import names_in

_HARMLESS = {
    "duckdb_columns", "duckdb_tables", "duckdb_functions", "duckdb_types", "duckdb_keywords", "duckdb_constraints",
    "pg_catalog", "pg_typeof", "pragma_table_info", "pragma_version",
}  # fmt: skip
_KINDS = re.compile(r"duckdb_|pg_|pragma_|sqlite_")
"""What names of DuckDB's own begin with: settings and the views' texts have the folders of the server in them."""
_OTHERS = {"current_setting", "which_secret", "getenv", "query", "query_table", "json_execute_serialized_sql"}
"""The rest of them, and what makes a query of a text, which may be put together."""
_TOGETHER = ({"information_schema", "views"}, {"explain", "analyze"})
"""Names that tell such things together."""


def expect_lake_only(query: str) -> None:
    """Judge a query by the names in it.

    Raises:
        LakeError: it asks of the server.
    """
    names = names_in(query)
    told = {name for name in names - _HARMLESS if _KINDS.match(name)} | (names & _OTHERS)
    told |= {name for pair in _TOGETHER if pair <= names for name in pair}
    if told:
        raise LakeError(
            f"the query names {', '.join(sorted(told))}, which tells of this server; expected a question about the lake's tables "
            "(its dictionary lists them); `sitrep query` answers everything"
        )


def without_folders(message: str, lake: str) -> str:
    """Return a message in which the lake's place and the user's folder are not told."""
    places = {lake: "lake", str(Path(lake).absolute()): "lake", str(Path.cwd()): ".", str(Path.home()): "~"}
    for place in sorted(places, key=len, reverse=True):
        if len(place) > 1:
            message = message.replace(place, places[place])
    return message
