"""The attack an enemy could make on an area in its next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.families.axis_allies.board import Stacks, is_cargo, is_friendly, is_sea, stacks_in
from engine.families.axis_allies.bots.distances import FAR, distances
from engine.families.axis_allies.bots.greedy.forces import strength
from engine.rules import Position
from engine.state import Stack
from engine.title.kept import per_title
from engine.title.model import Title, Unit

WING = 0.7
"""Share of an aircraft's movement that it can use to reach a battle and still land afterwards."""


Reach = tuple[dict[str, int], int, str, int]
"""Units that could come from afar: steps from where they are to each area, those they can take, their type and number."""
Roads = tuple[tuple[str, tuple[str, ...]], ...]
"""The land areas beside one, each with those beyond it that are not beside the one."""


@per_title
def roads(title: Title) -> dict[str, Roads]:
    """Return the ways by land into each area, of one step and of two."""
    land = {area: [other for other in near if not is_sea(title, other)] for area, near in title.neighbours.items()}
    return {
        area: tuple(
            (near, tuple(far for far in land[near] if far != area and area not in title.neighbours[far]))
            for near in beside
        )
        for area, beside in land.items()
    }


class Threats:
    """The strongest attack that any one present or future enemy of a power can make on each area with the units now on the board."""

    def __init__(self, position: Position, power: str) -> None:
        self._position, self._known = position, dict[str, Counter[str]]()
        rivals = {other for other in position.title.turns if position.side_of(other) != position.side_of(power)}
        self._enemies = sorted(rivals | position.enemies_of(power))
        self._air: dict[str, list[Reach]] = {}
        self._ships: dict[str, list[Reach]] = {}
        self._troops: tuple[int, dict[str, dict[str, Stacks]]] = (-1, {})
        self._transports: dict[str, list[tuple[str, int, int]]] = {}
        air, sea = distances(position.title, "air"), distances(position.title, "sea")
        for key, n in self._stacks():
            row = self._unit(key.unit)
            if row.cls == "air" and not is_cargo(key):
                reach = air.get(key.area, {}), round(WING * row.move), key.unit, n
                self._air.setdefault(key.power, []).append(reach)
            if row.cls == "sea" and row.attack and not is_cargo(key):
                self._ships.setdefault(key.power, []).append((sea.get(key.area, {}), row.move, key.unit, n))
            if row.cls == "sea" and row.has("carries-land"):
                self._transports.setdefault(key.power, []).append((key.area, row.move, n))

    def on(self, area: str) -> Counter[str]:
        """Return the units of the strongest such attack."""
        if area not in self._known:
            title = self._position.title
            at_sea = is_sea(title, area)
            forces = [self._of(area, power, at_sea) for power in self._enemies]
            able = [units for units in forces if any(self._unit(unit).attack for unit in units)]
            alone = len(able) == 1
            self._known[area] = max(
                able if alone else forces, key=lambda units: alone or strength(title, units), default=Counter()
            )
        return self._known[area]

    def _of(self, area: str, power: str, at_sea: bool) -> Counter[str]:
        """Return the units of a power that could come to an area."""
        units = Counter[str]()
        if at_sea:
            _come(units, area, self._ships.get(power, ()))
        else:
            self._overland(area, power, units)
            self._landing(area, power, units)
        _come(units, area, self._air.get(power, ()))
        return units

    def _unit(self, unit: str) -> Unit:
        return self._position.title.units[unit]

    def _stacks(self) -> Stacks:
        return [item for enemy in self._enemies for item in self._position.stacks_of(enemy)]

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

    def _overland(self, area: str, power: str, units: Counter[str]) -> None:
        troops = self._troops_of(power)
        for near, further in roads(self._position.title)[area] if troops else ():
            if near in troops:
                self._add(units, troops[near], 1)
            beyond = [one for one in further if one in troops]
            if beyond and self._open(near, power):
                for one in beyond:
                    self._add(units, troops[one], 2)

    def _open(self, area: str, power: str) -> bool:
        return is_friendly(self._position, area, power) or not stacks_in(self._position, area)

    def _add(self, units: Counter[str], stacks: Iterable[tuple[Stack, int]], steps: int) -> None:
        for key, n in stacks:
            if self._unit(key.unit).move >= steps:
                units[key.unit] += n

    def _landing(self, area: str, power: str, units: Counter[str]) -> None:
        """Add land units that the power's transports near the area could bring: two a ship, the strongest on the coasts around."""
        title, far = self._position.title, distances(self._position.title, "sea")
        zones = [zone for zone in title.neighbours[area] if is_sea(title, zone)]
        room, coasts, pool, troops = 0, set[str](), list[str](), self._troops_of(power)
        for start, move, n in self._transports.get(power, ()) if zones else ():
            near = far[start]
            if any(near.get(zone, 99) <= move for zone in zones):
                room += 2 * n
                coasts |= {start, *title.neighbours[start]}
        for coast in coasts if room else ():
            for key, n in troops.get(coast, ()):
                pool += [key.unit] * n
        pool.sort(key=lambda unit: (-self._unit(unit).attack, unit))
        for unit in pool[:room]:
            units[unit] += 1


def _come(units: Counter[str], area: str, far: Iterable[Reach]) -> None:
    for steps, most, unit, n in far:
        if steps.get(area, FAR) <= most:
            units[unit] += n
