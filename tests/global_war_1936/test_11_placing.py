"""Sections 11.1, 11.2, 11.5 and 12.4: where units are placed, upgrades, recruits."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Place
from engine.play import Play
from engine.titles.global_war_1936 import placing
from engine.titles.global_war_1936.orders import Recruit, Refit
from tests.global_war_1936.positions import BOARD, EARLY, play_from, problems, standing


def placed(stacks: dict[str, str], pool: str, power: str = "germany", **more: object) -> Play:
    return play_from(stacks, power, "place-units", pool={power: pool}, **more)  # type: ignore[arg-type]


@pytest.mark.section("12.4")
def test_table_12_2_factories_make_one_three_and_five_units() -> None:
    play = placed(
        {"berlin": "germany: major-factory", "bavaria": "germany: medium-factory", "saxony": "germany: minor-factory"},
        "infantry",
    )
    assert [placing.room(play.position, area) for area in ("berlin", "bavaria", "saxony")] == [5, 3, 1]
    better = placed(
        {"berlin": "germany: major-factory", "bavaria": "germany: medium-factory"},
        "infantry",
        techs={"germany": "improved-factories"},
    )
    assert [placing.room(better.position, area) for area in ("berlin", "bavaria")] == [8, 5]


@pytest.mark.section("12.4")
def test_table_12_2_a_damaged_factory_stops_but_a_major_one_makes_less() -> None:
    stacks = {"berlin": "germany: major-factory", "bavaria": "germany: medium-factory"}
    play = placed(stacks, "infantry", damage={"berlin": 2, "bavaria": 1})
    assert [placing.room(play.position, area) for area in ("berlin", "bavaria")] == [3, 0]


@pytest.mark.section("12.4")
def test_12_4_a_captured_factory_works_as_a_minor_one() -> None:
    play = placed({"paris": "germany: major-factory"}, "infantry", control={"paris": "germany"})
    assert placing.room(play.position, "paris") == 1


@pytest.mark.section("11.1")
def test_11_1_units_come_from_a_factory_as_many_as_it_makes() -> None:
    play = placed({"saxony": "germany: minor-factory"}, "2 infantry")
    assert problems(play, Place("2 infantry", "saxony")) == ["place/limit"]
    play.submit(Place("infantry", "saxony"))
    assert problems(play, Place("infantry", "saxony")) == ["place/limit"]


@pytest.mark.section("11.1")
def test_11_1_ships_come_from_slipways_capital_ships_from_major_ones() -> None:
    minor = placed({"western-germany": "germany: major-factory, minor-shipyard"}, "battleship, 2 destroyer")
    assert problems(minor, Place("battleship", "sea-zone-9")) == ["place/limit"]
    assert problems(minor, Place("2 destroyer", "sea-zone-9")) == ["place/limit"]
    minor.submit(Place("destroyer", "sea-zone-9"))
    assert problems(minor, Place("destroyer", "sea-zone-9")) == ["place/limit"]
    assert placing.slips(minor.position, "western-germany", minor.title.units["destroyer"]) == 0
    major = placed({"western-germany": "germany: major-factory, major-shipyard"}, "battleship")
    assert problems(major, Place("battleship", "sea-zone-9")) == []


@pytest.mark.section("11.1")
def test_11_1_a_submarine_base_launches_two_submarines() -> None:
    play = placed({"western-germany": "germany: major-factory, submarine-base"}, "3 submarine, destroyer")
    assert problems(play, Place("2 submarine", "sea-zone-9")) == [] and problems(play, Place("3 submarine", "sea-zone-9")) == [
        "place/limit"
    ]
    assert problems(play, Place("destroyer", "sea-zone-9")) == ["place/limit"]


@pytest.mark.section("11.1")
def test_11_1_militia_needs_no_factory_as_many_as_the_area_is_worth_and_at_least_one() -> None:
    play = placed({}, "9 militia")
    assert [placing.militia_room(play.position, area) for area in ("berlin", "east-prussia")] == [5, 1]
    play.submit(Place("3 militia", "berlin"))
    assert placing.militia_room(play.position, "berlin") == 2
    taken = placed({}, "9 militia", control={"paris": "germany"})
    assert placing.militia_room(taken.position, "paris") == 1


@pytest.mark.section("11.1")
def test_11_1_colonial_infantry_is_raised_in_colonies_of_value() -> None:
    play = placed({}, "3 colonial-infantry", "great-britain")
    assert problems(play, Place("colonial-infantry", "kenya")) == []
    assert problems(play, Place("colonial-infantry", "london")) == problems(play, Place("colonial-infantry", "sudan")) == ["place/limit"]


@pytest.mark.section("14.4", "11.1")
def test_14_4_free_france_raises_its_troops_in_the_colonies_of_france() -> None:
    held = {"senegal": "free-france", "chad": "free-france", "kenya": "free-france"}
    play = placed({}, "3 colonial-infantry, 3 militia", "free-france", control=held)
    assert problems(play, Place("2 colonial-infantry", "senegal")) == []
    assert problems(play, Place("colonial-infantry", "chad")) == ["place/limit"], "of no value"
    assert problems(play, Place("colonial-infantry", "kenya")) == ["place/limit"], "Britain's roundel"


@pytest.mark.section("14.4", "12.4")
def test_14_4_areas_of_france_are_none_that_free_france_has_captured() -> None:
    play = placed({"morocco": "free-france: medium-factory"}, "infantry", "free-france", control={"morocco": "free-france"})
    assert placing.room(play.position, "morocco") == 3


@pytest.mark.section("2.3")
def test_2_3_what_the_far_east_has_bought_is_placed_at_its_home() -> None:
    play = BOARD.play_from(
        {"calcutta": "great-britain: medium-factory", "london": "great-britain: major-factory"},
        "great-britain",
        "place-units",
        pool={"fec": "infantry"},
    )
    assert problems(play, Place("infantry", "london")) == ["place/not-bought"]
    play.submit(Place("infantry", "calcutta"))
    assert standing(play, "calcutta") == "great-britain: infantry, medium-factory"


@pytest.mark.section("11.2")
def test_11_2_one_militia_a_turn_becomes_infantry_in_supply() -> None:
    play = placed({"berlin": "germany: major-factory, 2 militia", "saxony": "germany: militia"}, "infantry")
    assert problems(play, Refit("militia", "saxony", 2)) == ["refit/count"]
    play.submit(Refit("militia", "saxony"))
    assert standing(play, "saxony") == "germany: infantry"
    assert problems(play, Refit("militia", "berlin")) == ["refit/count"]


@pytest.mark.section("11.2")
def test_11_2_infantry_out_of_supply_is_not_motorized() -> None:
    stacks = {"berlin": "germany: major-factory", "sweden": "germany: infantry"}
    play = placed(stacks, "infantry", control={"sweden": "germany"})
    assert problems(play, Refit("infantry", "sweden")) == ["refit/supply"]


def recruiting(dice: list[int]) -> Play:
    spain = {area: "republican-spain" for area in ("madrid", "catalonia", "valencia", "basque-country")}
    markers = {("game", "controlled|republican-spain"): "soviet-union"}
    play = EARLY.play_from(
        {"madrid": "republican-spain: infantry"},
        "republican-spain",
        "combat-move",
        dice=dice,
        control=spain,
        markers=markers,
    )
    play.open_phase(ev.PhaseStarted("republican-spain", "place-units", play.state.clock.turn))
    return play


@pytest.mark.section("11.5")
def test_11_5_republican_spain_with_four_zones_recruits_on_a_three() -> None:
    play = recruiting([3])
    assert play.pending is not None and play.pending.what == "recruit"
    play.submit(Recruit("2 militia", "madrid"))
    assert standing(play, "madrid") == "republican-spain: infantry, 2 militia"


@pytest.mark.section("13.1")
def test_13_1_spanish_recruits_come_in_any_land_zone_by_default_on_the_continent() -> None:
    play = EARLY.play_from({}, "nationalist-spain", "combat-move", dice=[1], markers={("game", "controlled|nationalist-spain"): "germany"})
    play.open_phase(ev.PhaseStarted("nationalist-spain", "place-units", play.state.clock.turn))
    assert play.pending is not None and play.pending.default == Recruit("infantry", "andalusia")
    assert all(problems(play, Recruit("infantry", area)) == [] for area in ("galicia", "spanish-morocco", "balearic-islands"))
    assert problems(play, Recruit("infantry", "madrid")) == ["recruit/choice"]


@pytest.mark.section("11.5")
def test_11_5_a_five_brings_nobody() -> None:
    assert recruiting([5]).pending is None


@pytest.mark.section("1.15", "11.1")
def test_1_15_ships_that_do_not_sail_on_lakes_are_not_placed_there() -> None:
    play = BOARD.play_from(
        {"chicago": "united-states: major-factory, major-shipyard"},
        "united-states",
        "place-units",
        pool={"united-states": "submarine, coastal-submarine"},
    )
    assert problems(play, Place("submarine", "sea-zone-26")) != []
    assert problems(play, Place("coastal-submarine", "sea-zone-26")) == []


@pytest.mark.section("11.1")
def test_11_1_militia_beside_a_factory_are_no_more_than_the_area_is_worth() -> None:
    play = placed({"berlin": "germany: major-factory"}, "40 militia, 5 infantry")
    assert problems(play, Place("6 militia", "berlin")) == ["place/limit"]
    play.submit(Place("5 militia", "berlin"))
    assert problems(play, Place("militia", "berlin")) == ["place/limit"]
    assert problems(play, Place("5 infantry", "berlin")) == [], "militia take no room of the factory"
    taken = placed({"paris": "germany: minor-factory"}, "2 militia", control={"paris": "germany"})
    taken.submit(Place("militia", "paris"))
    assert problems(taken, Place("militia", "paris")) == ["place/limit"], "one a turn in a captured zone"


@pytest.mark.section("11.1")
@pytest.mark.section("12.4")
def test_12_4_a_factory_makes_what_it_made_in_the_turn_of_its_upgrade() -> None:
    for unit, old, new, before, after in (
        ("minor-factory-upgrade", "minor-factory", "medium-factory", 1, 3),
        ("medium-factory-upgrade", "medium-factory", "major-factory", 3, 5),
    ):
        play = placed(
            {"saxony": f"germany: {old}"},
            f"9 infantry, {unit}",
            markers={("game", f"ready/germany/{unit}/saxony/"): "1"},
        )
        assert new in standing(play, "saxony")
        assert problems(play, Place(f"{before + 1} infantry", "saxony")) == ["place/limit"]
        play.submit(Place(f"{before} infantry", "saxony"))
        assert problems(play, Place("infantry", "saxony")) == ["place/limit"]
        next_turn = placed({"saxony": f"germany: {new}"}, "9 infantry")
        assert problems(next_turn, Place(f"{after} infantry", "saxony")) == []


@pytest.mark.section("11.1")
def test_11_1_a_shipyard_and_a_submarine_base_launch_each_its_own() -> None:
    play = placed({"western-germany": "germany: major-factory, major-shipyard, submarine-base"}, "9 submarine, 9 destroyer")
    assert problems(play, Place("8 submarine", "sea-zone-9")) == ["place/limit"]
    play.submit(Place("4 submarine", "sea-zone-9"))
    assert problems(play, Place("4 destroyer", "sea-zone-9")) == ["place/limit"], "two of the four took places of the shipyard"
    play.submit(Place("3 destroyer", "sea-zone-9"))
    assert problems(play, Place("submarine", "sea-zone-9")) == ["place/limit"]
    later = placed({"western-germany": "germany: major-factory, major-shipyard, submarine-base"}, "9 submarine, 9 destroyer")
    later.submit(Place("5 destroyer", "sea-zone-9"))
    assert problems(later, Place("2 submarine", "sea-zone-9")) == []
    assert problems(later, Place("3 submarine", "sea-zone-9")) == ["place/limit"]


@pytest.mark.section("11.1")
def test_11_1_no_aircraft_board_what_is_placed_but_by_the_rules_of_carriers() -> None:
    stacks = {"berlin": "germany: major-factory, 2 fighter"}
    assert problems(placed(stacks, "infantry"), Place("infantry", "berlin", boarding="fighter")) == ["mobilize/boarding"]
