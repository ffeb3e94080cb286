"""The audit of records: what each shows of itself, and what those of one game show of each other."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from engine.errors import RecordError, SitrepError
from engine.recording import Fidelity
from engine.replay import replay
from ingest.audit import of_log, of_save, of_vassal
from ingest.audit.compare import compare, one_game
from ingest.audit.finding import Finding
from ingest.audit.trail import Trail
from ingest.files import shown
from ingest.formats import content_of, recognized
from ingest.triplea.save import parse_save


class Audit(msgspec.Struct, frozen=True):
    """What an audit tells.

    Attributes:
        records: the records that were read. findings: of each, then of each beside the one of its game before it.
        pairs: the earlier and the later of records that were compared, by name.
        unread: name -> why a record was not read, or tells nothing that an audit could look at.
    """

    records: tuple[str, ...]
    findings: tuple[Finding, ...]
    pairs: tuple[tuple[str, str], ...]
    unread: dict[str, str]


def audit(paths: Iterable[Path | str]) -> Audit:
    """Return what the records in files show of themselves, and those of one game of each other. Files are not changed."""
    trails: list[Trail] = []
    unread: dict[str, str] = {}
    for path in paths:
        try:
            trails.append(trail_of(path))
        except SitrepError as error:
            unread[shown(path)] = error.message if isinstance(error, RecordError) else str(error)
    return of_trails(trails, unread)


def of_trails(trails: Sequence[Trail], unread: dict[str, str] | None = None) -> Audit:
    """Return what trails show: of themselves, and those of one game of each other."""
    findings = [one for trail in trails for one in trail.findings]
    pairs: list[tuple[str, str]] = []
    for game in _games(trails):
        for earlier, later in itertools.pairwise(game):
            pairs.append((earlier.file, later.file))
            findings += compare(earlier, later)
    return Audit(tuple(one.file for one in trails), tuple(findings), tuple(pairs), unread or {})


def trail_of(path: Path | str) -> Trail:
    """Return the trail of the record in a file.

    Raises:
        RecordError: it can't be read, or it is of a format that tells nothing that an audit could look at.
    """
    name, content = shown(path), content_of(path)
    kind = recognized(content, name)
    if kind.name == "triplea":
        return _of_save(content, name)
    if kind.name == "vassal":
        return of_vassal.trail_of(content, name)
    recording = kind.parse(content, name, Path(path).parent)
    if recording.fidelity is not Fidelity.ORDERS:
        what = {"log": "a log of what was observed", "results": "a table of results"}.get(kind.name, f"a {kind.name}")
        message = f"{what} tells neither who edited it nor what was taken back; expected a save or a log of the game"
        raise RecordError(message, file=name)
    return of_log.trail_of(recording, replay(recording, kind.title(recording, Path(path).parent)), name)


def _of_save(content: bytes, name: str) -> Trail:
    save = parse_save(content, name)
    try:
        return of_save.trail_of(save, name)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        message = f"the history of the save does not fit its map ({type(error).__name__}); expected names that the save itself explains"
        raise RecordError(message, file=name) from error


def _games(trails: Sequence[Trail]) -> list[list[Trail]]:
    """Return the trails by game, each game's in the order of its course; of two of one moment the one named first comes first."""
    games: list[list[Trail]] = []
    for trail in trails:
        home = next((game for game in games if one_game(game[0], trail)), None)
        if home is None:
            games.append([trail])
        else:
            home.append(trail)
    return [sorted(game, key=lambda trail: trail.moment) for game in games]
