"""Carriers promised to fighters follow through (Unit Profiles, Air Units: suicide runs).

No state records the promise: a carrier is promised if a fighter could not land without the carrier's noncombat move. An
optional battle would tie the carrier down, so it may not be fought then.
"""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, fighting, has_value
from engine.families.axis_allies.combat.ending import sinkers
from engine.families.axis_allies.combat.pending_battles import PendingBattle
from engine.families.axis_allies.movement.dry_run import Trial
from engine.families.axis_allies.movement.landing import stranded
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import FOUGHT
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack

PROMISED_CARRIER = Rule("conduct-combat/promised-carrier", "Air Units")


def check_promises(position: Position, due: PendingBattle | None) -> list[Problem]:
    """Return the problem of an optional battle that takes away a fighter's landing place."""
    if due is None or due.required or due.kind != "sea":
        return []
    trial = Trial(position)
    for key, count in _tied(position, due.area):
        change(trial, key, count, condition_of(key).having(FOUGHT), "fought")
    after = stranded(trial.position, assume=True)
    lost = after - stranded(position, assume=True) if after else 0
    if lost <= 0:
        return []
    return [
        PROMISED_CARRIER.broken(
            f"a carrier in {due.area} must go to where fighters land",
            found=f"{lost} without landing",
            expected="no battle there",
        )
    ]


def _tied(position: Position, zone: str) -> list[tuple[Stack, int]]:
    """Return the carriers of a zone that have fought once its battle is over."""
    attackers = fighting(position, zone, ATTACKER)
    if not has_value(position, fighting(position, zone, DEFENDER), DEFENDER):
        attackers = sinkers(position, attackers)
    return [item for item in attackers if position.title.units[item[0].unit].has("carries-aircraft")]
