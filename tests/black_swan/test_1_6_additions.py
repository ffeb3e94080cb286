"""Blocks that the calendar adds to the force pools (section Sequence of Play; 9.0 Campaigns, Force Pool Additions)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.production.pools import LARGE, SMALL, add_dated, drawable
from engine.families.blocks.season import season
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import RULES, TITLE, play_from, stacks_of
from tests.black_swan.tables import additions

pytestmark = pytest.mark.section("Sequence of Play", "1.6")


@pytest.mark.parametrize("year", [1941, 1942, 1943, 1944])
def test_blocks_of_a_year_come_with_its_winter(year: int) -> None:
    play = play_from("germany infantry-3 berlin, soviet-union infantry-4 moscow", season=("winter", year))
    before = len(play.events)
    add_dated(play)
    added = {(e.power, e.unit): e.count for e in play.events[before:] if isinstance(e, ev.UnitsPlaced)}
    assert added == dict(additions(f"winter-{year}")) != {}
    assert {(e.cause, e.strength == TITLE.units[e.unit].strength, TITLE.areas[e.area].kind) for e in play.events[before:]} == {
        ("addition", True, "box")
    }


def test_nothing_is_added_in_other_seasons_and_years() -> None:
    for date in (("spring", 1941), ("fall", 1942), ("winter", 1940), ("winter", 1945)):
        play = play_from("germany infantry-3 berlin", season=date)
        before = len(play.events)
        add_dated(play)
        assert play.events[before:] == []


def test_who_has_surrendered_is_given_nothing() -> None:
    play = play_from("germany infantry-3 berlin", season=("winter", 1943))
    play.emit(ev.PowerChanged("great-britain", "at-war", "surrendered"))
    add_dated(play)
    assert stacks_of(play, "great-britain-pool") == {}
    assert stacks_of(play, "united-states-pool") != {} != stacks_of(play, "soviet-union-pool")


def test_in_a_game_they_come_as_the_winter_begins() -> None:
    play = Play(RULES, SeededDice(1))
    play.start("campaign-1941")
    while (season(play.position).slug, season(play.position).year) != ("winter", 1942):
        while play.pending:
            play.submit(play.pending.default)
        play.submit(EndPhase())
    pool = stacks_of(play, "germany-pool")
    assert {f"{power} {unit}" for power, unit in additions("winter-1942")} <= {name.split("@")[0] for name in pool}


def test_small_blocks_are_ground_and_air_large_ones_ships() -> None:
    found = play_from(
        "germany 2 infantry-3 germany-pool, germany submarine-4 germany-pool, germany fort-3 germany-pool,"
        "romania infantry-4 germany-pool, hungary infantry-3 germany-pool",
        at_war=["germany", "poland", "romania"],
    ).position
    assert {(key[1], key[2]): n for key, n in drawable(found, "germany", SMALL)} == {
        ("germany", "infantry-3"): 2,
        ("germany", "fort-3"): 1,
        ("romania", "infantry-4"): 1,
    }
    assert [key[2] for key, _ in drawable(found, "germany", LARGE)] == ["submarine-4"]
