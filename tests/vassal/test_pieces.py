"""Moves, stacks, decks, changes and the taking back of steps, in a made-up game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import DefectFound, PhaseStarted, RoundStarted, UnitsChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from ingest.vassal.steps import Log, read_log
from ingest.vassal.table import Table
from tests.vassal.module import STEPS, MiniGame, traits
from tests.vassal.telling import events, markers, stacks, told, with_module
from tests.vassal.writer import add, change, deck_state, move, stack, state

HERE, THERE = ("World", 60, 70), ("World", 160, 70)


def after(game: MiniGame) -> Table:
    """The table after a game, held to the second reader on the way."""
    log = read_log(game.content())
    play(log, game)
    return log.table


def play(log: Log, game: MiniGame) -> None:
    expected = game.now().__class__(game.text).play()
    for step in (None, *log.steps):
        for depth, command in step.commands if step else ():
            log.table.apply(command, depth)
        assert {p.id: (p.spot, tuple(p.states[:-1])) for p in log.table.on_maps()} == next(expected)


def test_a_stack_that_moves_takes_its_pieces_along() -> None:
    table = after(MiniGame.begun().do(move("101", ("World", 300, 70), "null", HERE, "ann")))
    assert table.pieces["1"].spot == table.pieces["2"].spot == ("World", 300, 70)


def test_a_piece_that_moves_onto_another_lies_on_it() -> None:
    table = after(MiniGame.begun().do(move("1", THERE, "3", HERE, "ann")))
    assert [piece.id for piece in table.pieces["3"].parent.members] == ["3", "1"]
    assert [piece.id for piece in table.pieces["101"].members] == ["2"]


def test_a_piece_that_moves_beneath_all_lies_at_the_bottom() -> None:
    game = MiniGame.begun().do(move("3", HERE, "null", THERE, "bob"))
    assert [piece.id for piece in after(game).pieces["101"].members] == ["3", "1", "2"]


def test_a_piece_that_another_took_away_meanwhile_is_laid_where_the_mover_meant() -> None:
    """`under` is not at the point any more: the piece goes to the point, not to where `under` is now."""
    game = MiniGame.begun().do(move("3", ("World", 300, 200), "null", THERE, "bob")).do(move("1", THERE, "3", HERE, "ann"))
    assert after(game).pieces["1"].spot == THERE


def test_a_piece_that_never_stacks_stays_alone() -> None:
    game = MiniGame.begun()
    game.opening.append(add("9", [("immob;n;V;R;", "")], "Rail", "World", 300, 70))
    game.do(move("9", THERE, "null", ("World", 300, 70), "ann"))
    assert after(game).pieces["9"].parent is None


def test_a_piece_goes_off_all_maps() -> None:
    recording = told(MiniGame.begun().do("M/1/null/0/0/null/World/60/70/null/ann"))
    assert [(event.unit, event.count) for event in events(recording, UnitsRemoved)] == [("tank", 1)]


def test_a_piece_that_is_taken_away_is_gone_and_one_that_comes_is_placed() -> None:
    game = MiniGame.begun().do("-/2").do(add("4", traits("blue", "land"), "Infantry", "World", 300, 70))
    recording = told(game)
    assert len(events(recording, UnitsRemoved)) == 1
    assert [event.cause for event in events(recording, UnitsPlaced) if event.power == "blue"] == ["setup", "placed"]
    assert set(after(game).pieces) >= {"1", "3", "4"}


def test_two_changes_that_crossed_are_both_kept_trait_by_trait() -> None:
    """One player turns the counter, the other writes its supply, both from the same old state: `Decorator.mergeState`."""
    old = state(traits("red", "land"), *HERE)
    turned, supplied = (state(traits("red", "land", **how), *HERE) for how in ({"steps": "2"}, {"supply": "5"}))  # type: ignore[arg-type]
    table = after(MiniGame.begun().do(change("1", turned, old)).do(change("1", supplied, old)))
    assert (table.pieces["1"].states[2], table.pieces["1"].states[3]) == ("2", "5")


def test_a_change_without_an_old_state_replaces_all() -> None:
    turned, supplied = (state(traits("red", "land", **how), *HERE) for how in ({"steps": "2"}, {"supply": "5"}))  # type: ignore[arg-type]
    table = after(MiniGame.begun().do(change("1", turned)).do(change("1", supplied)))
    assert (table.pieces["1"].states[2], table.pieces["1"].states[3]) == ("1", "5")


def test_a_change_of_a_trait_does_not_move_a_piece_that_moved_meanwhile() -> None:
    """The innermost state, with the point, is equal in both: the piece keeps the point that it has."""
    old, new = (state(traits("red", "land", steps=steps), *HERE) for steps in "12")
    game = MiniGame.begun().do(move("1", THERE, "3", HERE, "ann")).do(change("1", new, old))
    assert after(game).pieces["1"].spot == THERE


def test_a_stack_keeps_what_came_to_it_meanwhile() -> None:
    game = MiniGame.begun().do(move("3", HERE, "2", THERE, "bob")).do(change("101", "World;60;70;2;1;@@0", "World;60;70;1;2;@@0"))
    assert [piece.id for piece in after(game).pieces["101"].members] == ["2", "3", "1"]


def test_a_stack_stands_for_its_pieces_even_where_their_own_states_lag() -> None:
    game = MiniGame.begun()
    game.opening += [add("5", traits("red", "land"), "Tank", "World", 1, 1), stack("105", "World", 300, 70, "5")]
    assert after(game).pieces["5"].spot == ("World", 300, 70)


def test_cards_come_out_of_a_deck_and_go_back() -> None:
    game = MiniGame.begun().do(move("12", ("Red's cards", 5, 5), "null", ("World", 700, 250), "ann"))
    assert [piece.id for piece in after(game).pieces["201"].members] == ["10", "11"]
    game.do(move("12", ("World", 700, 250), "11", ("Red's cards", 5, 5), "ann"))
    assert [piece.id for piece in after(game).pieces["201"].members] == ["10", "11", "12"]
    game.do(
        change(
            "201",
            deck_state("World", 700, 250, False, "12", "10", "11"),
            deck_state("World", 700, 250, True, "10", "11", "12"),
        )
    )
    assert [piece.id for piece in after(game).pieces["201"].members] == ["12", "10", "11"]


def undo(*commands: str) -> tuple[str, ...]:
    return ("UNDO\ttrue", *commands, "UNDO\tfalse")


def test_a_step_that_is_taken_back_is_not_told_nor_its_taking_back() -> None:
    there, back = move("3", HERE, "2", THERE, "bob"), move("3", THERE, "null", HERE, "bob")
    recording = told(MiniGame.begun().do(there, "CHAT* 3 moves").do(*undo("CHAT* UNDO: 3 moves", back)).do("CHAT<Bob> - sorry"))
    assert not events(recording, UnitsMoved)
    assert markers(recording, "chat") == {"step 3": "Bob: sorry"}
    assert stacks(recording) == stacks(told(MiniGame.begun()))


def test_steps_are_taken_back_one_after_another() -> None:
    """Two are undone, the last first; the first stands."""
    first = move("1", THERE, "3", HERE, "ann")
    second, third = move("3", HERE, "2", THERE, "bob"), move("2", ("World", 300, 70), "null", HERE, "ann")
    game = MiniGame.begun().do(first).do(second).do(third)
    game.do(*undo(move("2", HERE, "null", ("World", 300, 70), "ann"))).do(*undo(move("3", THERE, "null", HERE, "bob")))
    moved = [(event.power, event.count) for event in events(told(game, None), UnitsMoved)]
    assert moved == [("red", 1)]


def test_what_a_taking_back_leaves_otherwise_is_told() -> None:
    """An undo that does not restore all: the difference is told as observed, and the fold stays exact."""
    game = MiniGame.begun().do(move("3", HERE, "2", THERE, "bob")).do(*undo(move("3", ("World", 300, 200), "null", HERE, "bob")))
    recording = told(game)
    assert [event.cause for event in events(recording, UnitsMoved)] == ["observed"]


def test_a_counter_that_is_turned_loses_a_step_where_the_tables_say_so() -> None:
    from ingest.vassal.adapter import Adapter, PieceRow, load
    from ingest.vassal.kinds import Kinds

    adapter = Adapter("mini", load("any").table, load("any").geometry, (PieceRow(layer="Steps", strength=2),))
    table = after(MiniGame.begun().do(change("1", state(traits("red", "land", steps="2"), *HERE))))
    assert [Kinds(adapter).of(table.pieces[id_]).strength for id_ in "12"] == [1, 2]  # type: ignore[union-attr]
    assert STEPS.startswith("emb2;")


def test_the_turn_tracker_tells_rounds_and_who_acts(tmp_path: Path) -> None:
    game = MiniGame.begun().do("CHAT<Ann> - go").do("TURNTurnTracker0\t0|1;0;false;-1;1\\;0\\;0\\;true,true", "CHAT<Bob> - mine")
    game.do("TURNTurnTracker0\t0|2;0;false;-1;0\\;0\\;0\\;true,true", "CHAT<Ann> - again")
    recording = told(game, with_module(tmp_path))
    assert [event.round for event in events(recording, RoundStarted)] == [1, 2]
    turns = [(event.power, event.phase) for event in events(recording, PhaseStarted)]
    assert turns == [("red", "phase-1"), ("blue", "phase-2"), ("red", "phase-1")]


@pytest.mark.parametrize("mover", ["ann", "nobody-known"])
def test_a_move_is_the_movers(mover: str) -> None:
    recording = told(MiniGame.begun().do(move("1", THERE, "3", HERE, mover)))
    assert events(recording, PhaseStarted)[-1].power == "red"
    assert events(recording, UnitsMoved)[0].power == "red"


def test_pieces_change_hands_and_kind() -> None:
    game = MiniGame.begun().do(change("3", state(traits("red", "land"), *THERE)))
    changed = events(told(game), UnitsChanged)
    assert [(event.power, event.to_power) for event in changed] == [("blue", "red")]


def test_without_a_turn_tracker_all_is_one_round_and_turns_go_by_who_acts() -> None:
    """Fire and answering fire of one turn make no rounds."""
    game = MiniGame.begun()
    game.opening = [one for one in game.opening if not one.startswith(("TURN", "GlobalProperty"))]
    for who in ("ann", "bob", "ann", "bob", "ann"):
        here, there = (HERE, THERE) if who == "ann" else (THERE, HERE)
        game.do(move("1", there, "null", here, who))
    recording = told(game)
    assert [event.round for event in events(recording, RoundStarted)] == [1]
    assert [event.power for event in events(recording, PhaseStarted)] == ["red", "blue", "red", "blue", "red"]
    assert any(event.rule == "observed/rounds" for event in events(recording, DefectFound))
