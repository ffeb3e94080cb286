"""Units lost in battles of a text whose price it does not tell: it stands as 0 in the table of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import polars as pl

NONE = (0, 0)
"""No such units on either side."""


def unpriced(frames: Callable[[str], pl.DataFrame]) -> dict[int, tuple[int, int]]:
    """Return battle to the units without a price that the attacker and the defender lost; others are left out.

    Sides are told apart as in the view `priced_battles` of the warehouse.
    """
    if frames("games")["fidelity"].first() != "observed":
        return {}
    unknown = frames("title_units").filter(pl.col("cost") == 0)["unit"].to_list()
    side = dict(frames("title_powers").select("power", "side").iter_rows())
    attackers = dict(frames("battle_started").select("battle", "attacker").iter_rows())
    gone = frames("units_removed").filter(pl.col("unit").is_in(unknown), pl.col("cause") != "converted")
    found: Counter[tuple[int, bool]] = Counter()
    for battle, power, count in gone.select("battle", "power", "count").iter_rows():
        if battle in attackers:
            found[battle, side.get(power) == side.get(attackers[battle])] += count
    return {battle: (found[battle, True], found[battle, False]) for battle, _ in found}
