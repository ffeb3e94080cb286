"""3.5 and 3.6 over whole battles of random blocks: they end, keep their books, and go on the same when they are cut off."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import events as ev
from engine.dice import SeededDice, count_hits
from engine.families.blocks import board
from engine.families.blocks.choice import describe
from engine.families.blocks.combat import retreat
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, OTHER, fielded
from engine.families.blocks.combat.fire import absorbed
from engine.families.blocks.combat.hits import toll
from engine.families.blocks.combat.orders import FallBack, ResolveCombat, Stand, Withdraw
from engine.families.blocks.combat.phase import open_battle
from engine.mechanics.orders import Lose
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import EndPhase, Pending, Position
from tests.black_swan.board import TITLE, again, play_from

pytestmark = pytest.mark.section("3.5")

LAND = [slug for slug, row in TITLE.areas.items() if row.kind == "land" and row.terrain != "impassable"]
ATTACK = ("infantry-4", "elite-infantry-4", "tank-4", "elite-tank-4", "artillery-4", "air-4", "airborne-3")
DEFENSE = (*ATTACK, "fort-4", "infantry-3", "tank-3", "air-3", "artillery-3")
WORDS = ("", "", "", "across", "seaborne", "seaborne combined", "used=1 from=warsaw")
SEASONS = (("spring", 1942), ("summer", 1942), ("fall", 1942), ("winter", 1943))
SIDES = {
    "germany": ("germany", "italy"),
    "soviet-union": ("soviet-union",),
    "great-britain": ("great-britain", "united-states"),
}
SEEDS = range(60)


def random_battle(seed: int, **more) -> Play:
    """Return a play in which the battle of `random_meeting` has been fought as far as its first choice."""
    play, area = random_meeting(seed, **more)
    play.submit(ResolveCombat(area))
    return play


def random_meeting(seed: int, **more) -> tuple[Play, str]:
    """Return a play with a contested area: blocks of both sides in it, and some of both around it, on random ground."""
    draw = random.Random(f"land battle {seed}")
    attacker = draw.choice(("germany", "soviet-union", "great-britain"))
    defender = draw.choice(("soviet-union", "great-britain")) if attacker == "germany" else "germany"
    area = draw.choice([slug for slug in LAND if board.stacking_limit(Position(TITLE, _empty()), slug) < 9])
    most = 2 if TITLE.in_region(area, "small") else 4
    stacks = [_block(draw, draw.choice(SIDES[attacker]), ATTACK, area, draw.choice(WORDS)) for _ in range(draw.randint(1, most))]
    stacks += [_block(draw, draw.choice(SIDES[defender]), DEFENSE, area) for _ in range(draw.randint(1, most))]
    near = board.land_neighbours(TITLE, area)
    control = {slug: draw.choice((attacker, defender, "")) or TITLE.areas[slug].original_owner for slug in near}
    for slug in near:
        owner = draw.choice((attacker, defender))
        if draw.random() < 0.4 and control[slug] == owner and not TITLE.in_region(slug, "small"):
            stacks += [_block(draw, owner, DEFENSE, slug) for _ in range(draw.randint(1, 4))]
    for zone in board.zones_of(TITLE, area):
        control[zone] = draw.choice((attacker, defender, ""))
        stacks += [f"{owner} light-surface-3 {zone}" for owner in (attacker, defender) for _ in range(draw.randint(0, 2))]
    for zone in board.zones_of(TITLE, area)[:1]:
        stacks += [f"{attacker} heavy-surface-4 {zone} [gunfire target={area}]" for _ in range(draw.choice((0, 0, 1, 2)))]
    play = play_from(
        ", ".join(stacks),
        "land-combat",
        attacker,
        season=draw.choice(SEASONS),
        scenario="campaign-1941",
        control={area: defender} | control,
        **more,
    )
    play.dice = SeededDice(seed)
    return play, area


def _empty():
    from engine.state import GameState

    return GameState()


def _block(draw: random.Random, power: str, units: tuple[str, ...], area: str, words: str = "") -> str:
    unit = draw.choice(units)
    steps = draw.randint(1, TITLE.units[unit].strength)
    if words and unit.startswith("airborne"):
        words = draw.choice((words, "airborne"))
    said = f" [{words}]" if words and not unit.startswith("air-") else ""
    return f"{power} {unit}@{steps} {area}{said}"


def answer(draw: random.Random, play: Play, asked: Pending) -> Order:
    """Return a legal answer at random."""
    fight = open_battle(play.position)
    assert fight is not None
    if isinstance(asked.default, Lose):
        due = toll(play.position, fight, asked.side)
        pool = [key for key, count in due.stacks for _ in range(count)]
        return Lose(describe((key, 1) for key in draw.sample(pool, due.hits)))
    if isinstance(asked.default, FallBack):
        gone = retreat.leaving(play.position, fielded(play.position, fight.area, asked.side))
        key, found = draw.choice([item for item in gone if item[1]])
        return FallBack(describe([(key, 1)]), join_path(draw.choice(list(found.values())).path))
    return draw.choice((Stand(), Stand(), Withdraw()))


def blocks(play: Play) -> Counter[tuple[str, str]]:
    """Return (power, unit) to how many there are, on the map and in the pools."""
    found: Counter[tuple[str, str]] = Counter()
    for (_, power, unit, _, _), count in play.state.stacks.items():
        found[power, unit] += count
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_any_battle_ends_keeps_its_blocks_and_goes_on_the_same_from_its_events(seed: int) -> None:
    draw, play = random.Random(f"answers {seed}"), random_battle(seed)
    before = blocks(play)
    while play.state.battle:
        asked, other = play.pending, again(play)
        assert asked is not None and other.pending == asked
        order = answer(draw, play, asked)
        assert play.check(order) == [] and play.check(asked.default) == []
        other.dice, play.dice = SeededDice(f"{seed} {len(play.events)}"), SeededDice(f"{seed} {len(play.events)}")
        other.submit(order)
        play.submit(order)
        assert other.events == play.events and other.state == play.state
    assert play.pending is None and blocks(play) == before
    assert not any("waits" in key[4] for key in play.state.stacks)


def shot(play: Play) -> tuple[Counter[str], Counter[str], int]:
    """Return the hits that each side scored, the steps that each lost by them, and what the defender may ignore."""
    begun = next(at for at, one in enumerate(play.events) if isinstance(one, ev.BattleStarted))
    scored, lost = Counter(), Counter()
    camp = board.camp_on_turn(play.position)
    for one in play.events[begun:]:
        if isinstance(one, ev.DiceRolled) and one.purpose != "crossing":
            scored[one.side] += one.hits
        elif isinstance(one, ev.UnitsRemoved) and one.cause == "combat":
            lost[ATTACKER if board.camp_of(play.position, one.power) == camp else DEFENDER] += one.strength * one.count
        elif isinstance(one, ev.UnitsChanged) and one.cause == "combat" and one.to_strength:
            steps = (one.strength - one.to_strength) * one.count
            lost[ATTACKER if board.camp_of(play.position, one.power) == camp else DEFENDER] += steps
    return scored, lost, begun


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hit_takes_a_step_but_those_that_are_absorbed(seed: int) -> None:
    draw, play = random.Random(f"answers {seed}"), random_battle(seed)
    area = play.state.marker("battle", "area") or next(one.area for one in play.events if isinstance(one, ev.BattleStarted))
    while play.state.battle:
        play.submit(answer(draw, play, play.pending))
    scored, lost, begun = shot(play)
    start = Play(play.rules, play.dice)
    for event in play.events[:begun]:
        start.emit(event)
    for side in (ATTACKER, DEFENDER):
        had = board.steps(fielded(start.position, area, side))
        ignored = absorbed(start.position, area) if side == DEFENDER else 0
        assert lost[side] == min(had, max(scored[OTHER[side]] - ignored, 0)), side
    end = next(one for one in play.events if isinstance(one, ev.BattleEnded))
    worth = {side: sum(TITLE.units[key[2]].worth(key[3]) * count for key, count in fielded(start.position, area, side)) for side in OTHER}
    assert 0 <= end.attacker_lost <= worth[ATTACKER] and 0 <= end.defender_lost <= worth[DEFENDER]


@pytest.mark.section("3.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_battle_one_side_has_gone_and_the_winner_holds_the_area(seed: int) -> None:
    draw, play = random.Random(f"answers {seed}"), random_battle(seed)
    while play.state.battle:
        play.submit(answer(draw, play, play.pending))
    end = next(one for one in play.events if isinstance(one, ev.BattleEnded))
    left = {side: fielded(play.position, end.area, side) for side in OTHER}
    assert [side for side in OTHER if left[side]] == ([end.winner] if end.winner != "none" else [])
    assert board.holds(play.position, board.camp_on_turn(play.position), end.area) == (end.winner == ATTACKER)
    for shots in (one for one in play.events if isinstance(one, ev.DiceRolled)):
        assert shots.hits == count_hits(shots.dice, shots.target, 6, TITLE.dice_hit) and 1 <= shots.target <= 5
        assert shots.expected == pytest.approx(len(shots.dice) * shots.target / 6)
    for area, stacks in play.position.board.items():
        if TITLE.areas[area].kind == "land" and area != end.area:
            for camp in ("axis", "allies"):
                there = sum(count for key, count in stacks if board.camp_of(play.position, key[1]) == camp)
                assert there <= max(board.stacking_limit(play.position, area), 4), area
    play.submit(EndPhase())
