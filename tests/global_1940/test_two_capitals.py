"""The two capitals of the United Kingdom in Global 1940: what is lost with one of them, and what comes back."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.orders import Buy, Place, Repair
from engine.rules import EndPhase
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import play_from

JAPAN_AT_WAR = {("japan", "united-kingdom"): "war", ("anzac", "japan"): "war"}
FACTORIES = {
    "india": "united-kingdom: major-factory",
    "ontario": "united-kingdom: minor-factory",
    "united-kingdom": "germany: minor-factory",
}


@pytest.mark.section("25. India without London")
@pytest.mark.parametrize("by", ["united-kingdom", "anzac"])
def test_whoever_frees_india_gives_it_back_with_the_areas_and_the_money_of_its_purse(by: str) -> None:
    control = {"india": "japan", "burma": "anzac", "egypt": "anzac", "united-kingdom": "germany"}
    lost = {"united-kingdom-pacific": "capital-lost", "united-kingdom": "capital-lost"}
    play = play_from({}, by, "conduct-combat", control=control, standing=lost, relations=JAPAN_AT_WAR, money={"united-kingdom-pacific": 9})
    take_area(play, "india", by)
    held, money = play.state.control, play.state.resources
    assert (held["india"], held["burma"], held["egypt"]) == ("united-kingdom", "united-kingdom", "anzac")
    assert play.state.standing == {"united-kingdom-pacific": "active", "united-kingdom": "capital-lost"}
    assert money["united-kingdom-pacific", "ipc"] == 9


@pytest.mark.section("25. India without London")
@pytest.mark.parametrize(("lost", "burma", "egypt"), [("india", "anzac", "united-kingdom"), ("united-kingdom", "united-kingdom", "anzac")])
def test_an_ally_keeps_what_it_frees_of_the_purse_whose_capital_is_lost(lost: str, burma: str, egypt: str) -> None:
    control = {"india": "united-kingdom", "burma": "japan", "egypt": "italy"} | {lost: "japan" if lost == "india" else "germany"}
    play = play_from({}, "anzac", "conduct-combat", control=control, relations=JAPAN_AT_WAR)
    for area in ("burma", "egypt"):
        take_area(play, area, "anzac")
    assert (play.state.control["burma"], play.state.control["egypt"]) == (burma, egypt)


@pytest.mark.section("25. India without London")
def test_the_pacific_purse_goes_on_while_london_is_lost() -> None:
    lost = {"control": {"united-kingdom": "germany"}, "damage": {"ontario": 1}, "pool": {"united-kingdom": "2 infantry"}}
    play = play_from(FACTORIES, "united-kingdom", "purchase-units", money={"united-kingdom": 7, "united-kingdom-pacific": 6}, **lost)
    assert rules_of(play, Buy("infantry")) == ["purchase/account"]
    assert rules_of(play, Repair("ontario", 1)) == ["purchase/account"]
    play.submit(Buy("2 infantry", "united-kingdom-pacific"))
    while play.state.clock.phase != "mobilize-units":
        play.submit(EndPhase())
    assert rules_of(play, Place("2 infantry", "ontario")) == ["mobilize/account"]
    play.submit(Place("2 infantry", "india"))
    play.submit(EndPhase())
    assert play.state.clock.power == "italy"
    assert play.state.resources["united-kingdom", "ipc"] == 7 and play.state.resources["united-kingdom-pacific", "ipc"] == 17


@pytest.mark.section("25. India without London")
def test_the_pacific_purse_neither_buys_nor_collects_while_india_is_lost() -> None:
    play = play_from(
        {}, "united-kingdom", "purchase-units", control={"india": "japan"}, relations=JAPAN_AT_WAR, money={"united-kingdom-pacific": 6}
    )
    assert rules_of(play, Buy("infantry", "united-kingdom-pacific")) == ["purchase/account"]
