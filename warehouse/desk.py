"""A desk to ask questions at: a database, and in its memory the tables of the games that were asked of last.

A page about one game asks some 25 questions, and DuckDB spends more on opening files for each than on answering. So of a game
each table is read once, when a question first names it. Batches never change, so what lies here is never out of date.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

import duckdb

KEPT = 8
"""Games that lie here; a long game takes about 10 MB when every table of it was asked."""

Key = tuple[str, str]
"""A game of a batch: the names of both."""


Create = Callable[[duckdb.DuckDBPyConnection, str], None]
"""Makes a table or view, of this kind and name, in the schema that a connection is set to."""


@dataclass
class _Game:
    """The schema that holds a game, the tables and views in it, and how many questions are asked of it right now."""

    schema: str
    there: set[str] = field(default_factory=set)
    asking: int = 0


class Desk:
    """A desk; threads may share it.

    Args:
        db: an in-memory database that knows the lake's store.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection) -> None:
        self.db = db
        self._lock = Lock()
        self._games: OrderedDict[Key, _Game] = OrderedDict()
        self._made = 0

    @property
    def games(self) -> tuple[Key, ...]:
        """The games that lie here, the one asked of last at the end."""
        return tuple(self._games)

    @contextmanager
    def game(self, key: Key, wanted: Iterable[str], create: Create) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a connection in which a game's tables and views can be asked.

        Args:
            key: the game. wanted: what must be there, as `TABLE name` or `VIEW name`, in an order to make it in.
            create: makes what is not there yet; what it raises is raised.
        """
        with self.db.cursor() as con:
            with self._lock:
                game = self._taken(key)
            try:
                with self._lock:
                    con.execute(f"SET schema = '{game.schema}'")
                    for what in wanted:
                        if what not in game.there:
                            create(con, what)
                            game.there.add(what)
                yield con
            finally:
                with self._lock:
                    game.asking -= 1
                    self._put_away()

    def _taken(self, key: Key) -> _Game:
        game = self._games.get(key)
        if game is None:
            self._made += 1
            game = _Game(f"game_{self._made}")
            self.db.execute(f"CREATE SCHEMA {game.schema}")
            self._games[key] = game
        self._games.move_to_end(key)
        game.asking += 1
        return game

    def _put_away(self) -> None:
        """Take away the games asked of longest ago, but those that are being asked of."""
        idle = [key for key, game in self._games.items() if not game.asking]
        for key in idle[: max(0, len(self._games) - KEPT)]:
            self.db.execute(f"DROP SCHEMA {self._games.pop(key).schema} CASCADE")
