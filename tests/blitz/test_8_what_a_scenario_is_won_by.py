"""8. and Scenarios A to F: a race is met where the game is won by it, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.titles.blitz.turn_end import victory
from tests.blitz.table import table
from warehouse.races import Races

FIFTEEN = {"germany": 15, "japan": 0, "afa": 14, "usa": 0, "ussr": 0}


def races(points: Mapping[str, int], taken: Mapping[str, str], scenario: str) -> tuple[dict[tuple[str, str], tuple[int, int]], str]:
    """Return contender and measure to what it has and what wins, and how the game ended; empty where it goes on."""
    powers = {"germany", "afa"} if scenario in ("western-europe", "longest-day", "atlantic") else set(FIFTEEN)
    play = table(scenario=scenario, turn=2, points={power: total for power, total in points.items() if power in powers}, take=taken)
    victory.check_hunt(play)
    if not play.state.ended:
        victory.finish(play)
    rows = Races(play.title, play.events).rows(play.state)
    return {(contender, measure): (total, goal) for contender, measure, total, goal, *_ in rows}, play.state.how


@pytest.mark.section("8. Victory and Game End", "Scenario C. The Battle of the Atlantic")
@pytest.mark.parametrize("scenario", ["campaign", "barbarossa", "rising-sun", "rise-and-fall", "atlantic"])
def test_8_fifteen_points_end_every_game_of_points_but_scenario_c(scenario: str) -> None:
    found, how = races(FIFTEEN, {}, scenario)
    met = {race for race, (total, goal) in found.items() if goal and total >= goal}
    assert (met == {("germany", "vp")}) == (how == "victory-points") == (scenario != "atlantic")
    assert bool(met) == bool(how)


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_is_run_by_two_and_won_by_whoever_has_most() -> None:
    play = table(scenario="atlantic", turn=2, points={"germany": 15, "afa": 6})
    rows = list(Races(play.title, play.events).rows(play.state))
    assert [(row[0], row[2], row[3], row[9]) for row in rows] == [("germany", 15, 0, True), ("afa", 6, 0, True)]


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "Scenario B. The Longest Day")
@pytest.mark.parametrize(
    ("scenario", "hunter", "taken"),
    [
        ("western-europe", "axis", {"paris": "germany", "poland": "germany"}),
        ("longest-day", "allies", {"berlin": "afa", "western-germany": "afa"}),
    ],
)
def test_a_and_b_are_won_by_two_areas(scenario: str, hunter: str, taken: Mapping[str, str]) -> None:
    found, how = races({}, taken, scenario)
    assert (found, how) == ({(hunter, "all-of"): (2, 2)}, "conquest")
    one = dict(list(taken.items())[:1])
    back = {area: "afa" if holder == "germany" else "germany" for area, holder in taken.items()}
    found, how = races({}, back | one, scenario)
    assert (found, how) == ({(hunter, "all-of"): (1, 2)}, "last-turn" if scenario == "western-europe" else "")
