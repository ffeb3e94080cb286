"""Section Multinational Forces: allies defend together and never attack together."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Lose, Submerge
from engine.rules import EndPhase
from tests.aa1942.battles import battle, combat, due, ends, fought, last_end, losses, rolls, started
from tests.aa1942.positions import rules_of, standing

pytestmark = pytest.mark.section("Multinational Forces")

LAND = "[used=1 from=ukraine-ssr moved]"
ZONE, SEA = "sea-zone-6", "[used=1 from=sea-zone-5 moved]"
MIXED = "soviet-union: 2 infantry; united-kingdom: infantry, fighter; united-states: tank"


# Multinational Defense


def test_all_units_in_the_area_defend_together() -> None:
    play = fought("germany", {"caucasus": f"germany: 2 tank {LAND}; {MIXED}"}, [6, 6] + [6] * 5, battle("caucasus"))
    assert [roll[1:4] for roll in rolls(play)] == [
        ("germany", "tank", 3),
        ("soviet-union", "infantry", 2),
        ("united-kingdom", "infantry", 2),
        ("united-states", "tank", 3),
        ("united-kingdom", "fighter", 4),
    ]
    assert started(play).defender == "soviet-union"
    assert started(play).defenders == (
        "2 infantry (soviet-union), infantry (united-kingdom), tank (united-states), fighter (united-kingdom)"
    )
    assert started(play).attackers == "2 tank"


def test_casualties_name_their_power_and_unnamed_ones_are_the_lead_defenders_first() -> None:
    stacks = {"caucasus": f"germany: 3 tank {LAND}; {MIXED}"}
    play = fought("germany", stacks, [1, 1, 1], battle("caucasus"))
    assert due(play) == "casualties soviet-union"
    assert play.pending is not None
    assert play.pending.default == Lose("2 infantry (soviet-union), infantry (united-kingdom)")
    assert rules_of(play, Lose("tank (united-states), fighter (united-kingdom), infantry")) == []
    assert rules_of(play, Lose("2 tank (united-states), infantry")) == ["casualties/not-there"]
    assert rules_of(play, Lose("3 infantry")) == []
    dice = [1, 1, 6] + [6] * 5
    play = fought("germany", stacks, dice, battle("caucasus"), Lose("infantry, tank"))
    assert losses(play) == [("soviet-union", "infantry", 1, "combat"), ("united-states", "tank", 1, "combat")]


def test_an_area_taken_from_several_is_lost_by_its_controller() -> None:
    stacks = {"caucasus": f"germany: 2 tank {LAND}; united-kingdom: infantry; united-states: infantry"}
    play = fought("germany", stacks, [1, 1, 6, 6], battle("caucasus"))
    assert (play.state.control["caucasus"], last_end(play).defender) == ("germany", "soviet-union")


def test_at_sea_the_defender_is_who_has_most_there() -> None:
    stacks = {ZONE: f"germany: 2 cruiser {SEA}; united-kingdom: destroyer; united-states: battleship, destroyer"}
    play = fought("germany", stacks, [6] * 5, battle(ZONE))
    assert started(play).defender == "united-states"


def test_submarines_of_several_powers_go_under_in_the_order_of_play() -> None:
    stacks = {ZONE: f"germany: cruiser {SEA}; united-kingdom: submarine, cruiser; united-states: submarine"}
    play = fought("germany", stacks, [6, 6, 6], battle(ZONE), Submerge("defender", 1))
    assert "united-kingdom: cruiser, submarine [submerged]; united-states: submarine" in standing(play, ZONE)


# A multinational force cannot attack the same space together


@pytest.mark.section("Step 1. Place Units Along The Battle Strip")
def test_the_attackers_allies_in_the_zone_stay_out() -> None:
    stacks = {ZONE: f"germany: destroyer {SEA}; japan: 2 battleship; united-kingdom: 2 destroyer"}
    play = fought("germany", stacks, [6, 2, 2], battle(ZONE))
    assert (started(play).attackers, [roll[1] for roll in rolls(play)]) == (
        "destroyer",
        ["germany", "united-kingdom"],
    )
    assert losses(play) == [("germany", "destroyer", 1, "combat")]
    assert "japan: 2 battleship" in standing(play, ZONE)


def test_an_allied_destroyer_has_no_effect_on_defending_submarines() -> None:
    stacks = {ZONE: f"germany: cruiser {SEA}; japan: destroyer; united-kingdom: submarine"}
    play = fought("germany", stacks, [], battle(ZONE))
    assert due(play) == "submerge united-kingdom"


@pytest.mark.section("Step 1. Place Units Along The Battle Strip", "Aircraft Carriers / Unit Characteristics")
def test_guest_fighters_on_an_attacking_carrier_are_cargo_and_lost_with_it() -> None:
    carrier = f"aircraft-carrier {SEA.replace(']', ' cargo=japan/fighter]')}"
    stacks = {ZONE: f"germany: {carrier}; japan: fighter [aboard]; united-kingdom: destroyer"}
    play = fought("germany", stacks, [6, 2], battle(ZONE))
    assert [roll[2] for roll in rolls(play)] == ["aircraft-carrier", "destroyer"]
    assert losses(play) == [("germany", "aircraft-carrier", 1, "combat"), ("japan", "fighter", 1, "cargo-lost")]
    assert started(play).attackers == "fighter (japan), aircraft-carrier (germany)"
    assert last_end(play).attacker_lost == 24


@pytest.mark.section("Step 1. Place Units Along The Battle Strip", "Aircraft Carriers / Unit Characteristics")
def test_guest_fighters_on_a_carrier_that_attacks_without_moving_are_cargo_too() -> None:
    stacks = {ZONE: "germany: aircraft-carrier; japan: fighter; united-kingdom: destroyer"}
    play = fought("germany", stacks, [6, 2], battle(ZONE))
    assert losses(play) == [("germany", "aircraft-carrier", 1, "combat"), ("japan", "fighter", 1, "cargo-lost")]


def test_allied_land_units_aboard_an_attacking_transport_go_down_with_it() -> None:
    loaded = "transport [used=1 from=sea-zone-5 moved cargo=japan/infantry]"
    stacks = {ZONE: f"germany: {loaded}; japan: infantry [aboard]; united-kingdom: destroyer"}
    play = fought("germany", stacks, [2], battle(ZONE))
    assert losses(play) == [("germany", "transport", 1, "combat"), ("japan", "infantry", 1, "cargo-lost")]
    assert ends(play) == [("sea", ZONE, 1, "defender", "eliminated")]


@pytest.mark.section("Transporting Multinational Forces")
def test_a_land_unit_assaults_from_an_allys_transport() -> None:
    stacks = {
        "sea-zone-6": "united-states: transport [cargo=united-kingdom/infantry target=norway]; "
        "united-kingdom: infantry [aboard target=norway]",
        "norway": "germany: infantry",
    }
    play = fought("united-kingdom", stacks, [1, 6], battle("norway"))
    assert ends(play) == [("amphibious", "norway", 1, "attacker", "eliminated")]
    assert play.state.control["norway"] == "united-kingdom"


# A fighter that sits on an ally's carrier when enemy ships are built in its zone

GUEST = {"sea-zone-7": "united-kingdom: fighter; united-states: aircraft-carrier; germany: cruiser"}


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_a_fighter_idle_on_an_allys_carrier_may_fight_and_need_not() -> None:
    """Sea Units Starting in Hostile Sea Zones speaks of sea units; Air Units: a fighter takes off to take part in combat."""
    play = combat("united-kingdom", GUEST, [3, 6])
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False)]
    assert rules_of(play, EndPhase()) == []
    play.submit(battle("sea-zone-7"))
    assert ends(play) == [("sea", "sea-zone-7", 1, "attacker", "eliminated")]


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_by_option_a_fighter_idle_on_an_allys_carrier_must_fight() -> None:
    """3. General Combat: in each space that contains your units and enemy units."""
    play = combat("united-kingdom", GUEST, options={"idle-guests": "fight"})
    assert rules_of(play, EndPhase()) == ["conduct-combat/unresolved"]


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_it_must_fight_beside_own_ships_or_when_it_has_moved_or_a_landing_relies_on_it() -> None:
    """Sea Units Starting in Hostile Sea Zones, Amphibious Assaults: the zone must become friendly."""
    aboard = "infantry [aboard target=norway]; united-states: transport [cargo=united-kingdom/infantry target=norway]"
    for more in ("fighter, destroyer", "fighter [used=1]", f"fighter, {aboard}"):
        stacks = {"sea-zone-6": GUEST["sea-zone-7"].replace("fighter", more), "norway": "germany: infantry"}
        assert rules_of(combat("united-kingdom", stacks), EndPhase())[0] == "conduct-combat/unresolved", more
