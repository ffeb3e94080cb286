"""Which battles the chain of odds knows: land battles in which each step of the title does what the chain follows, or nothing.

Each step says so itself of the open battle (`Step.chained`), and each subclass says so again: what none has said is followed by the rules.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, REMOVED_AS, OpenBattle, fighting, open_fight
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.round import ROUND
from engine.families.axis_allies.combat.steps.step import FIGHTS, IDLE, UNCHAINED, Step
from engine.families.axis_allies.vocabulary import CASUALTY, HELD_HITS, OWED, STRIKES
from engine.rules import Position, Rules

KIND = "land"
"""The kind of battles that the chain follows."""
DEFENCE = "defence"
"""The step before which, in the midst of a round, the chain can begin, too: the attacker has fired."""
ORDER = (
    ROUND, "first", "first-attack", "first-defence", "first-removal", "first-over", "attack", DEFENCE, "removal", "press", "stay",
)  # fmt: skip
"""The steps of a round that the chain fights."""


class Known(NamedTuple):
    """An open battle that the chain may know, its steps, and the number of the step that begins a round."""

    fight: OpenBattle
    sequence: CombatSequence
    begins: int


def known(rules: Rules, position: Position, place: Hashable) -> Known | None:
    """Return the open battle if it may be one that the chain knows; `place` is where its rules paused."""
    fight = open_fight(position)
    phase = rules.by_slug.get(position.state.clock.phase)
    if fight is None or fight.kind != KIND or not isinstance(place, int) or not isinstance(phase, ConductCombat):
        return None
    sequence = sequence_of(phase.sequences, fight.kind)
    begins = next((at for at, step in enumerate(sequence.steps) if step.slug == ROUND), -1)
    if begins < 0 or "chained" not in vars(type(sequence.steps[begins])):
        return None
    return Known(fight, sequence, begins)


def is_plain(position: Position, battle: Known, *, amid: bool) -> bool:
    """Return whether each step of the rounds to come does what the chain follows, or nothing.

    Args:
        amid: whether the attacker has fired in this round, and the defender has not; else a round begins.
    """
    fight, state = battle.fight, position.state
    fought = []
    for step in battle.sequence.steps[battle.begins :]:
        word = _said(step, position, fight)
        if word == FIGHTS:
            fought.append(step.slug)
        elif word != IDLE:
            return False
    if tuple(fought) != ORDER or any(marker.read(state) for marker in (OWED, STRIKES)):
        return False
    if any(HELD_HITS.read(state, side) for side in (ATTACKER, DEFENDER)):
        return False
    return all(_is_whole(position, fight, side, amid=amid and side == DEFENDER) for side in (ATTACKER, DEFENDER))


def _said(step: Step, position: Position, fight: OpenBattle) -> str:
    says = vars(type(step)).get("chained")
    return says(step, position, fight) if says else UNCHAINED


def _is_whole(position: Position, fight: OpenBattle, side: str, *, amid: bool) -> bool:
    """Return whether all units of a side are lost at their first hit, with nothing aboard, and none is hit (`amid`: by ordinary fire)."""
    for key, _ in fighting(position, fight.area, side):
        condition = condition_of(key)
        hit = REMOVED_AS.keys() & set(condition.words)
        if key.strength > 1 or condition.cargo or not hit <= ({CASUALTY} if amid else set()):
            return False
    return True
