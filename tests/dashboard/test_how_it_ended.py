"""How a battle ended is told alike wherever a page, a map, a report or the summary tells of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl
import pytest

from dashboard.player.event_text import battle_text
from dashboard.review.beside.openings import openings
from dashboard.review.cards.drawing import cards_html
from dashboard.review.reader import Reader
from dashboard.review.spine.deeds import deed
from dashboard.review.story.battle import broke
from dashboard.review.story.sentence import plain
from dashboard.review.what_if.choices import choices
from dashboard.terminal.summary import print_summary
from dashboard.turn_report.battles import battles
from dashboard.turn_report.names import Names
from engine.events import BattleEnded, BattleStarted, Event
from engine.recording import Fidelity
from tests.dashboard.conftest import hand_made
from warehouse import Lake

MakeLake = Callable[..., Lake]
SIDES = ("belorussia", "germany", "soviet-union")
GONE = "defenders gone, ground not gained"
SUNK = "attackers gone, the record names no winner"
HOW = {
    GONE: ("defender", "20 infantry", "", 0, 60),
    SUNK: ("none", "", "10 infantry", 60, 30),
}
"""Winner as the record has it, what is left of both sides, what both lost: of 20 infantry against 20."""
WRONG = re.compile(r"beaten off|failed|broken off|came to nothing|Soviet Union won|lost\)|\bsucceeded\b")


def fight(how: str) -> list[Event]:
    winner, left, there, lost, gained = HOW[how]
    return [
        BattleStarted(1, "land", *SIDES, "20 infantry", "20 infantry", 60, 60),
        BattleEnded(1, "land", *SIDES, 1, winner, "", left, there, lost, gained),
    ]


def read(make_lake: MakeLake, how: str) -> tuple[Lake, Reader]:
    lake = make_lake(hand_made("game", deeds={(1, "germany"): fight(how)}))
    return lake, Reader.of_lake(lake, "game")


@pytest.mark.parametrize("how", HOW)
def test_a_battle_whose_losers_are_gone_is_told_so_everywhere(make_lake: MakeLake, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    lake, of = read(make_lake, how)
    row = of.frame("battle_ended").row(0, named=True)
    turn, side = row["turn"], "Axis" if how == GONE else "Allies"
    names = Names.of(of.frame, of.money, of.words)
    print_summary(lake, "game")
    (line,) = re.findall(r"^ +1  Belorussia .*$", capsys.readouterr().out, re.MULTILINE)
    told = {
        "card": re.sub("<[^>]*>", " ", cards_html(of, None)),
        "key moment": deed(of, turn, side),
        "story": plain(broke(of)),
        "map": battle_text(row, of.names, "IPC", (0, 0)),
        "turn report": battles(of.frame, names)["won"][0],
        "what if": " ".join(choice.said for choice in choices(of) if choice.battle),
        "summary": line,
    }
    for where, said in told.items():
        assert not WRONG.search(said), (where, said)
    assert "Nobody won" in told["turn report"] and "nobody won" in told["map"] and " nobody " in told["summary"]
    word = "destroyed the defenders but could not advance" if how == GONE else "all attackers destroyed"
    assert word in told["key moment"] and ("destroyed" in told["story"])


def test_a_battle_that_was_held_is_still_a_defeat(make_lake: MakeLake) -> None:
    started, _ = fight(GONE)
    lake = make_lake(
        hand_made("game", deeds={(1, "germany"): [started, BattleEnded(1, "land", *SIDES, 1, "defender", "", "", "10 infantry", 60, 30)]})
    )
    of = Reader.of_lake(lake, "game")
    assert " failed" in plain(broke(of)) and " failed: " in deed(of, of.frame("battle_ended")["turn"][0], "Allies")
    assert openings(of)["germany"].attacks == ("Belorussia (lost)",)
    assert of.frame("battle_ended")["winner"].to_list() == ["defender"] and isinstance(lake.games(), pl.DataFrame)


@pytest.mark.parametrize("fidelity", [Fidelity.ORDERS, Fidelity.OBSERVED])
@pytest.mark.parametrize(("attackers", "defenders"), [("submarine", ""), ("", "submarine")])
def test_an_attack_in_which_one_side_had_no_units_was_not_broken_off(
    make_lake: MakeLake, attackers: str, defenders: str, fidelity: Fidelity
) -> None:
    """Ships that attack convoys alone; a record of what was seen may not tell of all units."""
    fought = [
        BattleStarted(1, "sea", *SIDES, attackers, defenders, 6 * bool(attackers), 6 * bool(defenders)),
        BattleEnded(1, "sea", *SIDES, 1, "none", "fought", attackers, defenders, 0, 0),
    ]
    of = Reader.of_lake(make_lake(hand_made("game", fidelity=fidelity, deeds={(1, "germany"): fought})), "game")
    told = re.sub("<[^>]*>", " ", cards_html(of, None))
    said = ("only one side had units", "broken off")
    assert (said if fidelity == Fidelity.ORDERS else said[::-1])[0] in told
    assert (said if fidelity == Fidelity.ORDERS else said[::-1])[1] not in told
