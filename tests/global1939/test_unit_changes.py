"""Unit Changes: values by nation, mechanized infantry, tactical bombers, self-propelled artillery, Japanese naval strikes."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import FireGroup, firing_groups
from engine.families.axis_allies.orders import Lose, Move, Pick, Press
from engine.mechanics.profile import profile
from tests.axisallies.battles import fight_on
from tests.global1939.positions import TITLE, battle, combat, due, fought, losses, play_from, rolls, rules_of, standing

pytestmark = pytest.mark.section("Unit Changes")


@pytest.mark.section("Unit Changes / Japanese Armor")
@pytest.mark.parametrize(
    ("power", "unit", "values"),
    [
        ("germany", "mechanized-infantry", (2, 2, 2, 4)),
        ("united-states", "mechanized-infantry", (2, 2, 2, 4)),
        ("soviet-union", "mechanized-infantry", (1, 2, 2, 4)),
        ("japan", "tank", (3, 2, 2, 5)),
        ("germany", "tank", (3, 3, 2, 6)),
        ("italy", "self-propelled-artillery", (3, 2, 2, 5)),
        ("italy", "heavy-tank", (4, 4, 2, 8)),
        ("france", "tactical-bomber", (3, 3, 4, 11)),
        ("france", "fortification", (0, 0, 0, 8)),
    ],
)
def test_attack_defense_move_and_cost_are_the_nation_s(power, unit, values):
    row = profile(play_from({}, power).position, power, unit)
    assert (row.attack, row.defense, row.move, row.cost) == values


@pytest.mark.section("Unit Changes / Mechanized Infantry")
def test_german_mechanized_infantry_hits_with_two_others_with_one():
    stacks = {"france": "germany: 2 mechanized-infantry; france: 2 mechanized-infantry", "germany": "germany: infantry"}
    play = combat("germany", stacks)
    assert firing_groups(play.position, "france", "attacker") == [FireGroup("germany", "mechanized-infantry", 2, 2, "any")]
    play = combat("italy", {"france": "italy: 2 mechanized-infantry; france: infantry"})
    assert firing_groups(play.position, "france", "attacker") == [FireGroup("italy", "mechanized-infantry", 1, 2, "any")]


@pytest.mark.section("Unit Changes / Mechanized Infantry")
def test_mechanized_infantry_blitzes_with_a_tank_one_for_one():
    stacks = {"western-germany": "germany: tank, 2 mechanized-infantry", "holland-belgium": "", "normandy-bordeaux": ""}
    held = {"holland-belgium": "france", "normandy-bordeaux": "france"}
    way = "western-germany > holland-belgium > normandy-bordeaux"
    play = play_from(stacks, "germany", "combat-move", control=held)
    assert rules_of(play, Move("mechanized-infantry", way)) == ["combat-move/hostile"]
    assert rules_of(play, Move("tank, 2 mechanized-infantry", way)) == ["combat-move/hostile"]
    play.submit(Move("tank, mechanized-infantry", way))
    assert standing(play, "normandy-bordeaux") == (
        "germany: mechanized-infantry [used=2 from=holland-belgium moved], tank [used=2 from=holland-belgium moved]"
    )
    assert play.state.control["holland-belgium"] == "germany"


@pytest.mark.section("Unit Changes / Tactical Bombers")
def test_tactical_bombers_attack_at_four_with_a_fighter_or_tank_each():
    stacks = {"france": "germany: 4 tactical-bomber, tank, 2 fighter; france: 2 infantry"}
    groups = firing_groups(combat("germany", stacks).position, "france", "attacker")
    assert [(g.unit, g.target, g.count) for g in groups if g.unit == "tactical-bomber"] == [
        ("tactical-bomber", 4, 3),
        ("tactical-bomber", 3, 1),
    ]
    home = firing_groups(combat("germany", {"france": "germany: tank; france: tactical-bomber, fighter"}).position, "france", "defender")
    assert [(g.unit, g.target) for g in home] == [("fighter", 4), ("tactical-bomber", 3)]


@pytest.mark.section("Unit Changes / Self-Propelled Artillery", "Land Technology / Self-Propelled Artillery")
def test_self_propelled_artillery_forces_the_loss_of_a_heavy_unit_on_a_one():
    stacks = {"france": "germany: 2 self-propelled-artillery; france: 3 infantry, 2 artillery, tank"}
    play = combat("germany", stacks, [1, 3])
    play.submit(battle("france"))
    assert due(play) == "casualties france"
    assert play.state.marker("battle", "owed") == "any=1 heavy=1"
    assert rules_of(play, Lose("2 infantry")) == ["casualties/cannot-be-hit"]
    assert rules_of(play, Lose("infantry, artillery")) == []
    assert rules_of(play, Lose("infantry, tank")) == []


@pytest.mark.section("Unit Changes / Self-Propelled Artillery")
def test_self_propelled_artillery_s_one_hits_infantry_when_nothing_else_is_there():
    play = combat("germany", {"france": "germany: 2 self-propelled-artillery; france: 3 infantry"}, [1, 1, 6, 6, 6])
    play.submit(battle("france"))
    assert losses(play) == [("france", "infantry", 2, "combat")]


@pytest.mark.section("Unit Changes / Self-Propelled Artillery")
def test_self_propelled_artillery_picks_a_heavy_loss_on_defense_too():
    stacks = {
        "france": "germany: 3 infantry, artillery; france: self-propelled-artillery",
        "germany": "germany: infantry",
    }
    play = combat("germany", stacks, [6, 6, 6, 6, 1])
    play.submit(battle("france"))
    assert losses(play) == [("germany", "artillery", 1, "combat")]


ZONE = "sea-zone-6"


def strike(dice, *orders, **position):
    stacks = {ZONE: "japan: 2 tactical-bomber, fighter, aircraft-carrier; united-states: destroyer, cruiser, battleship"}
    return fought("japan", stacks, dice, battle(ZONE), *orders, **position)


@pytest.mark.section("Unit Changes / Tactical Bombers")
def test_japanese_tactical_bombers_with_a_fighter_pick_their_target_at_three_or_less():
    play = strike([6, 3, 6])
    assert [roll[2:] for roll in rolls(play)] == [
        ("fighter", 3, (6,)),
        ("tactical-bomber", 4, (3,)),
        ("tactical-bomber", 3, (6,)),
    ]
    assert due(play) == "pick japan"
    assert rules_of(play, Pick("2 cruiser")) == ["targets/choice"]
    play.dice.left = [6, 6, 6]
    play = fight_on(play, Pick("cruiser"))
    assert losses(play) == [("united-states", "cruiser", 1, "combat")]


@pytest.mark.section("Unit Changes / Tactical Bombers")
def test_a_four_of_a_paired_japanese_tactical_bomber_is_an_ordinary_hit():
    assert due(strike([6, 4, 6])) == "casualties united-states"
    assert due(strike([6, 4, 6], options={"naval-strike": "4"})) == "pick japan"


@pytest.mark.section("Unit Changes / Tactical Bombers")
def test_the_target_may_be_damaged_and_the_strike_is_of_the_first_round_only():
    play = strike([6, 1, 6, 6, 6, 6], Pick("battleship"))
    assert "battleship~1" in standing(play, ZONE)
    play.dice.left = [6, 1, 6]
    play = fight_on(play, Press())
    assert due(play) == "casualties united-states"


@pytest.mark.section("Unit Changes / Tactical Bombers")
def test_others_tactical_bombers_make_no_targeted_attack():
    stacks = {ZONE: "united-states: tactical-bomber, fighter, aircraft-carrier; japan: destroyer, cruiser"}
    play = fought("united-states", stacks, [6, 3], battle(ZONE))
    assert due(play) == "casualties japan"


def test_every_named_unit_is_one_of_the_title():
    assert {row.unit for row in TITLE.revisions} <= set(TITLE.units)


@pytest.mark.section("Unit Changes / Mechanized Infantry")
@pytest.mark.parametrize(("value", "number"), [("2", 2), ("3", 3)])
def test_beside_artillery_units_attack_at_two_or_by_option_mechanized_infantry_of_two_at_three(value, number):
    for power, hits in (("germany", number), ("united-states", number), ("italy", 2)):
        stacks = {"france": f"{power}: artillery, mechanized-infantry; japan: infantry"}
        against = {("germany", "japan"): "war", ("italy", "japan"): "war"}
        play = combat(power, stacks, control={"france": "japan"}, relations=against, options={"mechanized-support": value})
        groups = {group.unit: (group.target, group.count) for group in firing_groups(play.position, "france", "attacker")}
        assert groups == {"artillery": (2, 1), "mechanized-infantry": (hits, 1)}


@pytest.mark.section("Unit Changes / Mechanized Infantry")
def test_artillery_that_adds_nothing_to_mechanized_infantry_supports_infantry():
    play = combat("germany", {"france": "germany: artillery, infantry, mechanized-infantry; france: infantry"})
    groups = firing_groups(play.position, "france", "attacker")
    assert [(group.unit, group.target) for group in groups] == [
        ("infantry", 2),
        ("artillery", 2),
        ("mechanized-infantry", 2),
    ]
