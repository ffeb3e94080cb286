"""The search for decks finds as many as there are: against every placing and every seating, on small random cases."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.families.axis_allies.movement.carrier_assignment import CarrierPlace, Flyer, Makers, arrange, seat
from engine.families.axis_allies.movement.routes import air_distance
from engine.state import Stack
from engine.titles import load_title

TITLE = load_title("aa1942")
ZONES = ("sea-zone-44", "sea-zone-45", "sea-zone-50", "sea-zone-51", "sea-zone-52", "sea-zone-53")


def every_seating(allowed: list[list[int]], rooms: list[int]) -> int:
    """Most passengers that can be seated, by trying all seatings."""
    best = 0
    for seating in product(*([*places, -1] for places in allowed)):
        if all(seating.count(at) <= room for at, room in enumerate(rooms)):
            best = max(best, sum(at >= 0 for at in seating))
    return best


def every_placing(flyers: list[Flyer], guests: list[tuple[str, int]], carriers: list[CarrierPlace]) -> int:
    """Most flyers with a deck, by trying all placings and seatings in which all guests stay aboard."""
    best = 0
    for places in product(*(carrier.zones for carrier in carriers)):
        allowed = [
            [at for at, zone in enumerate(places) if air_distance(TITLE, flyer.key.area, zone) <= flyer.left]
            for flyer in flyers
            for _ in range(flyer.number)
        ]
        staying = [[at for at, carrier in enumerate(carriers) if carrier.key.area == zone] for zone, count in guests for _ in range(count)]
        for seating in product(*staying):
            rooms = [carrier.room - seating.count(at) for at, carrier in enumerate(carriers)]
            if min(rooms) >= 0:
                best = max(best, every_seating(allowed, rooms))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_as_many_are_seated_as_can_be(seed: int) -> None:
    rng = Random(seed)
    flyers = [Flyer(Stack(rng.choice(ZONES), "japan", "fighter", 1, f"used={n}"), rng.randint(1, 2), rng.randint(0, 2)) for n in range(2)]
    carriers = []
    for n in range(rng.randint(1, 3)):
        home = rng.choice(ZONES)
        zones = (home, *(zone for zone in ZONES if zone != home and air_distance(TITLE, home, zone) <= 1))
        carriers.append(
            CarrierPlace(
                Stack(home, "japan", "aircraft-carrier", 1, f"used={n}"),
                rng.randint(0, 2),
                zones if rng.random() < 0.8 else zones[:1],
            )
        )
    full = sorted({carrier.key.area for carrier in carriers if carrier.room == 2})
    guests = [(full[0], 1)] if full and rng.random() < 0.5 else []
    assert arrange(TITLE, flyers, guests, carriers, Makers()).seated()[1] == every_placing(flyers, guests, carriers)


def test_carriers_to_be_built_share_the_factories_room() -> None:
    flyers = [Flyer(Stack(zone, "japan", "fighter", 1, ""), 1, 0) for zone in ZONES[:3]]
    carriers = [CarrierPlace(None, 2, ("", *ZONES[:3]))] * 3
    makers = Makers({ZONES[0]: ("a",), ZONES[1]: ("a", "b"), ZONES[2]: ("b",)}, {"a": 1, "b": 1})
    found = arrange(TITLE, flyers, [], carriers, makers)
    assert (found.seated()[1], sorted(found.places)[0]) == (2, "")


def test_the_first_flyers_come_first() -> None:
    flyers = [
        Flyer(Stack("sea-zone-53", "japan", "fighter", 1, ""), 1, 0),
        Flyer(Stack("sea-zone-45", "japan", "fighter", 1, ""), 2, 0),
    ]
    carriers = [CarrierPlace(Stack("sea-zone-52", "japan", "aircraft-carrier", 1, ""), 2, ("sea-zone-52", "sea-zone-45", "sea-zone-53"))]
    assert arrange(TITLE, flyers, [], carriers, Makers()).places == ("sea-zone-45",)
    assert arrange(TITLE, flyers, [], carriers, Makers(), urgent=1).places == ("sea-zone-53",)


def test_a_seat_is_given_up_for_another() -> None:
    assert seat([[0, 1], [0]], [1, 1]) == [1, 0]
    assert seat([[0], [0], [0]], [2]) == [0, 0, -1]
