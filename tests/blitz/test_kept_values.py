"""What is kept until facts change follows from these facts alone: it reads nothing else of a state, in games and in forks of them.

`tests/engine/test_derived.py` compares what is kept with what is worked out anew; here is looked at what a function reads meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, cast

import pytest

from engine import events as ev
from engine.derived import DERIVATIONS
from engine.recording import Header
from engine.rules import Position
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.state import GameState
from engine.titles.blitz.position import supply
from tests.blitz.table import TITLE
from tests.engine.test_derived import PLAIN, arguments_of, stale
from tests.slow import slow_after

pytestmark = pytest.mark.section("1.5", "1.7", "3.1")
OPTIONS = {slug: "yes" for slug, option in TITLE.options.items() if "yes" in option.values}
READS = {
    "units": {"stacks"},
    "relations": {"relations", "standing"},
    "control": {"control"},
    "figures": {"techs"},
    "markers": {"markers game"},
    "turn": {"clock turn"},
    "round": {"clock round"},
}
"""Fact to what it says of a state."""
FREE = {"title", "scenario", "options", "players", "seq", "shifts", "accords", "transfers", "marks", "advances"}
"""What is the same all through a game, and the stamps, which functions that are kept themselves ask for."""


class Clock:
    """A moment that notes what is read of it."""

    def __init__(self, state: GameState, read: set[str]) -> None:
        self._clock, self._read = state.clock, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(f"clock {name}")
        return getattr(self._clock, name)


class Markers(Mapping[tuple[str, str], str]):
    """Markers that note of which scopes some are read."""

    def __init__(self, state: GameState, read: set[str]) -> None:
        self._markers, self._read = state.markers, read

    def __getitem__(self, key: tuple[str, str]) -> str:
        self._read.add(f"markers {key[0]}")
        return self._markers[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        self._read.update(f"markers {scope}" for scope, _ in self._markers)
        return iter(self._markers)

    def __len__(self) -> int:
        return len(self._markers)


class Watched:
    """A state that notes what is read of it."""

    def __init__(self, state: GameState) -> None:
        self._state, self.read = state, set[str]()

    def __getattr__(self, name: str) -> Any:
        if name in ("clock", "markers"):
            return {"clock": Clock, "markers": Markers}[name](self._state, self.read)
        self.read.add(name)
        return getattr(self._state, name)


def undeclared(position: Position) -> tuple[set[str], set[str]]:
    """Return the functions of what a position keeps, and what they read beside the facts that they name."""
    asked, wrong = set[str](), set[str]()
    for make, (stamp, table, _) in list(position.derived.items()):
        of = DERIVATIONS[make]
        if "moment" in of.facts or of.stamp(position.state) != stamp:  # what follows from a moment may read all
            continue
        told = FREE.union(*(READS[fact] for fact in of.facts))
        for given in list(table)[:40]:
            arguments = arguments_of(make, given)
            if all(isinstance(one, PLAIN) for one in arguments):
                state = Watched(position.state)
                make(Position(position.title, cast(GameState, state)), *arguments)
                asked.add(make.__qualname__)
                wrong |= {f"{make.__qualname__} of {of.facts} reads {name}" for name in state.read - told}
    return asked, wrong


def seas(position: Position) -> list[str]:
    """Return the powers to which other seas are friendly in what a position has seen than in one that has seen nothing."""
    fresh = Position(position.title, position.state)
    return [power for power in TITLE.powers if supply.friendly_seas(position, power) != supply.friendly_seas(fresh, power)]


def change(state: GameState, dice: Random) -> ev.Event:
    """Return an event that changes a fact: units, control, relations or markers, whatever the rules say to it."""
    keys = sorted(key for key in state.stacks if TITLE.areas[key.area].kind != "box")
    key, area = dice.choice(keys), dice.choice(sorted(TITLE.areas))
    land = dice.choice(sorted(area for area, row in TITLE.areas.items() if row.kind == "land"))
    markers = ("ally/turkey", "conquered/poland", "vichy-france", "war/turkey/ussr", "fallen/italy", "freed/france", "spoils/persia")
    return dice.choice(
        [
            ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "told", key.condition),
            ev.UnitsMoved(key.power, key.unit, 1, key.area, area, key.strength, "told", key.condition, key.condition, ()),
            ev.ControlChanged(land, state.control.get(land, ""), dice.choice(["", *TITLE.powers]), "told"),
            ev.RelationChanged(*dice.sample(sorted(TITLE.powers), 2), "", dice.choice(["war", "peace"])),
            ev.MarkerSet("game", dice.choice(markers), dice.choice(["", "germany", "afa", "axis", "allies", "yes"])),
        ]
    )


def branch(position: Position, dice: Random) -> set[str]:
    """Let a fork of a position go its own way for some events; return what it or the position then keeps wrongly."""
    state = position.state.copy()
    fork, wrong = position.fork(state), set[str]()
    for _ in range(4):
        event = change(state, dice)
        state.apply(event)
        fork.follow(event)
        for one in (fork, position):
            for power in TITLE.powers:
                supply.supplied(one, power, "libya")
            wrong |= {*stale(one), *(f"the seas of {power}" for power in seas(one))}
    return wrong


GAMES = [
    ("campaign", "random", {}),
    ("campaign", "greedy", OPTIONS),
    ("barbarossa", "random", OPTIONS),
    ("rising-sun", "random", {}),
    ("rise-and-fall", "random", OPTIONS),
    ("atlantic", "greedy", OPTIONS),
    ("western-europe", "greedy", OPTIONS),
    ("longest-day", "random", {}),
]


@pytest.mark.parametrize(("scenario", "bot", "options"), slow_after(3, GAMES))
def test_what_is_kept_reads_no_more_than_the_facts_that_it_names(scenario: str, bot: str, options: dict[str, str]) -> None:
    header, dice = Header(TITLE.slug, scenario=scenario, options=options), Random(3)
    game = Simulation(TITLE, header, 3, dict.fromkeys(TITLE.order, make_bot(bot, 3)))
    game.play.start(scenario, options, {})
    asked, wrong = set[str](), set[str]()
    for _ in range(250):
        if game.play.state.ended:
            break
        game.step()
        if dice.random() < 0.12:
            found, more = undeclared(game.play.position)
            asked |= found
            wrong |= more | branch(game.play.position, dice)
    assert sorted(wrong) == []
    assert {"_may_enter", "on_map", "where"} <= asked and len(asked) > 5
