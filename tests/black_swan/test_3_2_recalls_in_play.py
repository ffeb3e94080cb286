"""Recalls and movement priorities in cases that random play has found (sections 3.0.1, 3.2)."""

from __future__ import annotations

import pytest

from engine.families.blocks.land.orders import March, Recall, StrategicMove
from engine.families.blocks.politics.orders import AnswerArmistice, AskArmistice
from engine.rules import EndPhase
from tests.black_swan.board import at, outcome, play_from, rules_of

pytestmark = pytest.mark.section("3.2")

ROOM = (
    "germany 3 infantry-4 lublin, germany tank-4 lublin, germany artillery-4 warsaw, soviet-union air-3 vilnius,"
    " soviet-union infantry-4 vilnius"
)


def test_3_2_engagements_are_complete_before_anybody_moves_strategically() -> None:
    """Whoever moved into the area that blocks came from could not be sent away again, and they could not go back."""
    play = play_from(ROOM, holdings="1941", season=("summer", 1941))
    outcome(play, March("2 infantry-4", "lublin > vilnius"))
    assert rules_of(play, StrategicMove("artillery-4", "warsaw > lublin")) == ["land/two-classes"]
    outcome(play, March("tank-4", "lublin > vilnius"))
    outcome(play, StrategicMove("artillery-4", "warsaw > lublin"))
    assert rules_of(play, Recall("tank-4", "vilnius")) == ["land/order"]


@pytest.mark.section("3.0.1")
def test_3_0_1_nobody_gives_way_to_the_faction_it_belongs_to() -> None:
    """What a faction has just taken stays its own when more of its blocks move in."""
    play = play_from(
        "soviet-union infantry-4 odessa, soviet-union 2 infantry-4 krasnodar",
        power="soviet-union",
        control={"simferopol": "germany", "odessa": "soviet-union", "krasnodar": "soviet-union"},
        season=("summer", 1942),
    )
    outcome(play, March("infantry-4", "odessa > simferopol"))
    outcome(play, March("infantry-4", "krasnodar > simferopol"))
    assert play.state.control["simferopol"] == "soviet-union"
    assert at(play, "simferopol").count("soviet-union") == 2


@pytest.mark.section("3.1.3")
def test_3_1_3_who_cannot_go_back_any_more_is_sent_to_the_next_area_with_room() -> None:
    """A drop that nobody has joined goes back to an area beside the one it came from, when that is full of who has come to stay."""
    play = play_from(
        "great-britain airborne-3 lille [used=2 from=london airborne operation], germany infantry-4 lille,"
        " great-britain 4 infantry-4 london, great-britain 3 artillery-4 plymouth",
        power="great-britain",
        season=("summer", 1944),
        markers={"blitz-disc/western-allies/west-front": "yes"},
        control={"lille": "germany"},
    )
    (order,) = play.phase.owed(play.position)
    outcome(play, order)
    assert play.check(EndPhase()) == [] and "airborne-3" not in at(play, "lille") + at(play, "london")
    assert sum("airborne-3" in at(play, area) for area in play.title.neighbours["london"]) == 1


DESERT = (
    "germany infantry-4 sirte, germany tank-4 tripoli, italy infantry-3 tripoli, great-britain infantry-4 benghazi,"
    " germany infantry-4 berlin"
)


@pytest.mark.section("3.3")
def test_3_3_who_is_recalled_stands_where_an_armistice_found_the_area_empty_as_if_it_had_not_left() -> None:
    """Italy's land goes to the Western Allies "unless it contains a German Unit"; who has not got away has never left it."""
    play = play_from(DESERT, control={"benghazi": "great-britain"}, season=("summer", 1941))
    outcome(play, March("infantry-4", "sirte > benghazi"), AskArmistice("italy"), AnswerArmistice(True))
    assert (play.state.control["sirte"], play.state.control["tripoli"]) == ("great-britain", "germany")
    (order,) = play.phase.owed(play.position)
    outcome(play, order)
    assert at(play, "sirte") == "germany infantry-4@4 [used=1]" and play.state.control["sirte"] == "germany"
    assert play.check(EndPhase()) == []


@pytest.mark.section("3.3")
def test_3_3_who_has_nowhere_to_go_back_to_goes_to_the_force_pool() -> None:
    """Corsica has become Vichy French while the Italian block that sailed from it stands alone against the British in Malta."""
    play = play_from(
        "italy infantry-3 malta [from=corsica operation seaborne], great-britain infantry-4 malta, germany infantry-4 berlin,"
        " france infantry-3 lille",
        control={"malta": "great-britain", "corsica": "italy"},
        season=("summer", 1940),
    )
    outcome(play, AskArmistice("france"), AnswerArmistice(True))
    assert play.state.control["corsica"] == "vichy-france"
    (order,) = play.phase.owed(play.position)
    outcome(play, order)
    assert at(play, "malta") == "great-britain infantry-4@4" and at(play, "italy-pool") == "italy infantry-3@3"
    assert play.check(EndPhase()) == []


@pytest.mark.section("3.3")
def test_3_3_who_cannot_go_back_to_an_area_that_has_become_neutral_goes_to_the_next_one() -> None:
    """Toulouse has become Vichy French while who came from there stands alone against the British in Bordeaux."""
    play = play_from(
        "germany infantry-4 toulouse, great-britain infantry-4 bordeaux, france infantry-3 lille, germany infantry-4 berlin",
        control={"bordeaux": "great-britain"},
        season=("summer", 1940),
    )
    outcome(play, March("infantry-4", "toulouse > bordeaux"), AskArmistice("france"), AnswerArmistice(True))
    assert play.state.control["toulouse"] == "vichy-france"
    (order,) = play.phase.owed(play.position)
    outcome(play, order)
    assert at(play, "paris") == "germany infantry-4@4 [used=1]" and play.check(EndPhase()) == []
