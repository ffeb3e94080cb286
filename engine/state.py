"""GameState: the fold of a game's events, and nothing else.

`state.apply(event)` only folds; it never judges by a rule book. It refuses only impossible arithmetic: removing units,
bought units or areas that are not there (FoldError), because a negative state would falsify every later answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from engine import events as ev
from engine.condition import after_turn
from engine.display import Bundle, bundle
from engine.errors import FoldError


class Stack(NamedTuple):
    """Key of a stack of units that are alike; equal to the plain tuple of its fields.

    Attributes:
        area: its location. power: its owner. unit: its type. strength: the steps or hits each unit has left, from 1.
        condition: see `engine/condition.py`, empty when fresh.
    """

    area: str
    power: str
    unit: str
    strength: int
    condition: str


Key = tuple[str, str, str, int, str]
"""The fields of a Stack, which equals it and hashes as it does."""

Stacks = dict[Key, int]
"""The stacks of a state to functions that look them up by the plain tuple, which is made in half the time."""

_make = tuple.__new__
"""Makes a Stack or a Clock from a tuple of its fields. The fold makes a Stack only for a new stack: lookups use the plain tuple."""


class Clock(NamedTuple):
    """A moment of a game: round and turn from 1 (0 before the first), the power on turn and its phase."""

    round: int = 0
    turn: int = 0
    power: str = ""
    phase: str = ""


class GameState(msgspec.Struct):
    """Everything that is true of a game after some number of its events.

    Attributes:
        seq: number of events folded.
        clock: round, turn, power, phase.
        stacks: units on the board, by (area, power, unit, strength, condition); every count is above 0.
        pool: units bought and not yet placed, by (power, unit).
        control: area to the power that controls it; uncontrolled areas are absent.
        resources: stores by (power, resource).
        damage: bombing damage by (area, facility), only above 0.
        techs: level by (power, tech). relations: by (power, other), sorted. standing: power to status.
        points: victory points by (contender, measure).
        markers: by (scope, key).
        battle: number of the open battle, 0 when none. battles: how many there have been.
        turn_control, turn_stacks: control and stacks when the current turn began.
        defects: DefectFound events of severity `error` so far. shifts: counts changes of the stacks; an index of them
        is valid while it stays the same. accords: the same for relations and standings. transfers: the same for control.
        marks: the same for markers that last the game. advances: the same for technologies and options.
    """

    title: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    players: dict[str, str] = {}
    seq: int = 0
    clock: Clock = Clock()
    stacks: dict[Stack, int] = {}
    pool: dict[tuple[str, str], int] = {}
    control: dict[str, str] = {}
    resources: dict[tuple[str, str], int] = {}
    damage: dict[tuple[str, str], int] = {}
    techs: dict[tuple[str, str], int] = {}
    relations: dict[tuple[str, str], str] = {}
    standing: dict[str, str] = {}
    points: dict[tuple[str, str], int] = {}
    markers: dict[tuple[str, str], str] = {}
    battle: int = 0
    battles: int = 0
    turn_control: dict[str, str] = {}
    turn_stacks: dict[Stack, int] = {}
    ended: bool = False
    winners: tuple[str, ...] = ()
    how: str = ""
    defects: int = 0
    shifts: int = 0
    accords: int = 0
    transfers: int = 0
    marks: int = 0
    advances: int = 0

    def apply(self, event: ev.Event) -> None:
        """Fold one event into the state, in place.

        Raises:
            FoldError: the event removes something that is not there.
        """
        FOLD[type(event)](self, event)
        self.seq += 1

    def apply_all(self, events: Iterable[ev.Event]) -> GameState:
        """Fold many events in place and return the state.

        Raises:
            FoldError: an event removes something that is not there; the events before it are folded.
        """
        fold, done = FOLD, 0
        try:
            for event in events:
                fold[type(event)](self, event)
                done += 1
        finally:
            self.seq += done
        return self

    def copy(self) -> GameState:
        """Return an independent copy (keys and values are immutable, so a shallow copy of each container is enough)."""
        fields: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            fields[name] = value.copy() if type(value) is dict else value
        return GameState(**fields)

    def _repr_mimebundle_(self, **_: Any) -> Bundle | None:
        """Return how a notebook shows it (`engine.display`)."""
        return bundle(self)

    def units_in(self, area: str) -> Iterator[tuple[Stack, int]]:
        """Yield (key, count) of every stack in an area, in no set order."""
        for key, count in self.stacks.items():
            if key.area == area:
                yield key, count

    def marker(self, scope: str, key: str, default: str = "") -> str:
        """Return a marker's value, or `default` when it is not set."""
        return self.markers.get((scope, key), default)


def state_at(events: Iterable[ev.Event], n: int) -> GameState:
    """Return the state after the first `n` events: time travel to any event."""
    state = GameState()
    for index, event in enumerate(events):
        if index >= n:
            break
        state.apply(event)
    return state


def _short(key: tuple[str, str, str, int, str], count: int, have: int) -> FoldError:
    area, power, unit, strength, condition = key
    return FoldError(f"{area}: {count} {unit} of {power} (strength {strength}, condition {condition!r}) are removed but {have} are there")


def _game_started(state: GameState, event: ev.GameStarted) -> None:
    state.title, state.scenario = event.title, event.scenario
    state.options, state.players = dict(event.options), dict(event.players)
    state.advances += 1


def _game_ended(state: GameState, event: ev.GameEnded) -> None:
    state.ended, state.winners, state.how = True, event.winners, event.how


def _round_started(state: GameState, event: ev.RoundStarted) -> None:
    state.clock = state.clock._replace(round=event.round)


def _drop_markers(state: GameState, scope: str, other: str = "") -> None:
    markers = state.markers
    for key in [key for key in markers if key[0] == scope or key[0] == other]:
        del markers[key]


def _phase_started(state: GameState, event: ev.PhaseStarted) -> None:
    round_, turn, _, _ = state.clock
    state.clock = _make(Clock, (round_, event.turn, event.power, event.phase))
    if event.turn == turn:
        _drop_markers(state, "phase")
    else:
        _drop_markers(state, "phase", "turn")
        _refresh(state)
        state.turn_control, state.turn_stacks = state.control.copy(), state.stacks.copy()


def _refresh(state: GameState) -> None:
    state.shifts += 1
    stacks = state.stacks
    for key in [key for key in stacks if key[4]]:
        fresh = after_turn(key.condition)
        if fresh != key.condition:
            count = stacks.pop(key)
            new = _make(Stack, (*key[:4], fresh))
            stacks[new] = stacks.get(new, 0) + count


# The next four are most of a game's events. Each adds and takes by itself: functions for it would cost the fold a tenth of its speed.


def _units_placed(state: GameState, event: ev.UnitsPlaced) -> None:
    state.shifts += 1
    count = event.count
    stacks: Stacks = state.stacks  # type: ignore[assignment]  # plain tuples find Stacks
    if event.cause == "mobilize":
        _from_pool(state, event.power, event.unit, count)
    key = (event.area, event.power, event.unit, event.strength, event.condition)
    if key in stacks:
        stacks[key] += count
    else:
        stacks[_make(Stack, key)] = count


def _from_pool(state: GameState, power: str, unit: str, count: int) -> None:
    have = state.pool.get((power, unit), 0)
    if have < count:
        raise FoldError(f"{power} places {count} {unit} but has {have} bought and waiting")
    if have == count:
        del state.pool[power, unit]
    else:
        state.pool[power, unit] = have - count


def _units_moved(state: GameState, event: ev.UnitsMoved) -> None:
    state.shifts += 1
    power, unit, strength, count = event.power, event.unit, event.strength, event.count
    stacks: Stacks = state.stacks  # type: ignore[assignment]  # plain tuples find Stacks
    key = (event.origin, power, unit, strength, event.condition)
    have = stacks.get(key, 0)
    if have > count:
        stacks[key] = have - count
    elif have == count:
        del stacks[key]
    else:
        raise _short(key, count, have)
    key = (event.destination, power, unit, strength, event.becomes)
    if key in stacks:
        stacks[key] += count
    else:
        stacks[_make(Stack, key)] = count


def _units_removed(state: GameState, event: ev.UnitsRemoved) -> None:
    state.shifts += 1
    count = event.count
    stacks: Stacks = state.stacks  # type: ignore[assignment]  # plain tuples find Stacks
    key = (event.area, event.power, event.unit, event.strength, event.condition)
    have = stacks.get(key, 0)
    if have > count:
        stacks[key] = have - count
    elif have == count:
        del stacks[key]
    else:
        raise _short(key, count, have)


def _units_changed(state: GameState, event: ev.UnitsChanged) -> None:
    state.shifts += 1
    area, power, unit, strength, count = event.area, event.power, event.unit, event.strength, event.count
    stacks: Stacks = state.stacks  # type: ignore[assignment]  # plain tuples find Stacks
    key = (area, power, unit, strength, event.condition)
    have = stacks.get(key, 0)
    if have > count:
        stacks[key] = have - count
    elif have == count:
        del stacks[key]
    else:
        raise _short(key, count, have)
    key = (area, event.to_power or power, event.to_unit or unit, event.to_strength or strength, event.becomes)
    if key in stacks:
        stacks[key] += count
    else:
        stacks[_make(Stack, key)] = count


def _units_purchased(state: GameState, event: ev.UnitsPurchased) -> None:
    if event.count < 0:
        _from_pool(state, event.power, event.unit, -event.count)
    else:
        key = (event.power, event.unit)
        state.pool[key] = state.pool.get(key, 0) + event.count


def _control_changed(state: GameState, event: ev.ControlChanged) -> None:
    state.transfers += 1
    if event.after:
        state.control[event.area] = event.after
    else:
        state.control.pop(event.area, None)


def _resource_changed(state: GameState, event: ev.ResourceChanged) -> None:
    key = (event.power, event.resource)
    balance = state.resources.get(key, 0) + event.delta
    if balance != event.balance:
        raise FoldError(
            f"{event.power}'s {event.resource} changes by {event.delta} to {event.balance}, but the store was "
            f"{balance - event.delta}, which makes {balance}"
        )
    state.resources[key] = balance


def _battle_started(state: GameState, event: ev.BattleStarted) -> None:
    state.battle = event.battle
    state.battles = max(state.battles, event.battle)


def _battle_ended(state: GameState, event: ev.BattleEnded) -> None:
    state.battle = 0
    _drop_markers(state, "battle")


def _facility_changed(state: GameState, event: ev.FacilityChanged) -> None:
    key = (event.area, event.facility)
    if event.damage:
        state.damage[key] = event.damage
    else:
        state.damage.pop(key, None)


def _tech_advanced(state: GameState, event: ev.TechAdvanced) -> None:
    state.techs[event.power, event.tech] = event.level
    state.advances += 1


def _relation_changed(state: GameState, event: ev.RelationChanged) -> None:
    state.accords += 1
    one, two = sorted((event.power, event.other))
    state.relations[one, two] = event.after


def _power_changed(state: GameState, event: ev.PowerChanged) -> None:
    state.accords += 1
    state.standing[event.power] = event.after


def _points_scored(state: GameState, event: ev.VictoryPointsScored) -> None:
    state.points[event.contender, event.measure] = event.total


def _marker_set(state: GameState, event: ev.MarkerSet) -> None:
    if event.scope == "game":
        state.marks += 1
    if event.value:
        state.markers[event.scope, event.key] = event.value
    else:
        state.markers.pop((event.scope, event.key), None)


def _defect_found(state: GameState, event: ev.DefectFound) -> None:
    if event.severity == "error":
        state.defects += 1


def _nothing(state: GameState, event: ev.Event) -> None:
    """Do nothing: the effects of this event are separate events (dice, convoy losses)."""


FOLD: dict[type[ev.Event], Callable[[GameState, Any], None]] = {
    ev.GameStarted: _game_started,
    ev.GameEnded: _game_ended,
    ev.RoundStarted: _round_started,
    ev.PhaseStarted: _phase_started,
    ev.UnitsPlaced: _units_placed,
    ev.UnitsMoved: _units_moved,
    ev.UnitsRemoved: _units_removed,
    ev.UnitsChanged: _units_changed,
    ev.UnitsPurchased: _units_purchased,
    ev.ControlChanged: _control_changed,
    ev.ResourceChanged: _resource_changed,
    ev.BattleStarted: _battle_started,
    ev.BattleEnded: _battle_ended,
    ev.DiceRolled: _nothing,
    ev.ConvoyRaided: _nothing,
    ev.FacilityChanged: _facility_changed,
    ev.TechAdvanced: _tech_advanced,
    ev.RelationChanged: _relation_changed,
    ev.PowerChanged: _power_changed,
    ev.VictoryPointsScored: _points_scored,
    ev.MarkerSet: _marker_set,
    ev.DefectFound: _defect_found,
}
"""Event type to the function that folds it; a test of the vocabulary checks that none is missing."""
