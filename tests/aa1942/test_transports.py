"""Sections Transports (Combat Move and Unit Profiles), Amphibious Assaults, Transporting Multinational Forces."""

from __future__ import annotations

import pytest

from engine.events import UnitsMoved
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.families.axis_allies.transports import sink
from engine.rules import EndPhase
from engine.state import Stack
from engine.strictness import Strictness
from tests.aa1942.positions import outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Transports / Unit Characteristics")

BRITAIN = {
    "united-kingdom": "united-kingdom: 3 infantry, 2 tank, artillery",
    "sea-zone-7": "united-kingdom: transport",
    "western-europe": "germany: infantry",
    "norway": "germany: infantry",
}
NONCOMBAT = {
    "sea-zone-10": "united-states: transport",
    "eastern-united-states": "united-states: 2 infantry, tank, anti-aircraft-gun",
    "eastern-canada": "united-states: infantry",
}


@pytest.mark.parametrize(
    "load",
    [
        "infantry",
        "2 infantry",
        "tank",
        "tank, infantry",
        "artillery, infantry",
        "artillery",
        "anti-aircraft-gun, infantry",
        "anti-aircraft-gun",
    ],
)
def test_a_transport_holds_one_land_unit_and_one_infantry(load: str) -> None:
    """Carry Land Units: any one land unit, plus one additional infantry."""
    stacks = NONCOMBAT | {"eastern-united-states": "united-states: 3 infantry, 2 tank, 2 artillery, anti-aircraft-gun"}
    play = play_from(stacks, "united-states", "noncombat-move")
    assert rules_of(play, Load(load, "eastern-united-states > sea-zone-10")) == []


@pytest.mark.parametrize("load", ["3 infantry", "2 tank", "tank, artillery", "anti-aircraft-gun, tank", "tank, 2 infantry", "2 artillery"])
def test_a_transport_holds_no_more(load: str) -> None:
    """Carry Land Units: two large units, or three units, are too many for one transport, in one order or two."""
    stacks = NONCOMBAT | {"eastern-united-states": "united-states: 3 infantry, 2 tank, 2 artillery, anti-aircraft-gun"}
    play = play_from(stacks, "united-states", "noncombat-move")
    assert rules_of(play, Load(load, "eastern-united-states > sea-zone-10")) == ["noncombat-move/capacity"]
    for unit in load.replace("3 infantry", "infantry, infantry, infantry").replace("2 ", "").split(", "):
        if rules_of(play, Load(unit, "eastern-united-states > sea-zone-10")):
            return
        outcome(play, Load(unit, "eastern-united-states > sea-zone-10"))
    assert rules_of(play, Load(unit, "eastern-united-states > sea-zone-10")) == ["noncombat-move/capacity"]


def test_a_load_is_packed_so_that_it_fits() -> None:
    """Carry Land Units: the order says what goes, not which ship; large units are spread first."""
    stacks = NONCOMBAT | {"sea-zone-10": "united-states: 2 transport"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Load("2 infantry, tank, anti-aircraft-gun", "eastern-united-states > sea-zone-10"))
    assert standing(play, "sea-zone-10") == (
        "united-states: anti-aircraft-gun [loaded aboard], 2 infantry [loaded aboard], tank [loaded aboard], "
        "transport [cargo=united-states/anti-aircraft-gun+united-states/infantry], "
        "transport [cargo=united-states/infantry+united-states/tank]"
    )


def test_cargo_goes_with_its_ship() -> None:
    """Transports: land units aboard are cargo; of two ships `cargo` picks the one."""
    stacks = {"sea-zone-10": "united-states: transport, transport [cargo=united-states/tank], tank [aboard]"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Move("transport", "sea-zone-10 > sea-zone-9", cargo="tank"))
    assert standing(play, "sea-zone-9") == "united-states: tank [aboard], transport [used=1 from=sea-zone-10 cargo=united-states/tank]"
    outcome(play, Move("transport", "sea-zone-10 > sea-zone-11"))
    assert standing(play, "sea-zone-11") == "united-states: transport [used=1 from=sea-zone-10]"


def test_without_a_choice_of_cargo_empty_ships_go_first() -> None:
    """Orders name types, not pieces: a Move without `cargo` takes ships with the smaller load."""
    stacks = {"sea-zone-10": "united-states: transport, transport [cargo=united-states/tank], tank [aboard]"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Move("transport", "sea-zone-10 > sea-zone-11"))
    assert standing(play, "sea-zone-10") == "united-states: tank [aboard], transport [cargo=united-states/tank]"


def test_cargo_does_not_move_by_itself() -> None:
    """Transports: land units aboard are considered cargo until they offload."""
    stacks = {"sea-zone-10": "united-states: transport [cargo=united-states/tank], tank [aboard]"}
    play = play_from(stacks, "united-states", "noncombat-move")
    assert rules_of(play, Move("tank", "sea-zone-10 > eastern-united-states"))[-1] == "noncombat-move/units"


def test_loading_is_a_land_units_entire_move() -> None:
    """Loading and Offloading: it cannot move before loading or after offloading."""
    play = play_from(NONCOMBAT | {"central-united-states": "united-states: tank"}, "united-states", "noncombat-move")
    outcome(play, Move("tank", "central-united-states > eastern-united-states"))
    assert rules_of(play, Load("2 tank", "eastern-united-states > sea-zone-10")) == ["noncombat-move/loading"]
    outcome(
        play,
        Load("tank", "eastern-united-states > sea-zone-10"),
        Offload("tank", "sea-zone-10 > central-united-states"),
    )
    assert rules_of(play, Move("tank", "central-united-states > eastern-united-states")) == ["noncombat-move/moved"]


@pytest.mark.section("Amphibious Assaults", "Combat Move / Transports")
def test_a_transport_picks_up_twice_on_its_way_to_an_assault() -> None:
    """Loading and Offloading: pick up cargo, move one zone, pick up more, move one more, offload at the end."""
    play = play_from(NONCOMBAT | {"algeria": "germany: infantry"}, "united-states", "combat-move")
    outcome(
        play,
        Load("infantry", "eastern-united-states > sea-zone-10"),
        Move("transport", "sea-zone-10 > sea-zone-9"),
        Load("infantry", "eastern-canada > sea-zone-9"),
        Move("transport", "sea-zone-9 > sea-zone-12"),
        Offload("2 infantry", "sea-zone-12 > algeria"),
    )
    assert standing(play, "sea-zone-12") == (
        "united-states: 2 infantry [target=algeria loaded aboard], transport [used=2 from=sea-zone-9 target=algeria loaded moved "
        "cargo=united-states/infantry+united-states/infantry]"
    )
    assert play.check(EndPhase()) == []


@pytest.mark.section("Where Units Can Move")
def test_a_transport_picks_up_twice_in_the_noncombat_move() -> None:
    """Loading and Offloading: before, during and after it moves, and any number offload into a friendly territory."""
    play = play_from(NONCOMBAT, "united-states", "noncombat-move", control={"algeria": "united-kingdom"})
    outcome(
        play,
        Load("tank", "eastern-united-states > sea-zone-10"),
        Move("transport", "sea-zone-10 > sea-zone-9"),
        Load("infantry", "eastern-canada > sea-zone-9"),
        Move("transport", "sea-zone-9 > sea-zone-12", cargo="tank, infantry"),
        Offload("tank, infantry", "sea-zone-12 > algeria"),
    )
    assert standing(play, "algeria") == "united-states: infantry [from=sea-zone-12 moved], tank [from=sea-zone-12 moved]"
    assert standing(play, "sea-zone-12") == "united-states: transport [used=2 from=sea-zone-9 target=algeria offloaded]"


@pytest.mark.section("Where Units Can Move")
def test_cargo_may_stay_at_sea_when_loaded_in_the_noncombat_move_or_before() -> None:
    """Loading and Offloading: a transport can remain at sea with it."""
    play = play_from(NONCOMBAT, "united-states", "noncombat-move")
    outcome(play, Load("tank, infantry", "eastern-united-states > sea-zone-10"))
    assert play.check(EndPhase()) == []
    old = play_from(
        {"sea-zone-10": "united-states: transport [cargo=united-states/tank], tank [aboard]"},
        "united-states",
        "combat-move",
    )
    assert old.check(EndPhase()) == []


@pytest.mark.section("Combat Move / Transports")
def test_cargo_loaded_in_the_combat_move_must_go_ashore() -> None:
    """Transports: it must be offloaded to attack; the phase does not end before."""
    play = play_from(BRITAIN, "united-kingdom", "combat-move")
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-7"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["combat-move/undelivered"]
    outcome(play, Offload("tank", "sea-zone-7 > western-europe"))
    assert [problem.rule for problem in play.check(EndPhase())] == ["combat-move/undelivered"]
    owed = play.phase.owed(play.position)
    assert owed == [Offload("infantry", "sea-zone-7 > western-europe", cargo="infantry (united-kingdom), tank (united-kingdom)")]
    outcome(play, *owed)
    assert play.check(EndPhase()) == []


@pytest.mark.section("Combat Move / Transports")
def test_nothing_is_loaded_that_could_not_attack() -> None:
    """Transports: in strict combat moves loading needs a hostile coast in reach, and sailing must keep one."""
    stacks = {
        "union-of-south-africa": "united-kingdom: infantry",
        "sea-zone-27": "united-kingdom: transport",
        "india": "united-kingdom: infantry",
        "sea-zone-35": "united-kingdom: transport",
    }
    play = play_from(stacks, "united-kingdom", "combat-move", options={"combat-moves": "strict"})
    assert rules_of(play, Load("infantry", "union-of-south-africa > sea-zone-27")) == ["combat-move/undelivered"]
    outcome(play, Load("infantry", "india > sea-zone-35"))
    assert rules_of(play, Move("transport", "sea-zone-35 > sea-zone-32")) == ["combat-move/purpose"]
    stacks["sea-zone-32"] = "japan: submarine"
    play = play_from(stacks, "united-kingdom", "combat-move", options={"combat-moves": "strict"})
    outcome(play, Load("infantry", "india > sea-zone-35"))
    assert rules_of(play, Move("transport", "sea-zone-35 > sea-zone-32")) == ["combat-move/undelivered"]
    assert rules_of(play, Move("transport", "sea-zone-35 > sea-zone-37")) == []


@pytest.mark.section("Combat Move / Transports")
def test_loaded_cargo_cannot_be_carried_out_to_sea() -> None:
    """Transports: even when noncombat moves are free, the ship must keep a coast where it can offload in reach."""
    play = play_from(BRITAIN, "united-kingdom", "combat-move")
    outcome(play, Load("infantry", "united-kingdom > sea-zone-7"))
    assert rules_of(play, Move("transport", "sea-zone-7 > sea-zone-12 > sea-zone-11")) == ["combat-move/undelivered"]
    assert rules_of(play, Move("transport", "sea-zone-7 > sea-zone-12")) == []


def test_cargo_does_not_go_from_ship_to_ship() -> None:
    """Loading and Offloading: nor can it offload cargo onto another transport."""
    stacks = {"sea-zone-12": "united-kingdom: 2 transport [cargo=united-kingdom/infantry], 2 infantry [aboard]"}
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    assert rules_of(play, Offload("infantry", "sea-zone-12 > sea-zone-12")) == ["noncombat-move/space"]


@pytest.mark.section("Where Units Can Move")
def test_in_the_noncombat_move_transports_offload_to_friends_only() -> None:
    """Where Units Can Move: friendly coastal territories; those captured this turn are friendly by now."""
    stacks = {"sea-zone-12": "united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]"}
    assert rules_of(play_from(stacks, "united-kingdom", "noncombat-move"), Offload("infantry", "sea-zone-12 > algeria")) == [
        "noncombat-move/offload"
    ]
    taken = play_from(stacks, "united-kingdom", "noncombat-move", taken={"algeria": "united-kingdom"})
    outcome(taken, Offload("infantry", "sea-zone-12 > algeria"))
    assert standing(taken, "algeria") == "united-kingdom: infantry [from=sea-zone-12 moved]"


@pytest.mark.section("Where Units Can Move")
@pytest.mark.parametrize("state", ["loaded", "used=1 from=sea-zone-8 moved", "target=norway offloaded", "fought"])
def test_transports_busy_before_do_nothing_in_the_noncombat_move(state: str) -> None:
    """Where Units Can Move: unless they loaded, moved, offloaded, or were involved in combat."""
    stacks = BRITAIN | {"sea-zone-7": f"united-kingdom: transport [{state} cargo=united-kingdom/infantry], infantry [aboard]"}
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-7")) == ["noncombat-move/capacity"]
    assert rules_of(play, Offload("infantry", "sea-zone-7 > united-kingdom")) == ["noncombat-move/offload-cargo"]
    [problem] = play.check(Move("transport", "sea-zone-7 > sea-zone-8"))
    assert problem.rule in ("noncombat-move/moved", "noncombat-move/offloaded")


@pytest.mark.section("Anti-aircraft Guns / Unit Characteristics")
def test_guns_loaded_before_are_carried_but_do_not_attack() -> None:
    """Anti-aircraft Guns/Limited Move: carried on a transport if loaded on a prior turn; offloading waits."""
    stacks = {"sea-zone-7": "united-kingdom: transport [cargo=united-kingdom/anti-aircraft-gun], anti-aircraft-gun [aboard]"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    assert rules_of(play, Offload("anti-aircraft-gun", "sea-zone-7 > western-europe")) == ["combat-move/anti-aircraft-guns"]
    outcome(play, Move("transport", "sea-zone-7 > sea-zone-8"))
    assert standing(play, "sea-zone-8").startswith("united-kingdom: anti-aircraft-gun [aboard]")


@pytest.mark.section("Transporting Multinational Forces")
def test_allied_transports_carry_in_three_steps() -> None:
    """Transporting Multinational Forces: load on your turn, be carried on theirs, offload on your next."""
    stacks = {"sea-zone-8": "united-kingdom: transport", "united-kingdom": "united-states: tank, infantry"}
    play = play_from(stacks, "united-states", "noncombat-move")
    outcome(play, Load("tank, infantry", "united-kingdom > sea-zone-8", ship="united-kingdom"))
    aboard = (
        "united-kingdom: transport [cargo=united-states/infantry+united-states/tank]; "
        "united-states: infantry [loaded aboard], tank [loaded aboard]"
    )
    assert standing(play, "sea-zone-8") == aboard
    assert rules_of(play, Offload("tank", "sea-zone-8 > united-kingdom", ship="united-kingdom")) == ["noncombat-move/offload-cargo"]

    theirs = play_from({"sea-zone-8": aboard.replace("loaded ", "")}, "united-kingdom", "noncombat-move")
    assert rules_of(theirs, Offload("tank", "sea-zone-8 > united-kingdom")) == ["noncombat-move/units"]
    outcome(theirs, Move("transport", "sea-zone-8 > sea-zone-7"))
    carried = standing(theirs, "sea-zone-7")
    assert carried == (
        "united-kingdom: transport [used=1 from=sea-zone-8 cargo=united-states/infantry+united-states/tank]; "
        "united-states: infantry [aboard], tank [aboard]"
    )

    carried = carried.replace("used=1 from=sea-zone-8 ", "")
    mine = play_from({"sea-zone-7": carried, "western-europe": "germany: infantry"}, "united-states", "combat-move")
    assert rules_of(mine, Move("transport", "sea-zone-7 > sea-zone-8"))[-1] == "combat-move/units"
    outcome(mine, Offload("tank, infantry", "sea-zone-7 > western-europe", ship="united-kingdom"))
    assert "transport [target=western-europe cargo=united-states/infantry+united-states/tank]" in standing(mine, "sea-zone-7")


@pytest.mark.section("Transporting Multinational Forces")
def test_the_ships_of_two_powers_are_kept_apart() -> None:
    """Transporting Multinational Forces: an order uses its own power's ships unless it names another's."""
    stacks = {"sea-zone-8": "united-kingdom: transport", "united-kingdom": "united-states: infantry"}
    play = play_from(stacks, "united-states", "noncombat-move")
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-8")) == ["noncombat-move/capacity"]
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-8", ship="germany")) == ["noncombat-move/ship"]


@pytest.mark.section("Transporting Multinational Forces")
def test_powers_share_the_room_of_a_transport() -> None:
    """Carry Land Units: land units belonging to you or to friendly powers, within one capacity."""
    stacks = {
        "sea-zone-8": "united-kingdom: transport [cargo=united-states/tank]; united-states: tank [aboard]",
        "united-kingdom": "united-kingdom: infantry, artillery",
    }
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    assert rules_of(play, Load("artillery", "united-kingdom > sea-zone-8")) == ["noncombat-move/capacity"]
    outcome(play, Load("infantry", "united-kingdom > sea-zone-8"))
    assert "cargo=united-kingdom/infantry+united-states/tank" in standing(play, "sea-zone-8")


def test_offloading_to_friends_in_the_combat_move_gains_nothing() -> None:
    """Phase 2, note: a transport may offload to friends early; it has then done all it does this turn."""
    stacks = {"sea-zone-7": "united-kingdom: transport [cargo=united-kingdom/infantry], infantry [aboard]"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    [moved, changed] = outcome(play, Offload("infantry", "sea-zone-7 > united-kingdom"))
    assert isinstance(moved, UnitsMoved) and moved.cause == "offload"
    assert changed.becomes == "target=united-kingdom offloaded"
    assert rules_of(play, Move("transport", "sea-zone-7 > sea-zone-8")) == ["combat-move/offloaded"]


@pytest.mark.section("Step 1. Place Units Along The Battle Strip")
def test_a_sunk_transport_takes_its_own_cargo_down() -> None:
    """Transports: cargo is destroyed if the transport is destroyed; the cargo of other ships is not."""
    stacks = {
        "sea-zone-7": "united-kingdom: transport [target=norway cargo=united-kingdom/infantry+united-kingdom/tank], "
        "transport [cargo=united-kingdom/infantry], infantry [target=norway aboard], infantry [aboard], "
        "tank [target=norway aboard]"
    }
    play = play_from(stacks, "united-kingdom", "conduct-combat")
    key = Stack(
        "sea-zone-7",
        "united-kingdom",
        "transport",
        1,
        "target=norway cargo=united-kingdom/infantry+united-kingdom/tank",
    )
    sink(play, key, 1, "combat", 3)
    assert standing(play, "sea-zone-7") == "united-kingdom: infantry [aboard], transport [cargo=united-kingdom/infantry]"
    assert [(event.unit, event.cause, event.battle) for event in play.events[-3:]] == [
        ("transport", "combat", 3),
        ("infantry", "cargo-lost", 3),
        ("tank", "cargo-lost", 3),
    ]


def test_forgiving_readers_load_and_offload_what_they_can() -> None:
    """Lenient replays: as many units as there are and as there is room for; nothing crashes where nothing is right."""
    play = play_from(BRITAIN, "united-kingdom", "noncombat-move", strictness=Strictness.COLLECT)
    play.submit(Load("3 infantry, 4 tank", "united-kingdom > sea-zone-7"))
    assert standing(play, "sea-zone-7").endswith("transport [cargo=united-kingdom/infantry+united-kingdom/infantry]")
    play.submit(Offload("3 infantry", "sea-zone-7 > western-europe"))
    assert standing(play, "western-europe") == "germany: infantry; united-kingdom: 2 infantry [from=sea-zone-7 moved]"
    assert [problem.rule for problem in play.submit(Offload("tank", "sea-zone-7 > norway"))] == ["noncombat-move/adjacent"]
    assert [problem.rule for problem in play.submit(Load("infantry", "norway > sea-zone-8"))] == ["noncombat-move/adjacent"]


def test_an_order_can_ask_for_ships_that_carry_nothing() -> None:
    """Transports: ships with something aboard are filled first, unless `cargo` says `empty`."""
    stacks = NONCOMBAT | {"sea-zone-10": "united-states: transport, transport [cargo=united-states/tank], tank [aboard]"}
    play = play_from(stacks, "united-states", "noncombat-move")
    assert rules_of(play, Load("infantry", "eastern-united-states > sea-zone-10", cargo="empty")) == []
    outcome(play, Load("infantry", "eastern-united-states > sea-zone-10", cargo="empty"))
    assert standing(play, "sea-zone-10") == (
        "united-states: infantry [loaded aboard], tank [aboard], "
        "transport [cargo=united-states/infantry], transport [cargo=united-states/tank]"
    )
    assert rules_of(play, Move("transport", "sea-zone-10 > sea-zone-9", cargo="empty")) == ["noncombat-move/units"]
    assert rules_of(play, Load("infantry", "eastern-united-states > sea-zone-10", cargo="empty")) == ["noncombat-move/capacity"]


def test_only_the_word_empty_stands_for_no_load() -> None:
    """Transports: `empty` is a load, not a unit."""
    play = play_from(NONCOMBAT, "united-states", "noncombat-move")
    assert rules_of(play, Load("empty", "eastern-united-states > sea-zone-10")) == ["noncombat-move/words"]
    assert rules_of(play, Load("infantry", "eastern-united-states > sea-zone-10", cargo="void")) == ["noncombat-move/words"]


@pytest.mark.parametrize("unit", ["tank", "infantry"])
@pytest.mark.section("Phase 2: Combat Move")
def test_what_came_ashore_in_the_combat_move_goes_no_further(unit: str) -> None:
    """Carry Land Units: offloading is a unit's entire move; it moves neither before it is loaded nor after it is offloaded."""
    stacks = {"southern-europe": f"germany: {unit}", "sea-zone-14": "germany: transport", "anglo-egypt-sudan": "united-kingdom: infantry"}
    attack = Move(unit, "libya > anglo-egypt-sudan")
    there = play_from(stacks | {"libya": f"germany: {unit}"}, "germany", "combat-move")
    assert rules_of(there, attack) == []
    play = play_from(stacks, "germany", "combat-move")
    outcome(play, Load(unit, "southern-europe > sea-zone-14"), Offload(unit, "sea-zone-14 > libya"))
    assert rules_of(play, attack) == ["combat-move/carried"]
    assert rules_of(play, Load(unit, "libya > sea-zone-14")) != []
    outcome(play, EndPhase(phase="conduct-combat"))
    assert rules_of(play, Move(unit, "libya > algeria")) == ["noncombat-move/moved"]


def test_what_came_ashore_in_the_noncombat_move_goes_no_further() -> None:
    """Carry Land Units: the same holds in the noncombat move."""
    stacks = {"southern-europe": "germany: tank", "sea-zone-14": "germany: transport"}
    play = play_from(stacks, "germany", "noncombat-move")
    outcome(play, Load("tank", "southern-europe > sea-zone-14"), Offload("tank", "sea-zone-14 > libya"))
    assert rules_of(play, Move("tank", "libya > algeria")) == ["noncombat-move/moved"]
