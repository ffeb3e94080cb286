"""8.: the worked examples of Victory."""

from __future__ import annotations

import pytest

from engine.events import PhaseStarted, RoundStarted, VictoryPointsScored
from engine.titles.blitz.orders import Build
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import changes
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import TITLE, do, table


@pytest.mark.section("8. Victory and Game End")
def test_8_no_casualties_is_the_power_that_took_the_area_even_when_it_is_given_back() -> None:
    play = table(power="afa", turn=8, markers={"clean/morocco": "usa 8", "clean/algeria": "usa 8"})
    card = {row.card: row for row in TITLE.own["cards"]}
    assert victory.SCORED["clean-capture"](play.position, "usa", card["usa-no-casualties"]) == 1
    assert victory.SCORED["clean-capture"](play.position, "afa", card["afa-no-casualties"]) == 0
    lost = table(power="afa", turn=8, markers={"clean/morocco": "usa 8"}, take={"morocco": "germany"})
    assert victory.SCORED["clean-capture"](lost.position, "usa", card["usa-no-casualties"]) == 0


@pytest.mark.section("8. Victory and Game End")
def test_8_the_long_war_is_worth_fifteen_points_in_all() -> None:
    card = next(row for row in TITLE.own["cards"] if row.card == "long-war")
    points = [victory.SCORED["late-turns"](table(turn=turn).position, "germany", card) for turn in (10, 11, 12, 13, 14, 15)]
    assert points == [0, 1, 2, 3, 4, 5] and sum(points) == 15


@pytest.mark.section("8. Victory and Game End")
def test_8_berlin_brings_the_ussr_two_points_and_costs_germany_none() -> None:
    play = table(turn=12, points={"germany": 9, "ussr": 10}, at_war=["germany ussr"], markers={"entry/usa": 9})
    control.take_control(play, "berlin", "ussr")
    assert (play.state.points["ussr", "vp"], play.state.points["germany", "vp"]) == (12, 9)
    control.take_control(play, "berlin", "germany")
    assert play.state.points["ussr", "vp"] == 10


@pytest.mark.section("8. Victory and Game End", "7.7")
@pytest.mark.parametrize(("box", "points"), [(11, 0), (12, 1)])
def test_8_the_five_year_plan_counts_what_the_ussr_may_use(box: int, points: int) -> None:
    card = next(row for row in TITLE.own["cards"] if row.card == "five-year-plan")
    play = table(turn=3, markers={"counted/ussr": "3 14", "entry/ussr": box})
    assert victory.SCORED["counted"](play.position, "ussr", card) == points


@pytest.mark.section("8. Victory and Game End")
def test_8_a_super_weapon_scores_when_it_is_built_for_the_first_time() -> None:
    card = next(row for row in TITLE.own["cards"] if row.card == "super-weapons")
    play = table("v-1 germany-pool@1", phase="build", turn=9, stores={"germany": (5, 0)})
    do(play, Build("v-1", "berlin"))
    assert victory.SCORED["first-built"](play.position, "germany", card) == 1
    changes.destroy(play, next(key for key in play.state.stacks if key.unit == "v-1"), "used")
    play.emit(RoundStarted(10))
    play.emit(PhaseStarted("germany", "build", play.state.clock.turn + 1))
    do(play, Build("v-1", "berlin"))
    assert victory.SCORED["first-built"](play.position, "germany", card) == 0


@pytest.mark.section("8. Victory and Game End")
def test_8_points_for_a_factory_are_lost_to_whoever_takes_it() -> None:
    """The Western Allies have no card for Factories in this scenario; Germany loses its points to them all the same."""
    play = table(scenario="barbarossa")
    control.take_control(play, "moscow", "germany")
    assert play.state.points["germany", "vp"] == 2
    control.take_control(play, "moscow", "afa")
    assert play.state.points["germany", "vp"] == 0


@pytest.mark.section("8. Victory and Game End")
def test_8_the_example_of_turn_twelve_is_won_by_richard() -> None:
    """AFA 9 and USA 15 average 12; the USSR has 14, Germany 12, Japan 15."""
    players = {"germany": "Maria", "japan": "Richard", "afa": "Franklin", "usa": "Franklin", "ussr": "Cecilia"}
    play = table(turn=12, players=players, points={"germany": 12, "japan": 15, "afa": 9, "usa": 15, "ussr": 14})
    assert victory.averages(play.position) == {
        ("Maria", "axis"): 12,
        ("Richard", "axis"): 15,
        ("Franklin", "allies"): 12,
        ("Cecilia", "allies"): 14,
    }
    victory.finish(play)
    assert play.state.ended and play.state.winners == ("axis",)


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(("before", "points"), [([], 3), (["usa"], 3), (["usa", "ussr"], 1)])
def test_8_the_atomic_club_gives_three_points_to_the_first_and_the_second(before: list[str], points: int) -> None:
    told = {f"a-bomb-tested/{power}": 9 for power in before} | {"a-bomb-tested/germany": 12, "a-bomb-tested/afa": 12}
    play = table(turn=12, markers=told)
    victory.score_turn(play)
    clubs = {
        event.contender: event.delta
        for event in play.events
        if isinstance(event, VictoryPointsScored) and event.reason == "join-atomic-club"
    }
    assert clubs == {"germany": points, "afa": points}
