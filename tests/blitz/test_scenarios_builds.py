"""Where new units of a scenario appear whose home is not in play, and that every unit of a Force Pool or Group has such a place."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.strictness import Strictness
from engine.titles.blitz.orders import Build
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.settings import appearances
from engine.titles.blitz.tables import countries
from engine.titles.blitz.turn_end import building
from tests.blitz.table import RULES, TITLE, Dice, at, broken, do, table

SCENARIOS = tuple(TITLE.scenarios)


def building_time(scenario: str, power: str, unit: str) -> Play:
    """Return the builds of a power in a scenario, with a unit in its Force Pool."""
    play = table(scenario=scenario, phase="build", power=power, stores={power: (7, 0)})
    key = board.find(play.position, unit)
    if key is None:
        play = table(f"{unit} west-coast@1", scenario=scenario, phase="build", power=power, stores={power: (7, 0)}, owners={unit: power})
        key = board.find(play.position, unit)
    assert key is not None
    changes.put_in_box(play, key, changes.box(power, changes.POOL), "told")
    return play


@pytest.mark.section("Scenario B. The Longest Day")
@pytest.mark.parametrize("area", ["london", "scotland"])
def test_b_7_units_of_the_usa_are_placed_in_great_britain(area: str) -> None:
    play = do(building_time("longest-day", "afa", "1st-army"), Build("1st-army", area, 1))
    assert at(play, "1st-army") == f"{area}@1"
    assert broken(building_time("longest-day", "afa", "1st-army"), Build("1st-army", "paris", 1)) == ["build/site"]


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize("unit", ["8th-air-force", "p-38s", "us-sub", "bering-sea-ll", "1st-tactical-air-force"])
def test_d_all_reinforcements_arrive_in_the_uk_even_usa_units(unit: str) -> None:
    play = building_time("barbarossa", "afa", unit)
    key = board.find(play.position, unit)
    assert key is not None
    assert {area for area, _ in building.sites(play.position, key)} <= {"london", "scotland"}
    do(play, Build(unit, "london", 1))
    assert at(play, unit) == "london@1"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("unit", ["far-east-fleet", "eastern-fleet"])
def test_e_the_far_east_fleet_arrives_in_canada(unit: str) -> None:
    """Eastern Canada is not in play: no sea area within four moves of Tokyo touches it."""
    play = do(building_time("rising-sun", "afa", unit), Build(unit, "western-canada", 1))
    assert at(play, unit) == "western-canada@1"
    assert broken(building_time("rising-sun", "afa", unit), Build(unit, "eastern-canada", 1)) == ["build/site"]


@pytest.mark.section("Scenario B. The Longest Day", "Scenario D. Barbarossa", "Scenario E. Empire of the Rising Sun", "7.8")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_of_a_force_pool_or_group_has_land_in_play_where_it_may_appear(scenario: str) -> None:
    play = Play(RULES, Dice([2] * 9), strictness=Strictness.RAISE)
    play.start(scenario, {}, {})
    appear = appearances(TITLE, scenario)
    nowhere = []
    for key in play.state.stacks:
        home = board.counter(TITLE, key.unit).home
        areas = TITLE.regions[appear.get(home, home)] if key.area.endswith("-pool") or "-group-" in key.area else ()
        if areas and not any(board.is_in_play(play.position, area) for area in areas):
            nowhere.append(key.unit)
    assert nowhere == []


@pytest.mark.section("Scenario B. The Longest Day", "Scenario D. Barbarossa", "Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_where_units_appear_is_said_by_countries(scenario: str) -> None:
    appear = appearances(TITLE, scenario)
    assert {*appear, *appear.values()} <= set(countries(TITLE))
