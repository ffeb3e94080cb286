"""Ingest: files and folders in, games in the lake, and a report with one row for each file.

A file that cannot be read never keeps another out; a game is in the lake whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from engine.errors import SitrepError
from engine.replay import Game
from engine.strictness import Strictness
from ingest.find import find
from ingest.read import Outcome, blame, read_all
from ingest.report import NEW, REFUSED, REPLACED, UNCHANGED, Report, Row

if TYPE_CHECKING:
    import polars as pl

BATCH_GAMES = 200
"""Games written to the lake in one commit, at most."""

BATCH_EVENTS = 400_000
"""Events after which a batch is written, however few its games: what is held in memory is bounded."""

Progress = Callable[[int, int, Path], None]
"""Called after each file with (files done, files in all, the file)."""


class Lake(Protocol):
    """What ingest needs of a lake."""

    def digests(self) -> dict[str, str]:
        """Return game id to the digest of the record it was made from."""
        ...

    def games(self) -> pl.DataFrame:
        """Return one row for each game, with its `game_id`, `events` and `defects`."""
        ...

    def write(self, games: Sequence[Game]) -> object:
        """Put games in, in one commit; a game whose id is there is replaced."""
        ...


def ingest(
    paths: Iterable[Path | str],
    lake: Lake,
    strictness: Strictness = Strictness.COLLECT,
    jobs: int = 1,
    on_progress: Progress | None = None,
    again: bool = False,
) -> Report:
    """Read, replay and store every record that paths lead to.

    Args:
        paths: files, and folders that are walked whole. lake: where the games go.
        strictness: COLLECT keeps mistakes as defects of the game; RAISE refuses a file at its first one.
        jobs: processes that read and replay; writing is always done by this one.
        on_progress: see Progress. again: also replay games whose record has not changed since they were stored.
    """
    found = find(paths)
    batch = _Batch(lake)
    known = {} if again else batch.stored
    outcomes = read_all(found.files, strictness, known, jobs)
    for done, outcome in enumerate(outcomes, start=1):
        batch.take(outcome)
        if on_progress:
            on_progress(done, len(found.files), outcome.path)
    batch.flush()
    batch.count_unchanged()
    return Report(tuple(batch.rows), tuple(found.passed_over))


class _Batch:
    """The games waiting to be written, and the rows of the report so far, in the order of reading."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.stored = dict(lake.digests())
        self.rows: list[Row] = []
        self._told: dict[str, tuple[str, str]] = {}
        self._waiting: list[tuple[int, Game]] = []
        self._events = 0

    def take(self, outcome: Outcome) -> None:
        """Give an outcome its row; a game that is new or changed waits for the next flush."""
        path, game_id = str(outcome.name), outcome.game_id
        if outcome.message:
            self.rows.append(Row(path, REFUSED, game_id, message=outcome.message))
            return
        if game_id in self._told:
            self.rows.append(self._told_twice(outcome))
            return
        self._told[game_id] = (path, outcome.digest)
        before = self.stored.get(game_id)
        game = outcome.game
        if game is None:
            self.rows.append(Row(path, UNCHANGED, game_id))
            return
        self.rows.append(Row(path, NEW if before is None else REPLACED, game_id, len(game.events), game.state.defects))
        self._waiting.append((len(self.rows) - 1, game))
        self._events += len(game.events)
        if len(self._waiting) >= BATCH_GAMES or self._events >= BATCH_EVENTS:
            self.flush()

    def _told_twice(self, outcome: Outcome) -> Row:
        other, digest = self._told[outcome.game_id]
        if digest == outcome.digest:
            return Row(outcome.name, UNCHANGED, outcome.game_id, message=f"the same record as {other}")
        message = (
            f"game {outcome.game_id!r} is also told, in other words, by {other}; give each its own `game` in the header"
        )
        return Row(outcome.name, REFUSED, outcome.game_id, message=f"{outcome.name}: {message}")

    def flush(self) -> None:
        """Write the games that wait, in one commit; when that fails, one by one, so that one bad game harms no other."""
        waiting, self._waiting, self._events = self._waiting, [], 0
        if not waiting:
            return
        try:
            self.lake.write([game for _, game in waiting])
        except Exception:
            for place, game in waiting:
                self._write_alone(place, game)

    def count_unchanged(self) -> None:
        """Fill in the events and defects of games that needed no replay: the lake has counted them."""
        places = [place for place, row in enumerate(self.rows) if row.status == UNCHANGED]
        if not places:
            return
        games = self.lake.games().select("game_id", "events", "defects")
        counts = {game: (events, defects) for game, events, defects in games.iter_rows()}
        for place in places:
            row = self.rows[place]
            events, defects = counts.get(row.game_id, (0, 0))
            self.rows[place] = msgspec.structs.replace(row, events=events, defects=defects)

    def _write_alone(self, place: int, game: Game) -> None:
        try:
            self.lake.write([game])
        except Exception as error:
            row, reason = self.rows[place], str(error) if isinstance(error, SitrepError) else blame(error)
            message = f"{row.path}: could not be stored: {reason}"
            self.rows[place] = Row(row.path, REFUSED, row.game_id, message=message)
