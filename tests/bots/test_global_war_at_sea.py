"""What greedy bots of Global War 1936-1945 do with fleets, raiders and patrols."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.view import View
from engine.play import Play
from engine.simulation.bots_by_name import make_bot
from engine.titles.global_war_1936.bots import cruising, fleets
from tests.bots.test_global_war import planned
from tests.global_war_1936.positions import BOARD


def at_sea(stacks: dict[str, str], power: str = "great-britain", **position: object) -> Play:
    """The combat move of a nation at war with Germany and Italy."""
    foes = {("great-britain", foe): "war" for foe in ("germany", "italy")}
    return BOARD.play_from(stacks, power, "combat-move", dice=[12] * 40, relations=foes, **position)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sea", "lost"),
    [("", {("game", "raided|north-atlantic|great-britain"): "3"}), ("italy: submarine", {})],
    ids=["raided before in the calendar turn", "raiders that came after the last turn"],
)
def test_seaplanes_watch_over_raided_lines_before_attacks_take_them_along(sea: str, lost: dict[tuple[str, str], str]) -> None:
    """A German transport off the coast would be an easy prey of a seaplane, which came home and never watched."""
    stacks = {"liverpool": "great-britain: 2 seaplane", "sea-zone-25": "germany: naval-transport", "sea-zone-18": sea}
    play = at_sea(stacks, markers=lost)
    orders = planned(play)
    assert any("patrol" in order for order in orders), orders
    while play.phase.slug != "place-units":
        play.submit(make_bot("greedy", 1).decide(play))
    assert any(key.unit == "seaplane" and "patrol" in key.condition for key in play.state.stacks)


def test_seaplanes_watch_first_where_most_is_lost() -> None:
    """Three were lost on the North Atlantic Line, five on that of Gibraltar, which sea zone 20 belongs to."""
    lost = {("game", "raided|north-atlantic|great-britain"): "3", ("game", "raided|gibraltar|great-britain"): "5"}
    play = at_sea({"liverpool": "great-britain: seaplane"}, markers=lost)
    (orders,) = list(fleets.patrols(play, View(play.position, styles()["greedy"])))
    assert (orders[-1].area, orders[-1].duty) == ("sea-zone-20", "patrol")
    assert fleets.raided_zones(play, "great-britain")["sea-zone-20"] == 5


def test_cruisers_and_destroyers_raid_and_great_ships_and_carriers_stay_with_their_fleet() -> None:
    ships = "great-britain: 3 light-cruiser, destroyer, fast-battleship, battlecruiser, fleet-carrier, battleship"
    play = at_sea({"sea-zone-20": ships})
    sent = fleets.raiders(play, View(play.position, styles()["greedy"]))
    assert sorted(key.unit for key in sent) == ["destroyer", "light-cruiser", "light-cruiser"]


@pytest.mark.parametrize(("threat", "sails"), [("", 4), ("germany: 2 heavy-cruiser", 2)])
def test_two_warships_stay_with_transports_that_an_enemy_can_reach(threat: str, sails: int) -> None:
    play = at_sea({"sea-zone-20": "great-britain: 4 light-cruiser, naval-transport", "sea-zone-24": threat})
    view = View(play.position, styles()["greedy"])
    assert cruising._fleet(view, "sea-zone-20").total() == sails
