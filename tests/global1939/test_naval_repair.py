"""Naval Repair: no free repairs; damaged ships are repaired by touching a sea zone beside a friendly factory."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.deck import free_deck
from engine.families.axis_allies.orders import Lose, Move
from engine.mechanics.profile import profile
from engine.rules import EndPhase
from tests.global1939.positions import battle, ends, fought, play_from, standing

pytestmark = pytest.mark.section("Naval Repair")

HOME = {"united-kingdom": "united-kingdom: major-factory"}


def test_a_damaged_battleship_is_not_repaired_when_its_battle_is_over():
    stacks = {"sea-zone-110": "united-kingdom: battleship, cruiser; germany: destroyer"}
    play = fought("united-kingdom", stacks, [1, 6, 1], battle("sea-zone-110"), Lose("battleship"))
    assert [end[3:] for end in ends(play)] == [("attacker", "eliminated")]
    assert standing(play, "sea-zone-110") == "united-kingdom: battleship~1 [fought], cruiser [fought]"


def test_passing_a_zone_beside_a_factory_repairs_and_the_ship_sails_on():
    play = play_from({**HOME, "sea-zone-105": "united-kingdom: battleship~1"}, "united-kingdom", "noncombat-move")
    play.submit(Move("battleship", "sea-zone-105 > sea-zone-110 > sea-zone-111"))
    assert standing(play, "sea-zone-111") == "united-kingdom: battleship [used=2 from=sea-zone-110]"


def test_an_ally_s_factory_will_do_an_enemy_s_or_none_will_not():
    for owner, repaired in (("france", True), ("germany", False)):
        stacks = {"normandy-bordeaux": f"{owner}: minor-factory", "sea-zone-104": "united-kingdom: battleship~1"}
        play = play_from(stacks, "united-kingdom", "noncombat-move", control={"normandy-bordeaux": owner})
        play.submit(Move("battleship", "sea-zone-104 > sea-zone-105"))
        assert standing(play, "sea-zone-105").startswith("united-kingdom: battleship [") == repaired
    play = play_from({"sea-zone-104": "united-kingdom: battleship~1"}, "united-kingdom", "noncombat-move")
    play.submit(Move("battleship", "sea-zone-104 > sea-zone-105"))
    assert standing(play, "sea-zone-105").startswith("united-kingdom: battleship~1")


def test_a_ship_that_stays_beside_a_factory_is_repaired_when_the_moves_are_over():
    play = play_from({**HOME, "sea-zone-110": "united-kingdom: battleship~1 [fought]"}, "united-kingdom", "noncombat-move")
    play.submit(EndPhase())
    assert standing(play, "sea-zone-110").startswith("united-kingdom: battleship [")


def test_carriers_take_two_hits_with_the_technology_or_by_the_option():
    position = play_from({}, "japan", techs={"japan": "improved-carriers"}).position
    assert profile(position, "japan", "aircraft-carrier").strength == 2
    assert profile(position, "italy", "aircraft-carrier").strength == 1
    always = play_from({}, "japan", options={"carrier-hits": "always"}).position
    assert profile(always, "italy", "aircraft-carrier").strength == 2


def test_nothing_lands_on_a_damaged_carrier():
    stacks = {"sea-zone-6": "japan: aircraft-carrier~1", "sea-zone-7": "japan: aircraft-carrier"}
    for zone, able in (("sea-zone-6", False), ("sea-zone-7", True)):
        play = play_from(
            {**stacks, "sea-zone-16": "japan: fighter [used=3]"},
            "japan",
            "noncombat-move",
            options={"carrier-hits": "always"},
            control={"japan": "united-states"},
        )
        assert (deck(play, zone) > 0) == able


def deck(play, zone):

    return free_deck(play.position, zone, "japan")
