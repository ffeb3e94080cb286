"""Ingest: files and folders in, games in the lake, and a report with one row for each file.

A file that cannot be read never blocks another; a game is in the lake completely or not at all. However an ingest is
cut short, repeating it continues from the last commit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from engine.errors import SitrepError
from engine.garbage import rare_collection
from engine.strictness import Strictness
from ingest.confined import confined
from ingest.files import is_kept, shown
from ingest.find import walk
from ingest.formats import FORMATS
from ingest.held import HeldRecords, Judged
from ingest.interrupts import held_back, watched
from ingest.limits import DEFAULT, Limits
from ingest.read import Outcome, blame, content_digest, read_all
from ingest.report import NEW, REFUSED, REPEATED, REPLACED, UNCHANGED, Report, Row
from ingest.results.places import file_of, in_table, is_row
from ingest.workers import Workers, local
from warehouse.game_rows import Packed
from warehouse.record_parts import Held, held_in

if TYPE_CHECKING:
    import polars as pl

BATCH_GAMES = 200
"""Games written to the lake in one commit, at most, not counting results."""

BATCH_RESULTS = 20_000
"""Results written in one commit, at most: each has a handful of rows, and a commit costs as much as thousands of these."""

BATCH_EVENTS = 400_000
"""Events after which a batch is written, however few its games."""

BATCH_BYTES = 160 * 2**20
"""Bytes of rows after which a batch is written: this limits the memory used."""

_ONE_FOLDER = (
    "neither holds all that the other does: put all logs of the game into one folder, and ingest that (which were played, or that "
    "they are of two games, is told then); or take the lake's out first, with `sitrep lake remove`"
)
_LEADS = "game {} is the same one, and its record knows more: pages over many games count that"
_GIVES_WAY = "it is the same game as {}, and this record knows more: pages over many games count this"

Progress = Callable[[int, int, Path], None]
"""Called after each file with (files done, files in all, the file)."""


class Lake(Protocol):
    """The part of a lake that ingest needs."""

    def digests(self) -> dict[str, str]:
        """Return game id to the digest of the record it was made from."""
        ...

    def games(self) -> pl.DataFrame:
        """Return one row for each game, with its `game_id`, `events` and `defects`."""
        ...

    def write(self, games: Sequence[Packed]) -> object:
        """Put games in, in one commit, and return it; a game whose id is there is replaced, and named in its `replaced`.

        So is one that another is instead of.
        """
        ...

    def contents(self) -> dict[str, str]:
        """Return digest to game of each file of records that may be in several files."""
        ...

    def sharing(self, held: Held) -> dict[str, Held]:
        """Return the games that share a file, or something told, with a record in several files: id to what they hold."""
        ...

    def retold(self, games: Collection[str]) -> list[tuple[str, str]]:
        """Return which game gives way to which, as they are records of one game, where either is among some games."""
        ...

    def keep_refused(self, refused: Mapping[str, str], taken: Iterable[str]) -> None:
        """Keep which files were refused, path to reason, and strike out those that were taken."""
        ...

    def keep_places(self, found: Mapping[str, Path]) -> None:
        """Keep where the records of games were found, game id to file."""
        ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came; `report` lists the work done until then. Everything it calls new or replaced is in the lake."""

    def __init__(self, report: Report) -> None:
        super().__init__("interrupted")
        self.report = report


def ingest(
    paths: Iterable[Path | str],
    lake: Lake,
    strictness: Strictness = Strictness.COLLECT,
    jobs: int = 0,
    on_progress: Progress | None = None,
    again: bool = False,
    workers: Workers | Executor | None = None,
    limits: Limits = DEFAULT,
    within: Path | None = None,
) -> Report:
    """Read, replay and store every record that paths lead to.

    Unchanged records in the lake are not read again, only compared, so an interrupted ingest continues where it
    stopped.

    Args:
        paths: files, and folders that are walked whole. lake: where the games go.
        strictness: COLLECT keeps mistakes as defects of the game; RAISE refuses a file at its first one.
        jobs: processes that read and replay, each bounded in memory; writing is always done by this one, and with 0 all else too.
        on_progress: see Progress. again: also replay games whose record has not changed since they were stored.
        workers: an executor to use instead of local processes, `jobs` files at a time; its workers must see the same
        files.
        limits: the limits on one record; one that exceeds them is refused.
        within: a folder in which the paths were found: links in it that lead out of it are refused, as in folders among the paths.

    Raises:
        Interrupted: Ctrl-C; what was read until then is stored. SitrepError: the workers are gone; the same.
    """
    batch = _Batch(lake, again)
    try:
        _take_all(list(paths), batch, strictness, jobs, on_progress, workers, limits, within)
    except KeyboardInterrupt:
        with held_back():
            raise Interrupted(batch.report()) from None
    except SitrepError:
        batch.flush()
        raise
    with held_back():
        return batch.report()


def _take_all(
    paths: list[Path | str],
    batch: _Batch,
    strictness: Strictness,
    jobs: int,
    on_progress: Progress | None,
    workers: Workers | Executor | None,
    limits: Limits,
    within: Path | None,
) -> None:
    folders = [path for path in (*paths, *([within] if within else [])) if os.path.isdir(path)]
    files: Iterable[Path] = walk(paths, batch.passed_over.append)
    total = sum(1 for _ in walk(paths)) if on_progress else 0
    with _readers(workers, jobs, limits) as readers, confined(folders), watched(), rare_collection():
        # always replay in strict mode, because its result was requested
        strict = strictness is Strictness.RAISE
        skip, known = (lambda _: None, None) if strict else (batch.skip, batch.stored_together())
        done = 0
        while files:
            for outcome in read_all(files, strictness, readers, skip, limits, known, folders):
                with held_back():
                    batch.take(outcome)
                done += 1
                if on_progress:
                    on_progress(done, max(done, total), outcome.path)
            files = batch.set_apart()


def _readers(given: Workers | Executor | None, jobs: int, limits: Limits) -> AbstractContextManager[Workers]:
    if given is None:
        return local(jobs, limits)
    return nullcontext(given if isinstance(given, Workers) else Workers(given, jobs))


class _Batch:
    """The games waiting to be written, and the rows of the report so far, in the order of reading."""

    def __init__(self, lake: Lake, again: bool) -> None:
        self.lake, self.again = lake, again
        self.stored = dict(lake.digests())
        self._game_of = {digest: game_id for game_id, digest in self.stored.items() if digest}
        self.rows: list[Row] = []
        self.passed_over: list[Path] = []
        self._apart: dict[Path, None] = {}
        self._set_apart: set[Path] = set()
        self._told: dict[str, tuple[str, str]] = {}
        self._found: dict[str, Path] = {}
        self._held = HeldRecords(lake)
        self._as_one: dict[str, Row] = {}
        self._lengths: dict[str, int] | None = None
        self._waiting: list[tuple[int, Packed]] = []
        self._waiting_ids: set[str] = set()
        self._events = self._bytes = self._results = 0

    def skip(self, path: Path) -> Outcome | None:
        """Return the outcome of a file whose exact content is in the lake, None if it must be read."""
        digest = content_digest(path) if self._game_of and not self.again else ""
        game = digest and (self._game_of.get(digest) or self._held.holder(digest))
        return Outcome(path, shown(path), game, digest) if game else None

    def stored_together(self) -> dict[str, str]:
        """Return digest to id of the stored games whose records may be in several files."""
        if self.again:
            return {}
        prefixes = tuple(kind.prefix for kind in FORMATS if kind.prefix)
        return {digest: game_id for digest, game_id in self._game_of.items() if game_id.startswith(prefixes)}

    def take(self, outcome: Outcome) -> None:
        """Give an outcome its row; a game that is new or changed waits for the next flush."""
        path, game_id, game = outcome.name, outcome.game_id, outcome.game
        if outcome.message:
            self.rows.append(Row(path, REFUSED, game_id, message=outcome.message))
        elif outcome.digest in self._as_one:
            self.rows.append(_of_one_game(path, self._as_one[outcome.digest]))
        elif self._told.get(game_id, ("", ""))[1] == outcome.digest != "":
            self.rows.append(Row(path, UNCHANGED, game_id, message=f"{REPEATED}{self._told[game_id][0]}"))
        elif game is None or (self.stored.get(game_id) == outcome.digest and not self.again):
            self.rows.append(self._unchanged(outcome))
        elif (held := held_in(game.tables)).parts:
            self._take_parts(outcome, game, held)
        elif game_id in self._told:
            self.rows.append(self._told_twice(path, game_id))
        else:
            self._go_in(outcome, game)

    def _unchanged(self, outcome: Outcome) -> Row:
        """The row of a file whose game is in the lake, itself or within a longer record."""
        if self.stored.get(outcome.game_id) != outcome.digest:
            return Row(outcome.name, UNCHANGED, outcome.game_id, message=_holds(outcome.game_id))
        if outcome.game_id not in self._told:
            self._tell(outcome, outcome.game_id)
        return Row(outcome.name, UNCHANGED, outcome.game_id)

    def _take_parts(self, outcome: Outcome, game: Packed, held: Held) -> None:
        """Take a record that may be in several files: a part of what is there already changes nothing."""
        found = self._held.judge(game, held)
        if found.part_of or found.against:
            self._as_one[game.digest] = self._kept_out(outcome.name, game.game_id, found)
            self.rows.append(self._as_one[game.digest])
            return
        self._go_in(outcome, replace(game, instead_of=found.instead_of), _beside(found.beside))
        self._held.take(game.game_id, held, found.instead_of)
        if found.apart:
            self.flush()  # what was a part of the game in the lake is judged by what takes its place
            self._as_one.clear()
            self._apart |= {Path(game.compared[digest]): None for digest in found.apart}

    def _events_before(self, game_id: str) -> int:
        """Return how many events a game of the lake had when this ingest began; 0 of a new one."""
        if self._lengths is None:
            found = self.lake.games() if game_id in self.stored else None
            if found is None:
                return 0
            self._lengths = dict(found.select("game_id", "events").iter_rows())
        return self._lengths.get(game_id, 0)

    def _tell(self, outcome: Outcome, game_id: str) -> None:
        self._told[game_id] = (outcome.name, outcome.digest)
        if not in_table(outcome.path) and is_kept(outcome.path):
            self._found[game_id] = outcome.path

    def set_apart(self) -> list[Path]:
        """Return the files that a game of the lake held until this ingest, and that are of other games now: they are to be read, once."""
        found = [path for path in self._apart if path not in self._set_apart]
        self._set_apart.update(found)
        self._apart.clear()
        return found

    def _kept_out(self, path: str, game_id: str, found: Judged) -> Row:
        if found.part_of:
            return Row(path, UNCHANGED, found.part_of, message=_holds(found.part_of))
        where = f"is also in {self._told[game_id][0]}" if game_id in self._told else "is in the lake"
        return Row(path, REFUSED, game_id, message=f"{path}: game {game_id!r} {where}, with other logs; {_ONE_FOLDER}")

    def _go_in(self, outcome: Outcome, game: Packed, message: str = "") -> None:
        before_it = {game.game_id, *game.instead_of}  # looked up, one by one: thousands of games may be there
        there = any(one in self.stored or one in self._told for one in before_it)
        if not before_it.isdisjoint(self._waiting_ids):
            self.flush()
        self._tell(outcome, game.game_id)
        status, before = REPLACED if there else NEW, self._events_before(game.game_id)
        if before > game.events and not message:
            message = f"the record before it told more: {before:,} events, and this one {game.events:,}"
        self.rows.append(Row(outcome.name, status, game.game_id, game.events, game.defects, message))
        self._wait(game)

    def _wait(self, game: Packed) -> None:
        self._waiting.append((len(self.rows) - 1, game))
        self._waiting_ids.add(game.game_id)
        self._events += game.events
        self._bytes += game.nbytes
        self._results += game.small
        games = len(self._waiting) - self._results
        full = games >= BATCH_GAMES or self._results >= BATCH_RESULTS
        if full or self._events >= BATCH_EVENTS or self._bytes >= BATCH_BYTES:
            self.flush()

    def _told_twice(self, path: str, game_id: str) -> Row:
        other = self._told[game_id][0]
        message = f"game {game_id!r} is also in {other}, with other content; give each its own `game` in the header"
        return Row(path, REFUSED, game_id, message=f"{path}: {message}")

    def flush(self) -> None:
        """Write the games that wait, in one commit; when that fails, one by one, so that one bad game harms no other."""
        waiting, self._waiting = self._without_those_stored_meanwhile(), []
        self._waiting_ids.clear()
        self._events = self._bytes = self._results = 0
        if not waiting:
            return
        try:
            made = self.lake.write([game for _, game in waiting])
        except Exception:
            for place, game in waiting:
                self._write_alone(place, game)
        else:
            self._tell_replaced(waiting, made)

    def _without_those_stored_meanwhile(self) -> list[tuple[int, Packed]]:
        """Return the waiting games, except those that another ingest has stored since this one began."""
        now = {} if self.again or not self._waiting else self.lake.digests()
        kept = []
        for place, game in self._waiting:
            path, held = self.rows[place].path, held_in(game.tables)
            if now.get(game.game_id, "") == game.digest != "":
                self.rows[place] = Row(path, UNCHANGED, game.game_id)
                continue
            if held.parts:
                found = HeldRecords(self.lake).judge(game, held)
                if found.part_of or found.against:
                    self.rows[place] = self._kept_out(path, game.game_id, found)
                    continue
                game = replace(game, instead_of=found.instead_of)
            kept.append((place, game))
        return kept

    def _tell_replaced(self, waiting: list[tuple[int, Packed]], made: object) -> None:
        """Correct the rows of games that another ingest put in while these were being written: the commit tells."""
        replaced = set(getattr(made, "replaced", ()))
        for place, game in waiting:
            if game.game_id in replaced:
                self.rows[place] = msgspec.structs.replace(self.rows[place], status=REPLACED)

    def _write_alone(self, place: int, game: Packed) -> None:
        try:
            self._tell_replaced([(place, game)], self.lake.write([game]))
        except Exception as error:
            row, reason = self.rows[place], str(error) if isinstance(error, SitrepError) else blame(error)
            message = f"{row.path}: could not be stored: {reason}"
            self.rows[place] = Row(row.path, REFUSED, row.game_id, message=message)

    def report(self) -> Report:
        """Write the waiting games, and return the result of each file processed."""
        self.flush()
        self._count_unchanged()
        with suppress(SitrepError):
            self._tell_retold()
        report = Report(tuple(self.rows), tuple(self.passed_over))
        refused = {row.path: row.message for row in report.refused}
        with suppress(SitrepError):  # the report includes disk errors here too
            taken = [row.path for row in report.rows if row.path not in refused]
            one_of_each = {path.rpartition(":")[0]: path for path in taken}.values()  # of a table of results one row
            tables = {str(file_of(path)) for path in one_of_each} - refused.keys()  # that a row was read shows that its table is one
            self.lake.keep_refused(refused, [*taken, *sorted(tables.difference(taken))])
        stored = {row.game_id for row in report.rows if row.status != REFUSED}
        with suppress(SitrepError):
            self.lake.keep_places({game: path for game, path in self._found.items() if game in stored})
        return report

    def _tell_retold(self) -> None:
        """Say of games that came in now which other records of the lake tell the same game; of rows of tables nothing is said."""
        places = {row.game_id: place for place, row in enumerate(self.rows) if row.status in (NEW, REPLACED)}
        told = {game for game, place in places.items() if not is_row(self.rows[place].path)}
        for game, leads in self.lake.retold(told):
            for one, message in (game, _LEADS.format(leads)), (leads, _GIVES_WAY.format(game)):
                if one in told and not self.rows[places[one]].message:
                    self.rows[places[one]] = msgspec.structs.replace(self.rows[places[one]], message=message)

    def _count_unchanged(self) -> None:
        """Fill in the events and defects of games that needed no replay, from the lake's counts."""
        places = [place for place, row in enumerate(self.rows) if row.status == UNCHANGED]
        if not places:
            return
        games = self.lake.games().select("game_id", "events", "defects")
        counts = {game: (events, defects) for game, events, defects in games.iter_rows()}
        for place in places:
            row = self.rows[place]
            events, defects = counts.get(row.game_id, (0, 0))
            self.rows[place] = msgspec.structs.replace(row, events=events, defects=defects)


def _holds(game_id: str) -> str:
    return f"game {game_id} already holds all of this"


def _beside(games: Sequence[str]) -> str:
    """What is said of a game that shares logs with others of the lake."""
    if not games:
        return ""
    return f"it shares logs or steps with {', '.join(games)}: if they are of one game, put all of its logs into one folder, and ingest that"


def _of_one_game(path: str, first: Row) -> Row:
    """The row of a further file of a record that did not go in."""
    if first.status == REFUSED:
        message = f"{path}: it is of one game with {first.path}, which was refused: {first.message}"
        return msgspec.structs.replace(first, path=path, message=message)
    return msgspec.structs.replace(first, path=path)
