"""What blocks may do in a phase, in lines that call none of the rules (Black Swan, sections 1.2, 2.1, 3.1, 3.2, 3.4)."""

from __future__ import annotations

from itertools import pairwise

from engine import events as ev
from engine.condition import parse_condition
from engine.families.blocks.vocabulary import UNSUPPLIED
from engine.invariants.journeys import Act, Journey, Journeys, spaces
from engine.state import GameState, Stack
from engine.title.model import Title

SAIL, MARCH, OPERATE, STRATEGIC = "sails", "marches", "makes an operation", "moves strategically"
KINDS = {"move": MARCH, "seaborne": OPERATE, "airborne": OPERATE, "escort": OPERATE, "strategic": STRATEGIC}
"""Cause of a move of ground and air blocks to what it is; who is sent back or retreats has done nothing more."""


class BlockJourneys(Journeys):
    """The journeys of blocks in a phase: one act, and a march may be made in parts."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        row = title.settings.get("land_move", {})
        self.row = {"step": 1, "hard": 1, "slow": [], "arrows": "", "lake": "", **row}
        self.borders = {
            frozenset((border.area, border.to)): border.border
            for border in title.borders
            if border.border in (self.row["arrows"], self.row["lake"])
        }

    def ends(self, event: ev.PhaseStarted) -> bool:
        """Blocks act anew in each phase."""
        return True

    def act(self, event: ev.UnitsMoved | ev.UnitsChanged, state: GameState) -> Act | None:
        """Return what blocks do in a move."""
        if not isinstance(event, ev.UnitsMoved):
            return None
        what = KINDS.get(event.cause, "")
        if self.title.units[event.unit].cls == "sea":
            what = SAIL if event.cause == "move" else ""
        far = self._cost(event.unit, event.path) if what == MARCH else 0
        return Act(self.now, what, event.origin, far) if what else None

    def _cost(self, unit: str, path: tuple[str, ...]) -> int:
        """Return the movement points of a march: tanks go hard in rough terrain and across double arrows; a lake is a step more."""
        slow = self.title.units[unit].number("fires-in") in self.row["slow"]
        rough, cost = self.title.regions.get("rough", ()), 0
        for one, two in pairwise(path):
            between = self.borders.get(frozenset((one, two)), "")
            hard = slow and (two in rough or between == self.row["arrows"] != "")
            lake = between == self.row["lake"] != "" and two not in self.title.neighbours[one]
            cost += self.row["hard"] if hard else self.row["step"] * (2 if lake else 1)
        return cost

    def judge(self, key: Stack, journey: Journey, state: GameState) -> list[str]:
        """Return what is wrong with the last act of blocks."""
        *before, last = journey
        done, row, wrong = {act.what for act in before}, self.title.units[key.unit], []
        allowed = {MARCH} if last.what == MARCH else set()
        if last.what == STRATEGIC and state.options.get("strategic-after-march") == "yes":
            allowed = {MARCH}
        wrong += [f"{key.unit} {last.what} after it {what} in one phase" for what in sorted(done - allowed)]
        if spaces(journey) > row.move:
            wrong.append(f"{key.unit} marches {spaces(journey)} points in a phase; expected at most {row.move}")
        if row.has("fort"):
            wrong.append(f"{key.unit} {last.what}, and is a fort")
        if UNSUPPLIED in parse_condition(key.condition):
            wrong.append(f"{key.unit} {last.what} out of supply")
        return wrong
