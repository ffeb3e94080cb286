"""Positions of recorded games played on: they are the ends of turns, spread over games, and who wins from them is counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.dice import SeededDice
from engine.play import Play
from engine.replay import Game
from engine.rules import load_rules
from engine.simulation.play_on import strength
from ingest import replay_file
from ingest.limits import DEFAULT
from ingest.samples import samples
from ingest.second_estimate import Position, games_in, play_positions, position_at, positions_of
from ingest.workers import local
from warehouse import Lake, LakeError
from warehouse.winning.second import load_played, save_played

LOG, SAVE = (next(p for p in samples() if p.name.startswith(n)) for n in ("axis-takes-moscow", "axis-projects-power"))


@pytest.fixture(scope="module")
def log() -> Game:
    return replay_file(LOG)


def board(position: Position) -> dict[str, int]:
    """The value of each side's units at the moment of a position."""
    play = Play(load_rules(position.start.title), SeededDice(1))
    position.start.begin(play)
    return {one.side: one.tuv for one in strength(play, 0)}


@pytest.mark.parametrize("path", [LOG, SAVE], ids=["log of orders", "TripleA save"])
def test_a_position_is_the_board_at_the_end_of_its_turn_as_the_lake_has_it(path: Path, tmp_path: Path) -> None:
    game, lake = replay_file(path), Lake.create(tmp_path / "lake")
    lake.write([game])
    for share in (0.1, 0.5, 0.95):
        found = position_at(game, share)
        query = "SELECT side, sum(tuv)::INT FROM powers WHERE turn = $turn GROUP BY side"
        kept = dict(lake.sql(query, {"turn": found.turn}).iter_rows())
        assert {side: kept[side] for side in ("axis", "allies")} == board(found)


def test_positions_are_spread_over_the_length_of_a_game_and_over_decided_games(log: Game) -> None:
    turns = [position.turn for position in positions_of([log], 4)]
    assert turns == sorted(set(turns)) and turns[0] < log.state.clock.turn / 3 < turns[2]
    other = replace(log, header=replace_game(log, "another"))
    assert [one.game for one in positions_of([log, other], 4)] == ["axis-takes-moscow", "another"] * 2
    open_ = replace(log, state=undecided(log))
    assert positions_of([open_], 4) == []


def replace_game(game: Game, name: str):
    from msgspec.structs import replace as with_

    return with_(game.header, game=name)


def undecided(game: Game):
    state = game.state.copy()
    state.winners = ()
    return state


def test_games_without_rules_have_no_positions(shared: Path) -> None:
    game = next(iter(games_in([shared / "saves" / "newest" / "h4_v2-nwo_smalls_ai_game_during_combat_resumed.tsvg"])))
    game = replace(game, state=game.state.copy())
    game.state.winners = ("axis",)
    with pytest.raises(LookupError):
        load_rules(game.title)
    assert positions_of([game], 2) == []


def test_who_wins_is_counted_among_decided_games_and_the_file_is_read_as_it_was_written(log: Game, tmp_path: Path) -> None:
    late = position_at(log, 0.99)
    told: list[tuple[int, int]] = []
    with local(0, DEFAULT) as workers:
        played = play_positions([late], 2, 12, workers, lambda done, total: told.append((done, total)))
        stopped = play_positions([position_at(log, 0.0)], 1, 1, workers)
    assert [one.side for one in played] == ["axis", "allies"] or [one.side for one in played] == ["allies", "axis"]
    assert {one.side: one.won for one in played} == {"axis": 2, "allies": 0}, "Moscow has all but fallen"
    assert all((one.decided, one.games, one.turn) == (2, 2, late.turn) for one in played)
    assert told == [(1, 2), (2, 2)]
    assert {one.decided for one in stopped} == {0}, "a game stopped after a round is undecided"
    save_played(played, tmp_path / "played.csv")
    assert load_played(tmp_path / "played.csv").rows() == [tuple(one) for one in played]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(LakeError, match="no played positions"):
        load_played(tmp_path / "other.csv")


def test_the_command_says_when_nothing_can_be_played_on(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no record")
    done = CliRunner().invoke(sitrep.main, ["model", "play-on", str(tmp_path), "--out", str(tmp_path / "out.csv")])
    assert done.exit_code != 0 and "no position can be played on" in done.output
    assert not (tmp_path / "out.csv").exists()
