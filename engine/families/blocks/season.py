"""Seasons: which one a round is, its weather, and what is true since a date (Sequence of Play; sections 6.1 to 6.5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import RecordError
from engine.families.blocks.settings import FairWeather, FirstWinter, SeasonRow, Since, Start, read, rows
from engine.families.blocks.vocabulary import FIRST_WINTER
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title
from engine.title.rounds import Date

GOOD = "good"


class Season(NamedTuple):
    """A round of the game: slug and name of its season, the weather where it is not always fair, its year, its number."""

    slug: str
    name: str
    weather: str
    year: int
    number: int


def start_of(position: Position) -> Start:
    """Return where the game's scenario begins and ends.

    Raises:
        RecordError: the scenario has no row in [[start]].
    """
    return _start(position.title, position.state.scenario)


@per_title
def _start(title: Title, scenario: str) -> Start:
    found = rows(title, "start", Start).get(scenario)
    if found is None:
        raise RecordError(f"scenario {scenario!r} has no row in [[start]] of title {title.slug}")
    return found


@per_title
def _order(title: Title) -> tuple[str, ...]:
    return tuple(rows(title, "season", SeasonRow))


def first_season(title: Title) -> str:
    """Return the slug of the season that a year begins with."""
    return _order(title)[0]


def moment(title: Title, date: tuple[str, int]) -> int:
    """Return a (season, year) as a count of seasons, so that dates compare; a year begins with the first season."""
    order = _order(title)
    return date[1] * len(order) + order.index(date[0])


@per_title
def _season(title: Title, scenario: str, index: int) -> Season:
    first = moment(title, _start(title, scenario).first)
    order = _order(title)
    year, place = divmod(first + max(index, 1) - 1, len(order))
    row = rows(title, "season", SeasonRow)[order[place]]
    return Season(row.slug, row.name, row.weather, year, index)


def date_of(title: Title, scenario: str, round_: int) -> str:
    """Return what a round of a scenario is called: `Fall 1941`."""
    found = _season(title, scenario, round_)
    return f"{found.name} {found.year}"


def day_of(title: Title, scenario: str, round_: int) -> Date:
    """Return year and season of a round of a scenario."""
    found = _season(title, scenario, round_)
    return Date(found.year, found.slug)


def season(position: Position) -> Season:
    """Return the season of the current round; the first one's before the game has begun."""
    return _season(position.title, position.state.scenario, position.state.clock.round)


def now(position: Position) -> int:
    """Return the current season as a count of seasons (see `moment`)."""
    here = season(position)
    return moment(position.title, (here.slug, here.year))


def weather(position: Position, area: str) -> str:
    """Return the weather of a land area in this season: good, snow or mud (section 6.5)."""
    return GOOD if _is_fair(position.title, area) else season(position).weather


@per_title
def _is_fair(title: Title, area: str) -> bool:
    """Return whether the weather of an area is always good."""
    return any(title.in_region(area, front) for front in read(title, "fair_weather", FairWeather).fronts)


def since(position: Position, slug: str) -> bool:
    """Return whether the date of a row of [[since]] has come (sections 6.1 to 6.3)."""
    return _since(position.title, position.state.scenario, position.state.clock.round, slug)


@per_title
def _since(title: Title, scenario: str, index: int, slug: str) -> bool:
    row, here = rows(title, "since", Since).get(slug), _season(title, scenario, index)
    return row is not None and moment(title, (here.slug, here.year)) >= moment(title, row.when)


def first_winter(position: Position) -> bool:
    """Return whether this season is the first winter of the war in the East (section 6.5.1)."""
    if "first_winter" not in position.title.settings:
        return False
    year = FIRST_WINTER.read(position.state)
    here = season(position)
    return year == str(here.year) and here.slug == first_season(position.title)


def suffers_first_winter(position: Position, power: str, area: str) -> bool:
    """Return whether a power's blocks in an area suffer from the first winter now; forts and the hardened are the caller's."""
    if not first_winter(position):
        return False
    row = read(position.title, "first_winter", FirstWinter)
    return position.side_of(power) == row.side and position.title.in_region(area, row.region)


def is_last(position: Position) -> bool:
    """Return whether this is the last season of the scenario."""
    start = start_of(position)
    year = int(position.options[start.last_year]) if start.last_year else start.last[1]
    return now(position) >= moment(position.title, (start.last[0], year))


def is_year_end(position: Position) -> bool:
    """Return whether this is the last season of a year."""
    return season(position).slug == _order(position.title)[-1]
