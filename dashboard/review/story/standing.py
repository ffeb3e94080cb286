"""How far a game got that is too short for a story: where its record stops, who was ahead, and what the fighting had cost by then."""

from __future__ import annotations

import polars as pl

from dashboard.review.battle_rows import RAID, fought
from dashboard.review.reader import Reader
from dashboard.review.story.balance import shares
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import sentence, small, the, whose
from dashboard.ui.figures import last_round
from dashboard.ui.text import amount, listed

NAMED = 3
"""Powers whose losses are named."""
LEVEL = 0.005
"""Share of all units and production by which a side is ahead."""


def stands(of: Reader) -> Sentence:
    """Return where the record of a game stops and who was ahead then; empty of a game that ended, or where nobody was."""
    ahead = _ahead(of)
    if of.game["ended"] or not ahead:
        return ()
    if not of.game["rounds"]:
        return (Clause("At the set-up", of.last_turn), Clause(f" {ahead}."))
    return (Clause(f"The record stops in {_where(of)}", of.last_turn), Clause(f"; {ahead}."))


def cost(of: Reader) -> Sentence:
    """Return what all battles cost the powers that lost most; empty where nobody lost units of a known price."""
    battles = fought(of).filter(pl.col("kind") != RAID)
    lost = of.measure("casualties").filter(pl.col("power").is_in(of.seated), ~pl.col("kind").is_in(["", RAID]), pl.col("tuv") > 0)
    if lost.is_empty() or battles.is_empty():
        return ()
    sums = lost.group_by("name").agg(pl.col("tuv").sum()).sort("tuv", "name", descending=[True, False])
    named = [
        f"{the(power)} {amount(worth, of.unit)}" if not at else f"{the(power)} {worth:,}"
        for at, (power, worth) in enumerate(sums.head(NAMED).iter_rows())
    ]
    fight = f"{small(battles.height)} battle{'s' if battles.height > 1 else ''} cost {listed(named)}"
    return (Clause(sentence(fight), of.end_of(last_round(battles))), Clause("."))


def _where(of: Reader) -> str:
    """Return the round, and whose turn is the last on record where the round was not finished."""
    when = of.when(of.game["rounds"])
    turns = of.turns_told.select("turn", "turn_power").unique().sort("turn") if of.last_turn else None
    if of.game["finished_rounds"] >= of.game["rounds"] or turns is None or turns.is_empty():
        return when
    power = str(turns["turn_power"][-1])
    return f"{when} with {whose(of.names[power])} turn" if power in of.names else when


def _ahead(of: Reader) -> str:
    """Return which side had most of all units and production; empty where that is not known, or nobody has an ally."""
    ranked = shares(of)
    if len(ranked) < 2 or len(of.sides) == of.all_powers.height:
        return ""
    (first, one), (second, two) = ranked[:2]
    if one - two < LEVEL:
        return ""
    rest = "" if len(ranked) == 2 else f", {the(second)} {two:.0%}"
    return f"{the(first)} had {one:.0%} of all units and production{rest}"
