"""Sections Phase 5: Mobilize New Units and Restrictions on Placement."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged, MarkerSet, ResourceChanged, UnitsPlaced, UnitsPurchased
from engine.families.axis_allies.orders import Place
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE, again, events_after, outcome, play_from, rules_of, standing

HOME = {
    "germany": "germany: industrial-complex",
    "southern-europe": "germany: industrial-complex",
    "japan": "japan: industrial-complex",
}


def germany(pool: str, stacks: dict[str, str] | None = None, **position: object) -> Play:
    """Germany's mobilize phase with its two complexes (Germany 10, Southern Europe 6)."""
    return play_from({**HOME, **(stacks or {})}, "germany", "mobilize-units", pool={"germany": pool}, **position)  # type: ignore[arg-type]


def placed(play: Play, *orders: Place) -> list[UnitsPlaced]:
    """The units that orders put on the board."""
    return [event for event in outcome(play, *orders) if isinstance(event, UnitsPlaced)]


# Numbers


@pytest.mark.section("Phase 5: Mobilize New Units", "Restrictions on Placement")
def test_new_units_come_from_those_bought_and_count_against_their_complex() -> None:
    play = germany("3 infantry, tank")
    assert outcome(play, Place("2 infantry, tank", "germany")) == [
        UnitsPlaced("germany", "infantry", 2, "germany", 1, "mobilize"),
        UnitsPlaced("germany", "tank", 1, "germany", 1, "mobilize"),
        MarkerSet("phase", "mobilized|germany", "3"),
    ]
    assert play.state.pool == {("germany", "infantry"): 1}
    assert standing(play, "germany") == "germany: industrial-complex, 2 infantry, tank"


@pytest.mark.section("Phase 5: Mobilize New Units", "Restrictions on Placement")
def test_no_more_units_are_placed_than_were_bought() -> None:
    (problem,) = germany("3 infantry").check(Place("4 infantry", "germany"))
    assert (problem.rule, problem.found, problem.expected, problem.fatal) == (
        "mobilize/not-bought",
        "4",
        "at most 3",
        False,
    )
    (problem,) = germany("3 infantry").check(Place("tank", "germany"))
    assert (problem.rule, problem.fatal) == ("mobilize/not-bought", True)


@pytest.mark.section("Restrictions on Placement")
def test_no_units_of_another_power_and_no_empty_order() -> None:
    assert rules_of(germany("infantry"), Place("infantry (japan)", "germany")) == ["mobilize/own-units"]
    assert rules_of(germany("infantry"), Place("", "germany")) == ["mobilize/nothing"]


@pytest.mark.section("Restrictions on Placement")
def test_a_complex_mobilizes_as_many_units_as_its_area_is_worth() -> None:
    """The book's example: Germany mobilizes 6 units in Southern Europe."""
    play = germany("7 infantry")
    (problem,) = play.check(Place("7 infantry", "southern-europe"))
    assert (problem.rule, problem.found, problem.expected) == ("mobilize/limit", "7", "at most 6 (southern-europe 6)")
    play.submit(Place("6 infantry", "southern-europe"))
    assert rules_of(play, Place("infantry", "southern-europe")) == ["mobilize/limit"]
    assert rules_of(play, Place("infantry", "germany")) == []


@pytest.mark.section("Restrictions on Placement")
def test_the_limit_includes_units_in_adjacent_sea_zones() -> None:
    play = germany("5 infantry, 2 submarine")
    play.submit(Place("2 submarine", "sea-zone-14"))
    assert rules_of(play, Place("5 infantry", "southern-europe")) == ["mobilize/limit"]
    assert rules_of(play, Place("4 infantry", "southern-europe")) == []
    other = germany("5 infantry, 2 submarine")
    other.submit(Place("5 infantry", "southern-europe"))
    assert rules_of(other, Place("2 submarine", "sea-zone-14")) == ["mobilize/limit"]


@pytest.mark.section("Restrictions on Placement", "Industrial Complexes / Unit Characteristics")
def test_damage_lowers_the_limit() -> None:
    play = germany("6 infantry", damage={"southern-europe": 4})
    assert rules_of(play, Place("3 infantry", "southern-europe")) == ["mobilize/limit"]
    assert rules_of(play, Place("2 infantry", "southern-europe")) == []


@pytest.mark.section("Restrictions on Placement", "Industrial Complexes / Unit Characteristics")
@pytest.mark.parametrize("damage", [6, 12])
def test_a_complex_with_as_much_damage_as_capacity_mobilizes_nothing(damage: int) -> None:
    """Section Industrial Complexes; 12 is twice Southern Europe's value, the most there can be."""
    play = germany("infantry", damage={"southern-europe": damage})
    (problem,) = play.check(Place("infantry", "southern-europe"))
    assert (problem.rule, problem.expected) == ("mobilize/limit", "at most 0 (southern-europe 0)")


@pytest.mark.section("Restrictions on Placement")
def test_the_limit_of_a_game_cut_off_between_two_placements_is_known() -> None:
    play = germany("6 infantry")
    play.submit(Place("4 infantry", "southern-europe"))
    fresh = again(play)
    assert rules_of(fresh, Place("2 infantry", "southern-europe")) == []
    fresh.submit(Place("2 infantry", "southern-europe"))
    assert rules_of(germany("6 infantry"), Place("6 infantry", "southern-europe")) == []


@pytest.mark.section("Restrictions on Placement")
def test_limits_begin_anew_in_the_next_turn() -> None:
    play = germany("6 infantry")
    play.submit(Place("6 infantry", "southern-europe"))
    play.submit(EndPhase())
    assert not [key for key in play.state.markers if key[0] == "phase"]


# Where: complexes


@pytest.mark.section("Restrictions on Placement")
def test_land_units_and_bombers_only_where_a_complex_stands() -> None:
    play = germany("infantry, bomber")
    assert rules_of(play, Place("infantry", "eastern-europe")) == ["mobilize/factory"]
    assert rules_of(play, Place("bomber", "eastern-europe")) == ["mobilize/factory"]
    assert rules_of(play, Place("infantry, bomber", "germany")) == []


@pytest.mark.section("Restrictions on Placement")
def test_land_units_do_not_enter_play_on_transports_nor_bombers_at_sea() -> None:
    play = germany("infantry, bomber", {"sea-zone-5": "germany: transport"})
    for unit in ("infantry", "bomber"):
        (problem,) = play.check(Place(unit, "sea-zone-5"))
        assert (problem.rule, problem.fatal) == ("mobilize/space", True)


@pytest.mark.section("Restrictions on Placement", "Industrial Complexes / Unit Characteristics")
def test_no_placing_at_a_friendly_power_s_complex() -> None:
    assert rules_of(germany("infantry"), Place("infantry", "japan")) == ["mobilize/factory"]


@pytest.mark.section("Phase 5: Mobilize New Units", "Restrictions on Placement")
def test_no_placing_at_a_complex_captured_this_turn() -> None:
    play = germany("infantry", {"caucasus": "germany: industrial-complex [captured]"}, taken={"caucasus": "germany"})
    assert rules_of(play, Place("infantry", "caucasus")) == ["mobilize/factory"]


@pytest.mark.section("Phase 5: Mobilize New Units", "Restrictions on Placement")
def test_no_placing_at_a_complex_placed_this_turn() -> None:
    play = germany("industrial-complex, infantry")
    play.submit(Place("industrial-complex", "western-europe"))
    assert rules_of(play, Place("infantry", "western-europe")) == ["mobilize/factory"]
    fresh = germany("industrial-complex, infantry")
    assert rules_of(fresh, Place("industrial-complex, infantry", "western-europe")) == ["mobilize/factory"]


@pytest.mark.section("Neutral Territories", "Restrictions on Placement")
def test_no_placing_in_enemy_or_neutral_areas() -> None:
    play = germany("infantry, industrial-complex")
    for area in ("russia", "turkey"):
        for unit in ("infantry", "industrial-complex"):
            assert rules_of(play, Place(unit, area)) == ["mobilize/space"]


# Where: sea units


@pytest.mark.section("Restrictions on Placement")
def test_sea_units_only_in_zones_that_touch_an_eligible_complex() -> None:
    play = germany("submarine")
    assert rules_of(play, Place("submarine", "sea-zone-6")) == ["mobilize/factory"]
    assert rules_of(play, Place("submarine", "germany")) == ["mobilize/space"]
    assert rules_of(play, Place("submarine", "sea-zone-5")) == []


@pytest.mark.section("Restrictions on Placement")
def test_new_sea_units_enter_even_a_hostile_zone_and_no_combat_follows() -> None:
    play = germany("submarine", {"sea-zone-5": "united-kingdom: battleship, cruiser"})
    assert placed(play, Place("submarine", "sea-zone-5")) == [UnitsPlaced("germany", "submarine", 1, "sea-zone-5", 1, "mobilize")]
    play.submit(EndPhase())
    assert play.state.clock.power == "united-kingdom"
    assert play.state.battles == 0


@pytest.mark.section("Restrictions on Placement")
def test_a_new_battleship_has_both_its_hits() -> None:
    assert placed(germany("battleship"), Place("battleship", "sea-zone-5"))[0].strength == 2


def two_makers(pool: str) -> Play:
    """Norway (3) has a complex too: sea zone 5's new ships may come from there or from Germany (10, damaged to 6)."""
    return germany(pool, {"norway": "germany: industrial-complex"}, damage={"germany": 4})


@pytest.mark.section("Restrictions on Placement")
def test_a_zone_beside_two_complexes_may_use_both() -> None:
    play = two_makers("10 submarine")
    assert rules_of(play, Place("10 submarine", "sea-zone-5")) == ["mobilize/limit"]
    play.submit(Place("8 submarine", "sea-zone-5"))
    assert play.state.marker("phase", "mobilized|germany") == "6"
    assert play.state.marker("phase", "mobilized|norway") == "2"
    assert rules_of(play, Place("2 submarine", "sea-zone-5")) == ["mobilize/limit"]
    assert rules_of(play, Place("submarine", "sea-zone-5")) == []


@pytest.mark.section("Restrictions on Placement")
def test_the_producing_complex_of_sea_units_can_be_named() -> None:
    play = two_makers("4 submarine, 6 infantry")
    (problem,) = play.check(Place("4 submarine", "sea-zone-5", factory="norway"))
    assert (problem.rule, problem.expected) == ("mobilize/limit", "at most 3 (norway 3)")
    play.submit(Place("3 submarine", "sea-zone-5", factory="norway"))
    assert rules_of(play, Place("6 infantry", "germany")) == []
    assert rules_of(play, Place("submarine", "sea-zone-5", factory="southern-europe")) == ["mobilize/factory"]


# New complexes


@pytest.mark.section("Restrictions on Placement")
def test_a_new_complex_in_any_area_held_since_the_turn_began_with_a_value() -> None:
    play = germany("industrial-complex")
    assert outcome(play, Place("industrial-complex", "western-europe")) == [
        UnitsPlaced("germany", "industrial-complex", 1, "western-europe", 1, "mobilize"),
        FacilityChanged("western-europe", "industrial-complex", "germany", "built", 0, 0),
    ]


@pytest.mark.section("Restrictions on Placement")
def test_a_new_complex_does_not_count_against_any_limit() -> None:
    play = germany("industrial-complex, 6 infantry")
    play.submit(Place("6 infantry", "southern-europe"))
    assert rules_of(play, Place("industrial-complex", "western-europe")) == []


@pytest.mark.section("Restrictions on Placement")
def test_no_new_complex_in_an_area_taken_this_turn() -> None:
    play = germany("industrial-complex", taken={"caucasus": "germany"})
    (problem,) = play.check(Place("industrial-complex", "caucasus"))
    assert (problem.rule, problem.found) == ("mobilize/new-factory-area", "caucasus of soviet-union")


@pytest.mark.section("Restrictions on Placement")
def test_no_new_complex_in_a_friendly_power_s_area() -> None:
    assert rules_of(germany("industrial-complex"), Place("industrial-complex", "manchuria")) == ["mobilize/new-factory-area"]


@pytest.mark.section("Restrictions on Placement")
def test_no_new_complex_where_the_income_value_is_nothing() -> None:
    play = play_from({}, "united-kingdom", "mobilize-units", pool={"united-kingdom": "industrial-complex"})
    assert TITLE.areas["gibraltar"].value == 0
    assert rules_of(play, Place("industrial-complex", "gibraltar")) == ["mobilize/new-factory-value"]


@pytest.mark.section("Restrictions on Placement")
def test_no_second_complex_in_an_area() -> None:
    play = germany("2 industrial-complex")
    (problem,) = play.check(Place("industrial-complex", "germany"))
    assert (problem.rule, problem.expected, problem.fatal) == ("mobilize/one-factory", "at most 0 more", True)
    assert rules_of(play, Place("2 industrial-complex", "western-europe")) == ["mobilize/one-factory"]


# Over-production


@pytest.mark.section("Restrictions on Placement")
def test_units_that_cannot_be_mobilized_are_returned_and_paid_back() -> None:
    """Southern Europe takes 6 of 8; which two go back is the player's choice, by what he places."""
    play = play_from(
        {"southern-europe": "germany: industrial-complex"},
        "germany",
        "mobilize-units",
        pool={"germany": "7 infantry, tank"},
        money={"germany": 1},
    )
    play.submit(Place("5 infantry, tank", "southern-europe"))
    start = len(play.events)
    play.submit(EndPhase())
    assert events_after(play, start, UnitsPurchased, ResourceChanged) == [
        UnitsPurchased("germany", "infantry", -2, 3, -6, "ipc"),
        ResourceChanged("germany", "ipc", 6, 7, "refund"),
        ResourceChanged("germany", "ipc", 40, 47, "income"),
    ]
    assert play.state.pool == {}


@pytest.mark.section("Phase 5: Mobilize New Units")
def test_by_the_option_the_price_of_units_that_are_not_placed_is_lost() -> None:
    play = play_from(HOME, "germany", "mobilize-units", pool={"germany": "tank"}, money={"germany": 1}, options={"unplaced-units": "lost"})
    start = len(play.events)
    play.submit(EndPhase())
    assert play.state.pool == {} and events_after(play, start, UnitsPurchased) == [UnitsPurchased("germany", "tank", -1, 5, -5, "ipc")]
    assert [event.cause for event in events_after(play, start, ResourceChanged)] == ["income"]


@pytest.mark.section("Restrictions on Placement")
def test_other_powers_units_are_not_touched_by_the_return() -> None:
    play = play_from(HOME, "germany", "mobilize-units", pool={"germany": "tank", "japan": "tank"})
    play.submit(EndPhase())
    assert play.state.pool == {("japan", "tank"): 1}


# A reader that forgives


def lenient(pool: str, order: Place) -> tuple[list[str], list[str]]:
    """The rules that defects name and the units placed all the same."""
    play = germany(pool, {"sea-zone-5": "germany: transport"}, strictness=Strictness.COLLECT)
    made = outcome(play, order)
    return (
        [event.rule for event in made if type(event).__name__ == "DefectFound"],
        [f"{event.count} {event.unit}" for event in made if isinstance(event, UnitsPlaced)],
    )


@pytest.mark.section("Phase 5: Mobilize New Units")
@pytest.mark.parametrize(
    ("pool", "order", "rules", "done"),
    [
        ("7 infantry", Place("7 infantry", "southern-europe"), ["mobilize/limit"], ["7 infantry"]),
        ("infantry", Place("infantry", "eastern-europe"), ["mobilize/factory"], ["1 infantry"]),
        ("infantry", Place("3 infantry", "germany"), ["mobilize/not-bought"], ["1 infantry"]),
        ("infantry, submarine", Place("infantry, submarine", "sea-zone-5"), ["mobilize/space"], ["1 submarine"]),
        ("infantry", Place("infantry", "sea-zone-5"), ["mobilize/space"], []),
        ("tank", Place("infantry", "germany"), ["mobilize/not-bought"], []),
        (
            "2 industrial-complex",
            Place("2 industrial-complex", "norway"),
            ["mobilize/one-factory"],
            ["1 industrial-complex"],
        ),
    ],
)
def test_what_was_bought_and_can_stand_there_is_placed_when_the_reader_forgives(
    pool: str, order: Place, rules: list[str], done: list[str]
) -> None:
    assert lenient(pool, order) == (rules, done)
