"""Aircraft, annexations and ways that are closed, either side of each condition (sections 0.9, 1.15, 1.19, 1.24, 8.1, 8.3, 9.5, 15.3)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.errors import SitrepError
from engine.families.axis_allies.combat.battle import DEFENDER
from engine.families.axis_allies.orders import Move, Place
from engine.families.axis_allies.vocabulary import KIND, MOBILIZED
from engine.play import Play
from engine.titles.global_war_1936 import combat as fights
from engine.titles.global_war_1936 import dates, moves, tables
from engine.titles.global_war_1936.air import skies, wings
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.land import shelling
from engine.titles.global_war_1936.orders import Annex
from engine.titles.global_war_1936.sea.landing import DefendersFire, DefendersRank
from tests.global_war_1936.positions import EARLY, TITLE, combat, play_from, problems, standing
from tests.global_war_1936.test_10_2_moves import flown
from tests.global_war_1936.test_15_3_carriers import ADVANCED, HOME, YARD, ZONE, far_zone, placing

PEACE = {("great-britain", foe): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")}


@pytest.mark.section("2.1")
def test_2_1_a_round_is_named_after_its_month() -> None:
    assert [dates.date_of(TITLE, "1936", round_) for round_ in (1, 2, 7)] == ["July 1936", "January 1937", "July 1939"]


@pytest.mark.section("1.24")
@pytest.mark.parametrize(("dice", "left"), [([10, 10], 2), ([11, 10], 1), ([11, 11], 0)])
def test_1_24_each_aircraft_is_lost_on_its_own_eleven(dice: list[int], left: int) -> None:
    play = flown(dice)
    assert sum(n for key, n in play.state.stacks.items() if key.area == "tibet" and key.unit == "fighter") == left


@pytest.mark.section("8.3")
def test_8_3_fighters_bar_flights_while_they_are_an_enemys_and_in_the_combat_move() -> None:
    play = play_from(
        {"paris": "france: fighter", "london": "great-britain: medium-bomber"}, "germany", "combat-move", control={"paris": "france"}
    )
    assert "paris" in skies.guarded(play.position) and "london" not in skies.guarded(play.position)
    play.emit(ev.RelationChanged("germany", "france", "war", "peace"))
    assert "paris" not in skies.guarded(play.position)
    play.emit(ev.RelationChanged("germany", "france", "peace", "war"))
    assert "paris" in skies.guarded(play.position)
    later = play_from({"paris": "france: fighter"}, "germany", "noncombat-move", control={"paris": "france"})
    assert skies.guarded(later.position) == frozenset()


# Carriers (15.3)


@pytest.mark.section("15.3")
def test_15_3_only_ones_own_aircraft_at_sea_are_marked() -> None:
    far = far_zone()[2]
    stacks = {HOME: f"{YARD}, fighter", ZONE: "japan: fleet-carrier, fighter, destroyer", far: "italy: fleet-carrier, fighter"}
    play = play_from(stacks, "japan", "production", options=ADVANCED, dice=[1] * 9)
    wings.turn_begun(play)
    marked = {(key.area, key.power, key.unit) for key in play.state.stacks if "carrier-based" in key.condition}
    assert marked == {(ZONE, "japan", "fighter")}
    usual = play_from(stacks, "japan", "production", dice=[1] * 9)
    wings.turn_begun(usual)
    assert not any("carrier-based" in key.condition for key in usual.state.stacks)


@pytest.mark.section("15.3")
def test_15_3_carrier_aircraft_land_ashore_in_the_non_combat_move_alone() -> None:
    stacks = {HOME: f"{YARD}, fighter [carrier-based]", ZONE: "japan: fleet-carrier, fighter"}
    for phase, lands in (("combat-move", False), ("noncombat-move", True)):
        play = play_from(stacks, "japan", phase, control={HOME: "japan"}, options=ADVANCED)
        key = next(key for key in play.state.stacks if "carrier-based" in key.condition)
        assert wings.may_land_ashore(play.position, HOME, key) is lands
        other = next(key for key in play.state.stacks if key.area == ZONE and key.unit == "fighter")
        assert wings.may_land_ashore(play.position, HOME, other)


@pytest.mark.section("15.3")
@pytest.mark.parametrize(
    ("waiting", "ships", "factory", "swaps"),
    [
        ("fighter", "fleet-carrier", "major-factory", 1),
        ("12 fighter", "fleet-carrier", "minor-factory", 1),
        ("fighter", "destroyer", "major-factory", 0),
        ("infantry", "fleet-carrier", "major-factory", 0),
    ],
)
def test_15_3_as_many_take_their_place_as_factories_beside_carriers_make(waiting: str, ships: str, factory: str, swaps: int) -> None:
    stacks = {HOME: f"japan: {factory}", ZONE: f"japan: {ships}", "sea-zone-50": "italy: fleet-carrier"}
    play = play_from(stacks, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED, pool={"japan": waiting})
    assert wings.swaps(play.position) == swaps
    assert wings._carrier_zones(play.position) == ([ZONE] if "carrier" in ships else [])


@pytest.mark.section("15.3", "11.1")
def test_15_3_aircraft_that_are_placed_on_new_carriers_count_against_their_factory() -> None:
    play = placing({"fleet-carrier": 1, "fighter": 2})
    play.submit(Place("fleet-carrier, 2 fighter", ZONE))
    assert MOBILIZED.number(play.state, HOME) == 2


@pytest.mark.section("15.3")
def test_15_3_a_new_carrier_takes_what_was_built_before_what_stands_ashore_and_no_more_than_named() -> None:
    play = placing({"light-carrier": 1, "fighter": 1}, "2 fighter")
    play.submit(Place("light-carrier, fighter", ZONE))
    assert standing(play, HOME).count("2 fighter") == 1 and not play.state.pool.get(("japan", "fighter"))
    two = placing({"fleet-carrier": 1, "fighter": 1}, "2 fighter")
    two.submit(Place("fleet-carrier, 2 fighter", ZONE))
    assert standing(two, ZONE) == "japan: 2 fighter, fleet-carrier"
    assert sum(n for key, n in two.state.stacks.items() if key.area == HOME and key.unit == "fighter") == 1
    assert problems(placing({"fleet-carrier": 1, "fighter": 1}), Place("fleet-carrier, 2 fighter", ZONE)) == ["place/carrier-aircraft"]


@pytest.mark.section("15.3")
def test_15_3_a_carrier_that_sails_home_has_moved_as_far_as_its_way_is_long() -> None:
    far = far_zone()[2]
    play = play_from({HOME: YARD, far: "japan: light-carrier"}, "japan", "noncombat-move", control={HOME: "japan"}, options=ADVANCED)
    away = wings.distances(play.position)[far]
    wings.sail_home(play)
    (key,) = [key for key in play.state.stacks if key.unit == "light-carrier"]
    steps = min(away, TITLE.units["light-carrier"].move)
    assert wings.distances(play.position)[key.area] == away - steps
    assert key.condition == f"used={steps} from={far} moved"


# The combat phase


@pytest.mark.section("9.1", "9.17")
def test_9_17_the_phase_after_bombs_on_troops_ends_as_that_of_a_raid() -> None:
    phase = fights.Combat()
    assert phase.sequences == (fights.BATTLE, fights.RAID)
    assert (DefendersFire().side, DefendersRank().side) == (DEFENDER, DEFENDER)
    play = combat("germany", {})
    KIND.set(play, shelling.ATTRITION)
    kinds: list[str] = []
    usual = Play.emit

    def emit(self: Play, event: ev.Event) -> None:
        usual(self, event)
        kinds.append(KIND.read(self.state))

    play.emit = emit.__get__(play)  # type: ignore[method-assign]
    play.phase.close(play)
    assert kinds and "raid" in kinds


# Annexations (0.9)


def annexing(power: str, stacks: dict[str, str], **more: object) -> Play:
    return EARLY.play_from(stacks, power, "combat-move", **({"round": 6} | more))  # type: ignore[arg-type]


@pytest.mark.section("0.9")
def test_0_9_albania_is_annexed_over_one_sea_zone() -> None:
    over = {zone for zone in TITLE.neighbours["albania"] if zone.startswith("sea")}
    near = next(area for area in TITLE.neighbours if area.endswith("italy") and over & set(TITLE.neighbours[area]))
    far = "sardinia" if "sardinia" in TITLE.areas else "libya"
    play = annexing("italy", {near: "italy: 2 infantry", far: "italy: infantry", "albania": ""}, round=7)
    assert problems(play, Annex("infantry", f"{near} > albania")) == []
    assert problems(play, Annex("infantry", f"{far} > albania")) == ["annex/way"]
    play.submit(Annex("infantry", f"{near} > albania"))
    assert play.state.control["albania"] == "italy" and "infantry" in standing(play, "albania")


@pytest.mark.section("0.9")
def test_0_9_only_who_may_annexes_what_it_may_from_its_month_on() -> None:
    held = {"bavaria": "germany: infantry, artillery [moved], fighter, militia", "bohemia": "germany: infantry"}
    play = annexing("germany", held, control={"bohemia": "germany"}, round=4)
    assert problems(play, Annex("infantry", "bavaria > austria")) == []
    assert problems(play, Annex("infantry", "bohemia > slovakia")) == ["annex/area"], "January 1939"
    assert moves.may_annex(annexing("germany", held, round=6).position, "slovakia")
    assert not moves.may_annex(annexing("italy", held, round=6).position, "slovakia"), "Germany alone annexes it"
    assert not moves.may_annex(play.position, "sweden") and not moves.may_annex(play.position, "berlin")
    assert problems(play, Annex("2 infantry", "bavaria > austria")) == ["annex/units"]
    assert (
        problems(play, Annex("artillery", "bavaria > austria")) == ["annex/units"] == problems(play, Annex("fighter", "bavaria > austria"))
    )
    assert problems(play, Annex("militia", "bavaria > austria")) == ["annex/units"] == problems(play, Annex("", "bavaria > austria"))
    controlled = annexing("germany", held, round=4, markers={("game", "controlled|austria"): "italy"})
    assert not moves.may_annex(controlled.position, "austria")


@pytest.mark.section("0.9", "5.2")
def test_0_9_an_annexation_alarms_the_british() -> None:
    play = annexing("germany", {"bavaria": "germany: infantry"}, round=4, relations=PEACE, markers={("game", "income|great-britain"): "10"})
    play.submit(Annex("infantry", "bavaria > austria"))
    assert income.tracker(play.position, "great-britain") == 11
    assert standing(play, "austria").startswith("germany: infantry [used=1 from=bavaria moved")


# Ways


@pytest.mark.section("1.15")
@pytest.mark.parametrize(
    ("units", "wrong"), [("submarine", []), ("submarine, destroyer", ["move/passage"]), ("2 submarine", ["move/passage"])]
)
def test_1_15_the_canal_to_the_white_sea_takes_one_submarine_and_nothing_besides(units: str, wrong: list[str]) -> None:
    link = next(link for link in TITLE.links if link.passage == "baltic-white-sea-canal")
    stacks = {link.area: "soviet-union: 2 submarine, destroyer"}
    play = play_from(stacks, "soviet-union", "noncombat-move")
    assert problems(play, Move(units, f"{link.area} > {link.to}")) == wrong


@pytest.mark.section("1.15")
def test_1_15_the_great_lakes_are_named_to_ships_that_do_not_enter_them() -> None:
    lake = tables.role(TITLE, "lakes").areas[0]
    before = next(zone for zone in TITLE.neighbours[lake] if zone.startswith("sea"))
    play = play_from({before: "united-states: battleship"}, "united-states", "noncombat-move")
    found = [
        problem for problem in moves.check_terrain(play.position, Move("battleship", f"{before} > {lake}")) if problem.rule == "move/lakes"
    ]
    assert [problem.found for problem in found] == [lake]


@pytest.mark.section("9.5", "1.16")
def test_9_5_a_blitz_that_is_barred_says_by_what() -> None:
    stacks = {"belgium": "germany: medium-armor", "paris": "", "picardy": "france: fortification [border:belgium!]"}
    held = {"belgium": "germany", "paris": "france", "picardy": "france", "normandy": "france", "burgundy": "france"}
    play = play_from(stacks, "germany", "combat-move", control=held, relations={("germany", "france"): "war"})
    found = moves._check_blitz(play.position, Move("medium-armor", "belgium > picardy > normandy"))
    assert ["enemy fortifications" in problem.message for problem in found] == [True]
    city = moves._check_blitz(play.position, Move("medium-armor", "picardy > paris > burgundy"))
    assert ["the city of paris" in problem.message for problem in city] == [True]
    assert moves._check_blitz(play.position, Move("fighter", "picardy > paris > burgundy")) == []


# Tables that an overlay has changed


@pytest.mark.section("0.9")
@pytest.mark.parametrize(("ask", "file"), [(tables.role, "roles.csv"), (tables.figure, "figures.csv")])
def test_a_rule_without_its_row_names_the_file_that_lacks_it(ask, file: str) -> None:
    with pytest.raises(SitrepError) as wrong:
        ask(TITLE, "nothing-of-the-kind")
    assert str(TITLE.folder) + "/" + file in str(wrong.value)


@pytest.mark.section("15.3")
def test_15_3_aircraft_that_stay_ashore_are_not_told_to_move() -> None:
    play = placing({"light-carrier": 1, "fighter": 1}, "2 fighter")
    play.submit(Place("light-carrier, fighter", ZONE))
    assert all(event.count for event in play.events if isinstance(event, ev.UnitsMoved | ev.UnitsPlaced))
