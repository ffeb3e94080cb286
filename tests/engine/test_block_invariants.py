"""The checker of games of blocks: silent on every set-up, and each thing that must hold is missed when it does not."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.sea.control import update
from engine.invariants import violations
from engine.play import Play
from tests.black_swan.board import RULES, TITLE, play_from

STACKS = (
    "germany 2 infantry-4@3 paris, germany infantry-4 germany-pool, germany submarine-4 northern-baltic,"
    " soviet-union infantry-4@2 moscow, great-britain 2 infantry-4 london"
)
WAR = ["germany", "italy", "great-britain", "soviet-union", "france"]


def begun(phase: str = "production") -> Play:
    play = play_from(STACKS, phase, at_war=WAR, money={"germany": 9}, holdings="1941")
    update(play)
    return play


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_every_set_up_keeps_the_invariants(scenario: str) -> None:
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    assert violations(TITLE, play.events) == []


def built(*, pay: int = 2) -> list[ev.Event]:
    """The events of a block that is drawn and placed, as the rules make them."""
    paid = [ev.ResourceChanged("germany", "pp", -pay, 9 - pay, "build")] if pay else []
    return [
        ev.UnitsPurchased("germany", "infantry-4", 1, 2, 2, "pp"),
        *paid,
        ev.UnitsRemoved("germany", "infantry-4", 1, "germany-pool", 4, "drawn"),
        ev.UnitsPlaced("germany", "infantry-4", 1, "berlin", 1, "mobilize"),
    ]


def test_a_block_that_is_built_and_one_that_is_lost_break_nothing() -> None:
    lost = [
        ev.UnitsRemoved("germany", "infantry-4", 1, "paris", 3),
        ev.UnitsPlaced("germany", "infantry-4", 1, "germany-pool", 4, "force-pool"),
    ]
    assert violations(TITLE, [*begun().events, *built(), *lost]) == []


def test_a_nation_that_has_surrendered_loses_its_blocks_for_good() -> None:
    gone = ev.UnitsRemoved("germany", "submarine-4", 1, "northern-baltic", 4, "surrender")
    found = violations(TITLE, [*begun().events, gone])
    assert any("1 of them are missing" in text for text in found), found
    assert not any(
        "missing" in text for text in violations(TITLE, [*begun().events, gone, ev.PowerChanged("germany", "at-war", "surrendered")])
    )


NEXT = ev.PhaseStarted("great-britain", "declarations", 17)
BREAKS: list[tuple[list[ev.Event], str]] = [
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "berlin", 5)], "strength 5; expected 1 to 4"),
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "northern-baltic", 4)], "infantry-4 in northern-baltic, which is sea"),
    ([ev.UnitsPlaced("germany", "carrier-4", 1, "berlin", 4)], "carrier-4 in berlin, which is land"),
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "italy-pool", 4)], "infantry-4 of germany with 4 of 4 steps in italy-pool"),
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "germany-pool", 2)], "with 2 of 4 steps in germany-pool"),
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "germany-pool", 4, "force-pool")], "-1 of them are missing"),
    ([ev.ControlChanged("germany-pool", "", "italy", "captured")], "germany-pool is an area that nobody can control"),
    ([ev.ControlChanged("paris", "germany", "", "contested")], "controller ''; expected a power other than 'germany'"),
    ([ev.ControlChanged("paris", "germany", "great-britain", "captured")], "paris is held by great-britain, and occupied by germany"),
    ([ev.UnitsPurchased("germany", "infantry-4", 1, 3, 3, "pp")], "expected one of [1, 2] each"),
    (built(pay=0), "blocks for 2 are bought but not paid for"),
    ([ev.UnitsRemoved("germany", "infantry-4", 1, "paris", 3)], "1 of them are missing"),
    ([ev.ResourceChanged("germany", "pp", -10, -1, "reinforce")], "a negative balance"),
    ([ev.UnitsPlaced("germany", "infantry-4", 5, "berlin", 4), NEXT], "berlin: 5 blocks of the axis; expected at most 4"),
    ([ev.UnitsPlaced("france", "infantry-4", 1, "london", 4), NEXT], "london: france and great-britain stand together"),
    ([ev.UnitsPlaced("germany", "infantry-4", 1, "helsinki", 4), NEXT], "germany is in helsinki: finland, which controls helsinki"),
    ([ev.UnitsPlaced("finland", "artillery-3", 1, "berlin", 3), NEXT], "finland's blocks may not be in berlin"),
    ([ev.UnitsPlaced("soviet-union", "infantry-4", 1, "london", 4), NEXT], "london: great-britain and soviet-union are at peace"),
    ([ev.UnitsMoved("germany", "infantry-4", 1, "paris", "moscow", 3), NEXT], "moscow is still engaged by germany, soviet-union"),
    (
        [
            ev.UnitsPlaced("germany", "fort-4", 1, "berlin", 4),
            ev.UnitsPurchased("germany", "fort-4", 1, 2, 2, "pp"),
            ev.UnitsPlaced("germany", "fort-4", 1, "berlin", 1, "mobilize"),
        ],
        "2 forts in berlin; expected one",
    ),
    ([ev.ResourceChanged("germany", "pp", 46, 55, "income")], "germany collects 46; areas and allowances yield 45"),
    (
        [ev.ResourceChanged("germany", "pp", 45, 54, "income"), ev.ResourceChanged("germany", "pp", 5, 59, "income")],
        "germany collects 5; areas and allowances yield 0",
    ),
    ([ev.ResourceChanged("germany", "pp", 45, 54, "income"), NEXT], "italy did not collect the 10 due to it"),
    (
        [ev.UnitsPlaced("soviet-union", "submarine-3", 4, "northern-baltic", 3), ev.PhaseStarted("germany", "land", 16)],
        "northern-baltic is controlled by nobody; counted again by soviet-union",
    ),
]


@pytest.mark.parametrize(("broken", "text"), BREAKS)
def test_a_break_is_found_and_named(broken: list[ev.Event], text: str) -> None:
    start = begun().events
    turn = next(event.turn for event in reversed(start) if isinstance(event, ev.PhaseStarted))
    for at, event in enumerate(broken):
        if isinstance(event, ev.PhaseStarted):
            broken = [
                *broken[:at],
                ev.PhaseStarted(event.power, event.phase, turn + (event.phase == "declarations")),
                *broken[at + 1 :],
            ]
    assert violations(TITLE, start) == []
    found = violations(TITLE, [*start, *broken])
    assert any(text in one for one in found), found
