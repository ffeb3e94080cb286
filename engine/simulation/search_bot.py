"""A bot that weighs a few whole-turn plans by playing each on in its thoughts, then plays the best one for this turn."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from engine.bots.bot import Bot, actor
from engine.bots.style import Style
from engine.dice import PairedDice
from engine.errors import SitrepError
from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.tally import forces

USUAL = "greedy"
"""The style by whose figures positions are valued."""

MOST = 3000
"""Orders after which a thought is given up."""


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What engine/bots/plans.toml says."""

    plans: tuple[str, ...]
    games: int
    turns: int
    margin: float


@cache
def plans() -> Plans:
    """Return the plans that are weighed."""
    text = (Path(__file__).parents[1] / "bots" / "plans.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Plans)


class SearchBot:
    """Chooses, at the beginning of each turn, which of the bots of plans.toml plays it.

    It plays each on a few times, with dice of its own: it knows neither the game's dice to come nor the others' plans.

    Args:
        style: figures by which positions are valued. seed: any integer or text; the same seed and game give the same orders.
        make: makes a bot of a name and a seed.
    """

    name = "search"

    def __init__(self, style: Style, seed: int | str, make: Callable[[str, int | str], Bot]) -> None:
        self._style, self._seed, self._make = style, seed, make
        self._bots: dict[str, Bot] = {}
        self._turn, self._plan = 0, plans().plans[0]

    def decide(self, play: Play) -> Order:
        """Return a legal order."""
        who, turn = actor(play), play.state.clock.turn
        if turn != self._turn and play.pending is None and who == play.state.clock.power:
            self._turn, self._plan = turn, self._best(play)
        usual = plans().plans[0]
        return self._bot(self._plan if turn == self._turn else usual).decide(play)

    def _bot(self, name: str) -> Bot:
        if name not in self._bots:
            self._bots[name] = self._make(name, self._seed)
        return self._bots[name]

    def _best(self, play: Play) -> str:
        """Return the plan whose turn leads to the best positions on average: the usual one if no other is better by the margin."""
        known, usual = plans(), plans().plans[0]
        worths = {
            plan: sum(self._thought(play, plan, n) for n in range(known.games)) / known.games for plan in known.plans
        }
        best = max(known.plans, key=lambda plan: worths[plan])
        return best if worths[best] > worths[usual] + known.margin else usual

    def _thought(self, play: Play, plan: str, number: int) -> float:
        """Play a plan's turn and a few more, and return the share of the board that the side then has."""
        clock = play.state.clock
        seed = f"search:{self._seed}:{clock.turn}:{number}"
        mind = Play(play.rules, PairedDice(seed, lambda: (mind.state.clock.round, mind.state.clock.power)),
                    strictness=play.strictness, round_limit=play.round_limit)  # fmt: skip
        mind.take_up(play.state.copy())
        mine, others = self._make(plan, seed), self._make(plans().plans[0], seed)
        try:
            for _ in range(MOST):
                turn = mind.state.clock.turn
                if mind.state.ended or turn > clock.turn + plans().turns:
                    break
                mind.submit((mine if turn == clock.turn else others).decide(mind))
        except SitrepError:
            return 0.0
        return self.value(mind.position, play.position.side_of(clock.power))

    def value(self, position: Position, side: str) -> float:
        """Return what a position is worth to a side, from 0 to 1: a win, or its share of all units, areas, cities and stores."""
        state, title = position.state, position.title
        if state.ended and state.winners:
            return float(side in state.winners)
        have: dict[str, float] = {}
        boxes = {slug for slug, area in title.areas.items() if area.kind == "box"}
        classes = {slug: unit.cls for slug, unit in title.units.items()}
        for (power, _), (_, tuv) in forces(state, title.units, classes, boxes).items():
            have[power] = have.get(power, 0.0) + tuv
        for area, power in state.control.items():
            row = title.areas[area]
            worth = row.value * self._style.horizon + self._style.city * bool(row.victory_city)
            have[power] = have.get(power, 0.0) + worth + self._style.capital * (area in title.capital_of)
        for (power, resource), amount in state.resources.items():
            have[power] = have.get(power, 0.0) + amount * (resource == title.resource)
        sides = {position.side_of(power) for power in title.turns}
        told = {power: worth for power, worth in have.items() if power and position.side_of(power) in sides}
        mine = sum(worth for power, worth in told.items() if position.side_of(power) == side)
        return mine / max(sum(told.values()), 1.0)
