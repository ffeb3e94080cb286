"""Sections Air Units (Combat Move and Unit Profiles): range, raids, and the check against suicide runs."""

from __future__ import annotations

import pytest

from engine.events import UnitsMoved
from engine.families.axis_allies.movement.landing import plan, stranded
from engine.families.axis_allies.movement.routes import air_distance
from engine.families.axis_allies.orders import Move
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE, again, outcome, play_from, rules_of, standing

pytestmark = pytest.mark.section("Combat Move / Air Units", "Unit Profiles / Air Units")

EAST = "germany > balkans > ukraine-ssr > caucasus > russia > evenki-national-okrug"
ACROSS = "japan > sea-zone-60 > sea-zone-51 > sea-zone-52 > sea-zone-53"
PACIFIC = {"japan": "japan: fighter", "sea-zone-53": "united-states: destroyer"}
SUICIDE = ["combat-move/suicide-run"]


def test_a_bomber_must_save_movement_to_land() -> None:
    """Air Units: a bomber with a move value of 6 cannot move six spaces to a hostile space."""
    play = play_from({"germany": "germany: bomber", "russia": "soviet-union: infantry"}, "germany", "combat-move")
    assert rules_of(play, Move("bomber", EAST + " > yakut-ssr")) == SUICIDE
    assert rules_of(play, Move("bomber", EAST)) == SUICIDE
    assert rules_of(play, Move("bomber", EAST.rpartition(" > ")[0])) == []  # four spaces, and one back to west-russia
    assert rules_of(play, Move("bomber", EAST + " > yakut-ssr > soviet-far-east")) == ["combat-move/range"]


@pytest.mark.section("Fighters / Unit Characteristics")
def test_a_fighter_must_save_movement_to_land() -> None:
    """Air Units: movement in any complete turn is limited to the total move value, four for a fighter."""
    play = play_from({"germany": "germany: fighter", "caucasus": "soviet-union: infantry"}, "germany", "combat-move")
    outcome(play, Move("fighter", "germany > balkans > ukraine-ssr > caucasus"))
    assert standing(play, "caucasus") == "germany: fighter [used=3]; soviet-union: infantry"
    assert rules_of(play, Move("fighter", "caucasus > kazakh-ssr")) == SUICIDE
    assert rules_of(play, Move("fighter", "caucasus > ukraine-ssr")) == []
    assert rules_of(play, Move("fighter", "caucasus > ukraine-ssr > balkans")) == ["combat-move/range"]


@pytest.mark.parametrize(
    ("start", "end", "spaces"),
    [
        ("eastern-united-states", "west-indies", 3),  # two sea zones, then the island
        ("united-kingdom", "norway", 2),  # the first sea zone entered from an island counts
        ("eastern-canada", "united-kingdom", 3),
        ("sea-zone-52", "wake-island", 2),  # a carrier's own zone does not count
        ("sea-zone-52", "hawaiian-islands", 1),
    ],
)
def test_each_space_entered_after_takeoff_counts(start: str, end: str, spaces: int) -> None:
    """Air Units: a sea zone and the island in it count as one space each; the space of takeoff does not count."""
    assert air_distance(TITLE, start, end) == spaces


def test_land_taken_this_turn_is_no_landing_place() -> None:
    """Air Units: air units cannot land in territories you just captured."""
    stacks = {"germany": "germany: bomber", "russia": "soviet-union: infantry"}
    control = dict.fromkeys(("west-russia", "ukraine-ssr", "belorussia"), "soviet-union")
    far = Move("bomber", EAST.rpartition(" > ")[0])
    assert rules_of(play_from(stacks, "germany", "combat-move", control=control), far) == SUICIDE
    assert rules_of(play_from(stacks, "germany", "combat-move", control=control, taken={"west-russia": "germany"}), far) == SUICIDE
    held = play_from(stacks, "germany", "combat-move", control=control | {"west-russia": "germany"})
    assert rules_of(held, far) == []


def test_land_of_an_ally_is_a_landing_place() -> None:
    """Air Units: both can land in friendly territories, not only in one's own."""
    stacks = {"united-kingdom": "united-kingdom: bomber", "ukraine-ssr": "germany: infantry"}
    raid = Move("bomber", "united-kingdom > sea-zone-6 > western-europe > germany > balkans > ukraine-ssr")
    assert rules_of(play_from(stacks, "united-kingdom", "combat-move"), raid) == []
    alone = play_from(stacks, "united-kingdom", "combat-move", control={"caucasus": "germany"})
    assert rules_of(alone, raid) == SUICIDE


def test_aircraft_pass_enemies_freely() -> None:
    """Air Units: hostile territories and sea zones, with guns or ships, are flown over as if friendly."""
    stacks = {
        "germany": "germany: fighter",
        "sea-zone-5": "united-kingdom: battleship",
        "karelia-ssr": "soviet-union: anti-aircraft-gun",
        "archangel": "soviet-union: infantry",
    }
    play = play_from(stacks, "germany", "combat-move")
    assert rules_of(play, Move("fighter", "germany > sea-zone-5 > karelia-ssr > archangel")) == []


def test_aircraft_may_fly_in_several_orders() -> None:
    """Air Units: neither order nor enemies below end a flight, only its movement does."""
    play = play_from({"germany": "germany: bomber", "caucasus": "soviet-union: infantry"}, "germany", "combat-move")
    outcome(play, Move("bomber", "germany > balkans > ukraine-ssr"), Move("bomber", "ukraine-ssr > caucasus"))
    assert standing(play, "caucasus") == "germany: bomber [used=3]; soviet-union: infantry"
    outcome(play, Move("bomber", "caucasus > ukraine-ssr"))
    assert standing(play, "ukraine-ssr") == "germany: bomber [used=4]"


@pytest.mark.section("Fighters / Unit Characteristics")
def test_a_fighter_may_use_its_whole_range_where_a_carrier_can_come() -> None:
    """Air Units: four spaces to attack in a sea zone, if a carrier could be there by the end of the turn."""
    assert rules_of(play_from(PACIFIC, "japan", "combat-move"), Move("fighter", ACROSS)) == SUICIDE
    near = play_from(PACIFIC | {"sea-zone-51": "japan: aircraft-carrier"}, "japan", "combat-move")
    assert rules_of(near, Move("fighter", ACROSS)) == []  # the carrier comes by noncombat move, the destroyer being gone
    far = play_from(PACIFIC | {"sea-zone-58": "japan: aircraft-carrier"}, "japan", "combat-move")
    assert rules_of(far, Move("fighter", ACROSS)) == SUICIDE


def test_a_bomber_does_not_land_on_carriers() -> None:
    """Air Units: only fighters can."""
    play = play_from(
        {"japan": "japan: bomber", "sea-zone-54": "united-states: destroyer", "sea-zone-53": "japan: aircraft-carrier"},
        "japan",
        "combat-move",
    )
    assert rules_of(play, Move("bomber", ACROSS + " > sea-zone-54")) == SUICIDE


def test_a_combination_of_attacks_may_clear_the_carriers_way() -> None:
    """Air Units: all attacking rolls may be taken to hit, so a zone under attack lets the carrier through."""
    stacks = PACIFIC | {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: battleship",
        "sea-zone-57": "japan: submarine",
    }
    alone = play_from({**stacks, "sea-zone-57": ""}, "japan", "combat-move")
    assert rules_of(alone, Move("fighter", ACROSS)) == SUICIDE
    play = play_from(stacks, "japan", "combat-move")
    outcome(play, Move("submarine", "sea-zone-57 > sea-zone-52"))
    outcome(play, Move("fighter", ACROSS))
    assert play.check(EndPhase()) == []
    assert plan(play.position, True).carriers == ((("sea-zone-51", "japan", "aircraft-carrier", 1, ""), "sea-zone-53"),)
    assert stranded(play.position)  # as things stand, without the assumption


def test_what_a_carrier_is_needed_for_it_must_keep() -> None:
    """Air Units: if the plan includes its noncombat move, the carrier cannot move in the combat move."""
    play = play_from(PACIFIC | {"sea-zone-51": "japan: 2 aircraft-carrier"}, "japan", "combat-move")
    outcome(play, Move("fighter", ACROSS), Move("aircraft-carrier", "sea-zone-51 > sea-zone-50"))
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-50")) == SUICIDE


def test_what_clears_the_carriers_way_must_stay() -> None:
    """Air Units: an attack that the plan needs cannot be called off by moving on."""
    stacks = PACIFIC | {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: battleship",
        "sea-zone-57": "japan: submarine",
    }
    play = play_from(stacks, "japan", "combat-move")
    outcome(play, Move("submarine", "sea-zone-57 > sea-zone-52"), Move("fighter", ACROSS))
    assert rules_of(play, Move("submarine", "sea-zone-52 > sea-zone-44")) == SUICIDE


@pytest.mark.section("Fighters / Unit Characteristics")
def test_a_carrier_that_moves_to_attack_lands_fighters_where_it_is() -> None:
    """Aircraft Carriers: whether it moves in combat or noncombat move, fighters land where it finishes."""
    play = play_from(PACIFIC | {"sea-zone-51": "japan: aircraft-carrier"}, "japan", "combat-move")
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-53"), Move("fighter", ACROSS))
    assert standing(play, "sea-zone-53") == (
        "japan: aircraft-carrier [used=2 from=sea-zone-52 moved], fighter [used=4]; united-states: destroyer"
    )


@pytest.mark.section("Phase 2: Combat Move")
def test_the_order_of_lines_does_not_matter_to_a_fighter_and_what_clears_its_carriers_way() -> None:
    """Phase 2: all combat movement takes place at the same time, so the fighter may be ordered before the ship it relies on."""
    stacks = PACIFIC | {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: battleship",
        "sea-zone-57": "japan: cruiser",
    }
    play = play_from(stacks, "japan", "combat-move")
    outcome(play, Move("fighter", ACROSS))
    assert [str(problem.expected) for problem in play.check(EndPhase())] == ["cruiser sea-zone-57 > sea-zone-52"]
    assert rules_of(play, EndPhase()) == SUICIDE
    assert rules_of(play, Move("cruiser", "sea-zone-57 > sea-zone-62")) == SUICIDE  # nobody else could clear the way
    assert play.phase.owed(play.position) == [Move("cruiser", "sea-zone-57 > sea-zone-52")]
    outcome(again(play), Move("cruiser", "sea-zone-57 > sea-zone-52"), EndPhase())


@pytest.mark.section("Phase 2: Combat Move")
def test_one_ship_does_not_clear_two_zones() -> None:
    """Phase 2: what is still to be ordered must be possible all together."""
    stacks = PACIFIC | {"sea-zone-51": "japan: aircraft-carrier", "sea-zone-52": "united-states: battleship",
                        "sea-zone-45": "japan: aircraft-carrier, cruiser", "sea-zone-44": "united-states: battleship",
                        "caroline-islands": "japan: fighter", "sea-zone-43": "united-states: destroyer"}  # fmt: skip
    south = Move("fighter", "caroline-islands > sea-zone-50 > sea-zone-45 > sea-zone-44 > sea-zone-43")
    play = play_from(stacks, "japan", "combat-move")
    assert rules_of(play, south) == rules_of(play, Move("fighter", ACROSS)) == []
    outcome(play, Move("fighter", ACROSS))
    assert rules_of(play, south) == SUICIDE
    stacks["sea-zone-45"] += ", destroyer"
    play = play_from(stacks, "japan", "combat-move")
    outcome(play, Move("fighter", ACROSS), south)
    while owed := play.phase.owed(play.position):
        outcome(play, owed[0])
    assert play.check(EndPhase()) == []


@pytest.mark.section("Phase 2: Combat Move")
def test_a_record_that_leaves_the_clearing_attack_out_is_told_so_once() -> None:
    """Lenient replays: the phase's end is where a set of simultaneous moves is judged."""
    stacks = PACIFIC | {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: battleship",
        "sea-zone-57": "japan: cruiser",
    }
    play = play_from(stacks, "japan", "combat-move", strictness=Strictness.COLLECT)
    assert play.submit(Move("fighter", ACROSS)) == []
    assert [problem.rule for problem in play.submit(EndPhase())] == SUICIDE
    assert play.state.clock.phase == "conduct-combat"


def test_a_planned_retreat_of_a_carrier_lands_nobody() -> None:
    """Air Units: a retreat to where the carrier came from does not show a landing place."""
    stacks = {
        "sea-zone-51": "japan: aircraft-carrier",
        "sea-zone-52": "united-states: destroyer",
        "japan": "japan: fighter",
        "sea-zone-50": "united-states: destroyer",
    }
    play = play_from(stacks, "japan", "combat-move", control={"caroline-islands": "united-states"})
    attack = Move("fighter", "japan > sea-zone-60 > sea-zone-51 > sea-zone-50")  # sea-zone-51 is then the only place in reach
    assert rules_of(play, attack) == []
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52"))
    assert rules_of(play, attack) == SUICIDE


def test_a_carrier_that_shares_its_zone_with_warships_stays_to_fight() -> None:
    """Sea Units Starting in Hostile Sea Zones: after combat there it cannot move in the noncombat move."""
    stacks = PACIFIC | {"sea-zone-51": "japan: aircraft-carrier; united-states: cruiser"}
    play = play_from(stacks, "japan", "combat-move")
    outcome(play, Move("fighter", ACROSS))
    assert rules_of(play, EndPhase()) == SUICIDE
    outcome(play, Move("aircraft-carrier", "sea-zone-51 > sea-zone-52 > sea-zone-53"))  # it may leave, and fight elsewhere
    assert rules_of(play, EndPhase()) == []
    stacks["sea-zone-51"] = "japan: aircraft-carrier; united-states: submarine"
    assert rules_of(play_from(stacks, "japan", "combat-move"), Move("fighter", ACROSS)) == []


@pytest.mark.section("Fighters / Unit Characteristics")
def test_two_fighters_to_a_carrier() -> None:
    """Fighters: up to two on a friendly carrier at a time, those aboard that cannot land elsewhere included."""
    stacks = PACIFIC | {"japan": "japan: 3 fighter", "sea-zone-51": "japan: aircraft-carrier"}
    play = play_from(stacks, "japan", "combat-move")
    assert rules_of(play, Move("3 fighter", ACROSS)) == SUICIDE
    outcome(play, Move("2 fighter", ACROSS))
    assert rules_of(play, Move("fighter", ACROSS)) == SUICIDE


def test_guests_take_room_on_the_carriers_they_are_on() -> None:
    """Aircraft Carriers: up to two fighters, including those belonging to friendly powers."""
    stacks = {
        "sea-zone-12": "united-kingdom: aircraft-carrier; united-states: fighter",
        "united-kingdom": "united-kingdom: 2 fighter",
    }
    path = "united-kingdom > sea-zone-8 > sea-zone-12 > sea-zone-18 > sea-zone-22"
    play = play_from(stacks, "united-kingdom", "combat-move", control={"brazil": "germany"})
    assert rules_of(play, Move("2 fighter", path)) == SUICIDE
    assert rules_of(play, Move("fighter", path)) == []


@pytest.mark.section("Multinational Forces")
def test_an_allied_carrier_is_a_landing_place_where_it_is() -> None:
    """Multinational Forces: the ally's carrier cannot move until its controller's turn."""
    stacks = PACIFIC | {"sea-zone-53": "germany: aircraft-carrier"}
    assert rules_of(play_from(stacks, "japan", "combat-move"), Move("fighter", ACROSS)) == []
    stacks["sea-zone-53"], stacks["sea-zone-52"] = "united-states: transport", "germany: aircraft-carrier"
    assert rules_of(play_from(stacks, "japan", "combat-move"), Move("fighter", ACROSS)) == SUICIDE


@pytest.mark.section("Multinational Forces", "Fighters / Unit Characteristics")
def test_fighters_launch_from_an_allied_carrier() -> None:
    """Multinational Forces: an attacking fighter can launch from an ally's carrier."""
    stacks = {
        "sea-zone-7": "united-states: aircraft-carrier; united-kingdom: fighter; germany: cruiser",
        "sea-zone-6": "germany: destroyer",
    }
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(play, Move("fighter", "sea-zone-7 > sea-zone-6"))
    assert rules_of(play, Move("aircraft-carrier", "sea-zone-7 > sea-zone-6")) == ["combat-move/units"]


def test_a_bought_carrier_is_a_landing_place_beside_an_own_complex() -> None:
    """Fighters: a landing space can be a zone in which a new carrier will be placed in the mobilize phase."""
    stacks = {
        "eastern-united-states": "united-states: industrial-complex, fighter",
        "sea-zone-10": "germany: cruiser",
        "sea-zone-11": "germany: destroyer",
    }
    path = "eastern-united-states > sea-zone-10 > sea-zone-9 > sea-zone-11"
    control = dict.fromkeys(("eastern-canada", "panama", "west-indies"), "germany")
    pool = {"united-states": "aircraft-carrier"}
    play = play_from(stacks, "united-states", "combat-move", control=control, pool=pool)
    assert rules_of(play, Move("fighter", path)) == []  # one space back to sea-zone-10, hostile or not
    assert rules_of(play, Move("fighter", path.replace("sea-zone-9", "sea-zone-9 > sea-zone-12"))) == SUICIDE
    without = play_from(stacks, "united-states", "combat-move", control=control)
    assert rules_of(without, Move("fighter", path)) == SUICIDE


def test_a_bought_carrier_needs_a_complex_that_can_make_it() -> None:
    """Restrictions on Placement: a complex as good as destroyed makes nothing, a captured one nothing this turn."""
    stacks = {
        "southern-europe": "germany: industrial-complex",
        "western-europe": "germany: fighter",
        "sea-zone-14": "united-kingdom: cruiser",
    }
    round_trip = Move("fighter", "western-europe > sea-zone-13 > sea-zone-14 > sea-zone-15 > sea-zone-14")
    pool = {"germany": "aircraft-carrier"}
    assert rules_of(play_from(stacks, "germany", "combat-move", pool=pool), round_trip) == []
    wrecked = play_from(stacks, "germany", "combat-move", pool=pool, damage={"southern-europe": 6})
    assert rules_of(wrecked, round_trip) == SUICIDE
    taken = play_from(
        stacks, "germany", "combat-move", pool=pool, control={"southern-europe": "united-kingdom"}, taken={"southern-europe": "germany"}
    )
    assert rules_of(taken, round_trip) == SUICIDE


@pytest.mark.section("1. Strategic Bombing Raids", "Bombers / Unit Characteristics")
def test_raids_are_for_strategic_bombers_against_complexes() -> None:
    """Strategic Bombing Raids: bombers against an enemy complex; a raider does not fight the battle there."""
    stacks = {
        "united-kingdom": "united-kingdom: 2 bomber, fighter",
        "germany": "germany: industrial-complex, infantry",
        "western-europe": "germany: infantry",
    }
    play = play_from(stacks, "united-kingdom", "combat-move")
    path = "united-kingdom > sea-zone-6 > sea-zone-5 > germany"
    assert rules_of(play, Move("bomber, fighter", path, raid=True)) == ["combat-move/raid"]
    assert rules_of(play, Move("bomber", "united-kingdom > sea-zone-6 > western-europe", raid=True)) == ["combat-move/raid"]
    outcome(play, Move("bomber", path, raid=True), Move("bomber", path))
    assert standing(play, "germany") == "germany: industrial-complex, infantry; united-kingdom: bomber [used=3], bomber [used=3 raiding]"


@pytest.mark.section("1. Strategic Bombing Raids", "Bombers / Unit Characteristics")
def test_a_complex_that_can_take_no_more_damage_may_be_raided() -> None:
    """Bombers: the maximum caps the damage; the book does not forbid the raid."""
    stacks = {"united-kingdom": "united-kingdom: bomber", "germany": "germany: industrial-complex"}
    play = play_from(stacks, "united-kingdom", "combat-move", damage={"germany": 20})
    assert rules_of(play, Move("bomber", "united-kingdom > sea-zone-6 > sea-zone-5 > germany", raid=True)) == []


@pytest.mark.section("1. Strategic Bombing Raids", "Bombers / Unit Characteristics")
def test_a_raider_that_flies_on_raids_no_more() -> None:
    """Strategic Bombing Raids: the target is where the raider ends its move."""
    stacks = {"united-kingdom": "united-kingdom: bomber", "germany": "germany: industrial-complex"}
    play = play_from(stacks, "united-kingdom", "combat-move")
    outcome(
        play,
        Move("bomber", "united-kingdom > sea-zone-6 > sea-zone-5 > germany", raid=True),
        Move("bomber", "germany > sea-zone-5"),
    )
    assert standing(play, "sea-zone-5") == "united-kingdom: bomber [used=4]"


def test_one_suicide_run_does_not_forbid_other_flights() -> None:
    """Lenient replays: a record that contains one goes on; later orders are judged by what they change."""
    stacks = {"germany": "germany: 2 bomber, fighter", "caucasus": "soviet-union: infantry"}
    play = play_from(stacks, "germany", "combat-move", strictness=Strictness.COLLECT)
    assert [problem.rule for problem in play.submit(Move("bomber", EAST))] == SUICIDE
    assert rules_of(play, Move("fighter", "germany > balkans > ukraine-ssr > caucasus")) == []
    assert rules_of(play, Move("bomber", EAST)) == SUICIDE


def test_a_flight_tells_its_whole_path() -> None:
    """The event of a move names every space entered."""
    play = play_from({"germany": "germany: bomber", "caucasus": "soviet-union: infantry"}, "germany", "combat-move")
    [event] = outcome(play, Move("bomber", "germany > balkans > ukraine-ssr > caucasus"))
    assert event == UnitsMoved(
        "germany", "bomber", 1, "germany", "caucasus", 1, "move", "", "used=3", ("germany", "balkans", "ukraine-ssr", "caucasus")
    )
