"""What the large decisions of a game cost, by playing on from what was done and from what a bot would have done."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, pstdev

import msgspec

from engine.simulation import Continuation, play_on
from engine.simulation.regret import Decision, Way
from ingest.workers import Workers
from warehouse.expressions import Z
from warehouse.lab.intervals import student

ROUNDS, GAMES, DECISIONS = 3, 8, 10
"""Rounds that are played on, games of each decision and way, and decisions, when nobody says how many."""


class Plan(msgspec.Struct, frozen=True):
    """How decisions are played on."""

    games: int = GAMES
    rounds: int = ROUNDS
    bot: str = "greedy"
    seed: int | str = 1


class Regret(msgspec.Struct, frozen=True):
    """A decision and what it cost its side.

    Attributes:
        played, instead: mean score after what was done, and after what the bot would have done: 1 for a win of the side, 0 for
        another's; where nobody has won by then, its share of all unit values and production.
        cost: the second less the first. low, high: its 95 % interval over paired games. games: of each way.
    """

    decision: Decision
    played: float
    instead: float
    cost: float
    low: float
    high: float
    games: int


def regrets(
    decisions: Sequence[Decision], plan: Plan, workers: Workers, on_game: Callable[[int, int], None] = lambda *_: None
) -> list[Regret]:
    """Play decisions on and return what they cost, the dearest first: the same on any number of workers.

    Raises:
        LookupError, SitrepError: as `engine.simulation.play_on`.
    """
    games = [
        (pickle.dumps((way, decision.side, number, plan)),)
        for decision in decisions
        for number in range(1, plan.games + 1)
        for way in decision.ways
    ]
    scores: list[float] = []
    for one in workers.in_order(score, games):
        scores.append(one)
        on_game(len(scores), len(games))
    each = 2 * plan.games
    found = [_regret(one, scores[at * each : (at + 1) * each]) for at, one in enumerate(decisions)]
    return sorted(found, key=lambda one: (-one.cost, one.decision.seq))


def score(packed: bytes) -> float:
    """Play one game on, and return how well a side has done (see Regret)."""
    way, side, number, plan = pickle.loads(packed)
    return scored(played(way, number, plan), side)


def played(way: Way, number: int, plan: Plan) -> Continuation:
    """Play one game on from a way to decide, with the dice that the other way has for the same purpose."""
    return play_on(way.start, number, plan.seed, plan.bot, rounds=plan.rounds, changes=way.orders, paired=True)


def scored(game: Continuation, side: str) -> float:
    """Return the score of a side in a game: see Regret."""
    if game.winners:
        return float(side in game.winners) / len(game.winners)
    last = max((one.round for one in game.strengths), default=0)
    worth = {one.side: one.tuv + one.production for one in game.strengths if one.round == last}
    return worth.get(side, 0) / max(sum(worth.values()), 1) if worth else 0.5


def _regret(decision: Decision, scores: Sequence[float]) -> Regret:
    done, instead = scores[::2], scores[1::2]
    apart = [two - one for one, two in zip(done, instead, strict=True)]
    low, high = _range(apart, any(one in (0.0, 1.0) for one in scores))
    return Regret(decision, fmean(done), fmean(instead), fmean(apart), low, high, len(apart))


def _range(apart: Sequence[float], decided: bool) -> tuple[float, float]:
    """Return the 95% interval of the mean difference of pairs, with a pair added for each way, as far apart as can be.

    Without these, games that agree by chance would leave no doubt. Where a game was won or lost they are 1 apart, and the interval is that
    of Bonett and Price (2012); else as far as any pair is, and it is Student's.
    """
    most = 1.0 if decided else max(map(abs, apart))
    told = [*apart, most, -most]
    n = len(told)
    reach = pstdev(told) * (Z / sqrt(n) if decided else student(n - 1) / sqrt(n - 1))
    return max(-1.0, fmean(told) - reach), min(1.0, fmean(told) + reach)
