"""What must hold in games of Blitz!, beside what holds in all: counters, sides, Sizes, stores, ports."""

from __future__ import annotations

from collections import Counter

from engine import events as ev
from engine.condition import parse_condition
from engine.invariants.ledger import LedgerChecks
from engine.rules import Position
from engine.state import GameState, Stack
from engine.title.model import Title
from engine.titles.blitz.journeys import BlitzJourneys
from engine.titles.blitz.politics_tables import role
from engine.titles.blitz.position import board
from engine.titles.blitz.settings import walls
from engine.titles.blitz.tables import big_of, counters, figure, places
from engine.titles.blitz.vocabulary import AGENDA, FORGONE, LOST_HOMES


class BlitzLedger(LedgerChecks):
    """The checker of this game.

    Every counter is in one place: on the map or in a box beside it, from the set-up on, unless it is out for good. A unit on the map has a
    Size of its side of the counter. Land areas hold units of one side. A TRS carries what its Size allows.
    """

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.there: Counter[str] = Counter()
        self.grown: set[str] = set()
        self.journeys = BlitzJourneys(title)

    def can_be_nobodys(self, area: str) -> bool:
        """Lands of France become neutral when it falls (3.4)."""
        return self.title.areas[area].kind == "land"

    def placed(self, event: ev.UnitsPlaced, state: GameState) -> list[str]:
        """A counter is in one place."""
        wrong = super().placed(event, state)
        self.there[event.unit] += event.count
        return wrong + self._check_one(event.unit)

    def removed(self, event: ev.UnitsRemoved, state: GameState) -> list[str]:
        """A counter that leaves the map goes to a box at once, but for those that are out for good."""
        self.there[event.unit] -= event.count
        self.journeys.removed(event)
        return super().removed(event, state)

    def moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        """A unit does no more than one side's Activities or Blitzes allow."""
        return super().moved(event, state) + self.journeys.moved(event, state)

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Begin new journeys with each side's turn."""
        return super().phase(event, state) + self.journeys.phase(event, state)

    def changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        """A Small counter and its Big one change places."""
        self.there[event.unit] -= event.count
        self.there[event.to_unit or event.unit] += event.count
        pair = {event.unit, event.to_unit or event.unit}
        wrong = super().changed(event, state) + self.journeys.changed(event, state)
        if len(pair) > 1 and not any({small, big} == pair for small, big in big_of(self.title).items()):
            wrong.append(f"{event.unit} becomes {event.to_unit}; expected its own other counter")
        on_map = self.title.areas[event.area].kind != "box"
        if on_map and event.to_strength > event.strength and event.cause != "build":
            self.grown.add(event.unit)
        return wrong

    def _check_one(self, unit: str) -> list[str]:
        return [] if self.there[unit] <= 1 else [f"{unit} is in {self.there[unit]} places"]

    def check_stack(self, state: GameState, key: Stack) -> list[str]:
        """A unit has a Size of its counter, and is where its kind can be."""
        row, area = counters(self.title)[key.unit], self.title.areas[key.area]
        least, most = (3, 4) if row.small else (1, self.title.units[key.unit].strength)
        wrong = [] if least <= key.strength <= most else [f"{key.unit} has Size {key.strength}; expected {least} to {most}"]
        cls = self.title.units[key.unit].cls
        if area.kind == "box":
            wrong += self._check_boxed(key)
        if area.kind == "sea" and cls == "land" and not parse_condition(key.condition).aboard:
            wrong.append(f"{key.unit} is at sea and not aboard")
        return wrong

    def _check_boxed(self, key: Stack) -> list[str]:
        """A counter beside the map is whole (1.11, 6.5)."""
        whole = self.title.units[key.unit].strength
        return [] if key.strength == whole else [f"{key.unit} of Size {key.strength} in {key.area}; expected {whole}"]

    def check_settled(self, state: GameState) -> list[str]:
        """Asked when an order is complete."""
        position = Position(self.title, state)
        wrong = [f"{unit} is in {count} places" for unit, count in self.there.items() if count not in (0, 1)]
        wrong += [*self._check_lost(state), *self._check_grown(state), *self._check_boxes(state)]
        if not AGENDA.read(state):
            wrong += [*self._check_sides(position), *self._check_barred(position), *self._check_loads(position)]
            wrong += [*self._check_islands(position), *self._check_ports(position)]
        wrong += [f"{key[0]} has {n} points" for key, n in state.points.items() if n > figure(self.title, "goal")]
        wrong += [
            f"damage {n} in {area}"
            for (area, facility), n in state.damage.items()
            if facility == "factory" and n > places(self.title)[area].factory
        ]
        return wrong

    def _check_lost(self, state: GameState) -> list[str]:
        """Only counters that the book takes out of the game are nowhere."""
        lost_homes = LOST_HOMES.read(state).split()
        gone = [unit for unit, count in self.there.items() if not count]
        return [
            f"{unit} is nowhere"
            for unit in gone
            if unit not in walls(self.title) and not FORGONE.read(state, unit) and counters(self.title)[unit].home not in lost_homes
        ]

    def _check_grown(self, state: GameState) -> list[str]:
        """A unit gains Sizes by building alone; one that goes to a box is whole there (7.8)."""
        on_map = [key for key in state.stacks if self.title.areas[key.area].kind != "box"] if self.grown else []
        wrong = [f"{key.unit} in {key.area} has grown, and was not built" for key in on_map if key.unit in self.grown]
        self.grown.clear()
        return wrong

    def _check_boxes(self, state: GameState) -> list[str]:
        """A box holds counters of its power; a Group may hold those of an ally's country (7.3)."""
        return [
            f"{key.unit} of {key.power} in {key.area}"
            for key in state.stacks
            if self.title.areas[key.area].kind == "box"
            and key.area != role(self.title, "minors-box")
            and "-group-" not in key.area
            and not key.area.startswith(f"{key.power}-")
        ]

    def _check_sides(self, position: Position) -> list[str]:
        """A land area holds units of one side, and of the side that controls it (1.3)."""
        wrong = []
        for area, stacks in position.board.items():
            if self.title.areas[area].kind != "land":
                continue
            sides = {board.side_of(position, key.power) for key, _ in stacks}
            owner = board.side_of(position, board.holder(position, area))
            if sides - {owner or "neutral"}:
                wrong.append(f"{area} of {owner or 'nobody'} holds units of {', '.join(sorted(sides))}")
        return wrong

    def _check_barred(self, position: Position) -> list[str]:
        """No unit stays in land of its side that is closed to it (1.3, 3.2, 3.4)."""
        land = (key for key in board.on_map(position) if self.title.areas[key.area].kind == "land")
        return [
            f"{key.unit} of {key.power} is in {key.area} of {board.holder(position, key.area)}, which is closed to it"
            for key in land
            if key.power != board.NEUTRAL and board.is_barred(position, key, key.area)
        ]

    def _check_loads(self, position: Position) -> list[str]:
        """Who is aboard is in the load of one TRS in the same sea area, and a load is no more than twice its Size (4.2)."""
        wrong = []
        for area, stacks in position.board.items():
            loads = [(key, parse_condition(key.condition).cargo) for key, _ in stacks]
            carried = [unit for _, cargo in loads for _, unit in cargo]
            aboard = [key.unit for key, _ in stacks if parse_condition(key.condition).aboard]
            if sorted(carried) != sorted(aboard):
                wrong.append(f"{area}: aboard are {aboard}; the loads say {carried}")
            sizes = {key.unit: key.strength for key, _ in stacks}
            for ship, cargo in loads:
                size = sum(sizes.get(unit, 0) for _, unit in cargo)
                if size > board.capacity(position, ship):
                    wrong.append(f"{ship.unit} of Size {ship.strength} carries {size}")
        return wrong

    def _check_islands(self, position: Position) -> list[str]:
        """Islands hold no more than they may (1.3)."""
        wrong, most = [], figure(self.title, "island-sizes")
        for area, row in places(self.title).items():
            if row.island:
                for cls in ("land", "air"):
                    size = sum(key.strength for key, _ in position.stacks(area) if self.title.units[key.unit].cls == cls)
                    wrong += [f"{area} holds {cls} units of Size {size}; expected {most} at most"] if size > most else []
        return wrong

    def _check_ports(self, position: Position) -> list[str]:
        """A Small Port holds Small naval units of two Sizes a side; without a port there are none (1.3)."""
        most = figure(self.title, "small-port-sizes")
        wrong, sizes = [], Counter[tuple[str, tuple[str, ...]]]()
        for area, stacks in position.board.items():
            for key, _ in stacks if self.title.areas[area].kind == "land" else ():
                if self.title.units[key.unit].cls != "sea":
                    continue
                port = board.port_at(position, key)
                if port is None:
                    wrong.append(f"{key.unit} is in {area}, which has no such port")
                elif port.size != "big":
                    sizes[area, port.seas] += key.strength
                    wrong += [f"{key.unit} is Big in the Small Port of {area}"] if key.strength > 2 else []
        return wrong + [f"the Small Port of {area} holds Size {n}; expected {most} at most" for (area, _), n in sizes.items() if n > most]
