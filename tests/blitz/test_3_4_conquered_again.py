"""3.4: what has not come back of a liberated country stays set aside when it is conquered again, until it is liberated again."""

from __future__ import annotations

import pytest

from engine.titles.blitz import agenda
from engine.titles.blitz.politics import control, politics, returning
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import RETURNING
from tests.blitz.table import TITLE, at, settle, table

pytestmark = pytest.mark.section("3.4")


def test_3_4_units_stay_set_aside_when_their_country_is_conquered_again() -> None:
    play = table(
        "bersaglieri germany-set-aside@1, alpini-army germany-set-aside@2, folgore germany-set-aside@1",
        power="afa",
        phase="move",
        take={"rome": "germany", "milan": "afa"},
        markers={"fallen/italy": "yes", "freed/italy": "yes", "returning/italy": "germany"},
    )
    control.take_control(play, "rome", "afa")
    agenda.run(play)
    settle(play)
    assert board.is_conquered(play.position, "italy")
    for (country,), _ in RETURNING.entries(play.state):
        returning.bring_back(play, country)
        agenda.run(play)
        settle(play)
    assert {at(play, unit) for unit in ("bersaglieri", "alpini-army", "folgore")} == {"germany-set-aside"}


def test_3_4_a_power_without_a_home_is_conquered_and_is_liberated_with_its_country() -> None:
    """Germany takes all of the USSR, then the AFA retakes it: the USSR plays again, and has its land back."""
    areas = TITLE.regions["ussr"]
    play = table(
        "1st-para moscow@1",
        phase="move",
        power="germany",
        at_war=["germany ussr"],
        take=dict.fromkeys((area for area in areas if area != "moscow"), "germany"),
    )
    assert play.state.standing.get("ussr") != "conquered"
    for power, taken, standing, holder in (
        ("germany", ("moscow",), "conquered", "germany"),
        ("afa", areas, "liberated", "ussr"),
    ):
        for area in taken:
            control.take_control(play, area, power)
        politics.settle(play)
        agenda.run(play)
        settle(play)
        assert (play.state.standing["ussr"], {play.state.control[area] for area in areas}) == (standing, {holder})
