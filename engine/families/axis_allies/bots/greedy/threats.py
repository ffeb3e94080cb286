"""The attack an enemy could make on an area in its next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.families.axis_allies.board import Stacks, is_cargo, is_friendly, is_sea, stacks_in
from engine.families.axis_allies.bots.distances import distances
from engine.families.axis_allies.bots.greedy.forces import attackers
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

WING = 0.7
"""Share of an aircraft's movement that it can use to reach a battle and still land afterwards."""


class Threats:
    """The strongest attack that any one present or future enemy of a power can make on each area with the units now on the board."""

    def __init__(self, position: Position, power: str) -> None:
        self._position, self._known = position, dict[str, Counter[str]]()
        rivals = {other for other in position.title.turns if position.side_of(other) != position.side_of(power)}
        self._enemies = sorted(rivals | position.enemies_of(power))
        self._air: dict[str, Stacks] = {}
        self._ships: dict[str, Stacks] = {}
        self._troops: tuple[int, dict[str, dict[str, Stacks]]] = (-1, {})
        self._transports: dict[str, list[tuple[str, int, int]]] = {}
        for key, n in self._stacks():
            row = self._unit(key.unit)
            if row.cls in ("air", "sea") and not is_cargo(key):
                (self._air if row.cls == "air" else self._ships).setdefault(key.power, []).append((key, n))
            if row.cls == "sea" and row.has("carries-land"):
                self._transports.setdefault(key.power, []).append((key.area, row.move, n))

    def on(self, area: str) -> Counter[str]:
        """Return the units of the strongest such attack."""
        if area not in self._known:
            reach = self._at_sea if is_sea(self._position.title, area) else self._ashore
            forces = [reach(area, power) + self._flying(area, power) for power in self._enemies]
            title = self._position.title
            self._known[area] = max(forces, key=lambda units: attackers(title, units).strength, default=Counter())
        return self._known[area]

    def _unit(self, unit: str) -> Unit:
        return self._position.title.units[unit]

    def _stacks(self) -> Stacks:
        board, enemies = self._position.board, set(self._enemies)
        return [item for area in board for item in board[area] if item[0].power in enemies]

    def _troops_of(self, power: str) -> dict[str, Stacks]:
        """Return area to the power's land units that attack; found anew when relations have changed."""
        accords = self._position.state.accords
        if self._troops[0] != accords:
            found: dict[str, dict[str, Stacks]] = {}
            for key, n in self._stacks():
                if self._unit(key.unit).cls == "land" and self._unit(key.unit).attack:
                    found.setdefault(key.power, {}).setdefault(key.area, []).append((key, n))
            self._troops = (accords, found)
        return self._troops[1].get(power, {})

    def _flying(self, area: str, power: str) -> Counter[str]:
        far, units = distances(self._position.title, "air"), Counter[str]()
        for key, n in self._air.get(power, ()):
            if far[key.area].get(area, 99) <= round(WING * self._unit(key.unit).move):
                units[key.unit] += n
        return units

    def _at_sea(self, area: str, power: str) -> Counter[str]:
        far, units = distances(self._position.title, "sea"), Counter[str]()
        for key, n in self._ships.get(power, ()):
            row = self._unit(key.unit)
            if row.attack and far[key.area].get(area, 99) <= row.move:
                units[key.unit] += n
        return units

    def _ashore(self, area: str, power: str) -> Counter[str]:
        return self._overland(area, power) + self._landing(area, power)

    def _overland(self, area: str, power: str) -> Counter[str]:
        title, units, troops = self._position.title, Counter[str](), self._troops_of(power)
        for near in title.neighbours[area] if troops else ():
            if is_sea(title, near):
                continue
            self._add(units, troops.get(near, ()), 1)
            beyond = [
                further
                for further in title.neighbours[near]
                if further in troops
                and further != area
                and not is_sea(title, further)
                and area not in title.neighbours[further]
            ]
            if beyond and self._open(near, power):
                for further in beyond:
                    self._add(units, troops[further], 2)
        return units

    def _open(self, area: str, power: str) -> bool:
        return is_friendly(self._position, area, power) or not stacks_in(self._position, area)

    def _add(self, units: Counter[str], stacks: Iterable[tuple[Stack, int]], steps: int) -> None:
        for key, n in stacks:
            if self._unit(key.unit).move >= steps:
                units[key.unit] += n

    def _landing(self, area: str, power: str) -> Counter[str]:
        """Land units that the power's transports near the area could bring: two a ship, the strongest on the coasts around."""
        title, far = self._position.title, distances(self._position.title, "sea")
        zones = [zone for zone in title.neighbours[area] if is_sea(title, zone)]
        room, coasts, pool, troops = 0, set[str](), Counter[str](), self._troops_of(power)
        for start, move, n in self._transports.get(power, ()) if zones else ():
            near = far[start]
            if any(near.get(zone, 99) <= move for zone in zones):
                room += 2 * n
                coasts |= {start, *title.neighbours[start]}
        if not room:
            return pool
        for coast in sorted(coasts):
            for key, n in troops.get(coast, ()):
                pool[key.unit] += n
        strongest = sorted(pool.elements(), key=lambda unit: (-self._unit(unit).attack, unit))
        return Counter(strongest[:room])
