"""Races: every contender's progress towards each of its victory conditions, at the end of each turn.

title.toml defines victory. Either one measure for all sides, with a number for each victory level:

    [victory]
    measure = "victory-cities"
    [victory.levels]
    minor = 8
    major = { axis = 9, allies = 10 }

or conditions, each of a contender (a side, a power, or a name of its own for powers that win together). A contender with
several conditions must meet all of them, or with `alone = true` in [victory] any one. `hold` is the number of whole rounds
for which a condition must be met; 0 when it is left out.

    [[victory.condition]]
    contender = "axis"
    measure = "points"
    threshold = 24
    hold = 1

No number need win: with `most = "points"` in [victory] whoever has most of a measure wins when the game ends. Such a race is run by the
lead over the best of the others.

Or contenders that must hold points and certain areas: every area of `all_of`, one of `one_of`, and every area of `helped`,
which `helpers` may hold for them; for `hold` whole rounds, or one with the option of `hold_when`. Each of these is a race of its
own: of `victory.measure` (where `points` are asked), `all-of`, `one-of`. Of `theatres` one is enough: each is a race, of `theatre-SLUG`.
What the powers must only keep (`keeps`) is no race.

    [[victory.contender]]
    slug = "germany-italy"
    name = "Germany and Italy"
    powers = ["germany", "italy"]
    points = 24
    one_of = ["russia", "united-kingdom"]
    hold = 1

What a scenario is won by otherwise stands in [victory.scenario.SLUG], in the same words.

Areas are counted on the board, as are victory cities of sides and powers; every other measure comes from
VictoryPointsScored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.events import Event, GameStarted, VictoryPointsScored
from engine.state import GameState
from engine.title.contenders import HELD, THEATRE, Contender, contenders, hold_of, needed, victory_of
from engine.title.model import Title

VICTORY_CITIES = "victory-cities"
"""The measure that is counted on the board; other measures are the points that were scored."""

NOT_HELD = -1
"""`held_since` of a condition that is not met."""


ALL_OF, ONE_OF = "all-of", "one-of"
"""The measures of areas that a contender must hold, beside those of theatres."""


def counts_areas(measure: str) -> bool:
    """Return whether a measure counts areas that a title names, which stand in no table of the lake."""
    return measure in (ALL_OF, ONE_OF) or measure.startswith(THEATRE)


Race = tuple[str, str]
"""A contender and a measure."""


class Goal(NamedTuple):
    """A victory goal: the number to reach (0 for none), for how many whole rounds, and the areas counted with their holders."""

    threshold: int = 0
    hold: int = 0
    areas: tuple[tuple[str, frozenset[str]], ...] = ()


class Races:
    """The races of one game. Args: title: its tables. events: all its events, to know every race from turn 0 on."""

    def __init__(self, title: Title, events: Sequence[Event]) -> None:
        self.title = title
        self._cities = frozenset(title.victory_cities)
        self._scenario = next((event.scenario for event in events if isinstance(event, GameStarted)), "")
        victory = victory_of(title, self._scenario)
        self._alone, self._most = bool(victory.get("alone", False)), str(victory.get("most", ""))
        self._races = _races(title, victory, self._told({}), events)
        self._who = {slug: _who(title, self._scenario, slug) for slug, _ in self._races}
        self._goals: dict[Race, Goal] | None = None
        self._since: dict[Race, int] = {}

    def rows(self, state: GameState) -> Iterator[tuple[str, str, int, int, int, int, str, str, bool, bool]]:
        """Yield (contender, measure, total, threshold, hold, turn since which it is met, name, side, alone, most) of every race."""
        if self._goals is None or not state.clock.turn:
            self._goals = _of_level(self.title, state.options, self._races) | self._told(state.options)
        for race in self._races:
            goal = self._goals.get(race, Goal())
            total = self._total(race, goal, state)
            if goal.threshold and total >= goal.threshold:
                self._since.setdefault(race, state.clock.turn)
            else:
                self._since.pop(race, None)
            yield (
                *race,
                total,
                goal.threshold,
                goal.hold,
                self._since.get(race, NOT_HELD),
                *self._who[race[0]],
                self._alone or race[1].startswith(THEATRE),
                race[1] == self._most,
            )

    def _told(self, options: dict[str, str]) -> dict[Race, Goal]:
        """Return the races whose goals title.toml tells one by one, in a game with these options."""
        victory = victory_of(self.title, self._scenario)
        goals = {
            (str(row["contender"]), str(row["measure"])): Goal(int(row["threshold"]), int(row.get("hold", 0)))
            for row in victory.get("condition", [])
        }
        for row in contenders(self.title, self._scenario).values():
            goals |= _of_contender(row, str(victory.get("measure", "")), hold_of(row, self.title.choices(options)))
        return goals

    def _total(self, race: Race, goal: Goal, state: GameState) -> int:
        contender, measure = race
        if goal.areas:
            return sum(state.control.get(area) in holders for area, holders in goal.areas)
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


def _who(title: Title, scenario: str, slug: str) -> tuple[str, str]:
    """Return a contender's printed name and its side; no side where its powers are of several, or nobody knows them."""
    if slug in title.powers:
        return title.powers[slug].name, title.side_of[slug]
    if slug in title.sides:
        return title.sides[slug].name, slug
    row = contenders(title, scenario).get(slug)
    sides = {title.side_of[power] for power in row.powers} if row else set()
    return row.name if row else slug, sides.pop() if len(sides) == 1 else ""


def _of_contender(row: Contender, measure: str, hold: int) -> dict[Race, Goal]:
    """Return the races of a row `[[victory.contender]]`, whose conditions must be met for so many whole rounds."""
    own = frozenset(row.powers)
    helped = own | frozenset(row.helpers)
    every = (*_each(row.all_of, own), *_each(row.helped, helped))
    goals = {(row.slug, measure): Goal(row.points, hold)} if row.points else {}
    if every:
        goals[row.slug, ALL_OF] = Goal(len(every), hold, every)
    if row.one_of:
        goals[row.slug, ONE_OF] = Goal(1, hold, _each(row.one_of, own))
    return goals | {(row.slug, one.measure): Goal(one.hold, hold, _each(one.of, own)) for one in row.theatres}


def _each(areas: Iterable[str], holders: frozenset[str]) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((area, holders) for area in areas)


def _races(title: Title, victory: Mapping[str, Any], told: dict[Race, Goal], events: Sequence[Event]) -> list[Race]:
    """Return every race: those that are told, else the sides in the title's own measure; then those that scored."""
    found = dict.fromkeys(told)
    if not found:
        measure = str(victory.get("measure", ""))
        measure = measure or (VICTORY_CITIES if title.victory_cities else "")
        found = {(side, measure): None for side in title.sides} if measure else {}
    scored = {(event.contender, event.measure): None for event in events if type(event) is VictoryPointsScored}
    # how long a condition has held is told by every race itself
    return [race for race in found | scored if race[1] != HELD]


def _of_level(title: Title, options: dict[str, str], races: list[Race]) -> dict[Race, Goal]:
    """Return what wins the races in the title's own measure, by the victory level that is played to."""
    victory = title.settings.get("victory", {})
    level = title.choices(options).get("victory", "")
    return {race: Goal(needed(title, level, race[0])) for race in races if race[1] == victory.get("measure")}
