"""Which carriers can go where so that as many aircraft as possible find a deck: an exact search, small in practice.

Only aircraft without land in reach come here, and only carriers that may still move have more than one choice;
choices that serve no aircraft another choice would not serve as well are left out before the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from engine.mechanics.movement.routes import air_distance
from engine.state import Stack
from engine.titles.model import Title


class Flyer(NamedTuple):
    """Aircraft of one stack that need a deck: how many, and how many spaces they can still enter."""

    key: Stack
    count: int
    left: int


class Berth(NamedTuple):
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
    """A best use of the decks: each carrier's zone, and for each flyer the zones it lands in (zone to count)."""

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
    berths: Sequence[Berth],
    makers: Makers,
    urgent: int | None = None,
) -> Arrangement:
    """Return an arrangement that seats the most of the first `urgent` flyers (all when left out), then the most of all.

    `guests` are (zone, count) of allied aircraft: they stay on carriers that are in their zone now, wherever
    those go, and are seated before all flyers.
    """
    wanted = sum(flyer.count for flyer in flyers)
    best = Arrangement(tuple(berth.zones[0] for berth in berths), tuple({} for _ in flyers))
    for number, places in enumerate(_placings(title, flyers, berths, makers)):
        found = _fill(title, flyers, guests, berths, places)
        if number == 0 or found.seated(urgent) > best.seated(urgent):
            best = found
        if best.seated(urgent)[1] == wanted:
            break
    return best


def _placings(
    title: Title, flyers: Sequence[Flyer], berths: Sequence[Berth], makers: Makers
) -> Iterator[tuple[str, ...]]:
    """Yield the placings of all carriers worth trying; the first leaves every carrier where it is."""
    choices = [_choices(title, flyers, berth, makers) for berth in berths]
    twins = [at for at in range(1, len(berths)) if berths[at] == berths[at - 1]]
    for picks in product(*(range(len(choice)) for choice in choices)):
        if any(picks[at] < picks[at - 1] for at in twins):
            continue
        places = tuple(choice[pick] for choice, pick in zip(choices, picks, strict=True))
        built = [zone for zone, berth in zip(places, berths, strict=True) if berth.key is None and zone]
        if not built or _buildable(built, makers):
            yield places


def _choices(title: Title, flyers: Sequence[Flyer], berth: Berth, makers: Makers) -> tuple[str, ...]:
    """Return where a carrier is, and those of its other zones that serve a set of flyers no other zone contains."""
    home, *others = berth.zones
    served: dict[tuple[frozenset[int], tuple[str, ...]], str] = {}
    for zone in others:
        serves = frozenset(at for at, f in enumerate(flyers) if air_distance(title, f.key[0], zone) <= f.left)
        if serves:
            served.setdefault((serves, makers.zones.get(zone, ()) if berth.key is None else ()), zone)
    kept = [zone for (serves, made), zone in served.items()
            if not any(serves < more and made == other for more, other in served)]  # fmt: skip
    return (home, *kept)


def _buildable(zones: Sequence[str], makers: Makers) -> bool:
    factories = list(makers.rooms)
    allowed = [[at for at, area in enumerate(factories) if area in makers.zones[zone]] for zone in zones]
    return -1 not in seat(allowed, [makers.rooms[area] for area in factories])


def _fill(
    title: Title,
    flyers: Sequence[Flyer],
    guests: Sequence[tuple[str, int]],
    berths: Sequence[Berth],
    places: tuple[str, ...],
) -> Arrangement:
    """Seat everyone with the carriers in these places."""
    rooms = [berth.room for berth in berths]
    allowed: list[list[int]] = []
    for zone, count in guests:
        decks = [at for at, berth in enumerate(berths) if berth.key and berth.key[0] == zone]
        allowed.extend([decks] * count)
    first = len(allowed)
    for flyer in flyers:
        decks = [at for at, zone in enumerate(places) if zone and air_distance(title, flyer.key[0], zone) <= flyer.left]
        allowed.extend([decks] * flyer.count)
    taken = seat(allowed, rooms)[first:]
    seats: list[dict[str, int]] = []
    for flyer in flyers:
        zones: dict[str, int] = {}
        for at in taken[: flyer.count]:
            if at >= 0:
                zones[places[at]] = zones.get(places[at], 0) + 1
        seats.append(zones)
        taken = taken[flyer.count :]
    return Arrangement(places, tuple(seats))


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
