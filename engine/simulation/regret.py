"""The large decisions of a finished game, each beside what a bot would have done there.

A decision is all of a power's orders in the first phase of its turn that buys units, all of them in the first that attacks, or one
answer whether to retreat. What was played and what the bot plays end in two positions; how much the bot's is worth is asked by
playing both on (`ingest/regret.py`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from engine.bots.bot import actor
from engine.errors import SitrepError
from engine.orders import Order
from engine.play import Play, tag
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.rules import Rules, load_rules
from engine.simulation.bots_by_name import make_bot
from engine.simulation.branch_point import Moment
from engine.simulation.simulate import Simulation
from engine.state import GameState, state_at
from engine.title.model import Title

PURCHASES, ATTACKS, RETREATS = "purchases", "attacks", "retreats"
KINDS = (PURCHASES, ATTACKS, RETREATS)

MOST = 2000
"""Orders after which a bot's phase is given up."""


class Way(msgspec.Struct, frozen=True):
    """One way to decide: a position, and the orders that are given there before anything is played on."""

    start: Moment
    orders: tuple[Order, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """A decision of a game.

    Attributes:
        seq: events before it. kind: one of KINDS. round, turn, power: when, and whose. side: of the power.
        played, instead: the orders that were given, and those of the bot.
        ways: what was played and what the bot does, each as a position and orders: the positions that a phase led to; of a retreat the
        answer, so that the dice that follow it are other ones in each game. apart: how far the positions are apart: the value of what
        stands, waits or lies in store in one of them and not in the other, halved.
    """

    seq: int
    kind: str
    round: int
    turn: int
    power: str
    side: str
    played: tuple[Order, ...]
    instead: tuple[Order, ...]
    ways: tuple[Way, Way]
    apart: float


class Span(msgspec.Struct, frozen=True):
    """The orders of one decision: from the place of the first one in `Game.orders` to the place after the last."""

    kind: str
    first: int
    end: int


@cache
def kinds() -> dict[str, str]:
    """Return the name of each order that belongs to a large decision, with its kind (decisions.csv)."""
    text = Path(__file__).with_name("decisions.csv").read_text(encoding="utf-8")
    return {row["do"]: row["kind"] for row in csv.DictReader(text.splitlines())}


def decisions(game: Game, bot: str = "greedy", seed: int | str = 1) -> list[Decision]:
    """Return the decisions of a game in which a bot would have done something else, those that are furthest apart first.

    Raises:
        SitrepError: the record is not one of orders. LookupError: there is no such bot, or the title has no rules.
    """
    if game.fidelity is not Fidelity.ORDERS:
        raise SitrepError(f"{game.name}: a record of {game.fidelity.value} does not say what was ordered when; expected a log of orders")
    found = (_weighed(game, span, bot, seed) for span in spans(game))
    return sorted((one for one in found if one and one.apart > 0), key=lambda one: (-one.apart, one.seq))


def spans(game: Game) -> list[Span]:
    """Return where the large decisions of a game stand among its orders."""
    rules, found = load_rules(game.title), list[Span]()
    first = {kind: _first_phase(rules, game.title, kind) for kind in (PURCHASES, ATTACKS)}
    clocks = _clocks(game)
    at = 0
    while at < len(game.orders):
        turn, phase = clocks[at]
        end = at
        while end < len(game.orders) and clocks[end] == (turn, phase):
            end += 1
        kind = next((kind for kind, slug in first.items() if slug == phase), "")
        if kind:
            found.append(Span(kind, at, end))
        else:
            found += [Span(RETREATS, n, n + 1) for n in range(at, end) if _is(game.orders[n][1], RETREATS)]
        at = end
    return found


def _is(order: Order, kind: str) -> bool:
    return kinds().get(tag(type(order))) == kind


def _first_phase(rules: Rules, title: Title, kind: str) -> str:
    """Return the first phase of a turn that takes an order of a kind."""
    for slug in title.phases:
        if any(kinds().get(tag(order)) == kind for order in rules.by_slug[slug].takes):
            return slug
    return ""


def _clocks(game: Game) -> list[tuple[int, str]]:
    """Return the turn and phase of each order."""
    state, seq, found = GameState(), 0, list[tuple[int, str]]()
    for place, _ in game.orders:
        while seq < place:
            state.apply(game.events[seq])
            seq += 1
        found.append((state.clock.turn, state.clock.phase))
    return found


def _weighed(game: Game, span: Span, bot: str, seed: int | str) -> Decision | None:
    """Return a decision with what the bot does instead; None where it does the same, or cannot finish."""
    seq = game.orders[span.first][0]
    after = game.orders[span.end][0] if span.end < len(game.orders) else len(game.events)
    start = Moment(game.title, state_at(game.events, seq), seq)
    played = tuple(order for _, order in game.orders[span.first : span.end])
    simulation = _simulation(start, bot, f"{seed}/{seq}")
    who = actor(simulation.play)
    given = tuple(_ordered(simulation, span.kind, played[0]))
    if not given or given == played:
        return None
    before, other = state_at(game.events, after), simulation.play.state
    if ends_alike(before, other):
        return None
    if span.kind == RETREATS:
        ways = Way(start, played), Way(start, given)
    else:
        ways = Way(Moment(game.title, before, after)), Way(Moment(game.title, other.copy(), seq))
    side = simulation.play.position.side_of(who)
    value = distance(game.title, before, other) if span.kind != RETREATS else _at_stake(simulation.play, start.state)
    return Decision(seq, span.kind, start.state.clock.round, start.state.clock.turn, who, side, played, given, ways, value)


def ends_alike(one: GameState, two: GameState) -> bool:
    """Return whether two games are over, and won by the same: then there is nothing to play on."""
    return one.ended and two.ended and one.winners == two.winners


def _simulation(start: Moment, bot: str, seed: str) -> Simulation:
    title = start.title
    made = make_bot(bot, seed)
    header = Header(title.slug, scenario=start.state.scenario)
    simulation = Simulation(title, header, seed, dict.fromkeys(title.turns, made), paired=True)
    start.begin(simulation.play)
    return simulation


def _ordered(simulation: Simulation, kind: str, played: Order) -> Iterator[Order]:
    """Let the bot play the decision, and yield its orders: a phase to its end, or one answer."""
    play, given = simulation.play, list[Order]()
    clock = play.state.clock
    for _ in range(MOST):
        order = simulation.bots[actor(play)].decide(play)
        if kind == RETREATS and order == played:
            return
        play.submit(order)
        given.append(order)
        now = play.state.clock
        if kind == RETREATS or play.state.ended or (now.turn, now.phase) != (clock.turn, clock.phase):
            yield from given
            return


def _at_stake(play: Play, state: GameState) -> float:
    """Return the value of the units in the area of the battle that an answer is about."""
    areas = {getattr(event, "area", "") for event in play.events if getattr(event, "battle", 0)} - {""}
    units = play.title.units
    return sum(n * units[key.unit].worth(key.strength) for key, n in state.stacks.items() if key.area in areas) or 1.0


def distance(title: Title, one: GameState, two: GameState) -> float:
    """Return half of the value that is in one of two positions and not in the other: units where they stand, bought ones, stores."""
    total = 0.0
    first, second = _worths(title, one), _worths(title, two)
    for key in first.keys() | second.keys():
        total += abs(first.get(key, 0.0) - second.get(key, 0.0))
    return total / 2


def _worths(title: Title, state: GameState) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    for key, count in state.stacks.items():
        place = (key.area, key.power, key.unit)
        found[place] = found.get(place, 0.0) + count * title.units[key.unit].worth(key.strength)
    for (power, unit), count in state.pool.items():
        found["pool", power, unit] = count * float(title.units[unit].cost)
    for (power, resource), amount in state.resources.items():
        if resource == title.resource:
            found["store", power, resource] = float(amount)
    return found
