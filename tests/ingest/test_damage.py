"""A right log, damaged on purpose: defects with line and both values in lenient reading, one clear error in strict reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import IllegalOrder
from engine.strictness import Strictness
from ingest import check, replay_file
from ingest.samples import samples
from tests.ingest.example import example


def damaged(line: str, *instead: str) -> list[str]:
    """The documentation's turn with one line replaced by none, one or several."""
    log = example()
    at = log.index(line)
    return [*log[:at], *instead, *log[at + 1 :]]


BUY = '{"do":"buy","units":"3 infantry, 3 tank"}'
MOVE = '{"do":"move","units":"3 infantry, artillery, 2 tank","path":"russia > west-russia"}'
FLY = '{"do":"move","units":"fighter","path":"russia > west-russia"}'
BATTLE = '{"do":"battle","area":"west-russia"}'
DEFENCE = '{"dice":"521 6 3"}'
LAST_LOSS = '{"do":"lose","units":"infantry"}'
PLACE = '{"do":"place","units":"3 infantry, 3 tank","area":"russia"}'
BANK = '{"see":"bank","power":"soviet-union","amount":26}'

CASES = {
    "a wrong count of units": (
        damaged(MOVE, MOVE.replace("3 infantry", "5 infantry")),
        [(6, "combat-move/units", "3", "at least 5")],
    ),
    "an illegal move": (
        damaged(FLY, FLY, '{"do":"move","units":"tank","path":"caucasus > karelia-ssr"}'),
        [(9, "combat-move/adjacent", "caucasus > karelia-ssr", "a neighbour of caucasus")],
    ),
    "a purchase beyond the treasury": (
        damaged(BUY, BUY.replace("3 tank", "4 tank")),
        [(4, "purchase/funds", "29 ipc", "at most 24")],
    ),
    "a missing purchase": (
        damaged(BUY),
        [
            (23, "mobilize/not-bought", "3", "at most 0"),
            (23, "mobilize/not-bought", "3", "at most 0"),
            (25, "observation", "26", "50"),
        ],
    ),
    "a missing placement": (damaged(PLACE), [(25, "observation", "26", "50")]),
    "missing dice": (
        damaged(DEFENCE),
        [(13, "dice-missing", "lose", "5 dice")],
    ),
    "a die too few": (
        damaged(DEFENCE, '{"dice":"521 6"}'),
        [(13, "dice-count", "4 dice [5, 2, 1, 6]", "5 dice"), (14, "casualties/number", "3", "2")],
    ),
    "a die too many": (
        damaged(DEFENCE, '{"dice":"521 6 3 4"}'),
        [(13, "dice-count", "6 dice [5, 2, 1, 6, 3, 4]", "5 dice")],
    ),
    "a wrong count of casualties": (
        damaged(LAST_LOSS, LAST_LOSS.replace("infantry", "2 infantry")),
        [(18, "casualties/number", "2", "1")],
    ),
    "dice where none are due": (
        damaged(PLACE, '{"dice":[1]}', PLACE),
        [(24, "dice-not-asked", "[1]", "an order")],
    ),
    "an order of a phase that is over": (
        damaged(PLACE, PLACE, BATTLE),
        [(25, "order-of-phases", "battle", "place, end")],
    ),
    "an undo of more than there is": (
        damaged(BUY, '{"undo":2}', BUY),
        [(4, "undo", "2", "at most as many as stand before it")],
    ),
    "a bank that says something else": (
        damaged(BANK, BANK.replace("26", "31")),
        [(26, "observation", "31", "26")],
    ),
}


def written(log: list[str], folder: Path) -> Path:
    path = folder / "game.jsonl"
    path.write_text("\n".join(log) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("log", "expected"), CASES.values(), ids=CASES)
def test_lenient_reading_keeps_each_mistake_as_a_defect(log: list[str], expected: list[tuple], tmp_path: Path) -> None:
    path = written(log, tmp_path)
    found = check(path).defects
    assert [(one.line, one.rule, one.found, one.expected) for one in found][: len(expected)] == expected
    assert {one.file for one in found} == {str(path)}
    game = replay_file(path)
    assert game.state.defects == len(found)
    assert (game.state.clock.turn, game.state.clock.power) == (2, "germany"), "the rest of the turn was not played"


@pytest.mark.parametrize(("log", "expected"), CASES.values(), ids=CASES)
def test_strict_reading_stops_at_the_first_mistake(log: list[str], expected: list[tuple], tmp_path: Path) -> None:
    path = written(log, tmp_path)
    line, rule, found, right = expected[0]
    with pytest.raises(IllegalOrder) as caught:
        replay_file(path, Strictness.RAISE)
    message = str(caught.value)
    assert message.startswith(f"{path}:{line}: ")
    assert f"(found {found}, expected {right}) [{rule}; " in message
    assert "\n" not in message
    (first,) = check(path, strict=True).defects
    assert (first.file, first.line, first.rule) == (str(path), line, rule)


def test_one_mistake_alone_is_one_defect(tmp_path: Path) -> None:
    alone = (
        "a purchase beyond the treasury",
        "a die too many",
        "a wrong count of casualties",
        "an undo of more than there is",
    )
    for name in alone:
        assert len(check(written(CASES[name][0], tmp_path)).defects) == 1, name
    (only,) = check(written(CASES["a bank that says something else"][0], tmp_path)).defects
    assert str(only) == (
        f"{tmp_path}/game.jsonl:26: the record sees bank: power soviet-union, amount 31 [record] (found 31, expected 26) [observation]"
    )


def test_a_log_that_stops_between_two_orders_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    log = example()
    for length in range(1, len(log)):
        found = check(written(log[:length], tmp_path)).defects
        missing = log[length].startswith('{"dice"')
        assert [one.rule for one in found][:1] == (["dice-missing"] if missing else []), log[length - 1]


def test_a_file_that_is_no_record_has_one_defect(tmp_path: Path) -> None:
    path = written([*example(), '{"do":"mov"}'], tmp_path)
    for strict in (False, True):
        (only,) = check(path, strict=strict).defects
        assert (only.line, only.rule, only.message) == (28, "unreadable", "unknown order \"mov\"; did you mean 'move'?")
        assert str(only) == f"{path}:28: unknown order \"mov\"; did you mean 'move'? [unreadable]"


def test_a_log_cut_off_among_the_dice_of_a_draw_ends(tmp_path: Path) -> None:
    """Blocks are drawn by a roll that is made until it counts (1.6), and dice that a record lacks stand for sixes: missed once a block."""
    (whole,) = [path for path in samples() if path.name == "warsaw-holds.jsonl"]
    lines = whole.read_text().splitlines()
    ends = [at + 1 for at, line in enumerate(lines) if '"do":"draw"' in line][:3]
    for end in ends + [at + 1 for at in ends]:
        log = tmp_path / f"{end}.jsonl"
        log.write_text("\n".join(lines[:end]))
        rules = [defect.rule for defect in check(log).defects]
        assert len(rules) < 9 and set(rules) <= {"dice-missing", "dice-count"}, (end, rules)
