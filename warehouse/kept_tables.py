"""Tables kept in memory: those of the most recently queried games, and what questions over many games share.

A page about one game runs some 25 queries, and DuckDB spends more time opening files for each than answering. So each
table of a game is read once, when a query first names it; the tables of one query are read in parallel. Which games count in leagues is
found once for a version of the lake: it takes four fifths of a question about players. Batches and versions never change, so what is kept
is never out of date.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

import duckdb

KEPT = 8
"""Games at most; a long game takes about 10 MB with all its tables."""

VERSIONS = 2
"""Versions of the lake at most: a page may still ask the last one."""

PLAINLY = "compressed_materialization,common_subplan,cte_filter_pusher,statistics_propagation"
"""Steps of DuckDB's planning that cost more than they save on the few rows of a game: a sixth of what its queries take."""

Key = tuple[str, str]
"""A game of a batch, the names of both; or a version, its number and digest."""


Create = Callable[[duckdb.DuckDBPyConnection, str], None]
"""Creates a table or view, of this kind and name, in a connection's current schema."""

AT_ONCE = 2
"""Tables read in parallel: opening a file keeps one processor busy, and a file's tables are small."""
_HANDS = ThreadPoolExecutor(AT_ONCE, "sitrep-kept-tables")


@dataclass
class _Schema:
    """A schema, its tables and views, and the number of queries running on it."""

    schema: str
    there: set[str] = field(default_factory=set)
    asking: int = 0


class KeptTables:
    """The kept tables of one lake; threads may share it.

    Args:
        db: an in-memory database that can read the lake's store, for queries over many games. near: another one for
        single games; one thread handles their few rows faster than several.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection, near: duckdb.DuckDBPyConnection) -> None:
        self.db = db
        near.execute("SET threads = 1")
        near.execute(f"SET disabled_optimizers = '{PLAINLY}'")
        self.games, self.versions = Schemas(near, "game", KEPT), Schemas(db, "version", VERSIONS)


class Schemas:
    """Schemas of a database, one for each game or version; those that were not used for longest make room.

    Args:
        db: the database. name: what they are called. most: how many are kept.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection, name: str, most: int) -> None:
        self.db, self.most, self._name = db, most, name
        self._lock = Lock()
        self._kept: OrderedDict[Key, _Schema] = OrderedDict()
        self._made = 0

    @property
    def keys(self) -> tuple[Key, ...]:
        """Those that are kept, the most recently used last."""
        return tuple(self._kept)

    @contextmanager
    def at(self, key: Key, wanted: Iterable[str], create: Create) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a connection for querying the tables and views of a schema.

        Args:
            key: whose it is. wanted: what must be there, as `TABLE name` or `VIEW name`; views in an order to make them in.
            create: creates missing ones, several tables in parallel; its exceptions propagate.
        """
        with self.db.cursor() as con:
            with self._lock:
                kept = self._taken(key)
            try:
                with self._lock:
                    con.execute(f"SET schema = '{kept.schema}'")
                    missing = [what for what in wanted if what not in kept.there]
                    tables = [what for what in missing if what.startswith("TABLE ")]
                    self._read(con, kept, tables, create)
                    _make(con, kept, [what for what in missing if what not in tables], create)
                yield con
            finally:
                with self._lock:
                    kept.asking -= 1
                    self._put_away()

    def _read(self, con: duckdb.DuckDBPyConnection, kept: _Schema, tables: list[str], create: Create) -> None:
        """Read independent tables; whichever thread is free, this one or a worker, takes the next one."""
        left = iter(tables)
        others = [_HANDS.submit(self._help, kept, left, create) for _ in tables[1:AT_ONCE]]
        try:
            _make(con, kept, left, create)
        finally:
            wait(others)
        for other in others:
            other.result()

    def _help(self, kept: _Schema, left: Iterator[str], create: Create) -> None:
        with self.db.cursor() as con:
            con.execute(f"SET schema = '{kept.schema}'")
            _make(con, kept, left, create)

    def _taken(self, key: Key) -> _Schema:
        kept = self._kept.get(key)
        if kept is None:
            self._made += 1
            kept = _Schema(f"{self._name}_{self._made}")
            self.db.execute(f"CREATE SCHEMA {kept.schema}")
            self._kept[key] = kept
        self._kept.move_to_end(key)
        kept.asking += 1
        return kept

    def _put_away(self) -> None:
        """Drop the least recently used ones, except those in use."""
        idle = [key for key, kept in self._kept.items() if not kept.asking]
        for key in idle[: max(0, len(self._kept) - self.most)]:
            self.db.execute(f"DROP SCHEMA {self._kept.pop(key).schema} CASCADE")


def _make(con: duckdb.DuckDBPyConnection, kept: _Schema, wanted: Iterable[str], create: Create) -> None:
    for what in wanted:
        create(con, what)
        kept.there.add(what)
