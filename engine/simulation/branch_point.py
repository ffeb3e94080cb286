"""A moment of a recorded game from which bots can play on."""

from __future__ import annotations

from bisect import bisect_right

import msgspec

from engine.errors import SitrepError
from engine.events import BattleStarted, PhaseStarted, RoundStarted
from engine.play import ROUND_LIMIT, Play
from engine.recording import Fidelity
from engine.replay import Game
from engine.result import need_board
from engine.rules import load_rules
from engine.state import GameState, state_at
from engine.title.model import Title


class Moment(msgspec.Struct, frozen=True):
    """A title, and a state of one of its games in which somebody must give an order.

    Attributes:
        state: never changed; `begin` copies it. seq: the number of the record's events before it.
        turn: the turn that begins here, where the state is that of a save; None where the rules themselves made the state.
    """

    title: Title
    state: GameState
    seq: int
    turn: PhaseStarted | None = None

    def begin(self, play: Play) -> None:
        """Let a fresh play go on from here."""
        play.take_up(self.state.copy())
        if self.turn:
            play.rules.take_over(play, self.turn.power, self.turn.turn)


def moment(game: Game, at: int | None = None) -> Moment:
    """Return the last moment after at most `at` events of a game (all of them when None) from which it can be played on.

    In a log of orders this is before an order. A save says what stood where, but not what each unit has still to do in
    the turn; so it is played on from the beginning of a turn. A game that was only stopped, at a limit of rounds, goes on from
    its last order.

    Raises:
        SitrepError: the game is over by then, its title has no rules, or its record does not say enough to play on.
    """
    if at is not None and at > len(game.events):
        raise SitrepError(f"{game.name}: no event {at:,}; expected one of 0 to {len(game.events):,}")
    at = len(game.events) if at is None else at
    _refuse_without_rules(need_board(game))
    if at == len(game.events) and game.state.ended and game.state.how != ROUND_LIMIT:
        raise SitrepError(f"{game.name}: the game is over after event {at:,}; play on from an earlier event")
    return _before_an_order(game, at) if game.fidelity is Fidelity.ORDERS else _before_a_turn(game, at)


def turn_at(game: Game, round_: int, power: str, phase: str = "") -> int:
    """Return the event from which a power's turn in a round is played on, or a phase of that turn (see `moment`).

    Raises:
        SitrepError: the record has no such turn or phase.
    """
    now, phases = 0, list[tuple[int, str]]()
    for seq, event in enumerate(game.events):
        if isinstance(event, RoundStarted):
            now = event.round
        elif isinstance(event, PhaseStarted) and now == round_ and event.power == power:
            phases.append((seq, event.phase))
    if not phases:
        raise SitrepError(f"{game.name}: {power!r} has no turn in round {round_}; the record has rounds 1 to {now}")
    begun = next((seq for seq, slug in phases if phase in ("", slug)), None)
    if begun is None:
        known = ", ".join(dict.fromkeys(slug for _, slug in phases))
        raise SitrepError(f"{game.name}: no phase {phase!r} in {power}'s turn in round {round_}; expected one of {known}")
    later = next(
        (seq for seq, event in enumerate(game.events) if seq > begun and isinstance(event, PhaseStarted)),
        len(game.events),
    )
    found = next((seq for seq, _ in game.orders if seq > begun), begun)
    if found > later:
        slug = dict(phases)[begun]
        raise SitrepError(f"{game.name}: nobody gave an order in {power}'s {slug} of round {round_}; play on from another phase")
    return found


def before_battle(game: Game, battle: int) -> Moment:
    """Return the moment before the order that began a battle.

    Raises:
        SitrepError: there is no such battle, or the record is not one of orders.
    """
    starts = {event.battle: at for at, event in enumerate(game.events) if isinstance(event, BattleStarted)}
    if battle not in starts:
        raise SitrepError(f"{game.name}: no battle {battle}; expected one of 1 to {len(starts)}")
    if game.fidelity is not Fidelity.ORDERS:
        raise SitrepError(
            f"{game.name}: battle {battle} is in the middle of a turn, and a record of {game.fidelity.value} can be played on "
            "only from the beginning of a turn; change the board instead, with 'see' lines"
        )
    return moment(game, starts[battle])


def _refuse_without_rules(game: Game) -> None:
    try:
        load_rules(game.title)
    except LookupError as error:
        raise SitrepError(f"{game.name}: cannot be played on: {error}") from None
    if game.fidelity is Fidelity.OBSERVED:
        raise SitrepError(f"{game.name}: only what could be seen is recorded; expected a log of orders or a TripleA save, which say all")


def _before_an_order(game: Game, at: int) -> Moment:
    places = [seq for seq, _ in game.orders]
    if not game.state.ended:
        places.append(len(game.events))
    place = bisect_right(places, at) - 1
    if place < 0:
        raise SitrepError(f"{game.name}: event {at} is part of the set-up; the first order is after event {places[0]}")
    return Moment(game.title, state_at(game.events, places[place]), places[place])


def _before_a_turn(game: Game, at: int) -> Moment:
    turn, found = 0, -1
    for place, event in enumerate(game.events[: at + 1]):
        if isinstance(event, PhaseStarted) and event.turn > turn and event.power in game.title.turns:
            turn, found = event.turn, place
    if found < 0:
        raise SitrepError(f"{game.name}: no turn has begun after event {at}; expected a later event")
    event = game.events[found]
    assert isinstance(event, PhaseStarted)
    return Moment(game.title, state_at(game.events, found), found, event)
