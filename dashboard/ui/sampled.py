"""Chances as they are told: those that were found by playing no better than so many games can tell them."""

from __future__ import annotations

from math import ceil, floor, sqrt

from engine.odds.result import Z, rare

DIGIT = 0.005
"""Half of the last digit that is told: an interval no wider is told as one figure."""
SAME = 1e-9
"""Parts of a per cent that rounding may be off."""
TENTH = 0.05
"""Half of the last digit of an average that is told to tenths."""


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
    if high - low <= 2 * DIGIT and DIGIT <= chance < 1 - DIGIT:
        return f"{chance:.0%}"
    # What has happened, and has not always, is neither 0% nor 100%.
    if low < DIGIT:
        return f"under {ceil(100 * high - SAME)}%"
    if high >= 1 - DIGIT:
        return f"over {floor(100 * low + SAME)}%"
    return f"{low:.0%} to {high:.0%}"


def often(chance: float, samples: int) -> str:
    """Return the chance of an end of a battle, exact where `samples` is 0, else as a share of so many battles played."""
    return sampled(chance, samples) if samples else share(chance)


def share(chance: float) -> str:
    """Return an exact chance as text: to tenths of a per cent, next to 0 and 1 to hundredths."""
    if 0.001 <= chance <= 0.999 or chance in (0.0, 1.0):
        return f"{chance:.1%}"
    return "<0.01%" if chance < 0.0001 else ">99.99%" if chance > 0.9999 else f"{chance:.2%}"


def mean_told(mean: float, error: float, *, sign: bool = False) -> str:
    """Return an average: to the digit that it is good to by its standard error, else as its 95% range; without a sign from 0 on."""
    plus, off = "+" if sign else "", Z * error
    if off <= TENTH:
        return f"{mean:{plus}.1f}"
    if abs(mean) >= 10 and off <= 10 * TENTH:
        return f"{round(mean):{plus}d}"
    digits = 1 if abs(mean) < 10 else 0
    least = mean - off if sign else max(0.0, mean - off)
    low, high = (f"{round(end, digits) + 0.0:{plus}.{digits}f}" for end in (least, mean + off))
    return low if low == high else f"{low} to {high}"


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
