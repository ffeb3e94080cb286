"""The base of a battle step: who acts, on which dice, the decision it may require, and the next step.

A step does its part and returns where the battle goes: to the next step (`ON`), nowhere until a decision is made
(`WAIT`), nowhere because the battle has ended (`OVER`), or to another step, named by its slug. The marker `step` of the
battle holds the pending decision, so that a game cut off there can continue from its events alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.combat.battle import REMOVED_AS, OpenBattle, clear_hit
from engine.families.axis_allies.vocabulary import STEP
from engine.orders import Order
from engine.problems import Problem
from engine.rules import Pending, Position

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.play import Play

ON, WAIT, OVER = "", "-", "."
"""The results of a step that do not name another step."""


EXACTLY, ASIDE, ROUGHLY, UNKNOWN = "exactly", "aside", "roughly", ""
"""Whether the exact odds know a step.

They fight it as it is; it does something only by abilities, answers or standings of which the exact odds know that they do not follow
them; they leave out what it does, which may decide a battle, but is left out in what bots expect; they do not know it.
"""

FIGHTS, IDLE, UNCHAINED = "fights", "idle", ""
"""What the chain of odds of one battle (`odds/`) knows of a step from the beginning of a round on: it does what its name says, as the chain
follows it; it does nothing in this battle; it is not known."""


class Step:
    """One step of a battle. Subclasses implement `run`; those that ask for a decision implement the rest.

    Attributes:
        slug: the step's name, and the value of the marker `step` while it waits.
        takes: the orders that answer what it asks.
        odds: whether the exact odds know the step: EXACTLY, ASIDE, ROUGHLY or UNKNOWN. It holds for this class alone; a subclass that
            is known says so again.
    """

    slug: str = ""
    takes: tuple[type[Order], ...] = ()
    odds: str = UNKNOWN

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Return FIGHTS, IDLE or UNCHAINED of the open battle. As with `odds`, it holds for the class alone that says it."""
        return UNCHAINED

    @property
    def waits(self) -> tuple[str, ...]:
        """The values of the marker `step` under which this step waits for a decision."""
        return (self.slug,) if self.takes else ()

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Do the step's part; return where the battle goes."""
        raise NotImplementedError

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the decision that the step waits for."""
        raise NotImplementedError

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with an answer."""
        return []

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return the nearest answer that can be carried out."""
        return order

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Carry an answer out; return where the battle goes."""
        raise NotImplementedError

    def break_off(self, play: Play, fight: OpenBattle) -> None:
        """Settle what is owed if a battle ends unfinished while the step waits."""


class Remove(Step):
    """Remove the units that have been hit; only those with given words, if named."""

    odds = EXACTLY

    def __init__(self, slug: str, words: Collection[str] = REMOVED_AS, to: str = ON) -> None:
        self.slug, self.words, self.to = slug, words, to

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """The chain removes who is hit."""
        return FIGHTS

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove them; go on to the step after, or to the one named."""
        clear_hit(play, fight, self.words)
        return self.to


def wait(play: Play, step: str) -> str:
    """Wait for the decision of a step."""
    STEP.set(play, step)
    return WAIT
