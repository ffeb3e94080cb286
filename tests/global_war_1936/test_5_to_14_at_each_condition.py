"""Bonus incomes, alarms, the chart, placing, lend-lease, alignment and Vichy at each condition (5.2, 5.4, 7.1 to 7.3, 9.22, 11.4, 14.4)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Move, Place
from engine.state import Stack
from engine.titles.global_war_1936.economy import chart, collecting, income, paying, supply
from engine.titles.global_war_1936.land import modifiers, reach
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import controlled, controlled_by, is_apart
from engine.titles.global_war_1936.orders import Advance, Build, Deliver, Grant, Study, Wreck
from engine.titles.global_war_1936.politics import alignment, events, fall, war
from engine.titles.global_war_1936.rules import TitleRules
from engine.titles.global_war_1936.vocabulary import CHART, CONTROLLED, CONVOY_LOSSES, EVOLVED, HEIR, TRACKER, TRUCE
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, combat, play_from, problems, standing
from tests.global_war_1936.test_3_predicates import measure
from tests.global_war_1936.test_7_to_11_money import HASTE, producing, under_way
from tests.global_war_1936.test_7_to_12_facilities_and_rails import bombing
from tests.global_war_1936.test_11_4_lend_lease import ORDER, PORTS, sent
from tests.global_war_1936.test_14_pacts_and_vichy import fallen

# Income (5.2, 5.4)


@pytest.mark.section("5.4")
@pytest.mark.parametrize(("held", "slug", "power", "amount"), [
    (("borneo", "java"), "japanese-resources", "japan", 4),
    (("borneo",), "japanese-resources", "japan", 2),
    (("midway",), "japanese-islands", "japan", 1),
    (("caucasus",), "german-oil", "germany", 3),
    ((), "german-oil", "germany", 0),
])  # fmt: skip
def test_5_4_a_bonus_for_each_area_is_paid_for_each_that_is_held(held: tuple[str, ...], slug: str, power: str, amount: int) -> None:
    at_war = {(power, "united-states"): "war"}
    play = play_from({}, power, "production", control=dict.fromkeys(held, power), relations=at_war)
    assert collecting.bonus_of(play.position, power).get(slug, 0) == amount


@pytest.mark.section("5.4")
@pytest.mark.parametrize(("holder", "amount"), [("sweden", 3), ("germany", 3), ("great-britain", 0)])
def test_5_4_ore_comes_while_no_enemy_holds_one_of_its_areas(holder: str, amount: int) -> None:
    at_war = {("germany", "great-britain"): "war"}
    play = play_from({}, "germany", "production", control={"sweden": holder, "norway": "norway"}, relations=at_war)
    assert collecting.bonus_of(play.position, "germany").get("german-ore", 0) == amount


@pytest.mark.section("5.2")
def test_5_2_a_war_of_japan_in_china_alarms_the_great_powers_and_one_elsewhere_does_not_as_much() -> None:
    play = begun("1936")
    before = {one: income.tracker(play.position, one) for one in ("great-britain", "soviet-union", "united-states")}
    war.declare(play, "japan", "kmt")
    found = {one: income.tracker(play.position, one) - value for one, value in before.items()}
    assert found == {"great-britain": 1, "soviet-union": 2, "united-states": 3}


@pytest.mark.section("5.2")
def test_5_2_who_has_no_income_of_peacetime_is_not_alarmed_and_land_of_the_scenario_is_what_counts() -> None:
    play = begun("1936")
    start = len(play.events)
    income.change(play, "germany", 5)
    income.change(play, "united-states", 0)
    assert len(play.events) == start and TRACKER.read(play.state, "germany") == ""
    for scenario in ("1936", "1939"):
        held = {row.area: row.power for row in TITLE.holdings if row.scenario == scenario}
        assert income.start_control(begun(scenario).position) == held
    assert income.start_control(begun("1936").position)["austria"] == "austria"


# The chart, what is built and where it is placed (7.1 to 7.3, 11.1)


@pytest.mark.section("7.3", "2.3")
def test_7_3_what_waits_on_one_account_is_not_anothers() -> None:
    ready = {("game", "ready/anzac/minor-port/sydney/"): "2"}
    play = play_from({}, "great-britain", "production", markers=ready)
    assert chart.finished(play.position, "great-britain") == []
    assert chart.finished(play.position, "anzac") == [chart.Item("anzac", "minor-port", "sydney", "", 0, 2)]
    CHART.emit(play, "1", "anzac", "light-cruiser", "", "", "1")
    assert chart.items(play.position, "great-britain") == [] and len(chart.items(play.position, "anzac")) == 1 == len(under_way(play))


@pytest.mark.section("7.1", "7.2")
def test_7_1_what_is_not_for_sale_is_not_begun_and_only_what_is_on_the_chart_goes_on() -> None:
    play = producing()
    (problem,) = play.check(Build("heavy-battleship"))
    assert problem.rule == "build/not-for-sale" and problem.message.startswith("germany does not build")
    (problem,) = play.check(Build("minor-port"))
    assert (problem.rule, problem.found) == ("build/area", "no area")
    assert problems(play, Advance("battleship", 1, 1, account="sweden")) == ["advance/chart"]


@pytest.mark.section("12.2", "11.1")
def test_12_2_colonial_infantry_is_built_by_who_has_colonies() -> None:
    play = producing()
    able = {power for power in TITLE.turns if paying.builds(play.position, power, "colonial-infantry")}
    assert "france" in able and "germany" not in able and "soviet-union" not in able


@pytest.mark.section("7.8", "12.3")
def test_12_3_a_facility_in_jungle_costs_one_more_at_first_hurried_or_not() -> None:
    rough = next(area for area in TITLE.regions["jungle"] if TITLE.areas[area].kind == "land")
    play = producing(techs=HASTE)
    for parts in (chart.parts, chart.whole_parts):
        assert parts(play.position, "air-base", rough)[0] == parts(play.position, "air-base", "berlin")[0] + 1
    assert paying.first_cost(play.position, "battleship", rough) == 0 == paying.first_cost(play.position, "air-base", "")


@pytest.mark.section("7.6")
def test_7_6_who_comes_too_early_for_a_stage_is_told_which() -> None:
    play = EARLY.play_from({"berlin": "germany: major-factory"}, "germany", "production", markers={("game", "stage|germany|radar"): "2"})
    (problem,) = play.check(Study("radar"))
    assert problem.rule == "research/early" and problem.found == "stage 3 in 1936-07"


@pytest.mark.section("7.3")
def test_7_3_no_more_bombers_are_sent_than_there_are() -> None:
    play = bombing([1, 1], "air-base", ("air-base", 1))
    over = combat(
        "germany",
        {"london": "germany: strategic-bomber [moved]; great-britain: infantry"},
        relations={("germany", "great-britain"): "war"},
        options={"site-bombing": "on"},
        markers={("game", "chart/great-britain/air-base/london//1"): "1"},
    )
    assert under_way(play) != []
    assert problems(over, Wreck("2 strategic-bomber", "london", "air-base")) == ["wreck/units"]
    (problem,) = over.check(Wreck("", "london", "air-base"))
    assert (problem.rule, problem.found) == ("wreck/units", "none")


@pytest.mark.section("12.2", "11.1")
def test_12_2_what_is_built_at_home_is_placed_at_home() -> None:
    stacks = {"berlin": "germany: major-factory", "picardy": "germany: major-factory"}
    held = {"picardy": "germany"}
    play = play_from(stacks, "germany", "place-units", pool={"germany": "heavy-armor"}, control=held)
    assert problems(play, Place("heavy-armor", "berlin")) == [] and problems(play, Place("heavy-armor", "picardy")) == ["place/at-home"]
    (problem,) = play.check(Place("", "berlin"))
    assert problem.found == "nothing"


# Battles (1.16, 9.6)


@pytest.mark.section("9.6", "15.5")
def test_9_6_a_battleship_that_is_hurt_fires_at_two_less_and_a_whole_one_does_not() -> None:
    for ship, target in (("battleship", 8), ("battleship~1", 6)):
        play = combat("germany", {"sea-zone-9": f"germany: {ship} [moved]; great-britain: destroyer"})
        groups = firing_groups(play.position, "sea-zone-9", "attacker", rank=None)
        assert {group.target for group in groups if group.unit == "battleship"} == {target}


@pytest.mark.section("1.16")
def test_1_16_infantry_that_defends_a_city_chooses_vehicles_and_no_other() -> None:
    play = combat("germany", {"warsaw": "germany: infantry [moved]; poland: infantry"})
    infantry, artillery = TITLE.units["infantry"], TITLE.units["artillery"]
    assert modifiers.picks(play.position, "warsaw", "defender")(infantry) == 1
    assert modifiers.picks(play.position, "warsaw", "defender")(artillery) == 0
    assert modifiers.picks(play.position, "warsaw", "attacker")(infantry) == 0
    assert modifiers.picks(play.position, "lubelskie", "defender")(infantry) == 0


@pytest.mark.section("1.13")
def test_1_13_troops_that_come_with_aircraft_do_not_enter_ice() -> None:
    play = play_from({}, "soviet-union", "combat-move", options={"tundra": "on"})
    ice = next(area for area in TITLE.areas if reach.is_frozen(play.position, area))
    start = next(iter(TITLE.neighbours[ice]))
    assert [p.rule for p in reach.check_tundra(play.position, Move("fighter, infantry", f"{start} > {ice}"))] == ["move/tundra"]
    assert reach.check_tundra(play.position, Move("fighter", f"{start} > {ice}")) == []


# Lend-lease (7.9, 11.4)


@pytest.mark.section("11.4")
def test_11_4_what_is_delivered_is_lent_no_more_and_starts_at_a_factory_at_home() -> None:
    play = sent("5")
    play.submit(ORDER)
    assert lending.granted(play.position, "united-states", "soviet-union") == ""
    assert problems(sent("5", {"san-francisco": "united-states: major-port"}), ORDER) == ["lend-lease/start"]
    abroad = {"alaska": "united-states: major-port", "hawaiian-islands": "united-states: major-factory, major-port"}
    assert problems(sent("5", abroad), Deliver("soviet-union", "hawaiian-islands", "primorsky-krai")) == ["lend-lease/start"]


@pytest.mark.section("11.4")
def test_11_4_a_delivery_ends_in_the_home_country_of_who_receives_it() -> None:
    peace = {("soviet-union", other): "peace" for other in ("united-states", "japan")}
    stacks = PORTS | {"hawaiian-islands": "soviet-union: major-port"}
    more = {"control": {"hawaiian-islands": "soviet-union"}, "markers": {("game", "grant|united-states|soviet-union"): "5"}}
    play = BOARD.play_from(stacks, "united-states", "place-units", relations=peace, **more)
    assert lending.target(play.position, ORDER) == "primorsky-krai"
    assert lending.target(play.position, Deliver("soviet-union", "san-francisco", "hawaiian-islands")) == ""


@pytest.mark.section("11.4")
def test_11_4_major_powers_at_peace_and_friends_let_lend_lease_pass_and_neutral_minor_powers_do_not() -> None:
    relations = {("great-britain", other): "peace" for other in ("soviet-union", "united-states")}
    relations |= {("soviet-union", other): "peace" for other in ("united-states", "kmt")}
    relations |= {("great-britain", "kmt"): "allied", ("soviet-union", "germany"): "war"}
    play = play_from({}, "great-britain", "place-units", relations=relations)
    asked = ("united-states", "kmt", "sweden", "germany", "great-britain", "soviet-union", "")
    able = [one for one in asked if lending.lets_pass(play.position, one, "soviet-union")]
    assert able == ["united-states", "kmt", "great-britain", "soviet-union"]


@pytest.mark.section("7.9")
def test_7_9_minor_powers_lend_nothing() -> None:
    play = play_from({"szechwan": "kmt: minor-factory"}, "kmt", "production", money={"kmt": 20}, control={"szechwan": "kmt"})
    assert "lend-lease/receiver" in problems(play, Grant("united-states", 3))


@pytest.mark.section("11.4")
def test_11_4_the_best_port_of_an_area_counts_and_without_one_there_is_no_way() -> None:
    stacks = {
        "london": "great-britain: minor-port, major-shipyard",
        "northern-ireland": "great-britain: major-port",
        "norway": "great-britain: infantry",
    }
    play = play_from(stacks, "great-britain", "production", control={"norway": "great-britain"})
    assert supply.port(play.position, "london", "sea-zone-9") > 3
    assert supply.sea_way(play.position, "great-britain", "norway", "london") == ()
    assert supply.sea_way(play.position, "great-britain", "london", "norway") == ()
    assert supply.sea_way(play.position, "great-britain", "london", "northern-ireland")[0] == "london"


# Alignment, control, turns (4.5 to 4.9, 6.1, 13.3)


@pytest.mark.section("4.5", "6.1")
def test_4_5_a_minor_power_that_holds_nothing_or_has_aligned_is_controlled_by_nobody() -> None:
    play = begun("1939")
    for minor in ("vichy-france", "sweden", "hungary"):
        CONTROLLED.emit(play, "germany", minor)
    assert controlled(play.position, "germany") == ["hungary", "sweden"]
    assert "sweden" not in play.rules.sequence(play), "it is at war with nobody"
    alignment.align(play, "hungary", "germany")
    CONTROLLED.emit(play, "germany", "hungary")
    assert controlled(play.position, "germany") == ["sweden"]


@pytest.mark.section("4.5")
def test_4_5_control_is_taken_once_and_of_a_minor_power_that_stands_apart() -> None:
    play = begun("1939")
    alignment.align(play, "hungary", "germany")
    alignment.take_control(play, "hungary", "italy")
    assert controlled_by(play.position, "hungary") == ""
    alignment.take_control(play, "sweden", "germany")
    start = len(play.events)
    alignment.take_control(play, "sweden", "germany")
    assert controlled_by(play.position, "sweden") == "germany" and len(play.events) == start


@pytest.mark.section("4.7")
def test_4_7_a_war_of_a_minor_power_with_another_minor_power_does_not_count() -> None:
    relations = {("sweden", "germany"): "war", ("sweden", "norway"): "war", ("great-britain", "germany"): "war"}
    play = BOARD.play_from({}, "germany", "combat-move", relations=relations)
    assert alignment.faces(play.position, "sweden", "great-britain")


@pytest.mark.section("3.2", "4.4")
def test_3_2_a_city_of_a_minor_power_that_aligns_is_told_as_a_point() -> None:
    play = play_from({}, "germany", "combat-move", control={"rome": "sweden"})
    start = len(play.events)
    alignment.align(play, "sweden", "germany")
    told = [(event.contender, event.delta) for event in play.events[start:] if isinstance(event, ev.VictoryPointsScored)]
    assert ("axis", 1) in told


@pytest.mark.section("4.8")
def test_table_4_5_satellites_align_as_war_with_the_soviets_is_declared_after_the_fall_of_france() -> None:
    calm = {("germany", "soviet-union"): "peace"}
    play = BOARD.play_from({}, "germany", "combat-move", standing={"france": SURRENDERED}, relations=calm)
    war.declare(play, "germany", "soviet-union")
    events.war_declared(play, "germany", "soviet-union")
    assert not any(is_apart(play.position, minor) for minor in ("romania", "hungary", "bulgaria"))


@pytest.mark.section("4.8")
@pytest.mark.parametrize("power", ["germany", "italy"])
def test_table_4_5_of_two_that_stand_beside_iraq_who_is_on_turn_gets_it(power: str) -> None:
    play = BOARD.play_from({"syria": "germany: infantry; italy: infantry"}, power, "conduct-combat")
    events.combat_over(play)
    assert play.state.control["iraq"] == power


@pytest.mark.section("13.3.1")
def test_13_3_a_faction_evolves_as_a_combat_phase_ends() -> None:
    play = play_from({}, "germany", "conduct-combat")
    for area in TITLE.regions["china"]:
        play.emit(ev.ControlChanged(area, play.state.control.get(area, ""), "ccp", "test"))
    events.combat_over(play)
    assert EVOLVED.read(play.state, "ccp") == "yes"


@pytest.mark.section("13.3")
def test_13_3_a_truce_that_is_over_does_not_end_again() -> None:
    for said, relation in (("over", "allied"), ("", "allied"), ("yes", "war")):
        play = play_from({}, "germany", "conduct-combat", relations={("kmt", "ccp"): relation})
        TRUCE.emit(play, said)
        events.check_always(play)
        assert TRUCE.read(play.state) == said and play.position.relation("kmt", "ccp") == relation


@pytest.mark.section("9.11", "6.1")
def test_6_1_losses_of_convoys_are_forgotten_as_a_round_begins() -> None:
    play = play_from({}, "germany", "production")
    CONVOY_LOSSES.emit(play, "3", "new-york-rio", "united-states")
    TitleRules(TITLE).round_begun(play)
    assert not list(CONVOY_LOSSES.entries(play.state))


# Surrender and Vichy (9.22, 14.4)


@pytest.mark.section("9.22")
def test_9_22_who_is_aboard_is_removed_once_and_what_others_carry_stays() -> None:
    ship = "naval-transport [cargo=italy/self-propelled-artillery]; italy: self-propelled-artillery [aboard]"
    mixed = "naval-transport [cargo=germany/infantry+italy/infantry], infantry [aboard]; italy: infantry [aboard]"
    play = BOARD.play_from({"sea-zone-49": f"italy: {ship}", "sea-zone-50": f"germany: {mixed}"}, "great-britain", "conduct-combat")
    fall._disband(play, "italy")
    removed = sum(event.count for event in play.events if isinstance(event, ev.UnitsRemoved))
    assert removed == 3 and standing(play, "sea-zone-49") == ""
    assert standing(play, "sea-zone-50") == "germany: infantry [aboard], naval-transport [cargo=germany/infantry]"


@pytest.mark.section("9.22")
def test_9_22_an_heir_gets_what_had_aligned_and_nothing_that_was_the_nations_own() -> None:
    play = begun("1939")
    alignment.align(play, "hungary", "germany")
    HEIR.emit(play, "italy", "germany")
    fall._hand_minors_over(play, "germany")
    assert play.state.control["hungary"] == "italy" and play.state.control["bavaria"] == "germany"


@pytest.mark.section("14.4.2")
def test_14_4_2_vichy_has_three_infantry_an_artillery_and_a_fighter_and_colonies_are_divided() -> None:
    play = fallen()
    assert standing(play, "southern-france") == "vichy-france: artillery, fighter, 3 infantry"
    colonies = [area for area, row in TITLE.areas.items() if row.original_owner == "france" and area not in TITLE.regions["home-france"]]
    holders = {play.state.control.get(area) for area in colonies}
    assert {"vichy-france", "free-france"} <= holders and "france" not in holders


@pytest.mark.section("14.4.2")
def test_14_4_2_ships_under_construction_are_divided_as_vichy_is_created() -> None:
    play = BOARD.play_from({}, "germany", "conduct-combat", relations={("germany", "italy"): "allied"}, dice=[1] * 60)
    CHART.emit(play, "1", "france", "heavy-cruiser", "", "", "1")
    play.emit(ev.ControlChanged("paris", "france", "germany", "captured"))
    fall.look(play)
    assert under_way(play) == [], "a one: scuttled"


@pytest.mark.section("14.4.2")
@pytest.mark.parametrize(("zone", "to"), [("sea-zone-49", "germany"), ("sea-zone-72", "japan"), ("sea-zone-86", "japan")])
def test_14_4_2_ships_in_the_indian_and_pacific_oceans_join_japan(zone: str, to: str) -> None:
    play = BOARD.play_from({}, "germany", "conduct-combat")
    assert fall._axis_taker(play, Stack(zone, "free-france", "destroyer", 1, ""), "germany") == to


@pytest.mark.section("14.4.2")
def test_14_4_2_friends_of_france_are_neither_france_nor_free_france() -> None:
    friends = fall._friends(TITLE)
    assert "great-britain" in friends and "united-states" in friends
    assert "france" not in friends and "free-france" not in friends and "germany" not in friends


@pytest.mark.section("3.1", "11.4")
def test_3_1_all_of_the_areas_are_to_be_joined() -> None:
    play = play_from({}, "germany", "production")
    assert measure(play, "joined", "germany", where="berlin bavaria moscow") == 0
