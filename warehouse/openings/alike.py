"""Which purchases count together: those that differ by one cheap unit, as people call both by one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import polars as pl

CHEAP = 1.5
"""Units that cost at most so many times what the cheapest costs are cheap: infantry and artillery, no tank."""


def cheap_units(units: pl.DataFrame) -> frozenset[str]:
    """Return the slugs of a title's cheap units; none where no price is known.

    Args:
        units: rows of `title_units` of one game.
    """
    bought = units.filter((pl.col("cost") > 0) & (pl.col("class") != "facility"))
    least = bought["cost"].min()
    return frozenset() if least is None else frozenset(bought.filter(pl.col("cost") <= CHEAP * float(str(least)))["unit"])


def alike(purchases: Mapping[str, int], cheap: frozenset[str]) -> dict[str, str]:
    """Return each purchase to the one that it counts with: a more frequent one from which it differs by one cheap unit, or itself.

    One cheap unit more, fewer, or another cheap one in its place. Nothing on record counts with nothing else. A purchase with which others
    count counts with no other, so any two that count together differ by two cheap units at most.

    Args:
        purchases: as `openings.bought` writes them, to the games with each. cheap: `cheap_units`.
    """
    found: dict[str, str] = {}
    leaders: dict[str, int] = {}
    for place, (bought, _) in enumerate(sorted(purchases.items(), key=lambda one: (-one[1], one[0]))):
        near = [(leaders[other], other) for other in _near(bought, cheap) if other in leaders] if bought else []
        found[bought] = min(near)[1] if near else bought
        if not near:
            leaders[bought] = place
    return found


def _near(bought: str, cheap: frozenset[str]) -> Iterator[str]:
    """Yield all purchases that differ from one by one cheap unit."""
    units = Counter({unit: int(count) for count, unit in (part.split(" ", 1) for part in bought.split(", "))})
    fewer = [units - Counter([unit]) for unit in cheap if units[unit]]
    for less in fewer:
        if less:
            yield _told(less)
        yield from (_told(less + Counter([unit])) for unit in cheap)
    yield from (_told(units + Counter([unit])) for unit in cheap)


def _told(units: Counter[str]) -> str:
    return ", ".join(f"{count} {unit}" for unit, count in sorted(units.items()) if count > 0)
