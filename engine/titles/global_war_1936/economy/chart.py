"""The production chart: what takes several turns to build, and facilities (sections 7.1 to 7.3, 11.3, table 7-1).

A unit of several stages is begun by paying the first part; each part after it may be paid in any later turn. When the last
is paid it waits with everything else that has been bought. The markers CHART and READY keep what is under way.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.events import ResourceChanged, UnitsPurchased
from engine.families.axis_allies.economy.accounts import account_of
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.technology import developed
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.economy.paying import first_cost
from engine.titles.global_war_1936.orders import Advance
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.vocabulary import ADVANCED, CHART, GRANT, HURRIED, READY


class Item(NamedTuple):
    """Something under way: whose, what, where (facilities), how many parts are paid, how many there are of it.

    `border` is the neighbour that a facility on a border faces, and the nation that a ship is built for as lend-lease.
    """

    account: str
    unit: str
    area: str
    border: str
    stage: int
    count: int  # type: ignore[assignment]  # the method of tuples of this name is not used


def stages(position: Position, unit: str) -> int:
    """Return how many turns a unit takes to build."""
    return max(1, position.title.units[unit].number("stages"))


def parts(position: Position, unit: str, area: str = "") -> list[int]:
    """Return what each part of a unit costs, the dearest first (a major shipyard 4, 3, 3)."""
    number, cost = stages(position, unit), profile(position, position.power, unit).cost
    each, more = divmod(cost, number)
    found = [each + (at < more) for at in range(number)]
    return [found[0] + first_cost(position, unit, area), *found[1:]]


def whole_parts(position: Position, unit: str, area: str = "") -> list[int]:
    """Return what each part costs who pays two at once: what improved construction saves is not saved (section 7.8)."""
    number, cost = stages(position, unit), position.title.units[unit].cost
    each, more = divmod(cost, number)
    found = [each + (at < more) for at in range(number)]
    return [found[0] + first_cost(position, unit, area), *found[1:]]


def may_hurry(position: Position, unit: str) -> bool:
    """Return whether the nation on turn may pay two parts of a unit at once: it has improved construction (section 7.8)."""
    known = any(row.tech in role(position.title, "hurry").techs for row in developed(position, position.power))
    return known and stages(position, unit) > 1


def items(position: Position, account: str = "") -> list[Item]:
    """Return everything under way, of an account when one is named, sorted."""
    return sorted(
        Item(owner, unit, area, border, int(stage), int(value))
        for (owner, unit, area, border, stage), value in CHART.entries(position.state)
        if account in ("", owner)
    )


def next_part(item: Item, lent: bool, count: int, account: str = "") -> Advance:
    """Return the order that pays the next part of something under way; `lent` is whether it is a ship for another nation."""
    border, to = ("", item.border) if lent else (item.border, "")
    return Advance(item.unit, item.stage, count, item.area, border, account, to)


def is_lent(position: Position, item: Item) -> bool:
    """Return whether something under way is a ship that is built for another nation as lend-lease."""
    return bool(item.border) and position.title.units[item.unit].cls == "sea"


def on_chart(position: Position, account: str, unit: str, area: str, border: str, stage: int) -> int:
    """Return how many of a unit have so many parts paid."""
    return CHART.number(position.state, account, unit, area, border, str(stage))


def may_advance(position: Position, account: str, unit: str, area: str, border: str, stage: int) -> int:
    """Return how many of a unit may go on from a stage in this turn: not those that have reached it in this turn."""
    moved = ADVANCED.number(position.state, account, unit, area, border, str(stage))
    return on_chart(position, account, unit, area, border, stage) - moved


def price_of(position: Position, account: str, unit: str, area: str, border: str, stage: int, count: int) -> int:
    """Return what the part after `stage` costs for so many; those that were hurried go last, and cost the full price."""
    hurried = _hurried(position, account, unit, area, border, stage, count)
    usual, whole = parts(position, unit, area)[stage], whole_parts(position, unit, area)[stage]
    return usual * (count - hurried) + whole * hurried


def _hurried(position: Position, account: str, unit: str, area: str, border: str, stage: int, count: int) -> int:
    """Return how many of those that go on were hurried."""
    marked = HURRIED.number(position.state, account, unit, area, border, str(stage))
    return max(0, count - (on_chart(position, account, unit, area, border, stage) - marked)) if marked else 0


def begin_twice(play: Play, account: str, unit: str, area: str, border: str) -> None:
    """Pay the first two parts of one at once, at the full price (section 7.8, Improved Construction)."""
    price, have = sum(whole_parts(play.position, unit, area)[:2]), purse(play.position, account)
    play.emit(ResourceChanged(account, play.title.resource, -price, have - price, "purchase", area=area))
    if stages(play.position, unit) > 2:
        for marker in (CHART, ADVANCED, HURRIED):
            marker.add(play, 1, account, unit, area, border, "2")
    else:
        _complete(play, account, unit, area, border, 1)


def advance(play: Play, account: str, unit: str, area: str, border: str, stage: int, count: int) -> None:
    """Pay the part after `stage` for some of what is under way (0: begin them); what is complete waits to be placed."""
    price = price_of(play.position, account, unit, area, border, stage, count)
    have = purse(play.position, account)
    if price:
        play.emit(ResourceChanged(account, play.title.resource, -price, have - price, "purchase", area=area))
    if stage:
        if hurried := _hurried(play.position, account, unit, area, border, stage, count):
            HURRIED.add(play, -hurried, account, unit, area, border, str(stage))
        CHART.add(play, -count, account, unit, area, border, str(stage))
    if stage + 1 < stages(play.position, unit):
        for marker in (CHART, ADVANCED):
            marker.add(play, count, account, unit, area, border, str(stage + 1))
        return
    _complete(play, account, unit, area, border, count)


def _complete(play: Play, account: str, unit: str, area: str, border: str, count: int) -> None:
    """Let what is paid wait to be placed, or to be delivered to the nation that a ship is built for."""
    row = profile(play.position, play.position.power, unit)
    if border and row.cls == "sea":  # lent
        GRANT.emit(play, unit, account, border)
        return
    play.emit(UnitsPurchased(account, unit, count, row.cost, row.cost * count, row.resource))
    if row.cls == "facility" or area:
        READY.add(play, count, account, unit, area, border)


def finished(position: Position, account: str) -> list[Item]:
    """Return the facilities of an account that are finished and wait for their place."""
    return sorted(
        Item(owner, unit, area, border, 0, int(value))
        for (owner, unit, area, border), value in READY.entries(position.state)
        if owner == account and position.title.units[unit].cls == "facility"
    )


def begun_elsewhere(position: Position, account: str, unit: str, area: str) -> int:
    """Return how many finished ships of an account wait beside other shipyards that it still has: those where they were begun (15.8)."""
    power, held = position.power, position.state.control
    return sum(
        int(value)
        for (owner, kind, begun, _), value in READY.entries(position.state)
        if (owner, kind) == (account, unit)
        and begun != area
        and held.get(begun) == power
        and account_of(position.title, begun, power) == account
    )


def launched(play: Play, account: str, unit: str, area: str, count: int) -> None:
    """Forget ships that were begun at a shipyard and are launched there."""
    if waiting := min(count, READY.number(play.state, account, unit, area, "")):
        READY.add(play, -waiting, account, unit, area, "")


def clear_finished(play: Play, item: Item) -> None:
    """Forget a finished facility that has been placed."""
    READY.emit(play, "", item.account, item.unit, item.area, item.border)


def set_back(play: Play, item: Item) -> None:
    """Take the last paid part off one of what is under way; with no part left it is gone (section 7.3)."""
    where = (item.account, item.unit, item.area, item.border)
    CHART.add(play, -1, *where, str(item.stage))
    if item.stage > 1:
        CHART.add(play, 1, *where, str(item.stage - 1))
    left = on_chart(play.position, *where, item.stage)
    HURRIED.set(play, min(left, HURRIED.number(play.state, *where, str(item.stage))), *where, str(item.stage))


def hand_over(play: Play, account: str, to: str) -> None:
    """Give the ships under way of a nation that has surrendered to who conquered it; facilities go with their area (section 7.3)."""
    for item in items(play.position, account):
        if play.title.units[item.unit].cls != "facility":
            drop(play, item)
            give(play, item, to, item.count if to else 0)


def pass_on(play: Play, account: str, to: str) -> None:
    """Give what a nation has bought and not placed to another (section 14.4.1)."""
    for (owner, unit), count in sorted(play.state.pool.items()):
        if owner == account:
            for whose, n in ((owner, -count), (to, count)):
                row = profile(play.position, whose, unit)
                play.emit(UnitsPurchased(whose, unit, n, row.cost, row.cost * n, row.resource))


def drop(play: Play, item: Item) -> None:
    """Take something off the chart."""
    for marker in (CHART, HURRIED):
        marker.set(play, "", item.account, item.unit, item.area, item.border, str(item.stage))


def give(play: Play, item: Item, to: str, count: int) -> None:
    """Let a nation have so many of what another has under way, as far as they are built."""
    if count:
        border = item.border if play.title.units[item.unit].cls == "facility" else ""
        CHART.add(play, count, to, item.unit, item.area, border, str(item.stage))


def capture_site(play: Play, area: str, to: str) -> None:
    """Give what is being built in an area that has been taken to who took it (sections 7.3, 15.8)."""
    for item in items(play.position):
        if item.area == area and item.account != to:
            drop(play, item)
            give(play, item, to, item.count)
