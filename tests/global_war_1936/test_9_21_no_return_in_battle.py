"""Sections 0.5 and 9.21: an area is not returned over the head of an army that has marched in at peace with its owner."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Cede
from tests.global_war_1936.positions import battle, play_from, problems

PEACE = {
    ("france", "soviet-union"): "peace",
    ("great-britain", "soviet-union"): "peace",
    ("germany", "great-britain"): "peace",
    ("germany", "soviet-union"): "war",
}


@pytest.mark.section("9.21", "0.5")
@pytest.mark.parametrize(("relation", "wrong"), [("peace", ["cede/invaded"]), ("war", [])])
def test_9_21_an_area_that_somebody_fights_for_is_returned_only_to_who_is_at_war_with_him(relation: str, wrong: list[str]) -> None:
    stacks = {"syria": "soviet-union: 3 infantry", "iraq": "germany: 4 infantry", "transcaucasia": "soviet-union: infantry"}
    held, relations = {"syria": "soviet-union", "iraq": "germany"}, PEACE | {("germany", "france"): relation}
    dice = [12, 12, 12, 12, 1, 1, 1, 12, 1, 1, 1]
    play = play_from(stacks, "germany", "combat-move", control=held, relations=relations, dice=dice)
    assert problems(play, Cede("syria")) == []
    play.submit(Move("4 infantry", "iraq > syria"))
    assert problems(play, Cede("syria")) == wrong
    play.submit(EndPhase())
    assert problems(play, Cede("syria")) == wrong
    play.submit(battle("syria"))
    while play.pending:
        play.submit(play.pending.default)
    assert problems(play, Cede("syria")) == [], "the army has fallen"
    play.submit(Cede("syria"))
    assert play.state.control["syria"] == "france"
