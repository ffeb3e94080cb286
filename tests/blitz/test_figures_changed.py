"""Figures of the rules stand in figures.csv: an overlay changes what is played by them, and a wrong name is an error with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.play import Play
from engine.rules import Position, load_rules
from engine.state import GameState, Stack
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz.position import board
from engine.titles.blitz.position import changes as scored
from engine.titles.blitz.rules import price
from engine.titles.blitz.tables import figure
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import Dice, table


def changed(folder: Path, name: str, value: int):
    (folder / "figures.csv").write_text(f"figure,value,source\n{name},{value},house rule\n", encoding="utf-8")
    return load_title("blitz", [folder])


@pytest.mark.section("4.2")
def test_4_2_what_a_trs_carries_is_a_figure(tmp_path: Path) -> None:
    ship = Stack("north-sea", "afa", "europe-trs", 2, "")
    found = [board.capacity(Position(title, GameState()), ship) for title in (load_title("blitz"), changed(tmp_path, "transport-load", 3))]
    assert found == [4, 6]


@pytest.mark.section("1.3")
def test_1_3_the_room_of_an_island_is_a_figure(tmp_path: Path) -> None:
    key = Stack("london", "afa", "2nd-army", 2, "")
    found = [
        board.has_room(Position(title, GameState()), key, "malta", None, 3)
        for title in (load_title("blitz"), changed(tmp_path, "island-sizes", 3))
    ]
    assert found == [False, True]


@pytest.mark.section("2.2")
def test_2_2_what_a_blitz_costs_is_a_table(tmp_path: Path) -> None:
    """As printed: an Oil for an Air, a Land and a Naval Blitz, two for a Total one, none for a Free one."""
    kinds = ("air", "land", "naval", "total", "free")
    assert [price(table().position, "germany", kind) for kind in kinds] == [1, 1, 1, 2, 0]
    (tmp_path / "blitzes.csv").write_text("blitz,oil,source\ntotal,3,house rule\n", encoding="utf-8")
    play = Play(load_rules(load_title("blitz", [tmp_path])), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    assert [price(play.position, "germany", kind) for kind in kinds] == [1, 1, 1, 3, 0]


@pytest.mark.section("8. Victory and Game End")
def test_8_how_many_points_win_and_end_the_track_is_a_figure(tmp_path: Path) -> None:
    """The track ends at 15; who plays to 20 counts to 20, and has not won before."""
    told = []
    for title in (load_title("blitz"), changed(tmp_path, "goal", 20)):
        play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        scored.score(play, "germany", 17, "told")
        victory.finish(play)
        told.append((play.state.points["germany", "vp"], play.state.ended))
    assert told == [(15, True), (17, False)]


@pytest.mark.section("1.3")
def test_a_figure_that_is_not_there_is_an_error_with_its_file() -> None:
    with pytest.raises(TitleError, match=r"figures\.csv.*no figure 'islands'"):
        figure(load_title("blitz"), "islands")
