"""Campaigns in which wars, conquests and armistices come at random: what must hold whatever happens (1.1, 3.3, 5.0, 9.0).

SITREP_SEEDS sets how many games of each campaign are played (default 2).
"""

from __future__ import annotations

import os
import random

import pytest

from engine.dice import SeededDice
from engine.events import ControlChanged
from engine.families.blocks.board import SURRENDERED, at_war
from engine.families.blocks.politics import armistice, victory, war
from engine.families.blocks.politics.orders import AnswerArmistice, AskArmistice
from engine.families.blocks.sea import control as sea_control
from engine.play import Play
from engine.state import GameState
from tests.black_swan.board import RULES, TITLE
from tests.black_swan.politics import step
from tests.slow import slow_after

pytestmark = pytest.mark.section("9.0")

SEEDS = range(int(os.environ.get("SITREP_SEEDS", "2")))
LAND = [area for area, row in TITLE.areas.items() if row.kind == "land" and row.terrain != "impassable" and area != "usa"]


def conquer(play: Play, chance: random.Random) -> None:
    """Let some areas change hands between powers at war with each other, as if by combat."""
    for area in chance.sample(LAND, 3):
        holder = play.state.control.get(area, "")
        foes = sorted(power for power in play.position.enemies_of(holder) if at_war(play.position, power)) if holder else []
        if foes and not list(play.position.stacks(area)):
            play.emit(ControlChanged(area, holder, chance.choice(foes), "test"))


def act(play: Play, chance: random.Random) -> None:
    """Declare a war or ask for an armistice, now and then."""
    phase = play.state.clock.phase
    if play.pending and isinstance(play.pending.default, AnswerArmistice):
        play.submit(AnswerArmistice(chance.random() < 0.5))
    elif phase == "declarations" and (found := war.choices(play.position)) and chance.random() < 0.3:
        play.submit(chance.choice(found))
    elif phase == "land" and (asking := armistice.may_ask(play.position)) and chance.random() < 0.03:
        play.submit(AskArmistice(chance.choice(asking)))
    else:
        step(play)


def hold(play: Play) -> None:
    """Assert what must be true of every position."""
    position, state = play.position, play.state
    out = {power for power, standing in state.standing.items() if standing == SURRENDERED}
    assert not [key for key in state.stacks if key[1] in out], "blocks of nations that are out of the war"
    assert not [zone for zone in TITLE.areas if TITLE.areas[zone].kind == "sea" and state.control.get(zone) in out]
    if position.options["surrendered-land"] != "last-occupant":
        left = {area for area, power in state.control.items() if power in out}
        assert left <= {"vilnius", "lvov"}, "areas of nations that are out of the war, but for those promised to the Soviet Union"
    for measure, totals in victory.powers(position).items():
        assert all(total >= 0 for total in totals.values()), measure


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("land", slow_after(1, ["last-occupant", "victors"]))
@pytest.mark.parametrize("scenario", ["campaign-1939", "campaign-1941"])
def test_random_wars_and_armistices_come_to_an_end(scenario: str, land: str, seed: int) -> None:
    chance, play = random.Random(f"{scenario}{seed}"), Play(RULES, SeededDice(seed))
    play.start(scenario, {"surrendered-land": land})
    turn = 0
    for _ in range(3000):
        if play.state.ended:
            break
        if play.state.clock.turn != turn:
            turn = play.state.clock.turn
            hold(play)
            conquer(play, chance)
            sea_control.update(play)
        act(play, chance)
    assert play.state.ended and play.state.how
    assert GameState().apply_all(play.events).points == play.state.points
