"""Special Army Groups in combat: they fire first in all rounds, what they hit is gone, German groups before Soviet ones."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Load, Lose, Offload
from tests.axisallies.battles import fight_on
from tests.global1939.positions import battle, combat, due, fought, losses, play_from, rolls, standing

pytestmark = pytest.mark.section("Special Army Groups")

FROM = "from=eastern-poland moved"


def shots(play):
    return [(roll[0], roll[1], roll[2], len(roll[4])) for roll in rolls(play)]


def test_a_group_fires_first_and_its_victims_do_not_fire_back():
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}], infantry [{FROM}]; soviet-union: 2 infantry"}
    play = combat("germany", stacks, [1, 1, 6])
    play.submit(battle("belarus"))
    assert shots(play) == [("first-fire", "germany", "tank", 2)]
    assert losses(play) == [("soviet-union", "infantry", 2, "first-fire")]
    assert play.state.control["belarus"] == "germany"


def test_it_does_not_fire_again_with_the_others_and_does_so_in_every_round():
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}], infantry [{FROM}]; soviet-union: 3 infantry"}
    play = combat("germany", stacks, [1, 6, 6, 6, 6])
    play.submit(battle("belarus"))
    assert shots(play) == [
        ("first-fire", "germany", "tank", 2),
        ("fire", "germany", "infantry", 1),
        ("fire", "soviet-union", "infantry", 2),
    ]
    play.dice.left = [6, 6, 6, 6, 6]
    play.submit(play.pending.default)
    assert shots(play)[3:] == [
        ("first-fire", "germany", "tank", 2),
        ("fire", "germany", "infantry", 1),
        ("fire", "soviet-union", "infantry", 2),
    ]


def test_german_groups_fire_before_soviet_ones_in_attack_and_defense():
    here = {"belarus": f"germany: 2 tank [elite! {FROM}]; soviet-union: 2 tank [elite!], infantry"}
    play = combat("germany", here, [6, 6, 6, 6, 6])
    play.submit(battle("belarus"))
    assert shots(play) == [
        ("first-fire", "germany", "tank", 2),
        ("first-fire", "soviet-union", "tank", 2),
        ("fire", "soviet-union", "infantry", 1),
    ]
    there = {"belarus": "germany: 2 tank [elite!]; soviet-union: 2 tank [elite! from=russia moved]"}
    play = combat("soviet-union", there, [1, 1], control={"belarus": "germany"})
    play.submit(battle("belarus"))
    assert shots(play) == [("first-fire", "germany", "tank", 2)]
    assert losses(play) == [("soviet-union", "tank", 2, "first-fire")]


def test_who_is_fired_at_chooses_the_losses_of_a_first_fire():
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}]; soviet-union: 2 infantry, artillery"}
    play = fought("germany", stacks, [1, 6], battle("belarus"))
    assert due(play) == "casualties soviet-union"
    play.dice.left = [6, 6]
    play = fight_on(play, Lose("artillery"))
    assert losses(play) == [("soviet-union", "artillery", 1, "first-fire")]
    assert due(play) == "press germany"


def test_of_one_type_those_of_no_group_are_lost_first():
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}], tank [{FROM}]; soviet-union: 2 infantry"}
    play = combat("germany", stacks, [6, 6, 6, 1, 6])
    play.submit(battle("belarus"))
    assert standing(play, "belarus") == ("germany: 2 tank [from=eastern-poland elite! moved]; soviet-union: 2 infantry")


def test_a_group_stays_one_aboard_a_ship_and_ashore():
    stacks = {"germany": "germany: tank [elite!]", "sea-zone-113": "germany: transport"}
    play = play_from(stacks, "germany", "noncombat-move", control={"denmark": "germany"})
    play.submit(Load("tank", "germany > sea-zone-113"))
    play.submit(Offload("tank", "sea-zone-113 > denmark"))
    assert standing(play, "denmark") == "germany: tank [from=sea-zone-113 elite! moved]"


HALF = {"belarus": f"germany: tank [elite! {FROM}], infantry [{FROM}]; soviet-union: 3 infantry"}


@pytest.mark.parametrize(
    ("reading", "first"),
    [("ordinary", ("fire", "germany", "infantry", 1)), ("first", ("first-fire", "germany", "tank", 1))],
)
def test_half_a_group_fires_with_the_others_or_by_option_first(reading, first):
    play = combat("germany", HALF, [6] * 5, options={"elite-halves": reading})
    play.submit(battle("belarus"))
    assert shots(play)[0] == first
    assert ("fire", "germany", "tank", 1) in shots(play) or reading == "first"


def test_a_group_that_loses_a_unit_in_a_round_fires_with_the_others_in_the_next():
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}]; soviet-union: 3 infantry"}
    play = combat("germany", stacks, [6, 6, 1, 6, 6])
    play.submit(battle("belarus"))
    assert shots(play)[0] == ("first-fire", "germany", "tank", 2)
    play.dice.left = [6, 6, 6, 6]
    play.submit(play.pending.default)
    assert shots(play)[2:] == [("fire", "germany", "tank", 1), ("fire", "soviet-union", "infantry", 3)]


def test_of_three_units_a_pair_fires_first_the_strongest_of_them():
    stacks = {"belarus": f"germany: 2 tank, mechanized-infantry [elite! {FROM}]; soviet-union: 4 infantry"}
    stacks = {"belarus": stacks["belarus"].replace("2 tank,", f"2 tank [elite! {FROM}],")}
    play = combat("germany", stacks, [6] * 7)
    play.submit(battle("belarus"))
    assert shots(play)[:2] == [("first-fire", "germany", "tank", 2), ("fire", "germany", "mechanized-infantry", 1)]


def test_a_group_broken_in_a_round_has_its_fire_of_that_round_once():
    """Two pairs as the round begins: Germany's fires, then what is left of the Soviet one, then nobody of them again."""
    stacks = {"belarus": f"germany: 2 tank [elite! {FROM}]; soviet-union: 2 tank [elite!]"}
    play = combat("germany", stacks, [1, 6, 1])
    play.submit(battle("belarus"))
    assert shots(play) == [("first-fire", "germany", "tank", 2), ("first-fire", "soviet-union", "tank", 1)]
    assert losses(play) == [("soviet-union", "tank", 1, "first-fire"), ("germany", "tank", 1, "first-fire")]
    play.dice.left = [6, 6]
    play.submit(play.pending.default)
    assert shots(play)[2:] == [("fire", "germany", "tank", 1), ("fire", "soviet-union", "tank", 1)]
