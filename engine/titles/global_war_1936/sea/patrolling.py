"""Patrols that let ships pass, submarines that have to endure a patrol, transports left alone (sections 8.7, 8.9, 9.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.families.axis_allies.board import Stacks, condition_of, is_sea, on_patrol
from engine.families.axis_allies.combat import retreats
from engine.families.axis_allies.combat.battle import (
    ATTACKER,
    DEFENDER,
    OTHER,
    OpenBattle,
    fighting,
    has_value,
    remove,
    standing,
)
from engine.families.axis_allies.combat.ending import conclude
from engine.families.axis_allies.combat.fire import can_hit
from engine.families.axis_allies.combat.steps.outcome import IsOver, PressOrRetreat
from engine.families.axis_allies.combat.steps.round import SubmarinesDive
from engine.families.axis_allies.combat.steps.step import FIGHTS, IDLE, ON, OVER, ROUGHLY, UNCHAINED, Step, wait
from engine.families.axis_allies.combat.submarines import submarines
from engine.families.axis_allies.orders import Submerge
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import WITHDRAWN
from engine.orders import Order
from engine.rules import Pending, Position
from engine.titles.global_war_1936.orders import Decline
from engine.titles.global_war_1936.sea import seas
from engine.titles.global_war_1936.vocabulary import PURSUED

if TYPE_CHECKING:
    from engine.play import Play


def guards(position: Position, zone: str) -> Stacks:
    """Return the defending aircraft on patrol over a sea zone."""
    return [item for item in fighting(position, zone, DEFENDER) if on_patrol(item[0])]


class LetPass(Step):
    """A patrol may decline to fight ships whose side has no aircraft there (section 8.7)."""

    slug, takes = "let-pass", (Decline,)
    odds = ROUGHLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, where it may."""
        if not is_sea(play.title, fight.area) or not guards(play.position, fight.area):
            return ON
        units = play.title.units
        flown = any(units[key.unit].cls == "air" for key, _ in fighting(play.position, fight.area, ATTACKER))
        return ON if flown else wait(play, self.slug)

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice; by default a patrol lets surface warships pass, which would shoot it down, and fights submarines."""
        owner = guards(position, fight.area)[0][0].power
        there = fighting(position, fight.area, ATTACKER)
        ships = any(position.title.units[key.unit].has("surface-warship") for key, _ in there)
        return Pending("patrol", owner, (Decline,), Decline(ships), Decline(ships), DEFENDER)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Stay out of the battle, or fight."""
        assert isinstance(order, Decline)
        if not order.decline:
            return ON
        for key, count in guards(play.position, fight.area):
            change(play, key, count, condition_of(key).having(WITHDRAWN), "declined")
        if fighting(play.position, fight.area, DEFENDER):
            return ON
        conclude(play, "none", "stalemate")
        return OVER


class Dive(SubmarinesDive):
    """Submarines may submerge in lieu of firing; where aircraft on patrol watch, after the first round (9.4, 9.10).

    Attacking submarines that would submerge while they are watched endure that round: aircraft fire at them, and a destroyer for
    each; they fire at nobody (section 8.9, example C).
    """

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Submarines are at sea."""
        return UNCHAINED if is_sea(position.title, fight.area) else IDLE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Ask, when they may."""
        if not is_sea(play.title, fight.area) or not submarines(play.position, fight.area, self.side):
            return ON
        held = fight.round < 2 and is_watched(play.position, fight.area, self.side)
        return ON if held and not self._are_alone(play.position, fight) else wait(play, self.slug)

    def _are_alone(self, position: Position, fight: OpenBattle) -> bool:
        units = position.title.units
        there = standing(position, fight.area, ATTACKER)
        return self.side == ATTACKER and all(units[key.unit].has("submarine") for key, _ in there)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Submerge them, or let all of them endure the round."""
        if fight.round >= 2 or not is_watched(play.position, fight.area, self.side):
            return super().answer(play, fight, order)
        assert isinstance(order, Submerge)
        if order.count >= sum(n for _, n in submarines(play.position, fight.area, self.side)):
            PURSUED.set(play, "yes")
        return ON


def is_watched(position: Position, zone: str, side: str) -> bool:
    """Return whether aircraft of the other side keep a side's submarines from declining combat (sections 8.7, 8.9)."""
    units = position.title.units
    there = standing(position, zone, OTHER[side])
    return any(units[key.unit].cls == "air" and (side == ATTACKER or seas.watches(position, key)) for key, _ in there)


class IsOverWithoutWarships(IsOver):
    """Whether the battle is over; transports that are the only units left are eliminated (section 9.6), carriers endure."""

    odds = ROUGHLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Eliminate them, then look."""
        sink_left(play, fight)
        return ON if _endure(play.position, fight) else super().run(play, fight)


class PressWithoutWarships(PressOrRetreat):
    """After a round: transports that are the only units left are eliminated (section 9.6); carriers left press on or retreat (9.4)."""

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain follows who presses on, on land."""
        return UNCHAINED if is_sea(position.title, fight.area) else FIGHTS

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Eliminate them, then look, or ask."""
        sink_left(play, fight)
        return wait(play, self.slug) if _endure(play.position, fight) else super().run(play, fight)

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice; by default carriers without a warship or an aircraft retreat where they can."""
        usual = super().pending(position, fight)
        flees = _endure(position, fight) and retreats.choices(position, fight)
        return replace(usual, default=usual.cut) if flees else usual


def sink_left(play: Play, fight: OpenBattle) -> None:
    """Eliminate transports that are left alone with enemies that can fight; with advanced ASW they still fight submarines (7.8)."""
    position, area = play.position, fight.area
    if not is_sea(play.title, area):
        return
    for side in (ATTACKER, DEFENDER) if fight.round else (DEFENDER,):
        left = fighting(position, area, side)
        helpless = not has_value(position, left, side) or (side == DEFENDER and not can_hit(position, area, side))
        alone = helpless and all(play.title.units[key.unit].has("transport") for key, _ in left)
        if alone and has_value(position, fighting(position, area, OTHER[side]), OTHER[side]):
            for key, count in left:
                remove(play, fight, key, count, "defenceless")


def _endure(position: Position, fight: OpenBattle) -> bool:
    """Return whether attackers without an attack value, not transports alone, face enemies that can hit them: they may retreat (9.4)."""
    left = fighting(position, fight.area, ATTACKER)
    if not fight.round or not left or not is_sea(position.title, fight.area) or has_value(position, left, ATTACKER):
        return False
    return can_hit(position, fight.area, DEFENDER)
