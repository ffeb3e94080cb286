"""Saves and logs of VASSAL as a format: content in, Recording at fidelity `observed` out, with a title made of what was seen.

What a log never tells, and how it is left open here:

| not told | left as |
|---|---|
| the rules: what a move, a battle or a purchase is | pieces placed, moved, changed and removed, with cause `placed`, `move`, `removed` |
| what dice are for, and what hits | `target` and `hits` 0; the purpose is the name of the button or report |
| faces of dice of which only the sum is told | as many 0 as dice |
| dice in words that no pattern reads | a remark that counts them, with the first; the lines stand in the chat |
| pieces that somebody hides or masks | nothing, or the mask, until they are shown |
| rounds, where a module has no turn tracker | one round, in which turns go by who acts |
| names of places, where the module is not at hand | squares of the map, named as reports of moves name them |

Each is said once in the recording, as a DefectFound of severity `gap` and rule `observed/...`. Chat is kept as MarkerSet
of scope `chat`, commands that nobody knows as scope `command`.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections import Counter
from pathlib import Path

from engine import events as ev
from engine.errors import RecordError, SitrepError
from engine.recording import EventEntry, Fidelity, Header, Part, Recording
from engine.state import GameState
from engine.title.model import Title
from ingest.vassal import commands as do
from ingest.vassal.adapter import Adapter
from ingest.vassal.beside import Told, folder_of, stands_alone, too_many
from ingest.vassal.chain import Game, Member, Note
from ingest.vassal.chat import read_line
from ingest.vassal.container import is_container
from ingest.vassal.errors import VassalError
from ingest.vassal.event_writer import MAX_NOTE, EventWriter
from ingest.vassal.geometry import Geometry
from ingest.vassal.limits import DEFAULT
from ingest.vassal.module import beside_record
from ingest.vassal.places import Places
from ingest.vassal.step_digests import part_of, unread_part
from ingest.vassal.steps import Log, Step, read_log
from ingest.vassal.summary import summary_of
from ingest.vassal.table import Spot, Table
from ingest.vassal.tables import adapter_for
from ingest.vassal.title import SCENARIO, made_title
from ingest.vassal.undo import undone
from ingest.vassal.visible_pieces import Seen

NAME = "vassal"
PREFIX = "vassal-"
"""How the ids of its games begin."""


TOO_MANY = Note("folder", "more saves and logs lie in the folder than are compared: this one is read for itself", "")


def recognize(head: bytes) -> bool:
    """Return whether a content that begins so is a save or log of VASSAL."""
    return is_container(head)


def parse(content: bytes, name: str = "", folder: Path | None = None) -> Recording:
    """Return the recording that a save or log holds, with the logs of the folder that it goes on from and that go on from it.

    Raises:
        RecordError: it is damaged, or beyond the bounds of one.
    """
    game, told, notes, parts, compared = _game(content, name, folder)
    logs = [one.log for one in told]
    first = logs[0]
    adapter = _adapter(first, folder, name)
    boards = [row.board for rows in first.table.boards.values() for row in rows]
    own = adapter.geometry.known or adapter.geometry.maps
    beside = None if own else beside_record(folder, first.about.module, boards)
    geometry = beside.geometry if beside is not None else adapter.geometry
    writer = EventWriter(adapter, Places(adapter, geometry, _names(logs, adapter)), name)
    for one in told:
        _tell(one, writer)
    players = _players(logs[-1].table, writer)
    title = made_title(first.about, adapter, writer.names, writer.phases)
    gaps = [*_gaps(writer, logs, adapter, geometry, name), *notes]
    if beside is not None and not first.about.module:
        taken = f"the record names no module; the only one beside it is taken: {beside.name}"
        gaps.append(_note(Note("module", taken, ""), name))
    opening = [ev.GameStarted(title.slug, SCENARIO, {}, players), *gaps]
    entries = tuple([*(EventEntry(event) for event in opening), *writer.entries])
    header = Header(
        title.slug,
        scenario=SCENARIO,
        players=players,
        game=_id(game.digests[0]),
        source=f"VASSAL {first.about.vassal}".strip(),
        about=_about(logs),
    )
    gap = gap_of(entries, logs[-1].table, writer)
    others = tuple(_id(digest) for digest in game.parts if digest != game.digests[0])
    return Recording(header, entries, Fidelity.OBSERVED, name, game.digest, title, gap, others, parts, compared)


def _id(digest: str) -> str:
    """The id of a game by the digest of its first log's content."""
    return f"{PREFIX}{digest[:16]}"


def alone(path: Path) -> bool:
    """Return whether no other log of a file's folder can be part of its game."""
    return stands_alone(path)


def together(path: Path) -> str:
    """Return the digest of the game that a save or log of a folder is of, the same for all files of it; empty when it is alone there."""
    beside = folder_of(path)
    game = beside.game_of(path) if beside is not None else None
    return game.digest if game is not None else ""


def title(recording: Recording, folder: Path | None = None) -> Title:
    """Return the title of a recording that `parse` made; RecordError when another reader did."""
    if recording.title is None:
        raise RecordError("this recording was not read from a VASSAL log", file=recording.name)
    return recording.title


def _game(
    content: bytes, name: str, folder: Path | None
) -> tuple[Game, list[Told], list[ev.DefectFound], tuple[Part, ...], dict[str, str]]:
    """The game that a content is of, its logs in order, what they leave open, what the game holds, and which files were compared."""
    own = hashlib.sha256(content).hexdigest()
    path = folder / Path(name).name if folder is not None else None
    beside = folder_of(path) if path is not None and path.is_file() else None
    game = beside.games.get(own) if beside is not None else None
    if beside is None or game is None:
        log = read_log(content, name)
        many = path is not None and path.is_file() and too_many(path)
        steps = len(log.steps)
        game = Game((Member(Path(name), own, 0, steps),))
        return game, [Told(log, 0, steps)], [_note(TOO_MANY, name)] if many else [], (_part(log, own),), {}
    parts = tuple(part_of(beside.summary(digest)) for digest in game.parts)
    return game, list(beside.told(game, name)), [_note(note, name) for note in game.notes], parts, beside.paths


def _part(log: Log, digest: str) -> Part:
    """What a log that is read for itself tells; not of one that is too long to be read a second time."""
    if log.size > DEFAULT.max_kept:
        return unread_part(digest)
    return part_of(summary_of(pickle.loads(pickle.dumps(log)), Path(log.name), digest))


def _note(note: Note, name: str) -> ev.DefectFound:
    return ev.DefectFound(f"observed/{note.rule}", "gap", "", "", note.message, name)


def _adapter(log: Log, folder: Path | None, name: str) -> Adapter:
    """The tables of a log's module; a user's own that are wrong refuse the log."""
    try:
        return adapter_for(log.about, (row.board for rows in log.table.boards.values() for row in rows), folder)
    except SitrepError as error:
        raise VassalError(f"its module's tables: {error}", file=name) from None


def _tell(told: Told, writer: EventWriter) -> None:
    """Tell a log; of one that goes on from another only what that one has not told, and what was played."""
    log = told.log
    if not writer.entries:
        writer.open(log)
    else:
        for step in log.steps[: told.told]:
            for depth, command in step.commands:
                log.table.apply(command, depth)
        writer.go_on(log)
    steps = log.steps[told.told : told.until]
    back = undone(steps)
    left_out, takers = {one.step for one in back}, {one.by: one.step for one in back}
    for at, step in enumerate(steps):
        writer.step(step, log.table, tell=at not in left_out and at not in takers)
        if at in takers:
            writer.taken_back(log.table, at - takers[at])


def _names(logs: list[Log], adapter: Adapter) -> dict[Spot, str]:
    """The names that reports of moves give to points: a step that moves pieces from one point to one other, and says from where."""
    patterns = [re.compile(pattern) for pattern in adapter.setting("places", "reports")]
    found: dict[Spot, str] = {}
    for log in logs:
        for step in log.steps:
            said = next((m for line in _reports(step) for p in patterns if (m := p.match(line))), None)
            moves = {(m.old_map, m.old_x, m.old_y, m.map, m.x, m.y) for m in step.of(do.MovePiece)}
            if said and len(moves) == 1:
                old_map, old_x, old_y, map_, x, y = moves.pop()
                if old_map is not None:
                    found.setdefault((old_map, old_x, old_y), said["origin"].strip())
                if map_ is not None:
                    found.setdefault((map_, x, y), said["destination"].strip())
    return found


def _reports(step: Step) -> list[str]:
    lines = (read_line(command.text) for command in step.of(do.Chat))
    return [line.text for line in lines if not line.player and len(line.text) < 300]


def _players(table: Table, writer: EventWriter) -> dict[str, str]:
    """Power to who plays it; those who only look on are none."""
    found = {}
    for name, side in table.seats.values():
        power, shown = writer.kinds.seat(side)
        if shown:
            found[writer.names.power(power, shown)] = read_line(name).player or name
    return {**writer.seats.players, **found}


def _about(logs: list[Log]) -> str:
    about = logs[0].about
    what = " ".join(part for part in (about.module, about.version) if part) or "module not named"
    said = [f"VASSAL module {what}", *([about.description] if about.description else [])]
    if len(logs) > 1:
        said.append("told by " + ", ".join(Path(log.name).name for log in logs))
    return "; ".join(said)


def _gaps(writer: EventWriter, logs: list[Log], adapter: Adapter, geometry: Geometry, name: str) -> list[ev.DefectFound]:
    """What the whole record leaves open, once each."""
    kinds = {type(entry.event) for entry in writer.entries}
    unknown: Counter[str] = Counter()
    for log in logs:
        unknown.update(log.unknown)
    found = [
        (
            "title",
            "the title is made of the pieces and places that were seen; links, the worth of areas and what units can do are not told",
        )
    ]
    if not geometry.known:
        found.append(("places", "the module's map is not at hand: places are squares of it, named as reports of moves name them"))
    if not adapter.pieces:
        found.append(("pieces", "the module has no tables here: whose a piece is, is taken from its markers"))
    if writer.view.judged:
        most = ", ".join(repr(trait[:40]) for trait, _ in writer.view.judged.most_common(5))
        found.append(
            (
                "traits",
                f"pieces with a trait of the module's own that may hide them are told as masks ({most}); traits.csv of "
                "tables for the module says what a trait hides",
            ),
        )
    if any(log.steps for log in logs) and writer.clock.told == "players":
        found.append(
            (
                "rounds",
                "no turn tracker is told: all is one round, and a turn is what a player does before another acts",
            )
        )
    if ev.DiceRolled in kinds:
        found.append(("dice", "what dice are for, and what hits, is not told"))
    if writer.unread:
        found.append(
            (
                "dice-words",
                f"{len(writer.unread):,} lines of chat look like dice and are not understood, the first of them "
                f"{writer.unread[0][:MAX_NOTE]!r}; a pattern under [[dice]] in tables for the module reads them (docs/vassal.md)",
            )
        )
    if writer.undone:
        found.append(("undone", f"{writer.undone:,} steps were taken back; they are left out"))
    if unknown:
        most = ", ".join(f"{count:,} {word!r}" for word, count in unknown.most_common(5))
        found.append(("commands", f"{sum(unknown.values()):,} commands of a kind that no reader knows are kept as notes: {most}"))
    return [ev.DefectFound(f"observed/{rule}", "gap", "", "", message, name) for rule, message in found]


def gap_of(entries: tuple[EventEntry, ...], table: Table, writer: EventWriter) -> int:
    """How many stacks the events, folded, have otherwise than the table at the end shows."""
    state = GameState().apply_all(entry.event for entry in entries)
    folded = Counter({Seen(key.area, key.power, key.unit, key.strength): count for key, count in state.stacks.items()})
    seen = Counter(seen for piece in table.on_maps() if (seen := writer.view.of(piece, table)) is not None)
    return sum(1 for key in {*folded, *seen} if folded[key] != seen[key])
