"""Landings by transport as they are ordered: bridging, what an assault needs, and escorts that are ordered after it."""

from __future__ import annotations

import pytest

from engine.events import UnitsChanged
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.families.axis_allies.transports import declared
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import again, outcome, play_from, rules_of, standing
from tests.aa1942.test_transports import BRITAIN

pytestmark = pytest.mark.section("Transports / Unit Characteristics")


def test_bridging() -> None:
    """Loading and Offloading: load and offload without moving, into one territory, and then nothing more."""
    play = play_from(BRITAIN | {"algeria": ""}, "united-kingdom", "noncombat-move", control={"western-europe": "united-kingdom"})
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-7"))
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == ["noncombat-move/capacity"]
    outcome(play, Offload("tank, infantry", "sea-zone-7 > western-europe"))
    assert standing(play, "sea-zone-7") == "united-kingdom: transport [target=western-europe offloaded]"
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == ["noncombat-move/capacity"]
    assert rules_of(play, Move("transport", "sea-zone-7 > sea-zone-8")) == ["noncombat-move/offloaded"]


def test_a_transport_loads_no_more_once_it_has_offloaded() -> None:
    """Loading and Offloading: once it offloads, it cannot load again that turn, also where it has room; nor can an ally's."""
    held = {"western-europe": "united-kingdom"}
    two = "[cargo=united-kingdom/infantry+united-kingdom/tank]"
    aboard = "united-kingdom: infantry [aboard], tank [aboard]"
    mine = {"sea-zone-7": f"{aboard}, transport {two}", "united-kingdom": "united-kingdom: infantry"}
    ally = {"sea-zone-7": f"{aboard}; united-states: transport {two}", "united-kingdom": "united-kingdom: infantry"}
    for phase in ("combat-move", "noncombat-move"):
        for stacks, ship in ((mine, ""), (ally, "united-states")):
            play = play_from(stacks, "united-kingdom", phase, control=held)
            outcome(play, Offload("infantry", "sea-zone-7 > western-europe", ship))
            assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7", ship)) == [f"{phase}/capacity"]


@pytest.mark.section("Amphibious Assaults")
def test_an_amphibious_bridge() -> None:
    """Transports, Amphibious Assaults: a transport that stays where it is may attack over its zone."""
    play = play_from(BRITAIN, "united-kingdom", "combat-move")
    outcome(
        play,
        Load("tank, infantry", "united-kingdom > sea-zone-7"),
        Offload("tank, infantry", "sea-zone-7 > western-europe"),
    )
    assert rules_of(play, Move("transport", "sea-zone-7 > sea-zone-8")) == ["combat-move/offloaded"]
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == ["combat-move/capacity"]


@pytest.mark.section("Amphibious Assaults")
def test_declaring_an_assault_moves_nobody_yet() -> None:
    """Amphibious Assaults: it is announced now and launched in the conduct combat phase."""
    play = play_from(BRITAIN, "united-kingdom", "combat-move")
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-7"))
    made = outcome(play, Offload("tank, infantry", "sea-zone-7 > western-europe"))
    assert {type(event) for event in made} == {UnitsChanged}
    [(ship, items)] = declared(play.position, "western-europe")
    assert (ship[0], ship[2], items) == (
        "sea-zone-7",
        "transport",
        (("united-kingdom", "infantry"), ("united-kingdom", "tank")),
    )
    assert declared(again(play).position, "western-europe") == [(ship, items)]


def test_a_transport_offloads_into_one_territory_only() -> None:
    """Loading and Offloading: not in two territories during a single turn, neither at once nor one after the other."""
    stacks = BRITAIN | {
        "sea-zone-6": "united-kingdom: transport [cargo=united-kingdom/infantry+united-kingdom/tank], infantry [aboard], tank [aboard]"
    }
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(play, Offload("tank", "sea-zone-6 > norway"))
    assert rules_of(play, Offload("infantry", "sea-zone-6 > western-europe")) == ["combat-move/offload-cargo"]
    assert rules_of(play, Offload("infantry", "sea-zone-6 > united-kingdom")) == ["combat-move/offload-cargo"]
    assert rules_of(play, Offload("infantry", "sea-zone-6 > norway")) == []
    assert play.check(EndPhase()) == []


@pytest.mark.section("Amphibious Assaults")
def test_two_transports_may_attack_two_territories() -> None:
    """Amphibious Assault: land units from a single transport go into one hostile territory; other ships are free."""
    stacks = BRITAIN | {"sea-zone-6": "united-kingdom: 2 transport [cargo=united-kingdom/infantry], 2 infantry [aboard]"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(play, Offload("infantry", "sea-zone-6 > norway"), Offload("infantry", "sea-zone-6 > western-europe"))
    for area in ("norway", "western-europe"):
        assert [items for _, items in declared(play.position, area)] == [(("united-kingdom", "infantry"),)]


def test_ships_are_emptied_whole_where_they_can_be() -> None:
    """Orders name types, not pieces: an Offload takes ships whose whole load it names before it splits a load."""
    stacks = BRITAIN | {
        "sea-zone-6": "united-kingdom: transport [cargo=united-kingdom/infantry+united-kingdom/tank], "
        "transport [cargo=united-kingdom/infantry], 2 infantry [aboard], tank [aboard]"
    }
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(play, Offload("infantry", "sea-zone-6 > norway"))
    assert "transport [target=norway cargo=united-kingdom/infantry]" in standing(play, "sea-zone-6")


ESCORTED = BRITAIN | {"sea-zone-6": "germany: destroyer", "sea-zone-3": "united-kingdom: cruiser"}
SAIL = Move("transport", "sea-zone-7 > sea-zone-6")
ESCORT = Move("cruiser", "sea-zone-3 > sea-zone-6")


@pytest.mark.section("Amphibious Assaults", "Combat Move / Transports")
def test_an_assault_needs_a_zone_that_is_or_could_become_friendly() -> None:
    """Transports: it ends its move in a friendly sea zone, or one that could become friendly by sea combat."""
    alone = play_from(ESCORTED | {"sea-zone-3": ""}, "united-kingdom", "combat-move")
    outcome(alone, Load("infantry", "united-kingdom > sea-zone-7"))
    assert rules_of(alone, SAIL) == ["combat-move/undelivered"]
    old = "united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]; germany: destroyer"
    alone = play_from({"sea-zone-6": old}, "united-kingdom", "combat-move")
    assert rules_of(alone, Offload("infantry", "sea-zone-6 > norway")) == ["combat-move/amphibious-assault"]


@pytest.mark.section("Phase 2: Combat Move")
def test_the_escort_of_an_assault_may_be_ordered_after_it() -> None:
    """Phase 2: all combat movement takes place at the same time; the phase does not end while the escort is missing."""
    play = play_from(ESCORTED, "united-kingdom", "combat-move")
    outcome(play, Load("infantry", "united-kingdom > sea-zone-7"), SAIL)
    assert [problem.rule for problem in play.check(EndPhase())] == ["combat-move/undelivered"]
    outcome(play, Offload("infantry", "sea-zone-6 > norway"))
    [problem] = play.check(EndPhase())
    assert (problem.rule, problem.expected) == ("combat-move/undelivered", "cruiser sea-zone-3 > sea-zone-6")
    assert rules_of(play, Move("cruiser", "sea-zone-3 > sea-zone-2")) == ["combat-move/undelivered"]
    assert play.phase.owed(play.position) == [ESCORT]
    outcome(again(play), ESCORT, EndPhase())


@pytest.mark.section("Amphibious Assaults")
def test_loaded_cargo_that_sails_into_a_hostile_zone_must_attack_from_there() -> None:
    """Transports: it must offload in an assault, or retreat during the sea combat of one; so one must be declared."""
    play = play_from(ESCORTED, "united-kingdom", "combat-move")
    outcome(play, Load("infantry", "united-kingdom > sea-zone-7"), SAIL, ESCORT)
    assert [problem.rule for problem in play.check(EndPhase())] == ["combat-move/undelivered"]
    outcome(play, Offload("infantry", "sea-zone-6 > norway"))
    assert play.check(EndPhase()) == []


@pytest.mark.section("Combat Move / Transports")
def test_nothing_loaded_in_the_combat_move_stays_aboard_a_transport_that_has_offloaded() -> None:
    """Loading and Offloading: only cargo of a former turn, or loaded in the noncombat move, may remain at sea."""
    play = play_from(BRITAIN, "united-kingdom", "combat-move")
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-7"))
    assert rules_of(play, Offload("tank", "sea-zone-7 > united-kingdom")) == ["combat-move/undelivered"]
    assert rules_of(play, Offload("tank, infantry", "sea-zone-7 > united-kingdom")) == []
    old = {"sea-zone-7": "united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]"}
    play = play_from(BRITAIN | old, "united-kingdom", "combat-move")
    outcome(play, Load("infantry", "united-kingdom > sea-zone-7"), Offload("infantry", "sea-zone-7 > united-kingdom"))
    assert standing(play, "sea-zone-7").startswith("united-kingdom: infantry [aboard], transport")
    assert rules_of(play, EndPhase()) == []


@pytest.mark.section("Amphibious Assaults")
def test_a_record_of_an_unescorted_landing_is_told_so_where_it_becomes_hopeless() -> None:
    """Lenient replays: at the order that no other could set right, and not once more at the end."""
    stacks = ESCORTED | {"sea-zone-3": ""}
    play = play_from(stacks, "united-kingdom", "combat-move", strictness=Strictness.COLLECT)
    told = [play.submit(order) for order in (Load("infantry", "united-kingdom > sea-zone-7"), SAIL, EndPhase())]
    assert [[problem.rule for problem in problems] for problems in told] == [[], ["combat-move/undelivered"], []]


@pytest.mark.section("Amphibious Assaults")
def test_what_an_assault_relies_on_stays() -> None:
    """Transports: when what is to clear the zone moved on, the zone could not become friendly."""
    stacks = ESCORTED | {"sea-zone-3": "", "sea-zone-6": "united-kingdom: fighter [used=3]; germany: destroyer"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-7"), SAIL, Offload("tank", "sea-zone-6 > norway"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["combat-move/undelivered"]
    outcome(play, Offload("infantry", "sea-zone-6 > norway"))
    assert play.check(EndPhase()) == []
    assert rules_of(play, Move("fighter", "sea-zone-6 > united-kingdom")) == ["combat-move/undelivered"]


def test_nothing_is_offloaded_into_a_neutral_or_far_away_territory() -> None:
    """Neutral Territories; Spaces On The Game Board."""
    stacks = {"sea-zone-12": "united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    assert rules_of(play, Offload("infantry", "sea-zone-12 > spain")) == ["combat-move/offload"]
    assert rules_of(play, Offload("infantry", "sea-zone-12 > norway")) == ["combat-move/adjacent"]


LANDINGS = (
    ("sea-zone-8", "sea-zone-12", "sea-zone-9", "algeria"),
    ("sea-zone-13", "sea-zone-14", "sea-zone-15", "libya"),
    ("sea-zone-35", "sea-zone-36", "sea-zone-37", "french-indochina"),
    ("sea-zone-41", "sea-zone-45", "sea-zone-44", "solomon-islands"),
    ("sea-zone-38", "sea-zone-47", "sea-zone-46", "new-guinea"),
    ("sea-zone-49", "sea-zone-48", "sea-zone-50", "borneo"),
)
"""Landings far from each other: where the transport is, where the enemy's destroyer, where the escort, and the coast."""


@pytest.mark.section("Phase 2: Combat Move", "Amphibious Assaults")
@pytest.mark.parametrize("escorts", [len(LANDINGS), len(LANDINGS) - 1])
def test_however_many_landings_may_be_ordered_before_their_escorts(escorts: int) -> None:
    """Phase 2: all combat movement is simultaneous. A landing whose escort nowhere is remains refused."""
    stacks: dict[str, str] = {}
    for number, (start, zone, other, _) in enumerate(LANDINGS):
        stacks[start] = "united-states: transport [loaded cargo=united-states/infantry], infantry [aboard loaded]"
        stacks[zone] = f"{'germany' if number < 2 else 'japan'}: destroyer"
        if number < escorts:
            stacks[other] = "united-states: cruiser"
    play = play_from(stacks, "united-states", "combat-move")
    for number, (start, zone, _, coast) in enumerate(LANDINGS):
        refused = [] if number < escorts else ["combat-move/undelivered"]
        assert rules_of(play, Move("transport", f"{start} > {zone}")) == refused
        if not refused:
            outcome(play, Move("transport", f"{start} > {zone}"), Offload("infantry", f"{zone} > {coast}"))
    assert rules_of(play, EndPhase()) == ["combat-move/undelivered"]
    for _, zone, other, _ in LANDINGS[:escorts]:
        outcome(play, Move("cruiser", f"{other} > {zone}"))
    assert rules_of(play, EndPhase()) == ([] if escorts == len(LANDINGS) else ["combat-move/undelivered"])


ESCORTS = (
    ("sea-zone-37", "cruiser"),
    ("sea-zone-44", "battleship"),
    ("sea-zone-37", "destroyer"),
    ("sea-zone-46", "submarine"),
)
SHARED = (
    ("sea-zone-41", "sea-zone-45"),
    ("sea-zone-38", "sea-zone-47"),
    ("sea-zone-49", "sea-zone-48"),
    ("sea-zone-35", "sea-zone-36"),
)


@pytest.mark.section("Phase 2: Combat Move", "Amphibious Assaults")
def test_escorts_that_could_help_several_landings_are_shared_out_so_that_all_have_one() -> None:
    """Phase 2: all combat movement is simultaneous. Only the one in zone 44 reaches 45 and only those in 37 reach 36, one space each."""
    stacks: dict[str, str] = {}
    for start, zone in SHARED:
        stacks[start] = "united-states: transport [loaded cargo=united-states/infantry], infantry [aboard loaded]"
        stacks[zone] = "japan: destroyer"
    for area, unit in ESCORTS:
        stacks[area] = f"{stacks[area]}, {unit} [used=1 moved]" if area in stacks else f"united-states: {unit} [used=1 moved]"
    play = play_from(stacks, "united-states", "combat-move")
    for start, zone in SHARED:
        move = Move("transport", f"{start} > {zone}")
        assert rules_of(play, move) == [], move
        outcome(play, move)
