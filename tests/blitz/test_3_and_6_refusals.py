"""3.2, 3.4, 6.6: wars that are not declared, homes that are not chosen, and where nobody retreats or is overrun to."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoTo, GoToWar, MoveUnit, NewHome
from engine.titles.blitz.politics import control
from tests.blitz.table import at, broken, do, table


@pytest.mark.section("3.2", "2.1")
def test_3_2_only_the_side_that_acts_declares_war_and_on_somebody() -> None:
    play = table(phase="move")
    assert broken(play, GoToWar("afa", "sweden")) == ["declare/power"]
    for nobody in ("atlantis", "ukraine"):  # no country, and a home of units that is part of one (1.2)
        assert broken(play, GoToWar("germany", nobody)) == ["declare/unknown"]
    assert broken(play, GoToWar("germany", "sweden")) == []


RUSSIA = dict.fromkeys(("poland", "ukraine", "don-basin", "leningrad", "finland"), "germany")


def fallen() -> Play:
    """Return Great Britain taken land by land, its units asking for a new home."""
    play = table("home-fleet western-approaches@2", take={"scotland": "germany"})
    control.take_control(play, "london", "germany")
    agenda.run(play)
    assert play.pending is not None and play.pending.what == "new-home"
    return play


@pytest.mark.section("3.4")
@pytest.mark.parametrize("country", ["great-britain", "germany", "usa", "iberia"])
def test_3_4_the_new_home_is_no_conquered_no_foreign_and_no_neutral_country(country: str) -> None:
    play = fallen()
    assert broken(play, NewHome(country)) == ["new-home"]
    for allied in ("canada", "india", "poland"):  # a major home country, or a minor ally
        assert broken(play, NewHome(allied)) == [], allied


def overrun(unit: str, area: str, size: int = 1) -> Play:
    """Return a land area of the East, with a German unit and no army, that Soviet cavalry has marched into."""
    play = table(f"{unit} {area}@{size}, cavalry moscow@1", phase="move", power="ussr", at_war=["germany ussr"], take=RUSSIA)
    return do(play, MoveUnit("cavalry", f"moscow > {area}"))


@pytest.mark.section("6.6")
def test_6_6_who_takes_the_land_chooses_among_the_closest_refuges() -> None:
    """Beside the Don Basin there is Ukraine alone; beside Leningrad's Port on the Baltic there are several."""
    play = overrun("luftwaffe", "don-basin")
    assert at(play, "luftwaffe") == "ukraine@1"
    play = overrun("high-seas-fleet", "leningrad", 2)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("overrun", "ussr")
    for wrong in (GoTo("high-seas-fleet", "rome"), GoTo("high-seas-fleet", "leningrad"), GoTo("cavalry", "berlin")):
        assert broken(play, wrong) == ["overrun"]
    assert broken(play, GoTo("high-seas-fleet", "berlin", "black-sea")) == ["overrun"]
    do(play, GoTo("high-seas-fleet", "berlin", "baltic-sea"))
    assert at(play, "high-seas-fleet") == "berlin@2"


@pytest.mark.section("6.6")
def test_6_6_a_defender_retreats_to_friendly_land_beside_it() -> None:
    play = table("18th-army western-germany@2", power="afa", take={"belgium-netherlands": "afa"})
    agenda.before(play, "retreat 18th-army")
    agenda.run(play)
    assert play.pending is not None and play.pending.power == "germany"
    for wrong in (GoTo("18th-army", "belgium-netherlands"), GoTo("18th-army", "rome"), GoTo("luftwaffe", "berlin")):
        assert broken(play, wrong) == ["retreat"]
    do(play, GoTo("18th-army", "austria-czechoslovakia"))
    assert at(play, "18th-army") == "austria-czechoslovakia@2"
