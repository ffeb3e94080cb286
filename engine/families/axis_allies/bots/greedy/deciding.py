"""A greedy bot's answers in battle: retreats, submerging, casualties."""

from __future__ import annotations

from engine.bots.bot import may
from engine.families.axis_allies.bots import kamikazes
from engine.families.axis_allies.bots.greedy.forces import judge
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.combat.battle import ATTACKER, open_fight
from engine.families.axis_allies.orders import Evade, Kamikaze, Press, Retreat, Submerge
from engine.families.axis_allies.usual import still_fighting, usual
from engine.odds.quick import Book, book_of
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending

LOST = 0.5
"""The attacker's chance of winning above which defenders slip away."""


def decision(play: Play, view: View, pending: Pending) -> Order:
    """Return the answer to a decision; the rules' default where there is nothing to weigh."""
    if Retreat in pending.takes:
        return _retreat(play, view) or (Press() if Press in pending.takes else pending.default)
    if Submerge in pending.takes:
        dive = usual(play, pending)
        return dive if dive and may(play, dive) else pending.default
    if Kamikaze in pending.takes:
        return kamikazes.throw(play)
    return _slip_away(play, pending) if Evade in pending.takes else pending.default


def _book(play: Play) -> Book:
    return book_of(play.title, play.state.options)


def _slip_away(play: Play, pending: Pending) -> Order:
    """Slip away from a losing battle, into the first suitable zone; the attacker, who could retreat with all, never."""
    fight = open_fight(play.position)
    attack, defense = still_fighting(play, fight.area) if fight else ({}, {})
    if fight is None or pending.side == ATTACKER or judge(_book(play), attack, defense).win < LOST:
        return Evade()
    ways = (Evade(zone) for zone in sorted(play.title.neighbours[fight.area]))
    return next((way for way in ways if may(play, way)), Evade())


def _retreat(play: Play, view: View) -> Order | None:
    """Return a retreat when the odds are bad and fighting on costs more than it gains."""
    fight = open_fight(play.position)
    if not fight:
        return None
    attack, defense = still_fighting(play, fight.area)
    odds = judge(_book(play), attack, defense)
    prize = 0.0 if fight.kind == "sea" else odds.take * view.worth(fight.area)
    gain = prize + odds.defender_lost - odds.attacker_lost
    if odds.win >= view.style.retreat_below or (gain > 0 and odds.win > 0):
        return None
    near = sorted(play.title.neighbours[fight.area], key=lambda area: (-sum(view.friendly_units(area).values()), area))
    return next((order for order in map(Retreat, ["", *near]) if may(play, order)), None)
