"""Announcements that the book has made together end alike, whichever was written down first (2.2, 5.3).

Games of every scenario, with every option and without: each phase is played twice more from its beginning with the same dice, once with
each run of announcements shuffled, to its end. So what they leave behind, and what is resolved from it, must be the same.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.orders import Order
from engine.play import Play
from engine.recording import Header
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import GameState
from engine.strictness import Strictness
from engine.titles.blitz.bots.sampling import SAMPLERS
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Attack, Blitz, Defend
from tests.blitz.table import RULES, TITLE, Dice
from tests.slow import slow_after

TOGETHER = (Blitz, Attack, Defend)
"""Orders that are announcements, of which the book has several made before any takes effect."""
ROUNDS = {"campaign": 2, "rise-and-fall": 2, "barbarossa": 3, "rising-sun": 3, "atlantic": 4}
OPTIONS = {slug: option.values[-1] for slug, option in TITLE.options.items() if not slug.startswith("bid-")}
"""Every option at its other value."""
BARE = [(scenario, 21, "") for scenario in TITLE.scenarios]
FULL = [(scenario, 22, "") for scenario in TITLE.scenarios]
GREEDY = [(scenario, 23, "greedy") for scenario in TITLE.scenarios]
pytestmark = pytest.mark.section("2.2", "5.3")
GAMES = slow_after(len(BARE), [*FULL, *BARE, *GREEDY])


class Announcer:
    """A random bot that announces much: a Blitz for every power, unit by unit to attacks and to their defense."""

    def __init__(self, seed: int) -> None:
        self.others, self.random = make_bot("random", seed), Random(seed)

    def decide(self, play: Play) -> Order:
        """Return the next order."""
        return self._announcement(play) or self.others.decide(play)

    def _announcement(self, play: Play) -> Order | None:
        if play.pending and play.pending.what == "defend":
            open_ = [one for power in TITLE.order for one in combat.defenders(play.position, power)]
            drawn = [Defend(kind, area, key.unit) for kind, area, key in self.random.sample(open_, len(open_))]
        else:
            kind = {"blitz": Blitz, "land-combat": Attack}.get(play.state.clock.phase)
            drawn = [] if play.pending or not kind else [SAMPLERS[kind](play.position, self.random) for _ in range(60)]
        return next((order for order in drawn if order and not play.check(order)), None)


class Phase(NamedTuple):
    """A phase as it was played: the state it began in, its orders, and all its dice."""

    before: GameState
    orders: list[Order]
    dice: list[int]

    def begin(self) -> Play:
        """Return a play at the beginning of the phase."""
        play = Play(RULES, Dice(self.dice), strictness=Strictness.RAISE)
        play.take_up(self.before.copy())
        return play

    def runs(self) -> list[list[Order]]:
        """Return the orders, with announcements of one kind in a row together."""
        found: list[list[Order]] = []
        for order in self.orders:
            if found and isinstance(order, TOGETHER) and type(found[-1][0]) is type(order):
                found[-1].append(order)
            else:
                found.append([order])
        return found


@cache
def phases(scenario: str, seed: int, bot: str) -> list[Phase]:
    """Play a game and return its phases."""
    told = OPTIONS if (scenario, seed, bot) in FULL else {}
    header = Header(TITLE.slug, scenario=scenario, options=told, round_limit=ROUNDS.get(scenario, 0))
    game = Simulation(TITLE, header, seed, dict.fromkeys(TITLE.order, make_bot(bot, seed) if bot else Announcer(seed)))
    play, found = game.play, []
    play.start(scenario, header.options, {})
    while not play.state.ended:
        before, clock, orders, rolls = play.state.copy(), play.state.clock, len(game.orders), len(game.rolls)
        while not play.state.ended and play.state.clock == clock:
            game.step()
        dice = [die for _, _, roll in game.rolls[rolls:] for die in roll]
        found.append(Phase(before, [order for _, order in game.orders[orders:]], dice))
    return found


def differences(one: GameState, other: GameState) -> dict[str, object]:
    """Return what is not alike in two states, field by field; how many events they are made of is no matter."""
    told = {}
    for field in set(GameState.__struct_fields__) - {"seq", "shifts", "accords", "transfers", "marks"}:
        mine, its = getattr(one, field), getattr(other, field)
        if mine != its:
            rows = {*mine, *its} if isinstance(mine, dict) else ()
            told[field] = {row: (mine.get(row), its.get(row)) for row in rows if mine.get(row) != its.get(row)} or (
                mine,
                its,
            )
    return told


@pytest.mark.parametrize(("scenario", "seed", "bot"), GAMES)
def test_announcements_in_another_order_end_in_the_same_state(scenario: str, seed: int, bot: str) -> None:
    random = Random(f"{scenario} {seed}")
    for phase in phases(scenario, seed, bot):
        told, other = phase.begin(), phase.begin()
        for run in phase.runs():
            for order, another in zip(run, random.sample(run, len(run)), strict=True):
                told.submit(order)
                other.submit(another)
            assert differences(told.state, other.state) == {}, run


def test_the_games_announce_more_than_one_thing_at_once() -> None:
    """Else the test above proves nothing."""
    many = [run for game in GAMES[:7] for phase in phases(*game) for run in phase.runs() if len(run) > 1]
    assert {type(run[0]) for run in many} == set(TOGETHER) and len(many) > 40
