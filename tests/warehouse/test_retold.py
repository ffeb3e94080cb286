"""A game that two records tell counts once in leagues: the record that knows more leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from engine import events as ev
from engine.recording import Fidelity
from engine.replay import Game
from tests.warehouse import polars_measures
from tests.warehouse.games import SETUP, game
from tests.warehouse.league import END_ROUND_1, played
from warehouse import Lake, ratings
from warehouse.same_game import ENOUGH

SEATS = {"soviet-union": "Ada", "germany": "Bo"}


def text(of: Game, name: str, players: dict[str, str] | None = None, day: str = "", more: tuple[ev.Event, ...] = ()) -> Game:
    """Return a game as a posted summary of its turns tells it."""
    begin = msgspec.structs.replace(of.events[0], players=players or {})
    told = game(name, [begin, *of.events[1:-1], *more, of.events[-1]], played=day)
    return replace(told, fidelity=Fidelity.OBSERVED)


SAVE = played("save", SEATS, ("axis",), played="2026-05-01")
TANK = ev.UnitsPurchased("germany", "tank", 1, 6, 6, "ipc")


@pytest.mark.parametrize(
    ("summary", "leads"),
    [
        (lambda: text(SAVE, "text"), [("text", "save")]),
        (lambda: text(SAVE, "text", SEATS, "2026-05-01"), [("text", "save")]),
        (lambda: text(SAVE, "text", {"soviet-union": "Cy"}), []),
        (lambda: text(SAVE, "text", day="2026-05-02"), []),
        (lambda: text(SAVE, "text", more=(TANK,)), []),
        (lambda: played("text", SEATS, ("axis",), played="2026-05-01"), []),
    ],
    ids=[
        "a summary",
        "of the same players and day",
        "of others",
        "of another day",
        "of another purchase",
        "another save",
    ],
)
def test_a_summary_is_known_by_what_was_bought_and_attacked(summary: Callable[[], Game], leads: list[tuple[str, str]], lake: Lake) -> None:
    lake.write([SAVE, summary()])
    assert lake.sql("SELECT game_id, leads FROM retold").rows() == leads
    twin = polars_measures.measure(lake.scan, "win_rates_by_side").collect()
    games = lake.measure("win_rates_by_side").filter(side="axis")["games"].to_list()
    assert games == [2 - len(leads)] == twin.filter(side="axis")["games"].to_list()


FACES = tuple(1 + at % 6 for at in range(ENOUGH))


def dice(faces: tuple[int, ...] = FACES) -> ev.DiceRolled:
    return ev.DiceRolled(0, "ukraine", "germany", "axis", "fire", 1, "tank", 3, faces, 0, 1.0)


def save(name: str, rounds: int, faces: tuple[int, ...] = FACES, *, ended: bool = False, later: int = 1) -> Game:
    """Return a game of some rounds in which a side rolls in the first round, and buys a tank and rolls a die in each later one."""
    begin = ev.GameStarted("aa1942", "standard", {}, SEATS)
    events = [begin, *SETUP[1:], *END_ROUND_1, dice(faces)]
    for at in range(2, rounds + 1):
        turn = ev.PhaseStarted("germany", "purchase-units", at + 1)
        events += [
            ev.RoundStarted(at),
            ev.PhaseStarted("soviet-union", "purchase-units", at),
            turn,
            TANK,
            dice((later,)),
        ]
    events.append(ev.RoundStarted(rounds + 1))
    return game(name, events + ([ev.GameEnded(("axis",), "major")] if ended else []), played=f"2026-05-0{rounds}")


@pytest.mark.parametrize(
    ("records", "leads"),
    [
        ([save("a", 2), save("b", 4)], {"a": "b"}),
        ([save("a", 4, ended=True), save("b", 1), save("c", 3)], {"b": "a", "c": "a"}),
        ([save("a", 3), save("b", 3)], {"b": "a"}),
        ([save("a", 3), save("b", 3, ended=True)], {"a": "b"}),
        ([save("a", 3), save("b", 4, later=2)], {}),
        ([save("a", 3, (6, *FACES[1:])), save("b", 4)], {}),
        ([save("a", 1, FACES[:2]), save("b", 4, FACES[:2])], {}),
        ([save("a", 2), replace(save("b", 4), header=msgspec.structs.replace(save("b", 4).header, overlays=("x",)))], {}),
    ],
    ids=["an earlier save", "two earlier saves", "a copy", "the end", "played on otherwise", "another game", "too few dice", "other rules"],
)
def test_two_saves_of_one_game_are_known_by_their_dice(records: list[Game], leads: dict[str, str], lake: Lake) -> None:
    lake.write(records)
    assert dict(lake.sql("SELECT game_id, leads FROM retold WHERE proof = 'dice'").rows()) == leads
    rated = lake.measure("win_rates_by_side")
    assert rated.equals(polars_measures.measure(lake.scan, "win_rates_by_side").collect())
    assert rated.filter(side="axis")["games"].to_list() == [len(records) - len(leads)]


def test_a_summary_of_the_first_rounds_is_known_too(lake: Lake) -> None:
    whole = save("whole", 4)
    first = replace(save("first", 2), fidelity=Fidelity.OBSERVED)
    first = replace(first, header=msgspec.structs.replace(first.header, played=""))
    other = replace(save("other", 1), fidelity=Fidelity.OBSERVED)
    lake.write([whole, first, other])
    assert lake.sql("SELECT game_id, leads, proof FROM retold").rows() == [("first", "whole", "deeds")], "of one round too little is told"


def test_a_game_told_twice_is_rated_once(lake: Lake) -> None:
    lake.write([SAVE, text(SAVE, "text", SEATS)])
    assert ratings.standings(lake).select("player", "games").rows() == [("Bo", 1), ("Ada", 1)]


def test_games_rated_and_games_won_are_the_same_games(league: Lake) -> None:
    history = ratings.history(league)
    records = {row["player"]: row for row in ratings.records(history).to_dicts()}
    for player, games in ratings.standings(league).select("player", "games").iter_rows():
        assert records[player]["games"] == games >= records[player]["decided"]
        assert records[player]["won"] + records[player]["lost"] == records[player]["decided"]
