"""When a battle is over, and its aftermath (sections Press Attack or Retreat, Conclude Combat).

`how` a battle ended: eliminated (the loser has no unit left), defenceless (he has only units left that cannot fight),
undefended (only a gun or a factory was there), no-capture (the attacker won with aircraft alone), submerged (the loser's
last units went under water, from who might have hit them), retreat, stalemate (neither side can hit the other, or neither goes;
also where aircraft are left over submarines that they cannot hit, whether these have submerged or not), unfinished (the record
breaks off), bombed and shot-down (raids), evaded (the defender's ships slipped away), partisans (their attacks are over).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.events import BattleEnded
from engine.families.axis_allies.board import Stacks, condition_of, has_moved, is_sea, own_stacks, stacks_in
from engine.families.axis_allies.combat.assault import call_off, occupy
from engine.families.axis_allies.combat.battle import (
    ATTACKER,
    DEFENDER,
    OTHER,
    OpenBattle,
    fighting,
    has_value,
    kept_forces,
    open_fight,
    remove,
    show_forces,
    survivors,
    value_of,
)
from engine.families.axis_allies.combat.bonuses import shooters
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.combat.fire import can_hit, groups_of
from engine.families.axis_allies.combat.pending_battles import is_contested_sea
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import CAPTURED, FOUGHT, FOUGHT_AT_SEA, LOSSES, SUBMERGED, WITHDRAWN
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.mechanics.targets import may_strike
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

REPAIR, AFTER_BATTLE, END_OF_TURN, START_OF_TURN = "ship-repair", "after-battle", "end-of-turn", "start-of-turn"
"""An option, and when it has damaged ships repaired; at any other value they are not."""


class Verdict(NamedTuple):
    """The winner (attacker, defender or none) and how the battle ended."""

    winner: str
    how: str


def destroy_defenceless(play: Play, fight: OpenBattle) -> None:
    """Destroy the defender's remaining units if none of them can fight and the attacker can (Defenseless Transports)."""
    position = play.position
    if has_value(position, fighting(position, fight.area, ATTACKER), ATTACKER):
        left = fighting(position, fight.area, DEFENDER)
        if left and not has_value(position, left, DEFENDER):
            for key, count in left:
                remove(play, fight, key, count, "defenceless")


def verdict(position: Position, fight: OpenBattle, *, before_fire: bool) -> Verdict | None:
    """Return how the battle has ended, or None while it goes on.

    Args:
        before_fire: no defender has fired yet; attackers that cannot fight (transports) must then face one round.
    """
    area = fight.area
    attackers, defenders = fighting(position, area, ATTACKER), fighting(position, area, DEFENDER)
    mine, theirs = has_value(position, attackers, ATTACKER), has_value(position, defenders, DEFENDER)
    if theirs and (mine or (before_fire and attackers)):
        can = can_hit(position, area, ATTACKER) or can_hit(position, area, DEFENDER)
        return None if can else Verdict("none", "stalemate")
    if not mine and not theirs:
        return Verdict("none", _gone(position, area, ATTACKER))
    winner, how = (ATTACKER, _won(position, fight)) if mine else (DEFENDER, _gone(position, area, ATTACKER))
    if how == "submerged" and not _hunts(position, area, winner):
        return Verdict("none", "stalemate")
    return Verdict(winner, how)


def _hunts(position: Position, area: str, side: str) -> bool:
    """Return whether units of a side could hit the submarines that have submerged, were they still there."""
    groups = groups_of(position, shooters(position, area, side), side, is_sea(position.title, area))
    boats = [position.title.units[key.unit] for key in _submerged(position, area, OTHER[side])]
    return any(may_strike(unit, group.pool) for unit in boats for group in groups if group.target)


def _won(position: Position, fight: OpenBattle) -> str:
    if is_sea(position.title, fight.area):
        return _gone(position, fight.area, DEFENDER)
    units = position.title.units
    if not any(units[key.unit].cls == "land" for key, _ in own_stacks(position, fight.area, fight.attacker)):
        return "no-capture"
    return "eliminated" if fight.round else "undefended"


def _gone(position: Position, area: str, loser: str) -> str:
    """How the loser's units left the battle, or that its remaining units cannot fight."""
    if fighting(position, area, loser):
        return "defenceless"
    return "submerged" if any(_submerged(position, area, loser)) else "eliminated"


def _submerged(position: Position, area: str, side: str) -> Iterator[Stack]:
    """Yield a side's submarines that have submerged in the battle."""
    for key, _ in stacks_in(position, area):
        mine = key.power == position.power if side == ATTACKER else key.power in position.enemies
        if mine and key.condition and {SUBMERGED} == {SUBMERGED, FOUGHT} & set(condition_of(key).words):
            yield key


def conclude(play: Play, winner: str, how: str) -> None:
    """End the open battle: repair units, note who fought, emit the end, and capture the area."""
    fight = open_fight(play.position)
    if fight is None:
        return
    heal(play, fight)
    _tire(play, fight)
    if is_sea(play.title, fight.area):
        FOUGHT_AT_SEA.emit(play, "yes", fight.area)
        if is_contested_sea(play.position, fight.area):
            call_off(play, fight.area)
    takes = winner == ATTACKER and how != "no-capture" and not is_sea(play.title, fight.area)
    tell(play, fight, Verdict(winner, how))
    if takes:
        take_area(play, fight.area, fight.attacker, "captured")
    elif not is_sea(play.title, fight.area):
        _leave_guns(play, fight)
    occupy(play)


def heal(play: Play, fight: OpenBattle) -> None:
    """Bring damaged units back to full strength: a battleship that survives loses its damage.

    Not in games where ships are repaired at factories (title.toml, `naval_repair`), or at another time or never (option `ship-repair`).
    """
    if "naval_repair" in play.title.settings or play.position.options.get(REPAIR, AFTER_BATTLE) != AFTER_BATTLE:
        return
    for side in (ATTACKER, DEFENDER):
        for key, count in fighting(play.position, fight.area, side):
            full = profile_of(play.position, key).strength
            if key.strength < full:
                play.emit(changed(key, count, "repaired", to_strength=full, battle=fight.number))


def mend(play: Play, power: str = "") -> None:
    """Bring damaged units back to full strength where that is not done after a battle (option `ship-repair`).

    Args:
        power: who begins its combat move: its own then; else those of all, at the end of a turn.
    """
    if play.position.options.get(REPAIR) != (START_OF_TURN if power else END_OF_TURN):
        return
    for key, count in sorted(play.state.stacks.items()):
        full = profile_of(play.position, key).strength
        if key.strength < full and power in ("", key.power):
            play.emit(changed(key, count, "repaired", to_strength=full))


def _tire(play: Play, fight: OpenBattle) -> None:
    """Mark every attacker still in the area as having fought; of those that sank lone transports, only some."""
    units = play.title.units
    attackers = fighting(play.position, fight.area, ATTACKER)
    if is_sea(play.title, fight.area) and not fight.round:
        attackers = sinkers(play.position, attackers)
    battlers = {key for key, _ in attackers}
    for key, count in own_stacks(play.position, fight.area, fight.attacker):
        condition = condition_of(key)
        left = {SUBMERGED, WITHDRAWN} & set(condition.words)
        if key in battlers or (left and units[key.unit].cls in ("sea", "air")):
            change(play, key, count, condition.without(WITHDRAWN).having(FOUGHT), "fought")


def sinkers(position: Position, attackers: Stacks) -> Stacks:
    """Return the attackers for which sinking lone transports counts as sea combat (Transports, No Combat Value).

    They are the units, other than transports, that moved to the zone; if none did, those that could attack.
    """
    able = [(key, n) for key, n in attackers if not position.title.units[key.unit].has("transport")]
    return [(key, n) for key, n in able if has_moved(key)] or able


def _leave_guns(play: Play, fight: OpenBattle) -> None:
    """Attacking guns put ashore in an area that was not taken fall to its defender; guns are never destroyed."""
    units, position = play.title.units, play.position
    if any(units[key.unit].cls == "land" for key, _ in _fought_here(position, fight)):
        return
    for key, count in own_stacks(position, fight.area, fight.attacker):
        if units[key.unit].cls == "land" and units[key.unit].has("capturable") and fight.defender:
            becomes = condition_of(key).having(CAPTURED).text
            play.emit(changed(key, count, "captured", becomes, to_power=fight.defender))


def _fought_here(position: Position, fight: OpenBattle) -> Stacks:
    units = position.title.units
    return [item for item in own_stacks(position, fight.area, fight.attacker) if not units[item[0].unit].has("no-combat")]


def tell(play: Play, fight: OpenBattle, end: Verdict, damage: int = 0) -> None:
    """Emit the event that ends a battle, with survivors and the value each side lost."""
    position = play.position
    left = {side: show_forces(survivors(position, side)) for side in OTHER}
    lost = {side: value_of(position, kept_forces(position, LOSSES, side)) for side in OTHER}
    play.emit(
        BattleEnded(
            fight.number,
            fight.kind,
            fight.area,
            fight.attacker,
            fight.defender,
            fight.round,
            end.winner,
            end.how,
            left[ATTACKER],
            left[DEFENDER],
            lost[ATTACKER],
            lost[DEFENDER],
            damage,
        )
    )
