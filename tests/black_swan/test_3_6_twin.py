"""3.6.1 ways of retreat held to a slow twin: every way there is, walked step by step, and the least costly of them."""

from __future__ import annotations

import random

import pytest

from engine.families.blocks import board, supply
from engine.families.blocks.combat.battle import fielded
from engine.families.blocks.combat.retreat import ways
from engine.rules import Position
from engine.state import Stack
from tests.black_swan.board import TITLE, play_from

pytestmark = pytest.mark.section("3.6", "3.6.1")


def is_full(where: Position, key: Stack, area: str) -> bool:
    there = board.own_blocks(where, area, board.camp_of(where, key[1]))
    return board.count_of(there) >= board.stacking_limit(where, area, key[1])


def is_open(where: Position, key: Stack, area: str) -> bool:
    """Friendly, and without enemies."""
    friends = where.friends_of(key[1])
    return where.state.control.get(area) in friends and not any(other[1] in where.enemies_of(key[1]) for other, _ in where.stacks(area))


ONE_SIDED = {
    "us-coastal-waters": "great-britain",
    "indian-ocean": "great-britain",
    "adriatic-sea": "italy",
    **dict.fromkeys(("white-sea", "western-black-sea", "eastern-black-sea", "caspian-sea"), "soviet-union"),
}
"""The zones that ships of one side may enter (2.0.1)."""


def is_ours(where: Position, key: Stack, zone: str) -> bool:
    """Controlled by a Control Disc, or a zone that nobody else may enter."""
    return ONE_SIDED.get(zone, where.state.control.get(zone)) in where.friends_of(key[1])


def walks(where: Position, key: Stack, path: tuple[str, ...], hits: int) -> list[tuple[str, int]]:
    """Return (end, hits) of every way that goes on from the end of `path`, over full areas to one with room."""
    area = path[-1]
    if hits >= key[3] or not is_open(where, key, area):
        return []
    if not is_full(where, key, area):
        return [(area, hits)] if supply.is_supplied(where, key[1], area) else []
    found = []
    for other in board.land_neighbours(TITLE, area):
        if other not in path:
            found += walks(where, key, (*path, other), hits + is_full(where, key, other))
    return found


def slow_ways(where: Position, key: Stack) -> dict[str, int]:
    """Return where a block may retreat to, and the steps that costs at least."""
    if key[2].startswith("fort"):
        return {}
    near = [area for area in board.land_neighbours(TITLE, key[0]) if is_open(where, key, area)]
    direct = {area: 0 for area in near if not is_full(where, key, area) and supply.is_supplied(where, key[1], area)}
    if direct:
        return direct
    found = [end for area in near for end in walks(where, key, (key[0], area), 0)]
    for zone in board.zones_of(TITLE, key[0]):
        ships = board.friendly_blocks(where, zone, key[1])
        if is_ours(where, key, zone) and ships:
            for area in board.coasts(TITLE, zone):
                if area != key[0]:
                    found += walks(where, key, (key[0], zone, area), 1 + is_full(where, key, area))
    return {area: min(hits for end, hits in found if end == area) for area, _ in found}


@pytest.mark.parametrize("seed", range(120))
def test_ways_of_retreat_are_those_that_a_walk_finds(seed: int) -> None:
    draw = random.Random(f"retreat {seed}")
    mine = draw.choice(("soviet-union", "great-britain", "great-britain"))
    home = set(TITLE.regions[f"home-{mine}"]) - set(TITLE.regions["siberia"])
    shores = {near for slug in home for zone in board.zones_of(TITLE, slug) for near in board.coasts(TITLE, zone)}
    area = draw.choice(sorted(home | shores - {"usa"}))
    held, stacks = (
        {area: mine},
        [f"{mine} infantry-4@{draw.randint(1, 4)} {area}", f"germany air-4 {area}", f"germany tank-4 {area}"],
    )
    beside = {other for near in board.land_neighbours(TITLE, area) for other in (near, *board.land_neighbours(TITLE, near))}
    for zone in board.zones_of(TITLE, area):
        held[zone] = draw.choice((mine, mine, mine, "germany", ""))
        stacks += [f"{mine} light-surface-3 {zone}"] * draw.choice((0, 1, 1))
        beside |= {other for near in board.coasts(TITLE, zone) for other in (near, *board.land_neighbours(TITLE, near))}
    for other in sorted(beside - {area}):
        held[other] = draw.choice((mine, mine, mine, "germany"))
        if held[other] == mine and draw.random() < 0.7:
            most = 2 if TITLE.in_region(other, "small") else 4
            stacks += [f"{mine} infantry-3@1 {other}" for _ in range(draw.choice((1, most, most, most)))]
        if draw.random() < 0.1:
            stacks.append(f"germany infantry-4@1 {other}")
    play = play_from(", ".join(stacks), "land-combat", control=held, season=("summer", 1943))
    (key,) = (key for key, _ in fielded(play.position, area, "defender"))
    found = ways(play.position, key)
    assert {end: way.hits for end, way in found.items()} == slow_ways(play.position, key)
    assert all(way.path[0] == area and way.path[-1] == end for end, way in found.items())
