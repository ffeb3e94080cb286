"""Sections 2.1, 3 and 6: the calendar, the order of nations, victory points."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.global_war_1936 import calendar, fall, objectives
from engine.titles.global_war_1936.politics import war
from tests.global_war_1936.positions import TITLE, begun


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
    for nation, most in objectives.MOST.items():
        sums[TITLE.side_of[nation]] += most
    assert sums == {"axis": 18, "allies": 18, "comintern": 18}
    assert set(objectives.MOST) == set(objectives.OBJECTIVES)


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
    assert objectives.germany(play.position)["lebensraum"] == 1
    fall.give(play, "estonia", "germany", "captured")
    assert objectives.germany(play.position)["lebensraum"] == 2


@pytest.mark.section("3.1")
def test_3_the_soviets_score_new_zones_of_value_up_to_eleven_and_the_railway_to_the_pacific() -> None:
    play = begun("1939")
    assert objectives.soviet_union(play.position)["eastern-security"] == 1
    fall.give(play, "finland", "soviet-union", "captured")
    fall.give(play, "karjala", "soviet-union", "captured")
    assert objectives.soviet_union(play.position)["worldwide-communism"] == 1
    fall.give(play, "irkutsk", "japan", "captured")
    assert objectives.soviet_union(play.position)["eastern-security"] == 0


@pytest.mark.section("3.1")
def test_3_italy_counts_new_zones_whatever_they_are_worth() -> None:
    play = begun("1936")
    fall.give(play, "abyssinia", "italy", "captured")
    assert objectives.italy(play.position)["expand-the-empire"] == 1


@pytest.mark.section("3.1")
def test_3_japan_counts_four_raw_materials_at_most() -> None:
    play = begun("1939")
    for area in ("british-malaya", "cochinchina", "philippines", "borneo", "java", "sumatra"):
        fall.give(play, area, "japan", "captured")
    assert objectives.japan(play.position)["raw-materials"] == 4


@pytest.mark.section("3.4")
def test_3_4_a_nation_that_has_surrendered_has_no_points() -> None:
    play = begun("1939")
    assert objectives.points(play.position, "italy") >= 0
    play.emit(ev.PowerChanged("germany", "", "surrendered", "test"))
    assert objectives.points(play.position, "germany") == 0


@pytest.mark.section("3.1", "5.7")
def test_3_the_monroe_doctrine_is_lost_for_good_with_a_home_area() -> None:
    play = begun("1939")
    assert objectives.united_states(play.position)["monroe-doctrine"] == 1
    war.set_relation(play, "japan", "united-states", "war")
    fall.give(play, "san-francisco", "japan", "captured")
    objectives.note_invasion(play)
    fall.give(play, "san-francisco", "united-states", "liberated")
    assert objectives.united_states(play.position)["monroe-doctrine"] == 0


@pytest.mark.section("3.4")
def test_3_4_tied_alliances_go_on_for_another_turn() -> None:
    play = begun("1939", ev.RoundStarted(12))
    assert calendar.is_last(play.position)
    play.rules.round_over(play)
    assert play.state.ended is (len(objectives.leaders(play.position)) == 1)
