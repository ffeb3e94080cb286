"""Section Submarine Surprise Strike or Submerge, and the profile of submarines."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.fire import FireGroup, firing_groups
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Lose, Press, Submerge
from tests.aa1942.battles import battle, combat, due, ends, fought, losses, rolls
from tests.aa1942.positions import again, rules_of, standing

pytestmark = pytest.mark.section("Submarines / Unit Characteristics")

ZONE = "sea-zone-6"
SEA = "[used=1 from=sea-zone-5 moved]"
STAY_A, STAY_D = Submerge("attacker", 0), Submerge("defender", 0)


def zone(mine: str, theirs: str) -> dict[str, str]:
    """German units that came from sea zone 5 against British ones in sea zone 6."""
    attackers = ", ".join(f"{item} {SEA}" if "[" not in item else item for item in mine.split(", "))
    return {ZONE: f"germany: {attackers}; united-kingdom: {theirs}"}


# Step 2: surprise strike


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_a_surprise_strike_removes_its_casualties_before_they_can_fire() -> None:
    play = fought("germany", zone("submarine", "cruiser"), [2], battle(ZONE), STAY_A)
    assert rolls(play) == [("surprise-strike", "germany", "submarine", 2, (2,))]
    assert losses(play) == [("united-kingdom", "cruiser", 1, "surprise-strike")]
    assert ends(play) == [("sea", ZONE, 1, "attacker", "eliminated")]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_defending_submarines_strike_on_a_one_before_the_attackers_fire() -> None:
    play = fought("germany", zone("cruiser", "submarine"), [1], battle(ZONE), STAY_D)
    assert rolls(play) == [("surprise-strike", "united-kingdom", "submarine", 1, (1,))]
    assert losses(play) == [("germany", "cruiser", 1, "surprise-strike")]
    assert ends(play) == [("sea", ZONE, 1, "defender", "eliminated")]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_submarines_struck_by_submarines_still_strike_back() -> None:
    play = fought("germany", zone("submarine", "submarine"), [2, 1], battle(ZONE), STAY_A, STAY_D)
    assert [roll[:3] for roll in rolls(play)] == [
        ("surprise-strike", "germany", "submarine"),
        ("surprise-strike", "united-kingdom", "submarine"),
    ]
    assert ends(play) == [("sea", ZONE, 1, "none", "eliminated")]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_submarines_that_struck_do_not_fire_again_in_the_round() -> None:
    play = fought("germany", zone("submarine, cruiser", "cruiser"), [6, 6, 6], battle(ZONE), STAY_A)
    assert [roll[:3] for roll in rolls(play)] == [
        ("surprise-strike", "germany", "submarine"),
        ("fire", "germany", "cruiser"),
        ("fire", "united-kingdom", "cruiser"),
    ]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)", "Destroyers / Unit Characteristics")
def test_a_destroyer_cancels_the_enemy_strike_and_they_fire_with_the_others() -> None:
    play = fought("germany", zone("submarine", "destroyer"), [2, 2], battle(ZONE))
    assert rolls(play) == [
        ("fire", "germany", "submarine", 2, (2,)),
        ("fire", "united-kingdom", "destroyer", 2, (2,)),
    ]
    assert ends(play) == [("sea", ZONE, 1, "none", "eliminated")]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)", "Destroyers / Unit Characteristics")
def test_a_destroyer_cancels_only_for_the_other_side() -> None:
    play = fought("germany", zone("submarine, destroyer", "submarine, cruiser"), [6, 6, 6, 6], battle(ZONE), STAY_A)
    assert [roll[:3] for roll in rolls(play)] == [
        ("surprise-strike", "germany", "submarine"),
        ("fire", "germany", "destroyer"),
        ("fire", "united-kingdom", "cruiser"),
        ("fire", "united-kingdom", "submarine"),
    ]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)", "Destroyers / Unit Characteristics")
def test_the_strike_is_back_in_the_round_after_the_destroyer_is_gone() -> None:
    orders = (battle(ZONE), Lose("destroyer"), Press(), STAY_A)
    play = fought("germany", zone("submarine", "destroyer, cruiser"), [1, 6, 6, 2], *orders)
    assert [roll[0] for roll in rolls(play)] == ["fire", "fire", "fire", "surprise-strike"]
    assert losses(play)[-1] == ("united-kingdom", "cruiser", 1, "surprise-strike")


# Step 2: submerge


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_the_attacker_decides_first_and_both_before_any_dice() -> None:
    play = fought("germany", zone("submarine", "submarine"), [], battle(ZONE))
    assert (due(play), rolls(play)) == ("submerge germany", [])
    assert rules_of(play, STAY_D) == ["decision-due"]
    play.submit(STAY_A)
    assert (due(play), rolls(play)) == ("submerge united-kingdom", [])


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_submerged_submarines_neither_fire_nor_are_hit() -> None:
    play = fought("germany", zone("2 cruiser", "submarine, cruiser"), [3, 3, 6], battle(ZONE), Submerge("defender", 1))
    assert [roll[2] for roll in rolls(play)] == ["cruiser", "cruiser"]
    assert losses(play) == [("united-kingdom", "cruiser", 1, "combat")]
    assert ends(play) == [("sea", ZONE, 1, "attacker", "submerged")]
    assert "united-kingdom: submarine [submerged]" in standing(play, ZONE)


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_when_all_submerge_the_battle_is_over() -> None:
    play = fought("germany", zone("2 submarine", "cruiser"), [], battle(ZONE), Submerge("attacker", 2))
    assert ends(play) == [("sea", ZONE, 1, "defender", "submerged")]
    assert standing(play, ZONE).startswith("germany: 2 submarine [used=1 from=sea-zone-5 fought moved submerged]")


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_some_may_submerge_and_some_stay() -> None:
    play = fought("germany", zone("3 submarine", "cruiser"), [6, 6], battle(ZONE), Submerge("attacker", 2))
    assert rolls(play)[0] == ("surprise-strike", "germany", "submarine", 2, (6,))
    assert rules_of(fought("germany", zone("submarine", "cruiser"), [], battle(ZONE)), Submerge("attacker", 2)) == ["submarines/submerge"]


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_a_record_that_leaves_the_choice_out_keeps_them_in_the_fight() -> None:
    play = fought("germany", zone("submarine", "cruiser"), [], battle(ZONE))
    assert play.pending is not None and play.pending.default == Submerge("attacker", 0)


@pytest.mark.section("Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)", "Destroyers / Unit Characteristics")
def test_an_enemy_destroyer_lets_nobody_submerge() -> None:
    play = fought("germany", zone("submarine", "destroyer"), [6, 6], battle(ZONE))
    assert due(play) == "press germany"


@pytest.mark.section("General Combat Sequence", "Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)")
def test_the_choice_comes_again_in_every_round() -> None:
    play = fought("germany", zone("submarine", "cruiser"), [6, 6], battle(ZONE), STAY_A, Press(), Submerge("attacker", 1))
    assert ends(play) == [("sea", ZONE, 2, "defender", "submerged")]


# Cannot Hit Air Units, Cannot Be Hit by Air Units


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_submarines_hit_only_sea_units() -> None:
    stacks = zone("submarine", "aircraft-carrier, 2 fighter")
    play = fought("germany", stacks, [1, 6, 6], battle(ZONE), STAY_A)
    assert losses(play) == [("united-kingdom", "aircraft-carrier", 1, "surprise-strike")]
    assert ends(play) == [("sea", ZONE, 1, "none", "stalemate")]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)", "Destroyers / Unit Characteristics")
def test_air_hits_go_on_submarines_only_with_a_friendly_destroyer() -> None:
    alone = combat("germany", zone("fighter [used=1]", "submarine, cruiser"))
    assert firing_groups(alone.position, ZONE, "attacker") == [FireGroup("germany", "fighter", 3, 1, "not-submarine")]
    helped = combat("germany", zone("fighter [used=1], destroyer", "submarine, cruiser"))
    assert firing_groups(helped.position, ZONE, "attacker")[0] == FireGroup("germany", "fighter", 3, 1, "any")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_an_air_hit_leaves_no_choice_where_only_one_unit_can_take_it() -> None:
    stacks = zone("fighter [used=1], cruiser", "submarine, cruiser")
    play = fought("germany", stacks, [6, 3, 6, 6], battle(ZONE), STAY_D)
    assert losses(play) == [("united-kingdom", "cruiser", 1, "combat")]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_air_and_submarines_cannot_hit_each_other_so_no_battle_is_due() -> None:
    play = combat("germany", zone("fighter [used=1]", "submarine"))
    assert battles_due(play.position) == []


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_hits_of_air_and_ships_must_be_shared_out_so_that_each_strikes_what_it_may() -> None:
    stacks = zone("2 fighter [used=1], cruiser", "2 submarine, 3 cruiser")
    play = fought("germany", stacks, [6, 6, 3, 3, 3], battle(ZONE), STAY_D)
    assert due(play) == "casualties united-kingdom"
    assert rules_of(play, Lose("2 submarine, cruiser")) == ["casualties/cannot-be-hit"]
    assert rules_of(play, Lose("submarine, 2 cruiser")) == rules_of(play, Lose("3 cruiser")) == []
    assert play.pending is not None and play.pending.default == Lose("2 cruiser, submarine")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_a_hit_that_can_strike_nothing_is_lost() -> None:
    stacks = zone("2 fighter [used=1]", "submarine, cruiser")
    play = fought("germany", stacks, [3, 3, 6], battle(ZONE), STAY_D)
    assert losses(play) == [("united-kingdom", "cruiser", 1, "combat")]
    assert ends(play) == [("sea", ZONE, 1, "none", "stalemate")]


# Does Not Block Enemy Movement: attacking submarines or not is the attacker's choice


def test_lone_submarines_may_be_attacked_or_ignored() -> None:
    play = combat("germany", zone("cruiser", "submarine"))
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False)]
    assert rules_of(play, battle(ZONE)) == []


def test_damage_of_a_strike_that_destroys_nothing_lasts_until_the_end_of_the_battle() -> None:
    play = fought("germany", zone("submarine", "battleship"), [2, 6], battle(ZONE), STAY_A)
    assert standing(play, ZONE).endswith("united-kingdom: battleship~1")
    play = again(play)
    play.submit(Press())
    play.submit(Submerge("attacker", 1))
    assert standing(play, ZONE).endswith("united-kingdom: battleship")
    assert [event.cause for event in play.events if isinstance(event, ev.UnitsChanged)][-2:] == ["repaired", "fought"]
