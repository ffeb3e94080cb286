"""What nations pay less, by the rules, than the title's price of a unit: measures count the one, battles the other."""

from __future__ import annotations

import polars as pl

from engine.mechanics.profile import changed
from engine.title.loader import load_title, titles
from warehouse import Lake


def discount(lake: Lake, game_id: str) -> int:
    """Return how much less the units lost in battles cost their owners; what technologies and options change is left out."""
    slug = lake.games().filter(game_id=game_id)["title"][0]
    if slug not in titles():
        return 0
    title = load_title(slug)
    less = {}
    for row in title.revisions:
        if row.power and row.cost and not row.tech and not row.when:
            price = title.units[row.unit].cost
            less[row.power, row.unit] = price - changed(price, row.cost)
    lost = lake.frame("units_removed", game_id).filter(
        (pl.col("battle") > 0) & ~pl.col("cause").is_in(["captured", "converted"])
    )
    return sum(less.get((power, unit), 0) * n for power, unit, n in lost.select("power", "unit", "count").rows())
