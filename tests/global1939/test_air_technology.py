"""Section Air Technology; Long Range Aircraft, Air ASW, Jet Fighters and Carpet Bombing also in `test_base_game_combat.py`."""

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Buy, Evade, Move, Place, Repair, Rocket, Scramble
from engine.rules import EndPhase
from tests.axisallies.battles import ends, fight_on
from tests.axisallies.positions import again
from tests.global1939.positions import (
    battle,
    combat,
    due,
    fought,
    losses,
    outcome,
    play_from,
    rolls,
    rules_of,
    standing,
)

pytestmark = pytest.mark.section("Air Technology")

# Radar

FRANCE = {
    "france": "germany: 2 infantry [from=western-germany moved]; france: infantry",
    "southern-france": "france: 2 fighter, tactical-bomber, infantry",
}
CALL = "southern-france > france"


def radar(dice=(), *orders, stacks=FRANCE, power="france", **position):
    return fought("germany", stacks, dice, *orders, techs={power: "radar"}, **position)


@pytest.mark.section("Air Technology / Radar")
def test_fighters_not_under_attack_assist_adjacent_land_before_the_dice():
    play = radar([6, 6, 6, 6, 6], Scramble("2 fighter", CALL), battle("france"))
    assert rolls(play)[1:] == [("fire", "france", "infantry", 2, (6,)), ("fire", "france", "fighter", 4, (6, 6))]


@pytest.mark.section("Air Technology / Radar")
def test_they_may_stay_and_only_fighters_go():
    play = radar([])
    assert due(play) == "scramble france"
    assert rules_of(play, Scramble("tactical-bomber", CALL)) == ["scramble/units"]
    assert rules_of(play, Scramble("3 fighter", CALL)) == ["scramble/units"]
    assert due(fight_on(play, Scramble("", CALL))) == ""


@pytest.mark.section("Air Technology / Radar")
def test_they_fly_home_when_the_combat_is_over():
    play = radar([6, 6, 6, 1, 1], Scramble("2 fighter", CALL), battle("france"))
    play = fight_on(play, EndPhase())
    assert standing(play, "france") == "france: infantry"
    assert standing(play, "southern-france") == "france: 2 fighter, infantry, tactical-bomber"


@pytest.mark.section("Air Technology / Radar")
def test_fighters_under_attack_do_not_assist_nor_do_those_farther_off_or_without_radar():
    both = FRANCE | {"southern-france": FRANCE["southern-france"] + "; germany: infantry [from=northern-italy moved]"}
    assert due(radar([], stacks=both)) == ""
    far = {"france": FRANCE["france"], "united-kingdom": "france: fighter"}
    assert due(radar([], stacks=far)) == ""
    assert due(radar([], power="germany")) == ""


# Naval Radar

ZONE, HAVEN = "sea-zone-95", "sea-zone-96"
FLEETS = {ZONE: "italy: destroyer; united-kingdom: cruiser, aircraft-carrier, fighter"}
NAVAL_RADAR = {"united-kingdom": "naval-radar"}


def naval(dice, *orders, stacks=FLEETS, techs=NAVAL_RADAR, **position):
    return fought("italy", stacks, dice, battle(ZONE), *orders, techs=techs, **position)


@pytest.mark.section("Air Technology / Naval Radar")
def test_on_a_one_or_two_defending_ships_slip_away_and_no_combat_occurs():
    for die in (1, 2):
        play = naval([die], Evade(HAVEN))
        assert standing(play, HAVEN) == "united-kingdom: aircraft-carrier, cruiser, fighter"
        assert ends(play) == [("sea", ZONE, 0, "none", "evaded")]
        assert losses(play) == [] and standing(play, ZONE) == "italy: destroyer"


@pytest.mark.section("Air Technology / Naval Radar")
def test_on_more_than_two_combat_continues_normally():
    play = naval([3, 6, 6, 6, 6], Evade(HAVEN))
    assert standing(play, HAVEN) == ""
    assert [roll[0] for roll in rolls(play)] == ["evasion", "fire", "fire", "fire", "fire"]


@pytest.mark.section("Air Technology / Naval Radar")
def test_they_may_stay_and_only_the_defender_with_the_technology_is_asked():
    assert due(naval([])) == "evade united-kingdom"
    assert due(naval([6, 6, 6, 6], Evade(""))) == "press italy"
    assert due(naval([6, 6, 6, 6], techs={"italy": "naval-radar"})) == "press italy"


def test_ships_slip_away_into_an_adjacent_zone_without_an_enemy():
    play = naval([], stacks=FLEETS | {HAVEN: "germany: submarine"})
    assert rules_of(play, Evade(HAVEN)) == ["evade/zone"]
    assert rules_of(play, Evade("sea-zone-110")) == ["evade/zone"]


def test_transports_take_their_cargo_along_and_others_ships_fight_on():
    stacks = {ZONE: "italy: destroyer; united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]; france: destroyer"}
    play = naval([1, 6, 6], Evade(HAVEN), stacks=stacks)
    assert "infantry [aboard]" in standing(play, HAVEN)
    assert due(play) == "press italy"
    assert [roll[1] for roll in rolls(play)] == ["united-kingdom", "italy", "france"]


def test_who_has_only_aircraft_on_an_ally_s_carrier_has_no_ships_to_slip_away():
    guest = {ZONE: "italy: destroyer; united-kingdom: fighter; france: aircraft-carrier"}
    assert due(naval([6, 6, 6], stacks=guest)) == "press italy"


# Heavy Bombers


def raid(dice, techs, *, planes="bomber [used=2 raiding]", orders=(), atomic=False, **position):
    stacks = {
        "western-germany": f"germany: major-factory, anti-aircraft-gun; united-kingdom: {planes}",
        "united-kingdom": "united-kingdom: atomic-bomb" if atomic else "",
    }
    play = combat("united-kingdom", stacks, dice, techs={"united-kingdom": techs}, **position)
    return fight_on(play, Battle("western-germany", raid=True, atomic=atomic), *orders)


@pytest.mark.section("Air Technology / Heavy Bombers")
def test_heavy_bombers_roll_two_dice_and_pick_the_best_result_in_raids():
    play = raid([6, 2, 5], "heavy-bombers")
    assert rolls(play)[1] == ("bombing", "united-kingdom", "bomber", 0, (2, 5))
    assert play.state.damage["western-germany", "major-factory"] == 5 + 2


# Rockets

AT = ("western-germany", "united-kingdom")
GUNS = {"western-germany": "germany: 2 anti-aircraft-gun", "united-kingdom": "united-kingdom: major-factory, anti-aircraft-gun"}


def rockets(dice=(), stacks=GUNS, techs="rockets", **position):
    return combat("germany", stacks, dice, techs={"germany": techs}, **position)


@pytest.mark.section("Air Technology / Rockets")
def test_each_gun_makes_one_rocket_attack_without_flak():
    play = rockets([4, 5])
    play.submit(Rocket(*AT))
    assert rolls(play) == [("rockets", "germany", "anti-aircraft-gun", 0, (4,))]
    assert play.state.damage["united-kingdom", "major-factory"] == 4
    play = again(play)
    play.submit(Rocket(*AT))
    assert play.state.damage["united-kingdom", "major-factory"] == 9
    assert rules_of(play, Rocket(*AT)) == ["rockets/guns"]
    assert losses(play) == []


def test_a_rocket_attack_is_told_as_a_raid_with_its_damage():
    play = rockets([6, 6])
    play.submit(Rocket(*AT, guns=2))
    (told,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert (told.kind, told.how, told.damage, told.attacker, told.defender) == ("raid", "rockets", 12, "germany", "united-kingdom")


@pytest.mark.section("Air Technology / Rockets")
def test_rockets_reach_an_enemy_factory_within_three_spaces():
    far = {"romania": "germany: anti-aircraft-gun", "united-kingdom": "united-kingdom: major-factory"}
    assert rules_of(rockets(stacks=far), Rocket("romania", "united-kingdom")) == ["rockets/range"]
    none = {"germany": "germany: anti-aircraft-gun", "france": "france: infantry"}
    assert rules_of(rockets(stacks=none), Rocket("germany", "france")) == ["rockets/factory"]
    assert rules_of(rockets(techs=""), Rocket(*AT)) == ["rockets/guns"]


@pytest.mark.section("Air Technology / Rockets")
def test_rockets_are_fired_in_the_step_of_raids():
    stacks = GUNS | {"france": "germany: 2 infantry [from=western-germany moved]; france: infantry"}
    play = rockets([1, 6, 6], stacks)
    play.submit(battle("france"))
    assert rules_of(play, Rocket(*AT)) == ["rockets/sequence"]


def test_guns_that_have_fired_rockets_fire_them_again_in_the_next_turn():
    play = rockets([4])
    play.submit(Rocket(*AT))
    play.emit(ev.PhaseStarted("germany", "conduct-combat", play.state.clock.turn + 8))
    assert rules_of(play, Rocket(*AT)) == []


def test_guns_that_have_fired_rockets_may_still_move():
    play = rockets([4])
    play.submit(Rocket(*AT))
    play.submit(EndPhase())
    assert rules_of(play, Move("2 anti-aircraft-gun", "western-germany > germany")) == []


@pytest.mark.section("Production Technology / Underground Factories")
def test_underground_factories_halve_rockets_too():
    play = combat("germany", GUNS, [5], techs={"germany": "rockets", "united-kingdom": "underground-factories"})
    play.submit(Rocket(*AT))
    assert play.state.damage["united-kingdom", "major-factory"] == 2


# Atomic Bomb


@pytest.mark.section("Air Technology / Atomic Bomb")
def test_an_atomic_bomb_costs_ten_ipc_and_one_is_made_each_turn():
    play = play_from({}, "germany", "purchase-units", money={"germany": 40}, techs={"germany": "atomic-bomb"})
    assert rules_of(play, Buy("2 atomic-bomb")) == ["purchase/per-turn"]
    events = outcome(play, Buy("atomic-bomb"))
    assert [event.delta for event in events if isinstance(event, ev.ResourceChanged)] == [-10]
    assert rules_of(play, Buy("atomic-bomb")) == ["purchase/per-turn"]
    without = play_from({}, "germany", "purchase-units", money={"germany": 40})
    assert rules_of(without, Buy("atomic-bomb")) == ["purchase/not-for-sale"]


def test_a_bomb_is_placed_in_an_area_of_its_power_and_lost_when_that_is_taken():
    play = play_from({}, "germany", "mobilize-units", pool={"germany": "atomic-bomb"}, techs={"germany": "atomic-bomb"})
    play.submit(Place("atomic-bomb", "western-germany"))
    assert "atomic-bomb" in standing(play, "western-germany")
    taken = {"western-germany": "germany: atomic-bomb; france: infantry [from=france moved]"}
    play = combat("france", taken)
    assert standing(play, "western-germany") == "france: infantry [from=france moved]"


@pytest.mark.section("Air Technology / Atomic Bomb")
def test_no_guns_fire_and_it_does_three_dice_and_one_die_that_lasts():
    play = raid([3, 4, 5, 2], "atomic-bomb", atomic=True)
    assert rolls(play) == [
        ("atomic-bomb", "united-kingdom", "atomic-bomb", 0, (3, 4, 5)),
        ("lasting-damage", "united-kingdom", "atomic-bomb", 0, (2,)),
    ]
    assert play.state.damage["western-germany", "major-factory"] == 14
    assert standing(play, "united-kingdom") == ""


def test_other_bombers_of_the_raid_bomb_as_ever():
    play = raid([3, 1, 1, 1, 1], "atomic-bomb", planes="2 bomber [used=2 raiding]", atomic=True)
    assert rolls(play)[0] == ("bombing", "united-kingdom", "bomber", 0, (3,))
    assert play.state.damage["western-germany", "major-factory"] == 3 + 2 + 4


@pytest.mark.section("Air Technology / Atomic Bomb")
def test_the_lasting_damage_is_never_repaired():
    play = raid([1, 1, 1, 6], "atomic-bomb", atomic=True)
    play.emit(ev.PhaseStarted("germany", "purchase-units", play.state.clock.turn + 1))
    play = again(play)
    assert rules_of(play, Repair("western-germany", 4)) == ["purchase/repair-damage"]
    play.submit(Repair("western-germany", 3))
    assert play.state.damage["western-germany", "major-factory"] == 6
    assert rules_of(play, Repair("western-germany", 1)) == ["purchase/repair-damage"]


def test_a_factory_bears_no_more_than_its_cap_and_underground_it_halves_what_does_not_last():
    play = raid([6, 6, 6, 6], "atomic-bomb", atomic=True)
    assert play.state.damage["western-germany", "major-factory"] == 20
    stacks = {
        "western-germany": "germany: major-factory; united-kingdom: bomber [used=2 raiding]",
        "united-kingdom": "united-kingdom: atomic-bomb",
    }
    techs = {"united-kingdom": "atomic-bomb", "germany": "underground-factories"}
    play = combat("united-kingdom", stacks, [1, 2, 2, 5], techs=techs)
    play.submit(Battle("western-germany", raid=True, atomic=True))
    assert play.state.damage["western-germany", "major-factory"] == 2 + 5


def test_it_needs_a_bomb_and_a_raid_of_bombers():
    stacks = {"western-germany": "germany: major-factory; united-kingdom: bomber [used=2 raiding]"}
    play = combat("united-kingdom", stacks, techs={"united-kingdom": "atomic-bomb"})
    assert rules_of(play, Battle("western-germany", raid=True, atomic=True)) == ["atomic-bomb/none"]
    stacks = {"western-germany": "germany: infantry; united-kingdom: bomber [used=2]", "united-kingdom": "united-kingdom: atomic-bomb"}
    play = combat("united-kingdom", stacks, techs={"united-kingdom": "atomic-bomb"})
    assert rules_of(play, Battle("western-germany", atomic=True)) == ["atomic-bomb/raid"]


def test_the_lasting_damage_of_a_factory_that_is_no_more_is_forgotten():
    play = raid([1, 1, 1, 6], "atomic-bomb", atomic=True)
    assert play.state.marker("game", "ruined|western-germany") == "6"
    play.emit(ev.FacilityChanged("western-germany", "major-factory", "germany", "destroyed", -9, 0))
    play.rules.turn_over(play)
    assert play.state.marker("game", "ruined|western-germany") == ""
