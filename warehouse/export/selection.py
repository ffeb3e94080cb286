"""Which games and tables of a lake are exported."""

from __future__ import annotations

import msgspec

from warehouse.errors import LakeError
from warehouse.lake import Lake
from warehouse.schema import TABLES
from warehouse.views import table_named


class Selection(msgspec.Struct, frozen=True):
    """Some of a lake.

    Attributes:
        games: ids, or beginnings of ids; all games when empty. titles: only games of these titles; of all when empty.
        tables: names; all tables when empty. raw: write text in CSV files unchanged, including formulas.
        name, licence, url, creator: of a data set: what it is called, who may use it and how, where it is to be found, and who made it.
    """

    games: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    raw: bool = False
    name: str = ""
    licence: str = ""
    url: str = ""
    creator: str = ""

    def resolved(self, lake: Lake) -> Selection:
        """Return the same selection with full ids of existing games and the names of all its tables.

        Raises:
            LakeError: a game or a table is not there, or no game is left.
        """
        tables = tuple(table_named(name).name for name in self.tables) or tuple(TABLES)
        games = tuple(dict.fromkeys(lake.find(game) for game in self.games))
        if self.titles:
            games = self._of_titles(lake, games)
        return msgspec.structs.replace(self, games=games, tables=tables)

    def _of_titles(self, lake: Lake, games: tuple[str, ...]) -> tuple[str, ...]:
        there = lake.games().select("game_id", "title")
        known = sorted(set(there["title"]))
        for title in self.titles:
            if title not in known:
                raise LakeError(f"{lake.path}: no game of title {title!r}; there are games of {', '.join(known) or 'none'}")
        fitting = [game for game, title in there.iter_rows() if title in self.titles and (not games or game in games)]
        if not fitting:
            raise LakeError(f"{lake.path}: none of the games {', '.join(games)} is of {' or '.join(self.titles)}")
        return tuple(fitting)

    @property
    def only(self) -> tuple[str, ...] | None:
        """The selected games, None for all, as `warehouse.views` takes them."""
        return self.games or None
