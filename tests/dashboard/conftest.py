"""Lakes for the dashboard: none, empty, and small ones of hand-made games that are over in a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.dice import SeededDice
from engine.events import ControlChanged, DefectFound, Event, GameEnded, RoundStarted
from engine.play import Play
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.rules import EndPhase, load_rules
from engine.state import GameState
from engine.titles import Title, load_title
from warehouse import Lake

EVIL = "<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1)) $x^2$ :red[red] :smile:"
"""A player who would like to be more than text."""

TAKEN = ((1, "brazil", "germany"), (2, "kenya", "japan"), (2, "formosa", "united-states"))
"""Round, area without units, and who takes it in the hand-made games."""


def hand_made(
    name: str,
    *,
    title: Title | None = None,
    rounds: int = 3,
    ended: bool = True,
    defects: int = 0,
    player: str = "Anna",
    fidelity: Fidelity = Fidelity.ORDERS,
    stop: tuple[int, str] | None = None,
) -> Game:
    """Return a game in which nobody does a thing but collect income, and a few areas change hands.

    It is over after some rounds, or at the start of the turn of `stop`: round and power.
    Every event is one that the title's rules made, save the changes of hands and the defects.
    """
    played = title or load_title("aa1942")
    players = dict.fromkeys(played.order, "Bert") | {"soviet-union": player}
    play = Play(load_rules(load_title("aa1942")), SeededDice(1))
    play.start("", {"victory": "major"}, players)
    while play.state.clock.round <= rounds and (play.state.clock.round, play.state.clock.power) != stop:
        _take(play)
        play.submit(EndPhase())
    if ended:
        play.rules.stop(play, "conceded", ("axis",))
    play.events += [DefectFound("dice-count", "error", f"{n} dice", "1 die", EVIL, f"game:{n}") for n in range(defects)]
    state = GameState().apply_all(play.events)
    header = Header(title=played.slug, game=name, players=players, played="2026-05-01", source="by hand", about=EVIL)
    return Game(played, header, _within(play.events, rounds), state, fidelity, f"{name}.jsonl", name)


def _take(play: Play) -> None:
    clock = play.state.clock
    for round_, area, power in TAKEN:
        before = play.state.control[area]
        if (clock.round, clock.power) == (round_, power) and before != power:
            play.emit(ControlChanged(area, before, power, "captured"))


def _within(events: list[Event], rounds: int) -> list[Event]:
    """Return the events without the round that had only just begun when the game was stopped."""
    starts = [at for at, event in enumerate(events) if type(event) is RoundStarted and event.round > rounds]
    if not starts:
        return events
    tail = [event for event in events[starts[0] :] if type(event) in (GameEnded, DefectFound)]
    return events[: starts[0]] + tail


def without_map() -> Title:
    """Return a title that does not ship with Sitrep, as one that is read from a record; one of its names is evil."""
    title = load_title("aa1942")
    areas = title.areas | {"kenya": msgspec.structs.replace(title.areas["kenya"], name=EVIL)}
    return msgspec.structs.replace(title, slug="somebodys-map", name="Somebody's Map", folder=None, areas=areas)


@pytest.fixture
def make_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Lake]:
    """Return a maker of lakes of the games handed to it; the dashboard then shows that lake."""

    def make(*games: Game) -> Lake:
        lake = Lake.create(tmp_path / "lake")
        lake.write(games)
        monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "lake"))
        return lake

    return make
