"""Retreats (sections Press Attack or Retreat, Condition B; Amphibious Assault, step 3)."""

from __future__ import annotations

from collections import Counter
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
from engine.families.axis_allies.vocabulary import AIRBORNE, FOUGHT, KIND, ORIGINS, WITHDRAWN
from engine.forces import UnitCount, parse_units
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.title_modules import hook

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Condition B—Attacker Retreats"
LANDING = "landing-retreat"
"""Option: who may leave an amphibious assault."""

PARTS = Rule("retreat/parts", SECTION, FATAL)
NOWHERE = Rule("retreat/nowhere", SECTION)
DESTINATION = Rule("retreat/destination", SECTION)


def is_seaborne(position: Position, stack: Stack) -> bool:
    """Return whether a land unit came ashore in this assault: it cannot retreat."""
    origin = condition_of(stack).origin
    return bool(origin) and is_sea(position.title, origin) and not is_sea(position.title, stack.area)


def ground(position: Position, area: str) -> Stacks:
    """Return the attacking units that a retreat moves: ships, or land units that came overland and units dropped beside them.

    With option `landing-retreat` at `aircraft` no land unit leaves an amphibious assault, at `nobody` nothing does.
    """
    if position.options.get(LANDING) in ("aircraft", "nobody") and KIND.read(position.state) == "amphibious":
        return []
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
        return refuges(position, fight.area)
    stays = position.options.get(LANDING) == "nobody" and KIND.read(position.state) == "amphibious"
    return [""] if aircraft(position, fight.area) and not stays else []


def refuges(position: Position, battle: str) -> list[str]:
    """Return the areas that attackers came from and may go back to."""
    return [area for area in ORIGINS.words(position.state) if _is_refuge(position, battle, area)]


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
        message = "no attacker here can retreat: seaborne units never can, others only to an area that one of them came from"
        return [NOWHERE.broken(message, found=order.to or "a retreat", expected="press")]
    if order.also:
        return _check_parts(position, order, fight, where)
    if order.to in where or (not order.to and len(where) == 1):
        return []
    if not order.to:
        message = "a retreat of land and sea units must name an area"
    else:
        message = "units retreat to one adjacent friendly space from which at least one of them came"
    expected = ", ".join(where) if where != [""] else "no area: aircraft stay over the battle"
    return [DESTINATION.broken(message, found=order.to or "no area", expected=expected)]


def parts(order: Retreat) -> list[tuple[tuple[UnitCount, ...], str]]:
    """Return (units, area) of those that retreat elsewhere. Raises ValueError if the text cannot be read."""
    found = []
    for part in order.also.split(";") if order.also else ():
        units, arrow, area = part.partition(">")
        if not arrow or not units.strip() or not area.strip():
            raise ValueError(f"{part.strip()!r} is not as in '2 infantry > saxony'")
        found.append((parse_units(units), area.strip()))
    return found


def _check_parts(position: Position, order: Retreat, fight: OpenBattle, where: list[str]) -> list[Problem]:
    """Return what is wrong with a retreat into several areas."""
    several = hook(position.title, "retreating", "in_parts")
    if not (several and several()):
        return [PARTS.broken("all units retreat to one area", found=order.also, expected="an order without `also`")]
    try:
        wanted = parts(order)
    except ValueError as error:
        return [PARTS.broken(str(error), found=order.also, expected="units > area; units > area")]
    areas = [order.to, *(area for _, area in wanted)]
    if wrong := [area for area in areas if area not in where]:
        return [
            DESTINATION.broken(
                "units retreat to adjacent friendly spaces from which at least one of them came",
                found=wrong[0] or "no area",
                expected=", ".join(where),
            )
        ]
    left: Counter[tuple[str, str]] = Counter()
    for key, n in ground(position, fight.area):
        left[key.unit, key.power] += n
    for units, _ in wanted:
        for unit, count, power in units:
            left[unit, power or fight.attacker] -= count
    short = [unit for (unit, _), n in left.items() if n < 0]
    if not short:
        return []
    return [PARTS.broken(f"not so many {short[0]} can retreat", found=order.also, expected="units of the battle")]


def salvage_retreat(position: Position, order: Retreat, fight: OpenBattle) -> Retreat:
    """Return the retreat that can be carried out: to an area of the right kind, else to a legal one, else to none."""
    areas, where = position.title.areas, choices(position, fight)
    if order.also:
        return salvage_retreat(position, Retreat(order.to), fight)
    if order.to and order.to in areas and areas[order.to].kind == areas[fight.area].kind and ground(position, fight.area):
        return order
    return Retreat(where[0]) if where else Retreat()


def withdraw(play: Play, fight: OpenBattle, to: str, order: Retreat | None = None) -> bool:
    """Carry a retreat out; return whether seaborne units are left behind to fight on.

    Ships take their cargo with them and cannot put it ashore any more this turn. Aircraft stay over the battle. A title may let
    some units go elsewhere than the others (`refuge` of its `retreating.py`).
    """
    heal(play, fight)
    where, refuge = choices(play.position, fight), hook(play.title, "retreating", "refuge")
    if is_sea(play.title, fight.area):
        call_off(play, fight.area)
    for key, count in aircraft(play.position, fight.area):
        change(play, key, count, condition_of(key).having(WITHDRAWN), "retreat")
    for units, area in parts(order) if order else ():
        for unit, count, power in units:
            _send(play, fight, (unit, power or fight.attacker), count, area)
    if to and to != fight.area:
        for key, count in ground(play.position, fight.area):
            _leave(play, key, count, refuge(play.position, key, to, where) if refuge else to)
    return bool(fighting(play.position, fight.area, ATTACKER))


def _send(play: Play, fight: OpenBattle, kind: tuple[str, str], count: int, area: str) -> None:
    """Let some units retreat to an area: those that came from there first."""
    there = [item for item in ground(play.position, fight.area) if (item[0].unit, item[0].power) == kind]
    for key, n in sorted(there, key=lambda item: (condition_of(item[0]).origin != area, item[0])):
        taken = min(n, count)
        count -= taken
        if taken:
            _leave(play, key, taken, area)


def _leave(play: Play, key: Stack, count: int, to: str) -> None:
    area, power, unit, strength, condition = key
    becomes = condition_of(key).having(FOUGHT)._replace(origin=area, target="")
    if is_sea(play.title, area):
        sail(play, key, count, (area, to), becomes, "retreat")
    else:
        play.emit(UnitsMoved(power, unit, count, area, to, strength, "retreat", condition, becomes.text, (area, to)))
