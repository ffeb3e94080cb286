"""The sea as the surface ships of a power may sail it: which zone leads on to which, and how far that goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.derived import derived_from
from engine.families.axis_allies.board import hostile_seas, is_open
from engine.rules import Position
from engine.title.model import Link, Title
from engine.title.per_title import per_title

Ways = dict[str, tuple[str, ...]]
"""Sea zone to the zones that ships sail on to from it."""


@per_title
def seaways(title: Title) -> tuple[dict[str, tuple[str, ...]], tuple[Link, ...]]:
    """Return the ways from sea zone to sea zone, and the links of those that are canals or straits, each way of each."""
    sea = {area: [(to, link) for to, link in near.items() if link.kind == "sea"] for area, near in title.neighbours.items()}
    passages = tuple(link for near in sea.values() for _, link in near if link.passage)
    return {area: tuple(to for to, _ in near) for area, near in sea.items()}, passages


@derived_from("moment")
def closed_to(position: Position, power: str) -> frozenset[frozenset[str]]:
    """Return the pairs of zones whose canal or strait a power's ships may not use now."""
    links = seaways(position.title)[1]
    return frozenset(frozenset((link.area, link.to)) for link in links if not is_open(position, link, power))


class Waters:
    """The ways over sea while no zone on them becomes hostile and no passage opens or closes.

    Args:
        ways: of the title. barred: zones that ships do not enter. closed: pairs of zones with a closed passage between.
    """

    def __init__(self, ways: Ways, barred: frozenset[str], closed: frozenset[frozenset[str]]) -> None:
        self.state = barred, closed
        doors = {zone for pair in closed for zone in pair}
        self._ways = {
            zone: tuple(to for to in near if to not in barred and not (zone in doors and frozenset((zone, to)) in closed))
            for zone, near in ways.items()
        }
        self._reach: dict[tuple[str, int], dict[str, int]] = {}

    def leads(self, one: str, two: str) -> bool:
        """Return whether ships sail from one zone on to the next."""
        return two in self._ways[one]

    def reach(self, zone: str, most: int) -> dict[str, int]:
        """Return zone to steps from a zone, in the order reached; nobody may change it."""
        found = self._reach.get((zone, most))
        if found is None:
            found = self._reach[zone, most] = _spread(self._ways, (zone,), most)
        return found

    def reach_from(self, zones: Iterable[str], most: int) -> dict[str, int]:
        """Return zone to steps from the nearest of these zones."""
        return _spread(self._ways, zones, most)

    def to_any(self, goals: Iterable[str], most: int) -> dict[str, int]:
        """Return zone to the steps from it to the nearest of these goals."""
        back: dict[str, list[str]] = {zone: [] for zone in self._ways}
        for zone, near in self._ways.items():
            for to in near:
                back[to].append(zone)
        return _spread(back, goals, most)


def _spread(ways: Mapping[str, Sequence[str]], starts: Iterable[str], most: int) -> dict[str, int]:
    steps = dict.fromkeys(starts, 0)
    edge, far = list(steps), 0
    while edge and far < most:
        far += 1
        beyond = []
        for zone in edge:
            for to in ways[zone]:
                if to not in steps:
                    steps[to] = far
                    beyond.append(to)
        edge = beyond
    return steps


@derived_from("moment")
def waters_of(position: Position, power: str, landlocked: frozenset[str]) -> Waters:
    """Return the ways of a power's ships as they are now: the same object until something changes them."""
    return _waters(position, hostile_seas(position, power) | landlocked, closed_to(position, power))


@derived_from("control", "relations", "turn")
def _waters(position: Position, barred: frozenset[str], closed: frozenset[frozenset[str]]) -> Waters:
    return Waters(seaways(position.title)[0], barred, closed)
