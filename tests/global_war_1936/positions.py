"""Small positions of Global War 1936-1945, the minor powers neutral; see `tests/axisallies/positions.py`."""

from __future__ import annotations

import csv
from pathlib import Path

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.board import is_open
from engine.orders import Order
from engine.play import Play
from engine.rules import Position, load_rules
from engine.strictness import Strictness
from engine.titles import load_title
from tests.axisallies.battles import battle, combat_on, due, ends, fight_on, losses, rolls
from tests.axisallies.positions import Positions, ScriptedDice

SLUG = "global-war-1936"
TITLE = load_title(SLUG)
MINORS = tuple(power for power, row in TITLE.nations.items() if row.kind == "neutral")
BOARD, EARLY = Positions(SLUG, "1939", MINORS), Positions(SLUG, "1936", MINORS)
play_from, standing = BOARD.play_from, BOARD.standing
FOLDER = Path(__file__).parents[2] / "engine" / "titles" / "global_war_1936"

__all__ = [
    "BOARD",
    "EARLY",
    "MINORS",
    "TITLE",
    "ScriptedDice",
    "battle",
    "begun",
    "combat",
    "due",
    "ends",
    "fought",
    "losses",
    "passes",
    "play_from",
    "problems",
    "rolls",
    "rows",
    "standing",
]


def rows(table: str) -> list[dict[str, str]]:
    """Return the rows of one CSV table as they stand in the file."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def combat(power: str, stacks: dict[str, str], dice: list[int] | None = None, **position: object) -> Play:
    """The conduct combat phase of `power`."""
    return combat_on(BOARD, power, stacks, dice, **position)


def fought(power: str, stacks: dict[str, str], dice: list[int], *orders: Order, **position: object) -> Play:
    """A game after these orders of the phase, each carried out by a game folded anew from the events so far."""
    return fight_on(combat(power, stacks, dice, **position), *orders)


def begun(
    scenario: str,
    *events: ev.Event,
    seed: int = 1,
    strictness: Strictness = Strictness.RAISE,
    options: dict[str, str] | None = None,
) -> Play:
    """A game of a scenario as it is set up, Germany's production phase open, after some more events."""
    play = Play(load_rules(TITLE), SeededDice(seed), strictness=strictness)
    play.start(scenario, options)
    for event in events:
        play.emit(event)
    return play


def passes(position: Position, name: str, power: str) -> bool:
    """Whether a passage is open to a nation."""
    return is_open(position, next(link for link in position.title.links if link.passage == name), power)


def problems(play: Play, order: Order) -> list[str]:
    """The rules that an order breaks."""
    return [problem.rule for problem in play.check(order)]
