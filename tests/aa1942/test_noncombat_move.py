"""Section Phase 4: Noncombat Move: land units, guns, and the landing of aircraft."""

from __future__ import annotations

import pytest

from engine.events import UnitsMoved, UnitsRemoved
from engine.families.axis_allies.movement.landing import stranded, unlanded, ways_home
from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE, events_after, outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Phase 4: Noncombat Move", "Where Units Can Move")

MUST = ["noncombat-move/must-land"]
ENDING = EndPhase()


def ending(play) -> list[str]:
    """Rules that ending the phase would break."""
    return [problem.rule for problem in play.check(ENDING)]


def test_land_units_move_into_friendly_territory() -> None:
    """Where Units Can Move/Land Units: a power's own, an ally's, and what was captured this turn."""
    stacks = {"russia": "soviet-union: 3 infantry, tank"}
    play = play_from(
        stacks,
        "soviet-union",
        "noncombat-move",
        control={"archangel": "united-kingdom"},
        taken={"west-russia": "soviet-union"},
    )
    for area in ("caucasus", "archangel", "west-russia"):
        outcome(play, Move("infantry", f"russia > {area}"))
        assert standing(play, area) == "soviet-union: infantry [used=1 from=russia]"
    [moved] = outcome(play, Move("tank", "russia > caucasus > kazakh-ssr"))
    assert isinstance(moved, UnitsMoved) and moved.cause == "noncombat"


def test_land_units_do_not_enter_hostile_territory() -> None:
    """Where Units Can Move/Land Units: not even one without combat units that is enemy-controlled; no blitzing either."""
    play = play_from({"russia": "soviet-union: infantry, tank"}, "soviet-union", "noncombat-move")
    assert rules_of(play, Move("infantry", "russia > west-russia")) == ["noncombat-move/land-units"]
    assert rules_of(play, Move("tank", "russia > west-russia > caucasus")) == ["noncombat-move/land-units"]


@pytest.mark.parametrize("state", ["used=1 from=karelia-ssr moved", "from=sea-zone-4 moved", "fought"])
def test_land_units_that_moved_or_fought_stay(state: str) -> None:
    """Phase 4: units that did not move in the combat move or participate in combat."""
    play = play_from({"archangel": f"soviet-union: tank [{state}]"}, "soviet-union", "noncombat-move")
    assert rules_of(play, Move("tank", "archangel > russia")) == ["noncombat-move/moved"]


def test_a_tank_may_move_in_two_orders() -> None:
    """Unit Profiles/Tanks: two spaces in all."""
    play = play_from({"russia": "soviet-union: tank"}, "soviet-union", "noncombat-move")
    outcome(play, Move("tank", "russia > caucasus"), Move("tank", "caucasus > kazakh-ssr"))
    assert rules_of(play, Move("tank", "kazakh-ssr > russia")) == ["noncombat-move/range"]


@pytest.mark.section("Anti-aircraft Guns / Unit Characteristics")
def test_guns_move_now() -> None:
    """Where Units Can Move: the only phase in which anti-aircraft guns can move, one space."""
    play = play_from({"russia": "soviet-union: anti-aircraft-gun"}, "soviet-union", "noncombat-move")
    assert rules_of(play, Move("anti-aircraft-gun", "russia > caucasus > kazakh-ssr")) == ["noncombat-move/range"]
    outcome(play, Move("anti-aircraft-gun", "russia > caucasus"))
    assert standing(play, "caucasus") == "soviet-union: anti-aircraft-gun [used=1 from=russia]"


@pytest.mark.section("Anti-aircraft Guns / Unit Characteristics")
def test_a_gun_captured_this_turn_does_not_move() -> None:
    """Conclude Combat: if you capture a gun, you cannot move it in the noncombat move of the same turn."""
    play = play_from(
        {"ukraine-ssr": "soviet-union: anti-aircraft-gun [captured]"},
        "soviet-union",
        "noncombat-move",
        taken={"ukraine-ssr": "soviet-union"},
    )
    assert rules_of(play, Move("anti-aircraft-gun", "ukraine-ssr > caucasus")) == ["noncombat-move/captured"]


def test_raids_are_over() -> None:
    """Strategic Bombing Raids: they are declared in the combat move."""
    play = play_from(
        {"germany": "germany: bomber, industrial-complex", "russia": "soviet-union: industrial-complex"}, "germany", "noncombat-move"
    )
    assert rules_of(play, Move("bomber", "germany > balkans", raid=True)) == ["noncombat-move/raid"]


def test_aircraft_move_again_as_far_as_they_still_can() -> None:
    """Air Units: the movement of the whole turn counts; what fought may fly home."""
    play = play_from({"caucasus": "germany: fighter [used=3 fought]; soviet-union: infantry"}, "germany", "noncombat-move")
    assert rules_of(play, Move("fighter", "caucasus > ukraine-ssr > balkans")) == ["noncombat-move/range"]
    [moved] = outcome(play, Move("fighter", "caucasus > ukraine-ssr"))
    assert (moved.cause, moved.becomes) == ("landing", "used=4 fought")


def test_aircraft_that_have_not_flown_may_move_too() -> None:
    """Phase 4: a good time to reinforce; six spaces for a bomber, over enemies as well."""
    play = play_from({"germany": "germany: bomber", "sea-zone-14": "united-kingdom: battleship"}, "germany", "noncombat-move")
    path = "germany > southern-europe > sea-zone-14 > libya > algeria"
    assert rules_of(play, Move("bomber", path)) == []
    assert rules_of(play, Move("bomber", path + " > sea-zone-13 > western-europe > germany")) == ["noncombat-move/range"]


def test_aircraft_do_not_end_on_land_taken_this_turn() -> None:
    """Noncombat Move/Air Units: neither land that was hostile when the turn began nor enemy land."""
    play = play_from(
        {"ukraine-ssr": "germany: fighter [used=4 fought], fighter [used=3 fought]"},
        "germany",
        "noncombat-move",
        control={"ukraine-ssr": "soviet-union"},
        taken={"ukraine-ssr": "germany"},
    )
    assert ending(play) == MUST
    assert rules_of(play, Move("fighter", "ukraine-ssr > caucasus")) == ["noncombat-move/landing"]
    outcome(play, Move("fighter", "ukraine-ssr > balkans"))
    assert ending(play) == []  # the other cannot fly on
    start = len(play.events)
    outcome(play, ENDING)
    assert events_after(play, start, UnitsRemoved) == [
        UnitsRemoved("germany", "fighter", 1, "ukraine-ssr", 1, "no-landing", "used=4 fought")
    ]


def test_aircraft_cannot_be_flown_out_of_reach_of_landing() -> None:
    """Noncombat Move/Air Units: you cannot deliberately move an air unit out of range of a potential safe landing space."""
    play = play_from({"western-europe": "germany: fighter, bomber"}, "germany", "noncombat-move")
    away = "western-europe > sea-zone-7 > sea-zone-8"
    assert rules_of(play, Move("fighter", away + " > sea-zone-9")) == ["noncombat-move/landing"]
    assert rules_of(play, Move("fighter", away)) == []
    assert rules_of(play, Move("bomber", away + " > sea-zone-9")) == []


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_land_on_carriers_with_room() -> None:
    """Noncombat Move/Air Units: in a sea zone with a friendly carrier; a landing spot must be available on it."""
    stacks = {"sea-zone-50": "japan: aircraft-carrier", "sea-zone-51": "japan: 3 fighter [used=3 fought]"}
    play = play_from(stacks, "japan", "noncombat-move", control={"caroline-islands": "united-states"})
    assert rules_of(play, Move("3 fighter", "sea-zone-51 > sea-zone-50")) == ["noncombat-move/landing"]
    outcome(play, Move("2 fighter", "sea-zone-51 > sea-zone-50"))
    assert standing(play, "sea-zone-50") == "japan: aircraft-carrier [moved], 2 fighter [used=4 fought landed]"
    assert rules_of(play, Move("fighter", "sea-zone-51 > sea-zone-50")) == ["noncombat-move/landing"]
    outcome(play, Move("fighter", "sea-zone-51 > wake-island"))
    assert ending(play) == []


def test_bombers_do_not_land_on_carriers() -> None:
    """Noncombat Move/Air Units: only fighters can land in a sea zone."""
    play = play_from({"sea-zone-51": "japan: aircraft-carrier, bomber [used=5 fought]"}, "japan", "noncombat-move")
    assert ending(play) == MUST  # wake-island is near
    lost = play_from({"sea-zone-51": "japan: aircraft-carrier, bomber [used=6 fought]"}, "japan", "noncombat-move")
    assert ending(lost) == []
    outcome(lost, ENDING)
    assert standing(lost, "sea-zone-51") == "japan: aircraft-carrier"


def test_aircraft_too_many_for_all_landing_places_are_lost() -> None:
    """Noncombat Move/Air Units: those that cannot land are destroyed; as many as can must land."""
    stacks = {"sea-zone-50": "japan: aircraft-carrier", "sea-zone-51": "japan: 4 fighter [used=3 fought]"}
    control = dict.fromkeys(("wake-island", "caroline-islands"), "united-states")
    play = play_from(stacks, "japan", "noncombat-move", control=control)
    assert (stranded(play.position), ending(play)) == (2, MUST)
    outcome(play, Move("2 fighter", "sea-zone-51 > sea-zone-50"))
    assert ending(play) == []
    outcome(play, ENDING)
    assert standing(play, "sea-zone-51") == ""


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_land_on_an_allys_carrier() -> None:
    """Aircraft Carriers: friendly fighters land on it; its other guests take room."""
    stacks = {"sea-zone-50": "germany: aircraft-carrier, fighter", "sea-zone-51": "japan: 2 fighter [used=3 fought]"}
    play = play_from(stacks, "japan", "noncombat-move", control={"caroline-islands": "united-states"})
    assert rules_of(play, Move("2 fighter", "sea-zone-51 > sea-zone-50")) == ["noncombat-move/landing"]
    outcome(play, Move("fighter", "sea-zone-51 > sea-zone-50"))
    assert standing(play, "sea-zone-50") == "germany: aircraft-carrier, fighter; japan: fighter [used=4 fought landed]"


def test_a_carrier_must_come_when_it_is_the_only_landing_place() -> None:
    """Where Units Can Move/Sea Units: carriers that did not move in the combat move must move there; the fighters otherwise are lost."""
    stacks = {"sea-zone-51": "japan: aircraft-carrier", "sea-zone-53": "japan: fighter [used=4 fought]"}
    play = play_from(stacks, "japan", "noncombat-move")
    assert ending(play) == MUST
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-50")) == ["noncombat-move/landing"]
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-53"))
    assert ending(play) == []


@pytest.mark.section("Fighters / Unit Characteristics")
def test_a_carrier_need_not_come_when_the_fighter_landed_elsewhere_or_is_lost() -> None:
    """Air Units: you must follow through unless the fighter has landed safely elsewhere or has been destroyed."""
    stacks = {"sea-zone-51": "japan: aircraft-carrier", "sea-zone-52": "japan: fighter [used=2 fought]"}
    play = play_from(stacks, "japan", "noncombat-move")
    outcome(play, Move("fighter", "sea-zone-52 > sea-zone-51 > wake-island"))
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-50")) == []
    assert ending(play) == []
    gone = play_from({"sea-zone-51": "japan: aircraft-carrier"}, "japan", "noncombat-move")
    assert rules_of(gone, Move("aircraft-carrier", "sea-zone-51 > sea-zone-50")) == []


@pytest.mark.parametrize("state", ["used=1 from=sea-zone-50 moved", "fought"])
def test_a_carrier_that_moved_or_fought_cannot_come(state: str) -> None:
    """Where Units Can Move/Sea Units: then the fighter is lost, and nothing holds up the end of the phase."""
    stacks = {"sea-zone-51": f"japan: aircraft-carrier [{state}]", "sea-zone-53": "japan: fighter [used=4 fought]"}
    play = play_from(stacks, "japan", "noncombat-move")
    assert (stranded(play.position), ending(play)) == (1, [])
    outcome(play, ENDING)
    assert standing(play, "sea-zone-53") == ""


def test_a_carrier_does_not_come_through_hostile_zones() -> None:
    """Where Units Can Move/Sea Units: into or through a hostile sea zone nobody moves now."""
    stacks = {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: destroyer",
        "sea-zone-53": "japan: fighter [used=4 fought]",
    }
    assert ending(play_from(stacks, "japan", "noncombat-move")) == []


def test_one_carrier_goes_where_it_saves_most() -> None:
    """Noncombat Move/Air Units: what cannot all be saved is lost; what can must be."""
    stacks = {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-53": "japan: 2 fighter [used=4 fought]",
        "sea-zone-44": "japan: fighter [used=4 fought]",
    }
    play = play_from(stacks, "japan", "noncombat-move", control={"solomon-islands": "united-states"})
    assert stranded(play.position) == 1
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-44")) == ["noncombat-move/landing"]
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-53"))
    assert ending(play) == []


def test_many_carriers_and_too_many_fighters() -> None:
    """Noncombat Move/Air Units: the search for decks stays quick when not all can land (8 carriers, 18 fighters)."""
    homes, fights = (50, 51, 45, 47, 58, 57, 49, 60), (52, 44, 46, 53, 56, 48)
    stacks = {f"sea-zone-{zone}": "japan: aircraft-carrier" for zone in homes}
    stacks |= {f"sea-zone-{zone}": "japan: 3 fighter [used=3 fought]" for zone in fights}
    lost = {area: "united-states" for area, row in TITLE.areas.items() if row.original_owner == "japan" and area != "japan"}
    assert stranded(play_from(stacks, "japan", "noncombat-move", control=lost).position) == 2


@pytest.mark.section("Fighters / Unit Characteristics")
def test_fighters_wait_for_a_carrier_that_was_bought() -> None:
    """Noncombat Move/Air Units: over a zone, even a hostile one, beside an own complex where it will be placed."""
    stacks = {
        "eastern-united-states": "united-states: industrial-complex",
        "sea-zone-9": "united-states: 2 fighter [used=3 fought]",
        "sea-zone-10": "germany: cruiser",
    }
    control = {"eastern-canada": "germany"}
    play = play_from(stacks, "united-states", "noncombat-move", control=control, pool={"united-states": "aircraft-carrier"})
    assert ending(play) == MUST
    outcome(play, Move("2 fighter", "sea-zone-9 > sea-zone-10"))
    assert standing(play, "sea-zone-10") == "germany: cruiser; united-states: 2 fighter [used=4 fought]"
    assert ending(play) == []
    outcome(play, ENDING)
    assert "2 fighter" in standing(play, "sea-zone-10")
    without = play_from(stacks, "united-states", "noncombat-move", control=control)
    assert ending(without) == []
    outcome(without, ENDING)
    assert standing(without, "sea-zone-9") == ""


def test_what_is_owed_is_told() -> None:
    """The orders that `owed` proposes are legal one after the other, carriers first, and let the phase end."""
    stacks = {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-53": "japan: fighter [used=4 fought]",
        "japan": "japan: fighter",
        "sea-zone-61": "japan: bomber [used=3]",
        "sea-zone-45": "japan: fighter [used=3 fought]",
    }
    play = play_from(stacks, "japan", "noncombat-move")
    for _ in range(10):
        if not ending(play):
            break
        outcome(play, play.phase.owed(play.position)[0])
    assert ending(play) == [] and unlanded(play.position) == []
    assert ways_home(play.position) == ((), (), ())
    assert standing(play, "sea-zone-53") == ("japan: aircraft-carrier [used=2 from=sea-zone-52], fighter [used=4 fought]")


def test_what_is_owed_goes_around_hostile_zones() -> None:
    """Where Units Can Move/Sea Units: an own submarine that shares a zone with warships opens it to nobody."""
    stacks = {
        "sea-zone-47": "japan: aircraft-carrier",
        "sea-zone-45": "united-states: cruiser; japan: submarine",
        "sea-zone-41": "japan: fighter [used=4 fought]",
    }
    play = play_from(stacks, "japan", "noncombat-move")
    assert play.phase.owed(play.position) == [Move("aircraft-carrier", "sea-zone-47 > sea-zone-46 > sea-zone-41")]


def test_forgiving_readers_lose_what_did_not_land() -> None:
    """Lenient replays: aircraft left in the air are lost when the phase ends, and the record is marked."""
    play = play_from({"sea-zone-7": "germany: fighter [used=1]"}, "germany", "noncombat-move", strictness=Strictness.COLLECT)
    assert [problem.rule for problem in play.submit(ENDING)] == MUST
    assert standing(play, "sea-zone-7") == ""
