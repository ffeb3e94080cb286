"""The chances of what both sides of a land combat are reduced to, from step of fire to step of fire.

Within a step the hits of each side depend on its own blocks and on how many the enemy has of the class: so the pairs of forces
with the same such numbers are worked out together, as arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from engine.families.blocks.combat.hits import ANY
from engine.families.blocks.odds.side import Facing, Force, Side, chances

MOST = 60_000_000
"""Outcomes of a step above which a combat is too large."""


Label = TypeVar("Label", bound=Hashable)


class TooLarge(Exception):
    """A combat has too many outcomes."""


class Pairs(NamedTuple):
    """The chance of each pair of forces, attackers down and defenders across."""

    mine: list[Force]
    theirs: list[Force]
    chances: np.ndarray


class Shot(NamedTuple):
    """The fire of some forces of a side in a step: the chance of each number of hits (columns), and its blocks after it."""

    hits: np.ndarray
    after: list[Force]


class Stage(NamedTuple):
    """A step of fire: its name, and the class that fires (0 for none)."""

    name: str
    cls: int


def start(mine: Force, theirs: Force) -> Pairs:
    """Return the pair that a combat begins with."""
    return Pairs([mine], [theirs], np.ones((1, 1)))


def gunfire(pairs: Pairs, theirs: Side, dice: Sequence[tuple[int, int]], sides: int) -> Pairs:
    """Return the pairs after the fire of ships, of (faces that hit, dice); its hits strike the strongest of all."""
    hits = np.array([chances(tuple(dice), sides)] * len(pairs.mine))
    quiet = Shot(np.ones((len(pairs.theirs), 1)), pairs.theirs)
    return _joined([_shot(pairs, Shot(hits, pairs.mine), quiet, None, theirs, ANY, ANY)])


def step(pairs: Pairs, mine: Side, theirs: Side, stage: Stage) -> Pairs:
    """Return the pairs after a step of fire, class by class; both sides have blocks left in each.

    Raises:
        TooLarge: there are too many outcomes.
    """
    rows = _alike([mine.count(force, stage.cls) for force in pairs.mine])
    columns = _alike([(theirs.count(force, stage.cls), theirs.is_surprised(force)) for force in pairs.theirs])
    found = []
    for own, i in rows.items():
        for (foes, surprised), j in columns.items():
            part = Pairs([pairs.mine[n] for n in i], [pairs.theirs[n] for n in j], pairs.chances[np.ix_(i, j)])
            if part.chances.any():
                fires = _fire(mine, part.mine, stage, Facing(foes, surprised))
                answer = _fire(theirs, part.theirs, stage, Facing(own, surprised))
                found.append(_shot(part, fires, answer, mine, theirs, *(stage.cls if n else ANY for n in (own, foes))))
    return _joined(found)


def over(pairs: Pairs) -> tuple[Pairs, Iterator[tuple[Force, Force, float]]]:
    """Return the pairs in which both sides have blocks left, and those in which one has none, with their chances."""
    i, j = ([at for at, force in enumerate(side) if force[1]] for side in (pairs.mine, pairs.theirs))
    left = Pairs([pairs.mine[n] for n in i], [pairs.theirs[n] for n in j], pairs.chances[np.ix_(i, j)])
    return left, (one for one in told(pairs) if not (one[0][1] and one[1][1]))


def told(pairs: Pairs) -> Iterator[tuple[Force, Force, float]]:
    """Yield each pair that can be, with its chance."""
    for i, j in zip(*(found.tolist() for found in np.nonzero(pairs.chances)), strict=True):
        yield pairs.mine[i], pairs.theirs[j], float(pairs.chances[i, j])


def _alike(labels: Iterable[Label]) -> dict[Label, list[int]]:
    found: dict[Label, list[int]] = {}
    for at, label in enumerate(labels):
        found.setdefault(label, []).append(at)
    return found


def _fire(side: Side, forces: list[Force], stage: Stage, facing: Facing) -> Shot:
    fired = [side.fire(force, *stage, facing) for force in forces]
    hits = np.zeros((len(fired), max(len(one.hits) for one in fired)))
    for row, one in zip(hits, fired, strict=True):
        row[: len(one.hits)] = one.hits
    return Shot(hits, [one.after for one in fired])


def _shot(pairs: Pairs, fires: Shot, answer: Shot, mine: Side | None, theirs: Side, on_mine: int, on_theirs: int) -> Pairs:
    """Return the pairs after hits of both sides, which strike a class of the attackers and one of the defenders."""
    if pairs.chances.size * fires.hits.shape[1] * answer.hits.shape[1] > MOST:
        raise TooLarge
    ours, i = _reduced(mine, fires.after, answer.hits.shape[1], on_mine)
    others, j = _reduced(theirs, answer.after, fires.hits.shape[1], on_theirs)
    found = np.zeros(len(ours) * len(others))
    for hits in range(fires.hits.shape[1]):
        weight = pairs.chances * fires.hits[:, hits, None]
        for taken in range(answer.hits.shape[1]):
            at = i[:, taken, None] * len(others) + j[None, :, hits]
            found += np.bincount(at.ravel(), (weight * answer.hits[None, :, taken]).ravel(), found.size)
    return Pairs(ours, others, found.reshape(len(ours), len(others)))


def _reduced(side: Side | None, forces: list[Force], most: int, cls: int) -> tuple[list[Force], np.ndarray]:
    """Return what hits can leave of forces, and the number of it for each force and number of hits below `most`."""
    numbers: dict[Force, int] = {}
    places = np.empty((len(forces), most), dtype=np.int64)
    for row, force in zip(places, forces, strict=True):
        for hits in range(most):
            left = side.loses(force, hits, cls) if side else force
            row[hits] = numbers.setdefault(left, len(numbers))
    return list(numbers), places


def _joined(parts: list[Pairs]) -> Pairs:
    if len(parts) == 1:
        return parts[0]
    mine, theirs = ({force: at for at, force in enumerate(dict.fromkeys(force for part in parts for force in part[n]))} for n in (0, 1))
    found = np.zeros((len(mine), len(theirs)))
    for part in parts:
        # Forces of one part differ, so no cell is named twice.
        found[np.ix_([mine[one] for one in part.mine], [theirs[one] for one in part.theirs])] += part.chances
    return Pairs(list(mine), list(theirs), found)
