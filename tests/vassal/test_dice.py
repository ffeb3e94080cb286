"""Dice: by the properties of a button, by symbols, by what chat says; each roll told once."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import DefectFound, DiceRolled
from ingest import ingest
from ingest.vassal.adapter import ANY, ids, load
from tests.vassal.module import MiniGame
from tests.vassal.telling import events, told
from warehouse import Lake
from warehouse.people import publish, read_people


def prop(key: str, value: str, before: str = "") -> str:
    return f"MutableProperty\t{key}\t{before}\t{value}\tModule"


def rolled(*commands: str) -> list[tuple[str, tuple[int, ...], str]]:
    """What a step of these commands rolls: the roll's name, dice, power."""
    return [(event.purpose, event.dice, event.power) for event in events(told(MiniGame.begun().do(*commands)), DiceRolled)]


FOUR = [prop("2d6_result", "4,2"), prop("2d6_total", "6"), prop("2d6_keep", "2"), prop("2d6_summary", "2 x1, 4 x1")]


def test_four_properties_of_a_button_are_one_roll() -> None:
    assert rolled("CHAT** 2d6 = 4,2 *** &lt;Ann&gt;", *FOUR) == [("2d6", (4, 2), "red")]


def test_a_button_that_reports_its_total_tells_its_dice_by_the_summary() -> None:
    assert rolled(
        "CHAT** 3d6 = 14 ***", prop("3d6_result", "14"), prop("3d6_total", "14"), prop("3d6_keep", "3"), prop("3d6_summary", "4 x2, 6 x1")
    ) == [("3d6", (4, 4, 6), "nobody")]


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
        ("&lt;Ann&gt; - * 2d6 = 6,6", []), ("&lt;Ann&gt; - *** (IFT DR) 6,6 *** &lt;Bob&gt;", []),
        ("*** (IFT DR) 5,2 ***   &lt;Ann&gt;      [1 / 1   avg   7.00 (7.00)]    (01.43)", [("ift-dr", (5, 2), "red")]),
        ("*** (TH DR) 6,2 ***   <Bob>      [1 / 5   avg   8.00 (9.80)]    (01.95)<Hull>", [("th-dr", (6, 2), "blue")]),
        ("*** (3d6) 1,2,6 ***   <ann>", [("3d6", (1, 2, 6), "red")]), ("** Attack: 3 5 ** <Bob>", [("attack", (3, 5), "blue")]),
        ("* Rally 4+2 * <Red>", [("rally", (4, 2), "red")]), ("* Ann rolls 2d6: 3, 5 (8)", [("2d6", (3, 5), "red")]),
        ("Bob rolled a 4.", [("dice", (4,), "blue")]), ("* Ann (Red) rolls 2d10 = 14", [("2d10", (0, 0), "red")]),
        ("Ann throws d20 and gets 17", [("d20", (17,), "red")]), ("* Tank moves 1201 -> 1302", []),
        ("<b>** Attack = 5,1 ***</b>", [("attack", (5, 1), "nobody")]), ("* Attack 2d6 = 3 *", [("attack-2d6", (0, 0), "nobody")]),
        ("* Supply = 4 *", []), ("* New Turn = 5", []), ("* Turn 3 = 1944 *", []), ("* UNDO: ** 2d6 = 4,2 *** <Ann>", []),
        ("* Ann has rolled a 6. *", [("dice", (6,), "red")]), ("Bob has thrown 2d6: 1, 3", [("2d6", (1, 3), "blue")]),
        ("UNDO: *** (IFT DR) 5,2 *** <Ann>", []), ("* UNDO: Ann rolls 2d6: 3,5", []),
    ],
)  # fmt: skip
def test_chat_tells_dice_in_the_words_of_the_program(line: str, expected: list) -> None:
    """What a player types is no roll; of a sum only how many dice there were is known."""
    assert rolled(f"CHAT{line}") == expected


PROSE = [
    "Convoy rolls 12 miles: 3 sunk", "* Convoy rolls 12 miles: 3 sunk", "Convoy rolls on: 3", "Fog rolls in: 3 hexes",
    "Fog rolled in: 3, 4, 5", "The tank rolls 4", "Panzers roll 3", "Thunder rolled 3 times.",
    "* Artillery throws 12 shells: 4 hit", "A storm threw 2 ships ashore = 2", "Ann rolls 3 tanks: 2 burn",
    "Ann rolled back 3 units: 2 left", "Bob throws 4 men into the gap: 2", "Ann rolls 3 dice: 2 hits",
    "Ann rolls 2d6 at range 3: 1 hit", "Red armor rolls 12", "Ann (Red) rolls 3 hexes", "* Ann rolls up the flank: 3 5 burning",
    "* Turn 3 * <Ann>", "* Turn: 3 * <Ann>", "** Round - 4 ** <Ann>", "** Hex 1204 ** <Bob>", "** Moves 3 ** <Bob>",
    "** Moves: 3, 4 ** <Bob>", "** Moves from 12 ** <Bob>", "** Units lost: 3, 4 ** <Ann>", "** Score: 12 8 ** <Ann>",
    "** Score - 12 ** <Ann>", "** Draws 3 ** <Ann>", "* Supply - 4 * <Ann>", "** Convoy sunk 3 5 ** <Ann>",
    "** Convoy rolls 12 ** <Ann>", "** VP: 12 ** <Ann>", "* Year: 1943 * <Ann>", "** Losses 3+2 ** <Bob>", "** Range 12 ** <Bob>",
    "** Cards 3 5 ** <Bob>", "* Stack 4 * <Bob>", "** Advance to 1204 1305 ** <Bob>",
]  # fmt: skip
"""What reports of modules say with numbers, and what rolls, that are no dice."""


@pytest.mark.parametrize("line", PROSE)
def test_prose_with_numbers_is_no_dice(line: str) -> None:
    assert rolled(f"CHAT{line.replace('<', '&lt;').replace('>', '&gt;')}") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Zoe rolls 2d6: 3, 5", [("2d6", (3, 5), "player-1")]),
        ("Zoe rolls 4 dice: 3 5 6 1", [("4-dice", (3, 5, 6, 1), "player-1")]),
        ("Ann rolls for initiative: 4", [("for-initiative", (4,), "red")]),
        ("Zoe rolls for initiative: 4", []),
        ("Red rolled 3, 5", [("dice", (3, 5), "red")]),
        ("* Ann rolls 2d6: 3 + 5 = 8", [("2d6", (3, 5), "red")]),
        ("** Defence roll: 4 ** <Ann>", [("defence-roll", (4,), "red")]),
        ("** Die roll 4 ** <Bob>", [("die-roll", (4,), "blue")]),
        ("** Attack d6 - 4 ** <Bob>", [("attack-d6", (4,), "blue")]),
        ("** Barrage - 6, 6 ** <Bob>", [("barrage", (6, 6), "blue")]),
        ("Ann rolls 2d6: 12", [("2d6", (0, 0), "red")]),
    ],
)
def test_dice_in_general_words_need_dice_in_words_or_somebody_of_the_game(line: str, expected: list) -> None:
    assert rolled(f"CHAT{line}") == expected


def gaps(game: MiniGame) -> list[str]:
    """What is said of lines that look like dice."""
    return [event.message for event in events(told(game), DefectFound) if event.rule == "observed/dice-words"]


@pytest.mark.parametrize(
    "line",
    [
        "Ann: attack dice 3/5, defence 2", "* Bob's die shows 4", "Wurf von Ann: Würfel zeigen 3 und 5", "*** IFT 5|2 *** &lt;Ann&gt;",
        "*** 3,4 ***", "* 6 *",
        "** 120d6 = " + ",".join("6" * 300) + " ***", "* 2d6 roll, black 4 white 3", "*** (IFT DR) 5,2 ***" + " " * 600 + "&lt;Ann&gt;",
    ],
)  # fmt: skip
def test_what_looks_like_dice_and_is_not_understood_is_said_once_with_the_first(line: str) -> None:
    game = MiniGame.begun().do(f"CHAT{line}").do(f"CHAT{line}").do("CHAT* Tank moves 3 -> 5")
    assert events(told(game), DiceRolled) == []
    (message,) = gaps(game)
    assert message.startswith("2 lines of chat look like dice")
    assert "[[dice]]" in message


@pytest.mark.parametrize(
    "line",
    [
        "&lt;Ann&gt; - I rolled a 6, and you 2",
        "* Tank moves 1201 -> 1302",
        "* UNDO: ** 2d6 = 4,2 ***",
        "dice are ready",
        "** 2d6 = 4,2 ***",
    ],
)
def test_what_players_type_and_what_is_read_or_is_no_dice_is_no_gap(line: str) -> None:
    assert gaps(MiniGame.begun().do(f"CHAT{line}")) == []


def test_who_rolls_without_a_seat_gets_one_and_his_name_stands_with_the_players_only() -> None:
    game = MiniGame.begun()
    game.opening = [one for one in game.opening if not one.startswith("PLAYER")]
    for who in ("Zoe", "Yan", "ZOE"):
        game.do(f"CHAT*** (IFT DR) 5,2 ***   &lt;{who}&gt;")
    recording = told(game)
    assert [event.power for event in events(recording, DiceRolled)] == ["player-1", "player-2", "player-1"]
    assert recording.header.players == {"player-1": "Zoe", "player-2": "Yan"}
    assert recording.title is not None
    assert {"player-1": "Player 1", "player-2": "Player 2"}.items() <= {k: p.name for k, p in recording.title.powers.items()}.items()


def test_a_name_for_each_roll_makes_no_seat_for_each() -> None:
    game = MiniGame.begun()
    for number in range(100):
        game.do(f"CHAT*** (IFT DR) 5,2 *** &lt;Zoe {number:03}x&gt;")
    assert len({event.power for event in events(told(game), DiceRolled)}) <= 41


def test_every_pattern_says_where_it_is_from() -> None:
    for id_ in (*ids(), ANY):
        assert all(row.get("source") for row in load(id_).patterns()), id_


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


def test_what_dice_were_for_tells_no_hidden_name(tmp_path: Path) -> None:
    """A module's report may name the player where others name the roll."""
    game = MiniGame.begun()
    for line in ("** Zaphodine: 2d6 = 4,2 ***", "*** (Zaphodine DR) 5,2 *** <Bob>", "** Rally = 6 *** <Zaphodine>"):
        game.do(f"CHAT{line}")
    (tmp_path / "a.vlog").write_bytes(game.content())
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "a.vlog"], lake)
    (tmp_path / "players.csv").write_text("name,aliases,hide\nZaphodine,,Somebody\n", encoding="utf-8")
    publish(lake, tmp_path / "public", read_people(tmp_path / "players.csv"))
    public = Lake.open(tmp_path / "public").frame("dice_rolled")
    assert public["purpose"].to_list() == ["somebody-2d6", "somebody-dr", "rally"]
    assert public["dice"].to_list() == [[4, 2], [5, 2], [6]]
