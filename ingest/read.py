"""Reading and replaying many files, here or in other processes; a failure affects only its own file."""

from __future__ import annotations

import hashlib
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import RecordError, SitrepError
from engine.replay import Game, replay
from engine.strictness import Strictness
from engine.text import visible
from ingest.confined import confined, with_tables
from ingest.files import shown
from ingest.formats import content_of, format_of, format_together, is_alone, read_record
from ingest.limits import CURE, DEFAULT, Limits, end_if_apart, timed
from ingest.results.places import in_table
from ingest.workers import Workers, processes
from warehouse.errors import TooLarge
from warehouse.identity import identity

if TYPE_CHECKING:
    from warehouse.game_rows import Packed

MOST_TOGETHER = 200
"""Files of a folder that one worker is given at a time, and rows of tables that are read at a time."""

_AHEAD = 4
"""Files each process is given before their results are taken: enough to keep it busy, few enough to hold."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of reading a file.

    Attributes:
        path, name: the file, and its path as text. game_id, digest: of its game, empty when it could not be read.
        game: the rows of the replayed game, None when it was refused or need not be replayed.
        message: why it was refused, else empty.
    """

    path: Path
    name: str
    game_id: str = ""
    digest: str = ""
    game: Packed | None = None
    message: str = ""


def replay_file(path: Path | str, strictness: Strictness = Strictness.COLLECT) -> Game:
    """Return the game that the record in a file tells.

    Raises:
        RecordError: the record cannot be read. IllegalOrder: strictness is RAISE and something does not fit.
    """
    record = read_record(path)
    return replay(record.recording, record.title, strictness)


def read_one(path: Path, strictness: Strictness, limits: Limits = DEFAULT, folders: tuple[str, ...] = ()) -> Outcome:
    """Return the outcome of reading and replaying a file within its limits; never raises.

    Args:
        path, strictness, limits: see ingest. folders: what is found in one of them must lie in it; see `confined`.
    """
    with confined(folders), with_tables(limits.tables_beside):
        return _read(path, strictness, limits)


def read_rows(paths: Sequence[Path], strictness: Strictness, limits: Limits, folders: tuple[str, ...]) -> list[Outcome]:
    """Return the outcomes of rows of tables of results; see `read_one`.

    A row has few cells: a timer, and all that must be said of a file, for each would take as long as reading it.
    """
    untimed = replace(limits, seconds=inf)
    with confined(folders), with_tables(limits.tables_beside):
        return [_read(path, strictness, untimed) for path in paths]


def _read(path: Path, strictness: Strictness, limits: Limits) -> Outcome:
    from warehouse.game_rows import (
        pack,  # only here: a game that is looked at needs no rows, nor what takes long to import for them
    )

    name, identified = shown(path), ""
    try:
        limit = limits.seconds
        with nullcontext() if limit == inf else timed(limit, "was not read", f"expected one recorded game; {CURE}"):
            recording, title, _ = read_record(path)
            identified = identity(recording.header, recording.digest)
            game = pack(replay(recording, title, strictness, limits.defects), limits.rows)
            if recording.instead_of or recording.compared:
                game = replace(game, instead_of=recording.instead_of, compared=recording.compared)
        return Outcome(path, name, game.game_id, game.digest, game)
    except TooLarge as error:
        message = f"{name}: {error}; {CURE}"
    except MemoryError:
        end_if_apart()
        message = f"{name}: needs more than {limits.memory >> 20} MiB of memory; expected one recorded game; {CURE}"
    except SitrepError as error:
        message = str(error) if name in str(error) else f"{name}: {error}"
    except Exception as error:
        message = f"{name}: internal error, please report it: {blame(error)}"
    return Outcome(path, name, identified, message=visible(message))  # it tells what was found


def content_digest(path: Path) -> str:
    """Return the digest of a file's unpacked content, which is its record's unless that names overlays.

    Empty when it cannot be read (reading it as a record will say why), and when other files may be part of its record.
    """
    try:
        content = content_of(path)
        alone = in_table(path) or is_alone(path, content)
        return hashlib.sha256(content).hexdigest() if alone else ""
    except RecordError:
        return ""


def whole_digest(path: Path) -> str:
    """Return the digest of the record that a file makes, be it with others; empty when it cannot be read."""
    kind = None if in_table(path) else format_of(path)
    try:
        digest = kind.together(path) if kind is not None and kind.together is not None else ""
    except (RecordError, OSError):
        return ""
    return digest or content_digest(path)


def blame(error: BaseException) -> str:
    """Return an unexpected exception in one line: its type, what it says, and the line of code it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" (at {Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


Skip = Callable[[Path], Outcome | None]
"""Returns the outcome of a file that need not be read, None if it must be."""


def read_all(
    files: Iterable[Path],
    strictness: Strictness,
    workers: Workers,
    skip: Skip = lambda _: None,
    limits: Limits = DEFAULT,
    known: Mapping[str, str] | None = None,
    folders: Iterable[Path | str] = (),
) -> Iterator[Outcome]:
    """Yield the outcome of each file, in order. Only a few are read ahead, however many there are.

    A row of a table of results is read here: to hand it to another process costs more, and each would split the whole table again.
    Files of a folder whose records may be in several of them (a game by mail) are given to one worker, which reads each of them once.

    Args:
        files, strictness: see ingest. workers: who reads. skip: see Skip. limits: of each file.
        known: digest to id of games that need not be read, where no file by itself tells that (see `Format.together`).
        folders: see `read_one`.

    Raises:
        SitrepError: the cluster that read them is gone.
    """
    begun: deque[_Begun] = deque()
    how = _How(strictness, limits, tuple(map(str, folders)))
    for paths, result in _grouped(files, skip):
        stored = known if known and len(paths) > 1 else {}
        if result is None and in_table(paths[0]):
            result = read_rows(paths, *how)
        begun.append(_Begun(paths, result or _submitted(paths, how, stored, workers), stored))
        if len(begun) > workers.hands * _AHEAD:
            yield from _first(begun, how, workers)
    while begun:
        yield from _first(begun, how, workers)


def _grouped(files: Iterable[Path], skip: Skip) -> Iterator[tuple[list[Path], list[Outcome] | None]]:
    """Yield files as they are read: together, alone, or not at all, with the outcome that is known. Rows of tables go together."""
    group: list[Path] = []
    of_rows = False
    for path in files:
        skipped, row = skip(path), in_table(path)
        apart = skipped is not None or not (row or format_together(path) is not None)
        if group and (apart or row != of_rows or len(group) >= MOST_TOGETHER or not (row or path.parent == group[0].parent)):
            yield group, None
            group = []
        of_rows = row
        if apart:
            yield [path], None if skipped is None else [skipped]
        else:
            group.append(path)
    if group:
        yield group, None


def read_group(
    paths: Sequence[Path], strictness: Strictness, limits: Limits, folders: tuple[str, ...], known: Mapping[str, str]
) -> list[Outcome]:
    """Return the outcomes of files of a folder, each record read once, however many files it is in."""
    told: dict[str, Outcome] = {}
    found = []
    for path in paths:
        with confined(folders):
            digest = _together(path, limits) if len(paths) > 1 else ""
        if digest in known:
            found.append(Outcome(path, shown(path), known[digest], digest))
        elif digest in told:
            found.append(_again(path, told[digest]))
        else:
            found.append(read_one(path, strictness, limits, folders))
            if digest:
                told[digest] = found[-1]
    return found


def _together(path: Path, limits: Limits) -> str:
    kind = format_together(path)
    try:
        with timed(limits.seconds, "the files beside it were not read", CURE):
            return kind.together(path) if kind is not None and kind.together is not None else ""
    except (SitrepError, MemoryError):  # to read it as a record will say why
        return ""


def _again(path: Path, first: Outcome) -> Outcome:
    """The outcome of a file whose record was read from another."""
    name = shown(path)
    message = f"{name}: it is of one game with {first.name}, which was refused: {first.message}" if first.message else ""
    return Outcome(path, name, first.game_id, first.digest, message=message)


class _How(NamedTuple):
    """How every file is read."""

    strictness: Strictness
    limits: Limits
    folders: tuple[str, ...]


@dataclass
class _Begun:
    """Files and their present or future outcomes."""

    paths: list[Path]
    result: list[Outcome] | Future[list[Outcome]]
    known: Mapping[str, str]


def _submitted(paths: list[Path], how: _How, known: Mapping[str, str], workers: Workers) -> Future[list[Outcome]]:
    try:
        return workers.submit(read_group, paths, *how, known)
    except BrokenExecutor as error:  # it broke while others were waited for
        broken: Future[list[Outcome]] = Future()
        broken.set_exception(error)
        return broken


def _first(begun: deque[_Begun], how: _How, workers: Workers) -> list[Outcome]:
    """Take the oldest files from the queue, and wait for their outcomes."""
    paths, result = begun[0].paths, begun[0].result
    begun.popleft()
    if isinstance(result, list):
        return result
    try:
        return result.result()
    except BrokenExecutor:
        _begin_again(begun, how, workers)
        return [_alone(path, how) for path in paths]
    except CancelledError:
        raise SitrepError("the cluster that read the records is gone; what was committed stays: run it again") from None
    except Exception:  # on a cluster: its workers died on this file or on another they were reading
        return [_alone(path, how) for path in paths]


def _begin_again(begun: deque[_Begun], how: _How, workers: Workers) -> None:
    """Submit anew all that the processes had when one of them died."""
    workers.renew()
    for one in begun:
        if isinstance(one.result, Future) and _lost(one.result):
            one.result = _submitted(one.paths, how, one.known, workers)


def _lost(future: Future[list[Outcome]]) -> bool:
    if not future.done() or future.cancelled():
        return True
    return isinstance(future.exception(), BrokenExecutor)


def _alone(path: Path, how: _How) -> Outcome:
    """Read a file in a process of its own, after one that may have been reading it died."""
    with processes(1, how.limits) as pool:
        try:
            return pool.submit(read_one, path, *how).result()
        except (BrokenExecutor, MemoryError):  # the latter while it sent what it had read
            name = shown(path)
            memory = f"it may have {how.limits.memory >> 20} MiB of memory"
            return Outcome(path, name, message=f"{name}: the process that read it died; {memory}; {CURE}")
