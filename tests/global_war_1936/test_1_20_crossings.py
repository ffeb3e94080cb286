"""Sections 1.20 and 1.21: narrow crossings and the channel ports."""

from __future__ import annotations

import pytest

from engine.titles.global_war_1936.orders import Cross
from tests.global_war_1936.positions import BOARD, problems, standing

ALLIED = {("great-britain", "france"): "allied"}


@pytest.mark.section("1.20")
def test_1_20_infantry_crosses_as_many_as_are_printed() -> None:
    play = BOARD.play_from({"sicily": "italy: 3 infantry, artillery"}, "italy", "noncombat-move")
    way = "sicily > southern-italy"
    assert problems(play, Cross("3 infantry", way)) == ["crossing/number"]
    assert problems(play, Cross("artillery", way)) == ["crossing/units"]
    play.submit(Cross("2 infantry", way))
    assert "2 infantry" in standing(play, "southern-italy") and problems(play, Cross("infantry", way)) == ["crossing/number"]


@pytest.mark.section("1.20")
def test_1_20_enemy_warships_and_patrols_prevent_a_crossing() -> None:
    for guard in ("destroyer", "seaplane [patrol:sea-zone-50!]"):
        stacks = {"sicily": "italy: infantry", "sea-zone-50": f"great-britain: {guard}"}
        play = BOARD.play_from(stacks, "italy", "noncombat-move")
        assert problems(play, Cross("infantry", "sicily > southern-italy")) == ["crossing/enemy"]


@pytest.mark.section("1.21")
def test_1_21_any_land_unit_crosses_the_channel() -> None:
    play = BOARD.play_from({"london": "great-britain: medium-armor, militia"}, "great-britain", "noncombat-move", relations=ALLIED)
    assert problems(play, Cross("medium-armor", "london > picardy")) == []
    assert problems(play, Cross("militia", "london > picardy")) == ["crossing/units"]


@pytest.mark.section("1.20")
def test_1_20_troops_cross_to_a_friendly_shore_alone() -> None:
    play = BOARD.play_from({"london": "great-britain: infantry"}, "great-britain", "noncombat-move", control={"picardy": "germany"})
    assert problems(play, Cross("infantry", "london > picardy")) == ["crossing/way"]
