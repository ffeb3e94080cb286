"""The questions of the page Lab about one experiment."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import streamlit as st

from dashboard.charts.paired import differences_chart, rates_chart
from dashboard.lab import verdict_text
from dashboard.review.story.wording import the
from dashboard.ui import widgets
from dashboard.ui.downloads import downloads
from dashboard.ui.table import DASH
from dashboard.ui.text import counted
from warehouse.lab.verdict import Verdict

EXAMPLE = Path(__file__).with_name("example.toml")


def nothing() -> None:
    """Say how an experiment gets here."""
    st.info("This lake has no experiments yet.")
    st.markdown(
        "An experiment plays the printed rules against changed ones in pairs of games. Write such a file, and run "
        f"`sitrep lab run {EXAMPLE.name}`:"
    )
    st.code(EXAMPLE.read_text(encoding="utf-8"), language=None, wrap_lines=True)  # what scrolls sideways is out of a keyboard's reach


def show(found: Verdict) -> None:
    """Show the verdict: the sentences first, then what they rest on."""
    for line in verdict_text.verdict(found)[bool(found.design.question) :]:
        widgets.answer(line)
    if not found.pairs:
        return
    side = the(verdict_text.side_name(found.design))
    pairs = counted(found.pairs, "pair")
    widgets.question(f"How often did {side} win?")
    widgets.draw(rates_chart(found.rates), "Win rates by rule set", found.rates)
    widgets.meaning(pairs, verdict_text.RATES_NOTE)
    if found.differences.height:
        widgets.question("What do the paired games say?")
        widgets.draw(differences_chart(found.differences), "Paired differences", found.differences)
        widgets.meaning(pairs, verdict_text.differences_note(found))
        widgets.question("How many pairs would it take?")
        _table(verdict_text.needed(found), "Pairs needed")
        widgets.meaning(pairs, verdict_text.NEEDED_NOTE)
    if found.effects.height:
        widgets.question("What else moved?")
        _table(verdict_text.effects(found), "What else moved")
        downloads("effects", found.effects)
        widgets.meaning(pairs, verdict_text.EFFECTS_NOTE)
    st.caption(verdict_text.LIMITS)


def _table(rows: pl.DataFrame, alternative: str) -> None:
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt=alternative)
