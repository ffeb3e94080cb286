"""Section Defenseless Transports, and the profile of transports: No Combat Value, Chosen Last."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Lose, Move, Offload, Press, Retreat, Submerge
from engine.rules import EndPhase
from tests.aa1942.battles import battle, combat, due, ends, fought, last_end, losses, rolls
from tests.aa1942.positions import rules_of, standing

pytestmark = pytest.mark.section("Transports / Unit Characteristics")

ZONE = "sea-zone-6"
SEA = "[used=1 from=sea-zone-5 moved]"


def zone(mine: str, theirs: str) -> dict[str, str]:
    attackers = ", ".join(f"{item} {SEA}" if "[" not in item else item for item in mine.split(", "))
    return {ZONE: f"germany: {attackers}; united-kingdom: {theirs}"}


LOADED = "transport [cargo=united-kingdom/infantry+united-kingdom/tank], infantry [aboard], tank [aboard]"


# Defenseless Transports


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_lone_transports_are_destroyed_without_a_die_with_their_cargo() -> None:
    play = fought("germany", zone("destroyer", LOADED), [], battle(ZONE))
    assert (rolls(play), ends(play)) == ([], [("sea", ZONE, 0, "attacker", "eliminated")])
    assert losses(play) == [
        ("united-kingdom", "transport", 1, "defenceless"),
        ("united-kingdom", "infantry", 1, "cargo-lost"),
        ("united-kingdom", "tank", 1, "cargo-lost"),
    ]
    assert last_end(play).defender_lost == 7 + 3 + 5


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_transports_left_alone_in_a_battle_are_destroyed() -> None:
    play = fought("germany", zone("cruiser", "destroyer, 2 transport"), [3, 6], battle(ZONE))
    assert losses(play) == [
        ("united-kingdom", "destroyer", 1, "combat"),
        ("united-kingdom", "transport", 2, "defenceless"),
    ]
    assert ends(play) == [("sea", ZONE, 1, "attacker", "eliminated")]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_transports_are_defenceless_against_aircraft_when_their_submarines_submerge() -> None:
    play = fought("germany", zone("fighter [used=1]", "transport, submarine"), [], battle(ZONE), Submerge("defender", 1))
    assert losses(play) == [("united-kingdom", "transport", 1, "defenceless")]
    assert standing(play, ZONE).endswith("united-kingdom: submarine [submerged]")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_air_hits_sink_the_transports_while_submarines_stay_that_air_cannot_hit() -> None:
    stay = Submerge("defender", 0)
    play = fought("germany", zone("fighter [used=1]", "transport, submarine"), [3], battle(ZONE), stay)
    assert losses(play) == [("united-kingdom", "transport", 1, "combat")]
    assert ends(play) == [("sea", ZONE, 1, "none", "stalemate")]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_attackers_without_any_attack_cannot_destroy_transports() -> None:
    assert battles_due(combat("germany", zone("transport", "transport")).position) == []


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_destroying_transports_is_sea_combat() -> None:
    play = fought("germany", zone("destroyer", "transport"), [], battle(ZONE))
    assert play.state.marker("turn", f"sea-combat|{ZONE}") == "yes"
    assert "destroyer [used=1 from=sea-zone-5 fought moved]" in standing(play, ZONE)


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_sinking_lone_transports_is_sea_combat_only_for_those_that_moved_there() -> None:
    """Transports, No Combat Value: for units, other than transports, that have ended their combat move in the zone."""
    stacks = zone(f"destroyer, transport [cargo=germany/infantry], battleship [], transport {SEA}", "transport")
    stacks[ZONE] = stacks[ZONE].replace("; united", ", infantry [aboard]; united")
    play = fought("germany", stacks, [], battle(ZONE))
    assert standing(play, ZONE) == (
        "germany: battleship, destroyer [used=1 from=sea-zone-5 fought moved], infantry [aboard], "
        "transport [cargo=germany/infantry], transport [used=1 from=sea-zone-5 moved]"
    )
    play.submit(EndPhase())
    assert rules_of(play, Move("battleship", f"{ZONE} > sea-zone-5")) == []
    assert rules_of(play, Offload("infantry", f"{ZONE} > norway")) == []


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_ships_that_stayed_where_they_were_sink_lone_transports_too() -> None:
    play = fought("germany", zone("destroyer [], transport []", "transport"), [], battle(ZONE))
    assert standing(play, ZONE) == "germany: destroyer [fought], transport"


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_all_attackers_have_fought_where_transports_were_escorted() -> None:
    stacks = zone("destroyer, battleship [], transport []", "transport, submarine")
    play = fought("germany", stacks, [4, 6, 6], battle(ZONE))
    assert standing(play, ZONE) == ("germany: battleship [fought], destroyer [used=1 from=sea-zone-5 fought moved], transport [fought]")


# Option: transports without escort are the attacker's choice, or destroyed by whoever moves there


def test_lone_transports_may_be_passed_by() -> None:
    play = combat("germany", zone("destroyer", "transport"))
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False)]
    assert rules_of(play, EndPhase()) == []


def test_by_option_ships_and_aircraft_that_moved_there_destroy_them_at_once() -> None:
    always = {"lone-transports": "destroyed"}
    play = combat("germany", zone("destroyer", "transport"), options=always)
    assert losses(play) == [("united-kingdom", "transport", 1, "defenceless")]
    play = combat("germany", zone("fighter [used=2]", LOADED), options=always)
    assert [loss[1] for loss in losses(play)] == ["transport", "infantry", "tank"]


def test_by_option_nothing_happens_to_escorted_ones_nor_where_only_transports_moved_or_nobody_did() -> None:
    always = {"lone-transports": "destroyed"}
    for stacks in (
        zone("destroyer", "transport, submarine"),
        zone("transport", "transport"),
        {ZONE: "germany: destroyer; united-kingdom: transport"},
    ):
        assert losses(combat("germany", stacks, options=always)) == []


# Chosen Last


@pytest.mark.section(
    "Step 2. Submarine Surprise Strike or Submerge (Sea Battles Only)",
    "Step 4. Defending Units Fire (Land and Sea Battles)",
)
def test_transports_are_chosen_only_when_nothing_else_is_left() -> None:
    play = fought("germany", zone("2 cruiser", "cruiser, destroyer, transport"), [3, 6], battle(ZONE))
    assert due(play) == "casualties united-kingdom"
    assert rules_of(play, Lose("transport")) == ["casualties/transports-last"]
    assert rules_of(play, Lose("cruiser")) == rules_of(play, Lose("destroyer")) == []


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_hits_beyond_the_other_units_go_on_transports() -> None:
    play = fought("germany", zone("3 cruiser", "destroyer, 3 transport"), [3, 3, 6, 6], battle(ZONE))
    assert losses(play)[:2] == [
        ("united-kingdom", "destroyer", 1, "combat"),
        ("united-kingdom", "transport", 1, "combat"),
    ]
    assert losses(play)[2] == ("united-kingdom", "transport", 2, "defenceless")


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_the_rule_holds_for_the_attacker_too() -> None:
    play = fought("germany", zone("destroyer, submarine, transport", "2 destroyer"), [6, 6, 2, 6], battle(ZONE))
    assert due(play) == "casualties germany"
    assert rules_of(play, Lose("transport")) == ["casualties/transports-last"]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_the_transport_with_the_least_cargo_is_lost_first() -> None:
    stacks = zone("cruiser, 2 bomber [used=2]", f"destroyer, {LOADED}, transport")
    play = fought("germany", stacks, [4, 4, 6, 6], battle(ZONE))
    assert due(play) == "casualties united-kingdom"
    play.submit(play.pending.default)
    assert losses(play) == [
        ("united-kingdom", "destroyer", 1, "combat"),
        ("united-kingdom", "transport", 1, "combat"),
        ("united-kingdom", "transport", 1, "defenceless"),
        ("united-kingdom", "infantry", 1, "cargo-lost"),
        ("united-kingdom", "tank", 1, "cargo-lost"),
    ]


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_the_owner_may_name_the_transport_that_is_lost_by_its_cargo() -> None:
    stacks = zone("cruiser, 2 bomber [used=2]", f"destroyer, {LOADED}, transport")
    play = fought("germany", stacks, [4, 4, 6, 6], battle(ZONE))
    assert rules_of(play, Lose("destroyer, transport", which="transport cargo=tank")) == ["casualties/which"]
    assert rules_of(play, Lose("destroyer, transport", which="2 transport empty")) == ["casualties/which"]
    play.submit(Lose("destroyer, transport", which="transport cargo=tank+infantry"))
    assert losses(play) == [
        ("united-kingdom", "destroyer", 1, "combat"),
        ("united-kingdom", "transport", 1, "combat"),
        ("united-kingdom", "infantry", 1, "cargo-lost"),
        ("united-kingdom", "tank", 1, "cargo-lost"),
        ("united-kingdom", "transport", 1, "defenceless"),
    ]


# Attacking transports are never defenceless


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)")
def test_attacking_transports_alone_face_one_round_and_may_then_retreat_or_stay() -> None:
    stacks = zone("3 transport", "destroyer, cruiser")
    play = fought("germany", stacks, [3, 6], battle(ZONE))
    assert losses(play) == [("germany", "transport", 1, "combat")]
    assert due(play) == "stay germany"
    retreated = fought("germany", stacks, [3, 6], battle(ZONE), Retreat("sea-zone-5"))
    assert ends(retreated) == [("sea", ZONE, 1, "defender", "retreat")]
    assert standing(retreated, "sea-zone-5") == f"germany: 2 transport [used=1 from={ZONE} fought moved]"
    stayed = fought("germany", stacks, [3, 6], battle(ZONE), Press())
    assert ends(stayed) == [("sea", ZONE, 1, "defender", "defenceless")]
    assert "2 transport" in standing(stayed, ZONE)


@pytest.mark.section("Step 4. Defending Units Fire (Land and Sea Battles)", "Condition A—Attacker and/or Defender Loses All Units")
def test_when_both_sides_have_only_transports_left_the_attackers_may_stay_or_retreat() -> None:
    stacks = zone("destroyer, transport", "destroyer, transport")
    play = fought("germany", stacks, [2, 2], battle(ZONE))
    assert due(play) == "stay germany"
    assert rules_of(play, Retreat("sea-zone-7")) == ["retreat/destination"]
    stayed = fought("germany", stacks, [2, 2], battle(ZONE), Press())
    assert ends(stayed) == [("sea", ZONE, 1, "none", "defenceless")]
    retreated = fought("germany", stacks, [2, 2], battle(ZONE), Retreat("sea-zone-5"))
    assert ends(retreated) == [("sea", ZONE, 1, "none", "retreat")]
