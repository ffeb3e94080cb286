"""Attacks on land: the choice of hostile areas worth attacking with the available blocks, by expected hits.

A combat is one exchange of fire. In the open the side with fewer classes of blocks must go, so that a mixed force takes an
area without destroying what stands there; in rough ground, in mud and from a fort nobody is driven, all must be hit.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import erf, sqrt
from typing import NamedTuple

from engine.families.blocks import board, movers
from engine.families.blocks.bots.outlook import STEPS, Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.land import move as land_move
from engine.families.blocks.land.engaging import is_across
from engine.families.blocks.land.orders import March
from engine.orders import join_path
from engine.state import Stack

HIT, ELITE, OPEN = 1 / 3, 1 / 6, 1 / 12
"""Chance of a die to hit, what an elite block has more, and what an attacker may hope for beside it in the open."""
RETURN = 0.42
"""Chance of a defender's die to hit."""
SPREAD = 0.5
"""Standard deviation of a sum of hits, as a share of the root of its dice."""
STEP = 1.6
"""What a step is worth on average, in the main resource."""
CLASS_EDGE, EVEN = 0.9, 0.55
"""Chance to hold open ground with more classes than the enemy may have, and with as many."""
BAR = 0.6
"""Share of the style's `attack_at` that the chance to hold the area must have: nobody knows what stands there."""
WEAR = 1.25
"""Steps that an attack without that chance must destroy for each one that it costs."""
CLASSES = 2
"""Blocks of one class that may engage together."""
BESIDE = 4
"""Hostile areas that are looked at for each block."""


class Piece(NamedTuple):
    """One block that may attack, with its way."""

    key: Stack
    path: tuple[str, ...]


class Attack(NamedTuple):
    """Blocks against an area, and what that is thought to be worth."""

    area: str
    pieces: tuple[Piece, ...]
    chance: float
    gain: float

    @property
    def orders(self) -> list[March]:
        """The orders that bring the blocks there, ground blocks first."""
        return [March(describe([(piece.key, 1)]), join_path(piece.path)) for piece in self.pieces]


def attacks(view: Outlook) -> list[Attack]:
    """Return the attacks that seem worth it now, the best first; blocks may be in several of them."""
    found = [attack for area in sorted(view.hostile) if (attack := best(view, area))]
    return sorted(found, key=lambda attack: (-attack.gain, attack.area))


def best(view: Outlook, area: str) -> Attack | None:
    """Return the attack on an area by what can be brought there, None when it is not worth it or none is possible."""
    pieces = choose(view, area, list(reach(view, area)))
    if not pieces:
        return None
    if not view.foes(area):
        return Attack(area, pieces, 1.0, view.worth(area))
    if len({board.cls(board.unit(view.position, piece.key)) for piece in pieces}) < CLASSES:
        return None
    chance, killed, lost = judge(view, area, pieces)
    lost *= view.losses[view.position.side_of(pieces[0].key.power)]
    gain = chance * view.worth(area) + STEP * (killed - lost)
    if gain <= 0 or (chance < view.style.attack_at * BAR and killed < WEAR * lost):
        return None
    return Attack(area, pieces, chance, gain)


def reach(view: Outlook, area: str) -> Iterator[Piece]:
    """Yield the blocks that can come to an area in this phase: from beside it, or through friendly land behind that."""
    position, title, hostile, free = view.position, view.title, view.hostile, view.free
    for near in board.land_neighbours(title, area):
        if near in free:
            yield from _from(view, (near, area))
        if near in hostile:
            continue
        for far in board.land_neighbours(title, near):
            if far in free and far != area and far not in hostile:
                yield from _from(view, (far, near, area))
    for zone in board.zones_of(title, area):
        for far in board.coasts(title, zone):
            if far in free and far != area:
                yield from (p for p in _from(view, (far, zone, area)) if board.is_air(board.unit(position, p.key)))


def _from(view: Outlook, path: tuple[str, ...]) -> Iterator[Piece]:
    spare = view.spare(path[0])
    for key, count in view.idle(path[0]):
        if land_move.cost(view.position, key, path) <= movers.left_of(view.position, key):
            yield from (Piece(key, path) for _ in range(min(count, spare)))


def choose(view: Outlook, area: str, pieces: list[Piece]) -> tuple[Piece, ...]:
    """Return who goes: into an empty area one ground block; else the strongest of each class, then a second one of each."""
    position, chosen = view.position, list[Piece]()
    seen, taken = dict[int, int](), dict[str, int]()
    limit = board.stacking_limit(position, area)
    ranked = sorted(pieces, key=lambda p: (-_might(view, p, area), len(p.path), p))
    if not view.foes(area):
        ground = [p for p in ranked if board.is_ground(board.unit(position, p.key))]
        return tuple(ground[-1:])
    for most, piece in ((most, piece) for most in range(1, CLASSES + 1) for piece in ranked):
        cls = board.cls(board.unit(position, piece.key))
        used, spare = taken.get(piece.path[0], 0), view.spare(piece.path[0])
        alike = sum(one.key == piece.key for one in chosen)
        if len(chosen) < limit and seen.get(cls, 0) < most and used < spare and alike < _count(view, piece.key):
            chosen.append(piece)
            seen[cls] = seen.get(cls, 0) + 1
            taken[piece.path[0]] = used + 1
    return tuple(sorted(chosen, key=lambda p: board.is_air(board.unit(position, p.key))))


def _count(view: Outlook, key: Stack) -> int:
    return view.position.state.stacks.get(key, 0)


def _might(view: Outlook, piece: Piece, area: str) -> float:
    """Return the hits that a block's fire is worth in an attack."""
    row = board.unit(view.position, piece.key)
    across = board.is_ground(row) and is_across(view.position, piece.path[-2], area)
    dice = piece.key.strength * (0.5 if across else 1.0) * view.share_of_fire(area, {piece.key.power})
    bonus = ELITE * (row.has("elite") + view.is_surprised(area)) + (0.0 if view.is_closed(area) or across else OPEN)
    return dice * (HIT + bonus)


def judge(view: Outlook, area: str, pieces: tuple[Piece, ...]) -> tuple[float, float, float]:
    """Return the chance to hold the area afterwards, and the steps that both sides may expect to lose (theirs, ours)."""
    foes, closed = view.foes(area), view.is_closed(area)
    theirs, hits = foes * STEPS, sum(_might(view, piece, area) for piece in pieces)
    dice = sum(piece.key.strength for piece in pieces)
    absorbed = (1.0 if closed else 0.0) + (1.0 if view.has_fort(area) else 0.0)
    lost = min(max(theirs - max(hits - absorbed, 0) / 2, 0) * RETURN, dice)
    killed = min(max(hits - absorbed, 0), theirs)
    all_gone = _beyond(hits, theirs + absorbed - 0.5, dice)
    if closed:
        return all_gone, killed, lost
    classes = len({board.cls(board.unit(view.position, piece.key)) for piece in pieces})
    held = CLASS_EDGE if classes > min(foes, CLASSES) else EVEN
    weak = min(1.0, max(0.0, (dice - lost) / max(theirs - killed, 1.0)))
    return max(all_gone, held * weak), killed, lost


def _beyond(mean: float, wanted: float, dice: float) -> float:
    """Return the chance that a sum of dice with this mean comes to what is wanted."""
    deviation = max(SPREAD * sqrt(max(dice, 1.0)), 0.3)
    return 0.5 * (1 + erf((mean - wanted) / (deviation * sqrt(2))))
