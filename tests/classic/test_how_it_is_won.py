"""How games of Classic are won: by capitals, and by what the areas of a side are worth."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.victory import economic_winner
from engine.rules import EndPhase
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")
TITLE = BOARD.title


def held_by_the_axis(least: int) -> dict[str, str]:
    """Areas that Germany takes, none of them a capital, so that the Axis' areas are worth so much."""
    side = {row.area: TITLE.side_of[row.power] for row in TITLE.holdings}
    left = least - sum(TITLE.areas[area].value for area, one in side.items() if one == "axis")
    taken = dict[str, str]()
    for area, row in sorted(TITLE.areas.items(), key=lambda item: -item[1].value):
        if side.get(area) == "allies" and area not in TITLE.victory_cities and 0 < row.value <= left:
            taken[area], left = "germany", left - row.value
    assert not left
    return taken


@pytest.mark.section("15. Economic victory")
@pytest.mark.parametrize(("least", "option", "won"), [(83, "on", ""), (84, "on", "axis"), (84, "off", ""), (84, "allies-110", "axis")])
def test_the_axis_win_with_areas_worth_84(least: int, option: str, won: str) -> None:
    control = held_by_the_axis(least)
    play = BOARD.play_from({}, "united-states", "collect-income", control=control, options={"economic-victory": option})
    assert economic_winner(play.position) == won


@pytest.mark.section("15. Economic victory")
@pytest.mark.parametrize(("option", "won"), [("on", ""), ("allies-110", "allies")])
def test_the_allies_win_with_110_where_the_map_says_so(option: str, won: str) -> None:
    mine = {row.area: "united-kingdom" for row in TITLE.holdings if TITLE.side_of[row.power] == "axis"}
    control = {area: power for area, power in mine.items() if area not in TITLE.victory_cities}
    play = BOARD.play_from({}, "germany", "purchase-units", control=control, options={"economic-victory": option})
    assert economic_winner(play.position) == won


@pytest.mark.section("15. Economic victory")
def test_it_is_seen_at_the_end_of_a_round() -> None:
    play = BOARD.play_from({}, "united-states", "mobilize-units", control=held_by_the_axis(84))
    play.submit(EndPhase())
    assert (play.state.ended, play.state.winners, play.state.how) == (True, ("axis",), "economic-victory")
