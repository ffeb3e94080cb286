"""Logs that go on from each other are one game, a folder of a game by mail is too."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import Event, MarkerSet, UnitsMoved
from ingest import ingest
from ingest.formats import read_record
from tests.vassal.module import MiniGame
from tests.vassal.second_reader import SecondReader
from tests.vassal.writer import add, container, game, move, stack, step
from warehouse import Lake

HERE, THERE, FAR = ("World", 60, 70), ("World", 160, 70), ("World", 300, 70)
ONE = step(move("1", THERE, "3", HERE, "ann"))
TWO = step(move("2", FAR, "null", HERE, "ann"))
THREE = step(move("1", HERE, "null", THERE, "ann"))
TALK = step("CHAT<Ann> - hello")


def position(text: str) -> list[str]:
    """The opening of a log that is begun where another ends: its pieces, listed anew, and what else its opening has."""
    second = SecondReader(text)
    for _ in second.play():
        pass
    found = []
    for id_, type_ in second.types.items():
        where = second.where(id_)
        if type_[-1].startswith("piece;"):
            states = second.states[id_][:-1]
            found.append(add(id_, list(zip(type_[:-1], states, strict=True)), type_[-1].split(";")[4], *(where or ("null", 0, 0))))
        elif type_[-1] == "stack" and second.piles[id_]:
            found.append(stack(id_, *second.spots[id_], *second.piles[id_]))  # type: ignore[misc]
    others = [one for one in MiniGame.begun().opening if not one.startswith("+/")]
    return [*reversed(found), *others]


def begun(*steps: str) -> str:
    opening = [one for one in MiniGame.begun().opening if "deck;" not in one]
    return game(opening, steps)


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_bytes(container(text))
    return folder


def moves(path: Path) -> list[tuple[str, str]]:
    recording = read_record(path).recording
    assert recording.gap == 0
    return [(one.event.origin, one.event.destination) for one in recording.entries if isinstance(one.event, UnitsMoved)]


def game_id(path: Path) -> str:
    return read_record(path).recording.header.game


def test_a_log_that_begins_where_another_ends_goes_on_from_it(tmp_path: Path) -> None:
    first = begun(ONE)
    folder = write(tmp_path, a_vlog=first, b_vlog=game(position(first), [TALK, TWO]))
    alone = write(tmp_path / "alone", a_vlog=first) if (tmp_path / "alone").mkdir() is None else None
    assert alone is not None
    assert moves(folder / "a.vlog") == moves(folder / "b.vlog") == [("world-00-00", "world-01-00"), ("world-00-00", "world-02-00")]
    assert game_id(folder / "a.vlog") == game_id(folder / "b.vlog") == game_id(alone / "a.vlog")


def test_a_log_that_repeats_another_and_goes_on_is_the_game(tmp_path: Path) -> None:
    """Stepping through an old log while recording writes its steps again: they are told once."""
    folder = write(tmp_path, a_vlog=begun(ONE, TALK), b_vlog=begun(ONE, TALK, TWO))
    assert moves(folder / "a.vlog") == moves(folder / "b.vlog")
    assert len(moves(folder / "a.vlog")) == 2
    assert game_id(folder / "a.vlog") == game_id(folder / "b.vlog")


def test_a_log_that_begins_in_the_middle_of_another_repeats_only_the_rest(tmp_path: Path) -> None:
    folder = write(tmp_path, a_vlog=begun(ONE, TWO), b_vlog=game(position(begun(ONE)), [TWO, THREE]))
    assert len(moves(folder / "b.vlog")) == 3
    chat = [one.event for one in read_record(folder / "b.vlog").recording.entries if isinstance(one.event, MarkerSet)]
    assert not [one for one in chat if one.scope == "chat"]


def test_saves_of_a_game_belong_to_it(tmp_path: Path) -> None:
    first = begun(ONE, TWO)
    folder = write(tmp_path, a_vlog=first, start_vsav=begun(), end_vsav=game(position(first)))
    assert {game_id(path) for path in folder.iterdir()} == {game_id(folder / "a.vlog")}
    assert len(moves(folder / "end.vsav")) == 2


def test_other_games_of_the_same_start_stay_games_of_their_own(tmp_path: Path) -> None:
    """Two logs from one set-up that part at their first step; the set-up that both begin with belongs to neither."""
    folder = write(tmp_path, a_vlog=begun(ONE), b_vlog=begun(TWO), start_vsav=begun())
    assert len({game_id(path) for path in folder.iterdir()}) == 3


def test_where_two_logs_go_on_from_one_it_is_told_to_there(tmp_path: Path) -> None:
    folder = write(tmp_path, a_vlog=begun(ONE), b_vlog=begun(ONE, TWO), c_vlog=begun(ONE, THREE))
    assert len(moves(folder / "b.vlog")) == len(moves(folder / "c.vlog")) == 2
    assert game_id(folder / "b.vlog") != game_id(folder / "c.vlog")


def test_games_of_other_modules_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, a_vlog=begun(ONE))
    (tmp_path / "b.vlog").write_bytes(container(begun(ONE, TWO), module="Other"))
    (tmp_path / "c.vlog").write_bytes(b"!VCSKzz no log at all")
    assert len(moves(tmp_path / "a.vlog")) == 1


def test_a_folder_of_a_game_by_mail_is_one_game_of_the_lake(tmp_path: Path) -> None:
    first = begun(ONE)
    second = game(position(first), [TALK, TWO])
    (tmp_path / "mail").mkdir()
    folder = write(tmp_path / "mail", a_vlog=first, b_vlog=second, c_vlog=game(position(second), [THREE]))
    lake = Lake.create(tmp_path / "lake")
    report = ingest([folder], lake)
    assert [row.status for row in report.rows] == ["new", "unchanged", "unchanged"]
    assert lake.games().height == 1
    about = lake.games().row(0, named=True)
    assert "a.vlog" in str(about)
    again = ingest([folder], lake)
    assert [row.status for row in again.rows] == ["unchanged"] * 3


def test_a_log_that_comes_later_makes_the_same_game_longer(tmp_path: Path) -> None:
    first = begun(ONE)
    (tmp_path / "mail").mkdir()
    folder = write(tmp_path / "mail", a_vlog=first)
    lake = Lake.create(tmp_path / "lake")
    ingest([folder], lake)
    write(folder, b_vlog=game(position(first), [TWO]))
    report = ingest([folder], lake)
    assert lake.games().height == 1
    assert [row.status for row in report.rows] == ["replaced", "unchanged"]


@pytest.mark.parametrize("events", [UnitsMoved])
def test_a_chain_tells_what_one_log_of_all_its_steps_tells(tmp_path: Path, events: type[Event]) -> None:
    first = begun(ONE)
    folder = write(tmp_path, a_vlog=first, b_vlog=game(position(first), [TALK, TWO]))
    (tmp_path / "whole").mkdir()
    whole = write(tmp_path / "whole", w_vlog=begun(ONE, TALK, TWO))
    one, other = (
        [entry.event for entry in read_record(path).recording.entries if not hasattr(entry.event, "severity")]
        for path in (folder / "a.vlog", whole / "w.vlog")
    )
    assert one == other
