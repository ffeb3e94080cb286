"""Income: of land in peace and war, and what comes beside it (sections 5.1 to 5.4, 9.11, 11.6, 14.2)."""

from __future__ import annotations

from collections import Counter

from engine.events import ResourceChanged
from engine.families.axis_allies.economy.accounts import accounts
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.technology import effect
from engine.play import Play
from engine.rules import Phase, Position
from engine.titles.global_war_1936 import tables
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import home, is_at_war
from engine.titles.global_war_1936.settings import Bonus, bonuses
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import ARCTIC_DENIED, WAR_BONDS

ECONOMY = 6
"""Faces of the dice of a wartime economy."""


class Collect(Phase):
    """The nation on turn and those it leads collect, last of all."""

    slug = "collect-income"
    automatic = True

    def open(self, play: Play) -> None:
        """Pay the land, the bonuses and the dice."""
        power, paid = play.position.power, Counter[str]()
        for account in accounts(play.title, power):
            objectives = [(amount, "objective") for amount in bonus_of(play.position, account).values()]
            for amount, cause in ((income.income(play.position, account), "income"), *objectives):
                divide(play, account, amount, cause, paid[account])
                paid[account] += amount
        if power == role(play.title, "arctic").powers[1] and ARCTIC_DENIED.read(play.state):
            ARCTIC_DENIED.emit(play, "")
        if is_at_war(play.position, power) and (dice := effect(play.position, power, "income-dice")):
            found = sum(play.roll(dice, f"wartime economy of {power}", ECONOMY))
            divide(play, power, found, "war-bonds", paid[power])
            if income.partners(play.title, power):
                WAR_BONDS.emit(play, found, power)


def divide(play: Play, account: str, amount: int, cause: str, before: int = 0) -> None:
    """Pay a nation; where it is divided each half gets as much, and what is left over the first (section 2.3).

    All money that comes in is split as a whole: with `before`, what it has been paid in this phase, so much as makes the halves even.
    """
    halves = income.sharers(play.title, account)
    parts = 1 + len(halves)
    each = (before + amount) // parts - before // parts
    for half in halves:
        pay(play, half, each, cause)
    pay(play, account, amount - each * len(halves), cause)


def pay(play: Play, account: str, amount: int, cause: str) -> None:
    """Add to a nation's money."""
    if amount > 0:
        have = purse(play.position, account)
        play.emit(ResourceChanged(account, play.title.resource, amount, have + amount, cause))


def bonus_of(position: Position, nation: str) -> dict[str, int]:
    """Return slug to amount of the bonus incomes of a nation now."""
    leader = income.leader_of(position.title, nation)
    fights, found = is_at_war(position, leader), {}
    for slug, row in bonuses(position.title).items():
        if row.to == nation and (fights or row.always) and (amount := _worth(position, leader, row)):
            found[slug] = amount
    if ARCTIC_DENIED.read(position.state):
        found.pop(income.ARCTIC, None)
    for pact in tables.pacts(position.title).values():
        if pact.trade and nation in pact.parties and pacts.is_signed(position, pact.pact):
            found["pact"] = pact.trade[pact.parties.index(nation)]
    return found


def _worth(position: Position, power: str, row: Bonus) -> int:
    held = position.state.control
    if row.kind == "each":
        return row.amount * sum(held.get(area) == power for area in row.areas)
    if row.kind == "all":
        return row.amount if all(held.get(area) == power for area in row.areas) else 0
    if row.kind == "not-enemy":
        return row.amount if not any(held.get(area) in position.enemies_of(power) for area in row.areas) else 0
    if row.kind == "home-of":
        return row.amount * sum(held.get(area) == power for area in home(position.title, row.neighbour))
    mine = (area for area, holder in held.items() if holder == power)
    beside = any(held.get(other) == row.neighbour for area in mine for other in position.title.neighbours[area])
    return row.amount if beside else 0
