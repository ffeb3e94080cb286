"""Section Aircraft Carriers (Combat Move and Unit Profiles): own fighters, guests, and carriers that receive them."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled, UnitsMoved, UnitsRemoved
from engine.families.axis_allies.movement.allied_aircraft import attack_with_guests
from engine.families.axis_allies.orders import Battle, Move
from engine.rules import EndPhase
from tests.aa1942.positions import events_after, outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Combat Move / Aircraft Carriers", "Aircraft Carriers / Unit Characteristics")

ALLIED = {
    "sea-zone-52": "united-states: 2 aircraft-carrier, fighter; united-kingdom: 2 fighter",
    "sea-zone-51": "japan: destroyer",
}
GUEST = "aircraft-carrier [used=1 from=sea-zone-52 moved cargo=united-kingdom/fighter+united-kingdom/fighter]"


def test_own_fighters_launch_before_the_carrier_moves() -> None:
    """Aircraft Carriers: they move independently of it, from its original sea zone, or stay there for now."""
    play = play_from(
        {"sea-zone-52": "united-states: aircraft-carrier, 2 fighter", "sea-zone-51": "japan: destroyer", "sea-zone-45": "japan: transport"},
        "united-states",
        "combat-move",
    )
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"), Move("fighter", "sea-zone-52 > sea-zone-45"))
    assert standing(play, "sea-zone-52") == "united-states: fighter"
    assert standing(play, "sea-zone-45") == "japan: transport; united-states: fighter [used=1]"


def test_a_carriers_zone_is_not_counted_for_its_fighters() -> None:
    """Air Units: your fighter is in that sea zone already."""
    play = play_from({"sea-zone-52": "united-states: aircraft-carrier, fighter"}, "united-states", "combat-move")
    [moved] = outcome(play, Move("fighter", "sea-zone-52 > sea-zone-56 > midway"))
    assert moved.becomes == "used=2"


@pytest.mark.section("Multinational Forces")
def test_guests_ride_as_cargo() -> None:
    """Aircraft Carriers: guest fighters remain on board as cargo when the carrier moves in combat."""
    stacks = ALLIED | {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: 2 fighter"}
    play = play_from(stacks, "united-states", "combat-move")
    made = outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"))
    assert [(event.power, event.unit, event.count, event.cause) for event in made if isinstance(event, UnitsMoved)] == [
        ("united-states", "aircraft-carrier", 1, "move"),
        ("united-kingdom", "fighter", 2, "transport"),
    ]
    assert standing(play, "sea-zone-51") == f"japan: destroyer; united-kingdom: 2 fighter [aboard]; united-states: {GUEST}"
    assert standing(play, "sea-zone-52") == ""


@pytest.mark.section("Multinational Forces")
def test_guests_are_lost_with_their_carrier() -> None:
    """Aircraft Carriers: they cannot take part in combat and are destroyed if the carrier is destroyed."""
    stacks = ALLIED | {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: 2 fighter"}
    play = play_from(stacks, "united-states", "combat-move", dice=[6, 2])
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"), EndPhase(), Battle("sea-zone-51"))
    assert [(event.unit, len(event.dice)) for event in play.events if isinstance(event, DiceRolled)] == [
        ("aircraft-carrier", 1),
        ("destroyer", 1),
    ], "the guests do not fight"
    assert [(event.unit, event.count, event.cause) for event in play.events if isinstance(event, UnitsRemoved)] == [
        ("aircraft-carrier", 1, "combat"),
        ("fighter", 2, "cargo-lost"),
    ]
    assert standing(play, "sea-zone-51") == "japan: destroyer"


@pytest.mark.section("Multinational Forces")
def test_guests_are_lost_with_a_carrier_that_attacks_where_it_is() -> None:
    """Aircraft Carriers: they cannot take part in combat and are destroyed if the carrier is destroyed, also where it did not move."""
    stacks = {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: 2 fighter; japan: destroyer"}
    play = play_from(stacks, "united-states", "combat-move", dice=[6, 2])
    outcome(play, EndPhase(), Battle("sea-zone-52"))
    assert [(event.unit, len(event.dice)) for event in play.events if isinstance(event, DiceRolled)] == [
        ("aircraft-carrier", 1),
        ("destroyer", 1),
    ], "the guests do not fight"
    assert [(event.unit, event.count, event.cause) for event in play.events if isinstance(event, UnitsRemoved)] == [
        ("aircraft-carrier", 1, "combat"),
        ("fighter", 2, "cargo-lost"),
    ]
    assert standing(play, "sea-zone-52") == "japan: destroyer"


@pytest.mark.section("Multinational Forces")
def test_guests_stay_behind_while_another_deck_holds_them() -> None:
    """Aircraft Carriers: no fighter is tied to one of several carriers; `cargo` takes guests along all the same."""
    play = play_from(ALLIED, "united-states", "combat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"))
    assert standing(play, "sea-zone-52") == "united-kingdom: 2 fighter; united-states: aircraft-carrier, fighter"
    play = play_from(ALLIED, "united-states", "combat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51", cargo="2 fighter (united-kingdom)"))
    assert GUEST in standing(play, "sea-zone-51")
    assert standing(play, "sea-zone-52") == "united-states: aircraft-carrier, fighter"


def test_carriers_that_have_the_cargo_asked_for_go_before_empty_ones() -> None:
    """Orders name types, not pieces: `cargo` means the carrier with these guests, and an empty one only when there is none."""
    cargo = "fighter (united-kingdom)"
    stacks = {
        "sea-zone-52": "united-states: aircraft-carrier [used=1], aircraft-carrier [used=1 cargo=united-kingdom/fighter]; "
        "united-kingdom: fighter [aboard]"
    }
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51", cargo=cargo))
    assert standing(play, "sea-zone-52") == "united-states: aircraft-carrier [used=1]"


@pytest.mark.section("Multinational Forces")
def test_no_guest_is_left_without_a_deck() -> None:
    """Aircraft Carriers: they must remain on board; an order may not leave them behind or name others than are there."""
    stacks = ALLIED | {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: 2 fighter"}
    play = play_from(stacks, "united-states", "combat-move")
    for cargo in ("fighter (united-kingdom)", "3 fighter (united-kingdom)", "2 fighter (soviet-union)"):
        assert rules_of(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51", cargo=cargo)) == ["combat-move/guests"]
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51", cargo="2 fighter (united-kingdom)")) == []


@pytest.mark.section("Multinational Forces")
def test_guests_of_an_allied_carrier_stay_with_it() -> None:
    """Aircraft Carriers: what an ally's carrier in the zone can hold need not ride with one's own."""
    stacks = ALLIED | {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: aircraft-carrier, 2 fighter"}
    play = play_from(stacks, "united-states", "combat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"))
    assert standing(play, "sea-zone-52") == "united-kingdom: aircraft-carrier, 2 fighter"


@pytest.mark.section("Multinational Forces")
def test_guests_do_not_move_on_the_carriers_turn() -> None:
    """Aircraft Carriers: they take off and land only during their own power's turn."""
    play = play_from(ALLIED, "united-states", "noncombat-move")
    assert rules_of(play, Move("fighter (united-kingdom)", "sea-zone-52 > sea-zone-51")) == ["noncombat-move/turn"]
    assert rules_of(play, Move("2 fighter", "sea-zone-52 > sea-zone-51"))[0] == "noncombat-move/units"


@pytest.mark.section("Multinational Forces")
def test_guests_on_a_carrier_that_attacks_where_it_is_are_cargo() -> None:
    """Aircraft Carriers: fighters of friendly powers on attacking carriers are always treated as cargo."""
    stacks = {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: fighter; japan: destroyer"}
    play = play_from(stacks, "united-states", "conduct-combat")
    attack_with_guests(play, "sea-zone-52")
    assert standing(play, "sea-zone-52") == (
        "japan: destroyer; united-kingdom: fighter [aboard]; united-states: aircraft-carrier [cargo=united-kingdom/fighter]"
    )


@pytest.mark.section("Multinational Forces")
def test_guests_are_cargo_no_more_when_the_moves_are_over() -> None:
    """Fighter Defense: fighters on an attacked carrier, friendly powers' included, are defending in the air."""
    stacks = {"sea-zone-52": "united-states: aircraft-carrier; united-kingdom: 2 fighter"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51"))
    assert "aboard" in standing(play, "sea-zone-51")
    outcome(play, EndPhase())
    assert standing(play, "sea-zone-51") == "united-kingdom: 2 fighter; united-states: aircraft-carrier [used=1 from=sea-zone-52]"


def test_a_carrier_ends_its_move_once_a_fighter_has_landed_on_it() -> None:
    """Noncombat Move/Air Units: the movement for both units ends."""
    stacks = {"sea-zone-52": "united-states: aircraft-carrier", "hawaiian-islands": "united-states: fighter"}
    play = play_from(stacks, "united-states", "noncombat-move")
    start = len(play.events)
    outcome(play, Move("fighter", "hawaiian-islands > sea-zone-52"))
    assert standing(play, "sea-zone-52") == "united-states: aircraft-carrier [moved], fighter [used=1 landed]"
    assert [event.cause for event in events_after(play, start)] == ["landing"] * 3
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-51")) == ["noncombat-move/moved"]
    assert rules_of(play, Move("fighter", "sea-zone-52 > hawaiian-islands")) == ["noncombat-move/landed"]


def test_of_two_carriers_only_the_one_that_is_landed_on_must_stay() -> None:
    """Fighters: two to a carrier; the third fighter stops the second carrier."""
    stacks = {"sea-zone-52": "united-states: 2 aircraft-carrier", "hawaiian-islands": "united-states: 3 fighter"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Move("2 fighter", "hawaiian-islands > sea-zone-52"))
    assert standing(play, "sea-zone-52").startswith("united-states: aircraft-carrier, aircraft-carrier [moved]")
    outcome(play, Move("fighter", "hawaiian-islands > sea-zone-52"))
    assert standing(play, "sea-zone-52").startswith("united-states: 2 aircraft-carrier [moved]")


def test_a_carrier_that_comes_for_a_fighter_goes_no_farther() -> None:
    """Fighters: it can move to a zone where one of your fighters has ended its move, but no farther that turn."""
    stacks = {"sea-zone-50": "japan: aircraft-carrier", "sea-zone-51": "japan: fighter [used=3]"}
    play = play_from(stacks, "japan", "noncombat-move", control={"wake-island": "united-states"})
    outcome(play, Move("aircraft-carrier", "sea-zone-50 > sea-zone-51"))
    assert standing(play, "sea-zone-51") == "japan: aircraft-carrier [used=1 from=sea-zone-50 moved], fighter [used=3 landed]"
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52")) == ["noncombat-move/moved"]


def test_fighters_that_have_not_flown_do_not_hold_their_carrier() -> None:
    """Aircraft Carriers: fighters that were on it all along may follow, and land where it ends its move."""
    play = play_from({"sea-zone-52": "united-states: aircraft-carrier, 2 fighter"}, "united-states", "noncombat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-52 > sea-zone-44 > sea-zone-41"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["noncombat-move/must-land"]
    outcome(play, Move("2 fighter", "sea-zone-52 > sea-zone-44 > sea-zone-41"))
    assert standing(play, "sea-zone-41") == "united-states: aircraft-carrier [used=2 from=sea-zone-44 moved], 2 fighter [used=2 landed]"
    assert play.check(EndPhase()) == []
