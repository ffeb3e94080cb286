"""War and peace: on whom the greedy player declares war, and when a nation asks for an armistice."""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.blocks import board
from engine.families.blocks.bots.outlook import Outlook
from engine.families.blocks.politics import armistice, war
from engine.families.blocks.politics.orders import AskArmistice, DeclareWar
from engine.families.blocks.season import GOOD, weather
from engine.orders import Order

EDGE = 1.15
"""By how much a camp outweighs all its enemies on land, the new one among them, before it attacks a major nation."""
BESIDE = 3
"""Blocks beside a nation's land without which it is left alone."""
LOST, HOPELESS = 2.0, 3.5
"""Enemy blocks beside a capital for each block in it, from which a nation gives itself up for lost: without plans, and with them."""


def declarations(view: Outlook) -> Iterator[Order]:
    """Yield the wars that seem worth it: on minor nations beside which there are blocks, on major ones that are weaker."""
    for order in war.choices(view.position):
        if order.on in view.title.nations:
            drawn_in = view.plans and board.is_neutral(view.position, order.by)
            if not drawn_in and _beside(view, order.on) >= BESIDE and _fair(view, order.on):
                yield order
        elif _outweighs(view, order) and _fair(view, order.on):
            yield order


def _lands(view: Outlook, power: str) -> list[str]:
    return [area for area in view.land if view.position.state.control.get(area) == power]


def _beside(view: Outlook, power: str) -> int:
    near = {other for area in _lands(view, power) for other in board.land_neighbours(view.title, area)}
    return sum(view.ours(area) for area in near)


def _fair(view: Outlook, power: str) -> bool:
    lands = _lands(view, power)
    return not lands or any(weather(view.position, area) == GOOD for area in lands)


def _outweighs(view: Outlook, order: DeclareWar) -> bool:
    ours = {power for power in board.powers_of(view.position, view.camp) if board.at_war(view.position, power) or power == order.by}
    theirs = {*view.enemies, order.on}
    return _beside(view, order.on) >= BESIDE and view.total(ours) >= EDGE / view.style.attack_at * 0.72 * view.total(theirs)


def requests(view: Outlook) -> Iterator[Order]:
    """Yield a request for an armistice of each nation of the camp whose capital is about to fall."""
    for power in armistice.may_ask(view.position):
        capital = board.capital(view.title, power)
        lost = (HOPELESS if view.plans else LOST) * max(view.ours(capital), 1)
        if board.camp_of(view.position, power) == view.camp and view.threats(capital) > lost:
            yield AskArmistice(power)
