"""Guns and rockets of greedy bots that fire before the battles, and armor that goes on after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import own_stacks
from engine.families.axis_allies.bots.distances import distances
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.facilities.raids import facility_in
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.titles.global_war_1936.land.shelling import shells
from engine.titles.global_war_1936.orders import Exploit, Launch, Shell
from engine.titles.global_war_1936.vocabulary import BROKEN_THROUGH


def shots(play: Play, view: View) -> Iterator[list[Order]]:
    """Fire guns and rockets that have not moved: at facilities where rockets reach one, else at the most troops in range."""
    able = play.title.able
    for area in play.position.areas_of(play.position.power):
        for unit in (*able.get("rockets", ()), *able.get("attrition", ())):
            count = sum(n for _, n in shells(play.position, area, unit))
            order = _shot(play, view, area, unit, count) if count else None
            if order and may(play, order):
                yield [order]


def _shot(play: Play, view: View, area: str, unit: str, count: int) -> Order | None:
    reach = play.title.units[unit].number("rockets")
    far = distances(play.title, "air")[area]
    near = [other for other, steps in far.items() if steps <= (reach or 1) and view.hostile(other)]
    if reach:
        makers = [other for other in near if facility_in(play.position, other)]
        if makers:
            return Launch(area, max(makers, key=lambda other: (view.worth(other), other)), count=count)
    troops = {other: view.enemy_units(other).total() for other in near}
    best = max(near, key=lambda other: (troops[other], other), default="")
    return Shell(show_units([(unit, count)]), area, best) if best and troops[best] else None


def exploits(play: Play, view: View) -> Iterator[list[Order]]:
    """Let armor that has broken through go on into hostile areas that nobody defends, the most valuable first."""
    for (area,), _ in list(BROKEN_THROUGH.entries(play.state)):
        near = [other for other in play.title.neighbours[area] if view.hostile(other) and not view.enemy_units(other)]
        for target in sorted(near, key=lambda other: (-view.worth(other), other)):
            order = _blitz(play, area, target)
            if order:
                yield [order]


def _blitz(play: Play, area: str, target: str) -> Exploit | None:
    """Return the order that sends one armor on, if one can go."""
    there: Counter[str] = Counter()
    for key, n in own_stacks(play.position, area, play.position.power):
        if play.title.units[key.unit].has("blitz"):
            there[key.unit] += n
    orders = (Exploit(unit, join_path((area, target))) for unit in sorted(there))
    return next((order for order in orders if may(play, order)), None)
