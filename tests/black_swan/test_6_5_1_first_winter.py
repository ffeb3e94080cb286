"""The first winter of the Axis in the East: which one it is (section 6.5.1)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks.politics.orders import DeclareWar
from engine.families.blocks.season import first_winter, season
from tests.black_swan.politics import idle, step

pytestmark = pytest.mark.section("6.5.1")


def winters(play) -> list[int]:
    """Return the years of the first winters that the rest of a game meets."""
    found = []
    while not play.state.ended:
        here = season(play.position)
        if first_winter(play.position) and here.year not in found:
            found.append(here.year)
        step(play)
    return found


@pytest.mark.parametrize(("scenario", "years"), [
    ("campaign-1941", [1942]), ("1941", []), ("1942", []), ("1943", []), ("1944", []), ("1939", []),
])  # fmt: skip
def test_6_5_1_usually_it_is_winter_1942(scenario: str, years: list[int]) -> None:
    assert winters(idle(scenario, until=1)) == years


def attacked(turn: int, **options: str):
    """Return a campaign of 1939 in which Germany declares war on the Soviet Union in some turn, in which France has fallen."""
    play = idle("campaign-1939", until=turn, options=options)
    play.emit(ev.PowerChanged("france", "at-war", "surrendered", "test"))
    play.submit(DeclareWar("soviet-union"))
    return play


@pytest.mark.parametrize(
    ("turn", "begins", "year"),
    [
        (7, ("spring", 1940), 1941),
        (11, ("fall", 1940), 1941),
        (13, ("winter", 1941), 1942),
    ],
)
def test_6_5_1_it_is_the_first_winter_that_begins_in_the_war(turn: int, begins: tuple[str, int], year: int) -> None:
    play = attacked(turn)
    here = season(play.position)
    assert (here.slug, here.year) == begins
    assert winters(play) == [year]


@pytest.mark.parametrize(("reading", "year"), [("next", 1942), ("same", 1941)])
def test_6_5_1_option_a_war_declared_in_winter(reading: str, year: int) -> None:
    play = attacked(13, **{"first-winter": reading})
    assert winters(play) == [year]
