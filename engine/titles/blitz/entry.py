"""Neutral Entry of the USA and the USSR (section 7.2)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.titles.blitz import agenda, board, changes, road
from engine.titles.blitz.tables import figure
from engine.titles.blitz.vocabulary import DECLARED, ENTERED, ENTRY, NO_TRADE, ONCE

POWERS = {"usa": ("germany", "japan"), "ussr": ("germany",)}
"""Power with a marker to the enemies that it goes to war with."""
"""The turn at whose start both go to war, wherever their markers are."""


def box(position: Position, power: str) -> int:
    """Return the box of a power's marker on the Victory Track."""
    return ENTRY.number(position.state, power)


def is_limited(position: Position, power: str) -> bool:
    """Return whether a power's entry into the war is still limited: its marker is in use (7.2, 7.7)."""
    if power not in POWERS or not board.rules_of(position).entry or power not in board.rules_of(position).powers:
        return False
    return not ENTERED.read(position.state, power)


def is_bound(position: Position, power: str) -> bool:
    """Return whether a power may not yet go to war as it likes; on the road to war the USSR may, but by a pact with Germany (9.2)."""
    return is_limited(position, power) and (power != "ussr" or road.holds(position, "secret-soviet-pact"))


def happens(play: Play, event: str) -> None:
    """Move the markers for something that has happened; below box 0 the Axis powers score instead (7.2)."""
    row = next((row for row in play.title.own["neutral_entry"] if row.event == event), None)
    if row is None or not board.rules_of(play.position).entry:
        return
    if row.once:
        if ONCE.read(play.state, event):
            return
        ONCE.set(play, "yes", event)
    for power, delta in (("usa", row.usa), ("ussr", row.ussr)):
        if delta and is_limited(play.position, power):
            shift(play, power, delta)


def shift(play: Play, power: str, delta: int) -> None:
    """Move a marker; at box 15 its power goes to war."""
    target = box(play.position, power) + delta
    ENTRY.set(play, max(target, 0), power)
    for _ in range(-target):
        for winner in ("germany", "japan"):
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
    for row in play.title.own["trades"]:
        if {row.giver, row.receiver} == {power, other}:
            NO_TRADE.set(play, "yes", row.giver)
    if (power, other) == ("germany", "ussr") and is_limited(play.position, "ussr"):
        ENTERED.set(play, "yes", "ussr")
    if {power, other} == {"ussr", "japan"}:
        happens(play, "ussr-at-war-with-japan")
    note_war(play)


def enter(play: Play, power: str) -> None:
    """Let a power go to war, by its marker or by the turn (7.2)."""
    bound = is_bound(play.position, power)
    ENTERED.set(play, "yes", power)
    for other in POWERS[power] if bound else ():  # else the marker limits production alone (9.2)
        if board.plays(play.position, other):
            go_to_war(play, power, other)
    agenda.after(play, "politics")


def note_war(play: Play) -> None:
    """A power that is at war with whom its marker kept it from has no marker any more (7.2)."""
    for power in POWERS:
        if is_bound(play.position, power):
            foes = [one for one in POWERS[power] if board.at_war(play.position, power, one)]
            if foes:
                ENTERED.set(play, "yes", power)


def invaded(play: Play, area: str, power: str) -> None:
    """Lift the limit of the USSR when Germany controls any of its lands (9.2)."""
    if power == "germany" and area in play.title.regions["ussr"] and is_limited(play.position, "ussr"):
        ENTERED.set(play, "yes", "ussr")


def japan_struck(position: Position) -> bool:
    """Return whether Japan has declared war on the AFA or on Belgium-Netherlands: that moves the USA each turn (7.2)."""
    return any(DECLARED.read(position.state, "japan", on) for on in ("afa", "belgium-netherlands"))


def begin_turn(play: Play) -> None:
    """At the start of a turn: what the war of Japan moves, and the turn that brings both in (7.2)."""
    position = play.position
    if not board.rules_of(position).entry:
        return
    if japan_struck(position):
        happens(play, "japan-at-war-with-afa")
    if board.game_turn(position) >= figure(play.title, "everybody-at-war-turn"):
        for power in POWERS:
            if is_limited(play.position, power):
                enter(play, power)
