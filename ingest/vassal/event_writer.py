"""Telling a log: what everybody sees otherwise after each step than before it becomes events, and so do dice, chat and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine import events as ev
from engine.recording import EventEntry
from ingest.triplea.title.names import slug
from ingest.vassal import commands as do
from ingest.vassal import masks
from ingest.vassal.adapter import Adapter
from ingest.vassal.chat import ChatLine, read_line
from ingest.vassal.clockwork import Clockwork, Now
from ingest.vassal.dice import Patterns
from ingest.vassal.dice_seats import DiceSeats
from ingest.vassal.kinds import NOBODY, Kinds
from ingest.vassal.places import Places
from ingest.vassal.steps import Log, Step
from ingest.vassal.table import Table
from ingest.vassal.visible_pieces import Names, Seen, View

OBSERVED, REVEALED, SETUP = "observed", "revealed", "setup"
MAX_NOTE = 300
"""Letters that a note keeps."""


class EventWriter:
    """Tells logs of one game, one after another.

    Attributes:
        entries: what was told. told: each piece as it was last told. secrets: names that others do not see.
        undone: steps left out because they were taken back. seats: who rolled dice without a seat at the table.
        unread: reports that look like dice and that no pattern reads.
    """

    def __init__(self, adapter: Adapter, places: Places, name: str) -> None:
        self.adapter, self.name = adapter, name
        self.names = Names()
        self.kinds = Kinds(adapter)
        self.view = View(self.kinds, places, self.names)
        self.clock = Clockwork(adapter)
        self.patterns = Patterns(adapter.patterns())
        self.seats = DiceSeats()
        self.unread: list[str] = []
        self.entries: list[EventEntry] = []
        self.told: dict[str, Seen] = {}
        self.secrets = masks.Secrets()
        self.stock: dict[tuple[str, str], int] = {}
        self.phases: dict[str, None] = {}
        self.number = 0
        self.turn = 0
        self.undone = 0
        self._held: dict[int, dict[str, None]] = {}
        self._now: Now | None = None
        self._actor = ""
        self._noted: set[do.Named] = set()

    def emit(self, event: ev.Event) -> None:
        """Add an event at the step that is being told."""
        self.entries.append(EventEntry(event, self.number))

    def gap(self, rule: str, message: str, found: str = "", expected: str = "") -> None:
        """Say that the log does not tell something."""
        where = f"{self.name}: step {self.number}" if self.number else self.name
        self.emit(ev.DefectFound(f"observed/{rule}", "gap", found[:MAX_NOTE], expected, message, where))

    def open(self, log: Log) -> None:
        """Tell the position with which the first log begins."""
        self._differences(log.table, SETUP)
        self._stores(log.table)
        self._pass_time(log.table, "")
        self._notes(log.opening)
        self._noted.update(one for one in log.opening if isinstance(one, do.Named))

    def go_on(self, log: Log) -> None:
        """Begin another log, which goes on from the last one: what differs happened between them, and is told as a gap and as events."""
        before = len(self.entries)
        log.table.touched.update(dict.fromkeys(log.table.pieces))
        differ = self._differences(log.table, OBSERVED, gone=True)
        self._stores(log.table)
        self._pass_time(log.table, "")
        self._notes([one for one in log.opening if isinstance(one, do.Named) and one not in self._noted])
        self._noted.update(one for one in log.opening if isinstance(one, do.Named))
        if len(self.entries) > before:
            self.gap(
                "between",
                f"{log.name} begins otherwise than the log before it ends: {_counted(differ)}; no step tells how that came",
            )

    def step(self, step: Step, table: Table, tell: bool = True) -> None:
        """Apply a step and tell it; one that is taken back, or takes back, is applied only."""
        self.number += 1
        lines = [read_line(command.text) for command in step.of(do.Chat)]
        for depth, command in step.commands:
            table.apply(command, depth)
        if not tell:
            self._held[self.number] = dict(table.touched)
            table.touched.clear()
            return
        self._actor = self._who(step, lines, table)
        self._pass_time(table, self._actor)
        self._chat(lines)
        self._seats(step, table)
        self._differences(table, "move")
        self._roll(step, lines, table)
        self._stores(table)
        self._notes([command for _, command in step.commands])

    def taken_back(self, table: Table, steps_ago: int) -> None:
        """The step so many steps ago was taken back by this one: what is now otherwise than it was told, is told.

        What steps did that are taken back later waits for them.
        """
        self.undone += 1
        did = {**self._held.pop(self.number - steps_ago, {}), **self._held.pop(self.number, {})}
        waiting = {id_ for held in self._held.values() for id_ in held}
        table.touched.update((id_, None) for id_ in did if id_ not in waiting)
        self._differences(table, OBSERVED)

    def _who(self, step: Step, lines: list[ChatLine], table: Table) -> str:
        """The power whose player made a step: the mover, else who typed."""
        movers = [c.player for c in step.of(do.MovePiece) if c.player in table.seats]
        seats = {name: side for name, side in table.seats.values()}
        side = table.seats[movers[0]][1] if movers else next((seats[n] for n in (line.player for line in lines) if n in seats), "")
        power, name = self.kinds.seat(side)
        return "" if power == NOBODY else self.names.power(power, name)

    def _pass_time(self, table: Table, actor: str) -> None:
        now = self.clock.now(table, actor or (self._first_seat(table) if self._now is None else ""))
        before = self._now
        if before is None or now.round > before.round:
            self.emit(ev.RoundStarted(now.round))
        if before is None or now != before:
            self.turn += before is None or (now.round, now.power) != (before.round, before.power)
            self.emit(ev.PhaseStarted(self.names.power(now.power, ""), now.phase, self.turn))
        self.phases[now.phase] = None
        self._now = now

    def _first_seat(self, table: Table) -> str:
        """Whose turn it is before anybody has done anything: the power of the first player at the table."""
        seats = (self.kinds.seat(side) for _, side in table.seats.values())
        power, name = next((seat for seat in seats if seat[0] != NOBODY), (NOBODY, ""))
        return "" if power == NOBODY else self.names.power(power, name)

    def _chat(self, lines: list[ChatLine]) -> None:
        for count, line in enumerate((line for line in lines if line.text), start=1):
            key = f"step {self.number}" + (f".{count}" if count > 1 else "")
            text = f"{line.player}: {line.text}" if line.player else line.text
            self.emit(ev.MarkerSet("chat", key, text[:MAX_NOTE]))

    def _seats(self, step: Step, table: Table) -> None:
        for command in step.of(do.Seat):
            power, name = self.kinds.seat(command.side)
            self.emit(ev.MarkerSet("player", self.names.power(power, name), command.name[:MAX_NOTE] or "-"))

    def _roll(self, step: Step, lines: list[ChatLine], table: Table) -> None:
        rolls, unread = self.patterns.read(step, lines, lambda who: _side_of(who, table) is not None or self.seats.has(who))
        self.unread += unread
        for roll in rolls:
            power = self._roller(roll.player, table) if roll.player else self._actor or NOBODY
            self.names.power(power, "")
            purpose = slug(roll.name)[:60] or "dice"
            self.emit(ev.DiceRolled(0, "", power, "", purpose, 0, "", 0, roll.dice, 0, 0.0))

    def _roller(self, player: str, table: Table) -> str:
        """The power of who rolled: of his seat at the table; one who has none there gets one by rolling."""
        power, shown = self.kinds.seat(_side_of(player, table) or "")
        return self.names.power(power, shown) if power != NOBODY else self.seats.of(player, self.names)

    def _stores(self, table: Table) -> None:
        """Properties of the module that are somebody's money."""
        for row in self.adapter.properties:
            value = next((v for (_, key), v in table.properties.items() if key == row.property and v.lstrip("-").isdigit()), None)
            before = self.stock.get((row.power, row.resource), 0)
            if value is not None and len(value) < 10 and int(value) != before:
                self.stock[row.power, row.resource] = int(value)
                self.emit(ev.ResourceChanged(row.power, row.resource, int(value) - before, int(value), OBSERVED))

    def _notes(self, commands: list[do.Command]) -> None:
        """Keep what nobody knows, and notes that everybody may read; a secret note only once it is shown."""
        for command in commands:
            if isinstance(command, do.Unknown):
                self.emit(ev.MarkerSet("command", f"step {self.number}", self._note(command)))
            elif isinstance(command, do.Named) and command.tells == "note":
                if command.name == "secret-note" and command.fields[2:3] != ("false",):
                    continue
                text = command.fields[3] if command.name == "secret-note" and len(command.fields) > 3 else command.fields[0]
                if text.strip():
                    self.emit(ev.MarkerSet("note", command.name, read_line(text.replace("|", " ")).text[:MAX_NOTE] or "-"))

    def _note(self, command: do.Unknown) -> str:
        """What is kept of a command that nobody knows: no more than its word if the rest may name a piece that is hidden."""
        text = command.text[:MAX_NOTE]
        if text.startswith(("+/", "D/")) or self.secrets.named(text.removeprefix(command.word)):
            return f"{command.word} (the rest may name a piece that is hidden)"
        return text

    def _differences(self, table: Table, cause: str, gone: bool = False) -> Counter[tuple[Seen | None, Seen | None]]:
        """Tell of each piece that was touched what is seen otherwise; alike ones together. `gone`: those not on the table too.

        Returns how many pieces were seen so before and are seen so now.
        """
        touched = [*table.touched, *(id_ for id_ in self.told if gone and id_ not in table.pieces)]
        if table.rearranged and self._now is not None:
            touched = [*table.pieces, *(id_ for id_ in self.told if id_ not in table.pieces)]
        table.touched.clear()
        table.rearranged = False
        pairs: Counter[tuple[Seen | None, Seen | None]] = Counter()
        for id_ in dict.fromkeys(touched):
            piece = table.pieces.get(id_)
            now, secret = self.view.look(piece, table) if piece is not None else (None, False)
            self.secrets.note(id_, piece.type if piece is not None and secret else None)
            before = self.told.get(id_)
            if now != before:
                pairs[before, now] += 1
            if now is None:
                self.told.pop(id_, None)
            else:
                self.told[id_] = now
        for event in _events(pairs, cause):
            self.emit(event)
        return pairs


def _counted(pairs: Counter[tuple[Seen | None, Seen | None]]) -> str:
    """How many pieces are otherwise than they were: those that came, that went, that stand elsewhere, that look otherwise."""
    found: Counter[str] = Counter()
    for (before, now), count in pairs.items():
        elsewhere = before is not None and now is not None and before.area != now.area
        word = "more" if before is None else "fewer" if now is None else "elsewhere" if elsewhere else "turned or changed"
        found[word] += count
    return ", ".join(f"{count:,} {word}" for word, count in found.items()) or "the turn, a note or a store"


def _events(pairs: Counter[tuple[Seen | None, Seen | None]], cause: str) -> Iterator[ev.Event]:
    """The events of what is seen before and after, so many of each."""
    came, went = ("placed", "removed") if cause == "move" else (cause, cause)
    for (before, now), count in pairs.items():
        if before is None:
            assert now is not None
            yield ev.UnitsPlaced(now.power, now.unit, count, now.area, now.strength, came)
        elif now is None:
            yield ev.UnitsRemoved(before.power, before.unit, count, before.area, before.strength, went)
        else:
            yield from _changed(before, now, count, cause)


def _changed(before: Seen, now: Seen, count: int, cause: str) -> Iterator[ev.Event]:
    if (before.power, before.unit, before.strength) != (now.power, now.unit, now.strength):
        yield ev.UnitsChanged(
            before.power,
            before.unit,
            count,
            before.area,
            before.strength,
            to_power=now.power,
            to_unit=now.unit,
            to_strength=now.strength,
            cause=_why(before, now),
        )
    if before.area != now.area:
        yield ev.UnitsMoved(now.power, now.unit, count, before.area, now.area, now.strength, cause)


def _why(before: Seen, now: Seen) -> str:
    """Why a piece is seen as another one: it was turned, masked, shown, or lost or regained a step."""
    if (before.power, before.unit) == (now.power, now.unit):
        return "damaged" if now.strength < before.strength else "repaired"
    if before.unit.startswith("masked") and not now.unit.startswith("masked"):
        return REVEALED
    return "masked" if now.unit.startswith("masked") else OBSERVED


def _side_of(player: str, table: Table) -> str | None:
    """The side on which somebody sits, by a name that dice give him, or by the side's own; None of who sits nowhere."""
    seats = {name.strip().casefold(): side for name, side in table.seats.values()}
    seats |= {side.strip().casefold(): side for _, side in table.seats.values() if side}
    name = player.strip().casefold()
    return seats.get(name) or seats.get(name.partition(" (")[0])
