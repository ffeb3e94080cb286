"""Income that a table sets, round by round (global-1939, United States, Summary of Income).

The table stands for the power's own areas: what it has taken beside them is added, what it has lost of them taken off.
"""

from __future__ import annotations

import msgspec

from engine.mechanics.relations import is_neutral
from engine.rules import Position
from engine.titles.settings import setting_rows


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What power `slug` collects at home in each round, the last number for all that follow.

    With option `when[0]` at value `when[1]`, `instead` are the numbers. `idle_unless_threatened`: while the power is
    neutral it is lost, unless an enemy of its side has come within a sea zone of one of its areas (a marker, see
    `is_threatened`).
    """

    slug: str
    amounts: tuple[int, ...]
    source: str
    when: tuple[str, ...] = ()
    instead: tuple[int, ...] = ()
    idle_unless_threatened: bool = False


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


def _gains(position: Position, power: str) -> int:
    control, total = position.state.control, 0
    for area, one in position.title.areas.items():
        mine, was = control.get(area) == power, one.original_owner == power
        total += one.value * (mine - was)
    return total


def is_mobilized(position: Position, power: str) -> bool:
    """Return whether a power may build: it is at war, or has been threatened while neutral (section United States)."""
    return not is_neutral(position, power) or bool(position.state.marker("game", f"threatened|{power}"))


def is_threatened(position: Position, power: str) -> bool:
    """Return whether a unit of another side is in a sea zone beside land that a power controls."""
    title, side = position.title, position.side_of(power)
    foes = {other for other in title.turns if position.side_of(other) != side}
    held = {near for near, holder in position.state.control.items() if holder == power}
    return any(
        key[1] in foes
        for area, stacks in position.board.items()
        if title.areas[area].kind == "sea" and not held.isdisjoint(title.neighbours[area])
        for key, _ in stacks
    )
