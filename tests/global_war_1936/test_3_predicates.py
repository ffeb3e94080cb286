"""Section 3.1: what each predicate of an objective measures, in small positions; and points that follow (sections 3.2 to 3.4)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.heirs import SURRENDERED
from engine.play import Play
from engine.titles.global_war_1936.politics import fall, objectives, predicates, spain
from engine.titles.global_war_1936.tables import Term
from tests.global_war_1936.positions import TITLE, begun, play_from


def measure(play: Play, test: str, who: str, **more: object) -> int:
    """What a predicate measures; parties and places are separated by blanks."""
    fields = {name: tuple(value.split()) if isinstance(value, str) else value for name, value in more.items()}
    term = Term(nation="germany", objective="test", part="a", test=test, who=tuple(who.split()), source="test", **fields)  # type: ignore[arg-type]
    return predicates.number(play.position, term)


@pytest.mark.section("3.1")
def test_3_1_areas_that_are_held_are_counted_or_all_of_them_asked_for() -> None:
    play = play_from({}, "germany", "production", control={"picardy": "germany", "paris": "france", "belgium": "italy"})
    assert measure(play, "held", "germany", where="picardy paris belgium") == 1
    assert measure(play, "held", "axis", where="picardy paris belgium") == 2
    assert measure(play, "all", "axis", where="picardy belgium") == 1 and measure(play, "all", "germany", where="picardy belgium") == 0


@pytest.mark.section("3.1")
def test_3_1_neutral_minor_powers_count_while_they_stand_apart() -> None:
    play = play_from({}, "germany", "production")
    assert measure(play, "held", "sweden", where="sweden") == 1
    play.emit(ev.PowerChanged("sweden", "neutral", "axis", "test"))
    assert measure(play, "held", "sweden", where="sweden") == 0


@pytest.mark.section("3.1")
def test_3_1_what_a_nation_began_with_is_kept_or_gained_from_some_worth_on() -> None:
    play = begun("1939")
    assert measure(play, "keeps", "germany", worth=0) == 1 and measure(play, "gained", "germany", worth=0) == 0
    rich = next(area for area, row in TITLE.areas.items() if row.value == 2 and play.state.control.get(area) == "france")
    poor = next(area for area, row in TITLE.areas.items() if row.value == 0 and play.state.control.get(area) == "great-britain")
    for area in (rich, poor):
        fall.give(play, area, "germany", "captured")
    assert [measure(play, "gained", "germany", worth=worth) for worth in (0, 1, 2, 3)] == [2, 1, 1, 0]
    own = next(area for area in predicates.started(play.position, "germany") if TITLE.areas[area].value == 1)
    fall.give(play, own, "italy", "ceded")
    assert measure(play, "keeps", "germany", worth=1) == 0 and measure(play, "keeps", "germany", worth=2) == 1
    assert measure(play, "keeps", "germany italy", worth=1) == 1


@pytest.mark.section("3.1")
def test_3_1_areas_beside_others_are_counted_once() -> None:
    play = play_from({}, "germany", "production", control=dict.fromkeys(TITLE.neighbours["paris"], "france") | {"picardy": "germany"})
    assert "picardy" in TITLE.neighbours["paris"]
    assert measure(play, "beside", "germany", where="paris") == 1
    assert measure(play, "beside", "germany", where="paris normandy") == 1


@pytest.mark.section("3.1", "11.4")
def test_3_1_areas_are_joined_over_land_of_ones_own_from_an_area_of_ones_own() -> None:
    play = play_from({}, "germany", "production")
    assert measure(play, "joined", "germany", where="berlin western-germany bavaria") == 1
    assert measure(play, "joined", "germany", where="berlin moscow") == 0
    cut = play_from({}, "germany", "production", control={"berlin": "france"})
    assert measure(cut, "joined", "germany", where="berlin western-germany") == 0


FLEETS = {
    "sea-zone-9": "germany: 5 battleship, destroyer; italy: battleship",
    "sea-zone-21": "great-britain: 2 fleet-carrier, light-cruiser",
    "sea-zone-50": "germany: battleship",
}


@pytest.mark.section("3.1")
@pytest.mark.parametrize(
    ("who", "against", "where", "times"),
    [
        ("germany", "great-britain", "sea-zone-9 sea-zone-21", 2),
        ("axis", "great-britain", "sea-zone-9 sea-zone-21", 3),
        ("great-britain", "germany", "sea-zone-9 sea-zone-21", 0),
        ("germany", "great-britain", "sea-zone-9", 10),
        ("italy", "france", "sea-zone-21", 0),
    ],
)
def test_3_1_capital_ships_are_compared_in_some_waters(who: str, against: str, where: str, times: int) -> None:
    play = play_from(FLEETS, "germany", "production")
    assert measure(play, "ships", who, against=against, where=where, least=2) == times


@pytest.mark.section("3.1")
def test_3_1_armies_at_home_are_compared_without_aircraft_and_facilities() -> None:
    stacks = {
        "berlin": "germany: 4 infantry, fighter, minor-factory; italy: infantry",
        "warsaw": "germany: 3 infantry",
        "paris": "france: 2 infantry, artillery",
        "rome": "italy: infantry",
    }
    play = play_from(stacks, "germany", "production")
    assert measure(play, "army", "germany", against="france") == 1
    assert measure(play, "army", "germany italy", against="france") == 2


@pytest.mark.section("3.1")
def test_3_1_troops_and_foreigners_in_some_areas_are_counted() -> None:
    stacks = {
        "peking": "japan: 2 infantry, fighter; kmt: militia",
        "berlin": "germany: infantry",
        "shensi": "ccp: infantry; sweden: infantry",
    }
    play = play_from(stacks, "germany", "production")
    assert measure(play, "troops", "japan", where="peking shensi") == 2
    assert measure(play, "foreigners", "kmt ccp", where="peking shensi") == 3
    assert measure(play, "foreigners", "kmt", where="peking shensi") == 3


@pytest.mark.section("3.1")
def test_3_1_enemy_warships_within_two_zones_are_counted() -> None:
    coast = next(zone for zone in TITLE.neighbours["sydney"] if zone.startswith("sea"))
    stacks = {coast: "japan: 2 destroyer, submarine, naval-transport; united-states: destroyer"}
    play = play_from(
        stacks, "germany", "production", relations={("japan", "great-britain"): "war", ("great-britain", "united-states"): "allied"}
    )
    assert measure(play, "threats", "great-britain", where="sydney") == 2
    assert measure(play, "threats", "great-britain", where="london") == 0


@pytest.mark.section("3.1", "5.4")
def test_3_1_land_and_what_it_pays_is_added_up() -> None:
    play = play_from({}, "germany", "production")
    land = sum(row.value for area, row in TITLE.areas.items() if play.state.control.get(area) == "germany")
    assert measure(play, "value", "germany") == land
    assert measure(play, "value", "germany italy") > land
    assert measure(play, "earns", "germany") >= land


@pytest.mark.section("3.1")
def test_3_1_all_technologies_that_are_named_are_asked_for() -> None:
    play = play_from({}, "germany", "production", techs={"germany": "radar"})
    assert measure(play, "technologies", "germany", techs="radar") == 1
    assert measure(play, "technologies", "germany", techs="radar heavy-armor") == 0


@pytest.mark.section("3.1", "13.1")
def test_13_1_in_1939_the_nationalists_have_won() -> None:
    assert spain.winner(begun("1939").position) == "nationalist-spain" and spain.winner(begun("1936").position) == ""
    assert measure(begun("1939"), "spain", "nationalist-spain") == 1 and measure(begun("1939"), "spain", "republican-spain") == 0


@pytest.mark.section("3.1")
def test_3_1_an_invasion_of_america_is_remembered_of_other_alliances_alone() -> None:
    for power, invaded in (("japan", 1), ("great-britain", 0), ("soviet-union", 1)):
        play = begun("1939")
        fall.give(play, "san-francisco", power, "captured")
        objectives.note_invasion(play)
        assert measure(play, "invaded", "united-states") == invaded


@pytest.mark.section("3.1")
def test_3_1_the_ice_free_port_that_costs_least_elsewhere_is_the_one_that_is_scored() -> None:
    play = begun("1939", options={"ice-free-port": "taken"})
    coasts = sorted(
        area
        for area, row in TITLE.areas.items()
        if row.kind == "land"
        and row.original_owner not in ("soviet-union", "germany")
        and any(zone.startswith("sea") for zone in TITLE.neighbours[area])
        and not any(zone in TITLE.regions["arctic"] for zone in TITLE.neighbours[area])
        and play.state.control.get(area) in ("great-britain", "france")
    )
    rich = next(area for area in coasts if TITLE.areas[area].value == 1)
    poor = next(area for area in coasts if TITLE.areas[area].value == 0 and area > rich)
    for area in (rich, poor):
        fall.give(play, area, "soviet-union", "captured")
        if not any(key.unit == "major-port" for key, _ in play.position.stacks(area)):
            play.emit(ev.UnitsPlaced("soviet-union", "major-port", 1, area, 1, "test"))
    found = objectives.scores(play.position, "soviet-union")
    assert (found["ice-free-port"], found["worldwide-communism"]) == (1, 1)


# Points (3.2 to 3.4)


@pytest.mark.section("3.4")
def test_3_4_the_points_of_an_alliance_are_those_of_its_members() -> None:
    play = begun("1939")
    fall.give(play, "picardy", "germany", "captured")
    totals = objectives.totals(play.position)
    assert set(totals) == {"axis", "allies", "comintern"}
    for side, total in totals.items():
        nations = [nation for nation in objectives.objectives(TITLE) if TITLE.side_of[nation] == side]
        assert nations and total == sum(objectives.points(play.position, nation) for nation in nations)


@pytest.mark.section("3.2")
def test_3_2_where_cities_alone_count_a_nation_has_those_it_has_taken_and_none_once_it_has_surrendered() -> None:
    play = begun("1939", options={"victory": "cities"})
    city = next(area for area in TITLE.victory_cities if play.state.control.get(area) == "france")
    assert objectives.points(play.position, "germany") == 0
    fall.give(play, city, "germany", "captured")
    assert objectives.points(play.position, "germany") == 1
    assert objectives.points(play.position, "fec") == objectives.points(play.position, "france") == 0
    play.emit(ev.PowerChanged("germany", "active", SURRENDERED, "test"))
    assert objectives.points(play.position, "germany") == 0


@pytest.mark.section("3.1")
def test_3_1_warships_off_the_coast_of_a_neighbour_threaten_no_inland_area() -> None:
    zone = next(zone for zone in TITLE.neighbours["pomerania"] if zone.startswith("sea"))
    play = play_from({zone: "soviet-union: destroyer"}, "germany", "production", relations={("germany", "soviet-union"): "war"})
    assert measure(play, "threats", "germany", where="saxony") == 0 and measure(play, "threats", "germany", where="pomerania") == 1
