"""The noncombat move phase (section Phase 4): units that neither moved nor fought may move, and all aircraft land."""

from __future__ import annotations

from collections import Counter

from engine.condition import Condition
from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.intercepting import remove_grounded
from engine.families.axis_allies.deck import deck_of
from engine.families.axis_allies.movement.allied_aircraft import guests_in, release
from engine.families.axis_allies.movement.landing import (
    DONE,
    is_landing_area,
    needy,
    remove_unlanded,
    stranded,
    unlanded,
    way_to,
    ways_home,
)
from engine.families.axis_allies.movement.parting import departures, note_guests
from engine.families.axis_allies.movement.phase import MovePhase
from engine.families.axis_allies.movement.selection import Selection
from engine.families.axis_allies.movement.ship_repair import repair_in_place
from engine.families.axis_allies.movement.shore import load_text
from engine.families.axis_allies.movement.touchdown import touch_down
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.vocabulary import CAPTURED, LANDED, LOADED, OFFLOADED
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

SECTION = "Phase 4: Noncombat Move"

HAS_LANDED = Rule("noncombat-move/landed", "Air Units")
JUST_CAPTURED = Rule("noncombat-move/captured", "Conclude Combat")
HAS_OFFLOADED = Rule("noncombat-move/offloaded", "Transports")
HAS_MOVED = Rule("noncombat-move/moved", SECTION)
RAID = Rule("noncombat-move/raid", SECTION)
LANDING = Rule("noncombat-move/landing", "Air Units")
MUST_LEAVE = Rule("noncombat-move/xenophobia", "Xenophobia")
MUST_LAND = Rule("noncombat-move/must-land", "Air Units")


class NoncombatMove(MovePhase):
    """Move units that stayed out of combat, and land aircraft."""

    slug = "noncombat-move"
    peaceful = True

    def barred(self, position: Position, unit: Unit, key: Stack, condition: Condition) -> Problem | None:
        """Land and sea units that moved or fought stay; so do guns taken this turn and fighters that have landed."""
        if unit.cls == "air":
            if LANDED in condition:
                return HAS_LANDED.broken(
                    "aircraft that have landed on a carrier, or have been put ashore, stay there",
                    found=f"{unit.unit} in {key.area}",
                    expected="aircraft in the air",
                )
            return None
        if CAPTURED in condition:
            return JUST_CAPTURED.broken(
                f"{unit.unit} was captured this turn",
                found=f"{unit.unit} in {key.area}",
                expected="units held since the turn began",
            )
        done = [word for word in condition.words if word in DONE or (word == LOADED and unit.cls == "sea")]
        if not done:
            return None
        if OFFLOADED in done:
            return HAS_OFFLOADED.broken(
                f"{unit.unit} does no more this turn once it offloads",
                found=f"{unit.unit} in {key.area} has offloaded",
                expected="another ship",
            )
        return HAS_MOVED.broken(
            "units that moved or fought before cannot move now",
            found=f"{unit.unit} in {key.area} has {done[0]}",
            expected="units that did neither",
        )

    def cause(self, unit: Unit) -> str:
        """Aircraft are landing, all else makes noncombat moves."""
        return "landing" if unit.cls == "air" else "noncombat"

    def consequences(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        """Check that no aircraft loses its landing place, and that there are no raids."""
        way = order.way
        if order.raid:
            return [RAID.broken("raids are declared in the combat move", found="raid", expected="no raid")]
        if not self._risks_landing(position, way, found):
            return []
        lost = self.loses(position, order)
        if not lost:
            return []
        return [
            LANDING.broken(
                "aircraft cannot be moved out of reach of a landing place",
                found=f"{lost} without landing after the move to {way[-1]}",
                expected="land friendly since the turn began, or room on a carrier, in reach",
            )
        ]

    def carry_move(self, play: Play, order: Move) -> None:
        """Move units along their path; fighters and carriers that meet end their moves."""
        since = len(play.events)
        super().carry_move(play, order)
        end = order.way[-1]
        if play.title.areas[end].kind == "sea":
            touch_down(play, end, _arrived(play, since))

    def check_end(self, position: Position) -> list[Problem]:
        """Aircraft that can still land must have landed, carriers that can still save fighters must have come, guests have left."""
        return self._check_landed(position) + self._check_left(position)

    def _check_left(self, position: Position) -> list[Problem]:
        leaving = self._departures(position)
        if not leaving:
            return []
        return [
            MUST_LEAVE.broken(
                "ships that have attacked beside units that they do not mix with leave in their next turn",
                found=f"{len(leaving)} that can: {', '.join(f'{o.units} in {o.way[0]}' for o in leaving)}",
                expected=", ".join(f"{o.units} {o.path}" for o in leaving),
            )
        ]

    def _departures(self, position: Position) -> list[Move]:
        return departures(position, self.reachable, lambda order: not self.check(position, order))

    def _check_landed(self, position: Position) -> list[Problem]:
        waiting = unlanded(position)
        can = sum(n for _, n in waiting) - stranded(position) if waiting else 0
        if can <= 0:
            return []
        where = ", ".join(f"{n} {key.unit} in {key.area}" for key, n in waiting)
        return [
            MUST_LAND.broken(
                f"{can} aircraft not in a landing place could still land",
                found=where,
                expected="land friendly since the turn began, or room on a carrier",
            )
        ]

    def owed(self, position: Position) -> list[Order]:
        """Return orders of which one helps towards ending the phase, when it may not end yet: carriers, then aircraft."""
        plan = ways_home(position)
        orders = [order for key, zone in plan.carriers for order in _sailings(position, key, zone)]
        homes = [_order(position, key, count, area) for key, count, area in plan.homes]
        return orders + homes + self._departures(position)

    def close(self, play: Play) -> None:
        """Aircraft without a landing place are lost; guests aboard carriers are cargo no more; ships beside factories are repaired."""
        remove_unlanded(play)
        remove_grounded(play)
        release(play)
        note_guests(play)
        repair_in_place(play)

    def _risks_landing(self, position: Position, way: tuple[str, ...], found: dict[str, Selection]) -> bool:
        """Return whether a move could cost an aircraft its landing; a quick test without false negatives."""
        units = [position.title.units[name] for name in found]
        if any(unit.cls == "air" for unit in units):
            draws = [key for selection in found.values() for key, _ in selection.draws]
            return not all(is_landing_area(position, way[-1], key) for key in draws)
        return any(unit.has("carries-aircraft") for unit in units) and bool(needy(position))


def _arrived(play: Play, since: int) -> Counter[Stack]:
    """The stacks created by the moves since event `since`."""
    made: Counter[Stack] = Counter()
    for event in play.events[since:]:
        if isinstance(event, UnitsMoved):
            made[Stack(event.destination, event.power, event.unit, event.strength, event.becomes)] += event.count
    return made


def _order(position: Position, key: Stack, count: int, area: str, cargo: str = "") -> Order:
    return Move(show_units([(key.unit, count)]), join_path(way_to(position, key, area)), cargo)


def _sailings(position: Position, key: Stack, zone: str) -> list[Order]:
    """Return orders for one carrier: with its cargo, or with the fewest guests first and then with others."""
    if condition_of(key).cargo:
        return [_order(position, key, 1, zone, load_text(key))]
    guests = [(k.unit, 1, k.power) for k, n in guests_in(position, key.area) for _ in range(n)]
    room = min(len(guests), deck_of(position, key))
    loads = ["", *(show_units(guests[:number]) for number in range(1, room + 1))]
    return [_order(position, key, 1, zone, load) for load in loads]
