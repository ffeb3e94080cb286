"""The cache of games: a database that holds the tables of the most recently queried games in memory.

A page about one game runs some 25 queries, and DuckDB spends more time opening files for each than answering. So each
table of a game is read once, when a query first names it; the tables of one query are read in parallel. Batches never
change, so the cache is never out of date.
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
"""Games in the cache; a long game takes about 10 MB with all its tables."""

PLAINLY = "compressed_materialization,common_subplan,cte_filter_pusher,statistics_propagation"
"""Steps of DuckDB's planning that cost more than they save on the few rows of a game: a sixth of what its queries take."""

Key = tuple[str, str]
"""A game of a batch: the names of both."""


Create = Callable[[duckdb.DuckDBPyConnection, str], None]
"""Creates a table or view, of this kind and name, in a connection's current schema."""

AT_ONCE = 2
"""Tables read in parallel: opening a file keeps one processor busy, and a file's tables are small."""
_HANDS = ThreadPoolExecutor(AT_ONCE, "sitrep-game-cache")


@dataclass
class _Game:
    """The schema of a game, its tables and views, and the number of queries running on it."""

    schema: str
    there: set[str] = field(default_factory=set)
    asking: int = 0


class GameCache:
    """The cache of one lake; threads may share it.

    Args:
        db: an in-memory database that can read the lake's store, for queries over many games. near: another one for
        single games; one thread handles their few rows faster than several.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection, near: duckdb.DuckDBPyConnection) -> None:
        self.db, self._near = db, near
        near.execute("SET threads = 1")
        near.execute(f"SET disabled_optimizers = '{PLAINLY}'")
        self._lock = Lock()
        self._games: OrderedDict[Key, _Game] = OrderedDict()
        self._made = 0

    @property
    def games(self) -> tuple[Key, ...]:
        """The cached games, the most recently used last."""
        return tuple(self._games)

    @contextmanager
    def game(self, key: Key, wanted: Iterable[str], create: Create) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a connection for querying a game's tables and views.

        Args:
            key: the game. wanted: what must be there, as `TABLE name` or `VIEW name`; views in an order to make them in.
            create: creates missing ones, several tables in parallel; its exceptions propagate.
        """
        with self._near.cursor() as con:
            with self._lock:
                game = self._taken(key)
            try:
                with self._lock:
                    con.execute(f"SET schema = '{game.schema}'")
                    missing = [what for what in wanted if what not in game.there]
                    tables = [what for what in missing if what.startswith("TABLE ")]
                    self._read(con, game, tables, create)
                    _make(con, game, [what for what in missing if what not in tables], create)
                yield con
            finally:
                with self._lock:
                    game.asking -= 1
                    self._put_away()

    def _read(self, con: duckdb.DuckDBPyConnection, game: _Game, tables: list[str], create: Create) -> None:
        """Read independent tables of a game; whichever thread is free, this one or a worker, takes the next one."""
        left = iter(tables)
        others = [_HANDS.submit(self._help, game, left, create) for _ in tables[1:AT_ONCE]]
        try:
            _make(con, game, left, create)
        finally:
            wait(others)
        for other in others:
            other.result()

    def _help(self, game: _Game, left: Iterator[str], create: Create) -> None:
        with self._near.cursor() as con:
            con.execute(f"SET schema = '{game.schema}'")
            _make(con, game, left, create)

    def _taken(self, key: Key) -> _Game:
        game = self._games.get(key)
        if game is None:
            self._made += 1
            game = _Game(f"game_{self._made}")
            self._near.execute(f"CREATE SCHEMA {game.schema}")
            self._games[key] = game
        self._games.move_to_end(key)
        game.asking += 1
        return game

    def _put_away(self) -> None:
        """Evict the least recently used games, except those in use."""
        idle = [key for key, game in self._games.items() if not game.asking]
        for key in idle[: max(0, len(self._games) - KEPT)]:
            self._near.execute(f"DROP SCHEMA {self._games.pop(key).schema} CASCADE")


def _make(con: duckdb.DuckDBPyConnection, game: _Game, wanted: Iterable[str], create: Create) -> None:
    for what in wanted:
        create(con, what)
        game.there.add(what)
