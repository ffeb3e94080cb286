"""Profiles of battleships (Two Hits to Destroy), carriers (Fighter Defense) and fighters whose carrier is lost."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Land, Lose, Press, Submerge
from engine.rules import EndPhase
from tests.aa1942.battles import battle, due, ends, fought, losses, rolls
from tests.aa1942.positions import rules_of, standing

ZONE, SEA = "sea-zone-6", "[used=1 from=sea-zone-5 moved]"


def zone(mine: str, theirs: str, **elsewhere: str) -> dict[str, str]:
    attackers = ", ".join(f"{item} {SEA}" if "[" not in item else item for item in mine.split(", "))
    others = {area.replace("_", "-"): text for area, text in elsewhere.items()}
    return {ZONE: f"germany: {attackers}; united-kingdom: {theirs}"} | others


# Two Hits to Destroy


@pytest.mark.section("Battleships / Unit Characteristics")
def test_the_first_hit_damages_and_the_second_destroys() -> None:
    play = fought("germany", zone("2 cruiser", "battleship"), [3, 6, 6], battle(ZONE))
    assert standing(play, ZONE).endswith("united-kingdom: battleship~1")
    assert losses(play) == []
    play = fought("germany", zone("2 cruiser", "battleship"), [3, 6, 6, 6, 3, 6], battle(ZONE), Press())
    assert losses(play) == [("united-kingdom", "battleship", 1, "combat")]


@pytest.mark.section("Battleships / Unit Characteristics")
def test_two_hits_at_once_destroy() -> None:
    play = fought("germany", zone("2 cruiser", "battleship"), [3, 3, 6], battle(ZONE))
    assert losses(play) == [("united-kingdom", "battleship", 1, "combat")]
    assert ends(play) == [("sea", ZONE, 1, "attacker", "eliminated")]


@pytest.mark.section("Battleships / Unit Characteristics")
def test_a_damaged_battleship_fires_on() -> None:
    play = fought("germany", zone("battleship", "battleship"), [4, 4, 6, 6], battle(ZONE), Press())
    assert [roll[3] for roll in rolls(play)] == [4, 4, 4, 4]


@pytest.mark.section("Battleships / Unit Characteristics")
def test_damage_is_removed_at_the_end_of_the_combat() -> None:
    play = fought("germany", zone("battleship", "destroyer"), [2, 2], battle(ZONE))
    assert standing(play, ZONE) == "germany: battleship [used=1 from=sea-zone-5 fought moved]"
    repairs = [event for event in play.events if isinstance(event, ev.UnitsChanged) and event.cause == "repaired"]
    assert [(one.unit, one.strength, one.to_strength) for one in repairs] == [("battleship", 1, 2)]


@pytest.mark.section("Battleships / Unit Characteristics")
def test_the_hit_that_destroys_nothing_is_the_usual_first_loss_and_is_named_too() -> None:
    stacks = zone("2 cruiser", "battleship, destroyer")
    play = fought("germany", stacks, [3, 6], battle(ZONE))
    assert play.pending is not None and play.pending.default == Lose("battleship")
    both = fought("germany", stacks, [3, 3], battle(ZONE))
    assert both.pending is not None and both.pending.default == Lose("battleship, destroyer")
    assert rules_of(both, Lose("2 battleship")) == []
    assert rules_of(both, Lose("battleship")) == ["casualties/number"]


@pytest.mark.section("Battleships / Unit Characteristics")
def test_hits_on_several_battleships_are_spread() -> None:
    play = fought("germany", zone("3 cruiser", "2 battleship"), [3, 3, 6, 6, 6], battle(ZONE))
    assert standing(play, ZONE).endswith("united-kingdom: 2 battleship~1")


# Fighter Defense


@pytest.mark.section("Aircraft Carriers / Unit Characteristics")
def test_fighters_on_carriers_defend_and_may_be_chosen_instead() -> None:
    stacks = zone("2 cruiser", "aircraft-carrier, 2 fighter")
    play = fought("germany", stacks, [3, 6, 6, 6, 6], battle(ZONE), Lose("fighter"))
    assert [roll[1:4] for roll in rolls(play)][1:] == [
        ("united-kingdom", "fighter", 4),
        ("united-kingdom", "aircraft-carrier", 2),
    ]
    assert losses(play) == [("united-kingdom", "fighter", 1, "combat")]


@pytest.mark.section("Aircraft Carriers / Unit Characteristics")
def test_own_fighters_of_an_attacking_carrier_fight_from_the_air() -> None:
    play = fought("germany", zone("aircraft-carrier, fighter [used=1]", "destroyer"), [6, 6, 6], battle(ZONE))
    assert [roll[2:4] for roll in rolls(play)][:2] == [("fighter", 3), ("aircraft-carrier", 1)]


# Land on Aircraft Carriers: defending fighters whose carrier is destroyed

STAY = Submerge("attacker", 0)


def sunk(*orders: object, **elsewhere: str):
    """British fighters over sea zone 6 after the submarines have sunk their carrier; the air cannot hit submarines."""
    stacks = zone("2 submarine", "aircraft-carrier, 2 fighter", **elsewhere)
    return fought("germany", stacks, [2, 6], battle(ZONE), STAY, *orders)  # type: ignore[arg-type]


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_without_a_carrier_must_land_within_one_space() -> None:
    play = sunk()
    assert ends(play) == [("sea", ZONE, 1, "none", "stalemate")]
    assert due(play) == "landing united-kingdom"
    assert rules_of(play, EndPhase()) == ["decision-due"]
    assert rules_of(play, Land("2 fighter", f"{ZONE} > united-kingdom")) == []
    for path in (
        f"{ZONE} > norway",
        f"{ZONE} > sea-zone-7",
        f"{ZONE} > sea-zone-7 > united-kingdom",
        f"{ZONE} > iceland",
    ):
        assert rules_of(play, Land("fighter", path)) == ["displaced-fighters/haven"], path
    assert rules_of(play, Land("fighter", ZONE)) == ["displaced-fighters/must-land"]
    assert rules_of(play, Land("3 fighter", f"{ZONE} > united-kingdom")) == ["displaced-fighters/count"]
    for units in ("bomber, fighter", "fighter, bomber"):
        assert rules_of(play, Land(units, f"{ZONE} > united-kingdom")) == ["displaced-fighters/count"], units
    assert rules_of(play, Land("fighter", "sea-zone-7 > united-kingdom")) == ["displaced-fighters/none"]


@pytest.mark.section("Fighters / Unit Characteristics")
def test_they_land_in_friendly_territory() -> None:
    play = sunk(Land("2 fighter", f"{ZONE} > united-kingdom"))
    assert (due(play), standing(play, "united-kingdom")) == ("", "united-kingdom: 2 fighter")
    moves = [event for event in play.events if isinstance(event, ev.UnitsMoved)]
    assert [(one.cause, one.path) for one in moves] == [("landing", (ZONE, "united-kingdom"))]


@pytest.mark.section("Fighters / Unit Characteristics")
def test_they_land_on_carriers_of_their_side_with_room() -> None:
    deck = "united-states: aircraft-carrier, fighter"
    play = sunk(Land("fighter", f"{ZONE} > sea-zone-7"), Land("fighter", f"{ZONE} > united-kingdom"), sea_zone_7=deck)
    assert standing(play, "sea-zone-7") == "united-kingdom: fighter; united-states: aircraft-carrier, fighter"
    assert rules_of(sunk(sea_zone_7=deck), Land("2 fighter", f"{ZONE} > sea-zone-7")) == ["displaced-fighters/haven"]


@pytest.mark.section("Fighters / Unit Characteristics")
def test_the_usual_landing_is_the_first_haven_by_name_with_room() -> None:
    play = sunk(sea_zone_3="united-states: aircraft-carrier")
    assert play.pending is not None and play.pending.default == Land("2 fighter (united-kingdom)", f"{ZONE} > sea-zone-3")


@pytest.mark.section("Fighters / Unit Characteristics")
def test_when_the_phase_is_ended_by_force_they_land_in_the_usual_way() -> None:
    play = sunk()
    play.phase.close(play)
    assert standing(play, "united-kingdom") == "united-kingdom: 2 fighter"


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_for_which_another_carrier_in_the_zone_has_room_stay() -> None:
    orders = (battle(ZONE), STAY, Press(), Submerge("attacker", 2))
    play = fought("germany", zone("2 submarine", "2 aircraft-carrier, 2 fighter"), [2, 6, 6], *orders)
    assert losses(play) == [("united-kingdom", "aircraft-carrier", 1, "surprise-strike")]
    assert ends(play) == [("sea", ZONE, 2, "defender", "submerged")]
    assert due(play) == "" and "aircraft-carrier, 2 fighter" in standing(play, ZONE)


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_that_find_no_place_are_lost() -> None:
    pacific = {
        "sea-zone-56": "japan: 2 submarine [used=1 from=sea-zone-57 moved]; united-states: aircraft-carrier, fighter",
    }
    control = {"midway": "japan"}
    where = battle("sea-zone-56")
    play = fought("japan", pacific, [2, 6], where, STAY, control=control)
    assert play.pending is not None and play.pending.default == Land("fighter (united-states)", "sea-zone-56")
    play.submit(play.pending.default)
    assert losses(play)[-1] == ("united-states", "fighter", 1, "no-landing")
    assert due(play) == ""


@pytest.mark.section("Fighters / Unit Characteristics")
def test_they_land_only_after_all_of_the_attackers_combats() -> None:
    stacks = zone("2 submarine", "aircraft-carrier, fighter", caucasus="germany: infantry; soviet-union: infantry")
    play = fought("germany", stacks, [2, 6], battle(ZONE), STAY)
    assert due(play) == ""
    assert rules_of(play, Land("fighter", f"{ZONE} > united-kingdom")) == ["displaced-fighters/too-early"]
