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
from tests.warehouse.games import game
from tests.warehouse.league import played
from warehouse import Lake, ratings

SEATS = {"soviet-union": "Ada", "germany": "Bo"}


def text(
    of: Game, name: str, players: dict[str, str] | None = None, day: str = "", more: tuple[ev.Event, ...] = ()
) -> Game:
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
def test_a_summary_is_known_by_what_was_bought_and_attacked(
    summary: Callable[[], Game], leads: list[tuple[str, str]], lake: Lake
) -> None:
    lake.write([SAVE, summary()])
    assert lake.sql("FROM retold").rows() == leads
    twin = polars_measures.measure(lake.scan, "win_rates_by_side").collect()
    games = lake.measure("win_rates_by_side").filter(side="axis")["games"].to_list()
    assert games == [2 - len(leads)] == twin.filter(side="axis")["games"].to_list()


def test_a_game_told_twice_is_rated_once(lake: Lake) -> None:
    lake.write([SAVE, text(SAVE, "text", SEATS)])
    assert ratings.standings(lake).select("player", "games").rows() == [("Bo", 1), ("Ada", 1)]


def test_games_rated_and_games_won_are_the_same_games(league: Lake) -> None:
    history = ratings.history(league)
    records = {row["player"]: row for row in ratings.records(history).to_dicts()}
    for player, games in ratings.standings(league).select("player", "games").iter_rows():
        assert records[player]["games"] == games >= records[player]["decided"]
        assert records[player]["won"] + records[player]["lost"] == records[player]["decided"]
