"""Parts of a whole as whole numbers that add up to it: figures beside each other that a reader adds up."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

NOUGHT = 1e-9
"""Parts that differ from a whole number by less are one: sums of binary fractions are off by as much."""


def whole_parts(parts: Sequence[float]) -> list[int]:
    """Return the parts as whole numbers, each less than 1 from its own, that add up to their sum as it is rounded.

    Whoever has the largest remainder is rounded up; of equal ones the first.
    """
    down = [floor(part + NOUGHT) for part in parts]
    left = round(sum(parts)) - sum(down)
    ranked = sorted(range(len(parts)), key=lambda at: (down[at] - parts[at], at))
    return [low + (at in ranked[:left]) for at, low in enumerate(down)]
