"""A record of VASSAL in which there is little to tell: nothing is said that it does not hold, and what it holds is told."""

from __future__ import annotations

import pytest

from dashboard.turn_report.sentences import report
from ingest.find import find
from ingest.pipeline import ingest
from tests.vassal.module import MiniGame
from warehouse import Lake
from warehouse.winning.model import load
from warehouse.winning.turns import winning


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of one game in which Zoe and Yan, who have no seats, only roll dice."""
    folder = tmp_path_factory.mktemp("dice")
    game = MiniGame.begun()
    game.opening = [one for one in game.opening if not one.startswith("PLAYER")]
    game.do("CHAT*** (IFT DR) 5,2 *** &lt;Zoe&gt;").do("CHAT*** (Rally DR) 1,6 *** &lt;Yan&gt;").do("CHAT* 3d6 = 14")
    (folder / "game.vlog").write_bytes(game.content())
    lake = Lake.create(folder / "lake")
    assert ingest(find([folder / "game.vlog"]).files, lake).rows[0].status == "new"
    return lake


def test_there_is_no_chance_of_winning_without_two_sides_that_hold_something(lake: Lake) -> None:
    found = winning(lake, lake.games()["game_id"][0], load())
    assert found.is_empty()
    assert {"chance", "change", "by_dice", "by_players", "learned_from"} <= set(found.columns)


def test_who_only_rolled_dice_has_a_seat_with_his_name(lake: Lake) -> None:
    seats = lake.sql("SELECT power, player FROM seats WHERE player <> '' ORDER BY power")
    assert seats.rows() == [("player-1", "Zoe"), ("player-2", "Yan")]


def test_a_turn_with_dice_alone_tells_them_and_none_of_which_no_face_is_known(lake: Lake) -> None:
    game = lake.games()["game_id"][0]
    told = report(lambda table: lake.frame(table, game), {})
    assert [text for text in told["text"] if " rolled " in text] == [
        "Player 1 rolled ift dr: 5, 2.",
        "Player 2 rolled rally dr: 1, 6.",
    ]
