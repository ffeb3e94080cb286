"""Fortifications of a greedy bot: on the border over which most enemies threaten many defenders (titles whose units fight `fortified`).

global-1939, Unit Changes: Fortifications.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.families.axis_allies.board import held_all_turn, is_sea
from engine.families.axis_allies.bots.distances import FAR, distances
from engine.families.axis_allies.bots.greedy.forces import Units
from engine.families.axis_allies.bots.greedy.sealift import CARRIED
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.combat.bonuses import walls_of
from engine.families.axis_allies.economy.payment import is_for_sale
from engine.mechanics.profile import profile
from engine.title.model import Unit

MANY = 6
"""Defenders behind a wall, and attackers who would have to cross it, from which it is worth more than the infantry it costs."""
DANGER = 0.05
"""Chance of losing an area from which it is fortified."""
WORTH = 3
"""Defenders who fight behind a wall and who are, all together, about as strong as with one more without it."""


class Site(NamedTuple):
    """An area, and its neighbour that a wall would face."""

    area: str
    border: str


def wall_for_sale(view: View, bank: int) -> Unit | None:
    """Return the fortification to buy, None where none helps or the money is short."""
    for unit in view.title.able.get("border", ()) if "fortified" in view.title.able else ():
        row = profile(view.position, view.power, unit)
        if is_for_sale(view.position, unit) and row.cost <= bank and site(view):
            return row
    return None


def site(view: View) -> Site | None:
    """Return where a wall meets most attackers, None where it would meet few, or protect few."""
    best, most = None, MANY - 1
    for area in view.position.areas_of(view.power):
        behind = _behind(view, area)
        if behind < MANY or not held_all_turn(view.position, area, view.power):
            continue
        units = view.friendly_units(area)
        if not view.falls(area, units, DANGER):
            continue
        built = walls_of(view.position, area, view.power)
        for near in view.title.neighbours[area]:
            met = min(behind, _coming(view, near)) if near not in built else 0
            if met > most:
                best, most = Site(area, near), met
    return best


def strengthened(view: View, area: str, against: Units) -> Units:
    """Return the defenders of an area as an attacker should count them: more of them behind walls."""
    if "fortified" not in view.title.able or not walls_of(view.position, area):
        return against
    units = Counter(against)
    for unit in view.title.able["fortified"]:
        units[unit] += units[unit] // WORTH
    return units


def _behind(view: View, area: str) -> int:
    able = view.title.able["fortified"]
    return sum(count for unit, count in view.friendly_units(area).items() if unit in able)


def _coming(view: View, near: str) -> int:
    """Return how many enemy troops could cross the border from an area, or land from a sea zone."""
    rows = view.title.units
    if not is_sea(view.title, near):
        return sum(count for unit, count in view.enemy_units(near).items() if rows[unit].cls == "land" and rows[unit].attack)
    far = distances(view.title, "sea")[near]
    enemies = view.position.enemies_of(view.power)
    return CARRIED * sum(
        count
        for key, count in view.position.state.stacks.items()
        if rows[key.unit].has("carries-land") and key.power in enemies and far.get(key.area, FAR) <= rows[key.unit].move
    )
