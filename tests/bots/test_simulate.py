"""Simulations: the same arguments give the same game, bots are cast by power or side, and every end is recorded."""

from __future__ import annotations

import pytest

from engine.events import GameEnded, PhaseStarted, RoundStarted, encode_event
from engine.observations import Bank, Points, Winner
from engine.recording import DiceEntry, Header, ObservationEntry
from engine.replay import replay
from engine.simulation import BOTS, make_bot
from engine.simulation.simulate import Simulation, cast_bots, simulate
from engine.strictness import Strictness
from engine.title.loader import load_title
from tests.slow import slow_after, slow_among

TITLE = load_title("aa1942")


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, two, three = (simulate(TITLE, seed, "greedy", round_limit=1) for seed in (1, 1, 2))
    assert list(map(encode_event, one[1].events)) == list(map(encode_event, two[1].events))
    assert one[0] == two[0] and one[0].entries != three[0].entries


def test_a_bots_chance_is_its_own() -> None:
    """With the same bot and other dice, a game is the same up to the first dice and another after them."""
    header = Header("aa1942", scenario="standard", round_limit=1)
    games = []
    for dice in (1, 2):
        bot = make_bot("random", 7)
        games.append(Simulation(TITLE, header, dice, dict.fromkeys(TITLE.order, bot)).run()[0].entries)
    same = next(at for at, entry in enumerate(games[0]) if isinstance(entry, DiceEntry))
    assert games[0][:same] == games[1][:same] and games[0][same] != games[1][same]


@pytest.mark.parametrize("bot", slow_among({"search"}, BOTS))
def test_every_bot_plays_a_round_and_its_recording_replays(bot: str) -> None:
    recording, game = simulate(TITLE, 3, bot, round_limit=1)
    assert (game.state.how, game.state.winners, game.state.clock.round) == ("round-limit", (), 1)
    again = replay(recording, TITLE, Strictness.RAISE)
    assert list(map(encode_event, again.events)) == list(map(encode_event, game.events))


@pytest.mark.parametrize(("slug", "scenario"), slow_after(1, [("aa1942", "standard"), ("global-1939", "1939"), ("black-swan", "1941")]))
def test_no_round_begins_after_the_last_that_is_to_be_played(slug: str, scenario: str) -> None:
    recording, game = simulate(load_title(slug), 3, "random", scenario=scenario, round_limit=1)
    assert [event.round for event in game.events if isinstance(event, RoundStarted)] == [1]
    assert (game.state.how, game.state.clock.round) == ("round-limit", 1)
    assert game.events[-1] == GameEnded((), "round-limit")
    again = replay(recording, load_title(slug), Strictness.RAISE)
    assert list(map(encode_event, again.events)) == list(map(encode_event, game.events))


def test_what_the_table_sees_is_noted_at_each_turns_end() -> None:
    recording, game = simulate(TITLE, 3, "greedy", round_limit=2)
    seen = [entry.observation for entry in recording.entries if isinstance(entry, ObservationEntry)]
    turns = max(event.turn for event in game.events if isinstance(event, PhaseStarted))
    banks = [one for one in seen if isinstance(one, Bank)]
    assert [one.power for one in banks] == list(TITLE.order) * 2 and len(banks) == turns == 10
    assert sum(isinstance(one, Points) for one in seen) == 2 * turns
    assert seen[-1] == Winner("") and sum(isinstance(one, Winner) for one in seen) == 1


def test_a_replay_of_a_wrong_bank_is_a_defect() -> None:
    recording, _ = simulate(TITLE, 3, "greedy", round_limit=1)
    entries = tuple(
        ObservationEntry(Bank(entry.observation.power, entry.observation.amount + 1))
        if isinstance(entry, ObservationEntry) and isinstance(entry.observation, Bank)
        else entry
        for entry in recording.entries
    )
    wrong = type(recording)(recording.header, entries)
    assert replay(wrong, TITLE).state.defects == len(TITLE.order)


def test_bots_are_cast_by_power_before_side() -> None:
    cast = cast_bots(TITLE, {"axis": "greedy", "allies": "random", "japan": "bold"})
    assert cast == {
        "soviet-union": "random",
        "germany": "greedy",
        "united-kingdom": "random",
        "japan": "bold",
        "united-states": "random",
    }


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ({"axis": "greedy"}, "no bot for soviet-union, united-kingdom, united-states"),
        ({"axis": "greedy", "italy": "greedy"}, "bots for italy; expected powers or sides: axis, allies, soviet-union"),
    ],
)
def test_a_cast_with_gaps_or_strangers_is_refused(bots: dict[str, str], message: str) -> None:
    with pytest.raises(LookupError, match=message):
        cast_bots(TITLE, bots)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="no bot 'genius'; expected one of random, greedy, steady, bold, cautious"):
        make_bot("genius", 1)
