"""3.4, 1.2: who comes back as turns begin, who goes home when its land becomes neutral, whose the units of Ukraine are."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Build, Choose
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import weapons
from tests.blitz.table import at, broken, do, settle, table


def next_turn(units: str) -> Play:
    """Return the game at the start of the turn after the one in which Poland was liberated."""
    play = table(units, phase="build", power="ussr", owners={"polish-air-force": "afa"}, markers={"returning/poland": "afa"})
    return do(play, EndPhase())


@pytest.mark.section("3.4")
def test_3_4_another_unit_of_a_liberated_country_comes_back_as_each_turn_begins() -> None:
    play = next_turn("polish-army afa-set-aside@2, polish-air-force afa-set-aside@1")
    assert play.state.clock.round == 2
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("comes-back", "afa")
    do(play, Choose("polish-army"))
    assert (at(play, "polish-army"), at(play, "polish-air-force")) == ("afa-pool", "afa-set-aside")


@pytest.mark.section("3.4")
def test_3_4_the_last_unit_comes_back_unasked() -> None:
    play = next_turn("polish-army afa-set-aside@2")
    assert play.pending is None and at(play, "polish-army") == "afa-pool"


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("unit", "home"), [("new-zealand-army", "new-zealand@1"), ("south-african-army", "south-africa@1"), ("canadian-army", "")]
)
def test_3_4_who_stands_in_land_that_falls_neutral_with_france_goes_home(unit: str, home: str) -> None:
    """New Zealand and South Africa are one land area each; Canada is two, and its owner is asked."""
    play = table(f"{unit} algeria@1, 18th-army paris@2")
    control.take_control(play, "paris", "germany")
    agenda.run(play)
    assert (play.pending is None) is bool(home)
    settle(play)
    assert at(play, unit) == home or (not home and at(play, unit) in ("eastern-canada@1", "western-canada@1"))


@pytest.mark.section("1.2", "7.3", "7.8")
@pytest.mark.parametrize("holder", ["ussr", "germany"])
def test_7_3_a_unit_of_ukraine_is_its_conquerors_and_set_aside_from_who_does_not_hold_ukraine(holder: str) -> None:
    """A reading: Ukraine is a unit's home (1.2) but no country that allies, so that it is who holds its land that builds there."""
    told = {"phase": "build", "stores": {"germany": (2, 0)}, "at_war": ["germany ussr"], "take": {"poland": "germany", "ukraine": holder}}
    play = table(**told)  # type: ignore[arg-type]
    weapons.add(play, "ukrainian-army", "developed")
    assert at(play, "ukrainian-army") == ("germany-pool" if holder == "germany" else "germany-set-aside")
    pooled = table("ukrainian-army germany-pool@1", **told)  # type: ignore[arg-type]
    assert broken(pooled, Build("ukrainian-army", "ukraine")) == ([] if holder == "germany" else ["build/home"])
