"""3.5 and 3.6 as a log tells them: in full, with choices left out, and with mistakes that a forgiving reader gets over."""

from __future__ import annotations

import pytest

from engine.events import BattleEnded
from engine.strictness import Strictness
from tests.black_swan.logs import changed, defects, forgiven, played

pytestmark = pytest.mark.section("3.5")

WARSAW = """
{"sitrep":1,"title":"black-swan","scenario":"1939","game":"fall-weiss"}
{"do":"march","units":"infantry-4@3, tank-4@3, artillery-4@3","path":"breslau > warsaw"}
{"do":"march","units":"elite-air-4@3","path":"breslau > warsaw"}
{"do":"end"}
{"do":"fight","area":"warsaw"}
{"dice":"464"}
{"dice":"44"}
{"dice":"423"}
{"dice":"436"}
{"dice":"665"}
{"do":"lose","units":"infantry-3@2 (poland)"}
{"dice":"366"}
{"dice":"31"}
{"do":"lose","units":"infantry-4@1 (poland)"}
{"dice":"2"}
{"do":"stand"}
{"do":"stand"}
{"do":"fall-back","units":"artillery-3@2 (poland)","path":"warsaw > lublin"}
{"do":"fall-back","units":"infantry-3@1 (poland)","path":"warsaw > vilnius"}
{"do":"end"}
""".strip().splitlines()
"""The Axis Land Phase of Summer 1939; Poland is surprised, and must leave Warsaw, which decides the scenario."""


def test_a_battle_in_full() -> None:
    game = played(WARSAW)
    (end,) = (event for event in game.events if isinstance(event, BattleEnded))
    assert (end.winner, end.how, end.attackers, end.defenders) == (
        "attacker",
        "retreat",
        "infantry-4, tank-4, artillery-4, elite-air-4",
        "infantry-3, artillery-3",
    )
    assert game.state.control["warsaw"] == "germany" and game.state.winners == ("axis",)


@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_choices_that_a_log_leaves_out_take_their_defaults(strictness: Strictness) -> None:
    last = len(WARSAW) - 1
    terse = [
        line
        for at, line in enumerate(WARSAW)
        if at == last or not any(f'"do":"{word}"' in line for word in ("end", "fight", "lose", "stand", "fall-back"))
    ]
    assert len(WARSAW) - len(terse) == 8 and len(terse) == 12
    told = played([*terse[:3], '{"do":"end"}', *terse[3:]], strictness).events
    assert told == played(WARSAW, strictness).events


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"area":"warsaw"', '"area":"lublin"', "land-combat/contested"),
        ("infantry-3@2 (poland)", "air-2 (poland)", "land-combat/losses"),
        ("infantry-4@1 (poland)", "2 infantry-4 (poland)", "land-combat/losses"),
        ('"do":"stand"', '"do":"fall-back","units":"infantry-4","path":"warsaw > lublin"', "land-combat/no-decision"),
        ("warsaw > vilnius", "warsaw > minsk", "retreat/way"),
        ("artillery-3@2 (poland)", "tank-4 (poland)", "retreat/blocks"),
        ('"do":"lose","units":"infantry-4@1 (poland)"', '"do":"withdraw"', "dice-missing"),
    ],
)
def test_a_mistake_is_told_and_the_battle_comes_to_an_end(old: str, new: str, rule: str) -> None:
    game = forgiven(changed(WARSAW, old, new))
    assert rule in defects(game)
    assert game.state.battle == 0 and any(isinstance(event, BattleEnded) for event in game.events)


def test_a_record_may_break_off_in_a_battle() -> None:
    """At a choice it stays open without a defect; between dice it is told which are missing."""
    before_lose = WARSAW[: WARSAW.index('{"do":"lose","units":"infantry-3@2 (poland)"}')]
    game = played(before_lose)
    assert game.state.battle == 1 and game.state.marker("battle", "owed/defender") == "0=1"
    game = played(before_lose[:-2], Strictness.COLLECT)
    assert set(defects(game)) == {"dice-missing"}
