"""What greedy bots of Global War 1936-1945 attack, hold and lend on land."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Place
from engine.titles.global_war_1936.bots import diplomacy, fronts, garrisons, settling, volunteers
from engine.titles.global_war_1936.orders import Grant, Reassign
from tests.bots.test_global_war import planned
from tests.global_war_1936.positions import BOARD, EARLY

WINTER_WAR = {("soviet-union", "finland"): "war"}


def test_who_may_not_leave_home_keeps_nobody_else_from_an_attack() -> None:
    """Militia stay at home (12.2): the army of Leningrad was ordered out with one, stayed too, and the infantry of Archangel went alone."""
    stacks = {
        "leningrad": "soviet-union: 7 infantry, 3 artillery, militia",
        "archangel": "soviet-union: infantry",
        "karjala": "finland: 3 infantry",
    }
    play = BOARD.play_from(stacks, "soviet-union", "combat-move", relations=WINTER_WAR)
    orders = planned(play)
    army = next(order for order in orders if "leningrad > karjala" in order)
    assert "militia" not in army and "infantry" in army, orders


FRANCE = [area for area, row in BOARD.title.areas.items() if row.original_owner == "france"]
POLAND = dict.fromkeys(("belgium", "west-poland", "warsaw", *FRANCE), "germany") | {"east-poland": "soviet-union"}


@pytest.mark.parametrize(("round", "east"), [(1, False), (2, True), (3, True)])
def test_the_border_is_manned_a_year_before_a_war_and_the_channel_is_left_then(round: int, east: bool) -> None:
    """Bots of Germany go to war with the Soviet Union in January 1941: from January 1940 on their armies go east, not to the Channel."""
    war = {("germany", "great-britain"): "war", ("germany", "soviet-union"): "peace"}
    play = BOARD.play_from({}, "germany", "noncombat-move", control=POLAND, relations=war, round=round)
    view = View(play.position, styles()["greedy"])
    assert (diplomacy.looming(view, "warsaw"), diplomacy.looming(view, "picardy")) == (east, not east)


def test_who_is_drawn_up_beside_an_area_before_a_war_threatens_it() -> None:
    stacks = {"warsaw": "germany: infantry", "east-poland": "soviet-union: 9 infantry; great-britain: fighter"}

    def seen(round: int) -> tuple[dict[str, int], float]:
        peace = {("germany", "soviet-union"): "peace"}
        play = BOARD.play_from(stacks, "germany", "noncombat-move", control=POLAND, relations=peace, round=round)
        view = View(play.position, styles()["greedy"])
        return diplomacy.drawn_up(view, "warsaw"), fronts.ease(view, "warsaw")

    (nobody, before), (army, after) = seen(1), seen(2)
    assert (nobody, army) == ({}, {"infantry": 9})
    assert before - after == 9 * BOARD.title.units["infantry"].attack


RULERS = {("game", "controlled|nationalist-spain"): "germany", ("game", "controlled|republican-spain"): "soviet-union"}
SPAIN = {"andalusia": "nationalist-spain", "madrid": "republican-spain"}


@pytest.mark.parametrize(
    ("power", "faction", "army", "foes", "lends"),
    [
        ("germany", "nationalist-spain", 4, 5, True),
        ("italy", "nationalist-spain", 4, 5, True),
        ("soviet-union", "republican-spain", 4, 5, True),
        ("germany", "nationalist-spain", 2, 20, False),
        ("germany", "nationalist-spain", 20, 2, False),
    ],
    ids=["Germany", "Italy", "the Soviet Union", "a lost war", "a war that is won"],
)
def test_bots_lend_to_their_side_in_spain_while_that_may_turn_the_war(power: str, faction: str, army: int, foes: int, lends: bool) -> None:
    """The side's victory would bring volunteers until 1945 and objectives; nobody lent anything, and the Republic won 11 of 12 wars."""
    other = next(one for one in SPAIN.values() if one != faction)
    counts = {faction: army, other: foes}
    stacks = {area: f"{side}: {counts[side]} infantry, minor-port" for area, side in SPAIN.items()}
    stacks["valencia"] = "republican-spain: minor-port"
    control = {**SPAIN, "valencia": "republican-spain"}
    play = EARLY.play_from(stacks, power, "production", control=control, markers=RULERS, money={power: 10}, dice=[12] * 99)
    assert list(volunteers.grants(play)) == ([Grant(faction, 0, "infantry")] if lends else [])


def test_bots_take_back_what_found_no_way_to_spain() -> None:
    markers = {**RULERS, ("game", "grant|germany|nationalist-spain"): "infantry"}
    play = EARLY.play_from({}, "germany", "production", control=SPAIN, markers=markers)
    assert list(volunteers.grants(play)) == [Reassign("nationalist-spain")]


CONVOY = {"sea-zone-89": "united-states: 6 naval-transport [cargo=united-states/infantry], 6 infantry [aboard]"}
PACIFIC = {("united-states", "japan"): "war"}


@pytest.mark.parametrize(
    ("fleet", "relations", "kept"),
    [({}, PACIFIC, garrisons.LEAST), (CONVOY, PACIFIC, 4), (CONVOY, dict.fromkeys(PACIFIC, "peace"), garrisons.LEAST)],
    ids=["nobody at sea", "six infantry and four fighters", "no war yet"],
)
def test_more_stay_in_a_capital_the_more_could_land_there(fleet: dict[str, str], relations: dict[tuple[str, str], str], kept: int) -> None:
    """Tokyo fell with two infantry and an artillery to twelve units that had lain six sea zones away: 12 points of attack and 12 more."""
    carrier = {"sea-zone-85": "united-states: 2 fighter"} if fleet else {}
    play = BOARD.play_from({"tokyo": "japan: 9 infantry", **fleet, **carrier}, "japan", "noncombat-move", relations=relations)
    assert garrisons.guard(View(play.position, styles()["greedy"])) == kept


@pytest.mark.parametrize(("guard", "first"), [(3, "tokyo"), (2, "kyushu")])
def test_new_troops_stand_first_in_a_capital_that_has_too_few(guard: int, first: str) -> None:
    stacks = {"tokyo": "japan: 2 infantry, major-factory", "kyushu": "japan: infantry, major-factory"}
    play = BOARD.play_from(stacks, "japan", "place-units", relations=PACIFIC)
    view = View(play.position, styles()["greedy"])
    view.guard = guard
    places = settling._places(play, view, "japan", "infantry")
    assert next(order.area for order in places if isinstance(order, Place)) == first
