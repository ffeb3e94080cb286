"""Sections The Combatants, Setup, Spaces on the Game Board: players, options, treasuries, units and control at the start."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.errors import RecordError
from engine.events import ControlChanged, GameStarted, PhaseStarted, ResourceChanged, RoundStarted, UnitsPlaced
from engine.families.axis_allies.economy.income import production
from engine.mechanics.set_up import seat
from engine.play import Play
from engine.rules import load_rules
from tests.aa1942.positions import TITLE, standing


def started(**how: object) -> Play:
    """A whole game at its start."""
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start(**how)  # type: ignore[arg-type]
    return play


@pytest.mark.section("The Combatants", "Two-Player Game", "Three-Player Game", "Four-Player Game", "Five-Player Game")
@pytest.mark.parametrize(
    ("players", "seats"),
    [
        ("ann bob", ["soviet-union united-kingdom united-states", "germany japan"]),
        ("ann bob cem", ["soviet-union united-kingdom united-states", "germany", "japan"]),
        ("ann bob cem dia", ["soviet-union united-states", "united-kingdom", "germany", "japan"]),
        ("ann bob cem dia eve", ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]),
    ],
)
def test_the_combatants_are_seated_as_the_book_says_for_two_to_five_players(players: str, seats: list[str]) -> None:
    expected = {power: player for player, powers in zip(players.split(), seats, strict=True) for power in powers.split()}
    assert seat(TITLE, players.split()) == expected
    assert sorted(expected) == sorted(TITLE.powers)


@pytest.mark.section("The Combatants")
def test_no_seats_for_six_players() -> None:
    with pytest.raises(RecordError, match="no seats for 6 players; expected 2, 3, 4, 5"):
        seat(TITLE, list("abcdef"))


@pytest.mark.section("Setup")
def test_a_game_starts_with_every_option_and_the_players_it_was_given() -> None:
    play = started(options={"turkish-straits": "closed"}, players={"germany": "Ann"})
    expected = {slug: option.default for slug, option in TITLE.options.items()} | {"turkish-straits": "closed"}
    assert play.events[0] == GameStarted("aa1942", "standard", expected, {"germany": "Ann"})
    assert play.position.options == expected


@pytest.mark.section("National Production Chart", "Industrial Production Credits")
def test_industrial_production_credits_equal_each_power_s_national_production() -> None:
    play = started()
    expected = {"soviet-union": 24, "germany": 40, "united-kingdom": 30, "japan": 30, "united-states": 42}
    assert {power: play.state.resources[power, "ipc"] for power in TITLE.powers} == expected
    assert {power: production(play.position, power) for power in TITLE.powers} == expected
    setup = [event for event in play.events if isinstance(event, ResourceChanged)]
    assert {(event.power, event.delta, event.balance, event.cause) for event in setup} == {
        (power, amount, amount, "setup") for power, amount in expected.items()
    }


@pytest.mark.section("Setup", "National Control Markers")
def test_control_at_the_start_is_the_original_owner_s_and_neutral_areas_are_nobody_s() -> None:
    play = started()
    owners = {area: row.original_owner for area, row in TITLE.areas.items() if row.original_owner}
    assert play.state.control == owners
    assert all(event.how == "setup" for event in play.events if isinstance(event, ControlChanged))
    assert not any(TITLE.areas[area].terrain == "impassable" for area in play.state.control)
    assert not any(TITLE.areas[area].kind == "sea" for area in play.state.control)


@pytest.mark.section("Setup")
def test_every_unit_of_the_set_up_is_placed_undamaged() -> None:
    play = started()
    placed = [event for event in play.events if isinstance(event, UnitsPlaced)]
    assert sum(event.count for event in placed) == sum(row.count for row in TITLE.placements)
    assert {event.strength for event in placed if event.unit == "battleship"} == {2}
    assert {event.cause for event in placed} == {"setup"}
    assert standing(play, "sea-zone-52") == "united-states: aircraft-carrier, fighter, submarine"


@pytest.mark.section("Setup")
def test_the_first_phase_is_the_soviet_union_s_purchase_of_round_one() -> None:
    play = started()
    assert play.events[-2:] == [RoundStarted(1), PhaseStarted("soviet-union", "purchase-units", 1)]


@pytest.mark.section("The Combatants")
@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"scenario": "standart"},
            r"unknown scenario 'standart' \(did you mean 'standard'\?\); expected one of standard",
        ),
        ({"options": {"weather": "on"}}, "unknown option 'weather'; expected one of victory, turkish-straits"),
        (
            {"options": {"victory": "mayor"}},
            r"unknown value of option 'victory': 'mayor' \(did you mean 'major'\?\); expected one of minor, moderate",
        ),
        ({"players": {"italy": "Ann"}}, "unknown power in players: 'italy'; expected one of soviet-union, germany"),
    ],
)
def test_a_header_that_is_not_of_the_title_is_one_clear_error(how: dict, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        started(**how)


@pytest.mark.section("Setup")
def test_a_game_that_cannot_start_has_no_events() -> None:
    play = Play(load_rules(TITLE), SeededDice(1))
    with pytest.raises(RecordError):
        play.start("winter")
    assert play.events == []
