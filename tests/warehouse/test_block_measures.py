"""Measures of a game of blocks, worked out by hand: steps, force pools, seas that are controlled, turns that several share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.warehouse.blocks import TITLE, block_game
from warehouse import Lake
from warehouse.metrics import bands
from warehouse.verify.states import check_game


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("blocks") / "lake")
    lake.write([block_game()])
    return lake


def test_a_block_is_worth_its_steps_and_the_force_pool_is_not_on_the_board(lake: Lake) -> None:
    rows = lake.frame("powers").filter(power="red").select("turn", "units", "tuv").rows()
    assert rows == [(0, 2, 8), (1, 3, 8), (2, 3, 8), (3, 2, 5), (4, 2, 5), (5, 2, 6)]
    assert lake.frame("forces").filter(turn=2, power="pink").select("class", "units", "tuv").rows() == [("sea", 1, 3)]
    garrisons = lake.measure("garrisons_by_round", game_id="blocks").filter(round=1)
    assert garrisons.select("area", "power", "count", "tuv").rows() == [
        ("east", "red", 1, 3),
        ("north", "red", 2, 5),
        ("south", "grey", 1, 4),
        ("strait", "pink", 1, 3),
    ]


def test_steps_are_losses_and_what_leaves_the_force_pool_is_none(lake: Lake) -> None:
    lost = lake.measure("losses_by_round", game_id="blocks").filter(round=1)
    assert lost.select("power", "cause", "units", "tuv").rows() == [
        ("red", "combat", 0, 1),
        ("pink", "strategic-warfare", 0, 6),
        ("blue", "combat", 1, 3),
        ("grey", "", 0, 0),
        ("green", "", 0, 0),
    ]
    lost = lake.measure("casualties", game_id="blocks")
    assert lost.select("power", "unit", "kind", "cause", "units", "tuv").rows() == [
        ("red", "foot", "", "supply", 1, 3),
        ("red", "foot", "land", "combat", 0, 1),
        ("pink", "ship", "", "strategic-warfare", 0, 6),
        ("blue", "foot", "land", "combat", 1, 3),
    ]
    kills = lake.measure("cost_per_kill", game_id="blocks").select("power", "lost", "destroyed", "swing").rows()
    assert kills[:3] == [("red", 1, 3, 2), ("pink", 0, 0, 0), ("blue", 3, 1, -2)]


def test_what_raiders_lose_at_sea_is_told_in_steps(lake: Lake) -> None:
    raiders = lake.measure("convoy_raiders", game_id="blocks")
    assert raiders.select("raider", "area", "loss", "units", "tuv").rows() == [("pink", "strait", 2, 0, 6)]
    losses = lake.measure("convoy_losses", game_id="blocks").filter(round=1, victim="grey")
    assert losses.select("loss", "cap", "cap_share", "income", "share").rows() == [(2, 4, 0.5, 2, 0.5)]


def test_a_controlled_sea_is_no_area_that_is_held(lake: Lake) -> None:
    held = {(row["turn"], row["power"]): row["areas"] for row in lake.frame("powers").iter_rows(named=True)}
    assert [held[turn, "pink"] for turn in (0, 1, 4)] == [0, 0, 0] and held[1, "red"] == 2
    shares = lake.measure("control_shares", game_id="blocks").filter(round=1)
    assert shares.select("side", "areas", "area_share").rows() == [
        ("reds", 2, 0.5),
        ("blues", 0, 0),
        ("greys", 1, 0.25),
        ("greens", 1, 0.25),
    ]
    taken = lake.measure("captures_by_round", game_id="blocks").filter(round=1).select("power", "taken", "lost").rows()
    assert taken[:3] == [("red", 1, 0), ("pink", 0, 0), ("blue", 0, 1)]
    hands = lake.measure("changes_of_hand", game_id="blocks").select("area", "kind", "before", "after").rows()
    assert hands == [("strait", "sea", "", "pink"), ("east", "land", "blue", "red"), ("strait", "sea", "pink", "")]
    assert bands(lake, "area_share", "side").filter(group="Reds")["mean"].to_list() == [0.25, 0.5, 0.5]
    assert bands(lake, "taken", "power").select("group", "round", "mean").rows() == [
        ("Red", 1, 1),
        ("Red", 2, 0),
    ]  # its third round was not finished


def test_the_front_runs_on_land_between_powers_that_are_at_war(lake: Lake) -> None:
    front = lake.measure("front_line", game_id="blocks").select("round", "area", "other").rows()
    later = [(number, "east", "south") for number in (1, 2, 3)]
    assert front == [(0, "east", "south"), (0, "north", "east"), *later]


def test_powers_that_act_together_have_seats_and_incomes_of_their_own(lake: Lake) -> None:
    seats = lake.frame("seats").select("power", "side", "player").rows()
    assert seats == [("red", "reds", "Ann"), ("pink", "reds", ""), ("blue", "blues", "Bo"), ("grey", "greys", "")]
    income = lake.measure("income_by_turn", game_id="blocks").select("round", "power", "income").rows()
    first = [(1, "red", 5), (1, "pink", 0), (1, "blue", 0), (1, "grey", 2)]
    assert income == [*first, (2, "red", 8), (2, "pink", 0), (2, "blue", 0), (2, "grey", 4)]
    of_title = lake.measure("income_by_title", title="blocks").select("round", "power", "games", "mean").rows()
    assert of_title == sorted((*row[:2], 1, row[2]) for row in income)
    rows = bands(lake, "income", "power").select("group", "round", "n", "mean").rows()
    assert rows == [("Grey", 1, 1, 2), ("Grey", 2, 1, 4), ("Red", 1, 1, 5), ("Red", 2, 1, 8)]


def test_two_measures_are_two_races_of_each_side(lake: Lake) -> None:
    races = lake.measure("race_progress", game_id="blocks").filter(turn=1, contender="reds")
    assert races.select("measure", "total", "threshold", "missing", "progress").rows() == [
        ("riches", 8, 20, 12, 0.4),
        ("stars", 1, 2, 1, 0.5),
    ]


def test_an_unfinished_season_tells_no_income_of_those_who_have_not_collected(tmp_path: Path) -> None:
    game = block_game("cut")
    seasons = [number for number, event in enumerate(game.events) if type(event).__name__ == "PhaseStarted"]
    cut = game.events[: seasons[3]]
    lake = Lake.create(tmp_path / "lake")
    lake.write([type(game)(TITLE, game.header, cut, type(game.state)().apply_all(cut), game.fidelity, "cut.jsonl")])
    income = lake.measure("income_by_turn", game_id="cut").select("round", "power", "income").rows()
    assert income == [(1, "red", 5), (1, "pink", 0), (1, "blue", 0), (1, "grey", 2), (2, "red", 8)]


def test_stored_states_of_blocks_are_those_that_the_events_make(lake: Lake) -> None:
    assert check_game(lake, "blocks") == []
