"""Peacetime incomes and what raises them (sections 5.1 to 5.3, 7.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.families.axis_allies.economy.accounts import account_of, riders
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.nations import controlled_by, is_at_war
from engine.titles.global_war_1936.settings import increases, sheets
from engine.titles.global_war_1936.tables import vichy
from engine.titles.global_war_1936.vocabulary import TRACKER

ARCTIC = "soviet-arctic"
"""The bonus of the Soviet-Arctic line (section 9.11)."""


def leader_of(title: Title, nation: str) -> str:
    """Return the player nation whose wars are a nation's: its leader, for those of the Commonwealth, or itself."""
    row = title.nations.get(nation)
    return row.leader if row and row.leader else nation


def sharers(title: Title, nation: str) -> tuple[str, ...]:
    """Return the halves with which a nation shares all its income evenly (section 2.3)."""
    return tuple(rider for rider in riders(title, nation) if rider in sheets(title) and sheets(title)[rider].shares)


def partners(title: Title, nation: str) -> tuple[str, ...]:
    """Return the nations that a nation leads and that have money of their own: FEC and ANZAC (section 2.3)."""
    return tuple(rider for rider in riders(title, nation) if rider in sheets(title) and not sheets(title)[rider].shares)


def collector(title: Title, area: str, leader: str) -> str:
    """Return the account that an area's income counts for: that of those who share it, undivided, is their leader's."""
    account = account_of(title, area, leader)
    return leader if account in sharers(title, leader) else account


def land_value(position: Position, nation: str, control: dict[str, str] | None = None) -> int:
    """Return what the areas are worth that a nation's account collects for."""
    title, leader = position.title, leader_of(position.title, nation)
    held = position.state.control if control is None else control
    return sum(title.areas[area].value for area, holder in held.items() if holder == leader and collector(title, area, leader) == nation)


def start_control(position: Position) -> dict[str, str]:
    """Return who held what as the scenario began."""
    return _first_holders(position.title, position.state.scenario)


@per_title
def _first_holders(title: Title, scenario: str) -> dict[str, str]:
    return {row.area: row.power for row in title.holdings if row.scenario == scenario}


def full_value(position: Position, nation: str) -> int:
    """Return the income of wartime: the value of all areas that a nation held as the scenario began (section 5.2)."""
    return land_value(position, nation, start_control(position))


def has_peacetime(position: Position, nation: str) -> bool:
    """Return whether a nation's sheet gives it less at peace than its areas are worth."""
    sheet = sheets(position.title).get(nation)
    return bool(sheet and sheet.peace)


def tracker(position: Position, nation: str) -> int:
    """Return a nation's income of peacetime without what it has taken or lost since."""
    return TRACKER.number(position.state, nation)


def income(position: Position, nation: str) -> int:
    """Return what a nation's land pays now: all of it at war with a major power, else its income of peacetime.

    Who controls Vichy, which has no income of peacetime, is paid for the land of Vichy, too.
    """
    value = land_value(position, nation)
    leader = leader_of(position.title, nation)
    if not has_peacetime(position, nation) or is_at_war(position, leader):
        return value + tribute(position, nation)
    return _peacetime(position, nation, value)


def _peacetime(position: Position, nation: str, value: int) -> int:
    full = full_value(position, nation)
    return max(0, min(tracker(position, nation), full) + value - full)


def reached(position: Position, nation: str) -> int:
    """Return the income of peacetime that a nation has reached, on which its declarations of war and the Panama Canal depend.

    Land that it captures raises it (section 0.9); what it loses does not lower it, since increases are permanent (section 5.2).
    """
    return max(tracker(position, nation), _peacetime(position, nation, land_value(position, nation)))


def tribute(position: Position, nation: str) -> int:
    """Return what the land of Vichy pays a nation: all that it is worth to who controls it (section 14.4.2)."""
    puppet = vichy(position.title).puppet
    if controlled_by(position, puppet) != nation:
        return 0
    return sum(position.title.areas[area].value for area, holder in position.state.control.items() if holder == puppet)


def is_ready(position: Position, nation: str) -> bool:
    """Return whether a nation has reached its income of wartime, so that it may declare war (section 5.2)."""
    if not has_peacetime(position, nation):
        return True
    return is_at_war(position, nation) or reached(position, nation) >= full_value(position, nation)


def begin(play: Play) -> None:
    """Set the incomes of peacetime of the scenario."""
    for nation, sheet in sheets(play.title).items():
        if sheet.peace:
            TRACKER.emit(play, str(sheet.peace[play.state.scenario]), nation)


def change(play: Play, nation: str, amount: int) -> None:
    """Raise or lower an income of peacetime, up to the income of wartime and not below 0."""
    if not amount or not has_peacetime(play.position, nation):
        return
    now = tracker(play.position, nation)
    new = max(0, min(now + amount, full_value(play.position, nation)))
    if new != now:
        TRACKER.emit(play, str(new), nation)


def roll(play: Play) -> None:
    """Roll the increase of the nation on turn, and of those it leads (section 7.5)."""
    power = play.position.power
    for nation, sheet in sheets(play.title).items():
        if leader_of(play.title, nation) == power and sheet.dice_from and _grows(play.position, nation, sheet.dice_from):
            change(play, nation, sum(play.roll(1, f"peacetime income of {nation}")))


def _grows(position: Position, nation: str, month: str) -> bool:
    if is_at_war(position, leader_of(position.title, nation)) or not calendar.is_from(position, month):
        return False
    return tracker(position, nation) < full_value(position, nation)


def alarm(play: Play, by: str, on: Iterable[str]) -> None:
    """Raise the incomes of peacetime that an act of one nation against others raises (section 5.2)."""
    found = set(on)
    for row in increases(play.title).values():
        leader = leader_of(play.title, row.to)
        if by not in row.by or found.isdisjoint(row.on) or is_at_war(play.position, leader):
            continue
        dice = play.roll(row.dice, f"income of {row.to}: {row.slug}") if row.dice else ()
        change(play, row.to, row.amount + sum(dice))
