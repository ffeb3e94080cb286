"""Section Victory Conditions: 6 capitals of 5 points, 42 strategic cities of 1, and who begins with how many."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.global1939.tables import TITLE, points

pytestmark = pytest.mark.section("Victory Conditions")

CAPITALS = {"Berlin", "Rome", "Tokyo", "Moscow", "London", "Washington"}
OTHERS = 72 - 15 - 15 - 6
"""Points that neither the Soviet Union, the United Kingdom nor the United States begins with."""


def test_six_capitals_of_five_points_and_42_strategic_cities_of_one() -> None:
    assert Counter(city.points for city in TITLE.cities.values()) == {5: 6, 1: 42}
    assert {city.city for city in TITLE.cities.values() if city.points == 5} == CAPITALS
    assert len({city.city for city in TITLE.cities.values()}) == 48
    assert sum(points().values()) == 72


def test_cities_are_the_victory_cities_of_the_areas() -> None:
    named = {area: row.victory_city for area, row in TITLE.areas.items() if row.victory_city}
    assert named == {area: city.city for area, city in TITLE.cities.items()}


def test_capitals_of_powers_are_capitals_but_paris_which_is_a_city() -> None:
    seats = {power: TITLE.cities[row.capital].city for power, row in TITLE.powers.items() if row.capital}
    assert set(seats.values()) == CAPITALS | {"Paris"}
    assert seats["germany"] == "Berlin" and seats["italy"] == "Rome" and seats["france"] == "Paris"
    assert TITLE.cities["france"].points == 1


def test_soviet_union_and_united_kingdom_begin_with_15_points() -> None:
    assert points()["soviet-union"] == 15
    assert points()["united-kingdom"] == 15


def test_united_states_begin_with_6_points() -> None:
    assert points()["united-states"] == 6


def test_axis_begins_with_14_points_and_japan_with_7() -> None:
    held = points()
    assert held["germany"] + held["italy"] == 14
    assert held["japan"] == 7


def test_all_others_begin_with_the_rest() -> None:
    held = points()
    rest = {power for power in held if power not in ("soviet-union", "united-kingdom", "united-states")}
    assert sum(held[power] for power in rest) == OTHERS
    assert sum(held[power] for power in rest - {"germany", "italy", "japan"}) == 15


def test_nobody_begins_with_the_points_of_victory() -> None:
    held = points()
    assert held["germany"] + held["italy"] < 24 and held["japan"] < 18
    assert max(held["soviet-union"], held["united-kingdom"], held["united-states"]) < 24
