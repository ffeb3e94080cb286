"""7.8: units of one's own are damaged last, so that nothing is built of what was destroyed in the same phase."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.orders import Build, ResearchWeapons, Scrap
from engine.titles.blitz.turn_end import minor_builds
from tests.blitz.table import at, broken, do, table

pytestmark = pytest.mark.section("7.8")
SPAIN = {"phase": "build", "take": {"spain": "germany"}, "stores": {"germany": (3, 0)}}


def test_7_8_a_gar_that_is_scrapped_in_spain_is_not_built_in_berlin_in_the_same_phase() -> None:
    play = do(table("festung spain@1", **SPAIN), Scrap("festung", 1))
    assert at(play, "festung") == "germany-pool"
    assert broken(play, Build("festung", "berlin", 1)) == ["build/lastly"]
    assert broken(play, ResearchWeapons()) == ["build/lastly"]


def test_7_8_what_is_built_first_may_be_followed_by_any_number_of_scraps() -> None:
    play = table("festung spain@1, army-group-b berlin@1, army-group-center berlin@2", **SPAIN)
    do(play, Build("army-group-b", "", 1), Scrap("festung", 1), Scrap("army-group-center", 1), EndPhase())
    assert (at(play, "festung"), at(play, "army-group-center")) == ("germany-pool", "berlin@1")


def test_7_8_the_next_power_builds_although_one_before_it_has_scrapped() -> None:
    play = table("festung spain@1", **SPAIN)
    do(play, Scrap("festung", 1), EndPhase())
    assert play.state.clock.phase == "build" and play.state.clock.power != "germany"
    assert "build/lastly" not in broken(play, ResearchWeapons())


@pytest.mark.section("9.3")
def test_9_3_what_is_owed_to_a_country_is_built_before_anything_is_scrapped() -> None:
    play = table(
        "balkan-army balkans@1, festung berlin@1",
        phase="build",
        stores={"germany": (3, 0)},
        take={"balkans": "germany"},
        markers={"ally/balkans": "germany"},
        options={"minor-ally-builds": "yes"},
    )
    assert minor_builds.owing(play.position)
    assert broken(play, Scrap("festung", 1)) == ["build/minor-ally"]
    while minor_builds.owing(play.position):
        do(play, minor_builds.builds(play.position)[0])
    do(play, Scrap("festung", 1), EndPhase())
