"""Section 9.23 and note 16: Nanking is the capital of the KMT, though not a major power's."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from engine.titles.global_war_1936.politics.fall import has_lost_capital
from tests.global_war_1936.positions import play_from

WAR = {("japan", "kmt"): "war"}


@pytest.mark.section("9.23")
@pytest.mark.parametrize(("area", "left"), [("nanking", 0), ("hunan", 5)])
def test_9_23_the_kmt_loses_its_money_with_nanking_to_the_bank(area: str, left: int) -> None:
    held, money = {"nanking": "kmt", "hunan": "kmt", "kiangsi": "japan"}, {"kmt": 5, "japan": 3}
    play = play_from({"kiangsi": "japan: 2 infantry"}, "japan", "combat-move", control=held, relations=WAR, money=money)
    play.submit(Move("2 infantry", f"kiangsi > {area}"))
    play.submit(EndPhase("conduct-combat"))
    assert play.state.control[area] == "japan"
    assert (purse(play.position, "kmt"), purse(play.position, "japan")) == (left, 3)
    assert not has_lost_capital(play.position, "kmt"), "it does not count for the variable end"
