"""Combat as Global 1939 curbs it: one round for a neutral power, and what the fall of a capital brings.

Sections Soviet Union; France, Vichy France and Free French.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.mechanics import fall
from engine.mechanics.board import is_sea
from engine.mechanics.combat import retreats
from engine.mechanics.combat.battle import ATTACKER, DEFENDER, Fight, fighting, open_fight, remove
from engine.mechanics.combat.ending import conclude
from engine.mechanics.conduct_combat import ConductCombat
from engine.mechanics.orders import Press, Retreat
from engine.mechanics.relations import curbs
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position, Problem


class CurbedCombat(ConductCombat):
    """A neutral power breaks its battles off after as many rounds as it may fight.

    Ships that have come from nowhere stay with the enemy's; land units that came from the sea or the air have no way
    back, as in the base game, and are lost.
    """

    def pending(self, position: Position) -> Pending | None:
        """Return the decision due; who may not press on retreats when the record says nothing."""
        due = super().pending(position)
        if due is None or due.what != "press" or not must_break_off(position):
            return due
        fight = open_fight(position)
        where = retreats.choices(position, fight) if fight else []
        away = Retreat(where[0] if where else "")
        return replace(due, default=away, cut=away)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order, pressing on beyond the last round among it."""
        problems = super().check(position, order)
        if isinstance(order, Press) and must_break_off(position):
            curb = curbs(position, position.power)
            problems.append(Problem("conduct-combat/rounds", "Soviet Union", "a neutral power attacks for one round only",
                                    "press", f"retreat after round {curb.combat_rounds if curb else 1}"))  # fmt: skip
        return problems

    def carry_out(self, play: Play, order: Order) -> None:
        """Fight on as far as the next decision; after the last round nobody is left to fight on."""
        fight = open_fight(play.position)
        if fight and isinstance(order, Retreat) and must_break_off(play.position):
            _lose_stranded(play, fight)
        super().carry_out(play, order)
        fight = open_fight(play.position)
        if fight and _is_spent(play.position, fight) and not retreats.choices(play.position, fight):
            _end_without_retreat(play, fight)

    def close(self, play: Play) -> None:
        """End the phase; a power whose capital has been taken for good falls."""
        super().close(play)
        fall.falls(play)


def must_break_off(position: Position) -> bool:
    """Return whether the attacker of the open battle has fought its last round and can retreat."""
    fight = open_fight(position)
    return bool(fight and _is_spent(position, fight) and retreats.choices(position, fight))


def _is_spent(position: Position, fight: Fight) -> bool:
    curb = curbs(position, position.power)
    if curb is None or not curb.combat_rounds or position.state.marker("battle", "step") != "press":
        return False
    return fight.round >= curb.combat_rounds


def _lose_stranded(play: Play, fight: Fight) -> None:
    """Remove the attacking land units that go with no retreat."""
    position, units = play.position, play.title.units
    leaving = {key for key, _ in retreats.ground(position, fight.area)} if retreats.choices(position, fight) else set()
    for key, count in fighting(position, fight.area, ATTACKER):
        if units[key[2]].cls == "land" and not is_sea(play.title, fight.area) and key not in leaving:
            remove(play, fight, key, count, "stranded")


def _end_without_retreat(play: Play, fight: Fight) -> None:
    if is_sea(play.title, fight.area):
        conclude(play, "none", "stalemate")
        return
    _lose_stranded(play, fight)
    conclude(play, DEFENDER, "eliminated")
