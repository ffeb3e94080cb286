"""Forced Passage, an optional rule: ships pass narrows that the enemy holds under fire (section 9.8)."""

from __future__ import annotations

from itertools import pairwise

from engine.condition import parse_condition
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.combat import results
from engine.titles.blitz.combat.fire import fire
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.tables import counters, figure
from engine.titles.blitz.vocabulary import SAILED

TURNS_BACK = "L"


def force(play: Play, key: Stack, one: str, two: str, riders: list[Stack]) -> tuple[Stack, list[Stack]] | None:
    """Fire at a ship that forces narrows; return what is left of it and its load, None when it goes no further.

    A result with an L sends it back to where its move began: it stays there for the rest of the phase.
    """
    holder = keeper(play.position, key, one, two)
    number, letter = fire(play, figure(play.title, "passage-factors"), "forced-passage", holder, "defender", two)
    left: Stack | None = key
    for _ in range(number):
        left = changes.damage(play, left, "forced-passage") if left else None
    if left is None:
        for rider in riders:
            changes.destroy(play, rider, "sunk")
        return None
    if play.title.areas[left.area].kind == "sea":
        _lighten(play, left, board.find_all(play.position, (unit for _, unit in parse_condition(left.condition).cargo)))
        left = board.find(play.position, left.unit) or left
    riders = _lighten(play, left, riders)
    if letter == TURNS_BACK:
        changes.mark(play, left, SAILED, cause="turned-back")
        return None
    return left, riders


def forced_bases(position: Position, key: Stack) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the (land area, sea of the port) in range that a ship at sea returns to only through closed narrows, each with its way."""
    if position.options["forced-passage"] != "yes" or board.kind_of(position.title, key.unit) != "sea":
        return {}
    most = counters(position.title)[key.unit].move
    ports = {area for area, _ in ways.havens(position, key, most)}
    found = ways.havens(position, key, most, force=True)
    return {place: way for place, way in found.items() if place[0] not in ports}


def run_home(play: Play, key: Stack, way: tuple[str, ...]) -> Stack | None:
    """Let a ship at sea return to base through closed narrows; return what is left of it, None when it stays where it is (9.8)."""
    left = run(play, key, way[:-1], [])
    return left[0] if left else None


def run(play: Play, key: Stack, seas: tuple[str, ...], riders: list[Stack]) -> tuple[Stack, list[Stack]] | None:
    """Force the closed narrows on a way, if there are any; return what is left of a ship and its load, None when it goes no further."""
    for one, two in pairwise(seas):
        if play.title.areas[one].kind == "sea" and ways.is_forced(play.position, key, one, two):
            left = force(play, key, one, two, riders)
            if left is None:
                return None
            key, riders = left
    return key, riders


def _lighten(play: Play, ship: Stack, riders: list[Stack]) -> list[Stack]:
    """Damage what a TRS takes along until it can carry it (6.5)."""
    while sum(rider.strength for rider in riders) > board.capacity(play.position, ship):
        worst = results.weakest(play.position, [rider.unit for rider in riders])
        rider = next(rider for rider in riders if rider.unit == worst)
        left = changes.damage(play, rider, "sunk")
        riders = [one for one in riders if one.unit != worst] + ([left] if left else [])
    return riders


def keeper(position: Position, key: Stack, one: str, two: str) -> str:
    """Return the power that holds narrows between two sea areas against a ship; its own where nobody does."""
    row = position.title.passages[position.title.neighbours[one][two].passage]
    side = board.side_of(position, key.power)
    holders = [board.holder(position, area) for area in (*row.needs, *row.instead)]
    return next((power for power in holders if power and board.side_of(position, power) != side), key.power)
