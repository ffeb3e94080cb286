"""8.: each power scores by the Victory Card of its own, as in the book's example of Turn 12."""

from __future__ import annotations

import pytest

from engine.events import VictoryPointsScored
from engine.titles.blitz.turn_end import victory
from tests.blitz.table import table

pytestmark = pytest.mark.section("8. Victory and Game End")
TOLD = {
    "germany": {"Long War", "Super Weapons"},
    "japan": {"Long War", "Tenno-Zan"},
    "afa": {"Mediterranean Influence", "No Casualties"},
    "usa": {"Bring Democracy to Asia", "Second Front", "No Casualties"},
    "ussr": {"Annihilate the Wehrmacht", "Buffer Zone"},
}
"""What the example and its rules name for each; Industrial Might and the Atomic Club are everybody's."""


@pytest.mark.parametrize("power", TOLD)
def test_8_a_card_is_its_powers(power: str) -> None:
    names = {card.name for card in victory.cards_of(table().position, power)}
    others = {name for told in TOLD.values() for name in told} - TOLD[power]
    assert TOLD[power] | {"Control Industrial Might", "Join Atomic Club"} <= names
    assert not names & others


def test_8_on_turn_twelve_germany_and_japan_gain_two_for_the_long_war_and_nobody_else() -> None:
    play = table(turn=12, points=dict.fromkeys(TOLD, 0))
    victory.score_turn(play)
    scored = [event for event in play.events if isinstance(event, VictoryPointsScored)]
    long_war = {event.contender: event.delta for event in scored if event.reason == "long-war"}
    assert long_war == {"germany": 2, "japan": 2}
