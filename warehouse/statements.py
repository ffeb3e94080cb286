"""Analysis of a query: whether it only reads, its tables, its parameters.

DuckDB reads the query, by its parser or its tokenizer; nothing here knows the grammar of SQL.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import duckdb

from warehouse.errors import LakeError

_WRAPPED = ("EXPLAIN", "MULTI")
"""DuckDB's kinds of statement that may hold another one: EXPLAIN ANALYZE does what it explains, and MULTI is a PIVOT in whatever
statement."""

_DEEDS = frozenset(
    "alter attach call checkpoint comment copy create deallocate delete detach drop execute export import insert install load "
    "merge pragma prepare reset set truncate update upsert use vacuum".split()
)
"""First words of statements that change something."""


def expect_question(query: str) -> None:
    """Judge a query.

    Raises:
        LakeError: it is not one question (SELECT, FROM, PIVOT, DESCRIBE, SHOW, EXPLAIN of such).
        duckdb.Error: it cannot be read.
    """
    told = _kinds(query)
    if len(told) != 1 or told[0] != "SELECT":
        raise LakeError(f"the query is {' and '.join(told) or 'empty'}; expected one SELECT")


@cache
def _parser() -> duckdb.DuckDBPyConnection:
    """Return a database without anything in it: it only reads queries."""
    return duckdb.connect()


@lru_cache(maxsize=512)
def _kinds(query: str) -> tuple[str, ...]:
    """Return the kinds of the statements of a query; a statement around a question is that question."""
    with _parser().cursor() as con:
        kinds = tuple(statement.type.name for statement in con.extract_statements(query))
    if len(kinds) == 1 and kinds[0] in _WRAPPED:
        return tuple(word.upper() for word in _keywords(query) if word in _DEEDS)[:1] or ("SELECT",)
    return kinds


def parameters(query: str) -> tuple[str, ...]:
    """Return the names of a query's parameters (`$game_id`), in order of first appearance."""
    return tuple(dict.fromkeys(name for _, _, name in _parameters(query)))


def with_values(query: str, values: Callable[[str], str]) -> str:
    """Return a query with text in place of each parameter: what `values` says for its name."""
    text, made, done = query.encode(), b"", 0
    for start, end, name in _parameters(query):
        made, done = made + text[done:start] + values(name).encode(), end
    return (made + text[done:]).decode()


def tables_in(query: str) -> frozenset[str]:
    """Return the tables and views that a SELECT reads, as DuckDB parses it; names of its own WITH are among them.

    Raises:
        LakeError: DuckDB cannot parse it into tables: it is not a SELECT, or contains a PIVOT.
    """
    with _parser().cursor() as con:
        (told,) = con.execute("SELECT json_serialize_sql(?)", [query]).fetchone() or ("{}",)
    tree = json.loads(told)
    if tree.get("error", True):
        raise LakeError(f"the query cannot be taken apart: {tree.get('error_message', 'nothing is told of it')}")
    return frozenset(_table_names(tree))


def names_in(query: str) -> frozenset[str]:
    """Return every name that stands in a query, in lower case: of tables, columns and functions, also within its strings.

    A string may be read as a query by a function (`query_table('stacks')`); comments name nothing.
    """
    found: set[str] = set()
    for token in _tokens(query):
        if token.kind == duckdb.token_type.string_const:
            found |= names_in(token.text[1:-1])
        elif token.kind in (duckdb.token_type.identifier, duckdb.token_type.keyword):
            found.add(token.text.strip('"').lower())
    return frozenset(found)


def _table_names(node: Any) -> Iterator[str]:
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    if isinstance(node, dict) and node.get("table_name"):
        yield node["table_name"]
    for part in parts:
        yield from _table_names(part)


class _Token(NamedTuple):
    start: int
    end: int
    text: str
    kind: Any


def _tokens(query: str) -> Iterator[_Token]:
    """Yield the tokens of a query, with their places in its UTF-8; LakeError where it has letters that have none."""
    try:
        text, tokens = query.encode(), duckdb.tokenize(query)
    except UnicodeEncodeError as error:  # half of a surrogate pair, or a byte of a command line
        raise LakeError(f"the query cannot be answered: character {error.start + 1}, {query[error.start]!r}, is no text") from error
    for (start, kind), (end, _) in pairwise([*tokens, (len(text), None)]):
        word = text[start:end].rstrip()
        yield _Token(start, start + len(word), word.decode(), kind)


def _parameters(query: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and name of each `$name`."""
    for sign, name in pairwise(_tokens(query)):
        if sign.text == "$" and sign.end == name.start:
            yield sign.start, name.end, name.text


def _keywords(query: str) -> Iterator[str]:
    """Yield the words of the language in a query: none of its strings, comments and quoted names."""
    for token in _tokens(query):
        if token.kind == duckdb.token_type.keyword:
            yield token.text.lower()
