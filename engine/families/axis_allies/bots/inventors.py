"""What bots add where technologies are developed by dice: research, and rockets before the battles of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.axis_allies.bots import research_dice, rocketry
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.bots.tactics import Tactics
from engine.families.axis_allies.orders import Research, Rocket, Roll
from engine.orders import Order
from engine.play import Play


def strikes(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the rockets that are fired before the battles of a turn."""
    yield rocketry.shots(play, view)


TACTICS = Tactics(
    samplers={Research: research_dice.research, Roll: research_dice.roll, Rocket: rocketry.rocket},
    plans={Research: research_dice.studies},
    strikes=strikes,
)
