"""Blitzing the Road to War, an optional rule, as far as the text goes: what holds unless a power has chosen otherwise (section 9.2).

The six Standard Options and what most of the others do are on a card that the text does not hold; what was chosen is told by options.
"""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.rules import Position
from engine.title.own_tables import own_rows
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.tables import Country, counters
from engine.titles.blitz.vocabulary import ALLY


def is_on(position: Position) -> bool:
    """Return whether the game begins on the road to war: a scenario without Neutral Entry begins later, or tells who may declare war."""
    return position.options["road-to-war"] == "yes" and board.rules_of(position).entry


def holds(position: Position, choice: str) -> bool:
    """Return whether a rule holds that depends on a power's choice: always in the standard game."""
    return not is_on(position) or position.options[choice] == "yes"


def set_up(play: Play) -> None:
    """Make Poland neutral: its lands are nobody's, its units wait with those of the minor countries."""
    if not is_on(play.position):
        return
    for row in own_rows(play.title, "countries", Country):
        if row.road:
            _make_neutral(play, row.country)


def _make_neutral(play: Play, country: str) -> None:
    ALLY.set(play, board.NOBODY, country)
    for area in board.areas_of(play.position, country):
        play.emit(ev.ControlChanged(area, board.holder(play.position, area), "", "neutral"))
        for key in [key for key, _ in play.position.stacks(area) if counters(play.title)[key.unit].home == country]:
            changes.hand_over(play, key, board.NEUTRAL, "neutral")
