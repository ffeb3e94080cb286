"""Reinforcing overseas in a campaign (section 9.0): all zones of the line must be friendly controlled, with the Malta example."""

from __future__ import annotations

import pytest

from engine.families.blocks.production.orders import Reinforce
from engine.families.blocks.production.overseas import controlled_line, is_campaign, price_factor
from engine.families.blocks.supply import reach
from engine.rules import Position
from tests.black_swan.board import TITLE, play_from, position

pytestmark = pytest.mark.section("9.0")

ATLANTIC = ("the-channel", "central-atlantic")
BY_GIBRALTAR = (*ATLANTIC, "alboran-sea", "western-med", "central-med")
BY_THE_CAPE = (*ATLANTIC, "southern-atlantic", "indian-ocean", "eastern-med", "central-med")
WAR = "germany infantry-3 berlin, italy infantry-3 rome, great-britain infantry-4 london, great-britain fort-3@1 malta"
ENEMIES = ", italy submarine-3 western-med, italy submarine-3 eastern-med, germany submarine-4 northern-atlantic"


def malta(controlled: tuple[str, ...], scenario: str = "campaign-1941", without: str = "") -> int:
    """Return the price factor of the fort in Malta with British ships and control in some zones, one of them contested."""
    zones = dict.fromkeys((*BY_GIBRALTAR, *BY_THE_CAPE))
    ships = "".join(f", great-britain light-surface-4 {zone}" for zone in zones)
    control = {zone: "great-britain" for zone in controlled if zone not in (without, "indian-ocean")}
    found = position(WAR + ENEMIES + ships, control=control, scenario=scenario)
    return price_factor(found, key_in(found, "malta"))


def key_in(found: Position, area: str):
    return next(key for key, _ in found.stacks(area))


@pytest.mark.section("1.6")
@pytest.mark.parametrize("way", [BY_GIBRALTAR, BY_THE_CAPE], ids=["by Gibraltar", "around the Cape"])
def test_example_of_the_fort_in_malta(way: tuple[str, ...]) -> None:
    """The Channel/North Atlantic, Central Atlantic, Alboran, Western and Central Med; or South Atlantic, Indian, Eastern, Central."""
    assert malta(way) == 2, "an orange port"
    for zone in way:
        if zone != "indian-ocean":  # nobody else may be there
            assert malta(way, without=zone) == 0, zone


def test_the_north_atlantic_serves_as_well_as_the_channel() -> None:
    way = ("northern-atlantic", *BY_GIBRALTAR[1:])
    ships = "".join(f", great-britain light-surface-4 {zone}" for zone in way)
    found = position(WAR + ships, control=dict.fromkeys(way, "great-britain"), scenario="campaign-1939")
    assert price_factor(found, key_in(found, "malta")) == 2


@pytest.mark.parametrize(("option", "reached"), [("contested", True), ("all", False)])
def test_a_controlled_zone_without_a_ship_carries_no_line_by_option_only(option: str, reached: bool) -> None:
    """1.2, 2.4: here the line runs by a contested zone, with a ship, or by one that only discs control."""
    fleet = ("the-channel", "central-atlantic", "alboran-sea", "western-med", "tyrrhenian-sea")
    ships = "".join(f", great-britain light-surface-4 {zone}" for zone in fleet)
    control = dict.fromkeys(("the-channel", "central-atlantic", "alboran-sea", "western-med"), "great-britain")
    home = WAR.replace("malta", "sardinia") + ", great-britain infantry-4@1 sicily"
    found = position(
        home + ships, control=control | {"central-med": "great-britain"}, scenario="campaign-1941", options={"supply-ships": option}
    )
    assert price_factor(found, key_in(found, "sardinia")) > 0
    assert "sicily" in reach(found, "great-britain").way and (price_factor(found, key_in(found, "sicily")) > 0) == reached
    joined = position(
        home + ships + ", great-britain submarine-4 central-med",
        control=control | {"central-med": "great-britain"},
        scenario="campaign-1941",
        options={"supply-ships": option},
    )
    assert price_factor(joined, key_in(joined, "sicily")) > 0


def test_in_a_scenario_contested_zones_do() -> None:
    assert malta(BY_GIBRALTAR, "1941", without="western-med") == 2 and malta((), "1941") == 2


def test_ways_by_gibraltar_need_gibraltar_and_ways_around_the_cape_land_or_a_canal_to_the_eastern_med() -> None:
    ships = "".join(f", great-britain light-surface-4 {zone}" for zone in dict.fromkeys((*BY_GIBRALTAR, *BY_THE_CAPE)))
    zones = dict.fromkeys((*BY_GIBRALTAR, *BY_THE_CAPE), "great-britain")
    del zones["indian-ocean"]
    for lost, reached in (
        ({"gibraltar": "italy"}, True),
        ({"cairo": "italy"}, True),
        (dict.fromkeys(("gibraltar", "cairo", "sinai", "jerusalem", "mosul"), "italy"), False),
    ):
        found = position(WAR + ships, control=zones | lost, scenario="campaign-1941")
        assert ("malta" in controlled_line(found, "great-britain")) == reached, lost


def test_a_ship_may_be_in_a_zone_that_is_contested_or_the_enemys_itself() -> None:
    """All zones but its own are friendly controlled."""
    fleet = WAR + ", great-britain light-surface-4 the-channel, great-britain heavy-surface-4@1 central-atlantic"
    for holder, factor in (("great-britain", 1), ("", 1), ("germany", 1)):
        found = position(fleet, control={"the-channel": "great-britain", "central-atlantic": holder}, scenario="campaign-1941")
        assert price_factor(found, key_in(found, "central-atlantic")) == factor, holder
    for holder in ("", "germany"):
        found = position(fleet, control={"the-channel": holder, "central-atlantic": "great-britain"}, scenario="campaign-1941")
        assert price_factor(found, key_in(found, "central-atlantic")) == 0, holder


def test_a_ship_beside_the_home_coast_is_not_overseas() -> None:
    found = position(WAR + ", great-britain carrier-4@1 north-sea", control={"north-sea": "germany"}, scenario="campaign-1941")
    assert price_factor(found, key_in(found, "north-sea")) == 1


def test_americans_are_supplied_from_washington_and_from_london() -> None:
    stacks = WAR + ", united-states infantry-4@1 glasgow, united-states infantry-4@1 casablanca"
    found = position(stacks, control={"northern-atlantic": "germany"}, scenario="campaign-1941")
    assert price_factor(found, key_in(found, "glasgow")) == 1, "over land from London"
    assert price_factor(found, key_in(found, "casablanca")) == 0


def test_what_is_reached_over_land_is_not_overseas() -> None:
    found = position(
        "germany infantry-4@1 paris, great-britain infantry-4 london",
        scenario="campaign-1941",
        control=dict.fromkeys(("brussels", "lille", "strasbourg"), "germany"),
    )
    assert price_factor(found, key_in(found, "paris")) == 1


def test_leningrad_is_reached_over_the_road_of_life() -> None:
    """2.0.2: as if Lake Ladoga were a controlled land area."""
    stacks = "soviet-union infantry-4 moscow, soviet-union fort-4@1 leningrad, germany infantry-3 berlin"
    control = dict.fromkeys(("novgorod", "tallinn", "viipuri"), "germany")
    found = position(stacks, control=control, scenario="campaign-1941")
    assert price_factor(found, key_in(found, "leningrad")) == 1
    lost = position(stacks, control=control | {"tikhvin": "germany"}, scenario="campaign-1941")
    assert price_factor(lost, key_in(lost, "leningrad")) == 0


def test_the_order_is_refused_with_the_reason() -> None:
    ships = "".join(f", great-britain light-surface-4 {zone}" for zone in BY_GIBRALTAR)
    play = play_from(
        WAR + ships + ", italy submarine-3 western-med",
        "production",
        "great-britain",
        money={"great-britain": 50},
        scenario="campaign-1941",
    )
    assert [p.rule for p in play.check(Reinforce("malta", "fort-3"))] == ["reinforce/overseas"]
    assert is_campaign(play.position) and {"campaign-1939", "campaign-1941"} < set(TITLE.scenarios)
