"""What the variant takes over from the base game: anti-aircraft guns, raids with escorts, scrambling, two hits, tech values."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.orders import Battle, Intercept, Lose, Move, Offload, Scramble
from engine.mechanics.profile import profile
from engine.rules import EndPhase
from tests.axisallies.battles import fight_on
from tests.global1939.positions import battle, combat, due, ends, fought, losses, play_from, rolls, rules_of, standing


@pytest.mark.section("Base game")
def test_each_gun_fires_up_to_three_shots_and_never_more_than_there_are_aircraft():
    for guns, planes, shots in ((1, 5, 3), (2, 5, 5), (1, 2, 2), (2, 7, 6)):
        number = "" if guns == 1 else f"{guns} "
        stacks = {"france": f"germany: {planes} fighter; france: {number}anti-aircraft-gun, infantry"}
        play = combat("germany", stacks, [6] * (shots + planes + 1))
        play.submit(battle("france"))
        assert rolls(play)[0][0] == "anti-air"
        assert len(rolls(play)[0][4]) == shots


@pytest.mark.section("Base game")
def test_the_attacker_chooses_which_aircraft_guns_have_hit():
    stacks = {"france": "germany: 2 fighter, bomber; france: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [1, 2, 6], battle("france"))
    assert due(play) == "casualties germany"
    assert rules_of(play, Lose("infantry")) == ["casualties/not-there"]
    play.dice.left = [6, 6, 6]
    play = fight_on(play, Lose("bomber"))
    assert losses(play)[0] == ("germany", "bomber", 1, "anti-air")


@pytest.mark.section("Base game")
def test_guns_can_be_taken_as_losses_and_move_in_the_noncombat_move_only():
    stacks = {"france": "germany: 3 infantry [from=western-germany moved]; france: anti-aircraft-gun, infantry"}
    play = combat("germany", stacks, [1, 6, 6, 6])
    play.submit(battle("france"))
    assert due(play) == "casualties france"
    assert rules_of(play, Lose("anti-aircraft-gun")) == []
    before = play_from({"germany": "germany: anti-aircraft-gun"}, "germany", "combat-move")
    assert rules_of(before, Move("anti-aircraft-gun", "germany > western-germany")) == ["combat-move/anti-aircraft-guns"]


RAID = {
    "western-germany": "germany: major-factory, air-base, 2 fighter, anti-aircraft-gun",
    "united-kingdom": "united-kingdom: bomber, fighter, tactical-bomber",
}
WAY = "united-kingdom > sea-zone-110 > sea-zone-112 > western-germany"


def raid(*units, dice, target="", answers=(), **position):
    play = play_from(RAID, "united-kingdom", "combat-move", dice=dice, **position)
    for unit in units:
        play.submit(Move(unit, WAY, raid=True, target=target))
    play.submit(EndPhase())
    return fight_on(play, Battle("western-germany", raid=True), *answers)


@pytest.mark.section("Base game")
def test_a_strategic_bomber_does_a_die_and_two_to_a_factory_after_its_own_fire():
    play = raid("bomber", dice=[2, 4], answers=[Intercept("")])
    assert rolls(play) == [
        ("anti-air", "germany", "major-factory", 1, (2,)),
        ("bombing", "united-kingdom", "bomber", 0, (4,)),
    ]
    assert play.state.damage["western-germany", "major-factory"] == 6


@pytest.mark.section("Base game")
def test_a_factory_bears_no_more_than_its_cap():
    play = raid("bomber", dice=[2, 6], answers=[Intercept("")], damage={"western-germany": 15})
    changed = [event for event in play.events if isinstance(event, FacilityChanged)][-1]
    assert (changed.delta, changed.damage) == (5, 20)


@pytest.mark.section("Base game")
def test_tactical_bombers_raid_bases_only_and_do_a_die():
    play = play_from(RAID, "united-kingdom", "combat-move")
    assert rules_of(play, Move("tactical-bomber", WAY, raid=True)) == ["combat-move/raid"]
    play = raid("tactical-bomber", dice=[2, 4], target="air-base", answers=[Intercept("")])
    assert rolls(play)[1] == ("bombing", "united-kingdom", "tactical-bomber", 0, (4,))
    assert play.state.damage == {("western-germany", "air-base"): 4}


@pytest.mark.section("Base game")
def test_fighters_escort_bombers_and_fighters_intercept_them():
    play = play_from(RAID, "united-kingdom", "combat-move")
    assert rules_of(play, Move("fighter", WAY, raid=True)) == ["combat-move/raid"]
    play = raid("bomber, fighter", dice=[1, 6, 1, 6])
    assert due(play) == "intercept germany"
    assert rules_of(play, Intercept("3 fighter")) == ["raid/intercept"]
    play = fight_on(play, Intercept("2 fighter"))
    assert [(roll[0], roll[1], roll[2], roll[3]) for roll in rolls(play)] == [
        ("air-combat", "united-kingdom", "fighter", 1),
        ("air-combat", "united-kingdom", "bomber", 1),
        ("air-combat", "germany", "fighter", 1),
    ]
    assert due(play) == "casualties united-kingdom"
    play.dice.left = [6, 1]
    play = fight_on(play, Lose("fighter"))
    assert losses(play) == [("united-kingdom", "fighter", 1, "combat"), ("germany", "fighter", 1, "combat")]
    assert ends(play) == [("raid", "western-germany", 0, "attacker", "bombed")]
    assert play.state.damage["western-germany", "major-factory"] == 3


@pytest.mark.section("Base game")
def test_who_intercepts_does_not_meet_the_ordinary_battle_s_guns():
    play = raid("bomber", dice=[6, 6, 6, 1], answers=[Intercept("fighter")])
    assert [roll[0] for roll in rolls(play)] == ["air-combat", "air-combat", "anti-air", "bombing"]
    assert standing(play, "western-germany").startswith("germany: air-base, anti-aircraft-gun, 2 fighter, major-factory;")


ZONE = "sea-zone-110"
SCRAMBLE = {
    "united-kingdom": "united-kingdom: air-base, 4 fighter, bomber",
    ZONE: "germany: 2 cruiser; united-kingdom: transport",
}


@pytest.mark.section("Base game")
def test_up_to_three_aircraft_scramble_into_sea_combat_and_come_home():
    play = combat("germany", SCRAMBLE)
    assert due(play) == "scramble united-kingdom"
    way = f"united-kingdom > {ZONE}"
    assert rules_of(play, Scramble("4 fighter", way)) == ["scramble/units"]
    assert rules_of(play, Scramble("bomber", way)) == ["scramble/units"]
    play.dice.left = [6, 6, 4, 4, 6]
    play = fight_on(play, Scramble("3 fighter", way))
    assert rules_of(play, EndPhase()) == ["conduct-combat/unresolved"]
    play = fight_on(play, battle(ZONE))
    assert ("fire", "united-kingdom", "fighter", 4, (4, 4, 6)) in rolls(play)
    assert losses(play) == [("germany", "cruiser", 2, "combat")]
    play = fight_on(play, EndPhase())
    assert standing(play, "united-kingdom").startswith("united-kingdom: air-base, bomber, 4 fighter")


@pytest.mark.section("Base game")
def test_nobody_scrambles_from_a_base_with_three_damage_or_without_sea_combat_beside_it():
    assert due(combat("germany", SCRAMBLE, damage={"united-kingdom/air-base": 3})) == ""
    assert due(combat("germany", {**SCRAMBLE, ZONE: "united-kingdom: transport", "sea-zone-111": "germany: cruiser"})) == ""


@pytest.mark.section("Base game")
def test_nobody_scrambles_unless_told_to():
    play = combat("germany", SCRAMBLE, [])
    assert play.pending.default == Scramble("", f"united-kingdom > {ZONE}")
    play = fight_on(play, play.pending.default, battle(ZONE))
    assert losses(play) == [("united-kingdom", "transport", 1, "defenceless")]


COAST = "normandy-bordeaux"


@pytest.mark.section("Base game")
def test_scrambled_aircraft_keep_landings_off_and_do_not_defend_their_area():
    load = "cargo=germany/infantry"
    stacks = {
        COAST: "france: air-base, fighter, infantry",
        "sea-zone-105": f"germany: transport [{load} target={COAST}], infantry [aboard target={COAST}], destroyer",
    }
    play = fought("germany", stacks, [2, 6], Scramble("fighter", f"{COAST} > sea-zone-105"), battle("sea-zone-105"))
    assert losses(play) == [("france", "fighter", 1, "combat")]
    play.dice.left = [1, 6]
    play = fight_on(play, battle(COAST))
    assert play.state.control[COAST] == "germany"


@pytest.mark.section("Base game")
def test_an_assault_from_an_ally_s_transports_is_off_when_aircraft_scramble_and_nothing_can_fight_them():
    load = "cargo=germany/infantry"
    stacks = {
        COAST: "france: air-base, fighter, infantry",
        "sea-zone-105": f"italy: transport [{load} target={COAST}]; germany: infantry [aboard target={COAST}]",
    }
    play = fought("germany", stacks, [], Scramble("fighter", f"{COAST} > sea-zone-105"))
    assert standing(play, "sea-zone-105").startswith("france: fighter [from=normandy-bordeaux scrambled]; germany: infantry [aboard]")
    assert rules_of(play, EndPhase()) == []


@pytest.mark.section("Base game")
def test_when_its_base_falls_a_scrambled_aircraft_lands_within_one_space():
    stacks = {
        COAST: "france: air-base, fighter; germany: 2 tank [from=france moved]",
        ZONE: "germany: destroyer; united-kingdom: destroyer",
    }
    play = fought("germany", stacks, [6, 4, 6], Scramble("fighter", f"{COAST} > {ZONE}"), battle(ZONE))
    assert play.state.control[COAST] == "germany"
    play = fight_on(play, EndPhase())
    assert "france: fighter" in standing(play, "united-kingdom")


@pytest.mark.section("Air Technology / Long Range Aircraft", "Air Technology / Jet Fighters", "Air Technology / Heavy Bombers")
@pytest.mark.parametrize(
    ("tech", "unit", "values"),
    [
        ("super-battleships", "battleship", (5, 5, 2)),
        ("super-subs", "submarine", (3, 2, 2)),
        ("jet-fighters", "fighter", (4, 5, 4)),
        ("heavy-bombers", "bomber", (5, 2, 6)),
        ("long-range-aircraft", "bomber", (4, 1, 8)),
        ("long-range-aircraft", "fighter", (3, 4, 6)),
    ],
)
def test_technologies_change_values(tech, unit, values):
    position = play_from({}, "italy", techs={"italy": tech}).position
    row, other = profile(position, "italy", unit), profile(position, "germany", unit)
    assert (row.attack, row.defense, row.move) == values
    assert (other.attack, other.defense, other.move) != values


@pytest.mark.section("Sea Technology / Super Battleships")
def test_super_battleships_fire_before_the_others():
    stacks = {"sea-zone-95": "italy: battleship, cruiser; united-kingdom: cruiser"}
    play = combat("italy", stacks, [5], techs={"italy": "super-battleships"})
    play.submit(battle("sea-zone-95"))
    assert rolls(play) == [("first-fire", "italy", "battleship", 5, (5,))]
    assert losses(play) == [("united-kingdom", "cruiser", 1, "first-fire")]


@pytest.mark.section("Sea Technology / Naval ASW", "Air Technology / Air ASW")
def test_air_asw_and_naval_asw():
    stacks = {"sea-zone-95": "italy: fighter, cruiser; united-kingdom: submarine"}
    pools = {}
    for tech in ("air-asw", "naval-asw", "jet-fighters"):
        play = combat("italy", stacks, techs={"italy": tech})
        pools[tech] = {g.unit: g.pool for g in firing_groups(play.position, "sea-zone-95", "attacker")}
    assert pools == {
        "air-asw": {"fighter": "any", "cruiser": "any"},
        "naval-asw": {"fighter": "any", "cruiser": "any"},
        "jet-fighters": {"cruiser": "any"},
    }


@pytest.mark.section("Air Technology / Carpet Bombing")
def test_carpet_bombing_picks_land_units_in_the_first_round():
    stacks = {"france": "germany: 2 bomber; france: 2 infantry, tank"}
    play = fought("germany", stacks, [1, 6], battle("france"), techs={"germany": "carpet-bombing"})
    assert due(play) == "pick germany"


@pytest.mark.section("Sea Technology / AA Cruisers")
def test_aa_cruisers_pick_an_aircraft_on_a_one_in_defense():
    stacks = {"sea-zone-95": "italy: fighter, bomber, destroyer; united-kingdom: cruiser"}
    play = fought("italy", stacks, [6, 6, 6, 1], battle("sea-zone-95"), techs={"united-kingdom": "aa-cruisers"})
    assert due(play) == "pick united-kingdom"
    assert play.pending.default.units == "bomber"


@pytest.mark.section("Land Technology / Mobile Warfare Doctrine")
def test_mobile_warfare_doctrine_matches_infantry_with_tanks():
    stacks = {"france": "germany: 4 infantry, tank, artillery; france: infantry"}
    groups = firing_groups(combat("germany", stacks, techs={"germany": "mobile-warfare"}).position, "france", "attacker")
    assert [(group.target, group.count) for group in groups if group.unit == "infantry"] == [(2, 1), (2, 1), (1, 2)]


@pytest.mark.section("Base game")
def test_submarines_keep_transports_without_a_warship_from_landing():
    load = "germany: transport [cargo=germany/infantry], infantry [aboard]"
    for escort, rules in (
        ("", ["combat-move/submarines"]),
        (", destroyer", []),
        (", submarine", ["combat-move/submarines"]),
    ):
        play = play_from({ZONE: f"{load}{escort}; france: submarine"}, "germany", "combat-move")
        assert rules_of(play, Offload("infantry", f"{ZONE} > {COAST}")) == rules


@pytest.mark.section("Neutrals")
def test_an_area_with_units_of_a_power_at_peace_is_not_attacked():
    stacks = {"france": "germany: 2 infantry", "holland-belgium": "france: infantry; soviet-union: infantry"}
    held = {"france": "germany", "holland-belgium": "france"}
    play = play_from(stacks, "germany", "combat-move", control=held, relations={("germany", "soviet-union"): "peace"})
    assert rules_of(play, Move("infantry", "france > holland-belgium")) == ["combat-move/bystanders"]
    play = play_from(stacks, "germany", "combat-move", control=held)
    assert rules_of(play, Move("infantry", "france > holland-belgium")) == []


@pytest.mark.section("Base game")
def test_heavy_bombers_roll_two_dice_and_the_best_counts():
    play = raid("bomber", dice=[2, 3, 5], answers=[Intercept("")], techs={"united-kingdom": "heavy-bombers"})
    assert rolls(play)[1] == ("bombing", "united-kingdom", "bomber", 0, (3, 5))
    assert play.state.damage["western-germany", "major-factory"] == 7
