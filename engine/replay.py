"""Replay of a recording: entries in, events and final state out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.dice import RecordedDice
from engine.errors import IllegalOrder, RecordError, SitrepError
from engine.events import DefectFound, Event
from engine.garbage import rare_collection
from engine.hits import Hit, hits_of, named_hits, show_hits, stacks_hit, tells_whole_rolls, volleys_of
from engine.observations import Observation
from engine.orders import Order
from engine.play import Play, Told, tag
from engine.problems import Problem, Rule
from engine.recording import (
    NO_END,
    CorrectionEntry,
    DiceEntry,
    EventEntry,
    Fidelity,
    Header,
    NoteEntry,
    ObservationEntry,
    OrderEntry,
    Part,
    RecordEntry,
    Recording,
    resolve_undo,
)
from engine.rules import Concede, EndPhase, Pending, Rules, load_rules
from engine.setting_right import set_right
from engine.state import GameState
from engine.strictness import Strictness
from engine.title.model import Title

SECTION = "record"
UNDO = Rule("undo", SECTION)
DICE_NOT_ASKED = Rule("dice-not-asked", SECTION)
DICE_MISSING = Rule("dice-missing", SECTION)
NOT_LOST = Rule("not-lost", SECTION)
DICE_COUNT = Rule("dice-count", SECTION)
OBSERVATION = Rule("observation", SECTION)
CORRECTION = Rule("correction", SECTION)

MOST_DEFECTS = 10_000
"""The most defects of one record; a record with more is not of this game."""


@dataclass(frozen=True)
class Game:
    """A replayed game.

    Attributes:
        title, header: what was played. events: all its events. state: the state after the last of them.
        gap, parts: as in Recording.
        orders: each order given, decisions that the record leaves out too, with the number of events before it; none in a
        record of events. rolls: the numbers of events and of orders before each roll, and its dice, in the order rolled; as for orders.
    """

    title: Title
    header: Header
    events: list[Event]
    state: GameState
    fidelity: Fidelity = Fidelity.ORDERS
    name: str = ""
    digest: str = ""
    gap: int = NO_END
    orders: tuple[tuple[int, Order], ...] = ()
    rolls: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    parts: tuple[Part, ...] = ()


def replay(recording: Recording, title: Title, strictness: Strictness = Strictness.COLLECT, most_defects: int = MOST_DEFECTS) -> Game:
    """Return the game that a recording tells.

    Args:
        recording: a record of orders, or of events. title: its title. strictness: how to treat defects. most_defects:
        how many defects to accept.

    Raises:
        IllegalOrder: strictness is RAISE and an order, roll or observation does not fit.
        RecordError: an entry cannot occur in such a record at all, or there are too many defects.
    """
    orders: list[tuple[int, Order]] = []
    rolls: list[tuple[int, int, tuple[int, ...]]] = []
    if recording.fidelity is Fidelity.ORDERS:
        replayed = _Replay(recording, load_rules(title), strictness, most_defects)
        with rare_collection():
            events, state = replayed.run()
        orders, rolls = replayed.orders, replayed.rolls
    else:
        events = [entry.event for entry in recording.entries if isinstance(entry, EventEntry)]
        if strictness is Strictness.RAISE:
            _refuse(events, recording.name)
        state = GameState().apply_all(events)
    return Game(
        title,
        recording.header,
        events,
        state,
        recording.fidelity,
        recording.name,
        recording.digest,
        recording.gap,
        tuple(orders),
        tuple(rolls),
        recording.parts,
    )


def _refuse(events: list[Event], name: str) -> None:
    """Raise at the first defect in a record of events, as strict play does at an order."""
    for event in events:
        if isinstance(event, DefectFound) and event.severity == "error":
            values = f" (found {event.found}, expected {event.expected})"
            raise IllegalOrder(f"{event.where or name}: {event.message}{values} [{event.rule}; record]")


class _Recorded(Play):
    """A play whose record may tell what hits cost, where the rules leave no choice."""

    def __init__(self, record: _Replay, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._record = record

    def told(self, kind: type[Told], check: Callable[[Told], list[Problem]]) -> Told | None:
        """Return the record's next line, and pass it by, when it is a right order of this kind."""
        return self._record.told(kind, check)


class _Replay:
    """One pass over the entries; orders and dice share its cursor, because dice stand among the orders."""

    def __init__(self, recording: Recording, rules: Rules, strictness: Strictness, most_defects: int) -> None:
        self.recording, self.most_defects = recording, most_defects
        self.entries, self.beyond = resolve_undo(recording.entries)
        self._lacking: tuple[int, str] | None = None
        self.at = 0
        self.line = 0
        self.orders: list[tuple[int, Order]] = []
        self.rolls: list[tuple[int, int, tuple[int, ...]]] = []
        self._since = 0
        self._counted: Counter[Hit] = Counter()
        self._answers: list[Order] = []
        self._apart: list[str] = []
        self._apart_of: Counter[Hit] = Counter()
        self.play: _Recorded = _Recorded(
            self,
            rules,
            RecordedDice(self._dice),
            strictness=strictness,
            where=self._where,
            on_order=lambda order: self.orders.append((len(self.play.events), order)),
            on_dice=lambda dice: self.rolls.append((len(self.play.events), len(self.orders), dice)),
            round_limit=recording.header.round_limit,
        )

    def run(self) -> tuple[list[Event], GameState]:
        header = self.recording.header
        self.play.start(header.scenario, header.options, header.players)
        for undo in self.beyond:
            self.line = undo.line
            self._defect(UNDO, f"takes back {undo.count} orders", str(undo.count), "at most as many as stand before it")
        while self.at < len(self.entries):
            self._entry(self.entries[self.at])
            if self.play.state.defects > self.most_defects:
                raise RecordError(
                    f"more than {self.most_defects:,} things do not fit the rules of {header.title}; expected a record of a "
                    "game played by them: check its `title`",
                    file=self.recording.name,
                    line=self.line,
                )
        return self.play.events, self.play.state

    def _entry(self, entry: RecordEntry) -> None:
        self.line = getattr(entry, "line", 0)
        if isinstance(entry, OrderEntry):
            self._order(entry)
        elif isinstance(entry, DiceEntry):
            self._loose_dice(entry)
        elif isinstance(entry, (ObservationEntry, CorrectionEntry)):
            self._observation(entry)
        else:
            self.at += 1

    def _order(self, entry: OrderEntry) -> None:
        """Carry out an order, after the decisions and phases that the record leaves out."""
        order, play = entry.order, self.play
        if self._is_passed_by(order):
            self.at += 1
            return
        if not isinstance(order, Concede):
            self._settle(entry)
        if not play.pending and not isinstance(order, (EndPhase, Concede, *play.phase.takes)) and not play.state.ended:
            self._pass_over(type(order))
        self.at += 1
        self._since = len(play.events)
        self._counted.clear()
        self._apart.clear()
        self._apart_of.clear()
        self._answers[:] = [order] if order.tells else []
        play.submit(order)

    def _is_passed_by(self, order: Order) -> bool:
        """Whether an order says what has happened anyway: nothing, or what hits have cost that left no choice."""
        play = self.play
        if order.is_idle:
            return not play.pending and isinstance(order, play.phase.takes) and not play.state.ended
        if not order.tells:
            return False
        while (pending := play.pending) and not pending.accepts(order) and all(kind.tells for kind in pending.takes):
            play.submit(pending.default)
        if pending and pending.accepts(order):
            return bool(play.check(order)) and bool(order.blocks) and self._was_lost(order)  # no answer: who is asked names somebody
        if not self._was_lost(order):
            self._not_lost(order)
        return True

    def _was_lost(self, order: Order) -> bool:
        """Whether the units that an order names have been hit since the last order, other than those that a line has named already."""
        left = self._untold()
        named = named_hits(order, left)
        if named is None or (order.tells_all and not self._is_whole(order, named, left)):
            return False
        if not named:
            return not +left  # who names nobody says that nobody was hit
        self._counted.update(named)
        self._check_told(order, named)
        return True

    def _check_told(self, order: Order, named: Counter[Hit]) -> None:
        """Report what is wrong with a line about units that were hit, beyond these: with how it tells them apart."""
        which = getattr(order, "which", "")
        if not which:
            return
        play, kinds = self.play, Counter[tuple[str, str]]()
        for one, count in (self._apart_of + named).items():
            kinds[one.unit, one.power] += count
        whole = msgspec.structs.replace(order, which=", ".join([*self._apart, which]))
        problems = play.rules.check_told(play.position, whole, kinds, stacks_hit(play.events[self._since :]))
        for problem in problems:
            play.defect(problem)
        if not problems:
            self._apart.append(which)
            self._apart_of += named

    def _untold(self) -> Counter[Hit]:
        """Return the hits since the last order that no line has named: neither one that was passed by nor one that was asked for."""
        left = hits_of(self.play.events[self._since :])
        left.subtract(self._counted)
        for order in self._answers:
            left.subtract(named_hits(order, left) or Counter())
        return left

    def _is_whole(self, order: Order, named: Counter[Hit], left: Counter[Hit]) -> bool:
        """Whether a line names all that some rolls have cost a side, together with lines after it if need be."""
        side = {self._side(one.power) for one in named}
        powers = {one.power for one in left if self._side(one.power) in side}
        rolls = [at - self._since for at, _, _ in self.rolls if at > self._since]
        events = self.play.events[self._since :]
        volleys = volleys_of(events, rolls, self._counted, powers, getattr(order, "area", ""))
        told = Counter[tuple[str, str]]()
        for more in self._run_of(order, left):
            for one, count in more.items():
                if one.power in powers:
                    told[one.unit, one.power] += count
            if tells_whole_rolls(told, volleys):
                return True
        return False

    def _run_of(self, order: Order, left: Counter[Hit]) -> Iterator[Counter[Hit]]:
        """Yield what an order names of these hits, then what the lines right after it name of the rest."""
        at, left = self._place_of(order), Counter(left)
        for entry in self.entries[at:]:
            if isinstance(entry, NoteEntry):
                continue
            if not isinstance(entry, OrderEntry) or not entry.order.tells:
                return
            if (named := named_hits(entry.order, left)) is not None:
                left.subtract(named)
                yield named

    def _place_of(self, order: Order) -> int:
        """Return where the entry of an order stands, from the cursor on."""
        places = range(self.at, len(self.entries))
        return next(at for at in places if getattr(self.entries[at], "order", None) is order)

    def _side(self, power: str) -> str:
        return self.play.position.side_of(power) or power

    def _not_lost(self, order: Order) -> None:
        left = self._untold()
        message = "nobody had to choose losses, and these units were not hit"
        self._defect(NOT_LOST, message, str(getattr(order, "units", "")), show_hits(+left) or "no losses")

    def told(self, kind: type[Told], check: Callable[[Told], list[Problem]]) -> Told | None:
        """Return the next line, notes aside, when it is a right order of a kind; lines about hits before these are passed by as well.

        A wrong one stays where it is: it may name what is lost as the battle ends besides, or else is a defect when its turn comes.
        """
        for at in range(self.at, len(self.entries)):
            entry = self.entries[at]
            if isinstance(entry, NoteEntry):
                continue
            if not isinstance(entry, OrderEntry) or not isinstance(entry.order, kind):
                return None
            self.line, before = entry.line, self.line
            wrong = bool(check(entry.order))
            if wrong and not self._was_lost(entry.order):
                self.line = before
                return None
            self.at = at + 1
            if not wrong:
                self._answers.append(entry.order)
                return entry.order
        return None

    def _pass_over(self, kind: type) -> None:
        """End phases until one takes this kind of order, when a later phase of the turn does."""
        slugs = self.play.title.phases
        ahead = slugs[slugs.index(self.play.state.clock.phase) + 1 :]
        place = next((at for at, slug in enumerate(ahead) if kind in self.play.rules.by_slug[slug].takes), None)
        if place is not None:
            last = self.play.state.clock.phase if place == 0 else ahead[place - 1]
            self.play.submit(EndPhase(phase=last))

    def _settle(self, entry: OrderEntry) -> None:
        """Take the default for every decision that the record leaves out before this order."""
        play = self.play
        while (pending := play.pending) and not pending.accepts(entry.order):
            strict = play.strictness is Strictness.RAISE
            play.submit(pending.default if strict or pending.cut is None else pending.cut)

    def _observation(self, entry: ObservationEntry | CorrectionEntry) -> None:
        """Compare with the state or set it right, after a decision that the record leaves out and that has one usual answer."""
        pending = self.play.pending
        if pending and pending.cut in (None, pending.default) and not self._answered(pending):
            self.play.submit(pending.default)
            return
        self.at += 1
        if isinstance(entry, CorrectionEntry):
            self._correct(entry)
        else:
            self._observe(entry)

    def _answered(self, pending: Pending) -> bool:
        """Whether the next order, with nothing but observations and notes before it, answers a decision."""
        for entry in self.entries[self.at :]:
            if isinstance(entry, OrderEntry):
                return pending.accepts(entry.order)
            if isinstance(entry, DiceEntry):
                return False
        return False

    def _loose_dice(self, entry: DiceEntry) -> None:
        """Handle dice before any were asked for: the record left out a decision in between."""
        pending = self.play.pending
        before = self.at
        if pending:
            self.play.submit(pending.default)
            if self.at > before or self.play.pending != pending:
                return
        self.at += 1
        self._defect(DICE_NOT_ASKED, "the record has dice where the rules ask for none", str(list(entry.dice)), "an order")

    def _dice(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        entry = self._pass_by()
        while isinstance(entry, OrderEntry) and self._is_beside_dice(entry):
            self.at += 1
            entry = self._pass_by()
        if not isinstance(entry, DiceEntry):
            if self._lacking != (self.at, what):  # a repeated roll is reported missing only once
                self._lacking = self.at, what
                found = tag(type(entry.order)) if isinstance(entry, OrderEntry) else "no dice"
                self._defect(DICE_MISSING, f"{count} dice are needed for {what}", found, f"{count} dice")
            return (sides,) * count
        self.at += 1
        self.line = entry.line
        if any(not 1 <= die <= sides for die in entry.dice):
            raise RecordError(
                f"dice {list(entry.dice)} for {what}; expected numbers from 1 to {sides}",
                file=self.recording.name,
                line=entry.line,
            )
        if len(entry.dice) != count:
            self._defect(DICE_COUNT, f"dice for {what}", f"{len(entry.dice)} dice {list(entry.dice)}", f"{count} dice")
        return (entry.dice + (sides,) * count)[:count]

    def _is_beside_dice(self, entry: OrderEntry) -> bool:
        """Whether an order that stands where dice are due says what has happened anyway; a wrong one does too when dice follow it."""
        order, self.line = entry.order, entry.line
        if not (order.tells or order.is_idle):
            return False
        if order.tells and self._was_lost(order):
            return True
        rest = (one for one in self.entries[self.at + 1 :] if isinstance(one, (OrderEntry, DiceEntry)))
        if not isinstance(next(rest, None), DiceEntry):
            return False
        if order.tells:
            self._not_lost(order)
        return True

    def _pass_by(self) -> RecordEntry | None:
        """Return the next order, dice or correction; compare the observations before it with the state, skip notes."""
        while self.at < len(self.entries) and not isinstance(self.entries[self.at], (OrderEntry, DiceEntry, CorrectionEntry)):
            entry = self.entries[self.at]
            self.at += 1
            if isinstance(entry, ObservationEntry):
                self.line = entry.line
                self._observe(entry)
        return self.entries[self.at] if self.at < len(self.entries) else None

    def _observe(self, entry: ObservationEntry) -> None:
        seen = entry.observation
        held, said = seen.held(self.play.title, self.play.state), seen.said(self.play.title)
        if held != said:
            what = f"the record sees {_observed(seen)}"
            self._defect(OBSERVATION, what, said, held)

    def _correct(self, entry: CorrectionEntry) -> None:
        """Make a statement true; that it was not is told, but no defect: the record says so itself."""
        seen, before = entry.observation, len(self.play.events)
        held = seen.held(self.play.title, self.play.state)
        try:
            set_right(self.play, seen)
        except SitrepError as error:
            self._defect(CORRECTION, str(error), seen.said(self.play.title), held)
            return
        if len(self.play.events) > before and self.play.strictness is Strictness.COLLECT:
            message = f"the record sets right {_observed(seen)}"
            self.play.emit(DefectFound(CORRECTION.name, "info", seen.said(self.play.title), held, message, self._where()))

    def _defect(self, rule: Rule, message: str, found: str, expected: str) -> None:
        self.play.defect(rule.broken(message, found, expected))

    def _where(self) -> str:
        return f"{self.recording.name}:{self.line}" if self.line else self.recording.name


def _observed(seen: Observation) -> str:
    fields = (f"{name} {getattr(seen, name)}" for name in seen.__struct_fields__ if getattr(seen, name) not in ("", 0))
    return f"{seen.__struct_config__.tag}: " + ", ".join(fields)
