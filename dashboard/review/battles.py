"""Questions about battles: how many there were, and what the dice had to do with them."""

from __future__ import annotations

import polars as pl

from dashboard.charts.battle_luck import battle_luck_chart
from dashboard.review.battle_rows import RAID, fought
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.ui.text import amount, cost, counted, listed

RARE = 0.05
"""Chance below which a result counts as surprising."""


CARDS = "Which battles mattered?"
"""The question that the battle cards answer."""


def battles_answer(of: Reader) -> str:
    """Return how many battles there were, what was lost in them, and how many ended far from what was to be expected."""
    battles = fought(of)
    known = battles.filter(pl.col("surprise").is_not_null(), pl.col("kind") != RAID)
    surprising, told = known.filter(pl.col("surprise") < RARE), known.height
    rare = f"{surprising.height:,} of {told:,}" if surprising.height else "None"
    dice = f" {rare} ended with a freak result (1 in 20)." if told else ""
    return f"{_counted(battles)}: {_destroyed(battles, of.unit)}.{dice}"


def biggest(of: Reader) -> Section | None:
    """Return all battles by swing and luck; none where no dice of theirs are on record."""
    battles = fought(of)
    if battles.is_empty():
        return None
    rolled = battles.filter(pl.col("attacker_expected").is_not_null() | pl.col("defender_expected").is_not_null())
    if rolled.is_empty() or not battles["swing"].count():
        return None
    drawing = Drawing(battle_luck_chart(battles, of.unit), "Battles by swing and luck", battles)
    return Section(
        "Did the dice decide the battles?",
        meaning("biggest_battles", "battle_surprise"),
        battles_answer(of),
        _counted(battles),
        f"Up: the value the attacker destroyed minus the value it lost (the swing, in {of.unit}). Right: the attacker's hits above "
        "expectation minus the defender's. A larger mark means that more was destroyed. A freak "
        "result is one as far from the middle of all that could have been as happens less than once in twenty times: of all swings "
        "where the odds are known, of all hits where they are not. What the players chose is in the swing, too.",
        (drawing,),
    )


def _counted(battles: pl.DataFrame) -> str:
    raids = battles.filter(kind=RAID).height
    return listed([counted(n, noun) for n, noun in ((battles.height - raids, "battle"), (raids, "bombing raid")) if n])


def _destroyed(battles: pl.DataFrame, unit: str) -> str:
    """Say what all battles destroyed, and of how many units lost in them the price is unknown."""
    worth, unpriced = (
        int(battles["destroyed"].sum()),
        int(battles["attacker_unpriced"].sum()) + int(battles["defender_unpriced"].sum()),
    )
    if not worth and unpriced:
        return f"{cost(None, unpriced, unit)} were lost"
    rest = f", and {cost(None, unpriced, unit)}" if unpriced else ""
    return f"units worth {amount(worth, unit)}{rest} were lost"
