"""A game as people work with it in a notebook: it shows itself, plays on the map, and hands out its tables and measures.

`lake.game("axis-takes-moscow")` is a game of a lake; `sitrep.replay("my-game.tsvg")` is one that was just read, which keeps a lake of
its own for what it shows.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import polars as pl

from dashboard.notebook.board import remember
from engine import replay as engine_replay
from engine.errors import SitrepError
from engine.events import Event
from engine.state import GameState, state_at
from warehouse import Lake, game_id

if TYPE_CHECKING:
    from dashboard.notebook.widget import GameMap
    from dashboard.player.payload import Payload
    from dashboard.review.reader import Reader

NO_WIDGETS = "needs anywidget: pip install anywidget"


class Review:
    """The review of a game as one HTML page, with its charts and the map: shown in a frame, and saved as a file."""

    def __init__(self, page: str, name: str) -> None:
        self.page, self.name = page, name

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path."""
        Path(path).write_text(self.page, encoding="utf-8", newline="\n")
        return Path(path)

    def __repr__(self) -> str:
        return f"Review({self.name}, {len(self.page) >> 10:,} KiB)"

    def _repr_html_(self) -> str:
        from dashboard.notebook.embed import frame

        return frame(self.page, 900)


class LakeGame:
    """A game of a lake.

    Attributes:
        lake: the lake. id: the game's id.
    """

    def __init__(self, lake: Lake, id: str) -> None:
        self.lake, self.id = lake, lake.find(id)

    def frame(self, table: str) -> pl.DataFrame:
        """Return the game's rows of a table; `lake.tables.<TAB>` names them."""
        return self.lake.frame(table, self.id)

    def measure(self, name: str) -> pl.DataFrame:
        """Return a measure of the game; `lake.measures.<TAB>` names them."""
        return self.lake.measure(name, game_id=self.id)

    @cached_property
    def events(self) -> list[Event]:
        """All events of the game, in order."""
        return self.lake.events(self.id)

    def state(self, seq: int | None = None) -> GameState:
        """Return the state after so many events; the last one when None."""
        return state_at(self.events, len(self.events) if seq is None else seq)

    def map(self, turn: int | None = None, report: bool = True) -> GameMap:
        """Return the map that plays the game, as a widget.

        Args:
            turn: the turn to begin with, from 0, the set-up; the last when None. report: whether to tell each turn beside the map.

        Raises:
            SitrepError: anywidget is not installed.
        """
        try:
            from dashboard.notebook.widget import GameMap
        except ImportError as error:
            raise SitrepError(f"game.map() {NO_WIDGETS}") from error
        return GameMap(self._payload, self._report() if report else None, turn)

    def still(self, turn: int = -1) -> str:
        """Return the board at the end of a turn as SVG; below 0 turns count from the last."""
        from dashboard.player.still import still

        return still(self._payload, turn)

    def review(self) -> Review:
        """Return the review of the game: who won, when it turned, every chart, and the map."""
        from dashboard.review.export import page_of

        return Review(page_of(self._reader), self.id)

    @cached_property
    def _reader(self) -> Reader:
        from dashboard.review.reader import Reader

        return Reader.of_lake(self.lake, self.id)

    @cached_property
    def _payload(self) -> Payload:
        from dashboard.player.prepared_game import payload_of

        return payload_of(self._reader)

    def _report(self) -> Any:
        from dashboard.turn_report.markup import by_turn
        from dashboard.turn_report.sentences import report

        told = by_turn(report(self._reader.frame, self._reader.money, self._reader.words), self._reader.moments)
        return [[[phase, [list(said) for said in sentences]] for phase, sentences in turn] for turn in told]

    def __repr__(self) -> str:
        game = self._reader.game
        return f"LakeGame({self.id}: {game['title_name']}, {game['rounds']} rounds, {game['events']:,} events)"

    def _repr_html_(self) -> str:
        from dashboard.notebook.displays import game_html

        return game_html(self)


class Game(engine_replay.Game):
    """A replayed game: title, header, events and the state after the last; see `engine.replay.Game`."""

    @classmethod
    def of(cls, game: engine_replay.Game) -> Game:
        """Return a replayed game as one that shows itself."""
        remember(game.title)
        return cls(*(getattr(game, field.name) for field in fields(game)))

    @cached_property
    def in_lake(self) -> LakeGame:
        """The game in a lake of its own, a folder that goes when nobody holds it any more: for measures, charts and SQL."""
        from dashboard.notebook.lake import Lake as Shown

        folder = TemporaryDirectory(prefix="sitrep-", ignore_cleanup_errors=True)
        lake = Shown.create(Path(folder.name) / "lake")
        lake.folder = folder
        lake.write([self])
        return LakeGame(lake, game_id(self))

    def map(self, turn: int | None = None, report: bool = True) -> GameMap:
        """Return the map that plays the game, as a widget; see `LakeGame.map`."""
        return self.in_lake.map(turn, report)

    def still(self, turn: int = -1) -> str:
        """Return the board at the end of a turn as SVG; below 0 turns count from the last."""
        return self.in_lake.still(turn)

    def review(self) -> Review:
        """Return the review of the game: who won, when it turned, every chart, and the map."""
        return self.in_lake.review()

    def __repr__(self) -> str:
        clock = self.state.clock
        return f"Game({self.name or self.header.game}: {self.title.name}, round {clock.round}, {len(self.events):,} events)"

    def _repr_html_(self) -> str:
        return self.in_lake._repr_html_()
