"""Section Phase 2: Combat Move: land units, blitzing, guns, and moves that do not lead to combat."""

from __future__ import annotations

import msgspec
import pytest

from engine.events import ControlChanged, ResourceChanged, UnitsMoved
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import events_after, outcome, play_from, rules_of, standing

FRONT = {"west-russia": "germany: 2 infantry, 2 tank, anti-aircraft-gun", "russia": "soviet-union: infantry"}


@pytest.mark.section("Phase 2: Combat Move", "Land Units")
def test_units_move_as_far_as_their_move_value() -> None:
    """Phase 2: a move value of 2 takes a tank into a friendly space and then a hostile one, or just into a hostile one."""
    play = play_from({"germany": "germany: 2 tank, infantry", "karelia-ssr": "soviet-union: infantry"}, "germany", "combat-move")
    assert rules_of(play, Move("tank", "germany > eastern-europe > karelia-ssr")) == []
    assert rules_of(play, Move("infantry", "germany > eastern-europe > karelia-ssr")) == ["combat-move/range"]
    assert rules_of(play, Move("tank", "germany > eastern-europe > belorussia > west-russia")) == ["combat-move/range"]


@pytest.mark.section("Phase 2: Combat Move", "Land Units")
def test_a_unit_may_move_in_several_orders_up_to_its_move_value() -> None:
    """Phase 2: the spaces count over the whole turn."""
    play = play_from({"germany": "germany: tank"}, "germany", "combat-move")
    outcome(play, Move("tank", "germany > eastern-europe"))
    assert standing(play, "eastern-europe") == "germany: tank [used=1 from=germany moved]"
    outcome(play, Move("tank", "eastern-europe > karelia-ssr"))
    assert standing(play, "karelia-ssr") == "germany: tank [used=2 from=eastern-europe moved]"
    assert rules_of(play, Move("tank", "karelia-ssr > archangel")) == ["combat-move/range"]


@pytest.mark.section("Phase 2: Combat Move")
def test_several_spaces_may_send_units_into_one_hostile_space() -> None:
    """Phase 2: units can move into a single hostile space from different spaces."""
    play = play_from(
        {"west-russia": "germany: 2 infantry", "ukraine-ssr": "germany: tank", "caucasus": "soviet-union: infantry"},
        "germany",
        "combat-move",
    )
    outcome(play, Move("2 infantry", "west-russia > caucasus"), Move("tank", "ukraine-ssr > caucasus"))
    assert standing(play, "caucasus") == (
        "germany: 2 infantry [used=1 from=west-russia moved], tank [used=1 from=ukraine-ssr moved]; soviet-union: infantry"
    )


@pytest.mark.section("Phase 2: Combat Move")
def test_a_territory_left_empty_stays_its_controllers() -> None:
    """Phase 2: moving all units out does not give a territory up."""
    play = play_from({"west-russia": "germany: infantry"}, "germany", "combat-move")
    made = outcome(play, Move("infantry", "west-russia > russia"))
    assert [type(event) for event in made] == [UnitsMoved]
    assert play.state.control["west-russia"] == "germany"


@pytest.mark.section("Phase 2: Combat Move")
def test_moving_into_an_empty_hostile_territory_takes_nothing_yet() -> None:
    """Phase 2: it is a combat move; the area is taken when combat is conducted."""
    play = play_from({"west-russia": "germany: infantry"}, "germany", "combat-move")
    outcome(play, Move("infantry", "west-russia > archangel"))
    assert play.state.control["archangel"] == "soviet-union"


@pytest.mark.section("Phase 2: Combat Move")
def test_units_must_stop_where_they_meet_the_enemy() -> None:
    """Phase 2: what has entered an embattled space does not go on from there."""
    play = play_from(FRONT, "germany", "combat-move")
    outcome(play, Move("tank", "west-russia > russia"))
    assert rules_of(play, Move("tank", "russia > archangel")) == ["combat-move/hostile"]


@pytest.mark.section("Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_a_tank_blitzes_through_an_unoccupied_hostile_territory() -> None:
    """Tanks and Blitzing: it establishes control of the first territory before it moves to the next."""
    play = play_from(FRONT, "germany", "combat-move")
    made = outcome(play, Move("2 tank", "west-russia > archangel > russia"))
    assert [type(event) for event in made] == [ControlChanged, UnitsMoved]
    assert made[0] == ControlChanged("archangel", "soviet-union", "germany", "blitzed")
    assert standing(play, "russia") == "germany: 2 tank [used=2 from=archangel moved]; soviet-union: infantry"
    assert play.state.control["archangel"] == "germany"
    assert play.state.control["russia"] == "soviet-union"


@pytest.mark.section("Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_a_blitz_can_end_in_the_space_the_tank_came_from() -> None:
    """Unit Profiles/Tanks: the second territory can even be the space the tank came from."""
    play = play_from(FRONT, "germany", "combat-move")
    outcome(play, Move("tank", "west-russia > archangel > west-russia"))
    assert play.state.control["archangel"] == "germany"
    assert "tank [used=2 from=archangel moved]" in standing(play, "west-russia")


@pytest.mark.section("Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_a_blitz_can_end_in_a_friendly_territory() -> None:
    """Unit Profiles/Tanks: the second territory can be friendly or hostile."""
    play = play_from({"west-russia": "germany: tank"}, "germany", "combat-move")
    outcome(play, Move("tank", "west-russia > caucasus > ukraine-ssr"))
    assert play.state.control["caucasus"] == "germany"


@pytest.mark.section("Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_a_blitz_may_be_given_in_two_orders() -> None:
    """Tanks and Blitzing: an empty territory entered first is taken when the tank goes on."""
    play = play_from(FRONT, "germany", "combat-move")
    outcome(play, Move("tank", "west-russia > archangel"))
    assert play.state.control["archangel"] == "soviet-union"
    outcome(play, Move("tank", "archangel > russia"))
    assert play.state.control["archangel"] == "germany"


@pytest.mark.section("Tanks and Blitzing", "Liberating a Territory", "Tanks / Unit Characteristics")
def test_a_blitz_liberates_what_belongs_to_a_friend() -> None:
    """Tanks and Blitzing, Liberating a Territory: control goes to the original controller."""
    play = play_from({"russia": "united-kingdom: tank"}, "united-kingdom", "combat-move", control={"caucasus": "germany"})
    made = outcome(play, Move("tank", "russia > caucasus > ukraine-ssr"))
    assert made[0] == ControlChanged("caucasus", "germany", "soviet-union", "liberated")


@pytest.mark.section("Tanks and Blitzing", "Capturing and Liberating Capitals", "Tanks / Unit Characteristics")
def test_blitzing_a_capital_takes_its_treasury() -> None:
    """Tanks and Blitzing, Capturing and Liberating Capitals: an empty capital falls to a blitz like any other."""
    play = play_from({"west-russia": "germany: tank"}, "germany", "combat-move", money={"soviet-union": 18, "germany": 3})
    start = len(play.events)
    outcome(play, Move("tank", "west-russia > russia > novosibirsk"))
    assert [(event.power, event.balance) for event in events_after(play, start, ResourceChanged)] == [("soviet-union", 0), ("germany", 21)]


@pytest.mark.section("Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_enemy_units_stop_a_blitz_even_a_gun_or_a_complex() -> None:
    """Tanks and Blitzing: an antiaircraft gun or industrial complex stops the tank as any unit does."""
    for unit in ("infantry", "anti-aircraft-gun", "industrial-complex", "fighter"):
        play = play_from({"west-russia": "germany: tank", "archangel": f"soviet-union: {unit}"}, "germany", "combat-move")
        assert rules_of(play, Move("tank", "west-russia > archangel > russia")) == ["combat-move/blitz"]
        assert rules_of(play, Move("tank", "west-russia > archangel")) == []


@pytest.mark.section("Phase 2: Combat Move", "Tanks and Blitzing", "Tanks / Unit Characteristics")
def test_only_units_that_blitz_take_others_through() -> None:
    """Tanks and Blitzing: infantry beside the tank does not come along."""
    play = play_from(FRONT, "germany", "combat-move")
    assert rules_of(play, Move("tank, infantry", "west-russia > archangel > russia")) == [
        "combat-move/hostile",
        "combat-move/range",
    ]


@pytest.mark.section("Anti-aircraft Guns / Unit Characteristics")
def test_anti_aircraft_guns_do_not_move_in_the_combat_move() -> None:
    """Anti-aircraft Guns/Limited Move: neither on land nor onto a transport, whatever `combat-moves` says."""
    play = play_from({"germany": "germany: anti-aircraft-gun", "sea-zone-5": "germany: transport"}, "germany", "combat-move")
    assert rules_of(play, Move("anti-aircraft-gun", "germany > eastern-europe")) == ["combat-move/anti-aircraft-guns"]
    assert rules_of(play, Load("anti-aircraft-gun", "germany > sea-zone-5")) == ["combat-move/anti-aircraft-guns"]


@pytest.mark.section("Industrial Complexes / Unit Characteristics")
def test_industrial_complexes_do_not_move() -> None:
    """Industrial Complexes: cannot attack, defend, or move; cannot be transported."""
    play = play_from({"germany": "germany: industrial-complex", "sea-zone-5": "germany: transport"}, "germany", "combat-move")
    assert rules_of(play, Move("industrial-complex", "germany > eastern-europe"))[0] == "combat-move/immobile"
    assert rules_of(play, Load("industrial-complex", "germany > sea-zone-5")) == ["combat-move/cargo"]


@pytest.mark.section("Game Board")
def test_spaces_must_touch() -> None:
    """Spaces On The Game Board: units move between adjacent spaces."""
    play = play_from({"germany": "germany: tank, fighter"}, "germany", "combat-move")
    assert rules_of(play, Move("tank", "germany > karelia-ssr")) == ["combat-move/adjacent"]
    assert rules_of(play, Move("fighter", "germany > united-kingdom")) == ["combat-move/adjacent"]


@pytest.mark.section("Game Board")
def test_land_and_sea_units_keep_to_their_element() -> None:
    """Sea Units: they cannot move into territories; land units go to sea as cargo only."""
    play = play_from({"germany": "germany: tank", "sea-zone-5": "germany: cruiser"}, "germany", "combat-move")
    assert rules_of(play, Move("tank", "germany > sea-zone-5")) == ["combat-move/space"]
    assert rules_of(play, Move("cruiser", "sea-zone-5 > germany")) == ["combat-move/space"]


@pytest.mark.section("Phase 2: Combat Move")
def test_only_units_that_are_there_move() -> None:
    """Game Board: units of the power on turn, in the area named, as many as there are."""
    play = play_from({"germany": "germany: tank; japan: tank"}, "germany", "combat-move")
    [problem] = play.check(Move("2 tank", "germany > eastern-europe"))
    assert (problem.rule, problem.found, problem.expected, problem.fatal) == (
        "combat-move/units",
        "1",
        "at least 2",
        True,
    )
    assert rules_of(play, Move("tank (japan)", "germany > eastern-europe")) == ["combat-move/turn"]


@pytest.mark.section("Phase 2: Combat Move")
def test_words_that_name_nothing_are_problems_not_errors() -> None:
    """A wrong name, an empty list or a path of one area is told with what would be right."""
    play = play_from({"germany": "germany: tank"}, "germany", "combat-move")
    for order in (
        Move("tonk", "germany > eastern-europe"),
        Move("tank", "germany"),
        Move("tank", "germany > mordor"),
        Move("", "germany > eastern-europe"),
        Load("tank", "germany"),
        Move("0 tank", "germany > eastern-europe"),
    ):
        [problem] = play.check(order)[:1]
        assert (problem.rule, problem.fatal) == ("combat-move/words", True)


@pytest.mark.section("Phase 2: Combat Move")
def test_moves_without_combat_are_taken_when_nobody_gains() -> None:
    """Phase 2, note: noncombat moves are allowed here; what has made one cannot move again in the turn."""
    play = play_from({"germany": "germany: infantry"}, "germany", "combat-move")
    outcome(play, Move("infantry", "germany > eastern-europe"), EndPhase("conduct-combat"))
    assert play.state.clock.phase == "noncombat-move"
    assert rules_of(play, Move("infantry", "eastern-europe > ukraine-ssr")) == ["noncombat-move/moved"]


@pytest.mark.section("Phase 2: Combat Move")
def test_strict_combat_moves_must_lead_to_combat() -> None:
    """Phase 2: option `combat-moves` strict takes moves into hostile territory and blitzes, and no others."""
    play = play_from(FRONT | {"germany": "germany: fighter"}, "germany", "combat-move", options={"combat-moves": "strict"})
    assert rules_of(play, Move("infantry", "west-russia > ukraine-ssr")) == ["combat-move/purpose"]
    assert rules_of(play, Move("infantry", "west-russia > archangel")) == []
    assert rules_of(play, Move("tank", "west-russia > archangel > west-russia")) == []
    assert rules_of(play, Move("fighter", "germany > eastern-europe")) == ["combat-move/purpose"]
    assert rules_of(play, Move("fighter", "germany > eastern-europe > belorussia > west-russia > russia")) == ["combat-move/suicide-run"]


@pytest.mark.section("Phase 2: Combat Move")
def test_strict_moves_into_hostile_territory_count_whether_it_is_occupied_or_not() -> None:
    """Phase 2: so infantry may follow a blitz into the area it has taken, and aircraft may join an attack on an empty one."""
    stacks = {
        "germany": "germany: fighter, bomber",
        "belorussia": "",
        "eastern-europe": "germany: tank, 2 infantry",
        "ukraine-ssr": "germany: infantry",
    }
    control = {"belorussia": "soviet-union", "ukraine-ssr": "germany", "eastern-europe": "germany"}
    play = play_from(stacks, "germany", "combat-move", options={"combat-moves": "strict"}, control=control)
    outcome(play, Move("fighter", "germany > eastern-europe > belorussia"))
    outcome(play, Move("tank", "eastern-europe > belorussia > eastern-europe"))
    assert play.state.control["belorussia"] == "germany"
    outcome(play, Move("infantry", "eastern-europe > belorussia"), Move("bomber", "germany > eastern-europe > belorussia"))
    assert rules_of(play, Move("infantry", "eastern-europe > ukraine-ssr")) == ["combat-move/purpose"]
    assert rules_of(play, Move("fighter", "belorussia > eastern-europe")) == ["combat-move/purpose"]


@pytest.mark.section("Phase 2: Combat Move")
def test_strict_ships_may_leave_hostile_zones_and_gather_for_assaults() -> None:
    """Sea Units Starting in Hostile Sea Zones, Amphibious Assaults: both are combat moves."""
    stacks = {
        "sea-zone-5": "germany: cruiser; united-kingdom: destroyer",
        "sea-zone-52": "united-states: battleship",
        "sea-zone-14": "germany: battleship",
    }
    play = play_from(stacks, "germany", "combat-move", options={"combat-moves": "strict"})
    assert rules_of(play, Move("cruiser", "sea-zone-5 > sea-zone-6")) == []
    assert rules_of(play, Move("battleship", "sea-zone-14 > sea-zone-15")) == []
    play = play_from(stacks, "united-states", "combat-move", options={"combat-moves": "strict"})
    assert rules_of(play, Move("battleship", "sea-zone-52 > sea-zone-53 > sea-zone-43")) == ["combat-move/purpose"]


@pytest.mark.section("Phase 2: Combat Move")
def test_strict_transports_neither_offload_to_friends_nor_load_for_them() -> None:
    """Amphibious Assaults: in the combat move transports offload against hostile territory only."""
    stacks = {
        "sea-zone-8": "united-kingdom: transport; united-states: transport [cargo=united-states/infantry], infantry [aboard]",
        "united-kingdom": "united-states: infantry",
    }
    play = play_from(stacks, "united-states", "combat-move", options={"combat-moves": "strict"})
    assert rules_of(play, Offload("infantry", "sea-zone-8 > united-kingdom")) == ["combat-move/purpose"]
    assert rules_of(play, Load("infantry", "united-kingdom > sea-zone-8", ship="united-kingdom")) == ["combat-move/purpose"]


@pytest.mark.section("Phase 2: Combat Move")
def test_of_several_stacks_those_with_the_least_movement_left_go_first() -> None:
    """Orders name types, not pieces: units able to make the move go, the most tired first."""
    play = play_from({"germany": "germany: tank, tank [used=1 from=balkans moved]"}, "germany", "combat-move")
    outcome(play, Move("tank", "germany > eastern-europe"))
    assert standing(play, "germany") == "germany: tank"
    play = play_from({"germany": "germany: tank, tank [used=1 from=balkans moved]"}, "germany", "combat-move")
    outcome(play, Move("tank", "germany > eastern-europe > karelia-ssr"))
    assert standing(play, "germany") == "germany: tank [used=1 from=balkans moved]"
    assert rules_of(play, Move("tank", "germany > eastern-europe > belorussia")) == ["combat-move/range"]


@pytest.mark.section("Phase 2: Combat Move")
def test_checking_changes_nothing() -> None:
    """`check` may try an order out, but only on a copy."""
    stacks = FRONT | {
        "sea-zone-5": "germany: aircraft-carrier, 2 fighter, transport",
        "germany": "germany: bomber, 2 infantry",
    }
    play = play_from(stacks, "germany", "combat-move")
    before, count = msgspec.json.encode(repr(play.state)), len(play.events)
    for order in (
        Move("tank", "west-russia > archangel > russia"),
        Move("aircraft-carrier", "sea-zone-5 > sea-zone-6"),
        Move("2 fighter", "sea-zone-5 > sea-zone-6 > sea-zone-7 > sea-zone-8"),
        Load("2 infantry", "germany > sea-zone-5"),
        Move("bomber", "germany > eastern-europe > belorussia > west-russia > russia > novosibirsk > sinkiang"),
    ):
        play.check(order)
    assert (msgspec.json.encode(repr(play.state)), len(play.events)) == (before, count)


@pytest.mark.section("Phase 2: Combat Move")
def test_forgiving_readers_move_what_is_there_and_where_it_is_told() -> None:
    """Lenient replays: a wrong count is clamped, an illegal way simply happens, nothing there moves nothing."""
    play = play_from({"germany": "germany: tank, infantry"}, "germany", "combat-move", strictness=Strictness.COLLECT)
    assert [problem.rule for problem in play.submit(Move("3 tank", "germany > eastern-europe"))] == ["combat-move/units"]
    assert standing(play, "eastern-europe") == "germany: tank [used=1 from=germany moved]"
    assert [problem.rule for problem in play.submit(Move("infantry", "germany > karelia-ssr"))] == ["combat-move/adjacent"]
    assert standing(play, "karelia-ssr") == "germany: infantry [used=1 from=germany moved]"
    assert [problem.rule for problem in play.submit(Move("bomber", "germany > karelia-ssr"))] == [
        "combat-move/adjacent",
        "combat-move/units",
    ]
    assert play.state.defects == 4
    assert standing(play, "germany") == ""


@pytest.mark.section("Phase 2: Combat Move")
def test_forgiven_passage_takes_no_occupied_area() -> None:
    """Lenient replays: a move through an occupied area happens, but is no blitz."""
    play = play_from(FRONT, "germany", "combat-move", strictness=Strictness.COLLECT)
    play.submit(Move("tank", "west-russia > russia > archangel"))
    assert play.state.control["russia"] == "soviet-union"
    assert standing(play, "archangel") == "germany: tank [used=2 from=russia moved]"


@pytest.mark.section("Phase 2: Combat Move", "Land Units")
def test_a_faulty_order_into_a_space_that_units_cannot_enter_is_not_carried_out_whatever_else_is_wrong() -> None:
    """Forgiving readers carry out what of an order can be; here too few units are there as well."""
    play = play_from({"germany": "germany: infantry"}, "germany", "combat-move", strictness=Strictness.COLLECT)
    problems = play.submit(Move("2 infantry", "germany > sea-zone-5"))
    assert {problem.rule for problem in problems} == {"combat-move/space", "combat-move/units"}
    assert standing(play, "germany") == "germany: infantry" and not standing(play, "sea-zone-5")


@pytest.mark.section("Phase 2: Combat Move", "Land Units")
def test_a_tank_that_has_gone_one_friendly_space_reaches_the_next_ones() -> None:
    """What lists and bots take a unit's reach from knows of the movement it has left."""
    play = play_from({"germany": "germany: tank", "karelia-ssr": "soviet-union: infantry"}, "germany", "combat-move")
    outcome(play, Move("tank", "germany > eastern-europe"))
    key = next(key for key in play.state.stacks if key.unit == "tank")
    reached = play.phase.reachable(play.position, key)
    assert {"karelia-ssr", "belorussia", "germany"} <= set(reached) and "archangel" not in reached
    assert reached["karelia-ssr"] == ("eastern-europe", "karelia-ssr")
