"""What the large decisions of a game cost, by playing on from what was done and from what a bot would have done."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, stdev

import msgspec

from engine.simulation import Continuation, Moment, play_on
from engine.simulation.regret import Decision
from ingest.workers import Workers

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
    begun = []
    for decision in decisions:
        for number in range(1, plan.games + 1):
            begun += [workers.submit(score, pickle.dumps((moment, decision.side, number, plan)))
                      for moment in (decision.after, decision.other)]  # fmt: skip
    scores: list[float] = []
    for future in begun:
        scores.append(future.result())
        on_game(len(scores), len(begun))
    each = 2 * plan.games
    found = [_regret(one, scores[at * each : (at + 1) * each]) for at, one in enumerate(decisions)]
    return sorted(found, key=lambda one: (-one.cost, one.decision.seq))


def score(packed: bytes) -> float:
    """Play one game on, and return how well a side has done (see Regret)."""
    start, side, number, plan = pickle.loads(packed)
    return scored(played(start, number, plan), side)


def played(start: Moment, number: int, plan: Plan) -> Continuation:
    """Play one game on from a position, with the dice that the other way has for the same purpose."""
    return play_on(start, number, plan.seed, plan.bot, rounds=plan.rounds, paired=True)


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
    cost = fmean(apart)
    reach = student(len(apart) - 1) * stdev(apart) / sqrt(len(apart)) if len(apart) > 1 else 1.0
    return Regret(decision, fmean(done), fmean(instead), cost, cost - reach, cost + reach, len(apart))


def student(freedom: int, share: float = 0.95) -> float:
    """Return the quantile of Student's distribution that holds a share to both sides: exact for one or two degrees of freedom, else
    Abramowitz and Stegun, 26.7.5.
    """
    z, v = NormalDist().inv_cdf((1 + share) / 2), freedom
    if v == 1:
        return tan(pi * share / 2)
    if v == 2:
        return share * sqrt(2 / (1 - share**2))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, 1))
