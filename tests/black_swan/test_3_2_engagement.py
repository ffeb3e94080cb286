"""Blocks that engage enemies on land (3.2), and what of it is recalled."""

from __future__ import annotations

import pytest

from engine.families.blocks.land.engaging import near_side
from engine.families.blocks.land.orders import March, Recall
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import TITLE, at, outcome, play_from, rules_of
from tests.black_swan.test_3_2_land_movement import FALL, FIRST_WINTER, SUMMER, WINTER, rules

pytestmark = pytest.mark.section("3.2")


def engage(*orders: object, blocks: str = "") -> Play:
    """Return a game in which blocks around Voronezh have moved."""
    play = play_from(
        blocks
        or "germany 3 infantry-4 kursk, germany tank-4 kursk, germany 2 tank-4 kharkov, germany air-4 kharkov,"
        " soviet-union 2 infantry-4 voronezh",
        season=SUMMER,
        markers=FIRST_WINTER,
    )
    outcome(play, *orders)
    return play


def test_3_2_two_classes_engage_at_least() -> None:
    play = engage(March("2 infantry-4", "kursk > voronezh"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["land/two-classes"]
    outcome(play, March("tank-4", "kursk > voronezh"))
    assert play.check(EndPhase()) == []


def test_3_2_no_more_than_two_of_a_class_engage() -> None:
    assert rules_of(engage(), March("3 infantry-4", "kursk > voronezh")) == ["land/classes"]
    play = engage(March("2 infantry-4", "kursk > voronezh"))
    assert rules_of(play, March("infantry-4", "kursk > voronezh")) == ["land/classes"]
    play = engage(March("2 tank-4", "kharkov > voronezh"))
    assert rules_of(play, March("tank-4", "kursk > voronezh")) == ["land/classes"]
    assert rules_of(play, March("2 infantry-4", "kursk > voronezh")) == []


def test_3_2_any_number_of_a_class_may_stack_in_ones_own_land() -> None:
    assert rules("germany 4 infantry-4 kursk, soviet-union infantry-4 moscow", March("4 infantry-4", "kursk > kharkov")) == []


def test_3_2_what_has_engaged_moves_no_more_and_cannot_be_passed() -> None:
    play = engage(March("tank-4", "kursk > voronezh"))
    assert rules_of(play, March("tank-4", "voronezh > stalingrad")) == ["land/missing"]
    assert rules_of(engage(), March("tank-4", "kursk > voronezh > stalingrad")) == ["land/stop"]


def test_3_2_an_engagement_of_one_class_is_cured_by_a_recall() -> None:
    play = engage(March("2 infantry-4", "kursk > voronezh"))
    (order, *_) = play.phase.owed(play.position)
    assert order == Recall("infantry-4@4 (germany)", "voronezh")
    outcome(play, Recall("2 infantry-4", "voronezh"))
    assert at(play, "kursk") == "germany infantry-4@4, 2 germany infantry-4@4 [used=1], germany tank-4@4"
    assert play.check(EndPhase()) == []
    assert rules_of(play, March("2 infantry-4@4", "kursk > kharkov")) == ["land/movement"]


def test_3_2_a_recall_makes_room_first() -> None:
    """Who has filled the area that others came from goes first; nobody who has taken land goes back from it."""
    play = engage(
        March("2 tank-4", "kharkov > voronezh"),
        March("3 infantry-4", "kursk > kharkov"),
        March("tank-4", "kursk > kharkov"),
        blocks="germany 3 infantry-4 kursk, germany tank-4 kursk, germany 2 tank-4 kharkov, soviet-union 2 infantry-4 voronezh",
    )
    assert rules_of(play, Recall("tank-4", "voronezh")) == ["land/stacking"]
    for _ in range(8):
        if orders := play.phase.owed(play.position):
            outcome(play, orders[0])
    assert play.check(EndPhase()) == []
    took = play_from("germany tank-4 kursk, soviet-union infantry-4 moscow", season=SUMMER, markers=FIRST_WINTER)
    outcome(took, March("tank-4", "kursk > voronezh"))
    assert rules_of(took, Recall("tank-4", "voronezh")) == ["land/recall"]


def test_3_2_who_has_followed_into_a_taken_area_may_be_recalled() -> None:
    """Else those who came from there and have engaged beyond it might have no room to be recalled to."""
    play = engage(
        March("tank-4", "kursk > voronezh"),
        March("infantry-4", "kursk > voronezh"),
        blocks="germany infantry-4 kursk, germany tank-4 kursk, soviet-union infantry-4 moscow",
    )
    assert rules_of(play, Recall("tank-4", "voronezh")) == ["land/recall"]
    outcome(play, Recall("infantry-4", "voronezh"))
    assert at(play, "kursk") == "germany infantry-4@4 [used=1]"


@pytest.mark.section("3.5")
@pytest.mark.parametrize(
    ("origin", "target", "season", "across"),
    [
        ("warsaw", "lublin", SUMMER, True),
        ("warsaw", "lublin", WINTER, False),
        ("warsaw", "lublin", FALL, True),
        ("budapest", "belgrade", SUMMER, True),
        ("budapest", "belgrade", WINTER, True),
        ("hamburg", "copenhagen", SUMMER, True),
        ("hamburg", "copenhagen", WINTER, False),
        ("hamburg", "copenhagen", FALL, True),
        ("cairo", "sinai", WINTER, True),
        ("naples", "sicily", WINTER, True),
        ("kursk", "voronezh", SUMMER, True),
        ("kursk", "kharkov", SUMMER, False),
    ],
)
def test_3_5_who_attacks_over_water_is_marked_unless_it_is_frozen(origin: str, target: str, season: tuple, across: bool) -> None:
    """6.5: in Winter rivers, but not the Danube, and the Kiel Canal are frozen, in mud they are not; the Med Front has no Winter."""
    foe = "great-britain"
    play = play_from(
        f"germany infantry-4 {origin}, germany tank-4 {origin}, {foe} infantry-4 {target}",
        season=season,
        markers=FIRST_WINTER,
        control={origin: "germany", target: foe},
    )
    outcome(play, March("infantry-4", f"{origin} > {target}"))
    (stack,) = [key for key in play.state.stacks if key[:3] == (target, "germany", "infantry-4")]
    assert ("across" in stack[4].split()) is across


@pytest.mark.section("3.5")
def test_3_5_aircraft_are_not_halved_by_rivers_nor_is_who_takes_an_empty_area() -> None:
    play = engage(March("infantry-4", "kursk > voronezh"), March("air-4", "kharkov > voronezh"))
    assert "germany air-4@4 [used=1 from=kharkov]" in at(play, "voronezh")
    play = play_from("germany infantry-4 kursk, soviet-union infantry-4 moscow", season=SUMMER, markers=FIRST_WINTER)
    outcome(play, March("infantry-4", "kursk > voronezh"))
    assert at(play, "voronezh") == "germany infantry-4@4 [used=1 from=kursk took]"


@pytest.mark.parametrize(("season", "wrong"), [(SUMMER, []), (FALL, ["land/double-arrows"]), (WINTER, ["land/double-arrows"])])
def test_3_2_double_arrows_are_engaged_across_in_good_weather_only(season: tuple, wrong: list[str]) -> None:
    kerch = "germany infantry-4 simferopol, soviet-union infantry-4 krasnodar"
    assert rules(kerch, March("infantry-4", "simferopol > krasnodar"), season=season) == wrong
    empty = "germany infantry-4 simferopol, soviet-union infantry-4 moscow"
    assert rules(empty, March("infantry-4", "simferopol > krasnodar"), season=season) == []
    messina = "germany infantry-4 naples, great-britain infantry-4 sicily"
    assert rules(messina, March("infantry-4", "naples > sicily"), season=season) == []


def test_3_2_siberia_is_entered_but_not_engaged_by_the_axis() -> None:
    blocks = "germany infantry-4 gorki, germany tank-4 gorki, soviet-union infantry-4 kazan"
    assert rules(blocks, March("infantry-4", "gorki > kazan")) == ["land/no-engage"]
    assert rules(blocks, March("infantry-4", "gorki > kuybyshev")) == []
    assert (
        rules("germany air-4 gorki, germany infantry-4 molotov, soviet-union infantry-4 kazan", March("air-4", "gorki > kazan > molotov"))
        == []
    )
    assert (
        rules(
            "germany infantry-4 kazan, soviet-union infantry-4 gorki, soviet-union tank-4 gorki",
            March("tank-4", "gorki > kazan"),
            power="soviet-union",
        )
        == []
    )


def test_3_2_nobody_engages_over_the_finnish_line_from_the_northwest_before_leningrad_falls() -> None:
    """The other way round is free, so is an empty area beyond the line."""
    blocks = "germany tank-4 petrozavodsk, germany air-4 petrozavodsk, soviet-union infantry-4 tikhvin"
    assert rules(blocks, March("tank-4", "petrozavodsk > tikhvin")) == ["land/no-engage"]
    assert rules(blocks, March("tank-4", "petrozavodsk > tikhvin"), control={"leningrad": "germany"}) == []
    assert rules(blocks, March("tank-4", "petrozavodsk > arkhangelsk")) == []
    assert rules("germany tank-4 tikhvin, soviet-union infantry-4 petrozavodsk", March("tank-4", "tikhvin > petrozavodsk")) == []
    finns = "finland infantry-3 viipuri, germany infantry-4 berlin, soviet-union infantry-4 leningrad"
    assert rules(finns, March("infantry-3", "viipuri > leningrad")) == ["land/no-engage"]
    beyond = near_side(TITLE, "finnish-line")
    assert {"helsinki", "viipuri", "petrozavodsk", "murmansk", "narvik"} <= beyond
    assert not {"leningrad", "tikhvin", "arkhangelsk", "copenhagen"} & beyond
