"""Section 12.2: militia move only within the home country of a major power, by whatever order."""

from __future__ import annotations

import pytest

from engine.events import UnitsMoved
from engine.families.axis_allies.orders import Load, Move, Offload, Transfer
from engine.titles.global_war_1936.orders import Cross
from tests.global_war_1936.positions import play_from, problems, standing

POLAND = {"warsaw": "germany", "west-poland": "germany"}
ASHORE = {"picardy": "great-britain"}
ABOARD = "great-britain: naval-transport [cargo=great-britain/militia], militia [aboard]"


@pytest.mark.section("12.2")
def test_12_2_militia_go_by_rail_at_home_alone() -> None:
    play = play_from({"berlin": "germany: 2 militia, infantry"}, "germany", "noncombat-move", control=POLAND)
    assert problems(play, Transfer("infantry", "berlin", "warsaw")) == []
    assert problems(play, Transfer("2 militia", "berlin", "warsaw")) == ["move/militia"]
    assert problems(play, Transfer("infantry, militia", "berlin", "warsaw")) == ["move/militia"]

    play.submit(Transfer("2 militia", "berlin", "bavaria"))
    assert standing(play, "bavaria") == "germany: 2 militia [moved]"


@pytest.mark.section("12.2")
def test_12_2_trains_with_militia_make_a_detour_to_stay_at_home() -> None:
    board = {"western-belorussia": "soviet-union: militia, infantry"}
    play = play_from(board, "soviet-union", "noncombat-move", control={"latvia": "soviet-union"})
    for unit, over in (("militia", "eastern-belorussia"), ("infantry", "latvia")):
        play.submit(Transfer(unit, "western-belorussia", "leningrad"))
        (way,) = [event.path for event in play.events if isinstance(event, UnitsMoved) and event.unit == unit]
        assert way == ("western-belorussia", over, "leningrad")


@pytest.mark.section("12.2", "0.9")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_12_2_militia_board_no_ship_for_a_home_country_is_land(phase: str) -> None:
    board = {"london": "great-britain: militia, infantry", "sea-zone-25": "great-britain: naval-transport"}
    play = play_from(board, "great-britain", phase, control={"picardy": "germany"})
    assert problems(play, Load("militia", "london > sea-zone-25")) == ["move/militia"]
    assert problems(play, Load("infantry", "london > sea-zone-25")) == []


@pytest.mark.section("12.2")
def test_12_2_militia_that_are_aboard_land_at_home() -> None:
    play = play_from({"sea-zone-25": ABOARD}, "great-britain", "noncombat-move", control=ASHORE)
    assert problems(play, Offload("militia", "sea-zone-25 > picardy")) == ["move/militia"]
    assert problems(play, Offload("militia", "sea-zone-25 > london")) == []

    play = play_from(
        {"sea-zone-25": ABOARD, "picardy": "germany: infantry"}, "great-britain", "combat-move", control={"picardy": "germany"}
    )
    assert problems(play, Offload("militia", "sea-zone-25 > picardy")) == ["move/militia"]


@pytest.mark.section("12.2", "1.20")
def test_12_2_militia_cross_a_narrow_crossing_at_home() -> None:
    play = play_from({"honshu": "japan: militia", "hokkaido": "japan: militia"}, "japan", "noncombat-move", control={"karafuto": "japan"})
    assert problems(play, Cross("militia", "honshu > hokkaido")) == []
    assert problems(play, Cross("militia", "hokkaido > karafuto")) == ["crossing/units"]


@pytest.mark.section("12.2", "4.2")
def test_12_2_militia_of_a_minor_power_stay_where_they_are() -> None:
    play = play_from({"shensi": "ccp: militia, infantry"}, "ccp", "noncombat-move")
    assert problems(play, Move("infantry", "shensi > ningsia")) == []
    assert problems(play, Move("militia", "shensi > ningsia")) == ["move/militia"]
