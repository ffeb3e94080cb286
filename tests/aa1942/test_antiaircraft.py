"""Profile of anti-aircraft guns: Air Defense and Subject to Capture, in battles."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Press
from tests.aa1942.battles import battle, combat, due, ends, fought, last_end, losses, rolls
from tests.aa1942.positions import standing

pytestmark = pytest.mark.section("Anti-aircraft Guns / Unit Characteristics")

LAND = "[used=1 from=ukraine-ssr moved]"


@pytest.mark.section("Combat Move / Air Units")
def test_one_die_is_rolled_against_each_attacking_aircraft_and_a_one_destroys() -> None:
    stacks = {"caucasus": "germany: 3 fighter [used=2]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [1, 2, 6, 6, 6, 6], battle("caucasus"))
    assert rolls(play)[0] == ("anti-air", "soviet-union", "anti-aircraft-gun", 1, (1, 2, 6))
    assert losses(play) == [("germany", "fighter", 1, "anti-air")]


def test_aircraft_shot_down_do_not_fire() -> None:
    stacks = {"caucasus": "germany: fighter [used=2]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [1], battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 0, "defender", "eliminated")]
    assert last_end(play).attacker_lost == 10


def test_dice_against_fighters_and_bombers_are_told_apart() -> None:
    stacks = {"caucasus": "germany: 2 bomber [used=2], 2 fighter [used=2]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [6, 6, 6, 1, 6, 6, 6, 6], battle("caucasus"))
    assert [roll[4] for roll in rolls(play) if roll[0] == "anti-air"] == [(6, 6), (6, 1)]
    assert losses(play) == [("germany", "bomber", 1, "anti-air")]
    assert play.dice.asked[0] == (4, "anti-aircraft fire in caucasus at 2 fighter, 2 bomber")  # type: ignore[attr-defined]


def test_each_die_is_rolled_against_one_aircraft() -> None:
    stacks = {
        "caucasus": "germany: fighter [used=1], fighter [used=3]; soviet-union: anti-aircraft-gun, infantry",
    }
    play = fought("germany", stacks, [6, 1, 6, 6], battle("caucasus"))
    assert standing(play, "caucasus").startswith("germany: fighter [used=1];")


def test_guns_fire_only_once_before_the_first_round() -> None:
    stacks = {"caucasus": f"germany: tank {LAND}, fighter [used=2]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [6, 6, 6, 6, 6, 6, 6], battle("caucasus"), Press())
    assert [roll[0] for roll in rolls(play)] == ["anti-air"] + ["fire"] * 6


def test_only_one_gun_fires_however_many_and_whoever_owns_them() -> None:
    stacks = {"caucasus": "germany: fighter [used=2]; soviet-union: 2 anti-aircraft-gun, infantry; united-kingdom: anti-aircraft-gun"}
    play = fought("germany", stacks, [6, 6, 6], battle("caucasus"))
    assert rolls(play)[0] == ("anti-air", "soviet-union", "anti-aircraft-gun", 1, (6,))


def test_guns_do_not_fire_at_land_units() -> None:
    stacks = {"caucasus": f"germany: tank {LAND}; soviet-union: anti-aircraft-gun, infantry"}
    assert [roll[0] for roll in rolls(fought("germany", stacks, [6, 6], battle("caucasus")))] == ["fire", "fire"]


def test_aircraft_that_only_a_gun_opposes_face_it_and_take_nothing() -> None:
    play = combat("germany", {"caucasus": "germany: 2 fighter [used=2]; soviet-union: anti-aircraft-gun"}, [1, 6])
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("land", True)]
    play.submit(battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 0, "attacker", "no-capture")]
    assert losses(play) == [("germany", "fighter", 1, "anti-air")]
    assert play.state.control["caucasus"] == "soviet-union"


def test_land_units_take_the_area_after_the_gun_has_fired_at_their_aircraft() -> None:
    stacks = {"caucasus": f"germany: infantry {LAND}, fighter [used=2]; soviet-union: anti-aircraft-gun"}
    play = combat("germany", stacks, [1])
    assert play.state.control["caucasus"] == "soviet-union"
    play.submit(battle("caucasus"))
    assert ends(play) == [("land", "caucasus", 0, "attacker", "undefended")]
    assert (play.state.control["caucasus"], due(play)) == ("germany", "")
    assert standing(play, "caucasus") == ("germany: anti-aircraft-gun [captured], infantry [used=1 from=ukraine-ssr fought moved]")


def test_guns_are_never_destroyed_and_pass_to_who_takes_the_area() -> None:
    stacks = {"caucasus": f"germany: 3 tank {LAND}; soviet-union: anti-aircraft-gun, infantry; united-kingdom: anti-aircraft-gun"}
    play = fought("germany", stacks, [1, 1, 1, 6], battle("caucasus"))
    assert losses(play) == [("soviet-union", "infantry", 1, "combat")]
    assert "germany: 2 anti-aircraft-gun [captured]" in standing(play, "caucasus")


def test_a_gun_put_ashore_in_an_area_that_is_not_taken_falls_to_the_defender() -> None:
    stacks = {
        "sea-zone-16": "germany: transport [cargo=germany/anti-aircraft-gun+germany/infantry target=caucasus], "
        "anti-aircraft-gun [aboard target=caucasus], infantry [aboard target=caucasus]",
        "caucasus": "soviet-union: infantry",
    }
    play = fought("germany", stacks, [6, 2], battle("caucasus"))
    assert ends(play) == [("amphibious", "caucasus", 1, "defender", "eliminated")]
    assert standing(play, "caucasus") == "soviet-union: anti-aircraft-gun [from=sea-zone-16 captured moved], infantry"


def test_a_gun_goes_down_with_the_transport_that_carries_it() -> None:
    stacks = {
        "sea-zone-6": "germany: cruiser [used=1 from=sea-zone-5 moved]; united-kingdom: "
        "transport [cargo=united-kingdom/anti-aircraft-gun], anti-aircraft-gun [aboard]",
    }
    play = fought("germany", stacks, [], battle("sea-zone-6"))
    assert losses(play) == [
        ("united-kingdom", "transport", 1, "defenceless"),
        ("united-kingdom", "anti-aircraft-gun", 1, "cargo-lost"),
    ]
    assert last_end(play).defender_lost == 13


def test_expected_hits_of_a_gun() -> None:
    stacks = {"caucasus": "germany: 3 fighter [used=2]; soviet-union: anti-aircraft-gun, infantry"}
    play = fought("germany", stacks, [6, 6, 6, 6, 6, 6, 6], battle("caucasus"))
    fire = next(event for event in play.events if isinstance(event, ev.DiceRolled))
    assert (fire.side, fire.round, fire.hits, fire.expected) == ("defender", 0, 0, 0.5)
