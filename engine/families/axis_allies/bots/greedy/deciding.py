"""A greedy bot's answers in battle: retreats, submerging, casualties."""

from __future__ import annotations

from engine.bots.bot import may
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, open_fight, standing
from engine.families.axis_allies.combat.submarines import submarines
from engine.families.axis_allies.orders import Evade, Press, Retreat, Submerge
from engine.odds.quick import Book, book_of
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending

DROWNING = 0.2
"""Chance of winning below which submarines submerge."""

LOST = 0.5
"""The attacker's chance of winning above which defenders slip away."""


def decision(play: Play, view: View, pending: Pending) -> Order:
    """Return the answer to a decision; the rules' default where there is nothing to weigh."""
    if Retreat in pending.takes:
        return _retreat(play, view) or (Press() if Press in pending.takes else pending.default)
    if Submerge in pending.takes:
        return _dive(play, view, pending)
    return _slip_away(play) if Evade in pending.takes else pending.default


def _book(play: Play) -> Book:
    return book_of(play.title, play.state.options)


def _slip_away(play: Play) -> Order:
    """Slip away from a losing battle, into the first suitable zone."""
    fight = open_fight(play.position)
    attack, defense = _sides(play, fight.area) if fight else ({}, {})
    if fight is None or judge(_book(play), attack, defense).win < LOST:
        return Evade()
    ways = (Evade(zone) for zone in sorted(play.title.neighbours[fight.area]))
    return next((way for way in ways if may(play, way)), Evade())


def _sides(play: Play, area: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the units still fighting on each side, by type."""
    out: list[dict[str, int]] = []
    for side in (ATTACKER, DEFENDER):
        units: dict[str, int] = {}
        for key, count in standing(play.position, area, side):
            units[key.unit] = units.get(key.unit, 0) + count
        out.append(units)
    return out[0], out[1]


def _retreat(play: Play, view: View) -> Order | None:
    """Return a retreat when the odds are bad and fighting on costs more than it gains."""
    fight = open_fight(play.position)
    if not fight:
        return None
    attack, defense = _sides(play, fight.area)
    odds = judge(_book(play), attack, defense)
    prize = 0.0 if fight.kind == "sea" else odds.take * view.worth(fight.area)
    gain = prize + odds.defender_lost - odds.attacker_lost
    if odds.win >= view.style.retreat_below or (gain > 0 and odds.win > 0):
        return None
    near = sorted(play.title.neighbours[fight.area], key=lambda area: (-sum(view.friendly_units(area).values()), area))
    return next((order for order in map(Retreat, ["", *near]) if may(play, order)), None)


def _dive(play: Play, view: View, pending: Pending) -> Order:
    """Submerge all submarines when their side would lose the battle."""
    fight = open_fight(play.position)
    if not fight:
        return pending.default
    attack, defense = _sides(play, fight.area)
    win = judge(_book(play), attack, defense).win
    chance = win if pending.side == ATTACKER else 1.0 - win
    count = sum(n for _, n in submarines(play.position, fight.area, pending.side))
    order = Submerge.of(pending.side, count)
    return order if chance < DROWNING and may(play, order) else pending.default
