"""Chances as they are told: those that were found by playing no better than so many games can tell them."""

from __future__ import annotations

from math import ceil, sqrt

from engine.odds.result import rare

Z = 1.96
"""Standard errors of an interval of 95 %."""
DIGIT = 0.005
"""Half of the last digit that is told: an interval no wider is told as one figure."""


def interval(chance: float, samples: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % of a share of so many games."""
    middle = (chance + Z * Z / (2 * samples)) / (1 + Z * Z / samples)
    half = Z * sqrt(chance * (1 - chance) / samples + Z * Z / (4 * samples * samples)) / (1 + Z * Z / samples)
    return max(0.0, middle - half), min(1.0, middle + half)


def sampled(chance: float, samples: int) -> str:
    """Return a share of so many games in words: `over 86%`, `43% to 82%`, and `68%` only where it is good to that digit."""
    whole = round(chance * samples)
    if whole in (0, samples):
        bound = rare(samples)
        return f"under {max(bound, 0.01):.0%}" if not whole else f"over {min(1 - bound, 0.99):.0%}"
    low, high = interval(chance, samples)
    return f"{chance:.0%}" if high - low <= 2 * DIGIT else f"{low:.0%} to {high:.0%}"


def chance_told(chance: float, samples: int) -> str:
    """Return a chance in words, exact (`samples` is 0) or a share of so many games; what is not certain is not told as 0% or 100%."""
    if samples:
        return sampled(chance, samples)
    if 0 < chance < DIGIT:
        return "under 1%"
    return "over 99%" if 1 - DIGIT < chance < 1 else f"{chance:.0%}"


def give(error: float) -> int:
    """Return by how much a whole number may be off whose standard error is this, but for one time in twenty; 0 where it is good."""
    return ceil(Z * error) if Z * error > 0.5 else 0
