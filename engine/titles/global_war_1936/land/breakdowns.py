"""Vehicles that break down in the desert and retreat (section 1.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.events import DiceRolled, Event, UnitsMoved
from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, standing
from engine.families.axis_allies.combat.retreats import choices
from engine.families.axis_allies.combat.steps.step import IDLE, ON, ROUGHLY, UNCHAINED, Step
from engine.families.axis_allies.vocabulary import FOUGHT
from engine.rules import Position
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.vocabulary import BROKEN_DOWN

if TYPE_CHECKING:
    from engine.play import Play


def note(play: Play, fight: OpenBattle, events: Iterable[Event]) -> None:
    """Count the vehicles whose dice show the highest face as they attack in a desert, or in the first round over a desert border."""
    if not modifiers.rough(play.position, fight.area, "desert") and not _over_desert(play, fight):
        return
    rolled = [event for event in events if isinstance(event, DiceRolled) and event.side == ATTACKER]
    for event in rolled:
        failed = event.dice.count(play.title.dice_sides)
        if failed and play.title.units[event.unit].has("vehicle"):
            BROKEN_DOWN.add(play, failed, event.power, event.unit)


def _over_desert(play: Play, fight: OpenBattle) -> bool:
    """Whether all attackers have come over a border of desert, in the first round (section 1.7)."""
    if not modifiers.first_round(play.position):
        return False
    came = {condition_of(key).origin for key, _ in modifiers.attackers(play.position, fight.area)} - {""}
    return bool(came) and all("desert" in modifiers.crossed(play.position, origin, fight.area) for origin in came)


class BreakDowns(Step):
    """Vehicles that have broken down retreat at the end of the round, where they came from if that is friendly."""

    slug = "breakdowns"
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Vehicles break down where their dice are counted."""
        return UNCHAINED if modifiers.counted(position, fight.area) else IDLE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Move them; those that have no way back fight on."""
        for (power, unit), number in list(BROKEN_DOWN.entries(play.state)):
            BROKEN_DOWN.emit(play, "", power, unit)
            _retreat(play, fight, power, unit, int(number))
        return ON


def _retreat(play: Play, fight: OpenBattle, power: str, unit: str, left: int) -> None:
    refuges = choices(play.position, fight)
    for key, count in standing(play.position, fight.area, ATTACKER):
        before = condition_of(key)
        taken = min(count, left) if (key.power, key.unit) == (power, unit) and before.origin in refuges else 0
        left -= taken
        if taken:
            becomes = before.having(FOUGHT)._replace(origin=fight.area, target="").text
            way = (fight.area, before.origin)
            play.emit(UnitsMoved(power, unit, taken, *way, key.strength, "breakdown", key.condition, becomes, way))
