"""The questions of a game's page, each with its chart: one function a question, thin over the measures."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from dashboard import answers, data, parts
from dashboard.charts.income import income_chart
from dashboard.charts.style import sides_of
from dashboard.charts.treasury import treasury_chart
from dashboard.charts.tuv import tuv_chart
from dashboard.charts.victory_cities import victory_chart
from dashboard.words import counted


def economy(at: data.Source, game: dict[str, Any]) -> None:
    """Draw income and treasury by power and round."""
    parts.question("Who earns the most, and who has money in hand?")
    earned = data.by_side(at, "income_by_turn", game["game_id"])
    held = data.measure(at, "income_and_treasury", game["game_id"])
    powers, unit = data.frame(at, "title_powers", game["game_id"]), game["resource_name"]
    parts.answer(answers.economy_answer(earned, held, unit))
    left, right = st.columns(2, gap="medium")
    with left:
        parts.draw(income_chart(earned, powers, unit), "Income by power and round")
    with right:
        parts.draw(treasury_chart(held, powers, unit), "Treasury by power and round")
    parts.meaning(
        f"{counted(earned.height, 'turn')} of {counted(earned['power'].n_unique(), 'power')}",
        f"Income is the {unit} that a power collects in a round; the treasury is what it has in hand at the end of its own "
        "turn, after buying and collecting. Round 0 is the set-up. A power whose turn did not come to an end has no income.",
    )  # fmt: skip


def units_value(at: data.Source, game: dict[str, Any]) -> None:
    """Draw TUV by side over rounds."""
    parts.question("Whose forces are worth more?")
    frame = data.by_side(at, "tuv_by_side", game["game_id"])
    sides, unit = sides_of(data.frame(at, "title_powers", game["game_id"])), game["resource_name"]
    said = answers.tuv_answer(frame, unit)
    parts.answer(said)
    parts.draw(tuv_chart(frame, sides, unit), "Units value by side and round")
    parts.meaning(
        _ends(frame),
        f"Units value (TUV) is what all units of a side cost, in {unit}; it grows by what is built and shrinks by what is lost.",
    )  # fmt: skip


def victory_cities(at: data.Source, game: dict[str, Any]) -> None:
    """Draw victory cities by side against the threshold."""
    parts.question("How close is each side to winning?")
    areas = data.frame(at, "title_areas", game["game_id"])
    frame = data.by_side(at, "victory_cities", game["game_id"])
    said = answers.victory_answer(frame, areas.filter(pl.col("victory_city") != "").height)
    parts.answer(said)
    if frame.is_empty():
        return
    rows = frame.select("round", "side_name", pl.col("total").alias("held"), pl.col("threshold").fill_null(0))
    sides = sides_of(data.frame(at, "title_powers", game["game_id"]))
    parts.draw(victory_chart(rows, sides, "Victory cities"), "Victory cities by side and round")
    parts.meaning(
        _ends(frame),
        "Victory cities that a side controls at the end of each round; the dashed line is how many win the game.",
    )  # fmt: skip


def _ends(frame: pl.DataFrame) -> str:
    """Return how many ends of rounds a frame has, in words."""
    count = frame["round"].n_unique()
    return f"{count}: the set-up" + (f" and the end of {counted(count - 1, 'round')}" if count > 1 else "")
