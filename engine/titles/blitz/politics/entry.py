"""Neutral Entry of the USA and the USSR (section 7.2)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import road
from engine.titles.blitz.politics_tables import EntryCause, entry_powers
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.tables import Entry, Trade, figure
from engine.titles.blitz.vocabulary import DECLARED, ENTERED, ENTRY, NO_TRADE, ONCE


def box(position: Position, power: str) -> int:
    """Return the box of a power's marker on the Victory Track."""
    return ENTRY.number(position.state, power)


def is_limited(position: Position, power: str) -> bool:
    """Return whether a power's entry into the war is still limited: its marker is in use (7.2, 7.7)."""
    if power not in entry_powers(position.title) or not board.rules_of(position).entry or power not in board.rules_of(position).powers:
        return False
    return not ENTERED.read(position.state, power)


def is_bound(position: Position, power: str) -> bool:
    """Return whether a power may not yet go to war as it likes; on the road to war the USSR may, but by a pact with Germany (9.2)."""
    if not is_limited(position, power):
        return False
    choice = entry_powers(position.title)[power].choice
    return not choice or road.holds(position, choice)


def happens(play: Play, event: str) -> None:
    """Move the markers for something that has happened; below box 0 the Axis powers score instead (7.2)."""
    rows = [row for row in own_rows(play.title, "neutral_entry", Entry) if row.event == event]
    if not board.rules_of(play.position).entry:
        return
    if any(row.once for row in rows):
        if ONCE.read(play.state, event):
            return
        ONCE.set(play, "yes", event)
    for row in rows:
        if is_limited(play.position, row.power):
            shift(play, row.power, row.boxes)


def shift(play: Play, power: str, delta: int) -> None:
    """Move a marker; at box 15 its power goes to war."""
    target = box(play.position, power) + delta
    ENTRY.set(play, max(target, 0), power)
    for _ in range(-target):
        for winner in (name for name, side in play.title.side_of.items() if side == "axis"):
            if board.plays(play.position, winner):
                changes.score(play, winner, 1, "neutral-entry")
    if target >= figure(play.title, "last-entry-box"):
        enter(play, power)


def go_to_war(play: Play, power: str, other: str) -> None:
    """Put two powers at war, and end the trade between them (7.5)."""
    before = play.position.relation(power, other)
    if before == "war":
        return
    play.emit(ev.RelationChanged(power, other, before, "war"))
    for row in own_rows(play.title, "trades", Trade):
        if {row.giver, row.receiver} == {power, other}:
            NO_TRADE.set(play, "yes", row.giver)
    if is_limited(play.position, other) and power in entry_powers(play.title)[other].enemies:
        ENTERED.set(play, "yes", other)
    for cause in own_rows(play.title, "entry_causes", EntryCause):
        if cause.cause == "war" and {cause.power, cause.on_power} == {power, other}:
            happens(play, cause.event)


def enter(play: Play, power: str) -> None:
    """Let a power go to war, by its marker or by the turn (7.2)."""
    bound = is_bound(play.position, power)
    ENTERED.set(play, "yes", power)
    for other in entry_powers(play.title)[power].enemies if bound else ():  # else the marker limits production alone (9.2)
        if board.plays(play.position, other):
            go_to_war(play, power, other)
    agenda.after(play, "politics")


def invaded(play: Play, area: str, power: str) -> None:
    """Lift the limit of the USSR when Germany controls any of its lands (9.2)."""
    for owner, row in entry_powers(play.title).items():
        own = play.title.regions[row.home] if row.home else ()
        if power in row.enemies and area in own and is_limited(play.position, owner):
            ENTERED.set(play, "yes", owner)


def taken(play: Play, area: str) -> None:
    """Let happen what the Axis brings about by taking an area (7.2)."""
    for row in own_rows(play.title, "entry_causes", EntryCause):
        if row.cause == "taken" and row.area == area:
            happens(play, row.event)


def struck(position: Position) -> list[str]:
    """Return the events that happen each turn since war was declared: by Japan on the AFA or on Belgium-Netherlands (7.2)."""
    rows = [row for row in own_rows(position.title, "entry_causes", EntryCause) if row.cause == "declared"]
    done = (row.event for row in rows if DECLARED.read(position.state, row.power, row.on_power or row.on_country))
    return list(dict.fromkeys(done))


def begin_turn(play: Play) -> None:
    """At the start of a turn: what the war of Japan moves, and the turn that brings both in (7.2)."""
    position = play.position
    if not board.rules_of(position).entry:
        return
    for event in struck(position):
        happens(play, event)
    if board.game_turn(position) >= figure(play.title, "everybody-at-war-turn"):
        for power in entry_powers(play.title):
            if is_limited(play.position, power):
                enter(play, power)
