"""National objectives: money at the end of a turn for conditions that are met (`objectives.csv`, `conditions.csv`).

A title names both tables in its title.toml; one without them pays nothing. Its option `national-objectives` turns them off. Each that is
met is told by a marker of the turn with its name, and the payment after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.events import ResourceChanged
from engine.families.axis_allies import conditions
from engine.families.axis_allies.vocabulary import OBJECTIVE, OBJECTIVE_PAID
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.own_tables import PowerCell, own_rows
from engine.title.per_title import per_title

TABLE, OPTION = "objectives", "national-objectives"
ConditionCell = Annotated[str, Meta(extra={"names": conditions.TABLE})]


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """A row of objectives.csv: `value` for a power whenever it collects income while a condition is met.

    It is paid so often as the condition counts (`each` in conditions.csv), and in at most `uses` turns; 0 stands for all.
    """

    power: PowerCell
    objective: str
    name: str
    value: int
    condition: ConditionCell
    uses: Annotated[int, Meta(ge=0)] = 0
    source: str


class Due(msgspec.Struct, frozen=True):
    """An objective that is met now, and what it pays."""

    row: Objective
    amount: int


@per_title
def objectives(title: Title, power: str) -> tuple[Objective, ...]:
    """Return the objectives of a power, in the order of the table."""
    return tuple(row for row in own_rows(title, TABLE, Objective) if row.power == power)


def due(position: Position, power: str) -> Iterator[Due]:
    """Yield the objectives that a power meets now; none where the game is played without them."""
    if position.options.get(OPTION) == "off":
        return
    for row in objectives(position.title, power):
        if row.uses and OBJECTIVE_PAID.number(position.state, power, row.objective) >= row.uses:
            continue
        found = conditions.asked(position, row.condition, power)
        if found.met and row.value * found.times:
            yield Due(row, row.value * found.times)


def pay(play: Play, power: str) -> None:
    """Pay a power the objectives that it meets; what one takes is at most what the power has."""
    resource = play.title.resource
    for one in [*due(play.position, power)]:
        have = play.state.resources.get((power, resource), 0)
        amount = max(one.amount, -have)
        OBJECTIVE.emit(play, f"{one.row.name}: {amount}", power, one.row.objective)
        play.emit(ResourceChanged(power, resource, amount, have + amount, "objective"))
        if one.row.uses:
            OBJECTIVE_PAID.add(play, 1, power, one.row.objective)
