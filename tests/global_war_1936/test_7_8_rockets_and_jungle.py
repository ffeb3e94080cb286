"""Sections 1.10, 7.8 and 9.17: escorts and rockets over jungle, rockets that are left alone, rockets in freed land."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Carpet, Shell
from tests.axisallies.positions import again
from tests.global_war_1936.positions import battle, combat, losses, play_from, problems, rolls, standing

JAPAN = {("japan", "great-britain"): "war"}
WAR = {("germany", "great-britain"): "war", ("great-britain", "france"): "allied"}
TECHS = {"great-britain": "heavy-bombers strategic-rockets advanced-artillery"}


@pytest.mark.section("1.10", "9.17")
@pytest.mark.parametrize(("units", "dice"), [("2 strategic-bomber, 3 fighter", 2), ("heavy-strategic-bomber, fighter", 3)])
def test_1_10_fighters_that_escort_take_no_dice_from_bombers_over_jungle(units: str, dice: int) -> None:
    stacks = {"burma": "japan: 4 infantry", "bengal": f"great-britain: {units}"}
    held = {"burma": "japan"}
    play = play_from(stacks, "great-britain", "combat-move", control=held, relations=JAPAN, dice=[12] * dice, techs=TECHS)
    play.submit(Move(units, "bengal > burma"))
    play.submit(EndPhase())
    play.submit(Carpet(units, "burma"))
    assert [(unit, len(found)) for _, _, unit, _, found in rolls(play)] == [(units.split(",")[0].removeprefix("2 "), dice)]


@pytest.mark.section("1.10", "7.8")
def test_1_10_jungle_leaves_a_rocket_no_die_and_guns_theirs() -> None:
    stacks = {"burma": "japan: 2 infantry", "bengal": "great-britain: strategic-rocket, advanced-artillery"}
    play = combat("great-britain", stacks, [12], control={"burma": "japan"}, relations=JAPAN, techs=TECHS)
    assert problems(play, Shell("strategic-rocket", "bengal", "burma")) == ["shell/target"]
    play.submit(Shell("advanced-artillery", "bengal", "burma"))
    bare = combat("great-britain", stacks, [12], control={"burma": "japan"}, relations=JAPAN, techs=TECHS, options={"jungles": "off"})
    assert problems(bare, Shell("strategic-rocket", "bengal", "burma")) == []


def attacked(area: str, units: str, dice: list[int]):
    """Great Britain has attacked an infantry of Germany from Picardy, and the combat phase is over."""
    held = {area: "germany", "picardy": "great-britain"}
    stacks = {area: "germany: infantry", "picardy": f"great-britain: {units}"}
    play = play_from(stacks, "great-britain", "combat-move", control=held, relations=WAR, dice=dice)
    play.submit(Move(units, f"picardy > {area}"))
    play.submit(EndPhase())
    play.submit(battle(area))
    play.submit(EndPhase())
    return again(play)


@pytest.mark.section("7.8")
def test_7_8_a_rocket_whose_companions_fall_is_eliminated_beside_enemy_troops() -> None:
    play = attacked("normandy", "strategic-rocket, infantry", [12, 1])
    assert standing(play, "normandy") == "germany: infantry"
    assert ("great-britain", "strategic-rocket", 1, "combat") in losses(play)


@pytest.mark.section("7.8", "9.21")
@pytest.mark.parametrize(("area", "holder"), [("normandy", "france"), ("belgium", "great-britain")])
def test_7_8_a_rocket_stays_its_owners_where_land_is_freed(area: str, holder: str) -> None:
    play = attacked(area, "strategic-rocket, 3 infantry", [1, 12, 12, 12])
    assert play.state.control[area] == holder
    assert "strategic-rocket" in standing(play, area)
