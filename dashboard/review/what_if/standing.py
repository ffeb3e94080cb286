"""How the sides stand after games that were played on and not decided, beside the same round of the game as it was played."""

from __future__ import annotations

from statistics import median, quantiles

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.wording import sentence, the
from dashboard.ui.title_names import date_of
from engine.simulation import Continuation

FEWEST = 4
"""Games of which the middle half is told."""


def standing(of: Reader, done: list[Continuation]) -> str:
    """Return who was stronger at the last round that all these games reached, and how that compares with the record; or nothing."""
    ends = [max((one.round for one in game.strengths), default=0) for game in done]
    if not ends or not min(ends):
        return ""
    end = min(ends)
    shares = _shares(done, end)
    leader = max(shares, key=lambda side: (median(shares[side]), side), default="")
    if not leader:
        return ""
    parts = [
        f"at the end of {date_of(of.game['title'], of.game['scenario'], end)}, {the(of.sides.get(leader, leader))} had "
        f"{median(shares[leader]):.0%} of all strength in the median game"
    ]
    if len(done) >= FEWEST:
        low, _, high = quantiles(shares[leader], n=4, method="inclusive")
        parts.append(f"{low:.0%} to {high:.0%} in the middle half of them")
    before = _as_played(of, leader, set(shares), end)
    return sentence(f"{', '.join(parts)}{f'; as it was played, {before:.0%}' if before is not None else ''}.")


def _shares(done: list[Continuation], end: int) -> dict[str, list[float]]:
    """Return side to its share of the strength of all sides (unit value plus production) in each game at the end of a round."""
    found: dict[str, list[float]] = {}
    for game in done:
        there = {one.side: one.tuv + one.production for one in game.strengths if one.round == end}
        for side, strength in there.items():
            found.setdefault(side, []).append(strength / max(sum(there.values()), 1))
    return found


def _as_played(of: Reader, side: str, sides: set[str], end: int) -> float | None:
    """Return a side's share of the strength of these sides in the record; None where the round was not played out."""
    if end > (of.game["finished_rounds"] or 0):
        return None
    rows = of.measure("strength_by_round").filter(pl.col("round") == end, pl.col("side").is_in(sides))
    total = rows["strength"].sum()
    return rows.filter(side=side)["strength"].sum() / total if total else None
