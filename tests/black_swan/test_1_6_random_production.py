"""Production driven at random through whole scenarios: blocks are conserved, PPs add up, limits hold (sections 1.3 to 1.6)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.board import camp_on_turn, count_of, is_air, own_blocks, steps
from engine.families.blocks.production.build import most_builds
from engine.families.blocks.production.nations import buyers
from engine.families.blocks.production.orders import BuyDisc, Draw, LoseSteps, Reinforce
from engine.families.blocks.production.pools import LARGE, SMALL, drawable
from engine.families.blocks.production.reinforce import elite_left, needy
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import RULES, TITLE

pytestmark = pytest.mark.section("1.6")

ROUNDS = 5
EXEMPT = ("usa", "us-coastal-waters")
AREAS = tuple(area for area, row in TITLE.areas.items() if row.kind != "box")


def some_order(play: Play, rng: random.Random) -> Order:
    """Return an order of the Production Phase drawn at random, legal or not."""
    power = rng.choice(buyers(play.position, camp_on_turn(play.position)))
    kind = rng.random()
    if kind < 0.1:
        return BuyDisc(rng.choice(("west-front", "east-front", "med-front")), power, rng.choice((0, 0, 7)))
    if kind < 0.5:
        small, large = (count_of(drawable(play.position, power, size)) for size in (SMALL, LARGE))
        return Draw(power, rng.randint(0, min(small, 3)), rng.randint(0, min(large, 2)))
    if not (stocked := needy(play.position)):
        return EndPhase()
    key = rng.choice(stocked)[0]
    return Reinforce(key[0], f"{key[2]}@{key[3]} ({key[1]})", rng.randint(1, 3))


def census(play: Play) -> Counter[tuple[str, str]]:
    """Return (power, unit) to the blocks on the board, in pools and waiting."""
    found: Counter[tuple[str, str]] = Counter()
    for (_, power, unit, _, _), count in play.state.stacks.items():
        found[power, unit] += count
    found.update(play.state.pool)
    return found


def produce(play: Play, rng: random.Random) -> None:
    """Play a Production Phase at random and hold it to its limits."""
    before, start = census(play), len(play.events)
    allowed = {
        power: (most_builds(play.position, power), elite_left(play.position, power))
        for power in buyers(play.position, camp_on_turn(play.position))
    }
    for _ in range(12):
        order = play.pending.default if play.pending else some_order(play, rng)
        if isinstance(order, EndPhase) or play.check(order):
            continue
        play.submit(order)
        assert min(play.state.resources.values(), default=0) >= 0
    while play.pending:
        play.submit(play.pending.default)
    assert census(play) == before
    drawn = sum(1 for e in play.events[start:] if isinstance(e, ev.UnitsRemoved) and e.cause == "drawn")
    assert drawn <= sum(builds for builds, _ in allowed.values())
    for power, (builds, elite) in allowed.items():
        assert most_builds(play.position, power) >= 0 and builds >= 0
        assert elite_left(play.position, power) <= elite
    for area in AREAS:
        here = own_blocks(play.position, area, camp_on_turn(play.position))
        most = 2 if TITLE.in_region(area, "small") else 4
        assert count_of(here) <= most or area in EXEMPT or TITLE.in_region(area, "siberia"), (area, here)
        assert all(key[3] <= TITLE.units[key[2]].strength for key, _ in here)


@pytest.mark.parametrize("scenario", ["campaign-1939", "campaign-1941", "1942", "1943", "1944"])
def test_random_production_keeps_its_limits(scenario: str) -> None:
    rng = random.Random(scenario)
    play = Play(RULES, SeededDice(scenario))
    play.start(scenario)
    while not play.state.ended and play.state.clock.round <= ROUNDS:
        if play.state.clock.phase == "production":
            produce(play, rng)
        while play.pending:
            play.submit(play.pending.default)
        play.submit(EndPhase())
    assert any(isinstance(e, ev.UnitsPlaced) and e.cause == "mobilize" for e in play.events)
    assert {e.cause for e in play.events if isinstance(e, ev.ResourceChanged)} >= {
        "income",
        "build",
        "reinforce",
        "unspent",
    }


def test_raids_end_whichever_losses_are_chosen() -> None:
    """The choices of a raid of eight equal blocks lead to the same sum of steps, however they fall."""
    left = set()
    for seed in range(6):
        rng = random.Random(seed)
        play = Play(RULES, SeededDice(1))
        play.start("1943")
        for area in ("paris", "lille", "brussels", "the-hague"):
            play.emit(ev.UnitsPlaced("germany", "air-4", 2, area, 3, "setup"))
        play.emit(ev.UnitsPlaced("great-britain", "air-4", 3, "manchester", 4, "setup"))
        while play.state.clock.phase != "production" or camp_on_turn(play.position) != "allies":
            play.submit(EndPhase() if not play.pending else play.pending.default)
        while play.pending:
            assert play.pending.takes == (LoseSteps,)
            there = [key for area in TITLE.regions["black-umbrella"] for key, _ in play.position.stacks(area)]
            orders = [LoseSteps(key[0], f"{key[2]} ({key[1]})") for key in there]
            choices = [order for order in orders if not play.check(order)]
            assert len(choices) > 1
            play.submit(rng.choice(choices))
        assert play.state.battle == 0
        under = [item for area in TITLE.regions["black-umbrella"] for item in play.position.stacks(area)]
        left.add(steps(item for item in under if is_air(TITLE.units[item[0][2]])))
    assert len(left) == 1
