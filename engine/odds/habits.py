"""What the players of a recorded game let their submarines do, as far as its battles show it before the one in question.

A power had a chance at the start of a round in which it had submarines and the other side no destroyer. What counts is what it did at the
first chance of each battle, and of battles the last one. So what is expected of a battle depends on nothing that its own dice decide: a
policy that is learned from a battle itself would be known only where the dice gave a chance, and luck would not be 0 on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine import events as ev
from engine.errors import SitrepError
from engine.odds.battle import Forces
from engine.odds.diving import Dive, Shown, at_once
from engine.odds.fighters import ATTACKER, DEFENDER, Units
from engine.odds.names import counted
from engine.odds.recorded_battle import dives
from engine.title.model import Title

OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}


class Habits:
    """Which powers let all their submarines submerge when they last might, from the events of a game in order.

    Attributes:
        known: power to whether it did; a power that has had no chance is not in it.
    """

    def __init__(self, title: Title) -> None:
        self.title = title
        self.known: dict[str, bool] = {}
        self._battle: _Battle | None = None

    def take(self, events: Iterable[ev.Event]) -> Habits:
        """Take in further events; return itself."""
        for event in events:
            if isinstance(event, ev.BattleStarted):
                self._battle = self._begun(event)
            elif self._battle is not None and getattr(event, "battle", 0) == self._battle.number:
                self._battle.take(event, self.known)
        return self

    def shown(self, attackers: Units, defenders: Units) -> Shown:
        """Return what each side's submarines are known to do; None: not known. Of several powers the first one that is known tells."""
        found = [
            next((self.known[power] for (unit, power), n in units.items() if n and _is(self.title, unit) and power in self.known), None)
            for units in (attackers, defenders)
        ]
        return found[0], found[1]

    def _begun(self, start: ev.BattleStarted) -> _Battle | None:
        if start.kind != "sea":
            return None
        try:
            sides: dict[str, Units] = {
                ATTACKER: counted(self.title, start.attackers, start.attacker),
                DEFENDER: counted(self.title, start.defenders, start.defender),
            }
        except SitrepError:
            return None
        battle = _Battle(self.title, start.battle, sides)
        return battle if any(battle.boats.values()) else None


def in_battle(title: Title, forces: Forces, dived: Dive, habits: Habits) -> Shown:
    """Return what is known, before the first die of a battle, of whose submarines submerge in it as soon as they may; None: not known.

    That is what they did just then, if they had a chance; else what their power did before.

    Args:
        dived: whose submarines submerged before the first die. habits: of the game before the battle.
    """
    before = habits.shown(forces.attackers, forces.defenders)
    now = at_once(title, forces, dived)
    return (before[0] if now[0] is None else now[0]), (before[1] if now[1] is None else now[1])


class _Battle:
    """A battle at sea as it goes on: the submarines of each power, the destroyers of each side.

    Args:
        sides: side to (unit, power) to how many.
    """

    def __init__(self, title: Title, number: int, sides: dict[str, Units]) -> None:
        self.title, self.number, self.round = title, number, 0
        self.side_of = {power: side for side, units in sides.items() for _, power in units}
        self.boats, self.hunters = Counter[str](), Counter[str]()
        for units in sides.values():
            for (unit, power), n in units.items():
                self._add(unit, power, n)
        self._told, self._dived = set[str](), set[str]()

    def take(self, event: ev.Event, known: dict[str, bool]) -> None:
        """Go on with an event of the battle, and note what it shows."""
        if isinstance(event, ev.UnitsRemoved) and event.power in self.side_of:
            self._add(event.unit, event.power, -event.count)
        elif dives(event) and event.power in self.side_of:
            self._add(event.unit, event.power, -event.count)
            self._dived.add(event.power)
        elif isinstance(event, ev.BattleEnded) or (isinstance(event, ev.DiceRolled) and event.round > self.round):
            self.round = getattr(event, "round", self.round)
            stayed = set() if isinstance(event, ev.BattleEnded) else {power for power in self.boats if self._may(power)}
            told = (self._dived | stayed) - self._told
            known |= {power: not self.boats[power] for power in told}
            self._told |= told

    def _may(self, power: str) -> bool:
        return self.boats[power] > 0 and not self.hunters[OTHER[self.side_of[power]]]

    def _add(self, unit: str, power: str, n: int) -> None:
        if _is(self.title, unit):
            self.boats[power] += n
        elif self.title.units[unit].has("destroyer"):
            self.hunters[self.side_of[power]] += n


def _is(title: Title, unit: str) -> bool:
    return title.units[unit].has("submarine")
