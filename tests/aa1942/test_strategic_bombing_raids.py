"""Section Strategic Bombing Raids, and the profiles of bombers and industrial complexes."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Battle
from engine.rules import EndPhase
from tests.aa1942.battles import battle, combat, ends, fought, last_end, losses, rolls, started
from tests.aa1942.positions import rules_of, standing

pytestmark = pytest.mark.section("1. Strategic Bombing Raids", "Bombers / Unit Characteristics")

RAID = Battle("caucasus", raid=True)


def over_caucasus(bombers: str = "2 bomber [used=2 raiding]", there: str = "industrial-complex") -> dict[str, str]:
    return {"caucasus": f"germany: {bombers}; soviet-union: {there}"}


def test_each_bomber_does_a_die_of_damage_to_the_complex() -> None:
    play = fought("germany", over_caucasus(), [3, 4], RAID)
    assert play.state.damage == {("caucasus", "industrial-complex"): 7}
    assert [event for event in play.events if isinstance(event, ev.FacilityChanged)] == [
        ev.FacilityChanged("caucasus", "industrial-complex", "soviet-union", "damaged", 7, 7, 1)
    ]
    assert ends(play) == [("raid", "caucasus", 0, "attacker", "bombed")]
    assert last_end(play).damage == 7


def test_damage_dice_tell_the_expected_damage_and_no_hits() -> None:
    play = fought("germany", over_caucasus(), [3, 4], RAID)
    roll = next(event for event in play.events if isinstance(event, ev.DiceRolled))
    assert roll == ev.DiceRolled(1, "caucasus", "germany", "attacker", "bombing", 0, "bomber", 0, (3, 4), 0, 7.0)


@pytest.mark.section("Industrial Complexes / Unit Characteristics")
def test_total_damage_is_at_most_twice_the_value_of_the_area() -> None:
    play = fought("germany", over_caucasus("3 bomber [used=2 raiding]"), [6, 6, 6], RAID)
    assert (play.state.damage[("caucasus", "industrial-complex")], last_end(play).damage) == (8, 8)


@pytest.mark.section("Industrial Complexes / Unit Characteristics")
def test_damage_done_before_counts_towards_the_limit() -> None:
    play = fought("germany", over_caucasus(), [3, 4], RAID, damage={"caucasus": 5})
    assert (play.state.damage[("caucasus", "industrial-complex")], last_end(play).damage) == (8, 3)
    play = fought("germany", over_caucasus(), [3, 4], RAID, damage={"caucasus": 8})
    assert (play.state.damage[("caucasus", "industrial-complex")], last_end(play).damage) == (8, 0)


def test_the_gun_fires_first_and_bombers_shot_down_do_no_damage() -> None:
    play = fought("germany", over_caucasus(there="industrial-complex, anti-aircraft-gun"), [1, 5, 6], RAID)
    assert [(roll[0], roll[4]) for roll in rolls(play)] == [("anti-air", (1, 5)), ("bombing", (6,))]
    assert losses(play) == [("germany", "bomber", 1, "anti-air")]
    assert (last_end(play).damage, last_end(play).attackers, last_end(play).attacker_lost) == (6, "bomber", 12)


def test_a_raid_whose_bombers_are_all_shot_down() -> None:
    play = fought("germany", over_caucasus("bomber [used=2 raiding]", "industrial-complex, anti-aircraft-gun"), [1], RAID)
    assert ends(play) == [("raid", "caucasus", 0, "defender", "shot-down")]
    assert play.state.damage == {} and standing(play, "caucasus") == "soviet-union: anti-aircraft-gun, industrial-complex"


def test_bombers_that_raided_take_no_part_in_another_combat() -> None:
    stacks = over_caucasus("bomber [used=2 raiding], infantry [used=1 from=ukraine-ssr moved]", "industrial-complex, infantry")
    play = combat("germany", stacks, [2, 6, 6])
    assert [(one.kind, one.stage) for one in battles_due(play.position)] == [("raid", 1), ("land", 3)]
    play.submit(RAID)
    assert started(play).attackers == "bomber"
    play.submit(battle("caucasus"))
    assert started(play).attackers == "infantry"
    assert "bomber [used=2 fought]" in standing(play, "caucasus")


def test_all_bombers_sent_to_one_area_make_one_raid() -> None:
    play = fought("germany", over_caucasus("bomber [used=2 raiding], bomber [used=3 raiding]"), [1, 2], RAID)
    assert last_end(play).damage == 3
    assert rules_of(play, RAID) == ["conduct-combat/no-battle"]


def test_a_raid_is_fought_before_land_units_take_the_area() -> None:
    stacks = over_caucasus("bomber [used=2 raiding], infantry [used=1 from=ukraine-ssr moved]")
    play = combat("germany", stacks, [5])
    assert play.state.control["caucasus"] == "soviet-union"
    play.submit(RAID)
    assert play.state.control["caucasus"] == "germany"
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}


def test_a_raid_must_be_fought() -> None:
    assert rules_of(combat("germany", over_caucasus()), EndPhase()) == ["conduct-combat/unresolved"]


def test_only_the_raiding_bombers_are_shot_at_in_the_raid() -> None:
    stacks = over_caucasus("bomber [used=2 raiding], fighter [used=2]", "industrial-complex, anti-aircraft-gun, infantry")
    play = fought("germany", stacks, [6, 3, 6, 6, 6], RAID, battle("caucasus"))
    assert [(roll[0], len(roll[4])) for roll in rolls(play)][:3] == [("anti-air", 1), ("bombing", 1), ("anti-air", 1)]


def test_a_raid_that_is_due_is_among_the_battles_owed_before_the_phase_may_end() -> None:
    play = combat("germany", over_caucasus(), [3, 4])
    assert play.check(EndPhase()) and play.phase.owed(play.position) == [RAID]
    play.submit(RAID)
    assert play.check(EndPhase()) == [] and play.phase.owed(play.position) == []
