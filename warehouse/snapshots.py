"""Snapshots at the end of each turn: every power, every area, every stack, every race.

A turn ends where the next one's first PhaseStarted stands, and the last one after the last event. Turn 0 is the
set-up. There is one snapshot a turn; its `round` is the round in which the turn began.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import ControlChanged, Event, VictoryPointsScored
from engine.state import GameState
from engine.titles.model import Title
from warehouse.errors import LakeError

INCOME_CAUSES = frozenset({"income", "objective", "war-bonds", "convoy"})
"""Causes of a ResourceChanged that are part of what a power collects in a turn (DESIGN: income)."""

VICTORY_CITIES = "victory-cities"
"""The measure that is counted on the board; other measures are the points that were scored."""

Row = tuple[Any, ...]


class _Known(dict[str, Any]):
    """The values of a title's table; asking for a row it has not got says so."""

    def __init__(self, what: str, title: Title, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.what, self.title = what, title.slug

    def __missing__(self, key: str) -> Any:
        raise LakeError(f"{self.what} {key!r} of an event is not in title {self.title!r}; expected a row of its tables")


class Snapshots:
    """The snapshot rows of one game, as `tables`: powers, areas, stacks, races.

    Args:
        game_id: the game's id. title: its tables. events: all its events, to know what must have a row from turn 0 on.
    """

    def __init__(self, game_id: str, title: Title, events: Sequence[Event]) -> None:
        self.game_id, self.title = game_id, title
        self.tables: dict[str, list[Row]] = {"powers": [], "areas": [], "stacks": [], "races": []}
        self.income: dict[str, int] = {}
        self._cost = _Known("unit", title, {slug: unit.cost for slug, unit in title.units.items()})
        self._value = _Known("area", title, {slug: area.value for slug, area in title.areas.items()})
        self._cities = frozenset(title.victory_cities)
        changed = {event.area: None for event in events if type(event) is ControlChanged}
        held = {slug: None for slug, area in title.areas.items() if area.kind == "land"} | changed
        self._areas = [(area, self._value[area]) for area in held]
        self._measures = _measures(title, events)
        self._threshold: dict[str, int] | None = None

    def collect(self, power: str, delta: int) -> None:
        """Count a change as income of the turn."""
        self.income[power] = self.income.get(power, 0) + delta

    def take(self, state: GameState, round_: int) -> None:
        """Append the rows of a turn's end; `round_` is the round in which the turn began."""
        clock = state.clock
        head = (self.game_id, state.seq, round_, clock.turn, clock.phase, clock.power)
        self._powers(head, state)
        control, tables = state.control, self.tables
        on_turn = (*head, clock.power)
        tables["areas"] += [(*on_turn, area, control.get(area, ""), value) for area, value in self._areas]
        tables["stacks"] += [(*head, *key, count) for key, count in sorted(state.stacks.items())]
        self._races(on_turn, state)
        self.income = {}

    def _powers(self, head: Row, state: GameState) -> None:
        holds, units = self._holdings(state), self._units(state)
        resource = self.title.resource
        for power, row in self.title.powers.items():
            areas, production, cities = holds.get(power, (0, 0, 0))
            count, tuv = units.get(power, (0, 0))
            self.tables["powers"].append((
                *head, power, row.side, state.standing.get(power, ""), state.resources.get((power, resource), 0),
                self.income.get(power, 0), production, tuv, count, areas, cities,
                bool(row.capital) and state.control.get(row.capital) == power,
            ))  # fmt: skip

    def _holdings(self, state: GameState) -> dict[str, tuple[int, int, int]]:
        """Return power to (areas, production, victory cities)."""
        holds: dict[str, tuple[int, int, int]] = {}
        for area, power in state.control.items():
            areas, production, cities = holds.get(power, (0, 0, 0))
            holds[power] = (areas + 1, production + self._value[area], cities + (area in self._cities))
        return holds

    def _units(self, state: GameState) -> dict[str, tuple[int, int]]:
        """Return power to (units, TUV)."""
        units: dict[str, tuple[int, int]] = {}
        for key, count in state.stacks.items():
            have, tuv = units.get(key[1], (0, 0))
            units[key[1]] = (have + count, tuv + count * self._cost[key[2]])
        return units

    def _races(self, on_turn: Row, state: GameState) -> None:
        if self._threshold is None or not state.clock.turn:
            self._threshold = _thresholds(self.title, state.options)
        for contender, measure in self._measures:
            total = self._cities_of(contender, state) if measure == VICTORY_CITIES else None
            if total is None:
                total = state.points.get((contender, measure), 0)
            self.tables["races"].append((*on_turn, contender, measure, total, self._threshold.get(measure, 0)))

    def _cities_of(self, contender: str, state: GameState) -> int | None:
        """Return how many victory cities a side or power controls, None when the contender is neither."""
        title, control = self.title, state.control
        if contender in title.powers:
            return sum(control.get(city) == contender for city in self._cities)
        if contender in title.sides:
            return sum(title.side_of.get(control.get(city, "")) == contender for city in self._cities)
        return None


def _measures(title: Title, events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return every (contender, measure) of a game: the sides in the title's own measure, then those that scored."""
    measure = str(title.settings.get("victory", {}).get("measure", "")) or (
        VICTORY_CITIES if title.victory_cities else ""
    )
    found = {(side, measure): None for side in title.sides} if measure else {}
    scored = {(event.contender, event.measure): None for event in events if type(event) is VictoryPointsScored}
    return list(found | scored)


def _thresholds(title: Title, options: dict[str, str]) -> dict[str, int]:
    """Return measure to what wins, by the victory level that is played to; empty when the title says none."""
    victory = title.settings.get("victory", {})
    level = title.choices(options).get("victory", "")
    threshold = victory.get("levels", {}).get(level, 0)
    return {str(victory["measure"]): int(threshold)} if "measure" in victory else {}
