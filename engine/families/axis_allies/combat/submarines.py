"""Surprise strike and submerging (section Submarine Surprise Strike or Submerge; Unit Profiles, Submarines)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import Stacks, condition_of, count_of, enemy_stacks, is_open, is_sea
from engine.families.axis_allies.combat import retreats
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OTHER, OpenBattle, standing
from engine.families.axis_allies.orders import Evade, Submerge
from engine.families.axis_allies.transports import sail
from engine.families.axis_allies.vocabulary import FOUGHT, STRIKES, SUBMERGED
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.problems import Problem, Rule
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Submarine Surprise Strike or Submerge"

SUBMERGE = Rule("submarines/submerge", SECTION)
WITHDRAW = Rule("submarines/withdraw", SECTION)

OPTION, UNDER, DEFENDERS_UNDER = "submarines", "submerge", "submerge-or-retreat"
"""Option: how submarines leave a battle after a round. All submerge, or only the defender's do and all may leave for another zone; at
any other value they only leave."""


def submarines(position: Position, area: str, side: str) -> Stacks:
    """Return a side's submarines in a battle, those hit left out; in the order of play."""
    order, units = position.title.order, position.title.units
    found = [item for item in standing(position, area, side) if units[item[0].unit].has("submarine")]
    return sorted(found, key=lambda item: (order.index(item[0].power), item[0]))


def divers(position: Position, area: str, side: str, *, late: bool) -> Stacks:
    """Return a side's submarines that may submerge before a round, or only after one (`late`), wherever destroyers are."""
    boats = submarines(position, area, side)
    if "submerges-late" not in position.title.able:
        return [] if late else boats
    return [item for item in boats if profile_of(position, item[0]).has("submerges-late") == late]


def striking_sides(position: Position, area: str) -> list[str]:
    """Return the sides whose submarines may strike by surprise or submerge: no enemy destroyer is in the battle."""
    if not is_sea(position.title, area):
        return []
    sides = (ATTACKER, DEFENDER)
    return [side for side in sides if _strikers(position, area, side) and not _faces_destroyer(position, area, side)]


def _strikers(position: Position, area: str, side: str) -> Stacks:
    """Return the submarines of a side that strike by surprise: some do only when they attack."""
    found = submarines(position, area, side)
    if side == ATTACKER or "strikes-on-attack" not in position.title.able:
        return found
    return [item for item in found if not profile_of(position, item[0]).has("strikes-on-attack")]


def may_submerge(position: Position, area: str, side: str, *, late: bool) -> bool:
    """Return whether a side has submarines that may submerge before a round, or after one (`late`): no enemy destroyer is there."""
    way = position.options.get(OPTION, UNDER)
    if late and not (way == UNDER or (way == DEFENDERS_UNDER and side == DEFENDER)):
        return False
    free = is_sea(position.title, area) and not _faces_destroyer(position, area, side)
    return free and bool(divers(position, area, side, late=late))


def havens(position: Position, area: str, side: str) -> list[str]:
    """Return the zones that a side's submarines may leave a battle for after a round, without its other units; none where they may not.

    The attacker's go where attackers came from, the defender's to any zone beside without an enemy. An enemy destroyer keeps them.
    """
    if position.options.get(OPTION, UNDER) == UNDER or not is_sea(position.title, area):
        return []
    boats = submarines(position, area, side)
    if not boats or _faces_destroyer(position, area, side):
        return []
    if side == ATTACKER:
        return [zone for zone in retreats.refuges(position, area) if is_sea(position.title, zone)]
    power, links = boats[0][0].power, position.title.neighbours[area]
    zones = (zone for zone in sorted(links) if is_sea(position.title, zone) and is_open(position, links[zone], power))
    return [zone for zone in zones if not enemy_stacks(position, zone, power)]


def withdraw(play: Play, area: str, side: str, to: str) -> None:
    """Let all submarines of a side leave a battle for another zone."""
    for key, n in submarines(play.position, area, side):
        condition = condition_of(key)
        becomes = condition.having(FOUGHT)._replace(origin=area, target="") if side == ATTACKER else condition
        sail(play, key, n, (area, to), becomes, "retreat")


def check_withdraw(position: Position, order: Evade, area: str, side: str) -> list[Problem]:
    """Return what is wrong with the zone that submarines would leave for."""
    where = havens(position, area, side)
    if order.to in ("", *where):
        return []
    message = "submarines leave for a zone that attackers came from, or where the defender has no enemy"
    return [WITHDRAW.broken(message, found=order.to, expected=", ".join(where) or "none")]


def _faces_destroyer(position: Position, area: str, side: str) -> bool:
    return any(profile_of(position, key).has("destroyer") for key, _ in standing(position, area, OTHER[side]))


def hunting_sides(position: Position, area: str) -> list[str]:
    """Return the sides whose hunters detect enemy submarines in a battle (global-1939, Sonar)."""
    if not is_sea(position.title, area):
        return []
    return [
        side
        for side in (ATTACKER, DEFENDER)
        if any(profile_of(position, key).has("hunts-submarines") for key, _ in standing(position, area, side))
        and submarines(position, area, OTHER[side])
    ]


def strikers(position: Position) -> list[str]:
    """Return the sides whose submarines make surprise strikes in the round being fought."""
    return STRIKES.words(position.state)


def submerge(play: Play, fight: OpenBattle, side: str, count: int) -> None:
    """Submerge `count` submarines of a side, the first in the order of play."""
    for key, n in submarines(play.position, fight.area, side):
        taken = min(n, count)
        if taken:
            becomes = condition_of(key).having(SUBMERGED).text
            play.emit(changed(key, taken, "submerge", becomes, battle=fight.number))
            count -= taken


def check_submerge(position: Position, order: Submerge, area: str, side: str) -> list[Problem]:
    """Return what is wrong with submerging submarines."""
    have = count_of(submarines(position, area, side))
    if order.count > have:
        return [SUBMERGE.broken("more submarines than there are", found=str(order.count), expected=str(have))]
    return []
