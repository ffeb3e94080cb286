"""The data agrees with every figure that the text of the rule book proves."""

from __future__ import annotations

import pytest

from engine.titles.blitz.position.supply import land_routes
from engine.titles.blitz.settings import in_play
from engine.titles.blitz.tables import convoys, counters, country_of, places
from tests.blitz.table import TITLE

PLACES = places(TITLE)


@pytest.mark.section("1.5")
@pytest.mark.parametrize(
    ("area", "resources", "oil", "factory"),
    [
        ("london", 1, 0, None),
        ("paris", 2, 0, None),
        ("poland", 1, 0, 0),
        ("berlin", None, 1, 2),
        ("balkans", 1, 0, 0),
        ("central-europe", 0, 1, 0),
        ("sweden", 1, 0, 0),
        ("norway", 1, 0, 0),
        ("algeria", 1, 0, 0),
        ("south-africa", 1, 0, 0),
        ("hyderabad", 1, 0, 0),
        ("chungking", 1, 0, None),
        ("manila", 1, 0, 0),
        ("canberra", 1, 0, 0),
        ("tokyo", 1, 0, None),
        ("west-coast", 3, 1, 2),
        ("central-plains", 2, 3, None),
        ("atlantic-seaboard", 3, 0, None),
        ("mexico", 0, 1, 0),
        ("western-canada", 0, 1, 0),
        ("borneo", 0, 1, 0),
        ("venezuela", 0, 1, 0),
        ("sao-paulo", 1, 0, 0),
        ("iraq", 0, 1, 0),
    ],
)
def test_what_an_area_yields(area: str, resources: int | None, oil: int, factory: int | None) -> None:
    row = PLACES[area]
    assert resources is None or row.resources == resources
    assert row.oil == oil and (factory is None or row.factory == factory)


@pytest.mark.section("1.5")
def test_sums_that_the_text_tells() -> None:
    def total(areas: object, what: str) -> int:
        return sum(getattr(PLACES[area], what) for area in areas)  # type: ignore[attr-defined]

    usa = TITLE.regions["usa"]
    assert (total(usa, "oil"), total(usa, "resources")) == (4, 8)
    assert total(TITLE.regions["france"], "resources") == 2
    assert total(TITLE.regions["near-east"], "oil") == 2
    held = [row.area for row in TITLE.holdings if row.scenario == "longest-day" and row.power == "germany"]
    assert total(held, "oil") + total(held, "resources") == 6


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_scenario_e_begins_with_four_oil_and_seven_resources() -> None:
    held = [row.area for row in TITLE.holdings if row.scenario == "rising-sun" and row.power == "afa"]
    oil = {area for area in held if PLACES[area].oil}
    assert oil == {"borneo", "mexico", "western-canada", "west-coast"}
    goods = {area: PLACES[area].resources for area in held if PLACES[area].resources}
    assert goods == {"hyderabad": 1, "chungking": 1, "manila": 1, "canberra": 1, "west-coast": 3}


@pytest.mark.section("1.4")
@pytest.mark.parametrize(
    ("area", "terrain"),
    [
        ("poland", "forest"),
        ("don-basin", "forest"),
        ("leningrad", "swamp"),
        ("austria-czechoslovakia", "mountain"),
        ("south-east-asia", "mountain"),
        ("persia", "mountain"),
        ("spain", "mountain"),
        ("stalingrad", ""),
    ],
)
def test_terrain(area: str, terrain: str) -> None:
    assert PLACES[area].terrain == terrain


@pytest.mark.section("1.3")
@pytest.mark.parametrize("area", ["gibraltar", "malta", "midway-islands", "manila", "caroline-islands", "marshall-islands"])
def test_islands(area: str) -> None:
    assert PLACES[area].island == "yes"


@pytest.mark.section("1.2")
@pytest.mark.parametrize(
    ("unit", "field", "values"),
    [
        ("polish-army", "land", (2, 3)),
        ("army-group-center", "land", (3, 5)),
        ("army-group-north", "land", (2, 4)),
        ("1st-para", "land", (1,)),
        ("waffen-ss-army", "land", (3, 5)),
        ("luftwaffe", "air", (2, 3)),
        ("luftwaffe", "land", (2, 3)),
        ("stukas", "air", (2, 3)),
        ("royal-air-force", "air", (1, 2)),
        ("bomber-command", "air", (1, 1)),
        ("me-109s", "air", (1, 2)),
        ("canadian-air-force", "strategic", (2, 4)),
        ("north-sea-fleet", "naval", (3, 5)),
        ("u-boat-ii", "naval", (2, 3)),
        ("persian-army", "land", (0,)),
        ("1st-tactical-air-force", "land", (3, 4)),
        ("big-1st-air-army", "land", (4, 5)),
        ("big-byelorussian-front", "land", (5, 7)),
        ("guards-banner-army", "land", (2, 4)),
    ],
)
def test_printed_factors(unit: str, field: str, values: tuple[int, ...]) -> None:
    assert getattr(counters(TITLE)[unit], field) == values


@pytest.mark.section("1.2")
@pytest.mark.parametrize(
    ("unit", "white", "red"),
    [
        ("1st-para", 1, 0),
        ("waffen-ss-army", 0, 3),
        ("maginot-line", 0, 5),
        ("far-eastern-front", 2, 0),
        ("transbaikal-front", 2, 0),
        ("army-group-b", 0, 0),
    ],
)
def test_triangles_of_land_factors(unit: str, white: int, red: int) -> None:
    row = counters(TITLE)[unit]
    assert (row.land_plus, row.land_minus) == (white, red)


@pytest.mark.section("1.2")
def test_movement_that_the_examples_need() -> None:
    rows = counters(TITLE)
    assert (
        rows["army-group-b"].move,
        rows["royal-air-force"].fly,
        rows["big-pacific-fleet"].move,
        rows["3rd-fleet-trs"].move,
    ) == (3, 1, 2, 2)
    assert rows["zeroes"].fly >= 2 and rows["kamikazes"].fly >= 2


@pytest.mark.section("6.3")
def test_the_canada_convoy_has_factor_two_in_the_north_atlantic() -> None:
    row = convoys(TITLE)["canada"]
    assert (row.area, row.factor) == ("north-atlantic", 2)


@pytest.mark.section("1.3")
def test_land_routes_of_the_examples() -> None:
    assert {frozenset(("paris", "spain")), frozenset(("stalingrad", "samarkand"))} <= land_routes(TITLE)


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_seas_in_play_follow_from_moves_from_london_and_tokyo() -> None:
    """Scenario C: two moves from London; E: four from Tokyo, the Tasman Sea and Cape Naturaliste beside them; F names eleven more.

    The Baltic is one of the eleven, so that no ship from London comes there: who holds Western Germany closes it.
    """

    def seas(scenario: str) -> set[str]:
        return {area for area in in_play(TITLE, scenario) if TITLE.areas[area].kind == "sea"}

    def within(area: str, moves: int) -> set[str]:
        near = {sea for port in TITLE.own["ports"] if port.area == area for sea in port.seas}
        found = set(near)
        for _ in range(moves - 1):
            near = {other for sea in near for other, link in TITLE.neighbours[sea].items() if link.kind == "sea"}
            found |= near
        return found

    open_to_london = within("london", 2) - {"baltic-sea"}
    assert seas("atlantic") == open_to_london
    assert seas("rising-sun") == within("tokyo", 4) | {"cape-naturaliste", "tasman-sea"}
    assert not {"cape-naturaliste", "tasman-sea"} & within("tokyo", 4)
    assert open_to_london <= seas("rise-and-fall") and len(seas("rise-and-fall") - open_to_london) == 11


@pytest.mark.section("1.3")
def test_every_land_area_is_in_one_country_and_has_its_place() -> None:
    lands = {area for area, row in TITLE.areas.items() if row.kind == "land"}
    assert set(country_of(TITLE)) == lands
    assert set(PLACES) == {area for area, row in TITLE.areas.items() if row.kind != "box"}


def test_every_row_says_where_it_comes_from() -> None:
    for name, rows in TITLE.own.items():
        for row in rows:
            assert row.source.startswith(("rulebook: ", "reconstructed")), (name, row)


@pytest.mark.section("1.11")
def test_every_counter_stands_in_one_place_in_every_scenario() -> None:
    for scenario in TITLE.scenarios:
        units = [row.unit for row in TITLE.placements if row.scenario == scenario]
        assert len(units) == len(set(units)), scenario
    full = {row.unit for row in TITLE.placements if row.scenario == "campaign"}
    assert set(TITLE.units) - full == {"corregidor"}, "it comes with Blitzing the Road to War alone"
