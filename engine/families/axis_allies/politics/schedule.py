"""Income that a table sets, round by round (global-1939, United States, Summary of Income).

The table covers the power's original areas: conquests are added, lost original areas deducted.
"""

from __future__ import annotations

import msgspec

from engine.derived import derived_from
from engine.events import UnitsMoved
from engine.families.axis_allies.board import neighbours
from engine.families.axis_allies.politics.relations import is_neutral
from engine.families.axis_allies.vocabulary import THREATENED
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting_rows


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What power `slug` collects at home in each round, the last number for all that follow.

    With option `when[0]` at value `when[1]`, `instead` are the numbers; with that of `early_when` they are paid as its turn
    begins. `idle_unless_threatened`: while the power is neutral it is lost, unless an enemy of its side has come within a
    sea zone of one of its areas (a marker, see `note_threats`).
    """

    slug: str
    amounts: tuple[int, ...]
    source: str
    when: tuple[str, ...] = ()
    instead: tuple[int, ...] = ()
    idle_unless_threatened: bool = False
    early_when: tuple[str, ...] = ()


def schedule_of(position: Position, power: str) -> Schedule | None:
    """Return a power's table of income, None when it has none."""
    return setting_rows(position.title, "schedule", Schedule).get(power)


def scheduled(position: Position, power: str, row: Schedule) -> int:
    """Return what a power collects now by its table."""
    if row.idle_unless_threatened and not is_mobilized(position, power):
        return 0
    chosen = bool(row.when) and position.options.get(row.when[0]) == row.when[1]
    amounts = row.instead if chosen else row.amounts
    return max(0, amounts[min(position.state.clock.round, len(amounts)) - 1] + _gains(position, power))


def is_early(position: Position, power: str) -> bool:
    """Return whether a power's table is paid as its turn begins, not as it ends."""
    row = schedule_of(position, power)
    return row is not None and bool(row.early_when) and position.options.get(row.early_when[0]) == row.early_when[1]


def _gains(position: Position, power: str) -> int:
    control, total = position.state.control, 0
    for area, one in position.title.areas.items():
        mine, was = control.get(area) == power, one.original_owner == power
        total += one.value * (mine - was)
    return total


def is_mobilized(position: Position, power: str) -> bool:
    """Return whether a power may build: it is at war, or has been threatened while neutral (section United States)."""
    return not is_neutral(position, power) or bool(THREATENED.read(position.state, power))


def is_threatened(position: Position, power: str) -> bool:
    """Return whether a unit of another side is in a sea zone beside land that a power controls."""
    foes = _foes(position, power)
    return any(not foes.isdisjoint(position.owned(zone)) for zone in _waters(position, power))


def note_threats(play: Play) -> None:
    """Note which powers are threatened now, or were by units in transit during the current order."""
    moves = [event for event in play.events[play.ordered :] if isinstance(event, UnitsMoved)]
    for power, row in setting_rows(play.title, "schedule", Schedule).items():
        if not row.idle_unless_threatened or is_mobilized(play.position, power):
            continue
        foes, waters = _foes(play.position, power), _waters(play.position, power)
        passed = any(event.power in foes and not waters.isdisjoint(event.path) for event in moves)
        if passed or is_threatened(play.position, power):
            THREATENED.emit(play, "yes", power)


@derived_from("relations")
def _foes(position: Position, power: str) -> set[str]:
    side = position.side_of(power)
    return {other for other in position.title.turns if position.side_of(other) != side}


@derived_from("control")
def _waters(position: Position, power: str) -> set[str]:
    """Return the sea zones beside land that a power controls."""
    held = (area for area, holder in position.state.control.items() if holder == power)
    return {zone for area in held for zone in neighbours(position, area, "sea")}
