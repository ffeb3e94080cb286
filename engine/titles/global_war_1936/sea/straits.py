"""Straits and canals, and who closes them to whom (section 1.15, tables 1-1 and 1-2; section 1.19)."""

from __future__ import annotations

from engine.rules import Position
from engine.title.model import Link, Unit
from engine.titles.global_war_1936.nations import controlled_by, is_apart, is_at_war, is_player, members
from engine.titles.global_war_1936.sea import canals, permits
from engine.titles.global_war_1936.tables import passage_rule
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import PASSAGE_USED

STRAIT = "strait"


def is_open(position: Position, link: Link, power: str) -> bool:
    """Return whether ships of a nation may use a passage: no enemy closes it, and its rule of status lets them.

    A strait whose controlling land was captured in this turn is open in non-combat movement, a canal is not.
    """
    name = link.passage
    passage = position.title.passages[name]
    if position.state.damage and canals.is_blocked(position, name):
        return False
    if word := permits.told(position, name, power):
        return word == permits.OPEN
    row = passage_rule(position.title, name)
    if row.single and position.state.clock.phase == "conduct-combat" and PASSAGE_USED.number(position.state, name):
        return False  # Who came through it has taken it for this turn: no other goes on, nor back.
    guest = power in row.guests and pacts.is_signed(position, row.pact)
    if row.allowed:
        return power in row.allowed or guest
    now = passage.kind == STRAIT and position.state.clock.phase == "noncombat-move"
    held = position.state.control if now else position.state.turn_control
    holders = {held.get(area, "") for area in passage.needs}
    if any(holder in position.enemies_of(power) for holder in holders):
        return bool(row.closer) and row.closer in holders and not permits.may_close(position, row)
    if power in row.barred:
        return _is_allied(position, holders)
    if row.peaceful and any(is_apart(position, holder) for holder in holders):
        return not (is_player(position.title, power) and is_at_war(position, power))
    return not row.friends or guest or bool(holders & position.friends_of(power))


def passes_closed(position: Position, link: Link, unit: Unit) -> bool:
    """Return whether a ship moves through a passage although it is closed: submarines through straits, not through canals.

    The Danish Straits are closed to warships alone, while Denmark is nobody's enemy (table 1-1).
    """
    passage = position.title.passages[link.passage]
    if unit.has("submarine"):
        return passage.kind == STRAIT
    foes = position.enemies_of(position.power)
    shut = any(position.state.control.get(area, "") in foes for area in passage.needs)
    return bool(passage_rule(position.title, link.passage).barred) and not unit.has("surface-warship") and not shut


def _is_allied(position: Position, holders: set[str]) -> bool:
    """Whether one of the Allies possesses or controls the land of a strait."""
    rulers = holders | {controlled_by(position, holder) for holder in holders}
    return not rulers.isdisjoint(members(position.title, "allies"))
