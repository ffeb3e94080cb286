"""Sections 2.1, 3 and 6: the calendar, the order of nations, victory points."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.politics import fall, objectives, predicates, war
from engine.titles.global_war_1936.settings import sheets
from tests.global_war_1936.positions import BOARD, TITLE, ScriptedDice, begun


@pytest.mark.section("2.1")
def test_2_1_eighteen_and_twelve_turns_end_in_july_1945() -> None:
    for scenario, last in (("1936", 18), ("1939", 12)):
        play = begun(scenario)
        assert calendar.month_of(play.position, 1) == f"{scenario}-07"
        assert calendar.month_of(play.position, last) == "1945-01"
        play.emit(ev.RoundStarted(last))
        assert calendar.is_last(play.position)


@pytest.mark.section("6.1")
def test_table_6_1_the_order_of_nations() -> None:
    assert TITLE.turns == (
        "germany",
        "soviet-union",
        "ccp",
        "japan",
        "great-britain",
        "france",
        "free-france",
        "italy",
        "united-states",
        "kmt",
    )


@pytest.mark.section("6.1")
def test_6_1_controlled_minor_powers_act_with_who_controls_them() -> None:
    play = begun("1936")
    order = play.rules.sequence(play)
    assert order[:4] == ["germany", "nationalist-spain", "soviet-union", "republican-spain"]
    assert order[order.index("france") + 1] == "abyssinia"


@pytest.mark.section("3.1")
def test_table_3_1_objectives_add_up_to_eighteen_for_each_alliance() -> None:
    sums = dict.fromkeys(("axis", "allies", "comintern"), 0)
    for nation, sheet in sheets(TITLE).items():
        sums[TITLE.side_of[nation]] += sheet.points
    assert sums == {"axis": 18, "allies": 18, "comintern": 18}
    assert {nation for nation, sheet in sheets(TITLE).items() if sheet.points} == set(objectives.objectives(TITLE))


@pytest.mark.section("3.2")
def test_3_2_a_city_taken_from_an_opposing_player_is_a_point() -> None:
    play = begun("1939")
    assert objectives.cities_taken(play.position, "germany") == []
    fall.give(play, "paris", "germany", "captured")
    assert objectives.cities_taken(play.position, "germany") == ["paris"]


@pytest.mark.section("3.3")
def test_3_3_a_home_area_in_enemy_hands_costs_a_point() -> None:
    play = begun("1939")
    fall.give(play, "picardy", "germany", "captured")
    assert objectives.home_lost(play.position, "france") == ["picardy"]


@pytest.mark.section("3.1")
def test_3_germanys_lebensraum_is_a_point_for_each_group() -> None:
    play = begun("1939")
    for area in ("denmark", "netherlands", "belgium", "lithuania", "latvia"):
        fall.give(play, area, "germany", "captured")
    assert objectives.scores(play.position, "germany")["lebensraum"] == 1
    fall.give(play, "estonia", "germany", "captured")
    assert objectives.scores(play.position, "germany")["lebensraum"] == 2


@pytest.mark.section("3.1")
def test_3_the_soviets_score_new_zones_of_value_up_to_eleven_and_the_railway_to_the_pacific() -> None:
    play = begun("1939")
    assert objectives.scores(play.position, "soviet-union")["eastern-security"] == 1
    fall.give(play, "finland", "soviet-union", "captured")
    fall.give(play, "karjala", "soviet-union", "captured")
    assert objectives.scores(play.position, "soviet-union")["worldwide-communism"] == 2
    fall.give(play, "irkutsk", "japan", "captured")
    assert objectives.scores(play.position, "soviet-union")["eastern-security"] == 0


@pytest.mark.section("3.1")
def test_3_italy_counts_new_zones_whatever_they_are_worth() -> None:
    play = begun("1936")
    fall.give(play, "abyssinia", "italy", "captured")
    assert objectives.scores(play.position, "italy")["expand-the-empire"] == 1
    for area in ("albania", "thessaly"):
        fall.give(play, area, "italy", "captured")
    assert objectives.scores(play.position, "italy")["expand-the-empire"] == 2


@pytest.mark.section("3.1")
def test_3_japan_counts_four_raw_materials_at_most() -> None:
    play = begun("1939")
    for area in ("british-malaya", "cochinchina", "philippines", "borneo", "java", "sumatra"):
        fall.give(play, area, "japan", "captured")
    assert objectives.scores(play.position, "japan")["raw-materials"] == 4


@pytest.mark.section("3.4")
def test_3_4_a_nation_that_has_surrendered_has_no_points() -> None:
    play = begun("1939")
    assert objectives.points(play.position, "italy") >= 0
    play.emit(ev.PowerChanged("germany", "", "surrendered", "test"))
    assert objectives.points(play.position, "germany") == 0


@pytest.mark.section("3.1")
def test_3_both_chinese_factions_want_all_foreign_troops_out_of_china() -> None:
    for stacks, alone in (({}, 1), ({"peking": "japan: infantry"}, 0), ({"formosa": "japan: infantry"}, 1)):
        play = BOARD.play_from(stacks, "japan", "collect-income")
        for faction in ("kmt", "ccp"):
            assert objectives.scores(play.position, faction)["expel-foreign-influence"] == alone


@pytest.mark.section("3.1", "5.7")
def test_3_the_monroe_doctrine_is_lost_for_good_with_a_home_area() -> None:
    play = begun("1939")
    objectives.note_invasion(play)
    assert objectives.scores(play.position, "united-states")["monroe-doctrine"] == 1
    war.set_relation(play, "japan", "united-states", "war")
    fall.give(play, "san-francisco", "japan", "captured")
    objectives.note_invasion(play)
    fall.give(play, "san-francisco", "united-states", "liberated")
    assert objectives.scores(play.position, "united-states")["monroe-doctrine"] == 0


@pytest.mark.section("3.4")
def test_3_4_tied_alliances_go_on_for_another_turn() -> None:
    play = begun("1939", ev.RoundStarted(12))
    assert calendar.is_last(play.position)
    play.rules.round_over(play)
    assert play.state.ended is (len(objectives.leaders(play.position)) == 1)


@pytest.mark.section("3.1")
def test_3_zones_that_another_soviet_objective_scores_are_no_part_of_worldwide_communism() -> None:
    play = begun("1939", options={"ice-free-port": "taken"})
    for area in ("lubelskie", "karjala", "lithuania", "latvia", "estonia"):
        fall.give(play, area, "soviet-union", "captured")
    found = objectives.scores(play.position, "soviet-union")
    assert (found["buffer-zone"], found["worldwide-communism"]) == (0, 4)
    fall.give(play, "east-poland", "soviet-union", "captured")
    found = objectives.scores(play.position, "soviet-union")
    assert (found["buffer-zone"], found["worldwide-communism"]) == (1, 0)
    fall.give(play, "istanbul", "soviet-union", "captured")
    found = objectives.scores(play.position, "soviet-union")
    assert (found["ice-free-port"], found["worldwide-communism"]) == (1, 0)


@pytest.mark.section("3.3", "2.3")
def test_3_3_home_areas_of_the_far_east_and_anzac_cost_points_too() -> None:
    play = begun("1939")
    war.set_relation(play, "japan", "great-britain", "war")
    before = {nation: objectives.points(play.position, nation) for nation in ("fec", "anzac")}
    for area in ("bengal", "queensland"):
        fall.give(play, area, "japan", "captured")
    assert objectives.home_lost(play.position, "fec") == ["bengal"]
    assert objectives.home_lost(play.position, "anzac") == ["queensland"]
    assert {nation: objectives.points(play.position, nation) - before[nation] for nation in before} == {
        "fec": -2,
        "anzac": -2,
    }


@pytest.mark.section("3.1")
def test_3_anzac_fears_enemy_warships_within_two_zones_of_australia_not_of_new_zealand() -> None:
    def zones(*areas: str) -> set[str]:
        near = {zone for area in areas for zone in TITLE.neighbours[area] if zone.startswith("sea")}
        return near | {other for zone in near for other in TITLE.neighbours[zone] if other.startswith("sea")}

    australia, far = zones(*TITLE.regions["australia"]), zones("new-zealand")
    play = begun("1939")
    war.set_relation(play, "japan", "great-britain", "war")
    for zone, safe in ((min(far - australia), 1), (min(australia), 0)):
        play.emit(ev.UnitsPlaced("japan", "destroyer", 1, zone, 1, "setup"))
        assert objectives.scores(play.position, "anzac")["south-pacific-security"] == safe


@pytest.mark.section("3.1")
def test_3_a_neutral_republican_spain_counts_as_the_cominterns_for_france() -> None:
    play = begun("1936")
    assert play.state.control["catalonia"] == "republican-spain" and "catalonia" in TITLE.neighbours["southern-france"]
    assert objectives.scores(play.position, "france")["eliminate-communism"] == 0
    for area in TITLE.regions["spain"]:
        fall.give(play, area, "nationalist-spain", "captured")
    assert objectives.scores(play.position, "france")["eliminate-communism"] == 1


@pytest.mark.section("3.4", "2.1")
def test_3_4_after_a_tie_the_game_ends_with_the_first_turn_that_breaks_it() -> None:
    def over(*events: ev.Event) -> bool:
        play = begun("1939", ev.RoundStarted(11), *events, options={"variable-end": "rolled"})
        play.dice = ScriptedDice([12])
        play.rules.round_over(play)
        return play.state.ended

    assert not over() and over(ev.MarkerSet("game", "sudden-death", "yes"))


@pytest.mark.section("3.4", "14.4.1")
def test_3_4_the_home_of_france_costs_free_france_nothing() -> None:
    play = begun("1939")
    for area in ("paris", "picardy"):
        fall.give(play, area, "germany", "captured")
    objectives_of_france = sum(objectives.scores(play.position, "france").values())
    assert objectives.points(play.position, "france") == objectives_of_france - 2
    play.emit(ev.PowerChanged("france", "", "surrendered", "test"))
    assert objectives.points(play.position, "france") == objectives_of_france


@pytest.mark.section("3.1")
def test_3_germany_and_japan_need_more_than_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("1939")
    for earned, scored in ((50, 0), (51, 1)):
        monkeypatch.setattr(predicates.income, "income", lambda position, nation, earned=earned: earned)
        monkeypatch.setattr(predicates, "bonus_of", lambda position, nation: {})
        assert objectives.scores(play.position, "germany")["gain-resources"] == scored
        assert objectives.scores(play.position, "japan")["colonialism"] == 2 * scored


@pytest.mark.section("3.1")
def test_3_america_contains_communism_while_the_soviets_have_less_than_five_new_zones() -> None:
    play = begun("1939")
    for area in ("lubelskie", "karjala", "lithuania", "latvia"):
        fall.give(play, area, "soviet-union", "captured")
    assert objectives.scores(play.position, "united-states")["contain-communism"] == 1
    fall.give(play, "finland", "soviet-union", "captured")
    assert objectives.scores(play.position, "united-states")["contain-communism"] == 0


@pytest.mark.section("3.1")
def test_3_britain_is_secure_in_the_mediterranean_with_twice_the_capital_ships() -> None:
    for theirs, scored in ((1, 1), (2, 0)):
        stacks = {"sea-zone-51": "great-britain: 2 battleship", "sea-zone-52": f"italy: {theirs} battleship"}
        play = BOARD.play_from(stacks, "italy", "production")
        assert objectives.scores(play.position, "great-britain")["mediterranean-security"] == scored
