"""Amphibious assaults: landing, bombardment, and areas taken without a battle (section Amphibious Assault).

Aircraft opposed only by guns must still face them, so such an area needs a battle; a gun without aircraft to fire at
does not defend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.families.axis_allies.board import Stacks, condition_of, is_cargo, is_hostile, is_sea, own_stacks, stacks_in
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.combat.fire import FireGroup, Pools, report
from engine.families.axis_allies.combat.pending_battles import enemies_at, is_contested, is_contested_sea, raiders
from engine.families.axis_allies.orders import Battle
from engine.families.axis_allies.transports import change, declared, put_ashore
from engine.families.axis_allies.vocabulary import BOMBARDED, FOUGHT, FOUGHT_AT_SEA, NO_BOMBARDMENT, OFFLOADED, WAITING
from engine.forces import UnitCount, without_steps
from engine.mechanics.profile import profile, profile_of
from engine.mechanics.targets import may_strike
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Unit
from engine.title.title_modules import hook

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Battleship & Cruiser Bombardment"

SHIPS = Rule("bombardment/ships", SECTION)


def bombarding(position: Position, area: str, named: tuple[UnitCount, ...] | None = None) -> Stacks:
    """Return the ships, as (key, count), that bombard an area: of the chosen ships, one for each land unit put ashore there.

    Ships that bombard freely know no such limit. The ships are in zones that units land from. With option `bombardment` at
    `sea-zone` each zone has a limit of its own.

    Args:
        named: the ships that may, as `named_ships` reads them. Ships with the highest attack come first.
    """
    wanted = None if named is None else Counter({item.unit: item.count for item in named})
    landings: Counter[str] = Counter()
    for ship, items in declared(position, area):
        landings[ship.area] += len(items)
    apart = position.options.get("bombardment") == "sea-zone"
    groups = [[zone] for zone in sorted(landings)] if apart else [sorted(landings)]
    found = []
    for zones in groups:
        limit = sum(landings[zone] for zone in zones)
        for key, count in _able(position, zones):
            most = count if profile_of(position, key).has("bombards-freely") else min(count, limit)
            n = min(most, count if wanted is None else wanted[key.unit])
            if n:
                found.append((key, n))
                limit -= min(n, limit)
            if wanted is not None:
                wanted[key.unit] -= n
    return found


def _able(position: Position, zones: Iterable[str]) -> Stacks:
    """Own ships in some zones that may still bombard, the strongest first; where there was sea combat, only who has waited.

    A title may keep others from it that have a duty (`is_busy` of its `seas.py`).
    """
    done, busy = {BOMBARDED, FOUGHT}, hook(position.title, "seas", "is_busy")
    ships = [
        (key, n)
        for zone in zones
        if not NO_BOMBARDMENT.read(position.state, zone)
        for key, n in own_stacks(position, zone, position.power)
        if profile_of(position, key).has("bombards")
        and done.isdisjoint(condition_of(key).words)
        and (WAITING in condition_of(key) or not FOUGHT_AT_SEA.read(position.state, zone))
        and not (busy and busy(key))
    ]
    return sorted(ships, key=lambda item: (-profile_of(position, item[0]).attack, item[0]))


def named_ships(order: Battle) -> tuple[UnitCount, ...] | None:
    """Return the ships that an order lets bombard: None for all that can. Raises ValueError if the text is not a list of units."""
    if order.bombard == "all":
        return None
    return () if order.bombard == "none" else without_steps(order.listed("bombard"))


def check_bombard(position: Position, order: Battle) -> list[Problem]:
    """Return what is wrong with the ships named to bombard."""
    try:
        wanted = named_ships(order)
    except ValueError as error:
        expected = "all, none, or ships as in 'battleship, 2 cruiser'"
        return [SHIPS.broken(str(error), found=order.bombard, expected=expected, severity=FATAL)]
    able = bombarding(position, order.area, wanted)
    if wanted and sum(item.count for item in wanted) > sum(n for _, n in able):
        every = ", ".join(f"{n} {key.unit}" for key, n in bombarding(position, order.area)) or "none"
        message = "one ship may bombard for each unit put ashore, from a zone that units land from and without sea combat"
        return [SHIPS.broken(message, found=order.bombard, expected=f"among {every}")]
    return []


def bombard(play: Play, fight: OpenBattle, ships: Stacks) -> Pools:
    """Fire each ship once at what it can strike of the defender; return the hits by pool."""
    units = play.title.units
    pools = {key.unit: "any" if profile_of(play.position, key).has("shells-all") else "land" for key, _ in ships}
    targets = [key.unit for key, _ in fighting(play.position, fight.area, DEFENDER)]
    if not any(may_strike(units[unit], pool) for unit in targets for pool in pools.values()):
        return {}
    groups: Counter[str] = Counter()
    for key, count in ships:
        groups[key.unit] += count
    ranked = sorted(groups, key=list(units).index)
    numbers = {unit: _shore_fire(profile(play.position, fight.attacker, unit)) for unit in ranked}
    what = ", ".join(f"{groups[unit]} {unit} at {numbers[unit]}" for unit in ranked)
    dice = play.roll(groups.total(), f"bombardment of {fight.area}: {what}")
    hits: Counter[str] = Counter()
    at = 0
    for unit in ranked:
        rolled, at = dice[at : at + groups[unit]], at + groups[unit]
        group = FireGroup(fight.attacker, unit, numbers[unit], groups[unit], pools[unit])
        hits[group.pool] += report(play, fight, ATTACKER, group, "bombardment", rolled)
    for key, count in ships:
        change(play, key, count, condition_of(key).having(BOMBARDED, FOUGHT), "bombardment")
    return {pool: n for pool, n in sorted(hits.items()) if n}


def _shore_fire(unit: Unit) -> int:
    """Return the number at which a ship bombards a coast: one of its own, or its attack."""
    return unit.number("shore-fire") or unit.attack


def land(play: Play, area: str, zones: Iterable[str] | None = None) -> None:
    """Land the cargo committed to an area; only from these zones, if any are named."""
    for ship, items in declared(play.position, area):
        if zones is None or ship.area in zones:
            put_ashore(play, ship, items, area, "assault")


def call_off(play: Play, zone: str) -> None:
    """Cancel the assaults declared from a zone: its cargo stays aboard."""
    for key, count in list(stacks_in(play.position, zone)):
        condition = condition_of(key)
        committed = condition.target and OFFLOADED not in condition and key.power not in play.position.enemies
        if committed and (is_cargo(key) or condition.cargo):
            change(play, key, count, condition._replace(target=""), "called-off")


def call_off_stranded(play: Play) -> None:
    """Cancel the assaults from hostile zones where the attacker has nothing left for the sea combat."""
    zones = {zone for area in _entered(play.position) for zone in _bases(play.position, area)}
    for zone in sorted(zones):
        if is_contested_sea(play.position, zone) and not fighting(play.position, zone, ATTACKER):
            call_off(play, zone)


def occupy(play: Play, *, at_end: bool = False) -> None:
    """Take every undefended hostile area that land units have entered; land unopposed assaults.

    An assault from a zone with enemy units waits while the attacker may still choose to fight them first.
    """
    for area in _entered(play.position):
        if is_contested(play.position, area) or (raiders(play.position, area) and not at_end):
            continue
        land(play, area, [zone for zone in _bases(play.position, area) if _is_ready(play.position, zone, at_end)])
        if is_hostile(play.position, area, play.position.power) and _holds(play.position, area):
            take_area(play, area, play.position.power, "captured")


def _entered(position: Position) -> list[str]:
    """Land areas that own land units stand in while hostile, or that own cargo is committed to."""
    title, power = position.title, position.power
    areas = set()
    for key, _ in position.stacks_of(power):
        if title.units[key.unit].cls != "land":
            continue
        if is_cargo(key):
            areas.add(condition_of(key).target)
        elif not is_sea(title, key.area) and is_hostile(position, key.area, power):
            areas.add(key.area)
    return sorted(areas - {""})


def _bases(position: Position, area: str) -> list[str]:
    return sorted({ship.area for ship, _ in declared(position, area)})


def _is_ready(position: Position, zone: str, at_end: bool) -> bool:
    if is_contested_sea(position, zone):
        return False
    return at_end or not enemies_at(position, zone) or bool(FOUGHT_AT_SEA.read(position.state, zone))


def _holds(position: Position, area: str) -> bool:
    """Whether own land units stand in an area and can take it."""
    units = position.title.units
    return any(units[key.unit].cls == "land" and not is_cargo(key) for key, _ in own_stacks(position, area, position.power))
