"""The campaign of 1939 as its calendar runs through whole turns: Poland falls, then France (sections 5.1, 5.2, 9.0)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks.politics import union
from engine.families.blocks.season import season
from engine.play import Play
from tests.black_swan.board import at
from tests.black_swan.politics import idle, paid, step, warring

pytestmark = pytest.mark.section("9.0")


def taken(play: Play, *areas: str, by: str = "germany") -> Play:
    """Let areas have been taken."""
    for area in areas:
        play.emit(ev.ControlChanged(area, play.state.control.get(area, ""), by, "test"))
    return play


def until(play: Play, slug: str, year: int, power: str, phase: str) -> Play:
    """Bring a game to a phase of a camp's turn in a season."""
    for _ in range(400):
        here, clock = season(play.position), play.state.clock
        if (here.slug, here.year, clock.power, clock.phase) == (slug, year, power, phase):
            return play
        step(play)
    raise AssertionError(f"{slug} {year} never comes; the game stands at {play.state.clock}")


@pytest.fixture
def poland_fallen() -> Play:
    play = taken(idle("campaign-1939", until=1), "warsaw")
    return until(play, "summer", 1939, "great-britain", "declarations")


def test_9_0_poland_surrenders_and_is_partitioned(poland_fallen: Play) -> None:
    play = poland_fallen
    assert "poland" not in warring(play)
    assert paid(play)["germany", "surrender"] == 1 + 1 + 3 + 4  # two infantry, one artillery, one air
    assert {area: play.state.control[area] for area in ("lublin", "vilnius", "lvov")} == {
        "lublin": "poland",
        "vilnius": "soviet-union",
        "lvov": "soviet-union",
    }


def test_9_0_the_calendar_of_1940(poland_fallen: Play) -> None:
    play = until(poland_fallen, "summer", 1940, "great-britain", "production")
    came = [event.area for event in play.events if isinstance(event, ev.ControlChanged) and event.how == "ceded"]
    assert came == ["vilnius", "lvov", "viipuri", "riga", "tallinn", "bessarabia"]
    assert play.state.control["petsamo"] == "finland"


def test_9_0_france_falls_and_the_axis_minors_join(poland_fallen: Play) -> None:
    play = taken(until(poland_fallen, "spring", 1940, "germany", "land-combat"), "paris")
    until(play, "spring", 1940, "great-britain", "declarations")
    assert "france" not in warring(play) and play.state.standing["vichy-france"] == "neutral"
    assert play.state.control["marseille"] == "france"  # nobody has moved in
    until(play, "summer", 1940, "germany", "declarations")
    assert {"hungary", "romania"} <= warring(play) and "bulgaria" not in warring(play)
    until(play, "fall", 1940, "germany", "declarations")
    assert {"bulgaria", "finland"} <= warring(play)
    assert play.state.control["bessarabia"] == "soviet-union" and at(play, "bessarabia") == ""


def test_9_0_a_year_of_war_after_another_to_the_dates_on_the_box(poland_fallen: Play) -> None:
    play = taken(until(poland_fallen, "spring", 1940, "germany", "land-combat"), "paris")
    while not play.state.ended:
        step(play)
    here = season(play.position)
    assert (here.slug, here.year) == ("fall", 1945) and play.state.how in ("strategic-power", "economic-power")
    assert "united-states" in warring(play)


@pytest.mark.section("3.3")
@pytest.mark.parametrize(("lost", "ending"), [(("paris",), "fall-of-france"), (("paris", "london"), "")])
def test_3_3_both_capitals_of_the_union_must_fall_by_the_end_of_1941(poland_fallen: Play, lost: tuple[str, ...], ending: str) -> None:
    play = until(poland_fallen, "spring", 1940, "germany", "land-combat")
    union.form(play, "france", ("great-britain", "france"))
    taken(play, *lost)
    for _ in range(400):
        here = season(play.position)
        if play.state.ended or (here.slug, here.year) == ("winter", 1942):
            break
        step(play)
    assert play.state.how == ending
    assert play.state.winners == (("western-allies",) if ending else ())
    assert ({"france", "great-britain"} <= warring(play)) == bool(ending)


@pytest.mark.section("5.1")
def test_5_1_no_discs_of_a_nation_that_has_surrendered() -> None:
    play = taken(idle("1942", until=1), "rome", by="great-britain")
    assert "italy" in {play.state.control.get(zone) for zone in play.title.regions["mediterranean-sea"]}
    until(play, "spring", 1942, "great-britain", "declarations")
    assert "italy" not in {play.state.control.get(zone) for zone in play.title.regions["mediterranean-sea"]}
    assert "italy" not in warring(play)
    assert (play.state.control["milan"], play.state.control["sicily"]) == ("italy", "germany"), "German blocks are in Sicily"
