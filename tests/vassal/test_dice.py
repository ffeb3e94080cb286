"""Dice: by the properties of a button, by symbols, by what chat says; each roll told once."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from tests.vassal.module import MiniGame
from tests.vassal.telling import events, told


def prop(key: str, value: str, before: str = "") -> str:
    return f"MutableProperty\t{key}\t{before}\t{value}\tModule"


def rolled(*commands: str) -> list[tuple[str, tuple[int, ...], str]]:
    """What a step of these commands rolls: the roll's name, dice, power."""
    return [
        (event.purpose, event.dice, event.power) for event in events(told(MiniGame.begun().do(*commands)), DiceRolled)
    ]


FOUR = [prop("2d6_result", "4,2"), prop("2d6_total", "6"), prop("2d6_keep", "2"), prop("2d6_summary", "2 x1, 4 x1")]


def test_four_properties_of_a_button_are_one_roll() -> None:
    assert rolled("CHAT** 2d6 = 4,2 *** &lt;Ann&gt;", *FOUR) == [("2d6", (4, 2), "nobody")]


def test_a_button_that_reports_its_total_tells_its_dice_by_the_summary() -> None:
    assert rolled("CHAT** 3d6 = 14 ***", prop("3d6_result", "14"), prop("3d6_total", "14"), prop("3d6_keep", "3"),
                  prop("3d6_summary", "4 x2, 6 x1")) == [("3d6", (4, 4, 6), "nobody")]  # fmt: skip


def test_an_older_button_has_its_result_alone_and_the_chat_confirms_it() -> None:
    assert rolled("CHAT** 2d6 = 4,2 ***", prop("2d6_result", "4,2")) == [("2d6", (4, 2), "nobody")]
    assert rolled(prop("battle_result", "4")) == []


def test_symbols_are_faces_from_one() -> None:
    assert rolled("SHOW_RESULTS\tBattle Die\t0\t5") == [("battle-die", (1, 6), "nobody")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("** 2d6 = 4,2 *** &lt;Ann&gt;", [("2d6", (4, 2), "red")]), ("** 2d6 = 4,2 *** <Bob>", [("2d6", (4, 2), "blue")]),
        ("* 1d10 = 7", [("1d10", (7,), "nobody")]), ("* 3d6 = 14", [("3d6", (0, 0, 0), "nobody")]), ("* Ann takes a card", []),
        ("&lt;Ann&gt; - * 2d6 = 6,6", []), ("<b>** Attack = 5,1 ***</b>", [("attack", (5, 1), "nobody")]),
    ],
)  # fmt: skip
def test_chat_tells_dice_in_the_words_of_the_program(line: str, expected: list) -> None:
    """What a player types is no roll; of a sum only how many dice there were is known."""
    assert rolled(f"CHAT{line}") == expected


def test_a_module_may_have_words_of_its_own() -> None:
    from ingest.vassal.chat import read_line
    from ingest.vassal.dice import Patterns
    from ingest.vassal.steps import read_log

    own = Patterns([{"pattern": r"^(?P<player>\w+) throws (?P<dice>\d+(?:,\d+)*) for (?P<name>.+)$"}])
    step = read_log(MiniGame.begun().do("CHATAnn throws 3,5 for the bridge").content()).steps[0]
    (roll,) = own.rolls(step, [read_line("Ann throws 3,5 for the bridge")])
    assert (roll.name, roll.dice, roll.player) == ("the bridge", (3, 5), "Ann")


def test_dice_that_were_taken_back_are_not_told() -> None:
    game = MiniGame.begun().do("CHAT** 2d6 = 4,2 ***", *FOUR)
    game.do("UNDO\ttrue", prop("2d6_result", ""), "CHAT* UNDO: ** 2d6 = 4,2 ***", "UNDO\tfalse")
    assert events(told(game), DiceRolled) == []
