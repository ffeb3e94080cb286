"""Sections 7.4, 7.9, 8.11, 11.4 and 15.5: lend-lease of FEC, ANZAC and for minor powers, its ways, blockades, docks."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.orders import Advance, Deliver, Dock, Grant
from tests.global_war_1936.positions import BOARD, EARLY, battle, combat, losses, play_from, problems, standing

YARD = {"san-francisco": "united-states: major-factory, major-shipyard"}


@pytest.mark.section("7.9")
def test_7_9_fec_anzac_and_minor_powers_are_lent_to() -> None:
    play = play_from(YARD, "united-states", "production", money={"united-states": 40})
    for order in (Grant("anzac", 2), Grant("fec", 0, "infantry"), Grant("finland", 0, "infantry")):
        assert problems(play, order) == [], order
    assert problems(play, Grant("finland", 2)) == ["lend-lease/receiver", "lend-lease/amount"]
    assert problems(play, Grant("united-states", 2)) == ["lend-lease/receiver"]
    assert problems(play, Grant("vichy-france", 0, "infantry")) == ["lend-lease/receiver"]


@pytest.mark.section("7.9", "11.4")
def test_example_7_9_anzac_gets_a_fast_battleship_from_the_united_states_and_pays_a_part() -> None:
    stacks = {**YARD, "sydney": "great-britain: minor-factory, major-port"}
    lent = play_from(stacks, "great-britain", "production", money={"great-britain": 20, "anzac": 9, "united-states": 18})
    assert problems(lent, Grant("united-states", 3, account="anzac")) == []
    lent.submit(Grant("united-states", 3, account="anzac"))
    assert lent.state.resources["anzac", "ipp"] == 6 and lent.state.resources["great-britain", "ipp"] == 20
    lent.submit(EndPhase("noncombat-move"))
    lent.submit(Deliver("united-states", "sydney", "san-francisco"))
    assert lent.state.resources["united-states", "ipp"] == 21
    built = play_from(stacks, "united-states", "production", money={"united-states": 18})
    assert problems(built, Grant("anzac", 0, "fast-battleship")) == []
    built.submit(Grant("anzac", 0, "fast-battleship"))
    assert built.state.resources["united-states", "ipp"] == 12
    third = play_from(
        stacks,
        "united-states",
        "production",
        money={"united-states": 6},
        markers={("game", "chart/united-states/fast-battleship//anzac/2"): "1"},
    )
    third.submit(Advance("fast-battleship", 2, to="anzac"))
    third.submit(EndPhase("noncombat-move"))
    third.submit(Deliver("anzac", "san-francisco", "sydney"))
    assert [key.power for key in third.state.stacks if key.unit == "fast-battleship"] == ["great-britain"]


@pytest.mark.section("11.4")
def test_11_4_lend_lease_goes_over_no_neutral_minor_power() -> None:
    def way(austria: str) -> tuple[str, ...]:
        play = EARLY.play_from(
            {"bavaria": "germany: medium-factory"},
            "germany",
            "place-units",
            control={"austria": austria},
            relations={("germany", "italy"): "peace"},
            markers={("game", "grant|germany|italy"): "infantry"},
        )
        return lending.way(play.position, Deliver("italy", "bavaria", "northern-italy"))

    assert way("austria") == () and way("germany") == ("bavaria", "austria", "northern-italy")


@pytest.mark.section("11.4")
def test_11_4_lend_lease_lands_in_no_port_of_an_enemy() -> None:
    def rules(holder: str) -> list[str]:
        play = BOARD.play_from(
            {"new-york": "united-states: major-factory, major-shipyard", "belgium": f"{holder}: major-port"},
            "united-states",
            "place-units",
            control={"belgium": holder},
            relations={("united-states", "germany"): "war", ("france", "germany"): "war", ("united-states", "france"): "peace"},
            markers={("game", "grant|united-states|france"): "infantry"},
        )
        return problems(play, Deliver("france", "new-york", "belgium"))

    assert rules("germany") == ["lend-lease/way"] and rules("great-britain") == []


@pytest.mark.section("8.11", "11.4")
def test_8_11_three_warships_of_one_nation_blockade_not_of_several() -> None:
    zone = next(one for one in play_from({}, "germany", "production").title.neighbours["liverpool"] if one.startswith("sea"))
    for ships, closed in (("germany: 2 destroyer; italy: destroyer", False), ("germany: 3 destroyer", True)):
        play = play_from(
            {"liverpool": "great-britain: major-port", zone: ships},
            "great-britain",
            "place-units",
            relations={("great-britain", "italy"): "war"},
        )
        assert supply.is_blockaded(play.position, "liverpool", zone) is closed
        assert bool(lending.interdictor(play.position, zone, "great-britain")) is closed


@pytest.mark.section("8.7", "11.4")
@pytest.mark.parametrize(
    ("ships", "caught"),
    [("light-carrier", ""), ("light-carrier, fighter", "germany"), ("fighter [patrol:sea-zone-24!]", "germany")],
)
def test_8_7_aircraft_of_carriers_catch_lend_lease_as_if_on_patrol(ships: str, caught: str) -> None:
    play = play_from({"sea-zone-24": f"germany: {ships}"}, "great-britain", "place-units")
    assert lending.interdictor(play.position, "sea-zone-24", "great-britain") == caught


@pytest.mark.section("8.8", "8.11", "11.4")
@pytest.mark.parametrize("duty", ["escort:{zone}!", "moved convoy-raid", "moved convoy-mines"])
def test_8_8_ships_that_escort_or_raid_do_not_blockade_but_stop_lend_lease(duty: str) -> None:
    """ "A unit cannot engage in more than one of these actions at a time"; 11.4 asks for a fleet of three ships alone."""
    zone = next(one for one in play_from({}, "germany", "production").title.neighbours["liverpool"] if one.startswith("sea"))
    ships = f"germany: 2 heavy-cruiser, heavy-cruiser [{duty.format(zone=zone)}]"
    play = play_from({"liverpool": "great-britain: major-port", zone: ships}, "great-britain", "place-units")
    assert not supply.is_blockaded(play.position, "liverpool", zone)
    assert lending.interdictor(play.position, zone, "great-britain") == "germany"


@pytest.mark.section("7.4")
def test_7_4_a_dock_repairs_two_hits_of_one_ship_in_two_places() -> None:
    play = play_from(
        {"sea-zone-10": "germany: heavy-battleship~1", "denmark": "germany: major-shipyard"},
        "germany",
        "production",
        control={"denmark": "germany"},
        techs={"germany": "heavy-battleships"},
    )
    assert problems(play, Dock("heavy-battleship", "sea-zone-10", "denmark", 3)) == ["repair/ships"]
    play.submit(Dock("heavy-battleship", "sea-zone-10", "denmark", 2))
    play.submit(EndPhase("place-units"))
    assert standing(play, "sea-zone-10") == "germany: heavy-battleship"


@pytest.mark.section("7.4")
def test_7_4_a_ship_that_leaves_its_dock_is_not_repaired() -> None:
    play = play_from(
        {"sea-zone-10": "germany: battleship~1 [docked used=1]", "denmark": "germany: major-shipyard"},
        "germany",
        "noncombat-move",
        control={"denmark": "germany"},
    )
    play.submit(EndPhase())
    assert "battleship~1" in standing(play, "sea-zone-10")


@pytest.mark.section("15.5")
def test_15_5_two_markers_do_not_sink_a_heavy_carrier_three_do() -> None:
    def lost(die: int) -> list[tuple[str, str, int, str]]:
        play = combat(
            "germany",
            {"sea-zone-20": "germany: heavy-cruiser [moved]; united-states: heavy-carrier"},
            [1, die] + [12] * 9,
            relations={("germany", "united-states"): "war"},
            options={"capital-damage": "rolled"},
            techs={"united-states": "heavy-carriers"},
        )
        play.submit(battle("sea-zone-20"))
        return [(one[0], one[1], one[2], one[3]) for one in losses(play)]

    assert lost(10) == [] and lost(12) == [("united-states", "heavy-carrier", 1, "combat")]


HOMES = {
    "london": "great-britain: major-factory, major-shipyard",
    "calcutta": "great-britain: major-factory",
    "sydney": "great-britain: major-factory",
}


@pytest.mark.section("2.3", "7.9")
@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        (Grant("france", 5), Grant("france", 4, account="fec"), []),
        (Grant("france", 5), Grant("france", 5, account="fec"), ["lend-lease/amount"]),
        (Grant("france", 5, account="anzac"), Grant("france", 5), ["lend-lease/amount"]),
        (Grant("france", 5), Grant("france", 0, "infantry", account="anzac"), ["lend-lease/shared"]),
        (Grant("france", 0, "infantry"), Grant("france", 0, "infantry", account="fec"), ["lend-lease/shared"]),
        (Grant("france", 0, "infantry", account="fec"), Grant("france", 1), ["lend-lease/shared"]),
        (Grant("france", 0, "fast-battleship"), Grant("france", 1), ["lend-lease/shared"]),
        (Grant("france", 9), Grant("united-states", 0, "infantry", account="fec"), []),
    ],
)
def test_2_3_the_commonwealth_lends_to_a_nation_in_a_turn_what_one_nation_may(first: Grant, second: Grant, wrong: list[str]) -> None:
    """Half of the income of France is nine: from one purse or several, or one unit."""
    play = play_from(HOMES, "great-britain", "production", money={"great-britain": 60, "fec": 20, "anzac": 20})
    play.submit(first)
    assert problems(play, second) == wrong


@pytest.mark.section("2.3", "7.9")
def test_2_3_what_was_lent_in_a_turn_does_not_count_in_the_next() -> None:
    play = play_from(HOMES, "great-britain", "production", money={"great-britain": 60, "fec": 20}, markers={("turn", "lent|france"): "5"})
    assert problems(play, Grant("france", 5)) == ["lend-lease/amount"]
    play.submit(EndPhase("place-units"))
    play.submit(EndPhase())
    assert not [key for scope, key in play.state.markers if key.startswith("lent|")]
