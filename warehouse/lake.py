"""A lake: Parquet tables under one commit log, in a folder or in S3. Writers add and replace games, readers see whole games only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import duckdb
import polars as pl

from engine.events import VOCABULARY, Event
from engine.replay import Game
from warehouse import decisions, measures, places, record_parts, refusals, views
from warehouse.batch import BatchWriter
from warehouse.errors import FROM_A_COPY, LakeError, reading
from warehouse.game_rows import Packed
from warehouse.kept_tables import KeptTables
from warehouse.log import LOG, Log
from warehouse.named import Measures, Tables
from warehouse.record_parts import Held
from warehouse.rows import EVENT_TABLES, events_from
from warehouse.schema import SCHEMA
from warehouse.state import Batch, Commit, LakeState
from warehouse.stores import store_of
from warehouse.times import now, parse


class Lake:
    """A lake: a folder, or `s3://bucket/prefix` of an S3-compatible store.

    A lake opened without a version follows its newest commit, question by question; with one it is pinned to it.

    Args:
        path: the folder or URL. version: a commit's number, or None for the newest.

    Raises:
        LakeError: no lake is there, no such version, or it is of a format that this Sitrep does not read.
    """

    def __init__(self, path: Path | str, version: int | None = None) -> None:
        self.store = store_of(path)
        self.path, self.version = self.store.place, version
        self._log = Log(self.store)
        if not self._log.state().version:
            raise LakeError(f"{self.path}: no lake is here; expected a folder, or s3:// URL, that `sitrep ingest` has filled")
        self.state()

    @cached_property
    def _kept_tables(self) -> KeptTables:
        """What queries run on; made for the first one, as many open a lake only to know its version."""
        return KeptTables(self._database(), self._database())

    def _database(self) -> duckdb.DuckDBPyConnection:
        db = views.database()
        self.store.teach(db)
        return db

    @classmethod
    def open(cls, path: Path | str, version: int | None = None) -> Self:
        """Open an existing lake; see the class."""
        return cls(path, version)

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """Open a lake, creating an empty one if there is none.

        Raises:
            LakeError: the folder holds something else or cannot be written.
        """
        log = Log(store_of(path))
        if not log.state().version:
            _found(log)
        return cls(path)

    def at(self, version: int | str | datetime) -> Self:
        """Return the lake pinned to a version: a number, or a time, when that version was the newest.

        Args:
            version: a number, a datetime, or text: a number, an ISO time (`2026-05-01T18:30`, UTC when it names no zone)
                or a day, which means its end.

        Raises:
            LakeError: there is no such version, the lake is younger, or the text is none of these.
        """
        number, time = parse(version)
        return type(self)(self.path, self._log.version_at(time) if number is None else number)

    def history(self) -> Iterator[Commit]:
        """Yield the lake's commits, the newest first; see `warehouse.state.Commit`."""
        return self._log.history()

    def state(self) -> LakeState:
        """Return the live state, or that of the version the lake is pinned to.

        Raises:
            LakeError: some of its files were written by an older Sitrep; the message names the cure.
        """
        state = self._log.state(self.version)
        if state.older:
            raise LakeError(_why_older(state, self.version))
        return state

    def write(self, games: Iterable[Game | Packed], at: str = "") -> Commit:
        """Write games in one commit: all of them to all tables, or nothing. A game with an existing id is replaced.
        So are games in the lake that one is instead of (see `Packed`).

        The rows of all games stay in memory until they are written: pass a few hundred at a time.

        Args:
            games: replayed games, or their rows (`packed`); of two with one id the later stays. at: time of ingest, ISO;
                now when empty.

        Returns:
            The commit; the newest one when there were no games.

        Raises:
            LakeError: the lake is pinned, a game does not fit the tables, or the disk refuses. The lake is then unchanged.
        """
        log, at = self.log_to_write(), at or now()
        writer = BatchWriter(self.store)
        instead_of: set[str] = set()
        with log.undoing(writer):
            batch = writer.write(_noting(games, instead_of), at)
            if not batch:
                return Commit(self.state().version, at)
            made = log.commit(lambda state, version: _replacing(writer, state, version, batch, instead_of))
        writer.discard(made.added)
        return made

    def remove(self, games: Collection[str]) -> Commit:
        """Take games out of the lake, in one commit. Earlier versions keep them until a vacuum deletes those.

        Raises:
            LakeError: the lake is pinned, has no such game, or the disk refuses. The lake is then unchanged.
        """
        log = self.log_to_write()
        writer = BatchWriter(self.store)
        with log.undoing(writer):
            made = log.commit(lambda state, version: _removing(writer, state, version, set(games)))
        writer.discard(made.added)
        return made

    def log_to_write(self) -> Log:
        """Return the lake's log, to make commits.

        Raises:
            LakeError: the lake is pinned to a version.
        """
        if self.version is not None:
            raise LakeError(f"{self.path}: pinned to version {self.version}; open it without a version to write")
        return self._log

    def digests(self) -> dict[str, str]:
        """Return game id to the digest of the record it was made from."""
        return {game: digest for batch in self.state().batches.values() for game, digest in batch.games.items()}

    def contents(self) -> dict[str, str]:
        """Return digest to id of the game that holds it, of each file of records that may be in several files."""
        if not self._has_parts():
            return {}
        return dict(self.sql(f"SELECT digest, game_id FROM {record_parts.TABLE} ORDER BY game_id, part").iter_rows())

    def sharing(self, held: Held) -> dict[str, Held]:
        """Return the games that share a file, or something told, with a record in several files: id to what they hold."""
        if not self._has_parts() or not held.parts:
            return {}
        return record_parts.held_by(self.sql(record_parts.SHARING, held.parameters))

    def retold(self, games: Collection[str]) -> list[tuple[str, str]]:
        """Return which game gives way to which, as both tell one game, where either is among some games; see the view `retold`."""
        wanted = sorted(games)
        asked = "SELECT game_id, leads FROM retold WHERE list_contains($games, game_id) OR list_contains($games, leads) ORDER BY ALL"
        return [(game, leads) for game, leads in self.sql(asked, {"games": wanted}).iter_rows()] if wanted else []

    def _has_parts(self) -> bool:
        return any(record_parts.TABLE in batch.files for batch in self.state().batches.values())

    @property
    def tables(self) -> Tables:
        """The tables by name, for completion: `lake.tables.battle_ended.frame()`."""
        return Tables(self)

    @property
    def measures(self) -> Measures:
        """The measures by name, for completion: `lake.measures.turning_point(game_id=...)`."""
        return Measures(self)

    def games(self) -> pl.DataFrame:
        """Return the `games` table, in the order of play and id."""
        return self.frame("games").sort("played", "game_id")

    def keep_refused(self, refused: Mapping[str, str], taken: Iterable[str]) -> None:
        """Record the files an ingest refused, path to reason, and remove those it accepted; see `warehouse.refusals`."""
        refusals.keep(self, refused, taken)

    def refused(self) -> pl.DataFrame:
        """Return the files that ingests refused and have not accepted since: path, message, at; the latest first."""
        return refusals.refusals(self)

    def keep_places(self, found: Mapping[str, Path]) -> None:
        """Keep where the records of games were found, game id to file; see `warehouse.places`."""
        places.keep(self, found, self.state().holder.keys())

    def places(self, game_id: str) -> list[Path]:
        """Return where the record of a game may lie on this machine, the likelier first; none where nothing was kept."""
        return places.candidates(self, game_id)

    def keep_decisions(self, found: decisions.Kept) -> None:
        """Keep the decisions of a game that cost or won most, in the place of those before; see `warehouse.decisions`."""
        decisions.keep(self, found)

    def decisions_of(self, game_id: str) -> decisions.Kept | None:
        """Return the decisions of a game that cost or won most; None where nobody has looked for them in the record it was made from."""
        return decisions.of_game(self, game_id, self.digests().get(game_id, ""))

    def find(self, beginning: str) -> str:
        """Return the id of the only game whose id is, or begins with, these characters.

        Raises:
            LakeError: no game, or several.
        """
        return self.state().find(beginning)

    def frame(self, table: str, game_id: str | None = None) -> pl.DataFrame:
        """Return a table, or one game's rows of it, in the order of writing (within a game the order of play).

        Raises:
            LakeError: there is no such table, or a file of it is damaged or gone.
        """
        try:
            return self.scan(table, game_id).collect()
        except (OSError, pl.exceptions.PolarsError) as error:
            raise LakeError(f"{self.path}: {table} cannot be read: {error}; {FROM_A_COPY}") from error

    def scan(self, table: str, game_id: str | None = None) -> pl.LazyFrame:
        """Return a table as a lazy frame; with a game only the files that hold it are opened."""
        return views.scan(self.state(), table, game_id)

    def events(self, game_id: str) -> list[Event]:
        """Return a game's events, exactly as they were written.

        Raises:
            LakeError: the game is not in the lake.
        """
        return events_of(self, game_id)

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return a new DuckDB connection with a view for each table, all derived views and all macros, pinned to the version of now.

        It is DuckDB's own: jupysql (`%sql connection --alias lake`), ibis (`ibis.duckdb.from_connection`) and others take it as it is.
        """
        return views.connect(self.state())

    def sql(
        self,
        query: str,
        params: dict[str, Any] | Sequence[Any] | None = None,
        games: Collection[str] | None = None,
    ) -> pl.DataFrame:
        """Return the answer to a question in DuckDB's SQL; tables are those of `warehouse.schema.TABLES`.

        Args:
            query: a SELECT. params: values for `$name` (a mapping) or `?` (a sequence).
            games: ids of the games to ask, or their beginnings; only the files that hold them are opened. All when None.

        Raises:
            LakeError: DuckDB refuses the query.
        """
        state = self.state()
        return views.ask(self._kept_tables, state, query, params, state.found(games))

    def measure(self, name: str, games: Collection[str] | None = None, **params: Any) -> pl.DataFrame:
        """Return a measure: one of `warehouse.measures.names()`, with the parameters it names.

        Args:
            name: the measure. games: of a measure over many games, ids of those to ask; all when None. params: its parameters.
        """
        return measures.measure(self._kept_tables, self.state(), name, games, **params)


def events_of(lake: Lake, game_id: str) -> list[Event]:
    """Return a game's events, exactly as they were written; see `Lake.events`."""
    state = lake.state()
    game_id = state.find(game_id)
    return events_from((event, views.scan(state, table.name, game_id).collect()) for event, table in EVENT_TABLES.items())


def _why_older(state: LakeState, version: int | None) -> str:
    """Return the error for files of an older schema or vocabulary, with the cure."""
    oldest = min(state.older, key=lambda batch: (batch.vocabulary, batch.schema))
    what, there, here = "schema", oldest.schema, SCHEMA
    if oldest.vocabulary != VOCABULARY:
        what, there, here = "event vocabulary", oldest.vocabulary, VOCABULARY
    cure = "ask a version since its migration" if version else f"migrate it: sitrep lake migrate --lake {state.root}"
    return f"{state.root}: {what} {there} of the lake's files, but this Sitrep reads {here}; {cure}"


def _found(log: Log) -> None:
    """Make the first commit of a lake; if another writer is quicker, that one counts."""
    place = log.store.place
    with reading(place):
        strange = log.store.holds_more_than(LOG)
    if strange:
        raise LakeError(f"{place}: not a lake, and not empty; expected a lake, an empty folder or none")
    log.commit(lambda state, version: Commit(version, now()))


def _noting(games: Iterable[Game | Packed], instead_of: set[str]) -> Iterator[Game | Packed]:
    """Yield games, and note the ids of those whose place they take."""
    for game in games:
        if isinstance(game, Packed):
            instead_of.update(game.instead_of)
        yield game


def _replacing(writer: BatchWriter, state: LakeState, version: int, batch: Batch, instead_of: Set[str]) -> Commit:
    """Return the commit that adds a batch and takes its games, and those that they are instead of, out of the batches that held them."""
    replaced = (batch.games.keys() | instead_of) & state.holder.keys()
    rest, hit = _without(writer, state, replaced)
    return Commit(version, now(), [*rest, batch], hit, sorted(replaced))


def _removing(writer: BatchWriter, state: LakeState, version: int, games: Set[str]) -> Commit:
    """Return the commit that takes games out of their batches."""
    if lacking := sorted(games - state.holder.keys()):
        raise LakeError(f"{state.root}: no game {lacking[0]!r} to remove; `sitrep summary` lists the games")
    rest, hit = _without(writer, state, games)
    return Commit(version, now(), rest, hit, kind="remove")


def _without(writer: BatchWriter, state: LakeState, games: Set[str]) -> tuple[list[Batch], list[str]]:
    """Return what is left of the batches that hold some games, written without them, and the ids of those batches."""
    hit = {state.holder[game].batch: state.holder[game] for game in sorted(games)}
    rest = [writer.without(old, old.games.keys() & games) for old in hit.values()]
    return [one for one in rest if one], list(hit)
