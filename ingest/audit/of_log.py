"""The trail of Sitrep's own log: its orders and dice as the rules took them, and what was taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from engine.events import DefectFound, PhaseStarted, RoundStarted
from engine.forces import BlockCount, show_blocks
from engine.orders import Order, named_fields, units_in
from engine.recording import DiceEntry, OrderEntry, Recording, UndoEntry, resolve_undo
from engine.replay import DICE_COUNT, DICE_MISSING, DICE_NOT_ASKED, Game
from ingest.audit.finding import Finding
from ingest.audit.trail import Deed, Trail

DICE_RULES = frozenset(rule.name for rule in (DICE_COUNT, DICE_MISSING, DICE_NOT_ASKED))
"""Defects of a replay that are about dice."""


class _When(NamedTuple):
    round: int = 0
    power: str = ""
    phase: str = ""


class _Clock:
    """Tells where in a game an event stands, by its number."""

    def __init__(self, game: Game) -> None:
        self.at: list[int] = []
        self.when: list[_When] = []
        now = _When()
        for number, event in enumerate(game.events):
            if isinstance(event, RoundStarted):
                now = now._replace(round=event.round)
            elif isinstance(event, PhaseStarted):
                now = now._replace(power=event.power, phase=event.phase)
            else:
                continue
            self.at.append(number)
            self.when.append(now)

    def of(self, number: int) -> _When:
        """Return where the event of a number stands."""
        place = bisect_right(self.at, number - 1)
        return self.when[place - 1] if place else _When()


def trail_of(recording: Recording, game: Game, file: str) -> Trail:
    """Return the trail of a log and of the game that it tells."""
    clock = _Clock(game)
    deeds = tuple(_deeds(recording, game, clock))
    header = recording.header
    marks = frozenset({header.game}) if header.game else frozenset[str]()
    found = (*_taken_back(recording, game, clock, file), *_dice(recording, game, clock, file))
    last = clock.when[-1].round if clock.when else 0
    lines = tuple(map(_line, recording.entries))
    return Trail(file, f"log {header.title}", marks, (last, len(lines)), deeds, found, lines=lines)


def _line(entry: object) -> str:
    """Return what a line of a log says, in whatever order it names units."""
    if isinstance(entry, OrderEntry):
        return _text(sorted_units(entry.order))
    return f"dice {tuple(entry.dice)}" if isinstance(entry, DiceEntry) else f"undo {entry.count}" if isinstance(entry, UndoEntry) else ""


def _thrown(recording: Recording) -> int:
    """Return how many rolls a log tells that were not taken back; others at its end are the replay's own."""
    return sum(isinstance(entry, DiceEntry) for entry in resolve_undo(recording.entries)[0])


def _deeds(recording: Recording, game: Game, clock: _Clock) -> Iterator[Deed]:
    setup = f"{game.header.title} {game.header.scenario} {sorted(game.header.options.items())} {game.header.overlays}"
    yield Deed(0, "", "", "the set-up", ((setup,),))
    told: list[tuple[int, int, int, Order | tuple[int, ...]]] = [(at, number, 0, order) for number, (at, order) in enumerate(game.orders)]
    rolled = [(at, orders, 1 + number, dice) for number, (at, orders, dice) in enumerate(game.rolls[: _thrown(recording)])]
    last = ""
    for at, _, kind, one in sorted(
        [*told, *((at, orders - 1, number, dice) for at, orders, number, dice in rolled)], key=lambda deed: deed[:3]
    ):
        when = clock.of(at)
        if isinstance(one, tuple):
            faces = tuple(one)
            yield Deed(*when, f"dice after {last}", ((f"dice {faces}",),), ((f"dice after {last}", faces),), at=kind)
        else:
            last = _text(sorted_units(one))
            yield Deed(*when, _text(one), ((last,),))


def _text(order: Order) -> str:
    return msgspec.json.encode(order).decode()


def sorted_units(order: Order) -> Order:
    """Return an order with the units of each list by their names: in which order a player wrote them down says nothing."""
    for field, kind in named_fields(type(order)).items():
        if kind != "units":
            continue
        with suppress(ValueError):  # the rules have told that it is no list of units
            counts = Counter[tuple[str, str, int]]()
            for one in units_in(order, field):
                counts[one.unit, one.power, one.strength] += one.count
            listed = show_blocks(BlockCount(unit, n, power, steps) for (unit, power, steps), n in sorted(counts.items()))
            order = msgspec.structs.replace(order, **{field: listed})
    return order


def _taken_back(recording: Recording, game: Game, clock: _Clock, file: str) -> Iterator[Finding]:
    """Yield what was taken back together with dice."""
    places = {id(order): at for at, order in game.orders}
    kept: list[OrderEntry | DiceEntry] = []
    for entry in recording.entries:
        if isinstance(entry, (OrderEntry, DiceEntry)):
            kept.append(entry)
        if not isinstance(entry, UndoEntry):
            continue
        orders = [at for at, one in enumerate(kept) if isinstance(one, OrderEntry)]
        if not orders or not entry.count:
            continue
        gone = kept[orders[-min(entry.count, len(orders))] :]
        del kept[len(kept) - len(gone) :]
        if rolls := [one.dice for one in gone if isinstance(one, DiceEntry)]:
            before = next((places[id(one.order)] for one in reversed(kept) if isinstance(one, OrderEntry) and id(one.order) in places), 0)
            first = next(one for one in gone if isinstance(one, OrderEntry))
            dice = "; ".join(", ".join(map(str, faces)) for faces in rolls[:3]) + ("; ..." if len(rolls) > 3 else "")
            what = f"line {entry.line} takes back {_text(first.order)} of line {first.line} and what follows, with dice {dice}"
            yield Finding("undo-after-dice", file, *clock.of(before + 1), what)


def _dice(recording: Recording, game: Game, clock: _Clock, file: str) -> Iterator[Finding]:
    """Yield dice that the rules did not ask for, or asked for and did not get; those of the last order may be yet to come."""
    last = next((entry.order for entry in reversed(resolve_undo(recording.entries)[0]) if isinstance(entry, OrderEntry)), None)
    end = next((at for at, order in reversed(game.orders) if order is last), len(game.events))
    for number, event in enumerate(game.events):
        if isinstance(event, DefectFound) and event.rule in DICE_RULES and not (event.rule == DICE_MISSING.name and number >= end):
            yield Finding("dice-do-not-fit", file, *clock.of(number), f"{event.message} (found {event.found}, expected {event.expected})")
