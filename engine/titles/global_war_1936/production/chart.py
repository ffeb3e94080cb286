"""The production chart: what takes several turns to build, and facilities (sections 7.1 to 7.3, 11.3, table 7-1).

A unit of several stages is begun by paying the first part; each part after it may be paid in any later turn. When the last
is paid it waits with everything else that has been bought. The markers CHART and READY keep what is under way.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.events import ResourceChanged, UnitsPurchased
from engine.families.axis_allies.facilities.factories import purse
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.production.paying import first_cost
from engine.titles.global_war_1936.vocabulary import ADVANCED, CHART, READY


class Item(NamedTuple):
    """Something under way: whose, what, where (facilities), how many parts are paid, how many there are of it."""

    account: str
    unit: str
    area: str
    border: str
    stage: int
    count: int


def stages(position: Position, unit: str) -> int:
    """Return how many turns a unit takes to build."""
    return max(1, position.title.units[unit].number("stages"))


def parts(position: Position, unit: str, area: str = "") -> list[int]:
    """Return what each part of a unit costs, the dearest first (a major shipyard 4, 3, 3)."""
    number, cost = stages(position, unit), profile(position, position.power, unit).cost
    each, more = divmod(cost, number)
    found = [each + (at < more) for at in range(number)]
    return [found[0] + first_cost(position, unit, area), *found[1:]]


def items(position: Position, account: str = "") -> list[Item]:
    """Return everything under way, of an account when one is named, sorted."""
    return sorted(
        Item(owner, unit, area, border, int(stage), int(value))
        for (owner, unit, area, border, stage), value in CHART.entries(position.state)
        if account in ("", owner)
    )


def on_chart(position: Position, account: str, unit: str, area: str, border: str, stage: int) -> int:
    """Return how many of a unit have so many parts paid."""
    return CHART.number(position.state, account, unit, area, border, str(stage))


def may_advance(position: Position, account: str, unit: str, area: str, border: str, stage: int) -> int:
    """Return how many of a unit may go on from a stage in this turn: not those that have reached it in this turn."""
    moved = ADVANCED.number(position.state, account, unit, area, border, str(stage))
    return on_chart(position, account, unit, area, border, stage) - moved


def advance(play: Play, account: str, unit: str, area: str, border: str, stage: int, count: int) -> None:
    """Pay the part after `stage` for some of what is under way (0: begin them); what is complete waits to be placed."""
    price = parts(play.position, unit, area)[stage] * count
    have = purse(play.position, account)
    if price:
        play.emit(ResourceChanged(account, play.title.resource, -price, have - price, "purchase", area=area))
    if stage:
        CHART.add(play, -count, account, unit, area, border, str(stage))
    if stage + 1 < stages(play.position, unit):
        for marker in (CHART, ADVANCED):
            marker.add(play, count, account, unit, area, border, str(stage + 1))
        return
    row = profile(play.position, play.position.power, unit)
    play.emit(UnitsPurchased(account, unit, count, row.cost, row.cost * count, row.resource))
    if row.cls == "facility":
        READY.add(play, count, account, unit, area, border)


def finished(position: Position, account: str) -> list[Item]:
    """Return the facilities of an account that are finished and wait for their place."""
    return sorted(
        Item(owner, unit, area, border, 0, int(value))
        for (owner, unit, area, border), value in READY.entries(position.state)
        if owner == account
    )


def clear_finished(play: Play, item: Item) -> None:
    """Forget a finished facility that has been placed."""
    READY.emit(play, "", item.account, item.unit, item.area, item.border)


def set_back(play: Play, item: Item) -> None:
    """Take the last paid part off one of what is under way; with no part left it is gone (section 7.3)."""
    where = (item.account, item.unit, item.area, item.border)
    CHART.add(play, -1, *where, str(item.stage))
    if item.stage > 1:
        CHART.add(play, 1, *where, str(item.stage - 1))


def hand_over(play: Play, account: str, to: str) -> None:
    """Give the ships under way of a nation that has surrendered to who conquered it (section 7.3)."""
    for item in items(play.position, account):
        CHART.emit(play, "", item.account, item.unit, item.area, item.border, str(item.stage))
        if to and play.title.units[item.unit].cls != "facility":
            CHART.add(play, item.count, to, item.unit, item.area, "", str(item.stage))


def capture_site(play: Play, area: str, to: str) -> None:
    """Give what is being built in an area that has been taken to who took it (sections 7.3, 15.8)."""
    for item in items(play.position):
        if item.area == area and item.account != to:
            CHART.emit(play, "", item.account, item.unit, item.area, item.border, str(item.stage))
            CHART.add(play, item.count, to, item.unit, item.area, item.border, str(item.stage))
