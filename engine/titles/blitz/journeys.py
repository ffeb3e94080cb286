"""What units may do in one side's Activities or Blitzes, in lines that call none of the rules (sections 4.1, 4.2, 5.1, 5.2, 5.3)."""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush

from engine import events as ev
from engine.invariants.journeys import Act, Journey, Journeys
from engine.state import GameState, Stack
from engine.title.model import Title
from engine.titles.blitz.tables import counters, figure, places, terrains
from engine.titles.blitz.vocabulary import BLITZ, BLITZING

SAIL, REBASE, MARCH, RETURN, LAND, EMBARK = "moves to sea", "rebases", "moves", "returns", "is put ashore", "embarks"
ATTACK, JOIN, CARRIED = "joins a land area combat", "joins a sea area combat", "is carried"
KINDS = {
    ("sea", "sail"): SAIL,
    ("rebase", "rebase"): REBASE,
    ("move", "move"): MARCH,
    ("return", "return"): RETURN,
    ("move", "landed"): LAND,
    ("sea", "embark"): EMBARK,
    ("sea-combat", "fly-in"): JOIN,
}
"""(phase, cause) of a move to what a unit does; what a combat does to it is no act of its own."""

BARS = {
    SAIL: (SAIL, REBASE, MARCH, JOIN),
    REBASE: (SAIL, MARCH, CARRIED),
    CARRIED: (MARCH,),
    MARCH: (LAND,),
    RETURN: (RETURN, SAIL),
    LAND: (LAND, MARCH),
    EMBARK: (EMBARK, MARCH),
    JOIN: (),
    ATTACK: (ATTACK,),
}
"""What a unit does to what it may not have done before, in the same Activities or Blitzes."""

BLITZES = {
    "land": ("move", "land-combat"),
    "foot": ("move", "land-combat"),
    "naval": ("return", "sea", "sea-combat"),
    "free": ("return", "sea", "rebase", "move"),
}
"""Blitz to the phases that it repeats, where not all (section 2.2)."""

FAR = 99
"""More than any flight costs."""


class BlitzJourneys(Journeys):
    """The journeys of units while their side acts; each counter is one unit."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.marching, self.ferry = "", ("", "")
        self.free: Counter[str] = Counter()

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Begin a phase; as new journeys begin, nothing has moved in a Free Blitz."""
        if self.ends(event):
            self.free.clear()
        return super().phase(event, state)

    def act(self, event: ev.UnitsMoved | ev.UnitsChanged, state: GameState) -> Act | None:
        """Return what a unit does in an event, and what it costs."""
        if isinstance(event, ev.UnitsChanged):
            return Act(self.now, ATTACK, event.area) if event.cause == "commit" else None
        what = KINDS.get((self.now, event.cause), "")
        if not what or event.unit not in counters(self.title) or self.title.areas[event.origin].kind == "box":
            return None
        cls, row, far = self.title.units[event.unit].cls, counters(self.title)[event.unit], 0
        if what == MARCH:
            far = sum(terrains(self.title)[places(self.title)[area].terrain].move for area in event.path[1:])
        elif cls == "sea" and what in (SAIL, REBASE):
            far, self.ferry = len(event.path) - 1, (event.origin, event.destination)
        elif what == REBASE and cls == "land" and (not row.fly or self.ferry == (event.origin, event.destination)):
            what = CARRIED
        elif what in (SAIL, REBASE, JOIN) and cls != "sea":
            far = self._flight(event.origin, event.destination)
        return Act(self.now, what, event.origin, far)

    def _flight(self, start: str, goal: str) -> int:
        """Return what the cheapest flight costs, whoever holds what is between: land 1, sea 2; FAR where there is none."""
        ahead, cost = [(0, start)], dict[str, int]()
        while ahead:
            spent, place = heappop(ahead)
            if place == goal:
                return spent
            for other in self.near[place]:
                total = spent + (figure(self.title, "flight-over-sea") if self.title.areas[other].kind == "sea" else 1)
                if total < cost.get(other, FAR):
                    cost[other] = total
                    heappush(ahead, (total, other))
        return FAR

    def judge(self, key: Stack, journey: Journey, state: GameState) -> list[str]:
        """Return what is wrong with the last act of a unit."""
        *before, last = journey
        row, unit = counters(self.title)[key.unit], key.unit
        done = [act.what for act in before]
        wrong = [f"{unit} {last.what} after it {what}" for what in BARS[last.what] if what in done]
        on = last.what == MARCH and self.marching != unit and MARCH in done
        at_sea = last.what == ATTACK and self.title.units[unit].cls == "air" and {SAIL, JOIN} & set(done)
        wrong += [f"{unit} {ATTACK} after it was in a sea area"] if at_sea else []
        wrong += [f"{unit} moves on after {self.marching} has moved"] if on else []
        self.marching = unit if last.what == MARCH else self.marching
        if last.what == REBASE and REBASE in done and row.type != "TRS":
            wrong.append(f"{unit} rebases twice")
        flies = last.what in (SAIL, REBASE, JOIN) and self.title.units[unit].cls != "sea"
        most = (row.fly if flies else row.move) * (figure(self.title, "rebase-movement") if last.what == REBASE else 1)
        far = last.spaces + sum(act.spaces for act in before if act.what == last.what and last.what in (MARCH, REBASE))
        if far > most:
            wrong.append(f"{unit} {last.what} at a cost of {far}; expected at most {most}")
        if row.type == "FORT" and last.what in (MARCH, EMBARK, CARRIED, REBASE):
            wrong.append(f"{unit} {last.what}, and is a FORT")
        return wrong + self._check_blitz(key, last, done, state)

    def _check_blitz(self, key: Stack, last: Act, done: list[str], state: GameState) -> list[str]:
        """A Blitz repeats some activities only, an Air Blitz with air units only, a Free Blitz with Sizes of four together (section 2.2).

        Who is carried takes part in the Blitz of the TRS.
        """
        if not BLITZING.read(state) or last.what in (ATTACK, JOIN, EMBARK, CARRIED):
            return []
        blitz = BLITZ.read(state, key.power) or "free"
        if last.phase not in BLITZES.get(blitz, (last.phase,)):
            return [f"{key.unit} {last.what} in the {last.phase} of a Blitz of kind {blitz}"]
        if blitz == "air" and self.title.units[key.unit].cls != "air":
            return [f"{key.unit} {last.what} in an Air Blitz"]
        if blitz == "free" and (last.what != MARCH or MARCH not in done):
            self.free[key.power] += key.strength
        most = figure(self.title, "free-blitz-sizes")
        if self.free[key.power] > most:
            return [f"{key.power} has moved Sizes of {self.free[key.power]} in its Free Blitz; expected at most {most}"]
        return []
