"""Section Land Technology."""

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy, Lose, Move, Partisans, Rocket, Transfer
from engine.titles.global_1939.rails import allowance
from tests.axisallies.battles import fight_on
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

pytestmark = pytest.mark.section("Land Technology")

# Logistical Efficiency

EAST, WEST = "belarus", "russia"
SOVIET = {
    "russia": "soviet-union: major-factory, 6 infantry, 2 tank",
    "belarus": "soviet-union: minor-factory, infantry",
}
RAILS = {"soviet-union": "logistical-efficiency"}


def rails(stacks=None, **position):
    return play_from(stacks or SOVIET, "soviet-union", "noncombat-move", **{"techs": RAILS} | position)


@pytest.mark.section("Land Technology / Logistical Efficiency")
def test_units_worth_as_many_ipcs_as_factories_have_places_go_by_rail():
    play = rails()
    assert allowance(play.position) == 13
    assert rules_of(play, Transfer("4 infantry, tank", "russia", "amur")) == ["transfer/allowance"]
    events = outcome(play, Transfer("2 infantry, tank", "russia", "amur"))
    assert standing(play, "amur") == "soviet-union: 2 infantry [moved], tank [moved]"
    assert events[0].path[0] == "russia" and events[0].path[-1] == "amur" and len(events[0].path) > 3
    play = again(play)
    assert allowance(play.position) == 1
    assert rules_of(play, Transfer("infantry", "russia", "belarus")) == ["transfer/allowance"]


@pytest.mark.section("Land Technology / Logistical Efficiency")
def test_damage_makes_the_allowance_smaller():
    assert allowance(rails(damage={"russia": 4}).position) == 9


@pytest.mark.section("Land Technology / Logistical Efficiency")
def test_only_from_one_area_of_ones_own_at_first_to_another_joined_by_land():
    held = {"poland": "soviet-union"}
    assert rules_of(rails(control=held), Transfer("infantry", "russia", "poland")) == ["transfer/home"]
    assert rules_of(rails(control={"amur": "japan"}), Transfer("infantry", "russia", "amur")) == ["transfer/home"]
    assert rules_of(rails(taken={"amur": "soviet-union"}, control={"amur": "japan"}), Transfer("infantry", "russia", "amur")) == [
        "transfer/home"
    ]
    british = play_from(
        {"united-kingdom": "united-kingdom: major-factory, infantry"},
        "united-kingdom",
        "noncombat-move",
        techs={"united-kingdom": "logistical-efficiency"},
    )
    assert rules_of(british, Transfer("infantry", "united-kingdom", "india")) == ["transfer/way"]


@pytest.mark.section("Land Technology / Logistical Efficiency")
def test_by_rail_too_units_do_not_mix_with_those_of_others():
    """Section Xenophobia: German and Italian units with Japanese ones, Soviet units with any of the Allies'."""
    german = {"germany": "germany: major-factory, infantry", "western-germany": "japan: infantry"}
    play = play_from(german, "germany", "noncombat-move", techs={"germany": "logistical-efficiency"})
    assert rules_of(play, Transfer("infantry", "germany", "western-germany")) == ["transfer/xenophobia"]
    assert rules_of(play, Transfer("infantry", "germany", "greater-southern-germany")) == []
    soviet = SOVIET | {"amur": "china: infantry"}
    assert rules_of(rails(soviet), Transfer("infantry", "russia", "amur")) == ["transfer/xenophobia"]


@pytest.mark.section("Land Technology / Logistical Efficiency")
def test_the_way_by_rail_goes_through_no_area_that_units_may_not_enter():
    """Section Xenophobia: no British units in Soviet territories."""
    stacks = {"india": "united-kingdom: major-factory, infantry"}
    way = dict.fromkeys(("eastern-persia", "iraq"), "united-kingdom")
    for holder, rules in (("united-kingdom", []), ("soviet-union", ["transfer/way"])):
        play = play_from(
            stacks, "united-kingdom", "noncombat-move", control=way | {"persia": holder}, techs={"united-kingdom": "logistical-efficiency"}
        )
        assert rules_of(play, Transfer("infantry", "india", "trans-jordan")) == rules


def test_units_that_have_moved_or_fought_do_not_go_by_rail_and_what_has_gone_does_not_move():
    play = rails({"russia": "soviet-union: major-factory, infantry [used=1 moved], tank"})
    assert rules_of(play, Transfer("infantry", "russia", "belarus")) == ["transfer/units"]
    play.submit(Transfer("tank", "russia", "belarus"))
    assert "noncombat-move/moved" in rules_of(play, Move("tank", "belarus > russia"))


def test_nobody_without_the_technology_goes_by_rail():
    assert rules_of(rails(techs={}), Transfer("infantry", "russia", "belarus")) == ["transfer/technology"]


def test_what_no_board_has_is_a_problem_and_no_crash():
    assert rules_of(rails(), Transfer("infantry", "russia", "atlantis")) == ["transfer/words"]
    assert rules_of(rails(), Transfer("3 3 infantry", "russia", "amur")) == ["transfer/words"]
    assert rules_of(rails(), Transfer("infantry (germany)", "russia", "amur")) == ["transfer/units"]


# Self-Propelled Artillery, Heavy Tanks


@pytest.mark.section("Land Technology / Self-Propelled Artillery", "Land Technology / Heavy Tanks")
@pytest.mark.parametrize(
    ("unit", "tech", "price"),
    [("self-propelled-artillery", "self-propelled-artillery", 5), ("heavy-tank", "heavy-tanks", 8)],
)
def test_units_that_are_bought_only_with_their_technology(unit, tech, price):
    money = {"germany": 20}
    assert rules_of(play_from({}, "germany", "purchase-units", money=money), Buy(unit)) == ["purchase/not-for-sale"]
    play = play_from({}, "germany", "purchase-units", money=money, techs={"germany": tech})
    assert [event.delta for event in outcome(play, Buy(unit)) if isinstance(event, ev.ResourceChanged)] == [-price]


@pytest.mark.section("Land Technology / Heavy Tanks")
def test_a_heavy_tank_is_a_four_four_two_eight_armor_unit_that_blitzes():
    play = play_from(
        {"poland": "germany: heavy-tank"},
        "germany",
        "combat-move",
        control={"poland": "germany", "eastern-poland": "soviet-union"},
    )
    row = play.title.units["heavy-tank"]
    assert (row.attack, row.defense, row.move, row.cost) == (4, 4, 2, 8)
    assert rules_of(play, Move("heavy-tank", "poland > eastern-poland > belarus")) == []


# Prepared Defenses

FRANCE = {"france": "germany: 3 infantry [from=western-germany moved]; france: 2 artillery, infantry"}
PREPARED = {"france": "prepared-defenses"}


@pytest.mark.section("Land Technology / Prepared Defenses")
def test_prepared_artillery_fires_first_and_its_ones_fire_no_more():
    play = combat("germany", FRANCE, [1, 6, 6, 6, 6], techs=PREPARED)
    play.submit(battle("france"))
    assert rolls(play) == [
        ("first-fire", "france", "artillery", 2, (1, 6)),
        ("fire", "germany", "infantry", 1, (6, 6)),
        ("fire", "france", "infantry", 2, (6,)),
    ]
    assert losses(play) == [("germany", "infantry", 1, "first-fire")]


@pytest.mark.section("Land Technology / Prepared Defenses")
def test_its_twos_are_ordinary_hits():
    play = combat("germany", FRANCE, [2, 6, 6, 6, 6, 2], techs=PREPARED)
    play.submit(battle("france"))
    assert rolls(play)[1] == ("fire", "germany", "infantry", 1, (6, 6, 6))
    assert losses(play) == [("germany", "infantry", 2, "combat")]


def test_both_kinds_of_hits_in_one_step_with_a_choice_of_losses():
    stacks = {"france": "germany: 2 infantry, 2 tank [from=western-germany moved]; france: 2 artillery"}
    play = fought("germany", stacks, [1, 2, 6, 6, 6], battle("france"), techs=PREPARED)
    assert due(play) == "casualties germany"
    play = fight_on(play, Lose("tank"))
    assert due(play) == "casualties germany"
    play = fight_on(play, Lose("infantry"))
    assert losses(play) == [("germany", "tank", 1, "first-fire"), ("germany", "infantry", 1, "combat")]


def test_artillery_is_not_prepared_when_it_attacks_or_without_the_technology():
    play = combat("germany", FRANCE, [6] * 6, techs={"germany": "prepared-defenses"})
    play.submit(battle("france"))
    assert [roll[:3] for roll in rolls(play)] == [
        ("fire", "germany", "infantry"),
        ("fire", "france", "infantry"),
        ("fire", "france", "artillery"),
    ]


# Partisans

OCCUPIED = {"belarus": "germany: 2 infantry, tank"}
HELD = {"belarus": "germany", "poland": "germany"}


def partisans(stacks=OCCUPIED, dice=(), techs="partisans", **position):
    position = {"control": HELD, "techs": {"soviet-union": techs}} | position
    return combat("soviet-union", stacks, dice, **position)


@pytest.mark.section("Land Technology / Partisans")
def test_partisans_make_up_to_three_attacks_a_turn_that_hit_on_a_one():
    play = partisans(dice=[1, 2, 6])
    assert rules_of(play, Partisans("belarus", 4)) == ["partisans/left"]
    play.submit(Partisans("belarus", 3))
    assert rolls(play) == [("partisans", "soviet-union", "partisans", 1, (1, 2, 6))]
    assert due(play) == "casualties germany"
    play = fight_on(play, Lose("infantry"))
    assert losses(play) == [("germany", "infantry", 1, "combat")]
    assert standing(play, "belarus") == "germany: infantry, tank"
    assert rules_of(play, Partisans("belarus")) == ["partisans/left"]


@pytest.mark.section("Land Technology / Partisans")
def test_they_may_be_shared_out_over_areas_and_are_not_saved():
    stacks = OCCUPIED | {"eastern-poland": "germany: infantry"}
    play = partisans(stacks, [6, 6, 1], control=HELD | {"eastern-poland": "germany"})
    outcome(play, Partisans("belarus", 2), Partisans("eastern-poland"))
    assert standing(play, "eastern-poland") == ""
    assert play.state.control["eastern-poland"] == "germany"
    assert rules_of(play, Partisans("belarus")) == ["partisans/left"]


@pytest.mark.section("Land Technology / Partisans")
def test_they_attack_enemy_units_in_occupied_areas_only():
    play = partisans(OCCUPIED | {"germany": "germany: infantry", "russia": "soviet-union: infantry"})
    for area in ("germany", "russia", "ukraine"):
        assert rules_of(play, Partisans(area)) == ["partisans/area"]


def test_an_area_that_no_board_has_is_a_problem_and_no_crash():
    assert rules_of(partisans(), Partisans("atlantis")) == ["conduct-combat/unknown"]
    assert rules_of(partisans(), Rocket("atlantis", "germany")) == ["conduct-combat/unknown"]


def test_nobody_without_the_technology_has_partisans():
    assert rules_of(partisans(techs=""), Partisans("belarus")) == ["partisans/left"]


def test_a_battle_follows_in_which_the_attacks_have_counted():
    stacks = {"belarus": "germany: infantry; soviet-union: infantry [from=russia moved]"}
    play = partisans(stacks, [1])
    play.submit(Partisans("belarus"))
    assert play.state.control["belarus"] == "soviet-union"
