"""Partisans: a few attacks a turn on enemy units in occupied areas (Land Technology).

They are recorded as a battle of kind `partisans` without attackers, so that the owner of the units hit chooses the
losses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.combat import assault
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, forces, standing
from engine.families.axis_allies.combat.beginning import open_battle
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.fire import FireGroup, fire
from engine.families.axis_allies.combat.pending_battles import PendingBattle
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import ON, OVER, Step
from engine.families.axis_allies.orders import Partisans
from engine.families.axis_allies.technology import effect
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_1939.vocabulary import PARTISANS

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Land Technology"

LEFT = Rule("partisans/left", SECTION)
AREA = Rule("partisans/area", SECTION, FATAL)

KIND = "partisans"
HITS_AT = 1


def left(position: Position) -> int:
    """Return how many attacks of partisans the power on turn may still make in this turn."""
    made = PARTISANS.number(position.state)
    return effect(position, position.power, KIND) - made


def is_occupied(position: Position, area: str) -> bool:
    """Return whether an enemy holds a land area that it did not own originally."""
    owner = position.title.areas[area].original_owner
    return (
        not is_sea(position.title, area)
        and position.state.control.get(area) in position.enemies
        and bool(owner)
        and owner not in position.enemies
    )


def check_partisans(position: Position, order: Partisans) -> list[Problem]:
    """Return what is wrong with attacks of partisans."""
    able = left(position)
    if not able:
        return [
            LEFT.broken(
                f"{position.power} has no attacks of partisans",
                found=str(order.attacks),
                expected="none",
                severity=FATAL,
            )
        ]
    problems = []
    if order.attacks > able:
        problems.append(LEFT.broken("more attacks than are left in this turn", found=str(order.attacks), expected=f"at most {able}"))
    if not is_occupied(position, order.area) or not standing(position, order.area, DEFENDER):
        problems.append(
            AREA.broken(
                "partisans attack enemy units in areas that these occupy",
                found=order.area,
                expected="an occupied area with enemy units",
            )
        )
    return problems


def fire_group(power: str, attacks: int) -> FireGroup:
    """Return the dice of this many attacks."""
    return FireGroup(power, KIND, HITS_AT, attacks, "any")


class PartisansAttack(FireStep):
    """Partisans attack as many times as ordered."""

    slug, side = KIND, ATTACKER

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do nothing: they fire as the battle begins (see `fire`)."""
        return ON

    def fire(self, play: Play, fight: OpenBattle, attacks: int) -> str:
        """Roll for each attack; the owner of the units hit chooses the losses."""
        group = fire_group(fight.attacker, attacks)
        return self.suffer(play, fight, fire(play, fight, ATTACKER, [group], KIND))


class PartisansGone(Step):
    """Their attacks are over."""

    slug = "partisans-gone"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Emit the end."""
        tell(play, fight, Verdict("none", KIND))
        assault.occupy(play)
        return OVER


def attack(play: Play, sequences: tuple[CombatSequence, ...], area: str, attacks: int) -> None:
    """Let partisans attack an area this many times; the owner of the units hit chooses the losses."""
    sequence = sequence_of(sequences, KIND)
    step = sequence.step(PartisansAttack.slug)
    assert isinstance(step, PartisansAttack)
    fight = open_battle(play, PendingBattle(KIND, area, False, 0), [], forces(play.position, area, DEFENDER))
    PARTISANS.add(play, attacks)
    sequence.go_on(play, step.slug, step.fire(play, fight, attacks))
