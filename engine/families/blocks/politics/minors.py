"""Nations that come into the war beside a side: Axis minors that join, powers that enter on a date (section 9.0).

When a nation has fallen is kept in a game marker, `fell/NATION`, as a count of seasons.
"""

from __future__ import annotations

from engine.events import PowerChanged
from engine.families.blocks.board import AT_WAR, SURRENDERED, camp_of, controller, is_neutral
from engine.families.blocks.changes import take_control
from engine.families.blocks.politics.settings import Join
from engine.families.blocks.politics.timetable import due_entries
from engine.families.blocks.production.reserves import deploy
from engine.families.blocks.season import now
from engine.families.blocks.settings import rows
from engine.families.blocks.vocabulary import FELL, SURPRISED
from engine.play import Play
from engine.rules import NEUTRAL, Position


def enter(play: Play, power: str, cause: str, *, surprised: bool = False) -> None:
    """Put a neutral power at war, surprised when war is declared on it (1.1); nothing happens when it is not neutral."""
    if is_neutral(play.position, power):
        play.emit(PowerChanged(power, NEUTRAL, AT_WAR, cause))
        if surprised:
            SURPRISED.set(play, "yes", power)


def note_fall(play: Play, power: str) -> None:
    """Keep the season in which a nation has fallen."""
    FELL.set(play, str(now(play.position)), power)


def fell_before(position: Position, power: str) -> bool:
    """Return whether a nation has surrendered in an earlier season, or before the scenario begins."""
    if position.state.standing.get(power) != SURRENDERED:
        return False
    return FELL.number(position.state, power) < now(position)


def seasons_since_fall(position: Position, power: str) -> int:
    """Return how many seasons ago a nation has fallen in this game; -1 when it has not."""
    fell = FELL.read(position.state, power)
    return now(position) - int(fell) if fell else -1


def joins(position: Position) -> dict[str, Join]:
    """Return the rows of nations that are still to join."""
    return {slug: row for slug, row in rows(position.title, "join", Join).items() if is_neutral(position, row.power)}


def join(play: Play, row: Join, cause: str, *, drawn_in: bool = False) -> None:
    """Let a minor nation join its side: its blocks come, and those that go to the force pool.

    One whose season has come is given what its neighbour cedes; one that is drawn in by an enemy's war is not, but surprised (9.0,
    Axis Minors: two ways).
    """
    enter(play, row.power, cause, surprised=drawn_in)
    for area, holder in () if drawn_in else row.takes.items():
        if controller(play.position, area) == holder:
            take_control(play, area, row.power, "ceded")
    deploy(play, row.slug)


def join_due(play: Play, camp: str) -> None:
    """Let the nations join whose season has come, as their camp's turn begins (9.0, Axis Minors)."""
    for row in joins(play.position).values():
        if camp_of(play.position, row.power) == camp and seasons_since_fall(play.position, row.fall_of) >= row.seasons:
            join(play, row, f"fall of {row.fall_of}")


def enter_due(play: Play) -> None:
    """Bring in the powers whose date has come, with their blocks (9.0, USA)."""
    for row in due_entries(play.position):
        enter(play, row.power, row.slug)
        deploy(play, row.slug)
