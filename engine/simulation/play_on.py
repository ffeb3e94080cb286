"""Playing on: from a moment of a recorded game, bots play to the end or for some rounds, with dice of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.bots.bot import Bot
from engine.errors import SitrepError
from engine.events import BattleEnded, ControlChanged, Event
from engine.play import Play
from engine.recording import Header
from engine.simulation.cast import make_bot
from engine.simulation.changes import Change, change
from engine.simulation.moment import Moment
from engine.simulation.simulate import Simulation, cast_bots
from engine.tally import strengths
from engine.title.model import Title

ROUNDS = 10
"""Rounds that are played on at most, when nobody says how many."""

TRIES = 500
"""How often a battle is fought until it goes the other way; one that never does is given up."""


class Strength(msgspec.Struct, frozen=True):
    """What a side has at the end of a round, in the main resource: `tuv` of its units, `production` of its areas."""

    round: int
    side: str
    tuv: int
    production: int


class Fall(msgspec.Struct, frozen=True):
    """A capital changes hands."""

    round: int
    capital: str
    taker: str


class Continuation(msgspec.Struct, frozen=True):
    """How one game went on.

    Attributes:
        number: which of the games it is, from 1. winners: the sides that won, none of a draw. how: how it ended
        (`round-limit` if it was stopped). rounds: the round in which it ended, of the whole game. orders: how many were given.
        strengths: of each side at the end of each round. falls: capitals that changed hands, in order.
    """

    number: int
    winners: tuple[str, ...]
    how: str
    rounds: int
    orders: int
    strengths: tuple[Strength, ...]
    falls: tuple[Fall, ...]


class Flip(msgspec.Struct, frozen=True):
    """A battle that shall go the other way: its number, and the `winner` it must not have again."""

    battle: int
    winner: str


def play_on(
    start: Moment,
    number: int = 1,
    seed: int | str = 1,
    bots: Mapping[str, str] | str = "greedy",
    *,
    rounds: int = ROUNDS,
    changes: Sequence[Change] = (),
    options: Mapping[str, str] | None = None,
    flip: Flip | None = None,
    paired: bool = False,
) -> Continuation:
    """Play a game on from a moment, and return how it went.

    Args:
        start: see `moment`. number, seed: together they determine dice and decisions. bots: as for `simulate`.
        rounds: at most so many more rounds, the current one included. changes: made before anything is played.
        options: options of the title to play on with. flip: a battle that begins with the next order, and shall go the other way.
        paired: with the dice of games that are compared (`engine.dice.PairedDice`).

    Raises:
        LookupError: there is no such bot, power or side. IllegalOrder: a change breaks a rule.
        SitrepError: a change cannot be made, the battle never goes the other way, or a bot is stuck.
    """
    game = _begun(start, f"{seed}/{number}", bots, rounds, changes, options or {}, paired)
    tries = 1
    while flip and not _went_other_way(game, flip):
        if tries == TRIES:
            raise SitrepError(f"battle {flip.battle}: fought {TRIES} times, and every time won by the {flip.winner}")
        tries += 1
        game = _begun(start, f"{seed}/{number}/{tries}", bots, rounds, changes, options or {})
    return _played(game, number)


def _begun(
    start: Moment, seed: str, bots: Mapping[str, str] | str, rounds: int, changes: Sequence[Change], options: Mapping[str, str],
    paired: bool = False,
) -> Simulation:  # fmt: skip
    title, state = start.title, start.state
    cast = cast_bots(title, bots)
    header = Header(title.slug, scenario=state.scenario, round_limit=state.clock.round + rounds - 1)
    made: dict[str, Bot] = {name: make_bot(name, seed) for name in dict.fromkeys(cast.values())}
    game = Simulation(title, header, seed, {power: made[name] for power, name in cast.items()}, paired=paired)
    start.begin(game.play)
    if options:
        unknown = [name for name, value in options.items() if value not in _values(title, name)]
        if unknown:
            raise LookupError(f"{title.slug} has no option {unknown[0]}={options[unknown[0]]}")
        changed = game.play.state.copy()
        changed.options = {**changed.options, **options}
        game.play.take_up(changed)
    for wanted in changes:
        change(game.play, wanted)
    return game


def _values(title: Title, name: str) -> tuple[str, ...]:
    row = title.options.get(name)
    return tuple(row.values) if row else ()


def _went_other_way(game: Simulation, flip: Flip) -> bool:
    """Play until the battle has ended; return whether somebody else has won it."""
    play, seen = game.play, 0
    while not play.state.ended:
        game.step()
        for event in play.events[seen:]:
            if isinstance(event, BattleEnded) and event.battle == flip.battle:
                return event.winner != flip.winner
        seen = len(play.events)
    return False


def _played(game: Simulation, number: int) -> Continuation:
    play, seen, orders = game.play, 0, 0
    strengths: list[Strength] = []
    falls: list[Fall] = []
    while not play.state.ended:
        round_ = play.state.clock.round
        game.step()
        orders += 1
        falls += _falls(play, play.events[seen:], round_)
        seen = len(play.events)
        if play.state.ended or play.state.clock.round != round_:
            strengths += strength(play, round_)
    state = play.state
    return Continuation(number, state.winners, state.how, state.clock.round, orders, tuple(strengths), tuple(falls))


def strength(play: Play, round_: int) -> list[Strength]:
    """Return what each side that takes turns has now: the value of its units on the map, and of its areas."""
    found = strengths(play.position)
    return [Strength(round_, side, one.tuv, one.production) for side, one in found.items()]


def _falls(play: Play, events: Sequence[Event], round_: int) -> list[Fall]:
    capitals = play.title.capital_of
    return [
        Fall(round_, event.area, event.after)
        for event in events
        if isinstance(event, ControlChanged) and event.area in capitals and event.before and event.after
    ]
