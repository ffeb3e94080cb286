"""Figures of the rules stand in figures.csv: an overlay changes what is played by them, and a wrong name is an error with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from engine.errors import TitleError
from engine.play import Play
from engine.rules import Position, load_rules
from engine.state import GameState, Stack
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz.combat import factors
from engine.titles.blitz.politics import france
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.position import changes as scored
from engine.titles.blitz.rules import price
from engine.titles.blitz.tables import figure
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import Dice, table


def changed(folder: Path, name: str, value: int):
    folder.mkdir(exist_ok=True)
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


@pytest.mark.section("4.2", "5.1")
def test_4_2_what_a_flight_over_a_sea_area_costs_is_a_figure(tmp_path: Path) -> None:
    """Two as printed; where it is one, an aircraft of range one gets to the sea, and ways are shorter whoever flies."""
    found = []
    for title in (load_title("blitz"), changed(tmp_path, "flight-over-sea", 1)):
        play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        key = Stack("london", "afa", "royal-air-force", 2, "")
        found.append(("north-sea" in ways.flights(play.position, key, 1), ways.distances(title, "london")["north-sea"]))
    assert found == [(False, 2), (True, 1)]


@pytest.mark.section("6.2")
def test_6_2_what_ships_add_to_a_combat_on_land_is_a_figure(tmp_path: Path) -> None:
    """A Small BB adds 1 Land Factor, a Big one 2."""
    ships = [Stack("north-sea", "afa", unit, size, "") for unit, size in (("home-fleet", 2), ("big-home-fleet", 4))]
    army, found = Stack("london", "afa", "2nd-army", 2, ""), []
    for name, value in (("", 0), ("small-ship-support", 2), ("big-ship-support", 3)):
        title = changed(tmp_path / name, name, value) if name else load_title("blitz")
        play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        alone, *more = (factors.land_fire(play.position, "paris", keys, []).attack.total for keys in ([army], *([army, s] for s in ships)))
        found.append([total - alone for total in more])
    assert found == [[1, 2], [2, 2], [1, 3]]


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("name", "value", "fates"), [("", 0, "gaappp"), ("fleet-captured-to", 2, "ggappp"), ("fleet-kept-to", 4, "gaaapp")]
)
def test_3_4_what_becomes_of_french_ships_is_a_figure(tmp_path: Path, name: str, value: int, fates: str) -> None:
    """Germany takes Vichy France: on a 1 it has the ships, on 2 and 3 the Allies keep them, else they are destroyed."""
    title, told = changed(tmp_path, name, value) if name else load_title("blitz"), ""
    for die in range(1, 7):
        play = Play(load_rules(title), Dice([die]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        for key in [key for key in board.on_map(play.position) if france.is_french_ship(play.position, key)]:
            play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "cleared", key.condition))
        play.emit(ev.ControlChanged("algeria", "afa", "germany", "told"))
        play.emit(ev.UnitsPlaced("afa", "marine-nationale", 1, "vichy-france", 2, "told", ""))
        france.take_vichy(play, "germany")
        ship = board.find(play.position, "marine-nationale")
        assert ship is not None
        told += "p" if board.is_boxed(play.position, ship) else ship.power[0]
    assert told == fates


@pytest.mark.section("1.3")
def test_a_figure_that_is_not_there_is_an_error_with_its_file() -> None:
    with pytest.raises(TitleError, match=r"figures\.csv.*no figure 'islands'"):
        figure(load_title("blitz"), "islands")
