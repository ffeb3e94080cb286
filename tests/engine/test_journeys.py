"""The invariants see what units do in a turn by themselves: orders that the rules refuse are carried out here without being judged."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Load, Move, Offload, Place, Retreat
from engine.invariants import violations
from engine.orders import Order
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942 import positions as aa1942
from tests.global1939 import positions as global1939
from tests.global_war_1936 import positions as global_war

COAST = {"southern-europe": "germany: tank, infantry", "sea-zone-14": "germany: transport", "libya": "germany: tank"}
EMPTY = {"germany": "germany: bomber, 2 infantry", "poland": "germany: infantry"}
ABOARD, ASHORE = Load("tank", "southern-europe > sea-zone-14"), Offload("tank", "sea-zone-14 > libya")
DROP = Move("bomber, infantry", "germany > poland > baltic-states", drop=True)


def found(positions, stacks: dict[str, str], power: str, phase: str, *orders: Order, **more: object) -> list[str]:
    """What the invariants say of orders that nobody judges, each without its event."""
    play = positions.play_from(stacks, power, phase, strictness=Strictness.IGNORE, **more)
    for order in orders:
        play.submit(order)
    return [text.rpartition(": ")[2] for text in violations(positions.TITLE, play.events)]


def ends(positions, stacks: dict[str, str], phase: str, *orders: Order, **more: object) -> list[str]:
    """What the invariants say as the next turn begins, of orders of Germany that nobody judges."""
    play = positions.play_from(stacks, "germany", phase, strictness=Strictness.IGNORE, **more)
    for order in orders:
        play.submit(order)
    after = [ev.PhaseStarted("united-kingdom", "purchase-units", play.state.clock.turn + 1)]
    return [text.rpartition("): ")[2] for text in violations(positions.TITLE, [*play.events, *after])]


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_a_unit_put_ashore_does_not_go_on(phase: str) -> None:
    on = Move("2 tank", "libya > algeria")
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, Move("tank", "libya > algeria")) == []
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, on) == ["tank walks after it is put ashore"]


def test_a_unit_does_not_walk_before_it_is_loaded() -> None:
    stacks = {"western-europe": "germany: infantry", "sea-zone-14": "germany: transport"}
    orders = Move("infantry", "western-europe > southern-europe"), Load("infantry", "southern-europe > sea-zone-14")
    assert found(aa1942, stacks, "germany", "noncombat-move", *orders) == ["infantry is loaded after it walks"]


def test_units_and_ships_go_no_farther_than_they_may() -> None:
    far = Move("tank", "libya > algeria > libya > algeria")
    assert found(aa1942, COAST, "germany", "noncombat-move", far) == ["tank goes 3 spaces in a turn; expected at most 2"]
    sail = [Move("transport", f"sea-zone-{a} > sea-zone-{b}") for a, b in ((14, 13), (13, 12), (12, 13))]
    assert found(aa1942, COAST, "germany", "noncombat-move", *sail[:2]) == []
    assert found(aa1942, COAST, "germany", "noncombat-move", *sail) == ["transport goes 3 spaces in a turn; expected at most 2"]


def test_a_unit_that_was_dropped_does_not_go_on() -> None:
    held = {"poland": "germany", "baltic-states": "soviet-union", "belarus": "soviet-union"}
    on = Move("infantry", "baltic-states > belarus")
    assert found(global1939, EMPTY, "germany", "combat-move", DROP, control=held) == []
    assert found(global1939, EMPTY, "germany", "combat-move", DROP, on, control=held) == ["infantry walks after it is carried"]


@pytest.mark.parametrize(("value", "wrong"), [("stay", ["light-armor walks after it is put ashore"]), ("move", [])])
def test_global_war_s_option_lets_them_go_on(value: str, wrong: list[str]) -> None:
    stacks = {"rome": "italy: light-armor", "sea-zone-50": "italy: naval-transport"}
    orders = (
        Load("light-armor", "rome > sea-zone-50"),
        Offload("light-armor", "sea-zone-50 > northern-italy"),
        Move("light-armor", "northern-italy > southern-france"),
    )
    texts = found(global_war, stacks, "italy", "combat-move", *orders, options={"carried": value})
    assert [text for text in texts if "walks" in text] == wrong


def test_aircraft_go_no_farther_than_they_may_in_the_whole_turn() -> None:
    stacks = {"libya": "germany: fighter, bomber"}
    out, back = (
        Move("fighter, bomber", "libya > sea-zone-14 > sea-zone-13 > sea-zone-12"),
        "sea-zone-12 > sea-zone-13 > algeria",
    )
    home = [Move("fighter", back), Move("bomber", f"{back} > libya")]
    phases = [EndPhase(phase) for phase in ("combat-move", "conduct-combat")]
    assert found(aa1942, stacks, "germany", "combat-move", out, *phases, home[1]) == []
    assert found(aa1942, stacks, "germany", "combat-move", out, *phases, *home) == ["fighter goes 5 spaces in a turn; expected at most 4"]


def test_aircraft_land_where_it_was_friendly_as_the_turn_began() -> None:
    stacks = {"libya": "germany: fighter, tank", "anglo-egypt-sudan": ""}
    march, fly = Move("tank", "libya > anglo-egypt-sudan"), Move("fighter", "libya > anglo-egypt-sudan")
    phases = [EndPhase(phase) for phase in ("combat-move", "conduct-combat")]
    taken = ends(aa1942, stacks, "combat-move", march, *phases, fly)
    assert taken == ["fighter of germany has flown to anglo-egypt-sudan, which united-kingdom held as the turn began"]
    assert ends(aa1942, stacks, "combat-move", march, *phases, Move("fighter", "libya > algeria")) == []


@pytest.mark.parametrize(("option", "damage", "may"), [("on", {}, True), ("off", {}, False), ("on", {"normandy/air-base": 1}, False)])
def test_global_war_s_option_lets_aircraft_land_at_a_base_that_is_taken(option: str, damage: dict, may: bool) -> None:
    stacks = {"picardy": "germany: fighter, 3 infantry", "normandy": "france: air-base"}
    held = {"picardy": "germany", "normandy": "france"}
    orders = (
        Move("3 infantry", "picardy > normandy"),
        EndPhase("combat-move"),
        EndPhase("conduct-combat"),
        Move("fighter", "picardy > normandy"),
    )
    texts = ends(global_war, stacks, "combat-move", *orders, options={"captured-bases": option}, control=held, damage=damage)
    flown = "fighter of germany has flown to normandy, which france held as the turn began"
    assert ([] if may else [flown]) == [text for text in texts if "has flown" in text]


def test_an_aircraft_that_is_put_aboard_a_new_carrier_does_not_fly_there() -> None:
    zone = next(zone for zone in global_war.TITLE.neighbours["kyushu"] if zone.startswith("sea"))
    stacks = {"kyushu": "japan: fighter, major-factory, major-shipyard", zone: ""}
    around = Move("fighter", f"kyushu > {zone} > kyushu > {zone} > kyushu")
    orders = (around, EndPhase("noncombat-move"), Place("light-carrier, fighter", zone))
    more = {
        "control": {"kyushu": "japan"},
        "pool": {"japan": "light-carrier"},
        "options": {"carrier-aircraft": "advanced"},
    }
    assert found(global_war, stacks, "japan", "noncombat-move", *orders, **more) == []


def test_aircraft_end_on_a_deck() -> None:
    fly = [Move("fighter", "libya > sea-zone-14"), Move("fighter", "libya > sea-zone-14")]
    stacks = {"sea-zone-14": "germany: aircraft-carrier", "libya": "germany: 3 fighter"}
    assert ends(aa1942, stacks, "noncombat-move", *fly) == []
    assert ends(aa1942, stacks, "noncombat-move", *fly, fly[0])[-1].endswith("1 aircraft of the axis without a deck")


@pytest.mark.parametrize(("far", "wrong"), [(8, []), (9, ["fighter goes 9 spaces in a turn; expected at most 8"])])
def test_global_s_aircraft_rebase_eight_spaces(far: int, wrong: list[str]) -> None:
    path = " > ".join(["germany", "poland"] * 5)
    fly = Move("fighter", " > ".join(path.split(" > ")[: far + 1]))
    assert found(global1939, {"germany": "germany: fighter"}, "germany", "noncombat-move", fly) == wrong


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_a_transport_that_has_offloaded_neither_sails_nor_loads(phase: str) -> None:
    on = Move("transport", "sea-zone-14 > sea-zone-13")
    assert found(aa1942, COAST, "germany", phase, ABOARD, on) == []
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, on) == ["transport sails after it offloads"]
    assert found(aa1942, COAST, "germany", phase, ABOARD, ASHORE, Load("infantry", "southern-europe > sea-zone-14")) == [
        "transport loads after it offloads"
    ]


def test_who_has_moved_in_combat_does_not_move_in_noncombat() -> None:
    phases = [EndPhase(phase) for phase in ("combat-move", "conduct-combat")]
    march, back = Move("tank", "libya > algeria"), Move("tank", "algeria > libya")
    assert found(aa1942, COAST, "germany", "combat-move", march, back) == []
    assert found(aa1942, COAST, "germany", "combat-move", march, *phases, back) == [
        "tank walks in the noncombat-move after it walks in the combat-move"
    ]


def test_of_units_that_are_alike_those_that_are_left_have_done_what_the_others_have_not() -> None:
    """Four tanks stand in Libya, two that walked there in one move and two in another; two are lost, and two may not go on."""
    moved = "used=1 from=algeria moved"
    stacks = {"algeria": "germany: 2 tank", "libya": "germany: 2 tank"}
    play = aa1942.play_from({**COAST, **stacks, "southern-europe": "germany: 2 tank"}, "germany", "combat-move")
    done = [
        ev.UnitsMoved("germany", "tank", 2, "algeria", "libya", 1, "move", "", moved, ("algeria", "libya")),
        ev.UnitsMoved("germany", "tank", 2, "southern-europe", "sea-zone-14", 1, "load", "", "aboard", ("southern-europe", "sea-zone-14")),
        ev.UnitsMoved("germany", "tank", 2, "sea-zone-14", "libya", 1, "offload", "aboard", moved, ("sea-zone-14", "libya")),
        ev.UnitsRemoved("germany", "tank", 2, "libya", 1, "combat", moved),
        ev.UnitsMoved("germany", "tank", 2, "libya", "algeria", 1, "move", moved, moved, ("libya", "algeria", "libya", "algeria")),
    ]
    wrong = [text.rpartition("): ")[2] for text in violations(aa1942.TITLE, [*play.events, *done])]
    assert "tank goes 4 spaces in a turn; expected at most 2" in wrong


@pytest.mark.parametrize(
    ("phase", "option", "wrong"),
    [("noncombat-move", "attack", 1), ("combat-move", "attack", 1), ("combat-move", "apart", 1)],
)
def test_ships_do_not_come_to_stay_with_those_that_they_do_not_mix_with(phase: str, option: str, wrong: int) -> None:
    stacks = {"sea-zone-124": "united-kingdom: cruiser", "sea-zone-125": "soviet-union: submarine"}
    play = global1939.play_from(stacks, "united-kingdom", phase, options={"shared-seas": option}, strictness=Strictness.IGNORE)
    play.submit(Move("cruiser", "sea-zone-124 > sea-zone-125"))
    after = ev.PhaseStarted("italy", "research", play.state.clock.turn + 1)
    texts = violations(global1939.TITLE, [*play.events, after])
    assert len([text for text in texts if "cruiser of united-kingdom has come to sea-zone-125" in text]) == wrong
    fought = ev.UnitsChanged(
        "united-kingdom",
        "cruiser",
        1,
        "sea-zone-125",
        1,
        "used=1 from=sea-zone-124 moved",
        cause="fought",
        becomes="used=1 from=sea-zone-124 fought moved",
    )
    if phase == "combat-move":
        texts = violations(global1939.TITLE, [*play.events, fought, after])
        assert any("has come to sea-zone-125" in text for text in texts) == (option == "apart")


def test_of_units_of_one_stack_those_loaded_in_this_phase_go_ashore() -> None:
    near, far = "sea-zone-25", "sea-zone-24"
    stacks = {
        "london": "great-britain: 2 infantry",
        near: "great-britain: 2 naval-transport, destroyer",
        far: "germany: 3 destroyer",
        "normandy": "germany: infantry",
    }
    held = {"normandy": "germany", "picardy": "great-britain"}
    play = global_war.play_from(stacks, "great-britain", "combat-move", control=held, dice=[12] * 4)
    load = Load("infantry", f"london > {near}")
    sail = Move("naval-transport, destroyer", f"{near} > {far}", cargo="infantry")
    for order in (load, sail, Offload("infantry", f"{far} > normandy"), EndPhase(), global_war.battle(far), Retreat(near), EndPhase()):
        play.submit(order)
    for order in (load, Offload("infantry", f"{near} > picardy")):
        play.submit(order)
    assert violations(global_war.TITLE, play.events) == []
