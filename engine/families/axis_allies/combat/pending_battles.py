"""The battles that the moves have caused, and the order in which they may be fought (sections Combat Sequence to General Combat).

Nothing is stored: the list is computed from the positions of units on each call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    enemy_stacks,
    friendly_stacks,
    has_moved,
    is_cargo,
    is_hostile_sea,
    is_sea,
    own_stacks,
    stacks_in,
)
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, fighting, has_value
from engine.families.axis_allies.combat.fire import can_hit
from engine.families.axis_allies.movement.movement_limits import mixes
from engine.families.axis_allies.orders import Battle
from engine.families.axis_allies.transports import declared
from engine.families.axis_allies.vocabulary import AREA, ASSAULTED, FOUGHT_AT_SEA, RAIDING, SCRAMBLED
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.settings import setting
from engine.title.title_modules import hook

NO_BATTLE = Rule("conduct-combat/no-battle", "Conduct Combat", FATAL)
SEQUENCE = Rule("conduct-combat/sequence", "Combat Sequence")
SEA_COMBAT = Rule("amphibious-assault/sea-combat", "Amphibious Assault Sequence")
UNRESOLVED = Rule("conduct-combat/unresolved", "Conduct Combat")

RAIDS, ASSAULTS, GENERAL = 1, 2, 3
_STAGES = {
    RAIDS: "Strategic Bombing Raids",
    ASSAULTS: "Amphibious Assaults",
    GENERAL: "General Combat",
}


class Battles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[battles]`: with `any_order` the attacker decides which battle comes first, but for the sea combat before its landing."""

    any_order: bool
    source: str


class PendingBattle(NamedTuple):
    """A battle not yet fought: `required` if it cannot be declined; `stage` is its place in the sequence."""

    kind: str
    area: str
    required: bool
    stage: int


def battles_due(position: Position) -> list[PendingBattle]:
    """Return the battles not yet begun, in the order of the combat sequence, sea combat first, then by area."""
    found = [due for area in _touched(position) for due in _due_in(position, area)]
    return sorted(found, key=lambda due: (due.stage, due.kind != "sea", due.area))


def battle_in(position: Position, area: str, raid: bool) -> PendingBattle | None:
    """Return the pending battle (or with `raid` the raid) in an area, or None."""
    return next((due for due in _due_in(position, area) if (due.kind == "raid") == raid), None)


def still_required(position: Position) -> list[PendingBattle]:
    """Return the battles that must be fought before the phase may end."""
    return [due for due in battles_due(position) if due.required]


def battles_to_fight(position: Position) -> list[Battle]:
    """Return the orders that begin the battles of conduct combat: what must be fought, and where the power on turn has moved in."""
    if position.state.clock.phase != "conduct-combat":
        return []
    return [
        Battle(due.area)
        for due in battles_due(position)
        if due.kind != "raid" and (due.required or any(has_moved(key) for key, _ in fighting(position, due.area, ATTACKER)))
    ]


def _touched(position: Position) -> list[str]:
    """Areas where the power on turn meets enemy units, sends raiding bombers, or has committed cargo."""
    areas, enemies, own = set(), position.enemies, position.stacks_of(position.power)
    for key, _ in own:
        if key.condition:
            condition = condition_of(key)
            areas.add(condition.target)
            if RAIDING in condition.words:
                areas.add(key.area)
    met = {area for area in {key.area for key, _ in own} if not enemies.isdisjoint(position.owned(area))}
    return sorted((areas | met) - {""})


def _due_in(position: Position, area: str) -> Iterator[PendingBattle]:
    if raiders(position, area):
        yield PendingBattle("raid", area, True, RAIDS)
    if position.state.battle and AREA.read(position.state) == area:
        return
    due = _sea_battle(position, area) if is_sea(position.title, area) else _land_battle(position, area)
    if due:
        yield due


def raiders(position: Position, area: str) -> Stacks:
    """Return the bombers sent on a raid to an area that have not raided yet."""
    own = own_stacks(position, area, position.power)
    return [item for item in own if item[0].condition and RAIDING in condition_of(item[0]).words]


def _sea_battle(position: Position, zone: str) -> PendingBattle | None:
    """Enemy surface warships force a battle; lone submarines and transports may be ignored.

    A title may say otherwise who must fight (`seas.py` of its folder).
    """
    if FOUGHT_AT_SEA.read(position.state, zone):
        return None
    attackers, defenders = fighting(position, zone, ATTACKER), fighting(position, zone, DEFENDER)
    if not attackers or not defenders:
        return None
    stage = ASSAULTS if _is_base(position, zone) else GENERAL
    own = hook(position.title, "seas", "must_fight")
    forced = own(position, zone, attackers) if own else not _is_idle(position, attackers)
    if is_contested_sea(position, zone) or (own and forced):
        return PendingBattle("sea", zone, stage == ASSAULTS or forced, stage)
    if not has_value(position, attackers, ATTACKER) or _has_landed(position, zone):
        return None
    return PendingBattle("sea", zone, _has_come_among(position, zone), stage) if can_hit(position, zone, ATTACKER) else None


def _has_come_among(position: Position, zone: str) -> bool:
    """Whether ships have moved among units that they do not mix with, which they do to attack only (option `shared-seas`)."""
    if not position.title.bans or not mixes(position, position.power, "sea", zone):
        return False
    units = position.title.units
    return any(units[key.unit].cls == "sea" and has_moved(key) for key, _ in own_stacks(position, zone, position.power))


def is_contested_sea(position: Position, zone: str) -> bool:
    """Return whether a zone has enemies that the power on turn cannot ignore: surface warships or scrambled aircraft."""
    if is_hostile_sea(position, zone, position.power):
        return True
    able = "scrambles-from" in position.title.able
    there = enemy_stacks(position, zone, position.power) if able else []
    return any(key.condition and SCRAMBLED in condition_of(key).words for key, _ in there)


def _is_base(position: Position, zone: str) -> bool:
    """Whether an amphibious assault has been declared from a zone and not carried out."""
    own = own_stacks(position, zone, position.power)
    return any(is_cargo(key) and condition_of(key).target for key, _ in own)


def _is_idle(position: Position, attackers: Stacks) -> bool:
    """Whether a zone holds only aircraft that have not moved: they are on an ally's deck and may stay out.

    Not with option `idle-guests` at `fight`.
    """
    if position.options.get("idle-guests") == "fight":
        return False
    return all(position.title.units[key.unit].cls == "air" and not has_moved(key) for key, _ in attackers)


def _has_landed(position: Position, zone: str) -> bool:
    """Whether an assault has landed from a zone, even from an ally's ship: enemy submarines and transports there were ignored.

    Ships that put cargo ashore in a friendly area have ignored nobody.
    """
    there = friendly_stacks(position, zone, position.power)
    return any(ASSAULTED in condition_of(key).words for key, _ in there if key.condition)


def _land_battle(position: Position, area: str) -> PendingBattle | None:
    landing = bool(declared(position, area))
    if not landing and not fighting(position, area, ATTACKER):
        return None
    if is_contested(position, area):
        return PendingBattle("amphibious" if landing else "land", area, True, ASSAULTS if landing else GENERAL)
    return PendingBattle("amphibious", area, False, ASSAULTS) if landing else None


def is_contested(position: Position, area: str) -> bool:
    """Return whether taking a land area requires a battle: it has defenders, or a gun with aircraft to fire at."""
    if fighting(position, area, DEFENDER):
        return True
    units = position.title.units
    guns = any(units[key.unit].has("anti-air") for key, _ in enemy_stacks(position, area, position.power))
    return guns and any(units[key.unit].cls == "air" for key, _ in fighting(position, area, ATTACKER))


def hostile_bases(position: Position, area: str) -> list[str]:
    """Return the zones from which an assault on an area is declared and where sea combat is still pending."""
    zones = sorted({ship.area for ship, _ in declared(position, area)})
    return [zone for zone in zones if is_contested_sea(position, zone)]


def check_sequence(position: Position, order: Battle, due: PendingBattle | None) -> list[Problem]:
    """Return what is wrong with fighting a battle now."""
    where = position.title.areas[order.area].name
    if due is None:
        what = "no raid is" if order.raid else "no battle is"
        there = ", ".join(f"{one.kind} in {one.area}" for one in battles_due(position)) or "no battles"
        return [NO_BATTLE.broken(f"{what} due in {where}", found=order.area, expected=there)]
    problems = []
    sequence = setting(position.title, "battles", Battles)
    before = [] if sequence and sequence.any_order else [one for one in still_required(position) if one.stage < due.stage]
    if before:
        names = ", ".join(f"{one.kind} in {one.area}" for one in before)
        problems.append(SEQUENCE.broken(f"{_STAGES[before[0].stage]} come first", found=order.area, expected=names))
    zones = hostile_bases(position, order.area) if due.kind == "amphibious" else []
    if zones:
        message = f"the sea combat comes before the landing in {where}"
        problems.append(SEA_COMBAT.broken(message, found=order.area, expected=", ".join(zones)))
    return problems


def check_all_fought(position: Position) -> list[Problem]:
    """Return a problem for each battle that must still be fought."""
    return [
        UNRESOLVED.broken(
            f"the {due.kind} battle in {position.title.areas[due.area].name} is not fought",
            found="end of the phase",
            expected=f"battle in {due.area}",
        )
        for due in still_required(position)
    ]


def enemies_at(position: Position, zone: str) -> bool:
    """Return whether any enemy unit is in a zone."""
    enemies = position.enemies
    return any(key.power in enemies for key, _ in stacks_in(position, zone))
