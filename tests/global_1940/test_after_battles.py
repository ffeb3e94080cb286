"""What follows battles in Global 1940: troops rise in Paris, China razes factories, and declares war on who comes to it."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.orders import Declare
from engine.rules import EndPhase
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import BOARD, play_from

AT_WAR = {("germany", "united-states"): "war", ("france", "united-states"): "allied"}


@pytest.mark.section("24. Liberation of France")
@pytest.mark.parametrize(("risen", "stands"), [({}, "france: 4 infantry"), ({("game", "risen|france"): "yes"}, "")])
def test_four_infantry_rise_once_as_paris_is_freed(risen: dict[tuple[str, str], str], stands: str) -> None:
    lost = {"control": {"france": "germany"}, "standing": {"france": "capital-lost"}}
    play = play_from({}, "united-states", "conduct-combat", relations=AT_WAR, markers=risen, **lost)
    take_area(play, "france", "united-states")
    play.submit(EndPhase())
    assert BOARD.standing(play, "france") == stands


@pytest.mark.section("24. Liberation of France")
def test_none_rise_while_paris_was_never_lost() -> None:
    play = play_from({}, "united-kingdom", "conduct-combat")
    play.submit(EndPhase())
    assert BOARD.standing(play, "france") == ""


@pytest.mark.section("26. Factories in China")
def test_china_has_no_factory_where_japan_has_built_one() -> None:
    stacks = {"kiangsu": "japan: minor-factory, air-base", "hunan": "japan: minor-factory"}
    play = play_from(stacks, "china", "conduct-combat", control={"hunan": "japan"}, damage={"kiangsu/minor-factory": 2})
    for area in stacks:
        take_area(play, area, "china")
    play.submit(EndPhase())
    assert BOARD.standing(play, "kiangsu").startswith("china: air-base") and not play.state.damage
    assert "minor-factory" in BOARD.standing(play, "hunan") and "minor-factory" not in BOARD.standing(play, "kiangsu")


@pytest.mark.section("28. China declares war on Germany and Italy")
@pytest.mark.parametrize(("area", "rules"), [("burma", []), ("siam", ["politics/no-cause"])])
def test_china_declares_war_on_who_comes_to_it(area: str, rules: list[str]) -> None:
    assert rules_of(play_from({area: "germany: infantry"}, "china", "politics"), Declare("germany")) == rules
    assert rules_of(play_from({area: "germany: infantry"}, "china", "politics"), Declare("italy")) == ["politics/no-cause"]
