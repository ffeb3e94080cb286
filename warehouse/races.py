"""Races: how far every contender has come to each of its victory conditions, at the end of each turn.

A title says what wins in title.toml. Either one measure for all sides, with a number for each victory level:

    [victory]
    measure = "victory-cities"
    [victory.levels]
    minor = 8

or conditions, each of a contender (a side, a power, or a name of its own for powers that win together). A contender with
several conditions must meet all of them. `hold` is the number of whole rounds for which it must be met; 0 when it is left out.

    [[victory.condition]]
    contender = "axis"
    measure = "points"
    threshold = 24
    hold = 1

Victory cities of sides and powers are counted on the board; every other measure is what VictoryPointsScored has told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.events import Event, VictoryPointsScored
from engine.state import GameState
from engine.titles.model import Title

VICTORY_CITIES = "victory-cities"
"""The measure that is counted on the board; other measures are the points that were scored."""

NOT_HELD = -1
"""`held_since` of a condition that is not met."""


class Goal(NamedTuple):
    """What wins: the number to be reached (0 when none does), and for how many whole rounds."""

    threshold: int = 0
    hold: int = 0


class Races:
    """The races of one game. Args: title: its tables. events: all its events, to know every race from turn 0 on."""

    def __init__(self, title: Title, events: Sequence[Event]) -> None:
        self.title = title
        self._cities = frozenset(title.victory_cities)
        self._races = _races(title, events)
        self._goals: dict[tuple[str, str], Goal] | None = None
        self._since: dict[tuple[str, str], int] = {}

    def rows(self, state: GameState) -> Iterator[tuple[str, str, int, int, int, int]]:
        """Yield (contender, measure, total, threshold, hold, turn since which it is met) of every race."""
        if self._goals is None or not state.clock.turn:
            self._goals = _goals(self.title, state.options, self._races)
        for race in self._races:
            total, goal = self._total(race, state), self._goals.get(race, Goal())
            if goal.threshold and total >= goal.threshold:
                self._since.setdefault(race, state.clock.turn)
            else:
                self._since.pop(race, None)
            yield (*race, total, goal.threshold, goal.hold, self._since.get(race, NOT_HELD))

    def _total(self, race: tuple[str, str], state: GameState) -> int:
        contender, measure = race
        found = self._cities_of(contender, state) if measure == VICTORY_CITIES else None
        return state.points.get(race, 0) if found is None else found

    def _cities_of(self, contender: str, state: GameState) -> int | None:
        """Return how many victory cities a side or power controls, None when the contender is neither."""
        title, control = self.title, state.control
        if contender in title.powers:
            return sum(control.get(city) == contender for city in self._cities)
        if contender in title.sides:
            return sum(title.side_of.get(control.get(city, "")) == contender for city in self._cities)
        return None


def _conditions(title: Title) -> list[dict[str, Any]]:
    return title.settings.get("victory", {}).get("condition", [])


def _races(title: Title, events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return every (contender, measure): those of conditions, the sides in the title's own measure, then those that scored."""
    found = {(str(row["contender"]), str(row["measure"])): None for row in _conditions(title)}
    measure = str(title.settings.get("victory", {}).get("measure", ""))
    if not measure and not found and title.victory_cities:
        measure = VICTORY_CITIES
    if measure:
        found |= {(side, measure): None for side in title.sides}
    scored = {(event.contender, event.measure): None for event in events if type(event) is VictoryPointsScored}
    return list(found | scored)


def _goals(title: Title, options: dict[str, str], races: list[tuple[str, str]]) -> dict[tuple[str, str], Goal]:
    """Return what wins each race, by the victory level that is played to; races of which the title says nothing have none."""
    victory = title.settings.get("victory", {})
    level = title.choices(options).get("victory", "")
    wins = Goal(int(victory.get("levels", {}).get(level, 0)))
    goals = {race: wins for race in races if race[1] == victory.get("measure")}
    for row in _conditions(title):
        goals[str(row["contender"]), str(row["measure"])] = Goal(int(row["threshold"]), int(row.get("hold", 0)))
    return goals
