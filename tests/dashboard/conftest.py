"""Lakes for the dashboard: none, empty, and small ones of hand-made games that are over in a moment."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from types import MappingProxyType

import msgspec
import pytest
from playwright.sync_api import Browser, Page
from streamlit.components.v2 import manifest_scanner

from engine.dice import SeededDice
from engine.events import (
    BattleEnded,
    BattleStarted,
    ControlChanged,
    ConvoyRaided,
    DefectFound,
    DiceRolled,
    Event,
    FacilityChanged,
    GameEnded,
    ResourceChanged,
    RoundStarted,
    UnitsRemoved,
)
from engine.play import Play
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.rules import EndPhase, load_rules
from engine.state import GameState
from engine.titles import Title, load_title
from tests.dashboard.browsing import chromium, watched
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
    deeds: Mapping[tuple[int, str], Sequence[Event]] = MappingProxyType({}),
) -> Game:
    """Return a game in which nobody does a thing but collect income, and a few areas change hands.

    It is over after some rounds, or at the start of the turn of `stop`: round and power.
    Every event is one that the title's rules made, save the changes of hands, the defects, and `deeds`: what else
    happens at the start of a power's turn in a round.
    """
    played = title or load_title("aa1942")
    players = dict.fromkeys(played.order, "Bert") | {"soviet-union": player}
    play = Play(load_rules(load_title("aa1942")), SeededDice(1))
    waiting = dict(deeds)
    play.start("", {"victory": "major"}, players)
    while play.state.clock.round <= rounds and (play.state.clock.round, play.state.clock.power) != stop:
        _take(play)
        _do(play, waiting.pop((play.state.clock.round, play.state.clock.power), ()))
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


def _do(play: Play, deeds: Sequence[Event]) -> None:
    for event in deeds:
        if type(event) is ResourceChanged:
            balance = play.state.resources.get((event.power, event.resource), 0) + event.delta
            event = msgspec.structs.replace(event, balance=balance)
        play.emit(event)


def unpriced(known: str = "") -> Title:
    """Return a title as a text tells it that names no price but that of one unit type."""
    title = load_title("aa1942")
    units = {slug: unit if slug == known else msgspec.structs.replace(unit, cost=0) for slug, unit in title.units.items()}
    return msgspec.structs.replace(title, units=units)


def roll(power: str, side: str, target: int, *dice: int) -> DiceRolled:
    """Return dice of a power's infantry."""
    hits = sum(die <= target for die in dice)
    return DiceRolled(0, "russia", power, side, "fire", 1, "infantry", target, dice, hits, len(dice) * target / 6)


def raid(battle: int, raider: str, area: str, victim: str, damage: int, lost: int) -> list[Event]:
    """Return a raid on a factory by bombers that stand at home, some of which are shot down."""
    sides = (area, raider, victim)
    return [
        BattleStarted(battle, "raid", *sides, "2 bomber", ""),
        UnitsRemoved(raider, "bomber", lost, raider, cause="anti-air", battle=battle),
        FacilityChanged(area, "industrial-complex", victim, "damaged", damage, damage, battle),
        BattleEnded(battle, "raid", *sides, 1, "none", "bombed", "bomber", "", 12 * lost, damage=damage),
    ]


def paid(power: str, amount: int, cause: str, counterparty: str = "") -> ResourceChanged:
    """Return a change of a power's store of money."""
    return ResourceChanged(power, "ipc", amount, 0, cause, counterparty)


DEEDS: dict[tuple[int, str], list[Event]] = {
    (1, "germany"): [
        *raid(1, "germany", "russia", "soviet-union", 5, lost=1),
        roll("germany", "attacker", 2, 1, 2, 2, 1, 2, 6),
        roll("soviet-union", "defender", 2, 6, 5),
        ConvoyRaided("sea-zone-5", "germany", "united-kingdom", "ipc", 4, 6),
        paid("united-kingdom", -4, "convoy", "germany"),
        paid("germany", 5, "objective"),
        paid("germany", 5, "objective"),
    ],
    (2, "soviet-union"): [FacilityChanged("russia", "industrial-complex", "soviet-union", "repaired", -3, 2)],
    (2, "japan"): [
        ConvoyRaided("sea-zone-35", "japan", "united-kingdom", "ipc", 3, 3),
        ConvoyRaided("sea-zone-36", "", "united-kingdom", "ipc", 0, 3),
        paid("united-kingdom", -3, "convoy", "japan"),
        paid("japan", 10, "objective"),
        roll("japan", "attacker", 3, 6, 6, 1),
    ],
    (3, "united-states"): [
        FacilityChanged("germany", "industrial-complex", "germany", "damaged", 2, 2),
        paid("united-states", 5, "objective"),
        roll("united-states", "attacker", 1, 1, 6),
    ],
}
"""What a title with convoys, objectives and bombing adds to a hand-made game of three rounds: round and power on turn."""


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


@pytest.fixture(scope="session", autouse=True)
def installed_components() -> Iterator[None]:
    """Look through the installed packages for components once: Streamlit's harness does for each app, longer than a page takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, Sequence[Game]], None]:
    """Return a writer of lakes that writes the same games once and copies what it has written: a fifth of a second for each lake."""
    folder = tmp_path_factory.mktemp("written")

    def write(path: Path, games: Sequence[Game]) -> None:
        whole = folder / sha256(pickle.dumps(games)).hexdigest()
        if not whole.exists():
            Lake.create(whole).write(games)
        copytree(whole, path)

    return write


@pytest.fixture
def make_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: Callable[[Path, Sequence[Game]], None]) -> Callable[..., Lake]:
    """Return a maker of lakes of the games handed to it; the dashboard then shows that lake."""

    def make(*games: Game) -> Lake:
        path = tmp_path / "lake"
        if games and not path.exists():
            written(path, games)
        else:
            Lake.create(path).write(games)
        monkeypatch.setenv("SITREP_LAKE", str(path))
        return Lake.open(path)

    return make


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A laptop's page, or what the test asks for; it fails the test for whatever the browser complains of."""
    with watched(browser, **getattr(request, "param", {})) as (page, complaints):
        yield page
        page.screenshot(path=tmp_path / "page.png", full_page=True)
        assert (tmp_path / "page.png").stat().st_size > 10_000
        assert page.get_by_test_id("stException").count() == 0
        assert complaints == []
