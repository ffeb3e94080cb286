"""Section 14.4.1: Free France that frees Paris in its own turn plays the turn to its end, and is France again."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy, Move, Place
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.invariants import violations
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.nations import controlled_by
from engine.titles.global_war_1936.vocabulary import CHART, CONTROLLED
from tests.global_war_1936.positions import TITLE, play_from, standing

COLONIES = {row.area: "free-france" for row in TITLE.holdings if row.scenario == "1939" and row.power == "france"}
HELD = COLONIES | dict.fromkeys(TITLE.regions["home-france"], "germany") | {"picardy": "free-france"}
WAR = {("free-france", "germany"): "war"}
FORCES = {"picardy": "free-france: 3 infantry", "northern-algeria": "free-france: minor-factory"}


def freed(**more: str) -> Play:
    """Free France has bought 3 infantry and marches into an empty Paris."""
    money = {"free-france": 20, "france": 0}
    play = play_from(FORCES | more, "free-france", "production", control=HELD, relations=WAR, money=money)
    play.emit(ev.PowerChanged("france", "capital-lost", "surrendered"))
    play.submit(Buy("3 infantry"))
    play.submit(EndPhase())
    play.submit(Move("3 infantry", "picardy > paris"))
    play.submit(EndPhase("conduct-combat"))
    return play


@pytest.mark.section("14.4.1", "11.1")
def test_14_4_1_free_france_places_what_it_bought_in_the_turn_in_which_it_frees_paris() -> None:
    play = freed()
    assert (play.state.clock.power, play.state.clock.phase) == ("free-france", "noncombat-move")
    play.submit(EndPhase())
    play.submit(Place("infantry", "northern-algeria"))
    play.submit(EndPhase())
    assert play.state.standing["france"] == "active"
    assert {power for area, power in play.state.control.items() if area in HELD and power in ("free-france", "france")} == {"france"}
    assert play.state.pool == {("france", "infantry"): 2}, "what had no room waits for the next turn"


@pytest.mark.section("14.4.1", "10.1")
def test_14_4_1_aircraft_of_free_france_land_in_the_rest_of_that_turn() -> None:
    play = freed(**{"sea-zone-33": "free-france: 2 fighter [used=1]"})
    play.submit(Move("2 fighter", "sea-zone-33 > morocco"))
    play.submit(EndPhase("place-units"))
    assert standing(play, "morocco") == "france: 2 fighter"


@pytest.mark.section("14.4.1", "11.6")
def test_14_4_1_france_collects_at_the_end_of_that_turn_in_which_it_is_itself_again() -> None:
    play = freed()
    left, worth = play.state.resources["free-france", "ipp"], {area: row.value for area, row in TITLE.areas.items()}
    play.submit(EndPhase("place-units"))
    assert play.state.clock.power == "italy", "France, whose place is before that of Free France, has no second turn"
    land = sum(worth[area] for area, power in play.state.control.items() if power == "france")
    assert land > 0 and play.state.resources["free-france", "ipp"] == 0
    assert play.state.resources["france", "ipp"] >= left + land
    assert violations(TITLE, play.events) == []


@pytest.mark.section("14.4.1", "7.3")
def test_14_4_1_what_free_france_has_under_way_and_whom_it_controls_are_french_again() -> None:
    play = freed()
    CHART.emit(play, "1", "free-france", "destroyer", "", "", "1")
    CONTROLLED.emit(play, "free-france", "greece")
    ALIGNED.emit(play, "free-france", "abyssinia")
    play.submit(EndPhase("noncombat-move"))
    play.submit(EndPhase())
    assert chart.on_chart(play.position, "france", "destroyer", "", "", 1) == 1
    assert chart.items(play.position, "free-france") == []
    assert controlled_by(play.position, "greece") == ALIGNED.read(play.state, "abyssinia") == "france"
