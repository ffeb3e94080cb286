"""Sections Neutral Territories, Canals and Islands."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move, Offload
from tests.aa1942.positions import outcome, play_from, rules_of, standing

THROUGH_SUEZ = Move("destroyer", "sea-zone-15 > sea-zone-34")
BOTH_GERMAN = {"anglo-egypt-sudan": "germany", "trans-jordan": "germany"}


@pytest.mark.section("Neutral Territories")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_nothing_enters_a_neutral_territory(phase: str) -> None:
    """Neutral Territories: they cannot be attacked, moved through or flown over."""
    stacks = {"western-europe": "germany: tank, fighter", "gibraltar": "", "persia": "united-kingdom: infantry"}
    play = play_from(stacks, "germany", phase)
    assert rules_of(play, Move("tank", "western-europe > spain")) == [f"{phase}/neutral"]
    assert rules_of(play, Move("fighter", "western-europe > spain > western-europe")) == [f"{phase}/neutral"]
    assert rules_of(play, Move("fighter", "western-europe > spain")) == [f"{phase}/neutral"]


@pytest.mark.section("Neutral Territories")
def test_aircraft_fly_around_neutral_territories() -> None:
    """Neutral Territories: the way over the sea is open, and counts its spaces."""
    play = play_from({"western-europe": "germany: fighter", "gibraltar": "united-kingdom: infantry"}, "germany", "combat-move")
    assert rules_of(play, Move("fighter", "western-europe > spain > gibraltar")) == ["combat-move/neutral"]
    outcome(play, Move("fighter", "western-europe > sea-zone-13 > gibraltar"))
    assert standing(play, "gibraltar") == "germany: fighter [used=2]; united-kingdom: infantry"


@pytest.mark.section("Canals")
def test_the_suez_canal_needs_both_banks() -> None:
    """Canals: the side that controls both Anglo-Egypt Sudan and Trans-Jordan controls the Suez Canal."""
    stacks = {"sea-zone-15": "germany: destroyer; united-kingdom: destroyer"}
    assert rules_of(play_from(stacks, "united-kingdom", "combat-move"), THROUGH_SUEZ) == []
    assert rules_of(play_from(stacks, "germany", "combat-move"), THROUGH_SUEZ) == ["combat-move/canals"]
    assert rules_of(play_from(stacks, "germany", "combat-move", control=BOTH_GERMAN), THROUGH_SUEZ) == []
    for power in ("germany", "united-kingdom"):
        split = play_from(stacks, power, "combat-move", control={"anglo-egypt-sudan": "germany"})
        assert rules_of(split, THROUGH_SUEZ) == ["combat-move/canals"]


@pytest.mark.section("Canals")
def test_an_ally_holding_the_canal_is_enough() -> None:
    """Canals: your side, but not necessarily your power, must control it."""
    play = play_from(
        {"sea-zone-15": "germany: destroyer"}, "germany", "combat-move", control={"anglo-egypt-sudan": "japan", "trans-jordan": "germany"}
    )
    assert rules_of(play, THROUGH_SUEZ) == []


@pytest.mark.section("Canals")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_a_canal_cannot_be_used_in_the_turn_it_is_captured(phase: str) -> None:
    """Canals: it must have been in the side's hands at the start of the turn."""
    play = play_from({"sea-zone-15": "germany: destroyer"}, "germany", phase, taken=BOTH_GERMAN)
    assert rules_of(play, THROUGH_SUEZ) == [f"{phase}/canals"]


@pytest.mark.section("Canals")
def test_the_panama_canal_follows_panama() -> None:
    """Canals: it joins sea zones 19 and 20, both ways, for the side that holds Panama."""
    stacks = {"sea-zone-19": "united-states: cruiser", "sea-zone-20": "japan: cruiser"}
    play = play_from(stacks, "united-states", "combat-move")
    assert rules_of(play, Move("cruiser", "sea-zone-19 > sea-zone-20")) == []
    play = play_from(stacks, "japan", "combat-move")
    assert rules_of(play, Move("cruiser", "sea-zone-20 > sea-zone-19")) == ["combat-move/canals"]
    play = play_from(stacks, "japan", "combat-move", control={"panama": "japan"})
    assert rules_of(play, Move("cruiser", "sea-zone-20 > sea-zone-19")) == []


@pytest.mark.section("Canals")
def test_a_canal_does_not_block_land_movement() -> None:
    """Canals: land units move freely between Trans-Jordan and Anglo-Egypt Sudan, whoever holds them."""
    play = play_from(
        {"trans-jordan": "united-kingdom: tank"},
        "united-kingdom",
        "combat-move",
        control={"anglo-egypt-sudan": "germany"},
    )
    assert rules_of(play, Move("tank", "trans-jordan > anglo-egypt-sudan > libya")) == []


@pytest.mark.section("Canals")
def test_aircraft_are_unaffected_by_canals() -> None:
    """Canals: they pass between the zones that a canal connects, whoever controls it."""
    play = play_from({"libya": "germany: bomber", "sea-zone-34": "united-kingdom: destroyer"}, "germany", "combat-move")
    assert rules_of(play, Move("bomber", "libya > sea-zone-14 > sea-zone-15 > sea-zone-34")) == []


@pytest.mark.section("Neutral Territories")
@pytest.mark.parametrize(("zone", "path"), [("sea-zone-15", "sea-zone-15 > sea-zone-16"), ("sea-zone-16", "sea-zone-16 > sea-zone-14")])
def test_turkey_may_close_the_straits(zone: str, path: str) -> None:
    """Neutral Territories/Optional Rule: no sea units into or out of sea zone 16, of either side."""
    for power in ("germany", "united-kingdom"):
        stacks = {zone: f"{power}: submarine"}
        assert rules_of(play_from(stacks, power, "combat-move"), Move("submarine", path)) == []
        closed = play_from(stacks, power, "combat-move", options={"turkish-straits": "closed"})
        assert rules_of(closed, Move("submarine", path)) == ["combat-move/straits"]


@pytest.mark.section("Neutral Territories")
def test_aircraft_fly_over_closed_straits() -> None:
    """Neutral Territories/Optional Rule: air units move through sea zone 16 freely."""
    play = play_from(
        {"southern-europe": "germany: fighter", "caucasus": "soviet-union: infantry"},
        "germany",
        "combat-move",
        options={"turkish-straits": "closed"},
    )
    assert rules_of(play, Move("fighter", "southern-europe > sea-zone-14 > sea-zone-16 > caucasus")) == []


@pytest.mark.section("Islands")
def test_an_island_is_a_territory_entered_through_its_sea_zone() -> None:
    """Islands: the sea zone and the island group each count as one space for aircraft; ships stay in the zone."""
    transport = "transport [cargo=united-states/infantry], infantry [aboard]"
    stacks = {
        "sea-zone-51": "united-states: aircraft-carrier, fighter, destroyer",
        "wake-island": "japan: infantry",
        "sea-zone-52": f"united-states: aircraft-carrier, fighter, {transport}",
    }
    play = play_from(stacks, "united-states", "combat-move")
    outcome(play, Move("fighter", "sea-zone-51 > wake-island"))
    assert standing(play, "wake-island") == "japan: infantry; united-states: fighter [used=1]"
    assert rules_of(play, Move("fighter", "sea-zone-52 > wake-island")) == ["combat-move/adjacent"]
    assert rules_of(play, Move("destroyer", "sea-zone-51 > wake-island")) == ["combat-move/space"]
    assert rules_of(play, Offload("infantry", "sea-zone-52 > wake-island")) == ["combat-move/adjacent"]
    outcome(
        play,
        Move("fighter", "sea-zone-52 > sea-zone-51 > wake-island"),
        Move("transport", "sea-zone-52 > sea-zone-51"),
        Offload("infantry", "sea-zone-51 > wake-island"),
    )
    assert "fighter [used=2]" in standing(play, "wake-island")
