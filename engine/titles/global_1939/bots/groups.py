"""Special army groups, formed at random or by a greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots.bot import may
from engine.families.axis_allies import orders as o
from engine.families.axis_allies.board import is_cargo, own_stacks
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting
from engine.titles.global_1939.elite import Elite

TRIES = 6
"""Special army groups considered in a turn; one is formed."""


def formations(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plan of a politics phase that forms one."""
    rng = Random(f"groups:{play.state.clock.turn}")
    groups = [order for order in (form(play.position, rng) for _ in range(TRIES)) if order]
    yield [order for order in groups if may(play, order)][:1]


def form(position: Position, rng: Random) -> Order | None:
    """Two units of an area that may be a special army group."""
    rules = setting(position.title, "elite", Elite)
    if rules is None or position.power not in rules.order:
        return None
    found: dict[str, list[str]] = {}
    for area in position.board:
        for key, count in own_stacks(position, area, position.power):
            if key.unit in rules.units and not is_cargo(key):
                found.setdefault(area, []).extend([key.unit] * count)
    places = sorted(area for area, units in found.items() if len(units) >= rules.size)
    if not places:
        return None
    area = rng.choice(places)
    return o.Form(", ".join(rng.sample(found[area], rules.size)), area)
