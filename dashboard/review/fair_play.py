"""What a record shows of edits and of dice that did not fall in the order of play: what stands in it, and what may explain it."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.section import Moment, Section
from dashboard.ui.text import counted
from ingest.audit import kinds
from ingest.triplea.remarks import AUDIT

QUESTION = "What does the record show of fair play?"
HELP = (
    "Edits, dice put in by hand, moves taken back after dice, and gaps in the history, as the record has them. It accuses nobody: "
    "a record shows what was done, and not why. The command `sitrep audit` also lays records of one game beside each other."
)
SAID_AS = {"save/round": f"{AUDIT}cut"}
"""Defects that say the same in other words."""
MOST = 10
"""Moments that the review links to."""


def fair_play(of: Reader) -> Section | None:
    """Return what a record shows, of a game whose record shows any of it."""
    found = of.frame("defect_found").with_columns(pl.col("rule").replace(SAID_AS))
    rows = found.filter(pl.col("rule").str.starts_with(AUDIT)).sort("seq")
    if rows.is_empty():
        return None
    known = kinds()
    counts = rows.group_by("rule", maintain_order=True).len().iter_rows()
    told = [(known[rule.removeprefix(AUDIT)], count) for rule, count in counts if rule.removeprefix(AUDIT) in known]
    answer = " ".join(f"{counted(count, 'time')}: {kind.shows}." for kind, count in told)
    note = " ".join(f"What may explain that {kind.shows}: {kind.may_be}." for kind, _ in told)
    moments = tuple(
        Moment(turn, f"Round {number}: {place}" if place else f"Round {number}", what)
        for turn, number, place, what in rows.head(MOST).select("turn", "round", "place", "message").iter_rows()
    )
    return Section(QUESTION, HELP, answer, counted(rows.height, "remark"), note, moments=moments)
