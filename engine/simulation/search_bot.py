"""A bot that weighs whole-turn plans by playing each on in its thoughts, then plays the best one for this turn."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import msgspec

from engine.bots.bot import Bot, actor
from engine.bots.style import Style
from engine.orders import Order
from engine.play import Play
from engine.simulation.rollout import Maker, Plan, Thought, plans, think

USUAL = "greedy"
"""The style by whose figures positions are valued."""


class Candidate:
    """A plan, and what its thoughts were worth, in the order of their numbers."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.worths = plan, list[float]()
        self.targets: tuple[str, ...] = ()


class SearchBot:
    """Chooses, at the beginning of each turn, which of the plans of plans.toml plays it.

    It plays each on a few times, with dice of its own: it knows neither the game's dice to come nor the others' plans. All plans
    have the same dice; the worse half is dropped, and the rest played on twice as often, until two are left.

    Args:
        style: figures by which positions are valued. seed: any integer or text; the same seed and game give the same orders.
        make: makes the bot of a plan and a seed.
    """

    name = "search"

    def __init__(self, style: Style, seed: int | str, make: Maker) -> None:
        self._style, self._seed, self._make = style, seed, make
        self._turn, self._bot = 0, make(plans().plan[0], seed)
        self._usual: Bot = self._bot

    def decide(self, play: Play) -> Order:
        """Return a legal order."""
        who, turn = actor(play), play.state.clock.turn
        if turn != self._turn and play.pending is None and who == play.state.clock.power:
            plan = self.best(play)
            self._turn, self._bot = turn, self._make(plan, f"{self._mood(play)}:{plan.draw}")
        return (self._bot if turn == self._turn else self._usual).decide(play)

    def _mood(self, play: Play) -> str:
        return f"search:{self._seed}:{play.state.clock.turn}"

    def best(self, play: Play) -> Plan:
        """Return the plan whose turn leads to the best positions on average: the usual one if no other is surely better."""
        known, seen = plans(), dict[tuple[Order, ...], Candidate]()
        usual = self._first(play, known.plan[0], seen)
        for plan in known.plan[1:]:
            self._first(play, plan, seen)
        leader = max(seen.values(), key=lambda one: one.worths[0])
        for at in leader.targets[: known.alone]:
            self._first(play, msgspec.structs.replace(leader.plan, alone=at), seen)
        left, games = [one for one in seen.values() if one is not usual], known.games
        while left:
            self._more(play, [usual, *left], games)
            left.sort(key=lambda one: -fmean(one.worths))
            if len(left) == 1:
                return left[0].plan if surely(left[0].worths, usual.worths) else usual.plan
            left, games = left[: max(1, len(left) // 2)], 2 * games
        return usual.plan

    def _first(self, play: Play, plan: Plan, seen: dict[tuple[Order, ...], Candidate]) -> Candidate:
        """Play a plan on once; return its candidate, or that of an earlier plan with the same orders."""
        thought = self._think(play, plan, 0)
        if thought.orders not in seen:
            one = seen[thought.orders] = Candidate(plan)
            one.worths.append(thought.worth)
            one.targets = thought.targets
        return seen[thought.orders]

    def _more(self, play: Play, candidates: list[Candidate], games: int) -> None:
        for one in candidates:
            one.worths += [self._think(play, one.plan, n).worth for n in range(len(one.worths), games)]

    def _think(self, play: Play, plan: Plan, number: int) -> Thought:
        return think(play, plan, self._mood(play), number, self._make, self._style)


def surely(ours: list[float], usual: list[float]) -> bool:
    """Return whether worths of paired thoughts are better than others by the margin and the standard errors of plans.toml."""
    apart = [one - other for one, other in zip(ours, usual, strict=True)]
    error = stdev(apart) / sqrt(len(apart)) if len(apart) > 1 else 0.0
    return fmean(apart) > max(plans().margin, plans().sure * error)
