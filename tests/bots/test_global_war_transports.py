"""Transports of greedy bots of Global War 1936-1945 do not lie alone: one submarine sinks them."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Place
from engine.play import Play
from engine.titles.global_war_1936.bots import attending, settling, special_aircraft
from tests.global_war_1936.positions import BOARD

ATLANTIC = {("great-britain", "germany"): "war"}
PACK = {"sea-zone-24": "germany: submarine"}


def seen(stacks: dict[str, str], phase: str = "noncombat-move") -> tuple[Play, View]:
    """A phase of Great Britain, at war with Germany, and its bot's view."""
    play = BOARD.play_from(stacks, "great-britain", phase, relations=ATLANTIC)
    return play, View(play.position, styles()["greedy"])


@pytest.mark.parametrize(
    ("there", "near", "enemy", "sent"),
    [
        ("2 naval-transport", "destroyer, battleship", PACK, "destroyer"),
        ("2 naval-transport, light-cruiser", "destroyer, battleship", PACK, ""),
        ("2 naval-transport", "destroyer, naval-transport", PACK, ""),
        ("2 naval-transport", "destroyer, battleship", {}, ""),
    ],
    ids=["the cheapest of the nearest", "not alone", "it would leave others alone", "nobody in reach"],
)
def test_a_warship_goes_to_transports_that_lie_alone_where_an_enemy_can_come(
    there: str, near: str, enemy: dict[str, str], sent: str
) -> None:
    play, view = seen({"sea-zone-20": f"great-britain: {there}", "sea-zone-19": f"great-britain: {near}", **enemy})
    orders = [order for plan in attending.attendants(play, view) for order in plan]
    assert [(order.units, order.path) for order in orders] == ([(sent, "sea-zone-19 > sea-zone-20")] if sent else [])


@pytest.mark.parametrize(("load", "sails"), [("", True), (" [cargo=great-britain/infantry], infantry [aboard]", False)])
def test_empty_transports_that_lie_alone_join_warships_nearby(load: str, sails: bool) -> None:
    stacks = {"sea-zone-20": f"great-britain: naval-transport{load}", "sea-zone-19": "great-britain: 2 light-cruiser", **PACK}
    play, view = seen(stacks)
    orders = [order.path for plan in attending.shelters(play, view) for order in plan]
    assert orders == (["sea-zone-20 > sea-zone-19"] if sails else [])


@pytest.mark.parametrize(("escorted", "few"), [(1, True), (4, False)])
def test_no_more_transports_are_built_while_half_of_them_lie_alone(escorted: int, few: bool) -> None:
    fleet = f"great-britain: {escorted} naval-transport, light-cruiser"
    _, view = seen({"sea-zone-20": "great-britain: 2 naval-transport", "sea-zone-18": fleet, **PACK}, "production")
    assert attending.are_too_few(view) is few


def test_a_new_warship_is_placed_where_transports_lie_alone() -> None:
    stacks = {
        "london": "great-britain: major-shipyard, major-factory",
        "sea-zone-25": "great-britain: naval-transport",
        "sea-zone-9": "great-britain: destroyer, naval-transport",
        **PACK,
    }
    play, view = seen(stacks, "place-units")
    places = settling._places(play, view, "great-britain", "destroyer")
    assert next(order.area for order in places if isinstance(order, Place)) == "sea-zone-25"


@pytest.mark.parametrize(("raiders", "buys"), [("", False), ("italy: submarine", True)])
def test_seaplanes_are_bought_against_raiders_that_came_after_the_last_turn(raiders: str, buys: bool) -> None:
    """What was lost is forgotten as a calendar turn begins (9.11): Italy, which acts after Great Britain, raided a whole war unwatched."""
    foes = {("great-britain", foe): "war" for foe in ("germany", "italy")}
    stacks = {"london": "great-britain: major-factory", "sea-zone-18": raiders}
    play = BOARD.play_from(stacks, "great-britain", "production", relations=foes, money={"great-britain": 40})
    assert ("seaplane" in special_aircraft.wanted(play, View(play.position, styles()["greedy"]), "great-britain")) is buys
