"""China in the British areas beside it, before the United Kingdom is at war with Japan."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.movement.landing import is_landing_area
from engine.families.axis_allies.orders import Move
from engine.invariants import invariants, violations
from engine.rules import EndPhase
from engine.state import Stack
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import BOARD, play_from

STACKS = {"yunnan": "china: 2 infantry, fighter", "burma": "united-kingdom: infantry"}


@pytest.mark.section("23. China in British territories")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_chinese_troops_and_aircraft_go_to_burma_which_stays_british(phase: str) -> None:
    play = play_from(STACKS, "china", phase)
    play.submit(Move("infantry", "yunnan > burma"))
    assert is_landing_area(play.position, "burma") and rules_of(play, Move("fighter", "yunnan > burma")) == []
    assert play.state.control["burma"] == "united-kingdom"
    while play.state.clock.power == "china":
        play.submit(EndPhase())
    assert BOARD.standing(play, "burma").startswith("china: infantry")


@pytest.mark.section("23. China in British territories")
@pytest.mark.parametrize(("path", "control"), [("yunnan > shan-state", "united-kingdom"), ("yunnan > burma", "france")])
def test_they_go_to_no_other_areas_of_who_is_at_peace_with_china(path: str, control: str) -> None:
    play = play_from(STACKS, "china", "noncombat-move", control={"burma": control})
    assert rules_of(play, Move("infantry", path)) != []


@pytest.mark.section("23. China in British territories")
def test_the_british_do_not_come_to_china_before_that() -> None:
    play = play_from(STACKS, "united-kingdom", "noncombat-move")
    assert rules_of(play, Move("infantry", "burma > yunnan")) == ["noncombat-move/land-units"]


@pytest.mark.section("23. China in British territories")
@pytest.mark.parametrize(("host", "wrong"), [("united-kingdom", False), ("france", True)])
def test_a_game_adds_up_with_guests_where_they_may_be_and_nowhere_else(host: str, wrong: bool) -> None:
    play = play_from(STACKS, "china", "noncombat-move", control={"burma": host})
    if not wrong:
        play.submit(Move("fighter", "yunnan > burma"))
        play.submit(EndPhase())
        assert violations(play.title, play.events) == []
    play.state.stacks[Stack("burma", "china", "fighter", 1, "")] = 1
    assert invariants(play.title).check_rest(play.state) == ["fighter of china rests in burma, held by france"] * wrong
