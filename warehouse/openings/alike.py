"""Which purchases count together: those that differ by one cheap unit, as people call both by one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import polars as pl

APART = ("anti-air", "no-combat", "blitz")
"""Abilities of land units that are no infantry or artillery even where they move one area: guns against aircraft, rockets, tanks."""


def cheap_units(units: pl.DataFrame) -> frozenset[str]:
    """Return the slugs of a title's cheap units: infantry and artillery, as far as the title's own figures tell.

    These are land units on foot (they move one area, and have no ability of APART) that cost less than every aircraft and every ship paid
    in the same resource. None where no price is known, and where prices do not tell units apart: infantry that costs as much as a ship is
    not cheap.

    Args:
        units: rows of `title_units` of one game.
    """
    bought = units.filter(pl.col("cost") > 0)
    least = bought.filter(pl.col("class").is_in(["air", "sea"])).group_by("resource").agg(dear=pl.col("cost").min())
    apart = pl.any_horizontal(pl.col("abilities").str.contains(f'"{one}":', literal=True) for one in APART)
    on_foot = bought.filter((pl.col("class") == "land") & (pl.col("move") == 1) & ~apart)
    return frozenset(on_foot.join(least, on="resource").filter(pl.col("cost") < pl.col("dear"))["unit"])


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
