"""Assignment of carriers to zones so that as many aircraft as possible find a deck: an exact search, small in practice.

It covers only aircraft without land in reach, and only carriers that may still move have a choice; choices dominated by
another are dropped before the search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.families.axis_allies.movement.routes import NOWHERE, air_distance
from engine.state import Stack
from engine.title.model import Title


class Flyer(NamedTuple):
    """Aircraft of one stack that need a deck: their number, and the spaces they can still enter."""

    key: Stack
    number: int
    left: int


class CarrierPlace(NamedTuple):
    """One carrier: its stack, deck room not taken by cargo, and the zones where it may end (where it is comes first).

    A carrier still to be placed has no stack, and its first zone is "": not placed at all.
    """

    key: Stack | None
    room: int
    zones: tuple[str, ...]


class Makers(NamedTuple):
    """Where bought carriers can be placed: sea zone to factories that touch it, factory to units it can make."""

    zones: Mapping[str, tuple[str, ...]] = {}
    rooms: Mapping[str, int] = {}


class Arrangement(NamedTuple):
    """An optimal use of the decks: each carrier's zone, and for each flyer its landing zones (zone to count)."""

    places: tuple[str, ...]
    seats: tuple[dict[str, int], ...]

    def seated(self, first: int | None = None) -> tuple[int, int]:
        """Return how many aircraft of the first flyers, and how many of all, have a deck."""
        counts = [sum(zones.values()) for zones in self.seats]
        return sum(counts[:first]), sum(counts)


def arrange(
    title: Title,
    flyers: Sequence[Flyer],
    guests: Sequence[tuple[str, int]],
    carriers: Sequence[CarrierPlace],
    makers: Makers,
    urgent: int | None = None,
    closed: frozenset[str] = NOWHERE,
) -> Arrangement:
    """Return an arrangement that seats the most of the first `urgent` flyers (all when left out), then the most of all.

    `guests` are (zone, count) of allied aircraft: they stay on carriers that are in their zone now, wherever
    those go, and are seated before all flyers. Of equal arrangements the one that moves the fewest of the first
    carriers is returned. `closed` areas are not flown through.
    """
    return _Search(title, flyers, guests, carriers, makers, urgent, closed).run()


class _Search:
    """Branch and bound: carriers are placed one after the other.

    For unplaced carriers the bound treats each seat as if it could go to any of their zones by itself. That never seats
    too few, so a branch whose bound does not beat the best arrangement so far is cut off.
    """

    def __init__(
        self,
        title: Title,
        flyers: Sequence[Flyer],
        guests: Sequence[tuple[str, int]],
        carriers: Sequence[CarrierPlace],
        makers: Makers,
        urgent: int | None,
        closed: frozenset[str],
    ) -> None:
        self.flyers, self.carriers, self.makers = flyers, carriers, makers
        self.rooms = [carrier.room for carrier in carriers]
        self.choices = [_choices(title, flyers, carrier, makers, closed) for carrier in carriers]
        zones = {zone for choice in self.choices for zone in choice if zone}
        self.reach = [{zone for zone in zones if air_distance(title, f.key.area, zone, closed) <= f.left} for f in flyers]
        self.staying = [
            [at for at, carrier in enumerate(carriers) if carrier.key and carrier.key.area == zone]
            for zone, count in guests
            for _ in range(count)
        ]
        self.urgent = sum(flyer.number for flyer in flyers[:urgent])
        self.best: tuple[int, int] = (-1, -1)
        self.found = Arrangement((), ())

    def run(self) -> Arrangement:
        """Search and return the best arrangement."""
        self._descend(list(self.choices), [])
        return self.found

    def _descend(self, zones: list[tuple[str, ...]], picks: list[int]) -> None:
        taken = self._seat(zones)
        score = sum(at >= 0 for at in taken[: self.urgent]), sum(at >= 0 for at in taken)
        at = len(picks)
        if score <= self.best:
            return
        if at == len(zones):
            self.best, self.found = score, self._told([zone for (zone,) in zones], taken)
            return
        twin = at > 0 and self.carriers[at] == self.carriers[at - 1]
        for pick in range(picks[-1] if twin else 0, len(self.choices[at])):
            placed = [*zones[:at], (self.choices[at][pick],), *zones[at + 1 :]]
            if self._buildable(placed[: at + 1]):
                self._descend(placed, [*picks, pick])

    def _seat(self, zones: Sequence[tuple[str, ...]]) -> list[int]:
        """Return for each aircraft, one by one, the number of the carrier that it gets; -1 for none."""
        allowed = list(self.staying)
        for flyer, reach in zip(self.flyers, self.reach, strict=True):
            decks = [at for at, places in enumerate(zones) if not reach.isdisjoint(places)]
            allowed.extend([decks] * flyer.number)
        return seat(allowed, self.rooms)[len(self.staying) :]

    def _buildable(self, zones: Sequence[tuple[str, ...]]) -> bool:
        """Return whether the factories can make all carriers that are to be built in these zones."""
        built = [zone for (zone,), carrier in zip(zones, self.carriers, strict=False) if carrier.key is None and zone]
        factories = list(self.makers.rooms)
        allowed = [[at for at, area in enumerate(factories) if area in self.makers.zones[zone]] for zone in built]
        return -1 not in seat(allowed, [self.makers.rooms[area] for area in factories])

    def _told(self, places: Sequence[str], taken: list[int]) -> Arrangement:
        seats: list[dict[str, int]] = []
        for flyer in self.flyers:
            zones: dict[str, int] = {}
            for at in taken[: flyer.number]:
                if at >= 0:
                    zones[places[at]] = zones.get(places[at], 0) + 1
            seats.append(zones)
            taken = taken[flyer.number :]
        return Arrangement(tuple(places), tuple(seats))


def _choices(title: Title, flyers: Sequence[Flyer], carrier: CarrierPlace, makers: Makers, closed: frozenset[str]) -> tuple[str, ...]:
    """Return where a carrier is, and those of its other zones that serve a set of flyers no other zone contains."""
    home, *others = carrier.zones
    served: dict[tuple[frozenset[int], tuple[str, ...]], str] = {}
    for zone in others:
        serves = frozenset(at for at, f in enumerate(flyers) if air_distance(title, f.key.area, zone, closed) <= f.left)
        if serves:
            served.setdefault((serves, makers.zones.get(zone, ()) if carrier.key is None else ()), zone)
    kept = [zone for (serves, made), zone in served.items() if not any(serves < more and made == other for more, other in served)]
    return (home, *kept)


def seat(allowed: Sequence[Sequence[int]], rooms: Sequence[int]) -> list[int]:
    """Return for each passenger the place it gets, -1 for none: a maximum matching in which the early ones go first.

    Args:
        allowed: for each passenger the places that would do. rooms: how many each place holds.
    """
    taken: list[list[int]] = [[] for _ in rooms]

    def place(passenger: int, seen: set[int]) -> bool:
        for at in allowed[passenger]:
            if at in seen:
                continue
            seen.add(at)
            if len(taken[at]) < rooms[at]:
                taken[at].append(passenger)
                return True
            for number, other in enumerate(taken[at]):
                if place(other, seen):
                    taken[at][number] = passenger
                    return True
        return False

    for passenger in range(len(allowed)):
        place(passenger, set())
    found = [-1] * len(allowed)
    for at, passengers in enumerate(taken):
        for passenger in passengers:
            found[passenger] = at
    return found
