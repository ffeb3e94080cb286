"""Undo is resolved before replay; dice sources; the entries a recorder keeps."""

from engine.dice import SeededDice
from engine.families.axis_allies.orders import Buy
from engine.recording import DiceEntry, NoteEntry, OrderEntry, Recorder, UndoEntry, resolve_undo

ONE, TWO, THREE = (OrderEntry(Buy(f"{n} infantry")) for n in (1, 2, 3))
DICE = DiceEntry((1, 2))


def test_undo_takes_back_orders_with_their_dice():
    assert resolve_undo([ONE, DICE, TWO, DICE, UndoEntry(1), THREE]) == ((ONE, DICE, THREE), [])
    assert resolve_undo([ONE, TWO, NoteEntry("oops"), UndoEntry(2), THREE]) == ((THREE,), [])


def test_undo_of_an_undone_order_takes_the_one_before():
    assert resolve_undo([ONE, TWO, UndoEntry(1), UndoEntry(1), THREE]) == ((THREE,), [])


def test_undo_of_more_than_there_is_takes_all_and_is_reported():
    beyond = UndoEntry(3, line=7)
    assert resolve_undo([ONE, beyond, TWO]) == ((TWO,), [beyond])


def test_seeded_dice_repeat_and_are_fair_enough():
    dice = SeededDice(7).roll(6000, 6, "a test")
    assert dice == SeededDice(7).roll(6000, 6, "a test")
    assert dice[:50] != SeededDice(8).roll(50, 6, "a test")
    counts = [dice.count(face) for face in range(1, 7)]
    # chi-square with 5 degrees of freedom; 20.5 is its 99.9th percentile, and the seed is fixed
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5


def test_a_recorder_keeps_orders_and_dice_in_the_order_of_play():
    recorder = Recorder()
    recorder.on_order(ONE.order)
    recorder.on_dice((1, 2))
    assert recorder.entries == [ONE, DICE]
