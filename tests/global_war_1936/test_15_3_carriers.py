"""Section 15.3: carriers are placed with aircraft, keep them, and sail home without any."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Move, Place
from engine.rules import EndPhase
from engine.titles.global_war_1936.air import wings
from engine.titles.global_war_1936.air.wings import distances
from tests.global_war_1936.positions import BOARD, TITLE, play_from, problems, standing

ADVANCED = {"carrier-aircraft": "advanced"}
HOME = "kyushu"
ZONE = next(zone for zone in TITLE.neighbours[HOME] if zone.startswith("sea"))
YARD = "japan: major-factory, major-shipyard"


def placing(pool: dict[str, int], at_home: str = "", options: dict[str, str] = ADVANCED):
    stacks = {HOME: f"{YARD}, {at_home}" if at_home else YARD, ZONE: ""}
    ready = {"japan": ", ".join(f"{n} {unit}" for unit, n in pool.items())}
    return play_from(stacks, "japan", "place-units", control={HOME: "japan"}, pool=ready, options=options)


@pytest.mark.section("15.3")
def test_15_3_a_carrier_is_not_placed_without_an_aircraft() -> None:
    play = placing({"light-carrier": 1})
    assert problems(play, Place("light-carrier", ZONE)) == ["place/carrier-aircraft"]
    assert problems(play, Place("light-carrier, fighter", ZONE)) == ["place/carrier-aircraft"]
    assert problems(placing({"light-carrier": 1}, options={}), Place("light-carrier", ZONE)) == []


@pytest.mark.section("15.3")
def test_15_3_a_carrier_is_placed_with_an_aircraft_built_in_the_same_turn() -> None:
    play = placing({"fleet-carrier": 1, "fighter": 2})
    assert problems(play, Place("fleet-carrier, 3 fighter", ZONE)) == ["place/decks"]
    play.submit(Place("fleet-carrier, 2 fighter", ZONE))
    assert standing(play, ZONE).strip() == "japan: 2 fighter, fleet-carrier" and not play.state.pool.get(("japan", "fighter"))


@pytest.mark.section("15.3")
def test_15_3_a_carrier_is_placed_with_an_aircraft_from_beside_its_zone() -> None:
    play = placing({"light-carrier": 1}, "tactical-bomber")
    play.submit(Place("light-carrier, tactical-bomber", ZONE))
    assert standing(play, ZONE).strip() == "japan: light-carrier, tactical-bomber"
    assert "tactical-bomber" not in standing(play, HOME)


def marked(aboard: str, ashore: str = "", **more):
    word = f"{aboard} [carrier-based]"
    stacks = {HOME: f"{YARD}, {ashore}" if ashore else YARD, ZONE: f"japan: fleet-carrier, {word}"}
    return play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED, **more)


@pytest.mark.section("15.3")
def test_15_3_aircraft_on_carriers_are_marked_as_their_nation_s_turn_begins() -> None:
    play = play_from({HOME: YARD, ZONE: "japan: fleet-carrier, fighter"}, "soviet-union", "collect-income", options=ADVANCED)
    while play.position.power != "japan":
        play.submit(EndPhase())
    assert "fighter [carrier-based]" in standing(play, ZONE)


@pytest.mark.section("15.3")
def test_15_3_aircraft_that_began_the_turn_on_a_carrier_do_not_end_it_ashore() -> None:
    play = marked("fighter")
    play.submit(Move("fighter", f"{ZONE} > {HOME}"))
    assert problems(play, EndPhase()) == ["noncombat-move/must-land"]
    stacks = {HOME: YARD, ZONE: "japan: fleet-carrier, fighter"}
    usual = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"})
    usual.submit(Move("fighter", f"{ZONE} > {HOME}"))
    assert problems(usual, EndPhase()) == []


@pytest.mark.section("15.3")
def test_15_3_another_aircraft_that_lands_on_the_deck_takes_the_place() -> None:
    play = marked("fighter", "tactical-bomber")
    play.submit(Move("tactical-bomber", f"{HOME} > {ZONE}"))
    play.submit(Move("fighter", f"{ZONE} > {HOME}"))
    assert "fighter" in standing(play, HOME) and "tactical-bomber" in standing(play, ZONE)


@pytest.mark.section("15.3")
def test_15_3_an_aircraft_that_waits_to_be_placed_on_the_carrier_takes_the_place() -> None:
    play = marked("fighter", pool={"japan": "tactical-bomber"})
    play.submit(Move("fighter", f"{ZONE} > {HOME}"))
    play.submit(EndPhase())
    play.submit(Place("tactical-bomber", ZONE))
    assert "tactical-bomber" in standing(play, ZONE) and "fighter" in standing(play, HOME)


def far_zone() -> tuple[str, str, str]:
    """A zone two away from the factory's coast, the one between, and one farther away."""
    coast = [zone for zone in TITLE.neighbours[HOME] if zone.startswith("sea")]
    for start in coast:
        for near, link in TITLE.neighbours[start].items():
            if not near.startswith("sea") or near in coast or link.passage:
                continue
            for far, further in TITLE.neighbours[near].items():
                touching = set(TITLE.neighbours[far]) & set(coast)
                if far.startswith("sea") and far not in coast and not touching and not further.passage:
                    return start, near, far
    raise LookupError


@pytest.mark.section("15.3")
def test_15_3_a_carrier_without_aircraft_sails_for_the_nearest_factory() -> None:
    _, near, far = far_zone()
    play = play_from({HOME: YARD, far: "japan: light-carrier"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    steps = distances(play.position)
    away = next(zone for zone in TITLE.neighbours[far] if steps.get(zone, 0) > steps[far])
    assert problems(play, Move("light-carrier", f"{far} > {near}")) == []
    assert problems(play, Move("light-carrier", f"{far} > {away}")) == ["noncombat-move/empty-carrier"]
    play.submit(EndPhase())
    assert "light-carrier" not in standing(play, far)


@pytest.mark.section("15.3")
def test_15_3_a_carrier_with_an_aircraft_stays_where_it_is() -> None:
    far = far_zone()[2]
    stacks = {HOME: YARD, far: "japan: light-carrier, fighter [carrier-based]"}
    play = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    play.submit(EndPhase())
    assert "light-carrier" in standing(play, far)


@pytest.mark.section("15.3")
def test_15_3_a_carrier_with_a_friend_s_aircraft_is_not_without_and_leaves_nobody_behind() -> None:
    far = far_zone()[2]

    def stays(friends: str) -> bool:
        stacks = {HOME: YARD, far: f"japan: light-carrier; {friends}"}
        play = play_from(
            stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED, relations={("italy", "japan"): "allied"}
        )
        play.submit(EndPhase())
        return "japan: light-carrier" in standing(play, far)

    assert stays("italy: fighter") and not stays("italy: light-carrier, fighter"), "their own deck holds theirs"


def sailing(ships: str, order: str, *, home: str = YARD, away: bool = True) -> list[str]:
    """What is wrong with a move of ships from far away to a zone farther from the factory, or nearer."""
    near, far = far_zone()[1:]
    held = {HOME: "japan"} if home else {HOME: "great-britain"}
    stacks = {HOME: home, far: f"japan: {ships}"} if home else {far: f"japan: {ships}"}
    play = play_from(stacks, "japan", "noncombat-move", control=held, options=ADVANCED)
    steps = wings.distances(play_from({HOME: YARD}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED).position)
    farther = next(zone for zone in TITLE.neighbours[far] if steps.get(zone, 0) > steps[far])
    return [problem.rule for problem in wings.check_move(play.position, Move(order, f"{far} > {farther if away else near}"))]


@pytest.mark.section("15.3")
@pytest.mark.parametrize(
    ("ships", "order", "wrong"),
    [
        ("light-carrier", "light-carrier", ["noncombat-move/empty-carrier"]),
        ("light-carrier, destroyer", "destroyer", []),
        ("light-carrier, fighter", "light-carrier, fighter", []),
        ("light-carrier, fleet-carrier, fighter", "light-carrier", ["noncombat-move/empty-carrier"]),
        ("light-carrier, fleet-carrier, fighter", "fleet-carrier", ["noncombat-move/empty-carrier"]),
        ("light-carrier, fleet-carrier, fighter", "fleet-carrier, fighter", []),
    ],
)
def test_15_3_only_a_carrier_that_takes_no_aircraft_along_has_to_sail_home(ships: str, order: str, wrong: list[str]) -> None:
    assert sailing(ships, order) == wrong and sailing(ships, order, away=False) == []
    assert sailing(ships, order, home="") == [], "without a factory there is no nearest one"


@pytest.mark.section("15.3")
@pytest.mark.parametrize(("ships", "home"), [("light-carrier", ""), ("light-carrier [used=3 moved]", YARD)])
def test_15_3_a_carrier_that_cannot_sail_home_stays(ships: str, home: str) -> None:
    far = far_zone()[2]
    stacks = {far: f"japan: {ships}"} | ({HOME: home} if home else {})
    play = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan" if home else "great-britain"}, options=ADVANCED)
    wings.sail_home(play)
    assert standing(play, far) == f"japan: {ships}" and not any(isinstance(event, ev.UnitsMoved) for event in play.events)


@pytest.mark.section("15.3")
def test_15_3_the_coast_of_a_factory_is_counted_and_not_the_land_beside_it() -> None:
    steps = wings.distances(
        play_from({"western-germany": "germany: major-factory"}, "germany", "noncombat-move", options=ADVANCED).position
    )
    assert steps and all(TITLE.areas[area].kind == "sea" for area in steps)
    assert {zone for zone, far in steps.items() if not far} == {
        zone for zone in TITLE.neighbours["western-germany"] if zone.startswith("sea")
    }


@pytest.mark.section("15.3", "11.1")
@pytest.mark.parametrize(
    ("order", "wrong"),
    [("light-carrier, destroyer, fighter", []), ("2 light-carrier, fighter", ["place/carrier-aircraft"]), ("fighter", ["place/decks"])],
)
def test_15_3_each_carrier_that_is_placed_needs_an_aircraft_and_no_other_ship_does(order: str, wrong: list[str]) -> None:
    play = play_from(
        {HOME: YARD},
        "japan",
        "place-units",
        control={HOME: "japan"},
        pool={"japan": "2 light-carrier, destroyer, 2 fighter"},
        options=ADVANCED,
    )
    assert [problem.rule for problem in wings.check_aircraft(play.position, Place(order, ZONE))] == wrong


@pytest.mark.section("15.3", "2.3", "11.1")
def test_15_3_aircraft_come_from_factories_held_all_turn_and_of_the_account_that_paid() -> None:
    def able(power: str, area: str, **more: object) -> int:
        zone = next(zone for zone in TITLE.neighbours[area] if zone.startswith("sea"))
        pool = {power: "fleet-carrier, 2 fighter"}
        play = BOARD.play_from({area: f"{power}: major-factory"}, power, "place-units", pool=pool, options=ADVANCED, **more)
        return sum(
            n for where, _, n in wings._sources(play.position, Place("fleet-carrier, fighter", zone), "fighter", True) if where == area
        )

    assert able("japan", HOME, control={HOME: "japan"}) > 0
    assert able("japan", HOME, control={HOME: "great-britain"}, taken={HOME: "japan"}) == 0
    assert able("great-britain", "london") > 0 == able("great-britain", "sydney")


@pytest.mark.section("15.3")
def test_15_3_a_carrier_without_aircraft_leaves_a_zone_with_an_enemy_warship() -> None:
    far = far_zone()[2]
    stacks = {HOME: YARD, far: "japan: light-carrier; great-britain: destroyer"}
    play = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    wings.sail_home(play)
    assert standing(play, far) == "great-britain: destroyer"


@pytest.mark.section("15.3")
@pytest.mark.parametrize(("ships", "empty"), [("light-carrier", 1), ("light-carrier, fighter", 0), ("2 light-carrier, fighter", 1)])
def test_15_3_as_many_carriers_are_without_aircraft_as_there_are_too_few(ships: str, empty: int) -> None:
    play = play_from({HOME: YARD, ZONE: f"japan: {ships}"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    found = wings.empty_carriers(play.position, ZONE)
    assert [n for _, n in found] == ([empty] if empty else [])
