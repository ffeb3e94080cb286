"""What a query is: one question, or something that changes or writes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import duckdb

from warehouse.errors import LakeError

_WRAPPED = ("EXPLAIN", "MULTI")
"""DuckDB's kinds of statement that may hold another one: EXPLAIN ANALYZE does what it explains, and MULTI is a PIVOT in whatever
statement."""

_DEEDS = frozenset(
    "alter attach call checkpoint comment copy create deallocate delete detach drop execute export import insert install load "
    "merge pragma prepare reset set truncate update upsert use vacuum".split()
)
"""Words that begin statements which do something."""


def expect_question(query: str) -> None:
    """Judge a query.

    Raises:
        LakeError: it is not one question (SELECT, FROM, PIVOT, DESCRIBE, SHOW, EXPLAIN of such).
        duckdb.Error: it cannot be read.
    """
    told = _kinds(query)
    if len(told) != 1 or told[0] != "SELECT":
        raise LakeError(f"the query is {' and '.join(told) or 'empty'}; expected one SELECT")


@lru_cache(maxsize=512)
def _kinds(query: str) -> tuple[str, ...]:
    """Return the kinds of the statements of a query; a statement around a question is that question."""
    with duckdb.connect() as con:
        kinds = tuple(statement.type.name for statement in con.extract_statements(query))
    if len(kinds) == 1 and kinds[0] in _WRAPPED:
        return tuple(word.upper() for word in _keywords(query) if word in _DEEDS)[:1] or ("SELECT",)
    return kinds


def _keywords(query: str) -> Iterator[str]:
    """Yield the words of the language in a query: none of its strings, comments and quoted names."""
    text, tokens = query.encode(), duckdb.tokenize(query)
    ends = [start for start, _ in tokens[1:]] + [len(text)]
    for (start, kind), end in zip(tokens, ends, strict=True):
        if kind == duckdb.token_type.keyword:
            yield text[start:end].decode().strip().lower()
