"""War and peace as a log tells them: in full, with an answer left out, and with mistakes (sections 1.1, 3.3, 9.0)."""

from __future__ import annotations

import pytest

from engine.strictness import Strictness
from tests.black_swan.logs import changed, defects, forgiven, played

pytestmark = pytest.mark.section("9.0")

FALL_1939 = """
{"sitrep":1,"title":"black-swan","scenario":"campaign-1939","game":"sitzkrieg"}
{"do":"end","phase":"final"}
{"do":"declare-war","on":"germany","by":"france"}
{"do":"declare-war","on":"germany","by":"great-britain"}
{"do":"end","phase":"final"}
{"do":"declare-war","on":"netherlands"}
{"do":"end","phase":"naval-combat"}
{"do":"ask-armistice","power":"france"}
{"do":"answer-armistice","accept":true}
{"do":"end"}
""".strip().splitlines()
"""A war in which France gives up before a shot is fired."""


def test_a_war_and_an_armistice_in_full() -> None:
    state = played(FALL_1939).state
    assert {power for power, standing in state.standing.items() if standing == "at-war"} == {
        "germany",
        "poland",
        "great-britain",
        "belgium",
        "netherlands",
    }
    assert state.standing["france"] == "surrendered" and state.control["paris"] == "germany"
    assert state.control["tunis"] == "vichy-france" and state.clock.phase == "land-combat"


def test_what_must_be_declared_and_the_answer_may_be_left_out() -> None:
    terse = [line for line in FALL_1939 if '"on":"germany"' not in line and "answer" not in line]
    assert played(terse).state.stacks == played(FALL_1939).state.stacks
    assert played(terse).state.standing == played(FALL_1939).state.standing


def test_a_refusal_makes_a_union() -> None:
    state = played([line.replace("true", "false") for line in FALL_1939]).state
    assert state.marker("game", "union/france") == "great-britain france" and state.standing["france"] == "at-war"


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"on":"netherlands"', '"on":"greece"', "war/too-early"),
        ('"on":"netherlands"', '"on":"italy"', "war/nobody"),
        ('"on":"netherlands"', '"on":"france","by":"italy"', "war/too-early"),
        ('"on":"germany","by":"france"', '"on":"germany","by":"soviet-union"', "war/no-cause"),
        ('"power":"france"', '"power":"italy"', "armistice/standing"),
        ('"do":"ask-armistice","power":"france"', '"do":"answer-armistice"', "armistice/not-asked"),
    ],
)
def test_a_mistake_is_told_and_the_game_goes_on(old: str, new: str, rule: str) -> None:
    game = forgiven(changed(FALL_1939, old, new))
    assert rule in defects(game)
    assert game.state.clock.phase == "land-combat"


def test_a_neutral_united_states_is_not_brought_in_by_a_mistake() -> None:
    """It would be at war without the blocks that it deploys in Winter 1942."""
    log = [
        *FALL_1939[:-1],
        '{"do":"end","phase":"final"}',
        '{"do":"declare-war","on":"vichy-france","by":"united-states"}',
    ]
    game = played(log, Strictness.COLLECT)
    assert "war/neutral" in defects(game)
    assert game.state.standing["united-states"] == "neutral" == game.state.standing["vichy-france"]
