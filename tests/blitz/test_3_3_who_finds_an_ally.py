"""3.3: whom a neutral country allies with, each condition on both of its sides."""

from __future__ import annotations

import pytest

from engine.titles.blitz.politics import aligning
from engine.titles.blitz.position import board
from tests.blitz.table import at, keys, table

pytestmark = pytest.mark.section("3.3")


@pytest.mark.parametrize("country", ["argentina", "paraguay-uruguay"])
@pytest.mark.parametrize(
    ("units", "holder", "ally"),
    [
        ("army-group-b venezuela@2", "germany", "germany"),
        ("25th-army venezuela@1", "japan", "japan"),
        ("alpini-army venezuela@1", "germany", "germany"),
        ("spanish-army venezuela@1", "germany", ""),
        ("luftwaffe venezuela@2, high-seas-fleet venezuela@2", "germany", ""),
        ("", "germany", ""),
        ("1st-army venezuela@2", "usa", ""),
        ("army-group-b venezuela@2", "japan", ""),
    ],
)
def test_3_3_an_axis_power_comes_near_with_a_land_unit_of_a_major_power_in_land_of_its_own(
    country: str, units: str, holder: str, ally: str
) -> None:
    """Italy's units are a major power's as well; those of a minor ally are not, nor are aircraft and ships land units."""
    play = table(units, take={"venezuela": holder}, owners={"spanish-army": "germany"})
    assert aligning.suitor(play.position, country) == ally


@pytest.mark.parametrize(("area", "near"), [("venezuela", True), ("panama", True), ("mexico", False), ("nigeria", False)])
def test_3_3_four_aircraft_moves_are_as_far_as_a_visitor_is_seen(area: str, near: bool) -> None:
    play = table(f"army-group-b {area}@2", take={area: "germany"})
    assert bool(aligning.suitor(play.position, "argentina")) is near


@pytest.mark.parametrize(
    ("country", "lands", "wars", "ally"),
    [
        ("iberia", {"gibraltar": "germany"}, [], "germany"),
        ("iberia", {"gibraltar": "japan"}, [], ""),
        ("turkey", {"caucasus-mountains": "germany"}, [], "germany"),
        ("turkey", {"ukraine": "germany"}, [], ""),
        ("south-east-asia", {"paris": "germany"}, [], "japan"),
        ("south-east-asia", {"paris": "usa"}, [], ""),
        ("south-east-asia", {}, ["japan afa"], "japan"),
        ("south-east-asia", {}, ["japan usa"], ""),
        ("finland", {}, ["germany ussr"], "germany"),
        ("central-europe", {}, ["germany ussr"], "germany"),
        ("finland", {}, ["japan ussr", "germany usa"], ""),
        ("brazil", {}, ["japan usa"], "usa"),
        ("mexico", {}, ["germany usa"], "usa"),
        ("mexico", {}, ["germany ussr", "japan afa"], ""),
        ("near-east", {"egypt": "germany", "aden-kuwait": "germany"}, [], "germany"),
        ("near-east", {"egypt": "germany"}, [], ""),
        ("near-east", {"egypt": "germany", "aden-kuwait": "japan"}, [], ""),
        ("sweden", {"norway": "germany"}, ["germany ussr"], ""),
    ],
)
def test_3_3_what_gives_a_country_to_a_power(country: str, lands: dict[str, str], wars: list[str], ally: str) -> None:
    play = table(take=lands, at_war=wars)
    assert aligning.suitor(play.position, country) == ally


@pytest.mark.section("1.7")
def test_3_3_lands_beside_the_near_east_count_with_a_supply_line_alone() -> None:
    """No line leads over the Mediterranean Sea and the Arabian Sea while a fleet of the enemy is alone there."""
    lands = {"egypt": "germany", "aden-kuwait": "germany", "levant": ""}
    fleets = "force-h mediterranean-sea@1, home-fleet arabian-sea@1"
    assert aligning.suitor(table(take=lands).position, "near-east") == "germany"
    assert aligning.suitor(table(fleets, take=lands).position, "near-east") == ""


@pytest.mark.section("3.2")
@pytest.mark.parametrize(("power", "borneo"), [("germany", "japan"), ("afa", "afa")])
def test_3_2_belgium_netherlands_splits_for_the_axis_alone(power: str, borneo: str) -> None:
    play = table()
    aligning.align(play, "belgium-netherlands", power, "declared-upon")
    held = {area: board.holder(play.position, area) for area in ("belgium-netherlands", "borneo", "hollandia", "java")}
    assert held == {"belgium-netherlands": power, "borneo": borneo, "hollandia": borneo, "java": borneo}
    owners = {unit: keys(play, unit)[0].power for unit in ("belgian-dutch-army", "east-indies-army", "dutch-navy")}
    assert owners == {"belgian-dutch-army": power, "east-indies-army": borneo, "dutch-navy": borneo}


@pytest.mark.parametrize(("units", "pool"), [("army-group-b venezuela@2", False), ("luftwaffe venezuela@2", True), ("", True)])
@pytest.mark.parametrize(("country", "unit"), [("brazil", "brazilian-army"), ("mexico", "mexican-army")])
@pytest.mark.parametrize("how", ["aligned", "declared-upon"])
def test_3_3_the_armies_of_brazil_and_mexico_are_set_up_if_the_axis_attacks_or_is_near(
    how: str, country: str, unit: str, units: str, pool: bool
) -> None:
    """Else they join the USA's Force Pool: a land unit of the Axis within four aircraft moves is near, its aircraft are not."""
    play = table(units, take={"venezuela": "germany"}, at_war=["germany usa"])
    aligning.align(play, country, "usa", how)
    (key,) = (key for key in play.state.stacks if key.unit == unit)
    assert key.power == "usa" and (key.area == "usa-pool") is (pool and how == "aligned")


@pytest.mark.section("7.3", "3.2")
@pytest.mark.parametrize(("markers", "box"), [({}, "afa-pool"), ({"conquered/norway": "allies"}, "usa-set-aside")])
def test_7_3_units_that_were_set_aside_join_the_pool_of_the_power_that_their_country_allies_with(markers: dict[str, str], box: str) -> None:
    """Unless the country was conquered: then they come back as it is liberated (3.4)."""
    play = table("norwegian-army usa-set-aside@1, polish-army afa-set-aside@2", owners={"norwegian-army": "usa"}, markers=markers)
    aligning.align(play, "norway", "afa", "declared-upon")
    assert at(play, "norwegian-army") == box and at(play, "polish-army") == "afa-set-aside"
