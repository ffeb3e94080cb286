"""Sections How the War Is Won and Winning the Game: victory cities, five levels, the check after the U.S. turn."""

from __future__ import annotations

import pytest

from engine.events import GameEnded, RoundStarted, VictoryPointsScored
from engine.families.axis_allies.combat.capture import take_area
from engine.play import Play
from engine.rules import Concede, EndPhase
from engine.strictness import Strictness
from engine.title.contenders import needed as needed_of
from tests.aa1942.positions import TITLE, events_after, play_from

pytestmark = pytest.mark.section("How the War Is Won")

ALLIED = {"eastern-united-states", "united-kingdom", "karelia-ssr", "russia", "india", "western-united-states"}
AXIS = {"germany", "western-europe", "southern-europe", "kwantung", "philippine-islands", "japan"}
AXIS_GAINS = ("karelia-ssr", "russia", "india", "united-kingdom", "western-united-states", "eastern-united-states")


def with_axis_at(count: int, level: str) -> Play:
    """The last phase but one of the U.S. turn, with `count` victory cities in the hands of the Axis."""
    control = dict.fromkeys(AXIS_GAINS[: count - 6], "germany")
    phase = "mobilize-units" if control.get("eastern-united-states") != "germany" else "noncombat-move"
    return play_from({}, "united-states", phase, control=control, options={"victory": level})


def test_each_side_begins_with_six_of_the_twelve_victory_cities() -> None:
    play = play_from({}, "soviet-union")
    held = {side: {area for area in TITLE.victory_cities if TITLE.side_of[play.state.control[area]] == side} for side in TITLE.sides}
    assert held == {"allies": ALLIED, "axis": AXIS}
    scored = [event for event in play.events if isinstance(event, VictoryPointsScored)]
    assert scored == [
        VictoryPointsScored("axis", "victory-cities", 6, 6, "setup"),
        VictoryPointsScored("allies", "victory-cities", 6, 6, "setup"),
    ]


@pytest.mark.section("Capturing a Victory City")
def test_a_captured_victory_city_is_scored_for_both_sides() -> None:
    play = play_from({}, "germany", "conduct-combat")
    start = len(play.events)
    take_area(play, "karelia-ssr", "germany")
    assert events_after(play, start, VictoryPointsScored) == [
        VictoryPointsScored("allies", "victory-cities", -1, 5, "karelia-ssr"),
        VictoryPointsScored("axis", "victory-cities", 1, 7, "karelia-ssr"),
    ]


@pytest.mark.section("Capturing a Victory City")
def test_a_captured_area_without_a_city_scores_nothing() -> None:
    play = play_from({}, "germany", "conduct-combat")
    start = len(play.events)
    take_area(play, "caucasus", "germany")
    assert events_after(play, start, VictoryPointsScored) == []


@pytest.mark.section("Winning the Game")
@pytest.mark.parametrize(("level", "needed"), [("minor", 8), ("moderate", 9), ("major", 10), ("decisive", 11), ("total", 12)])
def test_each_level_is_won_with_its_number_of_cities_and_not_with_one_less(level: str, needed: int) -> None:
    play = with_axis_at(needed, level)
    assert [needed_of(play.title, level, side) for side in play.title.sides] == [needed, needed]
    play.submit(EndPhase())
    assert play.events[-1] == GameEnded(("axis",), level)
    assert play.state.ended and play.state.winners == ("axis",)

    short = with_axis_at(needed - 1, level)
    short.submit(EndPhase())
    assert not short.state.ended
    assert short.state.clock.round == 2


@pytest.mark.section("Winning the Game")
def test_the_default_level_is_moderate_nine_cities() -> None:
    play = with_axis_at(9, TITLE.options["victory"].default)
    play.submit(EndPhase())
    assert (play.state.how, play.state.winners) == ("moderate", ("axis",))


def test_the_allies_win_with_nine_as_well() -> None:
    control = dict.fromkeys(("kwantung", "philippine-islands", "western-europe"), "united-states")
    play = play_from({}, "united-states", "mobilize-units", control=control)
    play.submit(EndPhase())
    assert play.state.winners == ("allies",)


@pytest.mark.section("Order of Play / Order of Play", "Winning the Game")
def test_victory_is_checked_only_at_the_end_of_the_round_after_the_us_turn() -> None:
    """Nine cities in the middle of a round win nothing yet: they may be lost again."""
    control = dict.fromkeys(("karelia-ssr", "india", "western-united-states"), "japan")
    play = play_from({}, "japan", "mobilize-units", control=control)
    play.submit(EndPhase())
    assert not play.state.ended
    assert play.state.clock.power == "united-states"
    take_area(play, "western-united-states", "united-states")
    play.submit(EndPhase("collect-income"))
    assert not play.state.ended
    assert events_after(play, 0, RoundStarted)[-1] == RoundStarted(2)


@pytest.mark.section("Winning the Game")
def test_the_income_of_the_last_turn_is_collected_before_the_check() -> None:
    play = with_axis_at(9, "moderate")
    before = play.state.resources["united-states", "ipc"]
    play.submit(EndPhase())
    assert play.state.resources["united-states", "ipc"] == before + 42
    assert play.state.ended


def test_no_order_is_taken_once_the_game_is_over() -> None:
    play = with_axis_at(9, "moderate")
    play.submit(EndPhase())
    assert [problem.rule for problem in play.check(EndPhase())] == ["game-over"]


def test_a_side_that_concedes_has_lost() -> None:
    play = play_from({}, "japan", strictness=Strictness.COLLECT)
    play.submit(Concede("allies"))
    assert play.events[-1] == GameEnded(("axis",), "conceded")
