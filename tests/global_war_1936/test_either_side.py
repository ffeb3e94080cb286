"""One case on either side of a condition, and what follows from an act, in the words of the book."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.economy.accounts import account_of
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Lose, Move, Offload, Place, Press
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.titles.global_war_1936 import placing, production, rules
from engine.titles.global_war_1936.economy import chart, collecting, income
from engine.titles.global_war_1936.orders import Aid, Build, Dock, Exploit, Force, Influence, Redeploy, Sign, Wreck
from engine.titles.global_war_1936.politics import events, fall, objectives
from engine.titles.global_war_1936.sea import hulls
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import LINE_LOST
from tests.axisallies.battles import fight_on
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, battle, begun, combat, play_from, problems, rolls, standing
from tests.global_war_1936.test_2_3_divided import EAST, WEST, opened
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_9_after_and_afar import invaders

WAR = {("germany", "great-britain"): "war"}


@pytest.mark.section("13.3")
def test_13_3_aircraft_of_a_chinese_faction_fly_over_a_neighbour_to_land_at_home() -> None:
    play = EARLY.play_from({"yunnan": "kmt: fighter"}, "kmt", "noncombat-move", relations={("kmt", "france"): "allied"})
    over, there = Move("fighter", "yunnan > annam-tonkin > kwangsi"), Move("fighter", "yunnan > annam-tonkin")
    assert problems(play, over) == []
    assert problems(play, there)


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("where", "wrong"), [({}, False), ({"standing": {"brazil": "axis"}}, True)])
def test_4_8_who_has_joined_a_side_is_influenced_no_more(where: dict, wrong: bool) -> None:
    play = play_from({}, "united-states", "production", relations={("united-states", "germany"): "war"}, **where)
    assert ("influence/gone" in problems(play, Influence("brazil", 2))) is wrong


@pytest.mark.section("14.4.1", "9.22")
def test_14_4_1_a_liberated_france_has_the_money_of_free_france() -> None:
    play = play_from({}, "great-britain", "conduct-combat", money={"free-france": 7, "france": 2})
    fall._end_exile(play)
    assert (play.state.resources.get(("free-france", "ipp"), 0), play.state.resources["france", "ipp"]) == (0, 9)


@pytest.mark.section("9.22")
def test_9_22_a_minor_power_passes_on_each_time_its_nation_surrenders() -> None:
    play = play_from({"norway": "great-britain: infantry"}, "germany", "conduct-combat", control={"norway": "great-britain"})
    ALIGNED.emit(play, "great-britain", "norway")
    play.emit(ev.PowerChanged("great-britain", "active", SURRENDERED, "surrenders"))
    fall._hand_minors_over(play, "great-britain")
    heir = ALIGNED.read(play.state, "norway")
    assert heir not in ("", "great-britain") and standing(play, "norway") == f"{heir}: infantry"
    assert play.state.control["norway"] == heir


@pytest.mark.section("15.6")
def test_15_6_of_two_stacks_no_more_ships_force_a_strait_than_the_order_says() -> None:
    stacks = {"sea-zone-32": "germany: 2 battleship, 2 battleship~1", "gibraltar": "great-britain: infantry"}
    play = play_from(stacks, "germany", "combat-move", dice=[12], options={"forced-straits": "on"}, relations=WAR)
    play.submit(Force("battleship", "sea-zone-32 > sea-zone-48"))
    there = sum(n for key, n in play.position.stacks("sea-zone-48"))
    assert there == 1 and sum(n for key, n in play.position.stacks("sea-zone-32")) == 3


@pytest.mark.section("7.5", "6.1")
def test_7_5_the_die_is_rolled_as_production_begins() -> None:
    play = begun("1936", ev.RoundStarted(7))
    play.open_phase(ev.PhaseStarted("great-britain", "production", 99))
    assert 12 <= income.tracker(play.position, "great-britain") <= 23


@pytest.mark.section("5.2")
def test_5_2_an_income_of_peacetime_falls_to_nothing_and_no_lower() -> None:
    play = begun("1936")
    income.change(play, "great-britain", -40)
    assert income.tracker(play.position, "great-britain") == 0


@pytest.mark.section("11.6")
@pytest.mark.parametrize("amount", [0, 1, 2])
def test_11_6_an_income_of_one_is_paid_and_one_of_nothing_tells_nothing(amount: int) -> None:
    play = play_from({}, "germany", "production", money={"germany": 3})
    before = len(play.events)
    collecting.pay(play, "germany", amount, "income")
    assert play.state.resources["germany", "ipp"] == 3 + amount and len(play.events) - before == bool(amount)


@pytest.mark.section("10.6")
@pytest.mark.parametrize("port", ["", "great-britain: minor-port"])
def test_10_6_a_friendly_coast_without_a_port_is_no_end_of_a_voyage(port: str) -> None:
    stacks = {"liverpool": "great-britain: major-shipyard", "northern-ireland": port, "sea-zone-19": "great-britain: naval-transport"}
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move")
    assert bool(problems(play, Redeploy("naval-transport", "sea-zone-19 > sea-zone-18"))) is not bool(port)


@pytest.mark.section("14.3")
@pytest.mark.parametrize(("money", "wrong"), [(5, []), (4, ["pact/price"])])
def test_14_3_the_last_money_breaks_the_treaty(money: int, wrong: list[str]) -> None:
    markers = {("game", "pact|japanese-soviet"): "signed", ("game", "income|soviet-union"): "99"}
    peace = {("soviet-union", other): "peace" for other in ("germany", "italy", "japan")}
    play = BOARD.play_from({}, "soviet-union", "combat-move", markers=markers, money={"soviet-union": money}, relations=peace)
    found = problems(play, Sign("japanese-soviet", end=True))
    assert found == [] if not wrong else len(found) == 1


@pytest.mark.section("12.2")
@pytest.mark.parametrize(("die", "shot"), [(3, 1), (4, 0)])
def test_12_2_anti_aircraft_artillery_that_attacks_fires_at_aircraft_of_the_defender(die: int, shot: int) -> None:
    stacks = {"paris": "germany: 3 infantry, anti-aircraft-artillery [moved from=picardy]; france: infantry, fighter"}
    play = combat("germany", stacks, [die, *[12] * 30], control={"paris": "france"}, relations={("germany", "france"): "war"})
    play.submit(battle("paris"))
    fired = [row for row in rolls(play) if row[0] == "anti-air"]
    assert [(row[1], row[2], row[3], row[4]) for row in fired] == [("germany", "anti-aircraft-artillery", 3, (die,))]
    gone = [event for event in play.events if isinstance(event, ev.UnitsRemoved) and event.unit == "fighter"]
    assert len(gone) == shot


@pytest.mark.section("15.5")
@pytest.mark.parametrize(("money", "wrong"), [(6, []), (5, ["repair/funds"])])
def test_15_5_a_repair_is_begun_with_the_most_that_it_may_cost(money: int, wrong: list[str]) -> None:
    stacks = {"western-germany": "germany: major-dockyard, major-shipyard", "sea-zone-9": "germany: battleship~1"}
    play = play_from(stacks, "germany", "production", money={"germany": money}, options={"capital-damage": "rolled"})
    assert problems(play, Dock("battleship", "sea-zone-9", "western-germany")) == wrong


@pytest.mark.section("7.3")
def test_7_3_bombs_on_a_building_site_are_no_hits_on_units() -> None:
    stacks = {"london": "germany: strategic-bomber [moved]; great-britain: infantry"}
    markers = {("game", "chart/great-britain/air-base/london//1"): "1"}
    play = combat("germany", stacks, [1, 3], relations=WAR, markers=markers, options={"site-bombing": "on"})
    play.submit(Wreck("strategic-bomber", "london", "air-base"))
    bombs = [event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "bombing"]
    assert [(event.dice, event.hits, event.target) for event in bombs] == [((1, 3), 0, 0)]


@pytest.mark.section("13.1")
def test_13_1_supplies_go_to_a_faction_alone_and_only_while_they_fight() -> None:
    factions = {("game", "controlled|nationalist-spain"): "germany", ("game", "controlled|republican-spain"): "soviet-union"}
    spain = {"madrid": "republican-spain: militia", "galicia": "nationalist-spain: militia", "warsaw": "poland: militia"}
    play = EARLY.play_from(spain, "france", "production", markers=factions, money={"france": 5})
    assert problems(play, Aid("poland", "warsaw")) == ["aid/faction"]
    assert problems(play, Aid("republican-spain", "madrid")) == []
    lost = {area: "republican-spain" for area, holder in play.state.control.items() if holder == "nationalist-spain"}
    over = EARLY.play_from(spain, "france", "production", markers=factions, money={"france": 5}, control=lost)
    assert problems(over, Aid("republican-spain", "madrid")) == ["aid/faction"]


@pytest.mark.section("11.1", "7.4")
def test_11_1_ships_are_not_launched_at_a_shipyard_out_of_work() -> None:
    stacks = {"western-germany": "germany: major-shipyard, major-factory"}
    order = Place("destroyer", "sea-zone-9")
    for damage, able in (({}, True), ({"western-germany/major-shipyard": 20}, False)):
        play = play_from(stacks, "germany", "place-units", pool={"germany": "destroyer"}, damage=damage)
        assert (problems(play, order) == []) is able, damage


@pytest.mark.section("11.5")
def test_11_5_recruits_are_not_placed_where_the_minor_power_came_in_this_turn() -> None:
    play = play_from({}, "sweden", "combat-move", control={"sweden": "sweden", "finland": "sweden"})
    everywhere = placing.recruiting_areas(play.position)
    taken = play_from({}, "sweden", "combat-move", control={"sweden": "germany"}, taken={"sweden": "germany"})
    assert "sweden" in everywhere
    taken.emit(ev.ControlChanged("sweden", "germany", "sweden", "captured"))
    assert "sweden" not in placing.recruiting_areas(taken.position)


@pytest.mark.section("15.6", "5.6")
@pytest.mark.parametrize("before", ["peace", "war"])
def test_15_6_who_forces_a_strait_of_a_nation_at_peace_is_at_war_with_it(before: str) -> None:
    play = play_from(
        {"sea-zone-10": "great-britain: destroyer"},
        "great-britain",
        "combat-move",
        dice=[12, *[1] * 20],
        control={"denmark": "germany" if before == "war" else "denmark"},
        options={"forced-straits": "on"},
        relations=WAR,
        markers={("game", "income|great-britain"): "99"},
    )
    play.submit(Force("destroyer", "sea-zone-10 > sea-zone-11"))
    assert play.position.relation("great-britain", "germany" if before == "war" else "denmark") == "war"
    told = [event for event in play.events[play.ordered :] if isinstance(event, ev.RelationChanged) and event.after == "war"]
    assert bool(told) is (before == "peace")


@pytest.mark.section("4.8")
def test_table_4_5_no_satellite_joins_before_france_has_fallen() -> None:
    play = play_from({}, "germany", "place-units", control={"paris": "france"})
    events.place_units_over(play)
    assert not any(play.position.state.standing.get(minor) != "neutral" for minor in ("romania", "hungary", "bulgaria"))


@pytest.mark.section("3.2", "3.3")
def test_3_2_points_are_told_as_a_turn_ends_where_they_have_changed() -> None:
    play = begun("1936")
    objectives.score(play)
    told = [event for event in play.events if isinstance(event, ev.VictoryPointsScored) and event.reason == "round"]
    before = len(play.events)
    objectives.score(play)
    assert told and all(event.delta for event in told) and len(play.events) == before


@pytest.mark.section("4.8", "13.1")
@pytest.mark.parametrize(("won", "joins"), [("nationalist-spain", True), ("", False), ("republican-spain", False)])
def test_table_4_5_spain_joins_germany_once_its_nationalists_have_won(won: str, joins: bool) -> None:
    play = play_from({}, "germany", "place-units", control={"london": "germany"}, markers={("game", "spain-won"): won} if won else {})
    events.place_units_over(play)
    assert (play.state.standing.get("nationalist-spain") != "neutral") is joins


@pytest.mark.section("7.1", "2.3")
def test_7_1_a_facility_in_land_of_the_far_east_is_paid_by_it() -> None:
    east = next(area for area in TITLE.areas if account_of(TITLE, area, "great-britain") == "fec" and TITLE.areas[area].value)
    money = {"great-britain": 20, "fec": 20}
    play = play_from({}, "great-britain", "production", control={east: "great-britain"}, money=money)
    order = Build("minor-port", east)
    assert production._account(play.position, order) == "fec"
    assert production._account(play.position, Build("minor-port", "southern-england")) == "great-britain"
    assert production._account(play.position, Build("destroyer")) == "great-britain"


@pytest.mark.section("1.22")
def test_1_22_no_line_is_lost_where_there_is_none() -> None:
    play = play_from({}, "germany", "conduct-combat")
    rules._lose_line(play, "warsaw")
    assert not LINE_LOST.read(play.state, "warsaw")
    line = next(row.area for row in TITLE.borders if row.border == "maginot-line")
    rules._lose_line(play, line)
    assert LINE_LOST.read(play.state, line)


@pytest.mark.section("15.5")
def test_15_5_a_heavy_carrier_floats_on_the_second_marker_of_one_roll() -> None:
    play = play_from({}, "germany", "conduct-combat")
    two, three = figure(TITLE, "two-hits"), figure(TITLE, "three-hits")
    floats = next(unit for unit, row in TITLE.units.items() if row.has("floats-on-two"))
    dice = (two - 1, two, three - 1, three)
    assert [hulls._more(play, floats, die) for die in dice] == [0, 0, 0, 2]
    assert [hulls._more(play, "battleship", die) for die in dice] == [0, 1, 1, 2]


@pytest.mark.section("9.8")
def test_9_8_guns_that_no_infantry_lands_before_are_aboard_again_at_once() -> None:
    stacks = {
        "peking": "japan: 2 motorized-infantry [moved from=rehe]; kmt: 3 infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/artillery], artillery [aboard target=peking]",
    }
    war = {("japan", "kmt"): "war"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", dice=[12] * 9, control={"peking": "kmt"}, relations=war)
    play.submit(battle("peking"))
    assert play.state.battle and "artillery [assaulted aboard]" in standing(play, "sea-zone-54")


@pytest.mark.section("7.9", "7.3")
def test_7_9_a_ship_is_built_for_another_nation_where_one_is_named_and_no_building_is() -> None:
    play = play_from({}, "germany", "production")
    items = [
        chart.Item("germany", *row, 1, 1)
        for row in (("battleship", "", "italy"), ("battleship", "", ""), ("fortification", "alsace-lorraine", "burgundy"))
    ]
    assert [chart.is_lent(play.position, item) for item in items] == [True, False, False]


@pytest.mark.section("2.3", "11.6")
def test_2_3_the_halves_collect_what_the_whole_would() -> None:
    play = opened()
    play.open_phase(ev.PhaseStarted(EAST, "collect-income", 99))
    paid = [(row.power, row.delta) for row in play.events if isinstance(row, ev.ResourceChanged) and row.cause == "income"]
    assert sorted(paid) == [(EAST, 3), (WEST, 3)]


@pytest.mark.section("9.7", "9.8")
def test_9_7_an_empty_coast_is_taken_as_soon_as_ships_from_behind_a_screen_land() -> None:
    play, two, three, coast = invaders()
    play.submit(Exploit("naval-transport, light-cruiser", f"{two} > {three}"))
    play.emit(ev.UnitsRemoved("france", "infantry", 1, coast, 1, "combat"))
    play.submit(Offload("2 infantry", f"{three} > {coast}"))
    assert play.state.control[coast] == "germany" and standing(play, coast).startswith("germany: 2 infantry")


@pytest.mark.section("9.2")
def test_9_2_a_choice_that_names_who_landed_and_who_did_not_is_wrong_of_the_latter() -> None:
    play = landed([*[12] * 9, *[12] * 8, 1, 12, 12])
    play.submit(battle("peking"))
    play = fight_on(play, Press())
    assert play.pending.what == "casualties"
    assert problems(play, Lose("artillery, motorized-infantry")) == ["casualties/not-there"]


@pytest.mark.section("9.8")
def test_9_8_guns_that_waited_are_ashore_when_infantry_has_won_the_landing() -> None:
    stacks = {
        "peking": "kmt: infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/infantry+japan/artillery],"
        " infantry [aboard target=peking], artillery [aboard target=peking]",
    }
    play = landed([1, 12, 12, 12], stacks)
    play.submit(battle("peking"))
    there = standing(play, "peking")
    assert "artillery" in there and "infantry" in there and "waiting" not in there and not play.state.battle


@pytest.mark.section("14.4.1", "9.22")
def test_14_4_1_what_is_left_of_france_is_ceded_to_free_france_and_claimed_by_friends_who_stand_at_home() -> None:
    held = {"picardy": "france", "madagascar": "france"}
    allied = {("great-britain", "france"): "allied"}
    play = play_from({"picardy": "great-britain: infantry"}, "germany", "conduct-combat", control=held, relations=allied)
    fall._to_free_france(play)
    told = {event.area: (event.after, event.how) for event in play.events if isinstance(event, ev.ControlChanged)}
    assert (told["picardy"], told["madagascar"]) == (("great-britain", "claimed"), ("free-france", "ceded"))
