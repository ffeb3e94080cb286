"""7.3: units of a neutral, conquered or enemy country may be removed for good; those of an ally's country join his Force Pool."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.orders import AddUnit, Forgo
from tests.blitz.table import at, broken, do, table

pytestmark = pytest.mark.section("7.3")


def last_of_group_3(markers: dict[str, str] | None = None, take: dict[str, str] | None = None) -> Play:
    """The book's example: the Polish Air Force alone is left in Group 3 of the USSR."""
    play = table("", phase="build", power="ussr", markers=markers, take=take)
    groups = [key for key in play.state.stacks if key.area in {f"ussr-group-{n}" for n in (1, 2, 3)} and key.unit != "polish-air-force"]
    for key in groups:
        play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "told", key.condition))
    return play


def test_7_3_a_unit_of_an_allys_country_is_not_removed_but_joins_him() -> None:
    play = last_of_group_3()
    assert broken(play, Forgo("polish-air-force")) == ["develop/ally"]
    do(play, AddUnit("polish-air-force"))
    assert at(play, "polish-air-force") == "afa-pool"


def test_7_3_a_unit_of_a_conquered_country_may_be_removed() -> None:
    play = last_of_group_3({"conquered/poland": "allies"}, {"poland": "germany"})
    do(play, Forgo("polish-air-force"))
    assert at(play, "polish-air-force") == ""
