"""How a battle begins: troops land, ships bombard, the battle is recorded, and its sequence runs (Amphibious Assaults, Raids)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.events import BattleStarted
from engine.families.axis_allies.combat import assault, retreats
from engine.families.axis_allies.combat.antiair import gun
from engine.families.axis_allies.combat.battle import (
    ATTACKER,
    DEFENDER,
    Force,
    OpenBattle,
    forces,
    keep_forces,
    lead_defender,
    open_fight,
    show_forces,
    sort_forces,
    value_of,
)
from engine.families.axis_allies.combat.casualties import Kind
from engine.families.axis_allies.combat.pending_battles import PendingBattle, raiders
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.opening import Bombardment
from engine.families.axis_allies.movement.allied_aircraft import attack_with_guests
from engine.families.axis_allies.vocabulary import AREA, DEFENDING_POWER, FORCES, KIND, ORIGINS
from engine.forces import UnitCount

if TYPE_CHECKING:
    from engine.play import Play


def begin(play: Play, sequences: tuple[CombatSequence, ...], due: PendingBattle, named: tuple[UnitCount, ...] | None = None) -> None:
    """Start a pending battle and fight it until the first decision; an unopposed landing is not a battle."""
    sequence = sequence_of(sequences, due.kind)
    if due.kind == "raid":
        _begin_raid(play, due)
        sequence.begin(play)
        return
    ships = assault.bombarding(play.position, due.area, named) if due.kind == "amphibious" else []
    assault.land(play, due.area)
    if not due.required and due.kind == "amphibious":
        assault.occupy(play)
        return
    if due.kind == "sea":
        attack_with_guests(play, due.area)
    fight = open_battle(play, due, forces(play.position, due.area, ATTACKER), forces(play.position, due.area, DEFENDER))
    hits = assault.bombard(play, fight, ships)
    if hits:
        step = sequence.step(Bombardment.slug)
        assert isinstance(step, Bombardment)
        sequence.go_on(play, step.slug, step.suffer(play, fight, hits))
    else:
        sequence.begin(play)


def _begin_raid(play: Play, due: PendingBattle) -> None:
    """Bombers and their escorts against the guns."""
    position = play.position
    bombers: Counter[Kind] = Counter()
    for key, count in raiders(position, due.area):
        bombers[key.unit, key.power] += count
    battery = gun(position, due.area)
    defended = [Force(battery.unit, 1, battery.power)] if battery else []
    open_battle(play, due, sort_forces(position, bombers), defended)


def open_battle(play: Play, due: PendingBattle, attackers: list[Force], defenders: list[Force]) -> OpenBattle:
    """Emit the start of the battle and keep what its later steps need."""
    position = play.position
    number, defender = position.state.battles + 1, lead_defender(position, due.area)
    came = retreats.origins(position, due.area) if due.kind != "raid" else []
    play.emit(
        BattleStarted(
            number,
            due.kind,
            due.area,
            position.power,
            defender,
            show_forces(attackers),
            show_forces(defenders),
            value_of(position, attackers),
            value_of(position, defenders),
        )
    )
    KIND.set(play, due.kind)
    AREA.set(play, due.area)
    DEFENDING_POWER.set(play, defender)
    ORIGINS.set(play, " ".join(came))
    keep_forces(play, FORCES, ATTACKER, attackers)
    keep_forces(play, FORCES, DEFENDER, defenders)
    fight = open_fight(position)
    assert fight is not None
    return fight
