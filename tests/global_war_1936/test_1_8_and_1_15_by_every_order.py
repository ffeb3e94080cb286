"""Sections 1.8, 1.15, 1.19 and table 9-3: terrain, works and passages hold units up, by whatever order they go."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from engine.play import Play
from engine.titles.global_war_1936.orders import Exploit, Redeploy
from tests.global_war_1936.positions import battle, combat, ends, play_from, problems, standing

WAR = {("germany", "soviet-union"): "war", ("germany", "france"): "war", ("italy", "great-britain"): "war"}
PORTS = {"archangel": "soviet-union: major-port", "kamchatka": "soviet-union: major-port", "leningrad": "soviet-union: major-port"}
AMERICA = {"quebec": "united-states: major-port", "chicago": "united-states: major-port"}


def screened(power: str, zone: str, ship: str, foe: str, **position: object) -> Play:
    """A ship has waited behind three heavy cruisers, and these have won."""
    stacks = {zone: f"{power}: 3 heavy-cruiser [moved used=1], {ship}; {foe}: destroyer"}
    play = combat(power, stacks, [1] * 3 + [12] * 9, relations=WAR, **position)
    play.submit(battle(zone))
    assert [end[3] for end in ends(play)] == ["attacker"]
    return play


# Passages


@pytest.mark.section("1.15", "10.6")
def test_1_15_transports_do_not_enter_the_great_lakes_by_strategic_movement() -> None:
    board = {"sea-zone-23": "united-states: naval-transport", **AMERICA}
    play = play_from(board, "united-states", "noncombat-move", control={"quebec": "united-states"})
    way = "sea-zone-23 > sea-zone-26"
    assert problems(play, Move("naval-transport", way)) == problems(play, Redeploy("naval-transport", way)) == ["move/lakes"]


@pytest.mark.section("1.15", "1.19", "10.6")
def test_1_19_strategic_movement_keeps_to_what_the_passages_of_the_north_take() -> None:
    play = play_from({"sea-zone-6": "soviet-union: 3 naval-transport", **PORTS}, "soviet-union", "noncombat-move")
    assert problems(play, Redeploy("naval-transport", "sea-zone-6 > sea-zone-16")) == ["move/passage"]
    assert problems(play, Redeploy("2 naval-transport", "sea-zone-6 > sea-zone-7")) == ["move/passage"]
    assert problems(play, Redeploy("naval-transport", "sea-zone-5 > sea-zone-6 > sea-zone-7")) != []

    play.submit(Redeploy("naval-transport", "sea-zone-6 > sea-zone-7"))
    assert problems(play, Redeploy("naval-transport", "sea-zone-6 > sea-zone-7")) == ["move/passage"]
    assert problems(play, Move("naval-transport", "sea-zone-6 > sea-zone-7")) == ["move/passage"]


@pytest.mark.section("1.19")
def test_1_19_the_northern_sea_route_is_a_ships_whole_move_in_the_combat_move_too() -> None:
    play = play_from({"sea-zone-6": "soviet-union: destroyer"}, "soviet-union", "combat-move", relations=WAR)
    play.submit(Move("destroyer", "sea-zone-6 > sea-zone-7"))
    assert problems(play, Move("destroyer", "sea-zone-7 > sea-zone-91")) == ["combat-move/range"]

    came = play_from({"sea-zone-5": "soviet-union: destroyer"}, "soviet-union", "combat-move", relations=WAR)
    came.submit(Move("destroyer", "sea-zone-5 > sea-zone-6"))
    assert problems(came, Move("destroyer", "sea-zone-6 > sea-zone-7")) == ["move/passage"]


@pytest.mark.section("1.15", "9.7")
@pytest.mark.parametrize("ship", ["battleship [waiting used=1]", "submarine [waiting]"])
def test_1_15_no_ship_goes_on_by_the_white_sea_canal_behind_a_screen(ship: str) -> None:
    play = screened("soviet-union", "sea-zone-16", ship, "germany")
    assert "combat-move/canal" in problems(play, Exploit(ship.split()[0], "sea-zone-16 > sea-zone-6"))


@pytest.mark.section("1.19", "9.7")
def test_1_19_one_ship_that_has_not_moved_goes_on_by_the_northern_sea_route() -> None:
    order = Exploit("heavy-cruiser", "sea-zone-6 > sea-zone-7")
    moved = screened("soviet-union", "sea-zone-6", "heavy-cruiser [waiting used=1]", "germany")
    assert problems(moved, order) == ["move/passage"]

    play = screened("soviet-union", "sea-zone-6", "2 battleship [waiting]", "germany")
    assert problems(play, Exploit("2 battleship", "sea-zone-6 > sea-zone-7")) == ["move/passage"]
    play.submit(Exploit("battleship", "sea-zone-6 > sea-zone-7"))
    assert "battleship" in standing(play, "sea-zone-7")
    assert problems(play, Exploit("battleship", "sea-zone-6 > sea-zone-7")) == ["exploit/strait"]


@pytest.mark.section("1.15", "9.7")
@pytest.mark.parametrize(("owner", "wrong"), [("vichy-france", ["combat-move/canal"]), ("italy", []), ("germany", [])])
def test_1_15_ships_behind_a_screen_pass_a_canal_of_an_aligned_owner_alone(owner: str, wrong: list[str]) -> None:
    play = screened("italy", "sea-zone-58", "battleship [waiting used=1]", "great-britain", control={"eastern-egypt": owner})
    assert problems(play, Exploit("battleship", "sea-zone-58 > sea-zone-62")) == wrong


# Terrain and works


def won(board: dict[str, str], area: str, dice: list[int], **position: object) -> Play:
    """An area has been taken in one round."""
    play = combat("germany", board, dice, relations=WAR, **position)
    play.submit(battle(area))
    assert play.state.control[area] == "germany"
    return play


@pytest.mark.section("1.23", "9.5", "12.7")
def test_9_5_nobody_blitzes_on_who_came_over_the_maginot_line() -> None:
    armor = "3 medium-armor [moved used=1 from=bavaria], 3 medium-armor [moved used=1 from=belgium]"
    board = {"alsace-lorraine": f"france: infantry; germany: {armor}"}
    held = {"alsace-lorraine": "france", "burgundy": "france", "belgium": "germany"}
    play = won(board, "alsace-lorraine", [12] * 2 + [1] * 6 + [12] * 9, control=held)
    assert problems(play, Exploit("4 medium-armor", "alsace-lorraine > burgundy")) == ["exploit/units"]
    assert problems(play, Exploit("3 medium-armor", "alsace-lorraine > burgundy")) == []

    play.submit(Exploit("3 medium-armor", "alsace-lorraine > burgundy"))
    assert "from=bavaria" in standing(play, "alsace-lorraine") and "from=belgium" not in standing(play, "alsace-lorraine")


@pytest.mark.section("9.5", "12.7")
@pytest.mark.parametrize(("border", "wrong"), [("netherlands", ["exploit/units"]), ("picardy", [])])
def test_9_5_nobody_blitzes_on_who_came_over_a_fortification(border: str, wrong: list[str]) -> None:
    board = {"belgium": f"france: infantry, fortification [border:{border}!]; germany: 4 medium-armor [moved used=1 from=netherlands]"}
    held = {"belgium": "france", "picardy": "france", "netherlands": "germany"}
    play = won(board, "belgium", [1] * 5 + [12] * 20, control=held)
    assert problems(play, Exploit("medium-armor", "belgium > picardy")) == wrong


@pytest.mark.section("1.8", "9.5")
def test_1_8_a_mountain_border_ends_the_move_of_armor_also_where_it_wins_a_battle() -> None:
    held = {"switzerland": "germany", "bavaria": "soviet-union", "western-germany": "soviet-union", "saxony": "germany"}
    armor = "2 medium-armor [moved used=1 from=switzerland], 2 medium-armor [moved used=1 from=saxony]"
    play = won({"bavaria": f"soviet-union: infantry; germany: {armor}"}, "bavaria", [1] * 4 + [12] * 20, control=held)
    assert problems(play, Exploit("3 medium-armor", "bavaria > western-germany")) == ["exploit/units"]
    assert problems(play, Exploit("2 medium-armor", "bavaria > western-germany")) == []


@pytest.mark.section("1.8")
@pytest.mark.parametrize(("options", "wrong"), [({}, ["move/terrain"]), ({"mountains": "off"}, [])])
def test_1_8_two_orders_do_not_take_armor_farther_over_a_mountain_border_than_one(options: dict[str, str], wrong: list[str]) -> None:
    play = play_from(
        {"switzerland": "germany: medium-armor"}, "germany", "combat-move", control={"switzerland": "germany"}, options=options
    )
    play.submit(Move("medium-armor", "switzerland > bavaria"))
    assert problems(play, Move("medium-armor", "bavaria > western-germany")) == wrong
