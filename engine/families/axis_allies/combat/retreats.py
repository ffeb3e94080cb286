"""Retreats (sections Press Attack or Retreat, Condition B; Amphibious Assault, step 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import UnitsMoved
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    is_friendly,
    is_hostile_sea,
    is_open,
    is_sea,
    was_hostile_sea,
)
from engine.families.axis_allies.combat.assault import call_off
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, fighting
from engine.families.axis_allies.combat.ending import heal
from engine.families.axis_allies.orders import Retreat
from engine.families.axis_allies.transports import change, sail
from engine.families.axis_allies.vocabulary import AIRBORNE, FOUGHT, ORIGINS, WITHDRAWN
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.parts import hook

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Condition B—Attacker Retreats"

NOWHERE = Rule("retreat/nowhere", SECTION)
DESTINATION = Rule("retreat/destination", SECTION)


def is_seaborne(position: Position, stack: Stack) -> bool:
    """Return whether a land unit came ashore in this assault: it cannot retreat."""
    origin = condition_of(stack).origin
    return bool(origin) and is_sea(position.title, origin) and not is_sea(position.title, stack.area)


def ground(position: Position, area: str) -> Stacks:
    """Return the attacking units that a retreat moves: ships, or land units that came overland and units dropped beside them."""
    units = position.title.units
    found = [item for item in fighting(position, area, ATTACKER) if units[item[0].unit].cls != "air"]
    stays = hook(position.title, "airdrops", "stays")
    found = [item for item in found if not is_seaborne(position, item[0]) and not (stays and stays(item[0]))]
    return found if any(AIRBORNE not in condition_of(key).words for key, _ in found) else []


def aircraft(position: Position, area: str) -> Stacks:
    """Return the attacking aircraft in a battle."""
    units = position.title.units
    return [item for item in fighting(position, area, ATTACKER) if units[item[0].unit].cls == "air"]


def origins(position: Position, area: str) -> list[str]:
    """Return the areas of the same kind from which retreating attackers came."""
    came = {condition_of(key).origin for key, _ in ground(position, area)} - {""}
    return sorted(came)


def choices(position: Position, fight: OpenBattle) -> list[str]:
    """Return where the attackers may retreat to; an empty name stands for the air over the battle, for aircraft only."""
    if ground(position, fight.area):
        came = ORIGINS.words(position.state)
        return [area for area in came if _is_refuge(position, fight.area, area)]
    return [""] if aircraft(position, fight.area) else []


def _is_refuge(position: Position, battle: str, area: str) -> bool:
    """Whether an area is adjacent and friendly; a sea zone must also have been so when the turn began."""
    link, power = position.title.neighbours[battle].get(area), position.power
    if link is None:
        return False
    if not is_sea(position.title, area):
        return is_friendly(position, area, power)
    hostile = is_hostile_sea(position, area, power) or was_hostile_sea(position, area, power)
    return not hostile and is_open(position, link, power)


def check_retreat(position: Position, order: Retreat, fight: OpenBattle) -> list[Problem]:
    """Return what is wrong with a retreat."""
    where = choices(position, fight)
    if not where:
        message = (
            "no attacker here can retreat: seaborne units never can, others only to an area that one of them came from"
        )
        return [NOWHERE.broken(message, found=order.to or "a retreat", expected="press")]
    if order.to in where or (not order.to and len(where) == 1):
        return []
    if not order.to:
        message = "a retreat of land and sea units must name an area"
    else:
        message = "units retreat to one adjacent friendly space from which at least one of them came"
    expected = ", ".join(where) if where != [""] else "no area: aircraft stay over the battle"
    return [DESTINATION.broken(message, found=order.to or "no area", expected=expected)]


def salvage_retreat(position: Position, order: Retreat, fight: OpenBattle) -> Retreat:
    """Return the retreat that can be carried out: to an area of the right kind, else to a legal one, else to none."""
    areas, where = position.title.areas, choices(position, fight)
    if (
        order.to
        and order.to in areas
        and areas[order.to].kind == areas[fight.area].kind
        and ground(position, fight.area)
    ):
        return order
    return Retreat(where[0]) if where else Retreat()


def withdraw(play: Play, fight: OpenBattle, to: str) -> bool:
    """Carry a retreat out; return whether seaborne units are left behind to fight on.

    Ships take their cargo with them and cannot put it ashore any more this turn. Aircraft stay over the battle.
    """
    heal(play, fight)
    if is_sea(play.title, fight.area):
        call_off(play, fight.area)
    for key, count in aircraft(play.position, fight.area):
        change(play, key, count, condition_of(key).having(WITHDRAWN), "retreat")
    if to and to != fight.area:
        for key, count in ground(play.position, fight.area):
            _leave(play, key, count, to)
    return bool(fighting(play.position, fight.area, ATTACKER))


def _leave(play: Play, key: Stack, count: int, to: str) -> None:
    area, power, unit, strength, condition = key
    becomes = condition_of(key).having(FOUGHT)._replace(origin=area, target="")
    if is_sea(play.title, area):
        sail(play, key, count, (area, to), becomes, "retreat")
    else:
        play.emit(UnitsMoved(power, unit, count, area, to, strength, "retreat", condition, becomes.text, (area, to)))
