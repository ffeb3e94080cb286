"""Section Sea Technology; Naval ASW, AA Cruisers and Super Subs also in `test_base_game_combat.py`."""

import pytest

from engine.families.axis_allies.deck import free_deck
from engine.families.axis_allies.orders import Develop, Lose, Move, Research, Roll
from tests.axisallies.positions import again
from tests.global1939.positions import battle, combat, due, fought, losses, play_from, rolls, rules_of, standing

pytestmark = pytest.mark.section("Sea Technology")

ZONE = "sea-zone-95"

# Naval ASW


@pytest.mark.section("Sea Technology / Naval ASW")
def test_cruisers_keep_submarines_from_striking_by_surprise_like_destroyers():
    stacks = {ZONE: "italy: submarine, destroyer; united-kingdom: cruiser"}
    play = combat("italy", stacks, [6, 6, 6], techs={"united-kingdom": "naval-asw"})
    play.submit(battle(ZONE))
    assert due(play) == "press italy"
    assert {purpose for purpose, *_ in rolls(play)} == {"fire"}
    play = combat("italy", stacks)
    play.submit(battle(ZONE))
    assert due(play) == "submerge italy"


# Sonar


@pytest.mark.section("Sea Technology / Sonar")
def test_destroyers_fire_first_at_submarines_with_sonar():
    stacks = {ZONE: "italy: 2 submarine, cruiser; united-kingdom: 2 destroyer"}
    play = combat("italy", stacks, [2, 2, 6], techs={"united-kingdom": "sonar"})
    play.submit(battle(ZONE))
    assert rolls(play) == [
        ("first-fire", "united-kingdom", "destroyer", 2, (2, 2)),
        ("fire", "italy", "cruiser", 3, (6,)),
    ]
    assert losses(play) == [("italy", "submarine", 2, "first-fire")]


@pytest.mark.section("Sea Technology / Sonar")
def test_hits_beyond_the_submarines_are_ordinary_and_destroyers_do_not_fire_twice():
    stacks = {ZONE: "italy: submarine, 2 cruiser; united-kingdom: 2 destroyer"}
    play = combat("italy", stacks, [2, 2, 6, 6], techs={"united-kingdom": "sonar"})
    play.submit(battle(ZONE))
    assert losses(play) == [("italy", "submarine", 1, "first-fire"), ("italy", "cruiser", 1, "combat")]
    assert [roll[2] for roll in rolls(play)] == ["destroyer", "cruiser"]
    assert rolls(play)[1][4] == (6, 6)


@pytest.mark.section("Sea Technology / Sonar")
def test_sonar_works_for_the_attacker_too_and_only_while_submarines_are_present():
    stacks = {ZONE: "italy: destroyer; united-kingdom: submarine, destroyer"}
    play = fought("italy", stacks, [2, 6], battle(ZONE), techs={"italy": "sonar"})
    assert losses(play) == [("united-kingdom", "submarine", 1, "first-fire")]
    assert rolls(play)[0][:3] == ("first-fire", "italy", "destroyer")
    stacks = {ZONE: "italy: destroyer; united-kingdom: destroyer"}
    play = combat("italy", stacks, [6, 6], techs={"italy": "sonar"})
    play.submit(battle(ZONE))
    assert {purpose for purpose, *_ in rolls(play)} == {"fire"}


# Super Battleships


@pytest.mark.section("Sea Technology / Super Battleships")
def test_super_battleships_fire_first_on_defense_and_in_each_round():
    stacks = {ZONE: "italy: 3 destroyer; united-kingdom: battleship"}
    play = combat("italy", stacks, [5, 6, 6], techs={"united-kingdom": "super-battleships"})
    play.submit(battle(ZONE))
    assert rolls(play) == [
        ("first-fire", "united-kingdom", "battleship", 5, (5,)),
        ("fire", "italy", "destroyer", 2, (6, 6)),
    ]
    play.dice.left = [5, 6]
    play.submit(play.pending.default)
    assert losses(play) == [("italy", "destroyer", 1, "first-fire")] * 2


# Improved Carriers

IMPROVED = {"italy": "improved-carriers"}
WAY = "sea-zone-95 > sea-zone-96"


def carriers(units, phase="combat-move", target="united-kingdom: destroyer", **position):
    stacks = {ZONE: f"italy: {units}", "sea-zone-96": target, "libya": "france: infantry"}
    return play_from(stacks, "italy", phase, techs=IMPROVED, **{"control": {"libya": "france"}} | position)


@pytest.mark.section("Sea Technology / Improved Carriers")
def test_carriers_have_room_for_three_fighters_and_take_two_hits():
    assert free_deck(carriers("aircraft-carrier").position, ZONE, "italy") == 3
    stacks = {ZONE: "italy: destroyer; united-kingdom: aircraft-carrier, fighter"}
    play = fought("italy", stacks, [1, 6, 6], battle(ZONE), Lose("aircraft-carrier"), techs={"united-kingdom": "improved-carriers"})
    assert standing(play, ZONE) == "italy: destroyer; united-kingdom: aircraft-carrier~1, fighter"


@pytest.mark.section("Sea Technology / Improved Carriers")
def test_damaged_carriers_still_defend_with_their_planes():
    stacks = {ZONE: "italy: destroyer; united-kingdom: aircraft-carrier~1, 2 fighter"}
    play = combat("italy", stacks, [6, 6, 6, 6], techs={"united-kingdom": "improved-carriers"})
    play.submit(battle(ZONE))
    assert ("fire", "united-kingdom", "fighter", 4, (6, 6)) in rolls(play)
    assert free_deck(play.position, ZONE, "united-kingdom") == 1


@pytest.mark.section("Sea Technology / Improved Carriers")
def test_planes_of_damaged_carriers_attack_land_but_no_ships():
    play = carriers("aircraft-carrier~1, 2 fighter")
    assert rules_of(play, Move("fighter", WAY)) == ["combat-move/damaged-carrier"]
    assert rules_of(play, Move("fighter", "sea-zone-95 > sea-zone-96 > libya")) == []
    assert rules_of(carriers("aircraft-carrier, 2 fighter"), Move("2 fighter", WAY)) == []


@pytest.mark.section("Sea Technology / Improved Carriers")
def test_as_many_fly_against_ships_as_sound_carriers_hold():
    play = carriers("aircraft-carrier, aircraft-carrier~1, 6 fighter")
    assert rules_of(play, Move("4 fighter", WAY)) == ["combat-move/damaged-carrier"]
    play.submit(Move("2 fighter", WAY))
    play = again(play)
    assert rules_of(play, Move("2 fighter", WAY)) == ["combat-move/damaged-carrier"]
    assert rules_of(play, Move("fighter", WAY)) == []


@pytest.mark.section("Sea Technology / Improved Carriers")
def test_carriers_at_sea_are_improved_at_once():
    play = play_from(
        {ZONE: "italy: aircraft-carrier"}, "italy", "research", dice=[6], money={"italy": 5}, techs={"italy": "naval-asw sonar"}
    )
    play.submit(Research("sea"))
    play.submit(Roll())
    play.submit(Develop("improved-carriers"))
    assert standing(play, ZONE) == "italy: aircraft-carrier"
    assert {key[3] for key in play.state.stacks if key[0] == ZONE} == {2}


# Super Subs


@pytest.mark.section("Sea Technology / Super Subs")
def test_super_subs_defend_at_two_and_attack_at_three():
    stacks = {ZONE: "italy: submarine, destroyer; united-kingdom: submarine, destroyer"}
    techs = {"italy": "super-subs", "united-kingdom": "super-subs"}
    play = combat("italy", stacks, [6, 6, 6, 6], techs=techs)
    play.submit(battle(ZONE))
    assert [(roll[1], roll[3]) for roll in rolls(play) if roll[2] == "submarine"] == [("italy", 3), ("united-kingdom", 2)]
