"""Steps of a battle before its first round that this game alone has: guns behind a fortified coast, and infantry aboard bombers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting, remove
from engine.families.axis_allies.combat.bonuses import crossing
from engine.families.axis_allies.combat.fire import FireGroup, Pools, fire, firing_groups
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.opening import RemoveShotDown
from engine.families.axis_allies.combat.steps.step import ASIDE, EXACTLY
from engine.families.axis_allies.vocabulary import AIRBORNE, DROPPING, GUNNED
from engine.mechanics.profile import profile, profile_of
from engine.rules import Position

if TYPE_CHECKING:
    from engine.play import Play


class RemoveWithRiders(RemoveShotDown):
    """Remove the aircraft that were hit; infantry dropped by bombers shares their fate (Unit Changes: Paratroopers)."""

    odds = EXACTLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove them."""
        before = len(play.events)
        to = super().run(play, fight)
        if len(play.events) > before:
            lose_riders(play, fight)
        return to


def lose_riders(play: Play, fight: OpenBattle) -> None:
    """Remove the infantry that was aboard aircraft shot down: those for which the remaining aircraft have no room."""
    there = fighting(play.position, fight.area, ATTACKER)
    room = sum(n * profile_of(play.position, key).number("drops") for key, n in there if DROPPING in condition_of(key).words)
    for key, count in there:
        if AIRBORNE in condition_of(key).words:
            lost = max(0, count - room)
            room -= count - lost
            if lost:
                remove(play, fight, key, lost, "cargo-lost")


class CoastalArtillery(FireStep):
    """Artillery behind a fortified coast fires once at landing units (Unit Changes: Fortifications)."""

    slug, side, word = "free-shot", DEFENDER, GUNNED
    odds = ASIDE

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll for each of its guns."""
        groups = free_shots(play.position, fight.area) if fight.kind == "amphibious" else []
        return fire(play, fight, DEFENDER, groups, "free-shot") if groups else {}


def free_shots(position: Position, area: str) -> list[FireGroup]:
    """Return the fire groups of a fortified coast's artillery against units landed there; none if there are none."""
    if not crossing(position, area, afloat=True):
        return []
    groups = firing_groups(position, area, DEFENDER, rank=None)
    return [
        group._replace(pool="land", special=0, aim="") for group in groups if profile(position, group.power, group.unit).has("free-shot")
    ]
