"""Section Unit Changes, Major Factories and Minor Factories: how much they make and bear, where they may stand."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.facilities.factories import damage_limit, room
from engine.families.axis_allies.orders import Place, Repair
from engine.strictness import Strictness
from tests.global1939.positions import TITLE, play_from, rules_of, standing

MAJOR, MINOR = {"germany": "germany: major-factory"}, {"northern-italy": "italy: minor-factory"}


@pytest.mark.section("Unit Changes / Major Factories", "Unit Changes / Minor Factories")
@pytest.mark.parametrize(("area", "unit", "made"), [("germany", "major-factory", 10), ("poland", "minor-factory", 3)])
def test_a_major_factory_makes_ten_units_a_minor_one_three(area: str, unit: str, made: int) -> None:
    play = play_from({area: f"germany: {unit}"}, "germany", "mobilize-units", pool={"germany": "12 tank"}, control={area: "germany"})
    assert room(play.position, area) == made
    assert rules_of(play, Place(f"{made + 1} tank", area)) == ["mobilize/limit"]
    play.submit(Place(f"{made} tank", area))
    assert room(play.position, area) == 0


@pytest.mark.section("Unit Changes / Minor Factories")
def test_each_point_of_damage_is_one_unit_less() -> None:
    play = play_from(MAJOR, "germany", "mobilize-units", damage={"germany": 7})
    assert room(play.position, "germany") == 3


@pytest.mark.section("Unit Changes / Major Factories", "Unit Changes / Minor Factories")
def test_a_major_factory_bears_20_damage_a_minor_one_6() -> None:
    assert damage_limit(TITLE, "germany", "major-factory") == 20
    assert damage_limit(TITLE, "poland", "minor-factory") == damage_limit(TITLE, "germany", "minor-factory") == 6


def site(unit: str, area: str, **position: object) -> list[str]:
    play = play_from({}, "germany", "mobilize-units", pool={"germany": unit}, **position)
    return rules_of(play, Place(unit, area))


@pytest.mark.section("Unit Changes / Major Factories")
def test_a_major_factory_needs_a_value_of_3_and_a_territory_of_one_s_own_at_first() -> None:
    assert site("major-factory", "western-germany") == []
    play = play_from({}, "italy", "mobilize-units", pool={"italy": "major-factory"})
    assert TITLE.areas["libya"].value < 3
    assert rules_of(play, Place("major-factory", "libya")) == ["mobilize/new-factory-value"]
    assert site("major-factory", "northern-italy", control={"northern-italy": "germany"}) == ["mobilize/first-owner"]


@pytest.mark.section("Unit Changes / Minor Factories")
def test_a_minor_factory_needs_a_value_of_1_and_no_island() -> None:
    assert site("minor-factory", "poland", control={"poland": "germany"}) == []
    assert site("minor-factory", "tunisia", control={"tunisia": "germany"}) == ["mobilize/new-factory-value"]
    assert site("minor-factory", "java", control={"java": "germany"}) == ["mobilize/island"]
    assert site("minor-factory", "poland", taken={"poland": "germany"}) == ["mobilize/new-factory-area"]


@pytest.mark.section("Unit Changes / Minor Factories")
def test_one_factory_to_an_area_of_whatever_size() -> None:
    play = play_from({"western-germany": "germany: minor-factory"}, "germany", "mobilize-units", pool={"germany": "major-factory"})
    assert rules_of(play, Place("major-factory", "western-germany")) == ["mobilize/one-factory"]


@pytest.mark.section("Unit Changes / Major Factories")
def test_a_minor_factory_is_upgraded_where_the_value_is_3() -> None:
    stacks = {"western-germany": "germany: minor-factory"}
    play = play_from(stacks, "germany", "mobilize-units", pool={"germany": "2 factory-upgrade"}, damage={"western-germany": 2})
    assert rules_of(play, Place("factory-upgrade", "germany")) == ["mobilize/upgrade"]
    play.submit(Place("factory-upgrade", "western-germany"))
    assert standing(play, "western-germany") == "germany: major-factory"
    assert play.state.damage == {("western-germany", "major-factory"): 2}
    assert rules_of(play, Place("factory-upgrade", "western-germany")) == ["mobilize/upgrade"]


@pytest.mark.section("Unit Changes / Major Factories")
def test_an_upgrade_needs_a_value_of_3() -> None:
    play = play_from({"libya": "italy: minor-factory"}, "italy", "mobilize-units", pool={"italy": "factory-upgrade"})
    assert rules_of(play, Place("factory-upgrade", "libya")) == ["mobilize/new-factory-value"]


@pytest.mark.section("Base game")
def test_bases_are_repaired_by_name() -> None:
    stacks = {"western-germany": "germany: naval-base, minor-factory"}
    play = play_from(stacks, "germany", damage={"western-germany/naval-base": 3})
    assert rules_of(play, Repair("western-germany", 1)) == ["purchase/repair-damage"]
    play.submit(Repair("western-germany", 3, "naval-base"))
    assert play.state.damage == {}


@pytest.mark.section("Unit Changes / Fortifications")
def test_a_fortification_is_placed_on_one_border_one_to_each() -> None:
    play = play_from(MAJOR, "germany", "mobilize-units", pool={"germany": "3 fortification"})
    assert rules_of(play, Place("fortification", "germany")) == ["mobilize/border"]
    assert rules_of(play, Place("fortification", "germany", border="spain")) == ["mobilize/border"]
    play.submit(Place("fortification", "germany", border="poland"))
    assert standing(play, "germany") == "germany: fortification [border:poland!], major-factory"
    assert rules_of(play, Place("fortification", "germany", border="poland")) == ["mobilize/border-taken"]
    assert rules_of(play, Place("fortification", "germany", border="sea-zone-113")) == []


@pytest.mark.section("Unit Changes / Fortifications")
def test_a_reader_that_forgives_places_no_fortification_without_a_border_and_no_upgrade_without_a_factory() -> None:
    play = play_from(MAJOR, "germany", "mobilize-units", pool={"germany": "fortification, factory-upgrade"}, strictness=Strictness.COLLECT)
    play.submit(Place("fortification", "germany"))
    play.submit(Place("factory-upgrade", "germany"))
    assert standing(play, "germany") == "germany: major-factory"
    assert play.state.defects >= 2 and play.state.pool == {
        ("germany", "fortification"): 1,
        ("germany", "factory-upgrade"): 1,
    }
