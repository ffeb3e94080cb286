"""The expected content of snapshots, recounted from a state and the game's own stored title: stores, forces, damage, races.

Areas that a contender must hold (`all-of`, `one-of`, `theatre-`) stand in no table of the lake: of these races only what follows from the
stored totals is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from engine.events import Event, ResourceChanged
from engine.state import GameState

Rows = list[dict[str, Any]]
Told = dict[Any, Any]
"""What stands in a row, or is counted, by what it is of."""

COLLECTED = ("income", "objective", "war-bonds", "convoy")
"""Causes of changes that are income of a turn."""
CITIES, OF_AREAS, COUNTED_ELSEWHERE = "victory-cities", ("all-of", "one-of", "theatre-"), "turns-held"


class StoredTitle(NamedTuple):
    """The game's stored title: cost, cost of a step (of blocks only) and class of units; value and kind of areas; areas with a
    victory city; side of powers."""

    cost: dict[str, int]
    step: dict[str, int]
    kind: dict[str, str]
    value: dict[str, int]
    place: dict[str, str]
    cities: Collection[str]
    side: dict[str, str]

    def worth(self, unit: str, strength: int) -> int:
        """Return what a unit counts for TUV."""
        return self.step[unit] * strength if unit in self.step else self.cost[unit]

    def on_map(self, area: str) -> bool:
        """Return whether units there count: not those that wait beside the map."""
        return self.place.get(area) != "box"

    def counts(self, area: str) -> bool:
        """Return whether an area counts among those held: a sea only where it is worth something."""
        return self.place.get(area) != "sea" or self.value[area] > 0


class Income:
    """What every store collected since it was last asked."""

    def __init__(self) -> None:
        self._since: Counter[tuple[str, str]] = Counter()

    def add(self, event: Event) -> None:
        """Count an event."""
        if isinstance(event, ResourceChanged) and event.cause in COLLECTED:
            self._since[event.power, event.resource] += event.delta

    def taken(self) -> dict[tuple[str, str], int]:
        """Return what was collected, and begin anew."""
        found, self._since = dict(self._since), Counter()
        return found


def treasuries(rows: Rows, state: GameState, income: dict[tuple[str, str], int]) -> tuple[Told, Told]:
    """Return what rows of treasuries say, and what they must: a store that holds or collected something has a row."""
    said = {(r["power"], r["resource"], column): r[column] for r in rows for column in ("amount", "income")}
    made = dict.fromkeys(said, 0)
    made |= {(*store, "amount"): amount for store, amount in state.resources.items() if amount}
    return said, made | {(*store, "income"): collected for store, collected in income.items() if collected}


def forces(rows: Rows, state: GameState, board: StoredTitle) -> tuple[Told, Told]:
    """Return what rows of forces say, and what they must: a class that a power has none of has no row."""
    said = {(r["power"], r["class"], column): r[column] for r in rows for column in ("units", "tuv")}
    made: Counter[tuple[str, str, str]] = Counter()
    for (area, power, unit, strength, _), count in state.stacks.items():
        if board.on_map(area):
            made[power, board.kind[unit], "units"] += count
            made[power, board.kind[unit], "tuv"] += count * board.worth(unit, strength)
    return said, dict(made)


def damage(rows: Rows, state: GameState) -> tuple[Told, Told]:
    """Return the damage that rows of areas tell, and what all facilities of an area have."""
    made: Counter[str] = Counter(dict.fromkeys((row["area"] for row in rows), 0))
    for (area, _), points in state.damage.items():
        made[area] += points
    return {row["area"]: row["damage"] for row in rows}, dict(made)


class Races:
    """The races of a game from one turn to the next: how far each is, and since when its condition is met."""

    def __init__(self, board: StoredTitle) -> None:
        self.board = board
        self._since: dict[tuple[str, str], int] = {}
        self._threshold: dict[tuple[str, str], int] = {}

    def check(self, rows: Rows, state: GameState) -> tuple[Told, Told]:
        """Return what rows of races say, and what they must; every race has a row from first to last."""
        races = {(r["contender"], r["measure"]): r for r in rows}
        self._threshold |= {race: row["threshold"] for race, row in races.items()}
        scored = {race for race, points in state.points.items() if points and race[1] != COUNTED_ELSEWHERE}
        said = {(*race, column): r[column] for race, r in races.items() for column in ("total", "held_since")}
        made: Told = {}
        for race in sorted(self._threshold.keys() | scored):
            total = self._total(race, said.get((*race, "total"), 0), state)
            made |= {(*race, "total"): total, (*race, "held_since"): self._held_since(race, total, state)}
        return said, made

    def _total(self, race: tuple[str, str], stored: int, state: GameState) -> int:
        contender, measure = race
        if measure.startswith(OF_AREAS):
            return stored
        if measure == CITIES and (contender in self.board.side or contender in self.board.side.values()):
            return sum(contender in (power, self.board.side.get(power)) for power in self._holders(state))
        return state.points.get(race, 0)

    def _holders(self, state: GameState) -> Iterable[str]:
        return (state.control.get(city, "") for city in self.board.cities)

    def _held_since(self, race: tuple[str, str], total: int, state: GameState) -> int:
        threshold = self._threshold.get(race, 0)
        if not threshold or total < threshold:
            self._since.pop(race, None)
            return -1
        return self._since.setdefault(race, state.clock.turn)
