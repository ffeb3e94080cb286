"""Section Sea Technology; Naval ASW, AA Cruisers and Super Subs also in `test_base_game_combat.py`."""

from tests.global1939.positions import battle, combat, due, fought, losses, rolls

ZONE = "sea-zone-95"

# Naval ASW


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


def test_destroyers_fire_first_at_submarines_with_sonar():
    stacks = {ZONE: "italy: 2 submarine, cruiser; united-kingdom: 2 destroyer"}
    play = combat("italy", stacks, [2, 2, 6], techs={"united-kingdom": "sonar"})
    play.submit(battle(ZONE))
    assert rolls(play) == [
        ("first-fire", "united-kingdom", "destroyer", 2, (2, 2)), ("fire", "italy", "cruiser", 3, (6,)),
    ]  # fmt: skip
    assert losses(play) == [("italy", "submarine", 2, "first-fire")]


def test_hits_beyond_the_submarines_are_ordinary_and_destroyers_do_not_fire_twice():
    stacks = {ZONE: "italy: submarine, 2 cruiser; united-kingdom: 2 destroyer"}
    play = combat("italy", stacks, [2, 2, 6, 6], techs={"united-kingdom": "sonar"})
    play.submit(battle(ZONE))
    assert losses(play) == [("italy", "submarine", 1, "first-fire"), ("italy", "cruiser", 1, "combat")]
    assert [roll[2] for roll in rolls(play)] == ["destroyer", "cruiser"]
    assert rolls(play)[1][4] == (6, 6)


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


def test_super_battleships_fire_first_on_defense_and_in_each_round():
    stacks = {ZONE: "italy: 3 destroyer; united-kingdom: battleship"}
    play = combat("italy", stacks, [5, 6, 6], techs={"united-kingdom": "super-battleships"})
    play.submit(battle(ZONE))
    assert rolls(play) == [
        ("first-fire", "united-kingdom", "battleship", 5, (5,)), ("fire", "italy", "destroyer", 2, (6, 6)),
    ]  # fmt: skip
    play.dice.left = [5, 6]
    play.submit(play.pending.default)
    assert losses(play) == [("italy", "destroyer", 1, "first-fire")] * 2


# Super Subs


def test_super_subs_defend_at_two_and_attack_at_three():
    stacks = {ZONE: "italy: submarine, destroyer; united-kingdom: submarine, destroyer"}
    techs = {"italy": "super-subs", "united-kingdom": "super-subs"}
    play = combat("italy", stacks, [6, 6, 6, 6], techs=techs)
    play.submit(battle(ZONE))
    assert [(roll[1], roll[3]) for roll in rolls(play) if roll[2] == "submarine"] == [
        ("italy", 3), ("united-kingdom", 2)
    ]  # fmt: skip
