"""Reading and replaying many files, one after another or in several processes; no file's failure is another's."""

from __future__ import annotations

import multiprocessing
import traceback
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from engine.errors import SitrepError
from engine.replay import Game, replay
from engine.strictness import Strictness
from ingest.files import shown
from ingest.formats import read_record
from warehouse.identity import identity

_AHEAD = 4
"""Files each process is given before their results are taken: enough to keep it busy, few enough to hold."""


@dataclass(frozen=True)
class Outcome:
    """What came of reading a file.

    Attributes:
        path, name: the file, and its path as text. game_id, digest: of its game, empty when it could not be read.
        game: the replayed game, None when it was refused or need not be replayed. message: why it was refused, else empty.
    """

    path: Path
    name: str
    game_id: str = ""
    digest: str = ""
    game: Game | None = None
    message: str = ""


def replay_file(path: Path | str, strictness: Strictness = Strictness.COLLECT) -> Game:
    """Return the game that the record in a file tells.

    Raises:
        RecordError: the record cannot be read. IllegalOrder: strictness is RAISE and something does not fit.
    """
    record = read_record(path)
    return replay(record.recording, record.title, strictness)


def read_one(path: Path, strictness: Strictness, known: Mapping[str, str]) -> Outcome:
    """Return what came of reading and replaying a file; never raises.

    Args:
        path: the file. strictness: of the replay. known: game id to digest of the games that need not be replayed
            again; a strict replay is always done, because its result is what was asked for.
    """
    name, recording = shown(path), None
    try:
        recording, title, _ = read_record(path)
        name_of_game = identity(recording.header, recording.digest)
        same = known.get(name_of_game) == recording.digest
        if same and strictness is not Strictness.RAISE:
            return Outcome(path, name, name_of_game, recording.digest)
        game = replay(recording, title, strictness)
        return Outcome(path, name, name_of_game, recording.digest, None if same else game)
    except SitrepError as error:
        message = str(error) if name in str(error) else f"{name}: {error}"
    except Exception as error:
        message = f"{name}: internal error, please report it: {blame(error)}"
    return Outcome(path, name, identity(recording.header, recording.digest) if recording else "", message=message)


def blame(error: Exception) -> str:
    """Return an unexpected exception in one line: its type, what it says, and the line of code it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" (at {Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def read_all(
    files: Sequence[Path], strictness: Strictness, known: Mapping[str, str], jobs: int = 1
) -> Iterator[Outcome]:
    """Yield what came of each file, in their order, read by `jobs` processes."""
    if jobs <= 1 or len(files) <= 1:
        for path in files:
            yield read_one(path, strictness, known)
        return
    rest = deque(files)
    while rest:
        yield from _in_processes(rest, strictness, known, min(jobs, len(rest)))


def _in_processes(rest: deque[Path], strictness: Strictness, known: Mapping[str, str], jobs: int) -> Iterator[Outcome]:
    """Yield outcomes, taking each file off `rest`, until all are done or a process died: that file is refused."""
    # Spawned, not forked: a fork of a process that has used polars hangs.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_set_up, initargs=(strictness, dict(known))) as pool:
        started: deque[Future[Outcome]] = deque()
        while rest:
            try:
                while len(started) < min(jobs * _AHEAD, len(rest)):
                    started.append(pool.submit(_read_in_process, rest[len(started)]))
                outcome = started.popleft().result()
            except BrokenProcessPool:
                break
            rest.popleft()
            yield outcome
    if rest:
        yield _alone(rest.popleft(), strictness, known)


def _alone(path: Path, strictness: Strictness, known: Mapping[str, str]) -> Outcome:
    """Read a file in a process of its own, after one that may have been reading it died."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, initializer=_set_up, initargs=(strictness, dict(known))) as pool:
        try:
            return pool.submit(_read_in_process, path).result()
        except BrokenProcessPool:
            name = shown(path)
            return Outcome(
                path, name, message=f"{name}: internal error: the process that read it died (out of memory?)"
            )


_given: tuple[Strictness, Mapping[str, str]] = (Strictness.COLLECT, {})


def _set_up(strictness: Strictness, known: Mapping[str, str]) -> None:
    global _given
    _given = (strictness, known)


def _read_in_process(path: Path) -> Outcome:
    return read_one(path, *_given)
