"""What functions of a position keep is what they would find anew: each fact that they follow from is stamped, and none is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine import events as ev
from engine.derived import BY_POWER, DERIVATIONS, FACTS, derived_from, derived_from_stacks
from engine.play import Play
from engine.recording import Header
from engine.rules import Position, load_rules
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import GameState, Stack
from engine.titles import load_title
from tests.slow import slow_after

AREA = "germany"
CHANGES: dict[str, tuple[Callable[[GameState], object], ev.Event]] = {
    "units": (lambda state: sorted(state.stacks.items()), ev.UnitsPlaced("germany", "infantry", 1, AREA)),
    "relations": (lambda state: dict(state.relations), ev.RelationChanged("germany", "japan", "allied", "war")),
    "control": (lambda state: dict(state.control), ev.ControlChanged(AREA, "germany", "japan", "captured")),
    "figures": (lambda state: dict(state.techs), ev.TechAdvanced("germany", "rockets", 1)),
    "markers": (lambda state: dict(state.markers), ev.MarkerSet("game", "weather", "mud")),
    "turn": (lambda state: state.clock.turn, ev.PhaseStarted("japan", "purchase-units", 9)),
    "round": (lambda state: state.clock.round, ev.RoundStarted(9)),
    "moment": (lambda state: state.seq, ev.RoundStarted(9)),
}
"""Fact to what it is read from, and an event that changes it."""


def begun() -> tuple[GameState, Position]:
    """A game of aa1942 as it begins."""
    play = Play(load_rules(load_title("aa1942")), None)  # type: ignore[arg-type]  # nothing is rolled
    play.start()
    return play.state, play.position


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Forget the functions that a test declares."""
    yield
    for make in [make for make in DERIVATIONS if make.__module__ == __name__]:
        del DERIVATIONS[make]
    BY_POWER[:] = [make for make in BY_POWER if make.__module__ != __name__]


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("fact", FACTS)
def test_what_follows_from_a_fact_is_found_anew_when_it_changes_and_only_then(fact: str) -> None:
    read, change = CHANGES[fact]
    asked = []

    @derived_from(fact)
    def found(position: Position) -> object:
        asked.append(position)
        return read(position.state)

    state, position = begun()
    before = found(position)
    assert found(position) is before and len(asked) == 1
    branch = state.copy()
    fork = position.fork(branch)
    state.apply(change)
    position.follow(change)
    assert found(position) == read(state) != before
    assert found(fork) == before, "a change in one branch is none in the other"
    assert len(asked) == (2 if FACTS[fact].forks else 3), "what goes over to a fork is not found again"
    # A new turn ends what units did in the one before: that changes their stacks.
    others = [event for name, (_, event) in CHANGES.items() if name != fact and (fact, name) != ("units", "turn")]
    if fact != "moment":
        times = len(asked)
        for event in others:
            if read(branch) == read(_after(branch, event)):
                branch.apply(event)
                fork.follow(event)
        assert found(fork) == before and len(asked) == times


ITS_OWN = [ev.UnitsPlaced("germany", "infantry", 1, AREA), ev.TechAdvanced("japan", "rockets", 1), ev.TechAdvanced("japan", "rockets", 0)]
ANOTHERS = [ev.UnitsPlaced("japan", "infantry", 1, "japan"), ev.ControlChanged(AREA, "germany", "japan", "captured"), ev.RoundStarted(9)]


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize(
    ("changes", "again"), [*(([change], True) for change in ITS_OWN), *(([change], False) for change in ANOTHERS), (ITS_OWN[1:], True)]
)
def test_what_follows_from_a_powers_stacks_is_found_anew_when_these_or_figures_change(changes: list[ev.Event], again: bool) -> None:
    asked = []

    @derived_from_stacks
    def found(position: Position, power: str) -> object:
        asked.append(position)
        return tuple(position.stacks_of(power)), tuple(position.state.techs.items())

    state, position = begun()
    before = found(position, "germany")
    branch = state.copy()
    fork = position.fork(branch)
    for change in changes:
        state.apply(change)
        position.follow(change)
    after = found(position, "germany")
    assert (after is not before) is again and len(asked) == 1 + again
    assert after == (tuple(Position(position.title, state).stacks_of("germany")), tuple(state.techs.items()))
    assert found(fork, "germany") is before, "a change in one branch is none in the other"


def _after(state: GameState, event: ev.Event) -> GameState:
    after = state.copy()
    after.apply(event)
    return after


PLAIN = (str, int, bool, frozenset, tuple, Stack)
"""Arguments that say all they are: not a bot's view, which is of one position."""
SEEN = {"_ships_seen", "_seas_seen", "_verdicts"}
"""Functions that keep an empty table which others fill: what stands there is stamped by the stacks that it was read from."""


def stale(position: Position) -> list[str]:
    """Return what a position keeps that it would find otherwise were it asked anew."""
    wrong = []
    for make, (stamp, table, _) in list(position.derived.items()):
        of = DERIVATIONS[make]
        if make.__name__ in SEEN or of.stamp(position.state) != stamp:
            continue
        fresh = Position(position.title, position.state)
        for given, kept in list(table.items())[:60]:
            arguments = arguments_of(make, given)
            if all(isinstance(one, PLAIN) for one in arguments) and not _same(make(fresh, *arguments), kept):
                wrong.append(f"{make.__module__}.{make.__qualname__}{arguments} follows from more than {of.facts}")
    for (make, power), (stacks, stamp, kept) in list(position.derived_by_power.items()):
        if stacks is position.stacks_of(power) and stamp == position.state.advances:
            fresh = make(Position(position.title, position.state), power)
            if not _same(fresh, kept):
                wrong.append(f"{make.__module__}.{make.__qualname__}({power}) follows from more than the power's stacks")
    return wrong


def arguments_of(make: Callable[..., Any], given: Any) -> tuple[Any, ...]:
    """Return the arguments after the position that a kept value was asked for with."""
    count = make.__code__.co_argcount - 1
    return () if count == 0 else (given,) if count == 1 else given


def _same(one: object, two: object) -> bool:
    if None in (one, two):
        return one is two
    if type(one).__eq__ is object.__eq__:  # ways of ships and arms of a power: the same when they were made of the same
        return all(vars(one)[name] == vars(two)[name] for name in ("state", "transports", "troops", "_air", "_ships") if name in vars(one))
    return one == two


GAMES = [
    ("aa1942", "standard", "greedy", 3),
    ("global-1939", "", "greedy", 2),
    ("black-swan", "1939", "greedy", 3),
    ("blitz", "", "greedy", 4),
    ("global-war-1936", "1939", "greedy", 2),
    ("black-swan", "", "random", 3),
    ("blitz", "", "random", 4),
    ("aa1942", "standard", "random", 2),
    ("global-war-1936", "1936", "random", 3),
    ("global-1939", "", "random", 2),
]


@pytest.mark.parametrize(("slug", "scenario", "bot", "rounds"), slow_after(3, GAMES))
def test_nothing_that_is_kept_during_a_game_is_stale(slug: str, scenario: str, bot: str, rounds: int) -> None:
    title, dice = load_title(slug), Random(7)
    header = Header(title.slug, scenario=scenario or next(iter(title.scenarios)), round_limit=rounds)
    game = Simulation(title, header, 5, dict.fromkeys(title.order, make_bot(bot, 5)))
    game.play.start(header.scenario, header.options, header.players)
    looked, by_power, wrong = set[str](), set[str](), set[str]()
    while not game.play.state.ended:
        game.step()
        if dice.random() < 0.1:
            wrong |= set(stale(game.play.position))
            looked |= {make.__qualname__ for make in game.play.position.derived}
            by_power |= {make.__qualname__ for make, _ in game.play.position.derived_by_power}
    assert sorted(wrong) == []
    assert len(looked) >= 5
    keeps = slug != "blitz" and (slug, bot) != ("black-swan", "random")
    assert bool(by_power) is keeps, (
        "what follows from a power's stacks is kept by all rules but Blitz!'s, and for greedy players of Black Swan"
    )
