"""Section Placements of units outside of factories: one infantry in a strategic city, three in a capital."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Place
from tests.global1939.positions import play_from, rules_of, standing

pytestmark = pytest.mark.section("Placements of units outside of factories")


def mobilizing(pool: str, stacks: dict[str, str] | None = None, **position: object):
    return play_from(stacks or {}, "germany", "mobilize-units", pool={"germany": pool}, **position)


def test_one_infantry_in_a_territory_with_a_strategic_city() -> None:
    play = mobilizing("3 infantry")
    assert rules_of(play, Place("2 infantry", "greater-southern-germany")) == ["mobilize/factory"]
    play.submit(Place("infantry", "greater-southern-germany"))
    assert rules_of(play, Place("infantry", "greater-southern-germany")) == ["mobilize/factory"]
    assert standing(play, "greater-southern-germany") == "germany: infantry"


def test_three_in_a_capital() -> None:
    play = mobilizing("4 infantry")
    assert rules_of(play, Place("4 infantry", "germany")) == ["mobilize/factory"]
    play.submit(Place("2 infantry", "germany"))
    assert rules_of(play, Place("2 infantry", "germany")) == ["mobilize/factory"]
    play.submit(Place("infantry", "germany"))


def test_infantry_only() -> None:
    assert rules_of(mobilizing("artillery"), Place("artillery", "germany")) == ["mobilize/factory"]


def test_not_where_there_is_no_city() -> None:
    assert rules_of(mobilizing("infantry", control={"ukraine": "germany"}), Place("infantry", "ukraine")) == []
    assert rules_of(mobilizing("infantry", control={"bryansk": "germany"}), Place("infantry", "bryansk")) == ["mobilize/factory"]


def test_not_in_a_city_taken_this_turn() -> None:
    assert rules_of(mobilizing("infantry", taken={"ukraine": "germany"}), Place("infantry", "ukraine")) == ["mobilize/factory"]


def test_beside_what_a_factory_makes() -> None:
    play = mobilizing("13 infantry, tank", {"germany": "germany: major-factory"})
    assert rules_of(play, Place("13 infantry, tank", "germany")) == ["mobilize/limit"]
    play.submit(Place("12 infantry, tank", "germany"))
    assert rules_of(play, Place("infantry", "germany")) == ["mobilize/limit"]
