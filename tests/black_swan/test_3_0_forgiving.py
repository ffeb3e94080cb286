"""3.0 Land Phase in records with mistakes: what can be done of an order is done, and nothing that cannot be breaks the game."""

from __future__ import annotations

from random import Random

import pytest

from engine.dice import SeededDice
from engine.events import DefectFound
from engine.families.blocks.land.orders import Airborne, Escort, Gunfire, March, Recall, Seaborne, StrategicMove
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.black_swan.board import RULES, TITLE, again, at, events_after, play_from

pytestmark = pytest.mark.section("3.1")

COLLECT = Strictness.COLLECT
WAR = "germany 2 infantry-4 kursk, germany tank-4 kursk, soviet-union infantry-4 moscow"


def defects(play: Play, *orders: Order) -> list[str]:
    """Return the rules that orders have broken."""
    start = len(play.events)
    for order in orders:
        play.submit(order)
    return [event.rule for event in events_after(play, start, DefectFound)]


def test_those_go_that_are_there() -> None:
    play = play_from(WAR, season=("summer", 1941), strictness=COLLECT)
    assert defects(play, March("3 infantry-4, air-4", "kursk > kharkov")) == ["land/missing"]
    assert at(play, "kharkov") == "2 germany infantry-4@4 [used=1 from=kursk took]"


def test_what_comes_too_late_or_goes_too_far_is_done_and_told() -> None:
    play = play_from(WAR + ", germany 2 infantry-4 berlin", season=("summer", 1941), strictness=COLLECT)
    assert defects(play, March("infantry-4", "kursk > voronezh > stalingrad")) == ["land/movement"]
    assert at(play, "stalingrad") == "germany infantry-4@4 [used=2 from=voronezh took]"
    assert defects(play, StrategicMove("infantry-4", "berlin > munich")) == []
    assert defects(play, March("infantry-4", "berlin > essen")) == ["land/order"]
    assert at(play, "essen") == "germany infantry-4@4 [used=1 from=berlin]"


@pytest.mark.parametrize(
    "order",
    [
        March("infantry-4", "kursk"),
        March("infantry-4", "kursk > london"),
        Seaborne("infantry-4", "kursk"),
        Seaborne("infantry-4", "kursk > london"),
        Airborne("infantry-4", "kursk > voronezh"),
        Escort("tank-4", "kursk > voronezh"),
        Gunfire("infantry-4", "kursk > voronezh"),
        StrategicMove("infantry-4", "kursk > london"),
        StrategicMove("fort-4", "kursk > kharkov"),
        Recall("infantry-4", "kursk"),
    ],
)
def test_what_cannot_be_done_is_told_and_left_out(order: Order) -> None:
    play = play_from(WAR, season=("summer", 1941), strictness=COLLECT)
    before = play.state.copy()
    assert defects(play, order)
    assert (play.state.stacks, play.state.control) == (before.stacks, before.control)


def nonsense(play: Play, rng: Random) -> Order:
    """Return an order of the Land Phase about blocks that are somewhere, along areas that touch or not."""
    area = rng.choice(sorted(play.position.board))
    path = [area]
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        near = list(TITLE.neighbours[path[-1]])
        path.append(rng.choice(near if near and rng.random() < 0.9 else list(TITLE.areas)))
    (_, power, unit, strength, _), count = rng.choice(play.position.stacks(area))
    units = f"{rng.randint(1, count + 1)} {unit}{rng.choice(('', f'@{strength}'))}{rng.choice(('', f' ({power})'))}"
    kind = rng.choice((March, March, March, StrategicMove, Seaborne, Airborne, Escort, Gunfire, Recall))
    return Recall(units, area) if kind is Recall else kind(units, " > ".join(path))


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_never_breaks_a_game(seed: int) -> None:
    """A record full of nonsense is read to its end; its events fold to the same state again."""
    rng, play = Random(seed), Play(RULES, SeededDice(seed), strictness=COLLECT)
    play.start(rng.choice(list(TITLE.scenarios)))
    for _ in range(300):
        if play.state.ended:
            break
        if play.pending:
            play.submit(play.pending.default)
        elif play.phase.slug in ("land", "blitz") and rng.random() < 0.95:
            play.submit(nonsense(play, rng))
        else:
            play.submit(EndPhase())
    assert play.state.defects > 0
    assert again(play).state == play.state
