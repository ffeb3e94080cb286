"""Random legal play never raises, keeps the invariants, and can be cut and replayed anywhere.

SITREP_SEEDS sets how many games are played (default 8), SITREP_ROUNDS how many rounds each has (default 3).
"""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from engine import events as ev
from engine.dice import RecordedDice
from engine.events import Event, encode_event
from engine.families.axis_allies import orders as o
from engine.orders import split_path
from engine.play import Play
from engine.recording import DiceEntry, OrderEntry, RecordEntry
from engine.replay import replay
from engine.rules import load_rules
from engine.state import GameState, state_at
from engine.strictness import Strictness
from tests.play.games import SEEDS, Played, random_game
from tests.slow import slow_after

CUTS = 4
"""Places, beside one inside a battle, at which each game is cut in two."""


def as_bytes(events: list[Event]) -> list[bytes]:
    return [encode_event(event) for event in events]


@pytest.mark.parametrize("seed", slow_after(2, SEEDS))
def test_random_play_ends_and_keeps_the_invariants_after_every_event(seed: int) -> None:
    game = random_game(seed)
    assert game.wrong == []
    assert game.state.ended and game.state.how in ("round-limit", "moderate")


@pytest.mark.parametrize("seed", slow_after(2, SEEDS))
@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_a_recording_replays_to_the_same_bytes(seed: int, strictness: Strictness) -> None:
    game = random_game(seed)
    again = replay(game.recording, game.title, strictness)
    assert as_bytes(again.events) == as_bytes(game.events)
    assert again.state == game.state and again.state.defects == 0


@pytest.mark.parametrize("seed", slow_after(2, SEEDS))
def test_prefix_and_rest_make_the_same_game(seed: int) -> None:
    """A game taken up again from nothing but its events goes on exactly as it did, also from the midst of a battle."""
    game = random_game(seed)
    for cut in cuts(game, Random(seed)):
        entries, events = game.marks[cut]
        state = state_at(game.events, events)
        made = go_on(game, state, game.recording.entries[entries:])
        assert as_bytes(made) == as_bytes(game.events[events:]), f"cut before order {cut}"


def cuts(game: Played, chance: Random) -> list[int]:
    """Return some orders before which to cut: anywhere, and one that answers a question of a battle."""
    places = sorted(chance.sample(range(1, len(game.marks)), CUTS))
    open_battle = []
    depth = 0
    starts = {events: order for order, (_, events) in enumerate(game.marks)}
    for number, event in enumerate(game.events):
        if depth and number in starts:
            open_battle.append(starts[number])
        depth += isinstance(event, ev.BattleStarted) - isinstance(event, ev.BattleEnded)
    return places + chance.sample(open_battle, min(2, len(open_battle)))


def go_on(game: Played, state: GameState, rest: tuple[RecordEntry, ...]) -> list[Event]:
    """Play the rest of a game from a state, with the orders and dice that are left; return the events made."""
    dice = iter([entry.dice for entry in rest if isinstance(entry, DiceEntry)])
    play = Play(
        load_rules(game.title),
        RecordedDice(lambda *_: next(dice)),
        strictness=Strictness.RAISE,
        round_limit=game.recording.header.round_limit,
    )
    play.take_up(state)
    for entry in rest:
        if isinstance(entry, OrderEntry):
            play.submit(entry.order)
    return play.events


@pytest.mark.slow
def test_random_play_walks_through_the_rules() -> None:
    """The games together hold what the book has special rules for; else the tests above prove little."""
    games = [random_game(seed) for seed in SEEDS]
    orders = [entry.order for game in games for entry in game.recording.entries if isinstance(entry, OrderEntry)]
    events = list(chain.from_iterable(game.events for game in games))
    moves = [event for event in events if isinstance(event, ev.UnitsMoved)]
    title = games[0].title

    def passes(event: ev.UnitsMoved, kind: str) -> bool:
        links = [title.neighbours[a].get(b) for a, b in zip(event.path, event.path[1:], strict=False)]
        by_sea = title.units[event.unit].cls == "sea"
        return by_sea and any(link and link.passage and title.passages[link.passage].kind == kind for link in links)

    seen = {
        "land battle": any(isinstance(e, ev.BattleEnded) and e.kind == "land" for e in events),
        "sea battle": any(isinstance(e, ev.BattleEnded) and e.kind == "sea" for e in events),
        "amphibious assault": any(isinstance(e, ev.BattleEnded) and e.kind == "amphibious" for e in events),
        "bombing raid": any(isinstance(e, ev.BattleEnded) and e.kind == "raid" for e in events),
        "bombing damage": any(isinstance(e, ev.FacilityChanged) and e.change == "damaged" for e in events),
        "anti-aircraft loss": any(isinstance(e, ev.UnitsRemoved) and e.cause == "anti-air" for e in events),
        "bombardment": any(isinstance(e, ev.DiceRolled) and e.purpose == "bombardment" for e in events),
        "surprise strike": any(isinstance(e, ev.DiceRolled) and e.purpose == "surprise-strike" for e in events),
        "dive": any(isinstance(order, o.Submerge) and order.count for order in orders),
        "retreat": any(event.cause == "retreat" for event in moves),
        "allied transport": any(isinstance(order, o.Load) and order.ship for order in orders),
        "offload from a friend": any(isinstance(order, o.Offload) and order.ship for order in orders),
        "canal": any(passes(event, "canal") for event in moves),
        "blitz": any(isinstance(e, ev.ControlChanged) and e.how == "blitzed" for e in events),
        "liberation": any(isinstance(e, ev.ControlChanged) and e.how == "liberated" for e in events),
        "fighters at sea": any(title.units[e.unit].has("lands-on-carriers") and title.areas[e.destination].kind == "sea" for e in moves),
        "assault by cargo": any(isinstance(o_, o.Offload) and len(split_path(o_.path)) == 2 for o_ in orders),
        "new factory": any(isinstance(e, ev.FacilityChanged) and e.change == "built" for e in events),
        "refund": any(isinstance(e, ev.ResourceChanged) and e.cause == "refund" for e in events),
    }
    assert [what for what, found in seen.items() if not found] == []
