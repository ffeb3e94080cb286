"""What else the page Odds answers of a battle: percentiles of the swing, a question of its end, further attacks on what is left."""

from __future__ import annotations

import re

import streamlit as st

from dashboard.odds.form import Asked
from dashboard.terminal.odds import swing_told
from dashboard.terminal.waves import costs, said_of, sum_of
from dashboard.ui import widgets
from dashboard.ui.sampled import often
from dashboard.ui.templates import PARTS
from engine.odds.names import OddsError
from engine.odds.questions import chance_of, percentiles, plays_of, question
from engine.odds.result import Result
from engine.odds.waves import Waves
from engine.title.model import Title


def attacks_in(text: str) -> list[str]:
    """Return the further attacks that a text tells: `2 tank, fighter then 3 infantry`."""
    return [part.strip(" ,;") for part in re.split(r"\bthen\b", text, flags=re.I) if part.strip(" ,;")]


def show_percentiles(found: Result) -> None:
    """Show how the swing is spread, as percentiles."""
    if len(found.swings) > 1:
        shown = [(f"{part}%", swing_told(found, part / 100)) for part, _ in percentiles(found.swings)]
        st.html(PARTS.figures(shown, "Percentiles of the swing"))
        widgets.meaning("", "Percentiles: that share of all such battles ends with this swing or a lower one.")


def show_question(title: Title, found: Result, told: Asked) -> None:
    """Show the chance of an end that is asked for."""
    if not told.question:
        return
    widgets.question("How likely is it?")
    try:
        asked = question(title, told.question)
    except OddsError as error:
        st.warning(str(error))
        return
    widgets.answer(f"{told.question}: {often(chance_of(found, asked), plays_of(found, asked))}")


def show_waves(found: Waves, unit: str, at_sea: bool) -> None:
    """Show attacks one after the other."""
    widgets.question("And all attacks together?")
    for number, wave in enumerate(found.each, 1):
        widgets.meaning("", f"Attack {number}: {said_of(number, wave, found.samples)}")
    widgets.answer(f"{sum_of(found, at_sea)} {costs(found, unit)}.")
