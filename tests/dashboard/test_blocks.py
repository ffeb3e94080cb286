"""A game of blocks on the pages: who took part, the report of its turns, its map and its races."""

from __future__ import annotations

from functools import partial

import pytest

from dashboard.player.prepared_game import played
from dashboard.review.reader import Reader
from dashboard.terminal.board import board_of
from dashboard.turn_report.sentences import report
from tests.warehouse.blocks import TITLE, block_game
from warehouse import Lake


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("blocks") / "lake")
    lake.write([block_game()])
    return lake


def test_the_turn_report_tells_losses_and_purchases_and_not_what_is_done_with_the_force_pool(lake: Lake) -> None:
    told = report(partial(lake.frame, game_id="blocks"), {"money": "Coins"})
    said = told.filter(turn=1)["text"].to_list()
    assert said == [
        "Red collected 5 Coins.",
        "Red bought 1 Foot for 2 Coins.",
        "Red mobilized 1 Foot in North.",
        "The Strait went to Pink (controlled).",
        "Red: 1 Foot, North → East.",
        "Red captured East from Blue.",
        "Land battle in East: Red (1 Foot) against Blue (1 Foot). Red won. Red lost 1 Coin, Blue 3. Red's dice: 3 of 4 hit, 1.3"
        " expected. Blue's dice: 1 of 3 hit, 1.0 expected.",
        "Reds: 3 for captured, 8 in total (riches).",
    ]
    assert not any("Pool" in text for text in told["text"])


def test_the_map_paints_seas_leaves_the_force_pool_out_and_counts_steps(lake: Lake) -> None:
    game = played(lake, "blocks", [])
    assert game["seas"] and [one["name"] for one in game["areas"]] == ["Strait", "North", "East", "South", "Wood"]
    assert game["owners"][0] == [0, -1, 1, 1, 4, -1], "the strait is Pink's from turn 1 to turn 4"
    assert [name for name, *_ in game["units"]] == [
        "Foot",
        "Foot, 1 of 4",
        "Foot, 2 of 4",
        "Foot, 3 of 4",
        "Ship",
        "Ship, 1 of 3",
    ]
    assert game["news"][4] == "Strait is unclaimed."


def test_the_board_in_the_terminal_shows_steps() -> None:
    game = block_game()
    powers = board_of(TITLE, game.state)["powers"]
    assert powers["red"]["units"] == {"north": "foot@4, foot@2", "red-pool": "3 foot@4"}


def test_powers_that_act_together_take_part_in_the_review(lake: Lake) -> None:
    of = Reader.of_lake(lake, "blocks")
    assert of.seas and of.powers["power"].to_list() == ["red", "pink", "blue", "grey"]
