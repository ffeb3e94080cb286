"""Logs that go on from each other are one game: a game by mail is a folder of them.

Who steps through an old log while recording writes its steps again; who loads it, plays it to its end and then begins to record
goes on from there. Either way the new log begins with a position that stood after some step of the old one, and its first steps
are the rest of the old one's. A save is a log without steps. Where two logs go on from the same one the game is not told
further: nobody knows which is the true one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from engine.errors import RecordError
from ingest.files import read_file
from ingest.vassal.container import is_container
from ingest.vassal.limits import DEFAULT
from ingest.vassal.steps import Position, read_log

_HEAD = 512


class Summary(msgspec.Struct, frozen=True):
    """What is needed of a log to know which go together.

    Attributes:
        path, digest: the file, and its content's SHA-256. module: which it is of. pieces: how many stand on its maps.
        positions: the position before the first step and after each. steps: a digest of each.
    """

    path: Path
    digest: str
    module: str
    pieces: int
    positions: tuple[int, ...]
    steps: tuple[bytes, ...]


class Member(msgspec.Struct, frozen=True):
    """A log of a game, and how many of its first steps the logs before it have told."""

    path: Path
    digest: str
    told: int


def summary_of(path: Path, content: bytes) -> Summary:
    """Return what a log's content says; RecordError when it is damaged."""
    log = read_log(content, str(path))
    position = Position(log.table)
    pieces = sum(1 for _ in log.table.on_maps())
    positions = [position.value]
    for step in log.steps:
        for depth, command in step.commands:
            log.table.apply(command, depth)
        positions.append(position.follow())
    digest = hashlib.sha256(content).hexdigest()
    return Summary(path, digest, log.about.module, pieces, tuple(positions), tuple(step.digest for step in log.steps))


@lru_cache(maxsize=512)
def _summary(path: Path, size: int, changed: int) -> Summary | None:
    """As `summary_of`, for a file as it is now; None when it cannot be read."""
    try:
        return summary_of(path, read_file(path))
    except RecordError:
        return None


def overlap(one: Summary, other: Summary) -> int | None:
    """Return how many of `other`'s first steps `one` has told, where it goes on from `one`; None where it does not."""
    if one.module != other.module or not other.pieces:
        return None
    last = len(one.steps)
    begin_alike = (
        one.positions[0] == other.positions[0]
    )  # then it is no later part, even if all came back to where it began
    for at, position in enumerate(one.positions[:1] if begin_alike else one.positions):
        again = last - at
        if position == other.positions[0] and again <= len(other.steps) and one.steps[at:] == other.steps[:again]:
            return again
    return None


def held(one: Summary, other: Summary) -> bool:
    """Return whether `one` tells all that `other` does."""
    if one.module != other.module or not other.pieces or len(other.steps) > len(one.steps):
        return False
    count = len(other.steps)
    return any(
        position == other.positions[0] and one.steps[at : at + count] == other.steps
        for at, position in enumerate(one.positions)
    )


def chain(own: Summary, others: Sequence[Summary]) -> list[Member]:
    """Return the logs of the game that a log is of, in order; the log alone, where no others belong to it."""
    leading = _leading([own, *others])
    mine = [one for one in leading if one.digest == own.digest or held(one, own)]
    if len(mine) != 1:  # a save from which several games begin belongs to none of them
        return [Member(own.path, own.digest, 0)]
    followers = {one.digest: [(other, told) for other in leading if other is not one and (told := overlap(one, other)) is not None]
                 for one in leading}  # fmt: skip
    before: dict[str, list[Summary]] = {}
    for one in leading:
        for other, _ in followers[one.digest]:
            before.setdefault(other.digest, []).append(one)
    first, seen = mine[0], set()
    while first.digest not in seen and len(before.get(first.digest, ())) == 1:
        seen.add(first.digest)
        earlier = before[first.digest][0]
        if len(followers[earlier.digest]) != 1:
            break
        first = earlier
    found, told = [Member(first.path, first.digest, 0)], {first.digest}
    while len(followers[first.digest]) == 1:
        first, again = followers[first.digest][0]
        if first.digest in told or len(before[first.digest]) != 1:
            break
        told.add(first.digest)
        found.append(Member(first.path, first.digest, again))
    return found


def _leading(all_: Sequence[Summary]) -> list[Summary]:
    """The logs that no other holds whole; of equal ones the first by name."""
    found: list[Summary] = []
    for one in sorted(all_, key=lambda one: (-len(one.steps), str(one.path), one.digest)):
        if not any(held(other, one) for other in found):
            found.append(one)
    return found


def beside(path: Path) -> list[Summary]:
    """Return what the other saves and logs of a file's folder say; none where there are more than one game has."""
    found, size = [], 0
    try:
        names = sorted(one for one in path.parent.iterdir() if one.is_file() and one.name != path.name)
    except OSError:
        return []
    logs = [one for one in names if _is_log(one)]
    if len(logs) > DEFAULT.max_chain:
        return []
    for one in logs:
        stat = one.stat()
        size += stat.st_size
        if size > DEFAULT.max_beside:
            return []
        found.append(_summary(one, stat.st_size, stat.st_mtime_ns))
    return [one for one in found if one is not None]


def stands_alone(path: Path) -> bool:
    """Return whether no other save or log lies in a file's folder."""
    try:
        return not any(one.name != path.name and one.is_file() and _is_log(one) for one in path.parent.iterdir())
    except OSError:
        return True


def _is_log(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_container(file.read(_HEAD))
    except OSError:
        return False
