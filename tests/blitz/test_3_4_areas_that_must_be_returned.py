"""3.4: single areas are treated as countries are: those of a power's only home, and of Great Britain and Germany, always go back."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import MoveUnit, No
from tests.blitz.table import at, do, table

pytestmark = pytest.mark.section("3.4")


def test_3_4_an_area_of_the_ussr_goes_back_to_it_unasked() -> None:
    """And the unit that has freed it moves to the closest land where it can stack."""
    told = {"ally/near-east": "afa"}
    taken = {"caucasus-mountains": "germany", "persia": "afa", "iraq": "afa", "levant": "afa"}
    play = table("2nd-army persia@2", phase="move", power="afa", at_war=["germany ussr"], take=taken, markers=told)
    do(play, MoveUnit("2nd-army", "persia > caucasus-mountains"))
    assert play.pending is None and play.state.control["caucasus-mountains"] == "ussr"
    assert at(play, "2nd-army") == "persia@2"


def test_3_4_an_area_of_great_britain_goes_back_to_the_afa_unasked() -> None:
    play = table("1st-army london@2", phase="move", power="usa", at_war=["germany usa"], take={"scotland": "germany"})
    do(play, MoveUnit("1st-army", "london > scotland"))
    assert play.pending is None and play.state.control["scotland"] == "afa"
    assert at(play, "1st-army") == "scotland@2", "partners may stay with each other (1.3)"


def test_3_4_an_area_of_another_country_may_be_kept() -> None:
    """Algeria of the book: "the USA may liberate it back to AFA control"."""
    play = table("1st-army morocco@2", phase="move", power="usa", at_war=["germany usa"], take={"algeria": "germany"})
    do(play, MoveUnit("1st-army", "morocco > algeria"))
    assert play.pending is not None and play.pending.what == "return-area"
    do(play, No())
    assert play.state.control["algeria"] == "usa"
