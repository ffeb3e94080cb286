"""Ships that bombard a coast before a landing."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Lose, Press
from tests.aa1942.battles import battle, combat, due, ends, losses, rolls
from tests.aa1942.positions import again, rules_of, standing
from tests.aa1942.test_amphibious_assault import COAST, ZONE, assault, transport, uk

# Step 2: bombardment


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics", "Cruisers / Unit Characteristics")
def test_ships_bombard_battleships_at_four_and_cruisers_at_three() -> None:
    stacks = assault("battleship", "cruiser", transport("infantry", "infantry"), coast="germany: 3 infantry")
    play = uk(stacks, [4, 3, 6, 6, 2, 2, 6], battle(COAST))
    assert rolls(play)[:2] == [
        ("bombardment", "united-kingdom", "battleship", 4, (4,)),
        ("bombardment", "united-kingdom", "cruiser", 3, (3,)),
    ]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_bombardment_casualties_fire_back_before_they_are_removed() -> None:
    stacks = assault("battleship", transport("infantry"), coast="germany: infantry")
    play = uk(stacks, [4, 2], battle(COAST))
    assert [roll[0] for roll in rolls(play)] == ["bombardment", "fire"]
    assert losses(play) == [
        ("united-kingdom", "infantry", 1, "combat"),
        ("germany", "infantry", 1, "bombardment"),
    ]
    assert ends(play) == [("amphibious", COAST, 1, "none", "eliminated")]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_one_ship_bombards_for_each_land_unit_put_ashore() -> None:
    stacks = assault("2 cruiser", "battleship", transport("infantry"), coast="germany: 3 infantry")
    play = uk(stacks, [6, 6, 6, 6, 6], battle(COAST))
    assert rolls(play)[0] == ("bombardment", "united-kingdom", "battleship", 4, (6,))
    assert [roll[0] for roll in rolls(play)].count("bombardment") == 1


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment")
def test_ships_that_bombard_are_counted_by_the_units_landed_in_the_territory_or_by_option_from_their_zone() -> None:
    """Step 2: one ship per land unit being offloaded in that coastal territory; the ships are in a zone of a landing."""
    there = "transport [used=1 from=sea-zone-3 loaded moved cargo=united-kingdom/infantry+united-kingdom/infantry target=norway]"
    ashore = "2 infantry [aboard loaded target=norway]"
    here = "transport [target=norway loaded cargo=united-kingdom/infantry], infantry [aboard loaded target=norway]"
    stacks = {
        "sea-zone-6": f"united-kingdom: 2 cruiser, 2 battleship, {here}",
        "sea-zone-2": f"united-kingdom: {there}, {ashore}",
        "sea-zone-7": "united-kingdom: battleship",
        "norway": "germany: infantry",
    }
    stacks["sea-zone-3"] = stacks.pop("sea-zone-2").replace("from=sea-zone-3", "from=sea-zone-2")
    for option, ships in (("territory", "cruiser, 2 battleship"), ("sea-zone", "battleship")):
        play = combat("united-kingdom", stacks, [6] * 7, options={"bombardment": option})
        assert rules_of(play, battle("norway", ships)) == []
        assert rules_of(play, battle("norway", f"{ships}, cruiser")) == ["bombardment/ships"]
        play.submit(battle("norway"))
        fired = [(roll[2], len(roll[4])) for roll in rolls(play) if roll[0] == "bombardment"]
        assert fired == ([("battleship", 2), ("cruiser", 1)] if option == "territory" else [("battleship", 1)])


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_more_ships_than_may_bombard_cannot_be_named() -> None:
    stacks = assault("2 cruiser", "battleship", transport("infantry"))
    play = combat("united-kingdom", stacks, control={COAST: "germany"})
    assert rules_of(play, battle(COAST, "cruiser, battleship")) == ["bombardment/ships"]
    assert rules_of(play, battle(COAST, "destroyer")) == ["bombardment/ships"]
    assert rules_of(play, battle(COAST, "many")) == ["bombardment/ships"]
    assert rules_of(play, battle(COAST, "cruiser")) == rules_of(play, battle(COAST, "none")) == []


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_the_attacker_chooses_which_ships_bombard() -> None:
    stacks = assault("cruiser", "battleship", transport("infantry"))
    play = uk(stacks, [6, 6, 6], battle(COAST, "cruiser"))
    assert rolls(play)[0][:3] == ("bombardment", "united-kingdom", "cruiser")


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_no_bombardment_after_sea_combat_in_the_zone() -> None:
    stacks = assault("battleship", transport("infantry"), zone="germany: transport")
    play = uk(stacks, [6, 6], battle(ZONE), battle(COAST))
    assert ends(play)[0] == ("sea", ZONE, 0, "attacker", "eliminated")
    assert [roll[0] for roll in rolls(play)] == ["fire", "fire"]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment")
def test_a_ship_that_fought_elsewhere_does_not_bombard() -> None:
    """Step 2: not if it was involved in a sea combat before; it may have retreated to the zone of the landing."""
    stacks = assault("battleship [used=1 from=sea-zone-6 fought moved]", "cruiser", transport("infantry", "infantry"))
    play = uk(stacks, [6, 6, 6, 6], battle(COAST))
    assert [roll[:3] for roll in rolls(play) if roll[0] == "bombardment"] == [("bombardment", "united-kingdom", "cruiser")]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_a_ship_bombards_only_once_a_turn_and_has_then_fought() -> None:
    two = "transport [used=1 from=sea-zone-6 loaded moved cargo=united-kingdom/infantry target=norway], "
    two += "infantry [aboard loaded target=norway]"
    stacks = assault("battleship", transport("infantry"), two) | {"norway": "germany: infantry"}
    play = uk(stacks, [6, 6, 6], battle(COAST))
    assert "battleship [used=1 from=sea-zone-6 bombarded fought moved]" in standing(play, ZONE)
    play = again(play)
    play.dice.left = [1, 6, 6, 6]  # type: ignore[attr-defined]
    play.submit(Press())
    play.submit(battle("norway"))
    assert [roll[0] for roll in rolls(play)] == ["bombardment", "fire", "fire", "fire", "fire", "fire", "fire"]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_bombardment_hits_land_units_only() -> None:
    stacks = assault("battleship", transport("infantry"), coast="germany: fighter, anti-aircraft-gun")
    play = uk(stacks, [6, 6], battle(COAST))
    assert [roll[0] for roll in rolls(play)] == ["fire", "fire"]
    stacks = assault("battleship", transport("infantry"), coast="germany: fighter, infantry")
    play = uk(stacks, [1, 6, 6, 6], battle(COAST))
    assert losses(play) == [("germany", "infantry", 1, "bombardment")]


@pytest.mark.section("Step 2. Battleship & Cruiser Bombardment", "Battleships / Unit Characteristics")
def test_the_defender_chooses_bombardment_casualties() -> None:
    stacks = assault("battleship", transport("infantry"), coast="germany: tank, infantry")
    play = uk(stacks, [1, 6, 6, 6], battle(COAST))
    assert due(play) == "casualties germany"
    play = again(play)
    play.submit(Lose("tank"))
    assert losses(play) == [("germany", "tank", 1, "bombardment")]
