"""Percentiles in words: how far along all that could have come of a battle its result lies."""

from __future__ import annotations

from dashboard.review.story.wording import figures
from dashboard.ui.sampled import interval


def percentile(share: float) -> str:
    """Return a percentile as an ordinal: `12th`; never below the first or above the 99th."""
    return figures(min(max(round(100 * share), 1), 99))


def placed(share: float, samples: int) -> str:
    """Return a percentile as an ordinal; `34th to 52nd` where it is a share of too few battles played to tell one."""
    if not samples:
        return percentile(share)
    low, high = map(percentile, interval(share, samples))
    return low if low == high else f"{low} to {high}"
