"""How large a recorded game may be."""

from __future__ import annotations

MOST_ROWS = 2_000_000
"""Rows of a recorded game at most."""

MOST_ROUNDS = 1_000
"""Rounds of a recorded game at most: each has rows of its own, whether anything is told of it or not."""

MOST_AREAS = 5_000
"""Areas of the map of a recorded game at most, several times those of the largest known map: the cost of drawing a page grows with them."""
