"""Two whole turns from the set-up, order by order, to the last IPC: all phases fit together (section Turn Sequence)."""

from __future__ import annotations

import pytest

from engine.events import BattleEnded, ControlChanged, ResourceChanged
from engine.families.axis_allies.orders import Battle, Buy, Load, Move, Offload, Place
from engine.invariants import violations
from engine.orders import Order
from engine.play import Play
from engine.recording import Header, Recorder, Recording
from engine.replay import replay
from engine.rules import EndPhase, load_rules
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE, ScriptedDice, standing

pytestmark = pytest.mark.section("Turn Sequence")

SOVIET_TURN = (
    Buy("8 infantry"),
    EndPhase(),
    Move("3 infantry, tank", "archangel > west-russia"),
    Move("3 infantry, artillery, 2 tank, fighter", "russia > west-russia"),
    EndPhase(),
    Battle("west-russia"),
    EndPhase(),
    Move("fighter", "west-russia > russia"),
    Move("anti-aircraft-gun", "caucasus > west-russia"),
    EndPhase(),
    Place("8 infantry", "russia"),
    EndPhase(),
)
SOVIET_DICE = [1] * 11 + [6] * 5
GERMAN_TURN = (
    Buy("aircraft-carrier, fighter, transport, 3 infantry"),
    EndPhase(),
    Load("tank, infantry", "southern-europe > sea-zone-14"),
    Move("battleship, transport", "sea-zone-14 > sea-zone-15"),
    Offload("tank, infantry", "sea-zone-15 > anglo-egypt-sudan"),
    Move("infantry, tank", "libya > anglo-egypt-sudan"),
    EndPhase(),
    Battle("sea-zone-15"),
    Battle("anglo-egypt-sudan"),
    EndPhase(),
    Move("fighter", "germany > sea-zone-5"),
    EndPhase(),
    Place("aircraft-carrier, fighter", "sea-zone-5"),
    Place("transport", "sea-zone-14"),
    Place("2 infantry", "southern-europe"),
    EndPhase(),
)
GERMAN_DICE = [4, 6] + [1] * 4 + [6] * 3


def played() -> tuple[Play, Recorder]:
    """Both turns, strictly by the rules."""
    recorder = Recorder()
    dice = ScriptedDice(SOVIET_DICE + GERMAN_DICE)
    play = Play(load_rules(TITLE), dice, on_order=recorder.on_order, on_dice=recorder.on_dice)
    play.start()
    orders: tuple[Order, ...] = (*SOVIET_TURN, *GERMAN_TURN)
    for order in orders:
        play.submit(order)
    assert dice.left == []
    return play, recorder


def test_two_turns_end_with_the_expected_board_and_money() -> None:
    play, _ = played()
    assert play.state.clock == (1, 3, "united-kingdom", "purchase-units")
    assert standing(play, "west-russia") == "soviet-union: anti-aircraft-gun, artillery, 6 infantry, 3 tank"
    assert standing(play, "russia") == "soviet-union: anti-aircraft-gun, fighter, industrial-complex, 8 infantry"
    assert standing(play, "anglo-egypt-sudan") == "germany: 2 infantry, 2 tank"
    assert standing(play, "sea-zone-15") == "germany: battleship, transport"
    assert standing(play, "sea-zone-5") == "germany: aircraft-carrier, destroyer, 2 fighter, 2 submarine, transport"
    assert play.state.resources == {
        ("soviet-union", "ipc"): 26,
        ("germany", "ipc"): 3 + 40 - 2 + 2,
        ("united-kingdom", "ipc"): 30,
        ("japan", "ipc"): 30,
        ("united-states", "ipc"): 42,
    }


def test_every_change_of_money_and_control_of_the_two_turns() -> None:
    play, _ = played()
    money = [event for event in play.events if isinstance(event, ResourceChanged) and event.cause != "setup"]
    assert [(event.power, event.cause, event.delta, event.balance) for event in money] == [
        ("soviet-union", "purchase", -24, 0),
        ("soviet-union", "income", 26, 26),
        ("germany", "purchase", -40, 0),
        ("germany", "refund", 3, 3),
        ("germany", "income", 40, 43),
    ]
    control = [event for event in play.events if isinstance(event, ControlChanged) and event.how != "setup"]
    assert control == [
        ControlChanged("west-russia", "germany", "soviet-union", "captured"),
        ControlChanged("anglo-egypt-sudan", "united-kingdom", "germany", "captured"),
    ]
    assert [(event.area, event.winner, event.defender_lost) for event in play.events if isinstance(event, BattleEnded)] == [
        ("west-russia", "attacker", 3 * 3 + 4 + 5),
        ("sea-zone-15", "attacker", 8),
        ("anglo-egypt-sudan", "attacker", 3 + 5 + 10),
    ]


def test_nothing_that_must_hold_is_broken() -> None:
    assert violations(TITLE, played()[0].events) == []


def test_the_record_of_the_two_turns_replays_to_the_same_game() -> None:
    play, recorder = played()
    game = replay(Recording(Header("aa1942"), tuple(recorder.entries)), TITLE, Strictness.RAISE)
    assert game.events == play.events
    assert game.state == play.state
