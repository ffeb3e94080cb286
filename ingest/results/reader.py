"""Tables of results as a format: a row in, a Recording at fidelity `result` out.

A table holds many games. `rows_of` names them: `results.csv:12` is row 12 of results.csv, as a spreadsheet counts, `content_of`
returns such a row as a table of its own, and `recording_of` its recording. So every row is read, compared, refused and replaced alone, like
any other record, and the table is split into rows once.
"""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from engine.errors import RecordError
from engine.events import GameStarted
from engine.garbage import no_collection
from engine.recording import EventEntry, Fidelity, Header, Recording
from engine.result import events_of_result, seats_of
from engine.title.model import Title
from ingest.files import read_file, shown
from ingest.results import sheet
from ingest.results.places import RowPath, place_of
from ingest.results.row import LOW_LUCK, Result, result_of

NAME = "results"
SOURCE = "Table of results"
_KEPT = 4
"""Tables kept in memory: every row asks for its table again."""

recognize = sheet.recognize


def rows_of(path: Path) -> list[Path]:
    """Return the rows of a table of results, each as a path of its own; the table itself where its header is wrong or it is empty."""
    try:
        return [RowPath.of(path, number) for number in _table(path)] or [path]
    except RecordError:
        return [path]


def content_of(path: Path | str) -> bytes | None:
    """Return a row as a table of its own; None for a path that is no row.

    Raises:
        RecordError: the row, or the whole table, cannot be read.
    """
    found = _row(path)
    return found.content if found else None


def recording_of(path: Path | str) -> Recording | None:
    """Return the recording of a row, just as `parse` returns that of its content; None for a path that is no row.

    Raises:
        RecordError: the row, or the whole table, cannot be read.
    """
    found = _row(path)
    return _recording(found, shown(path)) if found else None


def _row(path: Path | str) -> Result | None:
    place = place_of(path)
    if place is None:
        return None
    found = _table(place[0]).get(place[1])
    if found is None:
        raise RecordError("the table has no such row", file=shown(place[0]), line=place[1])
    if isinstance(found, RecordError):
        raise found
    return found


def parse(content: bytes, name: str = "", folder: Path | None = None) -> Recording:
    """Return the recording of a table with one row; `folder` plays no part.

    Raises:
        RecordError: the header or the row is wrong, or the table has no row or several.
    """
    found = _results(content, name)
    if len(found) != 1:
        many = f"a table of {len(found):,} results; expected one game; `sitrep ingest` reads all of them"
        raise RecordError(many if found else "a table of results without a row; add a row for each game", file=name)
    (result,) = found.values()
    if isinstance(result, RecordError):
        raise result
    return _recording(result, name)


def title(recording: Recording, folder: Path | None = None) -> Title:
    """Return the title of a recording that `parse` made."""
    if recording.title is None:
        raise RecordError("the recording of a result holds no title; read the table again", file=recording.name)
    return recording.title


def _recording(result: Result, name: str) -> Recording:
    options = {LOW_LUCK: result.low_luck} if result.low_luck else {}
    started = GameStarted(result.title.slug, result.scenario, options, seats_of(result.players))
    header = Header(
        title=started.title,
        scenario=started.scenario,
        options=options,
        players=started.players,
        game=result.game_id,
        played=result.date,
        source=SOURCE,
    )
    events = events_of_result(started, result.bids, result.rounds, result.winners, result.shares, result.how)
    digest = sha256(result.content).hexdigest()
    return Recording(header, tuple(map(EventEntry, events)), Fidelity.RESULT, name, digest, result.title)


def _table(path: Path | str) -> dict[int, Result | RecordError]:
    try:
        stat = os.stat(path)
    except OSError:
        return _results(read_file(path), shown(path))  # says why it cannot be read
    return _read(str(path), stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=_KEPT)
def _read(path: str, _size: int, _time: int) -> dict[int, Result | RecordError]:
    return _results(read_file(path), shown(path))


def _results(content: bytes, name: str) -> dict[int, Result | RecordError]:
    """Return the rows of a table by their numbers; what is wrong with a row stands in its place.

    Of two rows for one game the first stays: nobody could say which of them is right.
    """
    with no_collection():
        return _in_order(content, name)


def _in_order(content: bytes, name: str) -> dict[int, Result | RecordError]:
    found: dict[int, Result | RecordError] = {}
    first: dict[str, int] = {}
    for number, cells in sheet.sheet(content, name):
        one = cells if isinstance(cells, RecordError) else _result(cells, name, number)
        if isinstance(one, Result) and (before := first.setdefault(one.game_id, number)) != number:
            one = _twice(one, before, name, number)
        found[number] = one
    return found


def _result(cells: sheet.Cells, name: str, number: int) -> Result | RecordError:
    try:
        return result_of({column.name: "" for column in sheet.columns() if column.required} | cells)
    except RecordError as error:
        return RecordError(error.message, file=name, line=number)


def _twice(one: Result, before: int, name: str, number: int) -> RecordError:
    if one.game:
        said = f"column 'game': {one.game!r} is also the id of row {before}; expected an id of its own for each game"
    else:
        cure = "delete one of the rows, or give each an id of its own in the column 'game'"
        said = f"row {before} has the same players on the same day; {cure}"
    return RecordError(said, file=name, line=number)
