"""Sections Combat Move (sea units), Sea Units Starting in Hostile Sea Zones, Sea Units, Where Units Can Move/Sea Units."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Load, Move, Offload
from engine.rules import EndPhase
from tests.aa1942.positions import outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Sea Units")

SHARED = {
    "sea-zone-7": "united-kingdom: battleship, transport; germany: cruiser",
    "united-kingdom": "united-kingdom: 2 infantry",
    "western-europe": "germany: infantry",
}


@pytest.mark.section("Phase 2: Combat Move")
def test_sea_units_move_two_zones() -> None:
    """Sea Units: all of them move up to two sea zones."""
    play = play_from(
        {"sea-zone-8": "united-kingdom: battleship, aircraft-carrier, cruiser, destroyer, submarine, transport"},
        "united-kingdom",
        "combat-move",
    )
    fleet = "battleship, aircraft-carrier, cruiser, destroyer, submarine, transport"
    assert rules_of(play, Move(fleet, "sea-zone-8 > sea-zone-9 > sea-zone-10 > sea-zone-19")) == ["combat-move/range"]
    outcome(play, Move(fleet, "sea-zone-8 > sea-zone-9 > sea-zone-10"))
    assert standing(play, "sea-zone-10").count("used=2 from=sea-zone-9 moved") == 6


@pytest.mark.section("Spaces On The Game Board")
@pytest.mark.parametrize("enemy", ["battleship", "aircraft-carrier", "cruiser", "destroyer"])
def test_enemy_surface_warships_stop_ships(enemy: str) -> None:
    """Sea Units: in a zone with them your sea units end their movement and enter combat."""
    play = play_from({"sea-zone-8": "united-kingdom: cruiser", "sea-zone-7": f"germany: {enemy}"}, "united-kingdom", "combat-move")
    assert rules_of(play, Move("cruiser", "sea-zone-8 > sea-zone-7 > sea-zone-12")) == ["combat-move/hostile-sea-zone"]
    outcome(play, Move("cruiser", "sea-zone-8 > sea-zone-7"))
    assert rules_of(play, Move("cruiser", "sea-zone-7 > sea-zone-12")) == ["combat-move/hostile-sea-zone"]


@pytest.mark.section("Spaces On The Game Board", "Phase 2: Combat Move", "Submarines / Unit Characteristics")
@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_enemy_submarines_and_transports_block_nobody(phase: str) -> None:
    """Phase 2 and Unit Profiles: zones with only these are passed, entered, loaded and offloaded in freely."""
    stacks = {
        "sea-zone-8": "united-kingdom: cruiser, transport",
        "sea-zone-7": "germany: submarine, transport",
        "united-kingdom": "united-kingdom: infantry",
    }
    play = play_from(stacks, "united-kingdom", phase)
    assert rules_of(play, Move("cruiser", "sea-zone-8 > sea-zone-7 > sea-zone-12")) == []
    outcome(play, Move("transport", "sea-zone-8 > sea-zone-7"))
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == []


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_ships_in_a_hostile_zone_may_stay_and_fight() -> None:
    """Sea Units Starting in Hostile Sea Zones: staying needs no order."""
    play = play_from(SHARED, "united-kingdom", "combat-move")
    assert play.check(EndPhase()) == []
    outcome(play, EndPhase())
    assert play.state.clock.phase == "conduct-combat"
    assert [problem.rule for problem in play.check(EndPhase())] == ["conduct-combat/unresolved"]


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_ships_in_a_hostile_zone_may_leave_it() -> None:
    """Sea Units Starting in Hostile Sea Zones: they leave, and conduct combat elsewhere or none; they have then moved."""
    play = play_from(SHARED, "united-kingdom", "combat-move")
    outcome(play, Move("battleship, transport", "sea-zone-7 > sea-zone-8 > sea-zone-2"), EndPhase("conduct-combat"))
    assert play.state.clock.phase == "noncombat-move"
    assert rules_of(play, Move("battleship", "sea-zone-2 > sea-zone-8")) == ["noncombat-move/moved"]


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones")
def test_ships_in_a_hostile_zone_may_leave_load_and_return() -> None:
    """Sea Units Starting in Hostile Sea Zones: leave, load, and come back to the same zone to fight there."""
    play = play_from(SHARED, "united-kingdom", "combat-move")
    outcome(
        play,
        Move("transport", "sea-zone-7 > sea-zone-8"),
        Load("2 infantry", "united-kingdom > sea-zone-8"),
        Move("transport", "sea-zone-8 > sea-zone-7"),
        Offload("2 infantry", "sea-zone-7 > western-europe"),
    )
    assert standing(play, "sea-zone-7") == (
        "germany: cruiser; united-kingdom: battleship, 2 infantry [target=western-europe loaded aboard], transport [used=2 "
        "from=sea-zone-8 target=western-europe loaded moved cargo=united-kingdom/infantry+united-kingdom/infantry]"
    )


@pytest.mark.section("Sea Units Starting in Hostile Sea Zones", "Combat Move / Transports")
def test_nothing_is_loaded_in_a_hostile_zone() -> None:
    """Sea Units Starting in Hostile Sea Zones: you cannot load units while in a hostile sea zone."""
    play = play_from(SHARED, "united-kingdom", "combat-move")
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == ["combat-move/hostile-sea-zone"]


@pytest.mark.section("Combat Move / Transports")
def test_a_transport_that_meets_warships_on_its_way_stops() -> None:
    """Transports: after it began to move, its movement ends where it meets them; the zone it started in does not count."""
    stacks = {"sea-zone-8": "united-kingdom: transport; germany: destroyer", "sea-zone-2": "germany: destroyer"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    assert rules_of(play, Move("transport", "sea-zone-8 > sea-zone-9 > sea-zone-10")) == []
    assert rules_of(play, Move("transport", "sea-zone-8 > sea-zone-2 > sea-zone-1")) == ["combat-move/transports"]
    outcome(play, Move("transport", "sea-zone-8 > sea-zone-2"))
    assert rules_of(play, Move("transport", "sea-zone-2 > sea-zone-1")) == ["combat-move/transports"]


@pytest.mark.section("Where Units Can Move")
def test_ships_do_not_enter_hostile_zones_in_the_noncombat_move() -> None:
    """Where Units Can Move/Sea Units: neither into nor through a hostile sea zone."""
    play = play_from(
        {"sea-zone-8": "united-kingdom: cruiser, transport", "sea-zone-7": "germany: destroyer"}, "united-kingdom", "noncombat-move"
    )
    for unit in ("cruiser", "transport"):
        assert rules_of(play, Move(unit, "sea-zone-8 > sea-zone-7")) == ["noncombat-move/hostile-sea-zone"]
        assert rules_of(play, Move(unit, "sea-zone-8 > sea-zone-7 > sea-zone-12")) == ["noncombat-move/hostile-sea-zone"]
        assert rules_of(play, Move(unit, "sea-zone-8 > sea-zone-12")) == []


@pytest.mark.section("Where Units Can Move")
def test_ships_that_bombarded_or_fought_stay() -> None:
    """Phase 4: what moved in the combat move or took part in combat does not move again."""
    stacks = {"sea-zone-8": "united-kingdom: cruiser [fought], battleship [bombarded], destroyer [used=1 from=sea-zone-2 moved]"}
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    for unit in ("cruiser", "battleship", "destroyer"):
        assert rules_of(play, Move(unit, "sea-zone-8 > sea-zone-9")) == ["noncombat-move/moved"]


@pytest.mark.section("Where Units Can Move")
def test_noncombat_moves_of_a_ship_may_come_in_two_orders() -> None:
    """Sea Units: two zones in all."""
    play = play_from({"sea-zone-8": "united-kingdom: cruiser"}, "united-kingdom", "noncombat-move")
    outcome(play, Move("cruiser", "sea-zone-8 > sea-zone-9"), Move("cruiser", "sea-zone-9 > sea-zone-10"))
    assert rules_of(play, Move("cruiser", "sea-zone-10 > sea-zone-11")) == ["noncombat-move/range"]
