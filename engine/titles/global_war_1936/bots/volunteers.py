"""Units that greedy bots lend to a side of the Spanish Civil War, as long as they can turn it (section 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.facilities.factories import purse
from engine.mechanics.profile import profile
from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.bots.prizes import POINT
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import alliance
from engine.titles.global_war_1936.orders import Grant, Reassign
from engine.titles.global_war_1936.politics import objectives, war
from engine.titles.global_war_1936.tables import Faction, bot_units, factions, role

SHARE = 0.8
"""What part of its money a nation lends to Spain at most."""
LOST, WON = 0.25, 0.75
"""Shares of all arms in Spain from which a side is taken to lose, and to win, whatever comes."""


def grants(play: Play) -> Iterator[Order]:
    """Take back what found no way last time, else lend the unit that is worth most beyond its price, if one is."""
    position, power = play.position, play.position.power
    for row in factions(play.title).values():
        if power not in row.lenders:
            continue
        if lending.granted(position, power, row.faction):
            yield Reassign(row.faction)
            continue
        if not war.at_civil_war(position):
            continue
        room, money = _room(position, row.faction), SHARE * purse(position, power)
        prices = {unit: profile(position, power, unit).cost for unit in bot_units(play.title, "lent")}
        gains = {unit: _gain(position, row, unit) - price for unit, price in prices.items() if price <= min(room, money)}
        for unit in sorted(gains, key=lambda unit: (-gains[unit], unit)):
            order = Grant(row.faction, 0, unit)
            if gains[unit] > 0 and may(play, order):
                yield order
                break


def _room(position: Position, faction: str) -> int:
    """Return what a unit may cost at most that goes through the ports of a side."""
    ways = (
        supply.port(position, area, zone)
        for area in lending.ports_of(position, faction)
        for zone in position.title.neighbours[area]
        if is_sea(position.title, zone)
    )
    return max(ways, default=0)


def _gain(position: Position, row: Faction, unit: str) -> float:
    """Return what one more unit of a side is worth: the better chance of its victory times what that brings to an alliance."""
    foe = next(other for other in factions(position.title) if other != row.faction)
    mine, theirs = _arms(position, row.faction), _arms(position, foe)
    one = position.title.units[unit]
    return _prize(position, row) * (_chance(mine + one.attack + one.defense, theirs) - _chance(mine, theirs))


def _chance(mine: int, theirs: int) -> float:
    """Return the chance of victory, rising evenly with the share of all arms."""
    share = mine / max(1, mine + theirs)
    return min(1.0, max(0.0, (share - LOST) / (WON - LOST)))


def _arms(position: Position, faction: str) -> int:
    rows = position.title.units
    troops = ((rows[key.unit], n) for key, n in position.stacks_of(faction) if rows[key.unit].cls != "sea")
    return sum(n * (row.attack + row.defense) for row, n in troops)


def _prize(position: Position, row: Faction) -> float:
    """Return what a victory in Spain brings: volunteers until the end, and the objectives that ask for it."""
    title = position.title
    price = title.units[role(title, "volunteer").units[0]].cost
    side = alliance(title, row.ruler)
    points = {
        (nation, objective)
        for (nation, objective), parts in objectives.terms(title).items()
        for part in parts.values()
        for term in part
        if term.test == "spain" and row.faction in term.who and alliance(title, nation) == side
    }
    return price * calendar.turns_left(position) + POINT * len(points)
