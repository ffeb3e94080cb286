"""The designer's bench on the page of a title: its experiments in this lake, each with its verdict and the way to the whole of it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.charts.paired import differences_chart, rates_chart
from dashboard.lab import verdict_text
from dashboard.ui import data, widgets
from dashboard.ui.text import counted

LAB = Path(__file__).parents[1] / "screens" / "lab.py"
QUESTION = "What would other rules do?"


def experiments(at: data.Source, title: str) -> None:
    """Show what the lab's experiments with a title found; nothing where there are none."""
    own = {key: design for key, design in sorted(data.labs(at).items()) if design.title == title}
    if not own:
        return
    widgets.question(QUESTION)
    for key, design in own.items():
        found = data.lab_verdict(at, key)
        with st.container(border=True):
            for line in verdict_text.verdict(found):
                widgets.answer(line)
            if found.pairs:
                widgets.draw(rates_chart(found.rates), f"Win rates by rule set, {design.lab}", found.rates)
                widgets.meaning(counted(found.pairs, "pair"), verdict_text.RATES_NOTE)
            if found.differences.height:
                widgets.draw(differences_chart(found.differences), f"Paired differences, {design.lab}", found.differences)
                widgets.meaning(counted(found.pairs, "pair"), verdict_text.differences_note(found))
            st.page_link(LAB, label="The whole experiment", query_params={"experiment": verdict_text.named(key, design)})
