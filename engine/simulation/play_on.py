"""Playing on: from a moment of a recorded game, bots play to the end or for some rounds, with dice of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.bots.bot import Bot
from engine.errors import SitrepError
from engine.events import ControlChanged, Event
from engine.invariants import invariants
from engine.mechanics.set_up import check_options
from engine.play import Play
from engine.recording import Header
from engine.simulation.bots_by_name import make_bot
from engine.simulation.branch_point import Moment
from engine.simulation.changes import Change, change
from engine.simulation.flip import Flip, goes_otherwise
from engine.simulation.log_lines import words
from engine.simulation.simulate import Simulation, cast_bots
from engine.tally import strengths

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
        options: options of the title to play on with. flip: a battle that begins with the next order, and shall go the other way
        (`flip_of`): the record's order is given, and all that follows is the bots'.
        paired: with the dice of games that are compared (`engine.dice.PairedDice`).

    Raises:
        LookupError: there is no such bot, power or side. IllegalOrder: a change breaks a rule.
        SitrepError: there is no such option, a change cannot be made, the battle never goes the other way, or a bot is stuck.
    """
    game = _begun(start, f"{seed}/{number}", bots, rounds, changes, options or {}, paired)
    tries = 1
    while flip and not goes_otherwise(game, flip):
        if tries == TRIES:
            ends = f"won by the {flip.winner}" if flip.winner != "none" else "won by nobody"
            raise SitrepError(f"battle {flip.battle}: begun {TRIES} times, and it never ended otherwise than as recorded: {ends}")
        tries += 1
        game = _begun(start, f"{seed}/{number}/{tries}", bots, rounds, changes, options or {}, paired)
    return _played(game, number)


def _begun(
    start: Moment,
    seed: str,
    bots: Mapping[str, str] | str,
    rounds: int,
    changes: Sequence[Change],
    options: Mapping[str, str],
    paired: bool = False,
) -> Simulation:
    title, state = start.title, start.state
    cast = cast_bots(title, bots)
    header = Header(title.slug, scenario=state.scenario, round_limit=state.clock.round + rounds - 1)
    made: dict[str, Bot] = {name: make_bot(name, seed) for name in dict.fromkeys(cast.values())}
    game = Simulation(title, header, seed, {power: made[name] for power, name in cast.items()}, paired=paired)
    start.begin(game.play)
    if options:
        check_options(title, options)
        changed = game.play.state.copy()
        changed.options = {**changed.options, **options}
        game.play.take_up(changed)
    _make(game.play, changes)
    return game


def _make(play: Play, changes: Sequence[Change]) -> None:
    for number, wanted in enumerate(changes, 1):
        _change(play, number, wanted)


def _change(play: Play, number: int, wanted: Change) -> None:
    """Change the board; an error says which change it was, and whose phase it is."""
    clock = play.state.clock
    try:
        change(play, wanted)
    except SitrepError as error:
        raise type(error)(f"change {number}, {words([wanted])!r}, in {clock.power}'s {clock.phase}: {error}") from None


def unsettled(start: Moment, changes: Sequence[Change]) -> list[str]:
    """Return what changes leave as no turn of the game ends: units among enemies, say; nothing where all is in order.

    Raises:
        SitrepError: a change cannot be made (see `play_on`).
    """
    title, header = start.title, Header(start.title.slug, scenario=start.state.scenario)
    game = Simulation(title, header, "1", {})
    start.begin(game.play)
    before = set(invariants(title).check_rest(game.play.state))
    _make(game.play, changes)
    return [one for one in invariants(title).check_rest(game.play.state) if one not in before]


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
