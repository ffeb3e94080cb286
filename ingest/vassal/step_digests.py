"""What a log tells, as digests by which a lake knows it again: each step with the pieces before it, and the positions on its way.

They are compared as `kinship` compares logs of one folder: a log whose steps another has, at the same positions, is a part of it, and so
is a save of a position that stood in it. The position of a set-up in which nobody sits tells of no game.
"""

from __future__ import annotations

import hashlib

from engine.recording import Part
from ingest.vassal.summary import Summary


def part_of(one: Summary) -> Part:
    """Return what a log tells; a save needs its position alone."""
    begins = _pieces(one, 0)
    if not one.last:
        return Part(one.digest, begins, (_position(one, 0),))
    steps = dict.fromkeys(_digest("step", one.module, one.positions[at].pieces, step.hex()) for at, step in enumerate(one.steps))
    first = 0 if one.seated[0] else 1
    tells = dict.fromkeys(_position(one, at) for at in range(first, one.last + 1))
    tells |= dict.fromkeys(_pieces(one, at) for at in range(first, one.last))
    return Part(one.digest, begins, tuple(steps), tuple(tells))


def unread_part(digest: str) -> Part:
    """Return a log of which only the content is known again."""
    return Part(digest)


def _position(one: Summary, at: int) -> str:
    return _digest("position", one.module, *one.positions[at], one.seated[at])


def _pieces(one: Summary, at: int) -> str:
    return _digest("pieces", one.module, one.positions[at].pieces, one.seated[at])


def _digest(*told: object) -> str:
    return hashlib.blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
