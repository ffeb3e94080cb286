"""What units may do in a turn of an Axis & Allies game, in lines that call none of its rules.

Rule book of aa1942, which the others add to: Combat Move, Noncombat Move, and in the Unit Profiles Air Units and Transports.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from engine.condition import parse_condition
from engine.families.axis_allies.politics.guests import is_guest
from engine.invariants.journeys import Act, Journey, Journeys, spaces
from engine.rules import Position, relation, side_of
from engine.state import GameState, Stack
from engine.title.model import Revision, Title, Unit

WALK, LOAD, ASHORE, CARRIED = "walks", "is loaded", "is put ashore", "is carried"
SAIL, TAKES, OFFLOADS, REDEPLOYED, RETREAT = "sails", "loads", "offloads", "is redeployed", "retreats"
FLY, LANDS, FOUGHT = "flies", "lands on a deck", "fights"

STEPS = frozenset({"move", "noncombat", "blitz", "crossing", "annexation"})
"""Causes of a move by which units go on foot, or sail, from space to space."""

CARRIERS = frozenset({"airborne", "transfer"})
"""Causes of a move over land in which units are carried: by aircraft, or by rail."""

FLIGHTS = frozenset({"move", "landing"})
"""Causes of a move by which aircraft spend their range."""

NONCOMBAT = "noncombat-move"


class AxisAlliesJourneys(Journeys):
    """The journeys of land units, ships and aircraft in a turn."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.held: dict[str, str] = {}

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Keep who held what as a turn began: aircraft land there alone."""
        begins = event.turn != self.turn
        wrong = super().phase(event, state)
        self.held = dict(state.control) if begins else self.held
        return wrong

    def act(self, event: ev.UnitsMoved | ev.UnitsChanged, state: GameState) -> Act | None:
        """Return what land units, ships and aircraft do in an event."""
        cls = self.title.units[event.unit].cls
        if isinstance(event, ev.UnitsChanged):
            what = self._done(event, cls)
            return Act(self.now, what, event.area) if what else None
        far = max(1, len(event.path) - 1)
        if cls == "air":
            return Act(self.now, FLY, event.origin, far) if event.cause in FLIGHTS else None
        what = self._sailed(event) if cls == "sea" else self._went(event)
        return Act(self.now, what, event.origin, far if what in (WALK, SAIL) else 0) if what else None

    def _done(self, event: ev.UnitsChanged, cls: str) -> str:
        """Return what a change says that units have done: fought, or taken land units aboard, or put them ashore."""
        if event.cause == "fought":
            return FOUGHT
        if event.cause == "landing" and cls == "air":
            return LANDS
        before, after = (self._load(text) for text in (event.condition, event.becomes))
        if cls != "sea" or before == after or event.cause == "called-off":
            return ""
        return TAKES if after > before else OFFLOADS

    def _load(self, condition: str) -> int:
        return sum(self.title.units[unit].cls == "land" for _, unit in parse_condition(condition).cargo)

    def _sailed(self, event: ev.UnitsMoved) -> str:
        if event.cause in STEPS:
            return SAIL
        return {"redeployed": REDEPLOYED, "retreat": RETREAT}.get(event.cause, "")

    def _went(self, event: ev.UnitsMoved) -> str:
        kinds = self.title.areas[event.origin].kind, self.title.areas[event.destination].kind
        if kinds == ("land", "land"):
            return WALK if event.cause in STEPS else CARRIED if event.cause in CARRIERS else ""
        return {("land", "sea"): LOAD, ("sea", "land"): ASHORE}.get(kinds, "") if event.cause != "called-off" else ""

    def way(self, event: ev.UnitsMoved, act: Act) -> list[str]:
        """Return what is wrong with a path: land units walk on land, and ships sail at sea."""
        cls, kinds = self.title.units[event.unit].cls, {self.title.areas[area].kind for area in event.path}
        wrong = [f"{event.unit} {act.what} on {' and '.join(sorted(kinds))}"] if act.what in (WALK, SAIL) and kinds - {cls} else []
        return wrong + super().way(event, act)

    def judge(self, key: Stack, journey: Journey, state: GameState) -> list[str]:
        """Return what is wrong with the last act of units."""
        *before, last = journey
        done, wrong = [act.what for act in before], []
        most = self._most(key, journey, state)
        if spaces(journey) > most:
            wrong.append(f"{key.unit} goes {spaces(journey)} spaces in a turn; expected at most {most}")
        if last.what == WALK and state.options.get("carried") != "move":
            wrong += [f"{key.unit} walks after it {what}" for what in (ASHORE, CARRIED) if what in done]
        again = {last.what} - {REDEPLOYED}  # Transports that are sent far pick units up along the way (10.6 of Global War).
        if last.what in (LOAD, CARRIED, REDEPLOYED) and ({WALK, SAIL, ASHORE} | again) & set(done):
            wrong.append(f"{key.unit} {last.what} after it {done[-1]}")
        if last.what in (SAIL, TAKES) and OFFLOADS in done:
            wrong.append(f"{key.unit} {last.what} after it {OFFLOADS}")
        if last.what == OFFLOADS and RETREAT in done:
            wrong.append(f"{key.unit} {last.what} after it {RETREAT}")
        if last.what == FLY and LANDS in done:
            wrong.append(f"{key.unit} {FLY} after it {LANDS}")
        early = next((act for act in before if act.phase != NONCOMBAT), None)
        lent = self.title.units[key.unit].cls == "sea" and key.power != state.clock.power
        if early and last.phase == NONCOMBAT and last.what not in (FLY, LANDS, FOUGHT) and not lent:
            wrong.append(f"{key.unit} {last.what} in the {NONCOMBAT} after it {early.what} in the {early.phase}")
        return wrong

    def _most(self, key: Stack, journey: Journey, state: GameState) -> int:
        """Return the spaces that units may go in this turn: their type's: by technology, with a base, in tow, on a long march."""
        row, move = self.title.units[key.unit], self._move(key, state)
        most = move + self._bonus(key, journey[0].area, state) + self._has(key, "towed", state)
        reach = self.title.settings.get("reach")
        if not reach or journey[-1].phase != reach["phase"] or (row.cls == "land" and move != 1):
            return most
        early = spaces(journey) - spaces(journey, reach["phase"])
        if row.cls == "air" and early and state.options.get("rebase") != "all":
            return most
        return max(most, early + int(reach.get(row.cls, 0)))

    def _move(self, key: Stack, state: GameState) -> int:
        move = self.title.units[key.unit].move
        for row in self._changes(key, state):
            if row.move:
                move = int(row.move) + (move if row.move[0] in "+-" else 0)
        return move

    def _has(self, key: Stack, ability: str, state: GameState) -> bool:
        return self.title.units[key.unit].has(ability) or any(ability in row.abilities for row in self._changes(key, state))

    def _changes(self, key: Stack, state: GameState) -> Iterator[Revision]:
        """Yield the rows of revisions.csv that hold for the units of a stack now."""
        for row in self.title.revisions_of.get(key.unit, ()):
            wanted = {row.when[0]: row.when[1]} if row.when else {}
            options = {name: state.options.get(name, self.title.options[name].default) for name in wanted}
            gained = not row.tech or state.techs.get((key.power, row.tech), 0) > 0
            if row.power in ("", key.power) and gained and options == wanted:
                yield row

    def _bonus(self, key: Stack, start: str, state: GameState) -> int:
        """Return what a base adds where aircraft start, or beside ships; seaplanes and submarines have bases of their own."""
        row = self.title.units[key.unit]
        if row.cls == "land":
            return 0
        kinds = ["air-base" if row.cls == "air" else "naval-base"]
        kinds += ["seaplane-base", "naval-base"] if row.has("hits-few") else []
        kinds += ["submarine-base"] if row.has("submarine") else []
        areas = [start, *(self.title.neighbours[start] if row.cls == "sea" else ())]
        bases = [self.title.units[base.unit] for area in areas for base, _ in state.units_in(area)]
        return max((base.number(kind) for base in bases for kind in kinds if base.has(kind)), default=0)

    def rest(self, state: GameState) -> list[str]:
        """Aircraft that have flown land where it was friendly as the turn began; nobody stays among units that it does not mix with."""
        wrong = []
        for key, made in self.made.items():
            place, cls = self.title.areas[key.area], self.title.units[key.unit].cls
            come = [[act.what for act in journey] for journey, count in made.items() if count and journey]
            held = self.held.get(key.area, "")
            if (
                cls == "air"
                and place.kind == "land"
                and any(FLY in acts for acts in come)
                and not self._is_friend(state, key.power, held)
                and not is_guest(Position(self.title, state), key.area, key.power, self.held)
                and not self._is_taken_base(state, key)
            ):
                wrong.append(f"{key.unit} of {key.power} has flown to {key.area}, which {held or 'nobody'} held as the turn began")
            attack = cls == "sea" and state.options.get("shared-seas") == "attack"
            stays = any({WALK, SAIL, ASHORE, FLY, CARRIED} & set(acts) and not (attack and FOUGHT in acts) for acts in come)
            wrong += [
                f"{key.unit} of {key.power} has come to {key.area}, and does not mix with units of {other} there"
                for other in (self._strangers(key, state) if stays else ())
            ]
        return wrong

    def _strangers(self, key: Stack, state: GameState) -> list[str]:
        """Return the powers with units beside those of a stack that they do not mix with, as bans.csv has it; enemies do not count."""
        place, cls = self.title.areas[key.area], self.title.units[key.unit].cls
        there = {other.power for other, _ in state.units_in(key.area)} - {key.power}
        rows = [
            row for row in self.title.bans if (row.power, row.ban) == (key.power, "mix") and cls in row.classes and place.kind in row.kinds
        ]
        return sorted(
            other
            for other in there
            for row in rows
            if row.of in (other, side_of(self.title, state, other)) and relation(self.title, state, key.power, other) != "war"
        )

    def _is_taken_base(self, state: GameState, key: Stack) -> bool:
        """Whether aircraft stand on an undamaged base taken in this turn, with the option that lets them (10.2 of Global War)."""
        if state.options.get("captured-bases") != "on" or not self._is_friend(state, key.power, state.control.get(key.area, "")):
            return False
        kinds = ("air-base", *(("naval-base", "seaplane-base") if self.title.units[key.unit].has("hits-few") else ()))
        bases = [self.title.units[base.unit] for base, _ in state.units_in(key.area)]
        return any(row.has(kind) and self._works(row, key.area, state) for row in bases for kind in kinds)

    def _works(self, row: Unit, area: str, state: GameState) -> bool:
        limit = row.number("stops-working-at")
        return not limit or state.damage.get((area, row.unit), 0) < limit

    def _is_friend(self, state: GameState, one: str, two: str) -> bool:
        return two in self.title.powers and relation(self.title, state, one, two) == "allied"
