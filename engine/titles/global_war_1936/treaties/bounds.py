"""Where a war may be fought that a doctrine or a pact allows: the Americas, eastern Poland (sections 5.7 and 14.2).

Two nations stand as if at war while it lasts. All orders that attack ask here whether they may do so where they lead.
"""

from __future__ import annotations

from engine.events import RelationChanged
from engine.families.axis_allies.orders import Battle, Move, Offload
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position
from engine.titles.global_war_1936.nations import is_bounded
from engine.titles.global_war_1936.orders import Annex, Assign, Carpet, Cross, Exploit, Launch, Shell, Wreck
from engine.titles.global_war_1936.treaties import monroe, partition
from engine.titles.global_war_1936.vocabulary import MONROE, PARTITION


def beyond(position: Position, power: str, area: str) -> frozenset[str]:
    """Return the nations that a nation fights within bounds alone that an area lies beyond."""
    foes = (*monroe.beyond(position, area), *partition.beyond(position, area))
    return frozenset(foe for foe in foes if is_bounded(position, power, foe))


def target(order: Order) -> str:
    """Return the area that an order attacks, or may attack; nothing when it attacks none."""
    if isinstance(order, Move | Offload | Cross | Annex | Exploit):
        return order.way[-1]
    if isinstance(order, Shell | Launch):
        return order.at
    if isinstance(order, Battle | Carpet | Wreck):
        return order.area
    return order.area if isinstance(order, Assign) and order.duty in ("raid", "mines") else ""


def check_bounds(position: Position, order: Order) -> list[Problem]:
    """Return what is wrong with an attack where neither doctrine nor pact allows it."""
    area = target(order)
    return check_reach(position, area) if area else []


def check_reach(position: Position, area: str) -> list[Problem]:
    """Return what is wrong with an attack on an area: those who are fought within bounds alone are there, beyond these."""
    present = {key.power for key, _ in position.stacks(area)} | {position.state.control.get(area, "")}
    if not present.isdisjoint(monroe.beyond(position, area)):
        return [monroe.out_of_reach(area)]
    if not present.isdisjoint(partition.beyond(position, area)):
        return [partition.out_of_reach(position.title, area)]
    return partition.check_spared(position, area)


def is_beyond(position: Position, area: str) -> bool:
    """Return whether units are in an area that the nation on turn may not attack there."""
    foes = beyond(position, position.power, area)
    return bool(foes) and any(key.power in foes for key, _ in position.stacks(area))


def end(play: Play, one: str, other: str) -> None:
    """Two nations fight within bounds no more: they are at peace, or go to war in earnest."""
    for foe in (one, other):
        for marker in (MONROE, PARTITION):
            if marker.read(play.state, foe):
                marker.emit(play, "", foe)
    play.emit(RelationChanged(one, other, "war", "peace"))


def lapse(play: Play) -> None:
    """The combat phase is over: be at peace again, unless war has been declared meanwhile."""
    for marker in (MONROE, PARTITION):
        for (foe,), _ in list(marker.entries(play.state)):
            end(play, play.position.power, foe)
