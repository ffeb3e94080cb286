"""The battles of a game, as a review tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard.review.reader import Reader, once
from dashboard.ui.sampled import interval
from engine.recording import Fidelity

RAID = "raid"
"""Kind of battle that is no fight for an area: bombers and what shoots at them."""


WON, BOTH, BLOCKED, BEATEN, SUNK, BROKEN, ALONE = "won", "both", "blocked", "beaten", "sunk", "broken", "alone"
"""How an attack ended: `how_it_ended`."""
DID = {
    WON: "succeeded",
    BOTH: "destroyed both sides",
    BLOCKED: "destroyed the defenders but could not advance",
    BEATEN: "failed",
    SUNK: "ended with all attackers destroyed",
    BROKEN: "was broken off",
    ALONE: "met no units",
}
"""What an attack did, behind its name in a sentence."""
WINNERS = {WON: "attacker", BEATEN: "defender"}
"""Who won: of attacks that ended otherwise nobody."""


@once
def fought(of: Reader) -> pl.DataFrame:
    """Return measure `biggest_battles` with where its result lies, and printed names of area, attacker and defender.

    `percentile` is how far along all results the swing lies, and of a battle whose odds are not known (`by_hits`) how far along all
    numbers of hits those of the attacker less the defender's do; null where neither is known. `samples`: battles played for it, 0
    where it is exact. `surprise`: the chance of a result as far out on either side. `alone`: whether one side had no units, so that
    there was nobody to fight (attacks on convoys); a record that shows only a part may not tell of all units.
    """
    battles = of.measure("biggest_battles")
    hits = of.measure("battle_surprise").select("battle", "net_percentile")
    odds = of.frame("battle_luck").select("battle", "percentile", "samples")
    joined = battles.join(hits, on="battle", how="left", maintain_order="left")
    joined = joined.join(odds, on="battle", how="left", maintain_order="left").with_columns(
        percentile=pl.coalesce("percentile", "net_percentile"),
        by_hits=pl.col("percentile").is_null(),
        samples=pl.col("samples").fill_null(0),
    )
    far = [None if share is None else surprise(share, samples) for share, samples in joined.select("percentile", "samples").iter_rows()]
    one_sided = (pl.col("attackers") == "") != (pl.col("defenders") == "")
    return joined.with_columns(
        pl.Series("surprise", far, pl.Float64),
        pl.coalesce("area_name", "area").alias("where"),
        (one_sided & (of.game["fidelity"] != Fidelity.OBSERVED.value)).alias("alone"),
        pl.col("attacker").replace(of.names).alias("attacker_name"),
        pl.col("defender").replace(of.names).alias("defender_name"),
    )


def surprise(percentile: float, samples: int) -> float:
    """Return the chance of a result at least as far out, on either side; the most that it may be where battles were played for it."""
    return min(1.0, 2 * tail(percentile, samples))


def tail(percentile: float, samples: int) -> float:
    """Return the chance of a result at least as far out on its side, half of those that are the same counted; the most it may be."""
    out = min(percentile, 1 - percentile)
    return interval(out, samples)[1] if samples else out


def how_it_ended(row: Mapping[str, Any]) -> str:
    """Return how the attack of a row of `fought` ended, by what is left: one of WON, BOTH, BLOCKED, BEATEN, SUNK, BROKEN and ALONE.

    A record may call the defender the winner where it is gone: it goes by who holds the area.
    """
    if row["winner"] == "attacker":
        return WON
    if _gone(row, "defender"):
        return BOTH if _gone(row, "attacker") else BLOCKED
    if row["winner"] == "defender":
        return BEATEN
    if _gone(row, "attacker"):
        return SUNK
    return ALONE if row.get("alone") else BROKEN


def _gone(row: Mapping[str, Any], side: str) -> bool:
    """Return whether all of a side was destroyed: nothing is left, and all that it was worth was lost, so nothing withdrew."""
    worth, lost = row[f"{side}_value"], row[f"{side}_lost"]
    known = not row[f"{side}_unpriced"] and lost is not None
    return not row[f"{side}s_left"] and known and bool(worth) and lost >= worth
