"""What ships pass where: lakes, canals, and passages that take one unit a turn, whatever order moves them (sections 1.15, 1.19)."""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import condition_of, own_stacks
from engine.families.axis_allies.movement.points import points, points_left
from engine.families.axis_allies.transports import change
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936.sea.canals import KIND
from engine.titles.global_war_1936.tables import PassageRule, passage_rule, role
from engine.titles.global_war_1936.vocabulary import PASSAGE_USED

LAKES = Rule("move/lakes", "1.15")
PASSAGE = Rule("move/passage", "1.15, 1.19")
CANAL = Rule("combat-move/canal", "1.15")


def _between(title: Title, one: str, other: str) -> str:
    """Return the passage between two areas, nothing when there is none."""
    link = title.neighbours.get(one, {}).get(other)
    return link.passage if link else ""


def _rule(title: Title, one: str, other: str) -> PassageRule:
    return passage_rule(title, _between(title, one, other))


def _sailing(position: Position, order: Order) -> list[str]:
    """Return the types of the ships that an order names."""
    return [unit for unit, _ in order.counts if position.title.units[unit].cls == "sea"]


def check_passing(position: Position, order: Order, way: tuple[str, ...]) -> list[Problem]:
    """Return what is wrong with ships that an order of either move phase leads over a way."""
    lakes = set(role(position.title, "lakes").areas) & set(way[1:])
    large = [unit for unit in _sailing(position, order) if lakes and not position.title.units[unit].has("inland")]
    problems = [LAKES.broken(f"{unit} does not enter the Great Lakes", found=min(lakes), expected="another way") for unit in large]
    return problems + _check_single(position, order, way)


def _check_single(position: Position, order: Order, way: tuple[str, ...]) -> list[Problem]:
    """The canal to the White Sea takes one submarine a turn, the Northern Sea Route one ship, as all of their move."""
    units, problems = position.title.units, []
    for before, area in pairwise(way):
        name = _between(position.title, before, area)
        row = passage_rule(position.title, name)
        if not row.single or all(units[unit].cls == "air" for unit, _ in order.counts):
            continue
        count = sum(n for _, n in order.counts)
        small = all(units[unit].has("submarine") for unit, _ in order.counts)
        moved = any(_has_moved(position, before, unit) for unit, _ in order.counts)
        if len(way) != 2 or moved or count + PASSAGE_USED.number(position.state, name) > 1 or (row.small and not small):
            problems.append(
                PASSAGE.broken(
                    "one unit a turn, with its whole move, and submarines alone in the canal",
                    found=f"{show_units(order.counts)}{' that has moved' if moved else ''}: {join_path(way)}",
                    expected="one unit, a move of one space",
                )
            )
    return problems


def _has_moved(position: Position, zone: str, unit: str) -> bool:
    """Return whether every ship of a type in a zone has moved in this turn."""
    there = [key for key, _ in own_stacks(position, zone, position.power) if key.unit == unit]
    return bool(there) and all(condition_of(key).used for key in there)


def check_attack(position: Position, order: Order, way: tuple[str, ...]) -> list[Problem]:
    """Return what is wrong with ships that pass a canal before combat is over: small ones later, others by leave of an aligned owner."""
    steps = list(pairwise(way))
    if not _sailing(position, order):
        return []
    if any(_rule(position.title, a, b).small for a, b in steps):
        return [CANAL.broken("the canal is used in non-combat movement", found=join_path(way), expected="the other move phase")]
    if position.options.get("canal-combat") != "owner":
        return []
    for a, b in steps:
        passage = position.title.passages.get(_between(position.title, a, b))
        if (passage and passage.kind == KIND) and not all(
            position.state.control.get(area) in position.friends_of(position.power) for area in passage.needs
        ):
            return [CANAL.broken("a combat move through a canal needs its owner aligned", found=passage.passage, expected="another way")]
    return []


def takes_all(title: Title, way: tuple[str, ...]) -> bool:
    """Return whether a way leads through a passage that takes a ship's whole move."""
    return any(_rule(title, *step).single for step in pairwise(way))


def note(play: Play, way: tuple[str, ...]) -> None:
    """Count who uses a passage that takes one unit a turn, and end its move."""
    if not _rule(play.title, *way[:2]).single:
        return
    PASSAGE_USED.emit(play, "1", _between(play.title, *way[:2]))
    for key, n in own_stacks(play.position, way[1], play.position.power):
        if condition_of(key).used and condition_of(key).origin == way[0] and points_left(play.position, key) > 0:
            change(play, key, n, condition_of(key)._replace(used=points(play.position, key)), "passage")
