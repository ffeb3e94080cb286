"""The attack an enemy could make on an area in its next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.derived import derived_from_stacks
from engine.families.axis_allies.board import Stacks, is_cargo, is_friendly, is_sea, stacks_in
from engine.families.axis_allies.bots.distances import FAR, distances
from engine.families.axis_allies.bots.greedy.forces import strength
from engine.families.axis_allies.movement.combined_moves import Airborne
from engine.odds.quick import book_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.title.per_title import per_title
from engine.title.settings import setting

WING = 0.7
"""Share of an aircraft's movement that it can use to reach a battle and still land afterwards."""


Reach = tuple[dict[str, int], int, str, int]
"""Units that could come from afar: steps from where they are to each area, those they can take, their type and number."""
Troops = dict[str, Stacks]
"""Area to the land units there that attack."""
Roads = tuple[tuple[str, tuple[str, ...]], ...]
"""The land areas beside one, each with those beyond it that are not beside the one."""


@per_title
def roads(title: Title) -> dict[str, Roads]:
    """Return the ways by land into each area, of one step and of two."""
    land = {area: [other for other in near if not is_sea(title, other)] for area, near in title.neighbours.items()}
    return {
        area: tuple((near, tuple(far for far in land[near] if far != area and area not in title.neighbours[far])) for near in beside)
        for area, beside in land.items()
    }


class Arms:
    """The units of a power that could attack, and what comes of them alone: see `_arms`."""

    def __init__(self, position: Position, power: str) -> None:
        self._title = position.title
        self._air: list[Reach] = []
        self._ships: list[Reach] = []
        self.transports: list[tuple[str, int, int]] = []
        self.troops: Troops = {}
        self._known: dict[tuple[str, str], Counter[str]] = {}
        for key, n in position.stacks_of(power):
            self._add(key, n)
        self.any = bool(self._air or self._ships or self.transports or self.troops)

    def _add(self, key: Stack, n: int) -> None:
        row, title = self._title.units[key.unit], self._title
        if row.cls == "land" and row.attack:
            self.troops.setdefault(key.area, []).append((key, n))
        if row.cls == "air" and not is_cargo(key):
            reach = distances(title, "air").get(key.area, {}), round(WING * row.move), key.unit, n
            self._air.append(reach)
        if row.cls == "sea" and row.attack and not is_cargo(key):
            self._ships.append((distances(title, "sea").get(key.area, {}), row.move, key.unit, n))
        if row.cls == "sea" and row.has("carries-land"):
            self.transports.append((key.area, row.move, n))

    def flying(self, area: str) -> Counter[str]:
        """Return the aircraft that could come to an area; nobody may change the counter."""
        return self._come("air", area, self._air)

    def sailing(self, zone: str) -> Counter[str]:
        """Return the ships that could come to a sea zone; nobody may change the counter."""
        return self._come("sea", zone, self._ships)

    def landing(self, area: str) -> Counter[str]:
        """Return the power's troops that its transports could bring (`landing`); nobody may change the counter."""
        key = "land", area
        if key not in self._known:
            self._known[key] = landing(self._title, area, self.transports, self.troops)
        return self._known[key]

    def _come(self, kind: str, area: str, far: Iterable[Reach]) -> Counter[str]:
        found = self._known.get((kind, area))
        if found is None:
            found = self._known[kind, area] = Counter()
            for steps, most, unit, n in far:
                if steps.get(area, FAR) <= most:
                    found[unit] = found.get(unit, 0) + n
        return found


@derived_from_stacks
def _arms(position: Position, power: str) -> Arms:
    return Arms(position, power)


def landing(title: Title, area: str, transports: Iterable[tuple[str, int, int]], troops: Troops) -> Counter[str]:
    """Return the land units that transports near an area could bring: two a ship, the strongest on the coasts around."""
    far = distances(title, "sea")
    zones = [zone for zone in title.neighbours[area] if is_sea(title, zone)]
    room, coasts, pool = 0, set[str](), list[str]()
    for start, move, n in transports if zones else ():
        near = far[start]
        if any(near.get(zone, 99) <= move for zone in zones):
            room += 2 * n
            coasts |= {start, *title.neighbours[start]}
    for coast in coasts if room else ():
        for key, n in troops.get(coast, ()):
            pool += [key.unit] * n
    pool.sort(key=lambda unit: (-title.units[unit].attack, unit))
    return Counter(pool[:room])


class Threats:
    """The strongest attack that any one present or future enemy of a power can make on each area with the units now on the board."""

    def __init__(self, position: Position, power: str) -> None:
        self._position, self._power, self._known = position, power, dict[str, Counter[str]]()
        self._book = book_of(position.title, position.state.options)
        rivals = {other for other in position.title.turns if position.side_of(other) != position.side_of(power)}
        self._enemies = sorted(rivals | position.enemies_of(power))
        self._arms = self._found()
        self._troops: tuple[int, dict[str, Arms]] = (-1, {})

    def _found(self) -> dict[str, Arms]:
        return {enemy: _arms(self._position, enemy) for enemy in self._enemies}

    def on(self, area: str) -> Counter[str]:
        """Return the units of the strongest such attack."""
        if area not in self._known:
            title = self._position.title
            at_sea = is_sea(title, area)
            forces = [self._of(area, power, at_sea) for power in self._enemies]
            able = [units for units in forces if any(self._unit(unit).attack for unit in units)]
            alone = len(able) == 1
            self._known[area] = max(able if alone else forces, key=lambda units: alone or strength(self._book, units), default=Counter())
        return self._known[area]

    def ahead(self, area: str, steps: int) -> Counter[str]:
        """Return the units of the strongest army, with its aircraft, that any one enemy has within some steps of an area over land."""
        far = distances(self._position.title, "land")[area]
        found = []
        for power in self._enemies:
            arms, units = self._now(power), Counter[str]()
            for where, stacks in arms.troops.items():
                if far.get(where, FAR) <= steps:
                    self._add(units, stacks, 1)
            if units:
                found.append(units + arms.flying(area))
        return max(found, key=lambda units: strength(self._book, units), default=Counter())

    def overseas(self, area: str, zones: int) -> Counter[str]:
        """Return what any one power at war with one's own could land in an area from so many sea zones away, with its aircraft."""
        found, foes = [Counter[str]()], self._position.enemies_of(self._power)
        for arms in (self._now(power) for power in self._enemies if power in foes):
            ships = [(zone, max(move, zones), n) for zone, move, n in arms.transports]
            if army := landing(self._position.title, area, ships, arms.troops):
                found.append(army + arms.flying(area))
        return max(found, key=lambda units: strength(self._book, units))

    def _of(self, area: str, power: str, at_sea: bool) -> Counter[str]:
        """Return the units of a power that could come to an area."""
        units: Counter[str] = Counter()
        arms = self._arms[power]
        now = arms if at_sea else self._now(power)
        if not (arms.any or now.any):
            return units
        if at_sea:
            units.update(arms.sailing(area))
        else:
            self._overland(area, power, units, now.troops)
            if arms.transports and now.troops:
                title = self._position.title
                landed = arms.landing(area) if now is arms else landing(title, area, arms.transports, now.troops)
                units.update(landed)
        units.update(arms.flying(area))
        if not at_sea:
            units.update(self._dropped(area, arms, now.troops))
        return units

    def _dropped(self, area: str, arms: Arms, troops: Troops) -> Counter[str]:
        """Return the infantry that aircraft in reach of a land area could drop there, if land units are near enough."""
        title = self._position.title
        rules = setting(title, "airborne", Airborne)
        if not rules:
            return Counter()
        room = sum(n * title.units[unit].number("drops") for unit, n in arms.flying(area).items())
        far = distances(title, "air")[area] if room else {}
        near = any(far.get(where, FAR) <= rules.within for where in troops)
        return Counter({title.able["elite-assault"][0]: room}) if near else Counter()

    def _unit(self, unit: str) -> Unit:
        return self._position.title.units[unit]

    def _now(self, power: str) -> Arms:
        """Return the power's arms, found anew when relations have changed."""
        accords = self._position.state.accords
        if self._troops[0] != accords:
            self._troops = (accords, self._found())
        return self._troops[1][power]

    def _overland(self, area: str, power: str, units: Counter[str], troops: Troops) -> None:
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
        rows = self._position.title.units
        for key, n in stacks:
            if rows[key.unit].move >= steps:
                units[key.unit] = units.get(key.unit, 0) + n
