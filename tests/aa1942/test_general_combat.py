"""Section General Combat: the sequence of steps, casualties, the end of a battle, and what it leaves behind."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.fire import FireGroup, expected_hits, firing_groups
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Battle, Lose, Press, Retreat
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.battles import battle, combat, due, ends, fought, last_end, losses, rolls, started
from tests.aa1942.positions import TITLE, again, play_from, rules_of, standing
from tests.axisallies.battles import fight_on

LAND = "[used=1 from=ukraine-ssr moved]"


def caucasus(mine: str, theirs: str = "", gun: str = "") -> dict[str, str]:
    """German units that came from Ukraine S.S.R. against Soviet ones in Caucasus."""
    attackers = ", ".join(f"{item} {LAND}" if "[" not in item else item for item in mine.split(", "))
    defenders = ", ".join(filter(None, (theirs, gun)))
    return {"caucasus": f"germany: {attackers}" + (f"; soviet-union: {defenders}" if defenders else "")}


# Supported by Artillery: the book's example


@pytest.mark.section("Infantry / Unit Characteristics", "Artillery / Unit Characteristics")
def test_two_artillery_raise_the_attack_of_two_of_five_infantry() -> None:
    play = combat("germany", caucasus("5 infantry, 2 artillery", "infantry"))
    groups = firing_groups(play.position, "caucasus", "attacker")
    assert groups == [
        FireGroup("germany", "infantry", 2, 2, "any"),
        FireGroup("germany", "infantry", 1, 3, "any"),
        FireGroup("germany", "artillery", 2, 2, "any"),
    ]
    assert expected_hits(TITLE, groups) == (2 * 2 + 3 * 1 + 2 * 2) / 6


@pytest.mark.section("Infantry / Unit Characteristics", "Artillery / Unit Characteristics")
def test_artillery_does_not_support_infantry_on_defense() -> None:
    play = combat("germany", caucasus("infantry", "2 infantry, 2 artillery"))
    assert firing_groups(play.position, "caucasus", "defender") == [
        FireGroup("soviet-union", "infantry", 2, 2, "any"),
        FireGroup("soviet-union", "artillery", 2, 2, "any"),
    ]


@pytest.mark.section("Infantry / Unit Characteristics", "Artillery / Unit Characteristics")
def test_artillery_beyond_the_infantry_raises_nothing() -> None:
    play = combat("germany", caucasus("infantry, 3 artillery", "infantry"))
    assert firing_groups(play.position, "caucasus", "attacker") == [
        FireGroup("germany", "infantry", 2, 1, "any"),
        FireGroup("germany", "artillery", 2, 3, "any"),
    ]


# Steps 3 and 4: the attacker fires first, and those hit fire back


@pytest.mark.section(
    "Step 3. Attacking Units Fire (Land and Sea Battles)",
    "Step 4. Defending Units Fire (Land and Sea Battles)",
    "Step 5. Remove Defender's Casualties (Land and Sea Battles)",
)
def test_defenders_that_were_hit_fire_back_before_they_are_removed() -> None:
    play = fought("germany", caucasus("2 tank", "2 infantry"), [3, 3, 2, 2], battle("caucasus"))
    assert rolls(play) == [
        ("fire", "germany", "tank", 3, (3, 3)),
        ("fire", "soviet-union", "infantry", 2, (2, 2)),
    ]
    assert losses(play) == [("germany", "tank", 2, "combat"), ("soviet-union", "infantry", 2, "combat")]


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)", "Step 4. Defending Units Fire (Land and Sea Battles)")
def test_a_die_above_the_target_misses() -> None:
    play = fought("germany", caucasus("tank", "infantry"), [4, 3], battle("caucasus"))
    assert (losses(play), due(play)) == ([], "press germany")


@pytest.mark.section(
    "Battle Board and Dice",
    "Step 3. Attacking Units Fire (Land and Sea Battles)",
    "Step 4. Defending Units Fire (Land and Sea Battles)",
)
def test_dice_of_a_side_are_one_roll_in_the_order_of_the_units() -> None:
    stacks = caucasus("fighter [used=1], tank, artillery, 2 infantry", "fighter, infantry")
    play = fought("germany", stacks, [6] * 5 + [6] * 2, battle("caucasus"))
    assert [count for count, _ in play.dice.asked] == [5, 2]  # type: ignore[attr-defined]
    assert [(unit, target) for _, _, unit, target, _ in rolls(play)] == [
        ("infantry", 2), ("infantry", 1), ("artillery", 2), ("tank", 3), ("fighter", 3), ("infantry", 2), ("fighter", 4),
    ]  # fmt: skip


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)", "Step 4. Defending Units Fire (Land and Sea Battles)")
def test_dice_tell_what_was_to_be_expected() -> None:
    play = fought("germany", caucasus("3 tank", "bomber"), [1, 4, 6, 6], battle("caucasus"))
    dice = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(one.hits, one.expected, one.round) for one in dice] == [(1, 1.5, 1), (0, 1 / 6, 1)]


# Casualties


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_the_defender_chooses_between_different_units() -> None:
    play = fought("germany", caucasus("2 tank", "infantry, tank"), [1, 6, 6, 6], battle("caucasus"))
    assert due(play) == "casualties soviet-union"
    assert play.pending is not None and (play.pending.default, play.pending.side) == (Lose("infantry"), "defender")
    play = again(play)
    play.submit(Lose("tank"))
    assert losses(play) == [("soviet-union", "tank", 1, "combat")]
    assert standing(play, "caucasus") == f"germany: 2 tank {LAND}; soviet-union: infantry"


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_nobody_is_asked_when_all_must_die_or_all_are_alike() -> None:
    play = fought("germany", caucasus("3 tank", "infantry, tank"), [1, 1, 1, 6, 6], battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 1, "attacker", "eliminated")]
    play = fought("germany", caucasus("tank, infantry", "2 infantry"), [6, 1, 6, 6], battle("caucasus"))
    assert due(play) == "press germany"


RANGES = {"libya": "germany: 2 fighter [used=1], fighter [used=3]; united-kingdom: infantry, tank"}


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_aircraft_are_told_apart_by_the_range_they_have_left() -> None:
    """Step 4: the attacker chooses one unit for each hit; without `which` the aircraft with the least range left go first."""
    play = fought("germany", RANGES, [6, 6, 6, 1, 6], battle("libya"), control={"libya": "united-kingdom"})
    assert due(play) == "casualties germany"
    named = fight_on(again(play), Lose("fighter", which="fighter left=3"))
    assert standing(named, "libya").startswith("germany: fighter [used=1], fighter [used=3];")
    usual = fight_on(again(play), play.pending.default)
    assert usual.events[len(play.events) :] == fight_on(again(play), Lose("fighter", which="fighter left=1")).events[len(play.events) :]
    assert standing(usual, "libya").startswith("germany: 2 fighter [used=1];")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_units_that_are_told_apart_wrongly() -> None:
    """Step 4: such units must be there, and be lost; a forgiving reader takes the usual ones instead."""
    dice = [6, 6, 6, 1, 6]
    play = fought("germany", RANGES, dice, battle("libya"), control={"libya": "united-kingdom"})
    for which in (
        "fighter left=2",
        "2 fighter left=3",
        "bomber left=3",
        "fighter",
        "fighter left=x",
        "fighter [used=1]",
    ):
        assert rules_of(play, Lose("fighter", which=which)) == ["casualties/which"], which
    play = combat("germany", RANGES, dice, control={"libya": "united-kingdom"}, strictness=Strictness.COLLECT)
    play.submit(battle("libya"))
    play.submit(Lose("fighter", which="fighter left=x"))
    assert standing(play, "libya").startswith("germany: 2 fighter [used=1];")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_land_units_that_came_ashore_are_told_apart() -> None:
    """Amphibious Assault: they cannot retreat, so they go first when nothing is said."""
    mine = "infantry [from=sea-zone-15 moved], infantry [used=1 from=algeria moved], tank [used=1 from=algeria moved]"
    stacks = {"libya": f"germany: {mine}; united-kingdom: 2 infantry"}
    play = fought("germany", stacks, [6, 6, 6, 1, 6], battle("libya"), control={"libya": "united-kingdom"})
    named = fight_on(again(play), Lose("infantry", which="infantry overland"))
    assert standing(named, "libya").startswith("germany: infantry [from=sea-zone-15 moved], tank")
    usual = fight_on(again(play), Lose("infantry"))
    assert standing(usual, "libya").startswith("germany: infantry [used=1 from=algeria moved], tank")


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_wrong_casualties_are_told_apart() -> None:
    play = fought("germany", caucasus("2 tank", "infantry, tank, fighter"), [1, 1], battle("caucasus"))
    assert rules_of(play, Lose("infantry")) == ["casualties/number"]
    assert rules_of(play, Lose("infantry, tank, fighter")) == ["casualties/number"]
    assert rules_of(play, Lose("2 infantry")) == ["casualties/not-there"]
    assert rules_of(play, Lose("bomber, tank")) == ["casualties/not-there"]
    assert rules_of(play, Press()) == ["decision-due"]
    assert rules_of(play, Lose("fighter, tank")) == []


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_a_forgiving_reader_fills_wrong_casualties_up_in_the_usual_order() -> None:
    stacks = caucasus("2 tank", "2 infantry, tank, fighter")
    play = combat("germany", stacks, [1, 1, 6, 6, 6, 6], strictness=Strictness.COLLECT)
    play.submit(battle("caucasus"))
    play.submit(Lose("fighter, bomber"))
    assert losses(play) == [("soviet-union", "fighter", 1, "combat"), ("soviet-union", "infantry", 1, "combat")]
    assert [event.rule for event in play.events if isinstance(event, ev.DefectFound)] == ["casualties/not-there"]


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_the_attacker_usually_keeps_its_best_land_unit_to_take_the_area() -> None:
    play = fought("germany", caucasus("infantry, tank, bomber [used=2]", "3 fighter"), [6, 6, 6, 4, 4, 6], battle("caucasus"))
    assert play.pending is not None and play.pending.default == Lose("infantry, bomber")


@pytest.mark.section("Step 3. Attacking Units Fire (Land and Sea Battles)")
def test_guns_and_complexes_neither_fire_in_a_round_nor_are_lost() -> None:
    stacks = caucasus("tank", "infantry", "anti-aircraft-gun, industrial-complex")
    play = fought("germany", stacks, [1, 6], battle("caucasus"))
    assert [roll[2] for roll in rolls(play)] == ["tank", "infantry"]
    assert losses(play) == [("soviet-union", "infantry", 1, "combat")]


# Step 6, Condition A, and Step 7: Conclude Combat


@pytest.mark.section("Condition A—Attacker and/or Defender Loses All Units", "Step 7. Conclude Combat")
def test_a_winning_attacker_with_a_land_unit_takes_the_area() -> None:
    stacks = caucasus("2 tank", "infantry", "anti-aircraft-gun, industrial-complex")
    play = fought("germany", stacks, [1, 6, 2], battle("caucasus"))
    assert due(play) == ""
    assert play.state.control["caucasus"] == "germany"
    assert losses(play) == [("germany", "tank", 1, "combat"), ("soviet-union", "infantry", 1, "combat")]
    assert standing(play, "caucasus") == (
        "germany: anti-aircraft-gun [captured], industrial-complex [captured], tank [used=1 from=ukraine-ssr fought moved]"
    )


@pytest.mark.section("Condition A—Attacker and/or Defender Loses All Units", "Step 7. Conclude Combat")
def test_the_end_of_a_battle_tells_survivors_and_losses_in_value() -> None:
    play = fought("germany", caucasus("infantry, tank", "2 infantry"), [1, 1, 2, 6], battle("caucasus"), Lose("infantry"))
    assert started(play) == ev.BattleStarted(1, "land", "caucasus", "germany", "soviet-union", "infantry, tank", "2 infantry", 8, 6)
    assert last_end(play) == ev.BattleEnded(1, "land", "caucasus", "germany", "soviet-union", 1, "attacker", "eliminated", "tank", "", 3, 6)


@pytest.mark.section("Condition A—Attacker and/or Defender Loses All Units", "Step 7. Conclude Combat")
def test_when_all_units_on_both_sides_are_destroyed_the_area_stays_the_defenders() -> None:
    play = fought("germany", caucasus("tank", "infantry"), [3, 2], battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 1, "none", "eliminated")]
    assert (play.state.control["caucasus"], standing(play, "caucasus")) == ("soviet-union", "")


@pytest.mark.section("Condition A—Attacker and/or Defender Loses All Units", "Step 7. Conclude Combat")
def test_air_units_cannot_capture() -> None:
    play = fought("germany", caucasus("2 fighter [used=2]", "infantry"), [3, 6, 6], battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 1, "attacker", "no-capture")]
    assert play.state.control["caucasus"] == "soviet-union"
    assert standing(play, "caucasus") == "germany: 2 fighter [used=2 fought]"


@pytest.mark.section("Condition A—Attacker and/or Defender Loses All Units", "Step 7. Conclude Combat")
def test_a_losing_attacker_leaves_the_area_to_the_defender() -> None:
    play = fought("germany", caucasus("infantry", "infantry"), [6, 1], battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 1, "defender", "eliminated")]
    assert play.state.control["caucasus"] == "soviet-union"


@pytest.mark.section(
    "General Combat Sequence",
    "Step 6. Press Attack or Retreat",
    "Condition A—Attacker and/or Defender Loses All Units",
    "Step 7. Conclude Combat",
)
def test_rounds_go_on_until_one_side_is_gone() -> None:
    dice = [6, 6, 6, 6, 1, 6]
    play = fought("germany", caucasus("tank", "infantry"), dice, battle("caucasus"), Press(), Press())
    assert ends(play) == [("land", "caucasus", 3, "attacker", "eliminated")]
    assert [event.round for event in play.events if isinstance(event, ev.DiceRolled)] == [1, 1, 2, 2, 3, 3]


# Combat Move and Conduct Combat: what is a battle at all


@pytest.mark.section("Phase 3: Conduct Combat")
def test_an_undefended_hostile_area_is_taken_without_a_battle() -> None:
    play = combat("germany", caucasus("infantry", "", "anti-aircraft-gun, industrial-complex"))
    assert play.state.control["caucasus"] == "germany"
    assert ends(play) == [] and battles_due(play.position) == []


@pytest.mark.section("Phase 3: Conduct Combat")
def test_aircraft_over_an_undefended_area_take_nothing() -> None:
    play = combat("germany", caucasus("fighter [used=2]", "", "industrial-complex"))
    assert (play.state.control["caucasus"], battles_due(play.position)) == ("soviet-union", [])


@pytest.mark.section("Phase 3: Conduct Combat")
def test_a_required_battle_left_out_is_a_problem_at_the_end_of_the_phase() -> None:
    play = combat("germany", caucasus("infantry", "infantry"))
    assert rules_of(play, EndPhase()) == ["conduct-combat/unresolved"]


@pytest.mark.section("Phase 3: Conduct Combat")
def test_a_battle_where_nobody_meets_cannot_be_fought() -> None:
    play = combat("germany", caucasus("infantry", "infantry"))
    assert rules_of(play, Battle("russia")) == ["conduct-combat/no-battle"]
    assert rules_of(play, Battle("caucasus", raid=True)) == ["conduct-combat/no-battle"]
    assert rules_of(play, Battle("atlantis")) == ["conduct-combat/unknown"]
    assert rules_of(play, Press()) == ["conduct-combat/no-decision"]


@pytest.mark.section("Phase 3: Conduct Combat", "Combat Sequence", "3. General Combat")
def test_the_attacker_chooses_the_order_of_general_battles() -> None:
    stacks = caucasus("infantry", "infantry") | {"archangel": "germany: infantry; soviet-union: infantry"}
    play = combat("germany", stacks)
    assert [(one.kind, one.area) for one in battles_due(play.position)] == [("land", "archangel"), ("land", "caucasus")]
    assert rules_of(play, battle("caucasus")) == rules_of(play, battle("archangel")) == []


@pytest.mark.section("Phase 3: Conduct Combat", "Combat Sequence")
def test_raids_then_assaults_then_general_combat() -> None:
    stacks = caucasus("infantry", "infantry") | {
        "russia": "germany: bomber [used=3 raiding]; soviet-union: industrial-complex",
        "sea-zone-5": "germany: transport [cargo=germany/infantry target=karelia-ssr], infantry [aboard target=karelia-ssr]",
        "karelia-ssr": "soviet-union: infantry",
    }
    play = combat("germany", stacks, [3, 6, 6])
    assert [(one.kind, one.area) for one in battles_due(play.position)] == [
        ("raid", "russia"),
        ("amphibious", "karelia-ssr"),
        ("land", "caucasus"),
    ]
    assert rules_of(play, battle("karelia-ssr")) == ["conduct-combat/sequence"]
    play.submit(Battle("russia", raid=True))
    assert rules_of(play, battle("caucasus")) == ["conduct-combat/sequence"]
    assert rules_of(play, battle("karelia-ssr")) == []


@pytest.mark.section("Phase 3: Conduct Combat", "3. General Combat")
def test_units_that_have_fought_do_not_fight_again() -> None:
    play = fought("germany", caucasus("2 fighter [used=2]", "infantry, artillery"), [6, 6, 6, 6], battle("caucasus"), Retreat())
    assert (ends(play), battles_due(play.position)) == ([("land", "caucasus", 1, "defender", "retreat")], [])


@pytest.mark.section("Phase 3: Conduct Combat")
def test_no_other_order_while_a_battle_is_open() -> None:
    stacks = caucasus("tank", "infantry") | {"archangel": "germany: infantry; soviet-union: infantry"}
    play = fought("germany", stacks, [6, 6], battle("caucasus"))
    assert rules_of(play, battle("archangel")) == rules_of(play, EndPhase()) == ["decision-due"]


# A record that stops in the middle of a battle


@pytest.mark.section("Phase 3: Conduct Combat")
def test_a_battle_that_the_record_breaks_off_ends_unfinished() -> None:
    play = combat("germany", caucasus("tank", "infantry, tank"), [1], strictness=Strictness.COLLECT)
    play.submit(battle("caucasus"))
    play.submit(EndPhase())
    assert ends(play) == [("land", "caucasus", 1, "none", "unfinished")]
    assert losses(play) == [("soviet-union", "infantry", 1, "combat")]
    assert play.state.clock.phase == "noncombat-move" and not play.state.battle


@pytest.mark.section("Phase 3: Conduct Combat")
def test_where_no_retreat_is_possible_it_breaks_the_battle_off_with_a_problem() -> None:
    ashore = "germany: 2 infantry [from=sea-zone-16 moved]"
    play = combat("germany", {"caucasus": ashore + "; soviet-union: infantry"}, [6, 6, 6], strictness=Strictness.COLLECT)
    play.submit(battle("caucasus"))
    assert rules_of(play, Retreat()) == ["retreat/nowhere"]
    play.submit(Retreat())
    assert ends(play) == [("land", "caucasus", 1, "none", "unfinished")]


@pytest.mark.section("Phase 3: Conduct Combat", "3. General Combat")
def test_at_no_time_can_a_power_attack_its_own_side() -> None:
    play = play_from({"caucasus": "united-kingdom: 2 tank; soviet-union: infantry"}, "united-kingdom", "conduct-combat")
    assert battles_due(play.position) == []
