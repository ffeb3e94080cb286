"""Combat as Global 1939 curbs it: one round for a neutral power, and what the fall of a capital brings.

Sections Soviet Union; France, Vichy France and Free French.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.mechanics import fall
from engine.mechanics.combat import retreats
from engine.mechanics.combat.battle import open_fight
from engine.mechanics.conduct_combat import ConductCombat
from engine.mechanics.orders import Press, Retreat
from engine.mechanics.relations import curbs
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position, Problem


class CurbedCombat(ConductCombat):
    """A neutral power breaks its battles off after as many rounds as it may fight."""

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

    def close(self, play: Play) -> None:
        """End the phase; a power whose capital has been taken for good falls."""
        super().close(play)
        fall.falls(play)


def must_break_off(position: Position) -> bool:
    """Return whether the attacker of the open battle has fought its last round and can retreat."""
    curb, fight = curbs(position, position.power), open_fight(position)
    if curb is None or fight is None or not curb.combat_rounds or position.state.marker("battle", "step") != "press":
        return False
    return fight.round >= curb.combat_rounds and bool(retreats.choices(position, fight))
