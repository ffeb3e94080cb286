"""6.6: each defender that must retreat is chosen once, also one that has taken a point instead and is its Small counter now."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Announced, Attack, Choose, Resolve
from tests.blitz.table import at, broken, do, settle, table

pytestmark = pytest.mark.section("6.6")
SHUT_IN = {"belgium-netherlands": "afa", "paris": "germany"}


def test_6_6_a_big_unit_that_cannot_retreat_is_not_chosen_again_as_its_small_one() -> None:
    """Ten Factors roll a B: both units must retreat, and have nowhere to go; each loses a point."""
    units = "big-army-group-center western-germany@4, big-2nd-army belgium-netherlands@3, 8th-army belgium-netherlands@2"
    play = table(units, take=SHUT_IN, markers={"ally/belgium-netherlands": "afa"}, dice=[1, 1])
    settle(do(play, Attack("ground", "belgium-netherlands", "big-army-group-center"), Announced()))
    do(play, Resolve("ground", "belgium-netherlands"))
    assert play.pending is not None and play.pending.what == "retreat"
    assert broken(play, Choose("2nd-army")) == ["pick"]
    do(play, Choose("big-2nd-army"))
    assert play.pending is None, "only one is left to retreat"
    assert (at(play, "2nd-army"), at(play, "8th-army")) == ("belgium-netherlands@2", "belgium-netherlands@1")
