"""Routes that do not depend on the state of a game: the areas that aircraft reach, and the distance.

Section Air Units: each space entered after takeoff counts; neutral areas may not be flown over (Neutral
Territories). Canals and straits do not concern aircraft (Canals).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.families.axis_allies.board import bars_flight
from engine.title.model import Title
from engine.title.per_title import per_title

Way = tuple[str, ...]
"""A path over the board, both ends included."""

NOWHERE: frozenset[str] = frozenset()
"""No area is closed to aircraft."""

_MOST = 3000
"""Size at which the cache of flights is cleared: closed areas change from turn to turn."""

_FLIGHTS: dict[tuple[int, str, frozenset[str]], tuple[Title, dict[str, Way]]] = {}
_LANDS: dict[tuple[int, str, frozenset[str]], tuple[Title, tuple[tuple[int, str], ...]]] = {}


def flights(title: Title, start: str, closed: frozenset[str] = NOWHERE) -> dict[str, Way]:
    """Return every area that aircraft can get to from `start`, with a shortest path, nearest first; none is `closed`.

    `closed` names areas, and links between two of them (see `link_name`).
    """
    found = _FLIGHTS.get((id(title), start, closed))
    if found is None:
        if len(_FLIGHTS) >= _MOST:
            _FLIGHTS.clear()
            _LANDS.clear()
        # The title is kept beside its table, so that its id stays its own.
        found = _FLIGHTS[id(title), start, closed] = (title, _spread(title, start, closed))
    return found[1]


def lands_from(title: Title, start: str, closed: frozenset[str] = NOWHERE) -> tuple[tuple[int, str], ...]:
    """Return (distance by air, land area) of every land area that is not neutral, nearest first."""
    found = _LANDS.get((id(title), start, closed))
    if found is None:
        ways = flights(title, start, closed)
        lands = tuple((len(way) - 1, area) for area, way in ways.items() if title.areas[area].kind == "land")
        found = _LANDS[id(title), start, closed] = (title, lands)
    return found[1]


def air_distance(title: Title, start: str, end: str, closed: frozenset[str] = NOWHERE) -> int:
    """Return how many spaces aircraft enter on the shortest way; a number beyond every range when there is none."""
    way = flights(title, start, closed).get(end)
    return len(way) - 1 if way else 1_000_000


def link_name(before: str, area: str) -> str:
    """Return how the link from one area to the next is named among what is closed to aircraft."""
    return f"{before}>{area}"


def _spread(title: Title, start: str, closed: frozenset[str]) -> dict[str, Way]:
    return walk(title, start, len(title.areas), entering(title, closed), lambda _: False)


def entering(title: Title, closed: frozenset[str]) -> Callable[[str, str], bool]:
    """Return what says of (from, to) whether aircraft may take that step when so much is closed to them."""
    links = frozenset(name for name in closed if ">" in name)
    barred = closed | _barred(title)
    if not links:
        return lambda _, area: area not in barred
    return lambda before, area: area not in barred and link_name(before, area) not in links


@per_title
def _barred(title: Title) -> frozenset[str]:
    return frozenset(area for area in title.areas if bars_flight(title, area))


def walk(title: Title, start: str, most: int, enters: Callable[[str, str], bool], stops: Callable[[str], bool]) -> dict[str, Way]:
    """Return every area within `most` steps of `start` (itself first), with a shortest path, nearest first.

    Args:
        enters: says of (from, to) whether that step may be taken.
        stops: says of an area whether what enters it may not go on; not asked of `start`.
    """
    ways: dict[str, Way] = {start: (start,)}
    edge = [start]
    for _ in range(most):
        further = []
        for area in edge:
            if area != start and stops(area):
                continue
            for other in title.neighbours[area]:
                if other not in ways and enters(area, other):
                    ways[other] = (*ways[area], other)
                    further.append(other)
        if not further:
            break
        edge = further
    return ways
