"""Sequence of Play, 8.0, 9.0: rounds are seasons, turns are camps', a scenario begins within a turn and ends on a date."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.events import PhaseStarted, RoundStarted, UnitsPlaced
from engine.families.blocks.board import at_war, camp_of, is_neutral
from engine.families.blocks.season import first_winter, season, weather
from engine.families.blocks.settings import Start, rows
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import RULES, TITLE, again, position
from tests.black_swan.tables import placed, standings

STARTS = rows(TITLE, "start", Start)


def begun(scenario: str) -> Play:
    """Return a scenario as it begins."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    return play


def go_on(play: Play) -> None:
    """Make no choice and give no order: end the phase, or answer what must be answered as a log that leaves it out."""
    play.submit(play.pending.default if play.pending else EndPhase())


@pytest.mark.section("8.0")
@pytest.mark.parametrize("scenario", list(TITLE.scenarios))
def test_8_0_a_scenario_begins_as_its_table_says(scenario: str) -> None:
    """Blocks at the steps they show, who is at war, the season, the turn and the phase, the discs in hand."""
    play, row = begun(scenario), STARTS[scenario]
    assert (season(play.position).slug, season(play.position).year) == row.first
    assert (camp_of(play.position, play.state.clock.power), play.state.clock.phase) == (row.turn, row.phase)
    told = {(r.area, r.power, r.unit, r.strength or TITLE.units[r.unit].strength) for r in placed(scenario)}
    assert {key[:4] for key in play.state.stacks} == told
    assert sum(e.count for e in play.events if isinstance(e, UnitsPlaced)) == sum(r.count for r in placed(scenario))
    assert {power: play.state.standing[power] for power in standings(scenario)} == standings(scenario)
    discs = {key for scope, key in play.state.markers if key.startswith("blitz-disc/")}
    assert discs == {f"blitz-disc/{side}/{front}" for side, fronts in row.blitz_discs.items() for front in fronts}
    assert not any(key[4] for key in play.state.stacks), "all in supply, nothing has acted"
    assert again(play).state == play.state


@pytest.mark.section("Sequence of Play")
def test_a_turn_goes_through_its_phases_and_a_season_through_two_turns() -> None:
    """The Axis first, then the Allies; the Blitz Phase only with a disc, which the Axis of 1939 has."""
    play = begun("campaign-1939")
    while play.state.clock.round < 3 and not play.state.ended:
        go_on(play)
    starts = [event for event in play.events if isinstance(event, PhaseStarted)]
    by_turn: dict[int, list[str]] = {}
    for event in starts:
        by_turn.setdefault(event.turn, []).append(event.phase)
    plain = [phase for phase in TITLE.phases if not phase.startswith("blitz")]
    assert by_turn[1] == ["land", "land-combat", "blitz", "blitz-combat", "final"]
    assert by_turn[2] == by_turn[3] == by_turn[4] == plain
    leaders = [next(e.power for e in starts if e.turn == turn) for turn in (1, 2, 3, 4)]
    assert leaders == ["germany", "great-britain"] * 2
    assert [event.round for event in play.events if isinstance(event, RoundStarted)] == [1, 2, 3]


@pytest.mark.section("8.0")
def test_8_0_1944_begins_with_the_allied_turn() -> None:
    play = begun("1944")
    assert (play.state.clock.power, play.state.clock.turn) == ("great-britain", 1)


@pytest.mark.section("8.0")
@pytest.mark.parametrize("scenario", ["1939", "1941", "1942", "1943"])
def test_8_0_a_scenario_without_a_victor_ends_after_its_last_season(scenario: str) -> None:
    play = begun(scenario)
    for _ in range(400):
        if play.state.ended:
            break
        go_on(play)
    assert play.state.ended
    assert (season(play.position).slug, season(play.position).year) == STARTS[scenario].last


@pytest.mark.section("6.5")
@pytest.mark.parametrize(
    ("when", "east", "med"),
    [
        (("winter", 1942), "snow", "good"),
        (("spring", 1942), "good", "good"),
        (("summer", 1942), "good", "good"),
        (("fall", 1942), "mud", "good"),
    ],
)
def test_6_5_weather_of_the_seasons(when: tuple[str, int], east: str, med: str) -> None:
    here = position("germany infantry-4 berlin", season=when)
    assert [weather(here, area) for area in ("kiev", "paris", "rome")] == [east, east, med]


@pytest.mark.section("Sequence of Play")
def test_a_year_begins_with_winter() -> None:
    here = [position("", season=when) for when in (("fall", 1941), ("winter", 1942), ("spring", 1942))]
    assert [season(one).number for one in here] == [10, 11, 12]


@pytest.mark.section("6.5.1")
def test_6_5_1_the_first_winter_after_barbarossa_is_that_of_1942() -> None:
    """The war in the East begins in Spring 1941; later scenarios find its first winter over."""
    play = begun("campaign-1941")
    assert at_war(play.position, "soviet-union")
    assert is_neutral(play.position, "united-states")
    while play.state.clock.round < 4 and not play.state.ended:
        assert not first_winter(play.position)
        go_on(play)
    assert first_winter(play.position)
    assert not first_winter(begun("1943").position)
