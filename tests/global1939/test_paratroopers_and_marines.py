"""Unit Changes: paratroopers and marines."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Load, Move, Offload, Retreat
from engine.rules import EndPhase
from tests.global1939.positions import battle, combat, due, losses, play_from, rolls, rules_of, standing

pytestmark = pytest.mark.section("Unit Changes / Paratroopers and Marines")

DROP = "western-germany > france"
BASE = {"western-germany": "germany: 2 bomber, 4 infantry", "france": "france: infantry"}


def owed(play, power):
    return {key[1]: value for key, value in play.state.markers.items() if key[1].startswith(f"owed|{power}")}


def test_each_bomber_drops_one_infantry_which_costs_one_ipc_of_the_next_turn():
    play = play_from(BASE, "germany", "combat-move")
    assert rules_of(play, Move("2 bomber, 3 infantry", DROP, drop=True)) == ["combat-move/drop"]
    play.submit(Move("2 bomber, 2 infantry", DROP, drop=True))
    assert standing(play, "france") == ("france: infantry; germany: 2 bomber [used=1 dropping], 2 infantry [airborne moved]")
    assert owed(play, "germany") == {"owed|germany|airborne": "2"}


def test_the_fee_is_taken_when_the_power_s_next_turn_begins():
    play = play_from(BASE, "germany", "combat-move", dice=[1, 1, 6, 6, 6, 6, 6] * 20, money={"germany": 10})
    play.submit(Move("bomber, infantry", DROP, drop=True))
    before = play.state.resources["germany", "ipc"]
    assert before == 10
    turn = play.state.clock.turn
    for _ in range(120):
        if play.state.clock.power == "germany" and play.state.clock.turn > turn:
            break
        play.submit(_next_order(play))
    paid = [event for event in play.events if type(event).__name__ == "ResourceChanged" and event.cause == "airborne"]
    assert [(event.power, event.delta) for event in paid] == [("germany", -1)]


def _next_order(play):
    if play.pending:
        return play.pending.default
    if play.state.clock.phase == "conduct-combat" and play.phase.check_end(play.position):
        return battle("france")
    owing = play.phase.owed(play.position) if play.phase.check_end(play.position) else []
    return owing[0] if owing else EndPhase()


def test_paratroopers_attack_at_one_more_in_each_round():
    stacks = {"france": "germany: 2 infantry [airborne moved], infantry [from=western-germany moved]; france: infantry"}
    play = combat("germany", stacks, [6, 6, 6, 6])
    play.submit(battle("france"))
    assert [(roll[2], roll[3], len(roll[4])) for roll in rolls(play)] == [
        ("infantry", 2, 2),
        ("infantry", 1, 1),
        ("infantry", 2, 1),
    ]


def test_they_are_dropped_within_two_spaces_of_another_land_unit():
    far = {"germany": "germany: bomber, infantry", "scotland": "united-kingdom: infantry"}
    way = "germany > sea-zone-113 > sea-zone-112 > sea-zone-111 > scotland"
    assert rules_of(play_from(far, "germany", "combat-move"), Move("bomber, infantry", way, drop=True)) == ["combat-move/drop"]
    near = {**far, "france": "germany: infantry"}
    assert rules_of(play_from(near, "germany", "combat-move"), Move("bomber, infantry", way, drop=True)) == ["combat-move/drop"]
    beside = {**far, "norway": "germany: infantry"}
    assert "combat-move/drop" in rules_of(
        play_from(beside, "germany", "combat-move", control={"norway": "germany"}),
        Move("bomber, infantry", way, drop=True),
    )


def test_paratroopers_are_not_the_land_unit_that_others_are_dropped_near():
    stacks = {"united-kingdom": "united-kingdom: 2 bomber, 3 infantry"}
    play = play_from(stacks, "united-kingdom", "combat-move", control={"holland-belgium": "germany"})
    way = "united-kingdom > sea-zone-110 > holland-belgium"
    play.submit(Move("bomber, infantry", way, drop=True))
    beyond = Move("bomber, infantry", f"{way} > western-germany", drop=True)
    assert rules_of(play, beyond) == ["combat-move/drop"]


def test_only_infantry_that_has_not_moved_is_dropped_on_hostile_ground():
    stacks = {
        "western-germany": "germany: 2 bomber, artillery, infantry [moved from=germany]",
        "france": "france: infantry",
    }
    play = play_from(stacks, "germany", "combat-move")
    assert rules_of(play, Move("bomber, artillery", DROP, drop=True)) == ["combat-move/drop"]
    assert rules_of(play, Move("bomber, infantry", DROP, drop=True)) == ["combat-move/drop"]
    friendly = play_from(BASE, "germany", "combat-move", control={"france": "germany"})
    assert rules_of(friendly, Move("bomber, infantry", DROP, drop=True)) == ["combat-move/drop"]


def test_infantry_aboard_a_bomber_that_is_shot_down_is_lost():
    stacks = {"france": "germany: 2 bomber [dropping used=1], 2 infantry [airborne moved]; france: anti-aircraft-gun, infantry"}
    play = combat("germany", stacks, [1, 6, 6, 6, 6])
    play.submit(battle("france"))
    assert losses(play) == [("germany", "bomber", 1, "anti-air"), ("germany", "infantry", 1, "cargo-lost")]


def test_two_infantry_a_bomber_fly_in_the_noncombat_move():
    stacks = {"germany": "germany: bomber, 3 infantry"}
    way = "germany > western-germany > northern-italy"
    play = play_from(stacks, "germany", "noncombat-move")
    assert rules_of(play, Move("bomber, 3 infantry", way, drop=True)) == ["noncombat-move/drop"]
    play.submit(Move("bomber, 2 infantry", way, drop=True))
    assert standing(play, "northern-italy") == "germany: bomber [used=2 dropping rebasing], 2 infantry [moved]"
    assert not owed(play, "germany")
    assert rules_of(play, Move("infantry", "northern-italy > france")) != []


def test_paratroopers_retreat_with_others_but_not_by_themselves():
    drop = "germany: bomber [used=1 dropping], 2 infantry [airborne moved]"
    stacks = {"france": f"{drop}, tank [from=western-germany moved]; france: 3 infantry"}
    play = combat("germany", stacks, [6, 6, 6, 6, 6, 6, 6])
    play.submit(battle("france"))
    play.submit(Retreat("western-germany"))
    assert standing(play, "western-germany").count("infantry") == standing(play, "western-germany").count("tank") == 1
    alone = combat("germany", {"france": f"{drop}; france: 3 infantry"}, [6] * 11)
    alone.submit(battle("france"))
    assert rules_of(alone, Retreat("western-germany")) == ["retreat/destination"]
    alone.submit(Retreat())
    assert due(alone) == "press germany"
    assert [len(roll[4]) for roll in rolls(alone) if roll[1] == "germany"] == [2, 1, 2]


COAST, ZONE = "normandy-bordeaux", "sea-zone-110"
LOAD = "cargo=united-kingdom/infantry+united-kingdom/infantry"
LANDING = {
    ZONE: f"united-kingdom: transport [{LOAD}], 2 infantry [aboard]",
    COAST: "germany: infantry",
}
HELD = {COAST: "germany"}


def test_infantry_of_an_assault_lands_as_marines_and_attacks_at_two():
    play = play_from(LANDING, "united-kingdom", "combat-move", control=HELD, dice=[6, 6, 6])
    assert rules_of(play, Offload("2 infantry", f"{ZONE} > {COAST}", marines=3)) == ["combat-move/marines"]
    play.submit(Offload("2 infantry", f"{ZONE} > {COAST}", marines=1))
    assert owed(play, "united-kingdom") == {"owed|united-kingdom|marines": "1"}
    play.submit(EndPhase())
    play.submit(battle(COAST))
    assert [(roll[1], roll[3], len(roll[4])) for roll in rolls(play)] == [
        ("united-kingdom", 2, 1),
        ("united-kingdom", 1, 1),
        ("germany", 2, 1),
    ]


def test_marines_without_an_assault_are_none():
    play = play_from(LANDING, "united-kingdom", "noncombat-move", control={COAST: "france"})
    play.submit(Offload("2 infantry", f"{ZONE} > {COAST}", marines=2))
    assert not owed(play, "united-kingdom")
    assert "marine" not in standing(play, COAST)


EMPTY = {"germany": "germany: 2 bomber, 3 infantry", "poland": "germany: infantry"}
OVER_POLAND = "germany > poland > baltic-states"


def after_a_drop(order):
    play = play_from(EMPTY, "germany", "combat-move", control={"poland": "germany", "baltic-states": "soviet-union"}, round=4)
    play.submit(order)
    return play


def test_who_was_dropped_on_empty_land_goes_no_further():
    play = after_a_drop(Move("bomber, infantry", OVER_POLAND, drop=True))
    assert standing(play, "baltic-states") == "germany: bomber [used=2 dropping], infantry [airborne moved]"
    assert rules_of(play, Move("infantry", "baltic-states > belarus")) == ["combat-move/carried"]
    assert rules_of(play, Move("infantry", "poland > baltic-states")) == []


def test_who_was_put_ashore_goes_no_further():
    stacks = {"southern-italy": "italy: tank", "sea-zone-95": "italy: transport", "alexandria": "united-kingdom: infantry"}
    play = play_from(stacks, "italy", "combat-move")
    play.submit(Load("tank", "southern-italy > sea-zone-95"))
    play.submit(Move("transport", "sea-zone-95 > sea-zone-96"))
    play.submit(Offload("tank", "sea-zone-96 > libya"))
    assert rules_of(play, Move("tank", "libya > tobruk > alexandria")) == ["combat-move/carried"]


def test_a_bomber_carries_once_in_a_turn_and_stays_with_those_it_drops():
    play = after_a_drop(Move("bomber, infantry", OVER_POLAND, drop=True))
    assert rules_of(play, Move("bomber", "baltic-states > poland")) == ["combat-move/dropped"]
    assert rules_of(play, Move("bomber, infantry", OVER_POLAND, drop=True)) == []
    stacks = {"germany": "germany: bomber, 3 infantry"}
    play = play_from(stacks, "germany", "noncombat-move", control={"poland": "germany"})
    play.submit(Move("bomber, infantry", "germany > poland", drop=True))
    play.submit(Move("bomber", "poland > germany"))
    assert rules_of(play, Move("bomber, infantry", "germany > poland", drop=True)) == ["noncombat-move/drop"]
