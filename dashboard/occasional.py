"""Questions that only some games can answer, each with its chart: a game without such data is not asked."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from dashboard import data, parts
from dashboard import occasional_answers as answers
from dashboard.charts.bombing import bombing_chart
from dashboard.charts.convoy_losses import convoy_chart
from dashboard.charts.luck_of_powers import power_luck_chart
from dashboard.charts.luck_of_sides import side_luck_chart
from dashboard.charts.objectives import objectives_chart
from dashboard.charts.style import sides_of
from dashboard.words import counted


def luck(at: data.Source, game: dict[str, Any]) -> None:
    """Draw hits against expectation by side and by power, of a game with dice."""
    frame = data.by_side(at, "luck_by_round", game["game_id"])
    dice = int(frame["dice"].sum())
    if not dice:
        return
    parts.question("Was it luck?")
    powers, sides = data.frame(at, "title_powers", game["game_id"]), answers.luck_of_sides(frame)
    parts.answer(answers.luck_answer(sides))
    left, right = st.columns(2, gap="medium")
    with left:
        parts.draw(side_luck_chart(sides, sides_of(powers)), "Hits above expectation by side and round")
    with right:
        parts.draw(power_luck_chart(frame, powers), "Hits above expectation by power and round")
    parts.meaning(
        counted(dice, "die").replace("dies", "dice"),
        "Hits made less the hits that the dice were worth, added up from the start of the game; dice of bombing damage make no "
        "hits and are left out. Chance alone keeps a side within 2 standard deviations in 19 of 20 games.",
    )  # fmt: skip


def convoys(at: data.Source, game: dict[str, Any]) -> None:
    """Draw what convoy raids cost, of a game that has any."""
    frame = data.measure(at, "convoy_losses", game["game_id"]).filter(resource=game["resource"])
    raids = frame.filter(pl.col("raids") > 0)
    if raids.is_empty():
        return
    parts.question("What did convoy raids cost?")
    powers, unit = data.frame(at, "title_powers", game["game_id"]), game["resource_name"]
    parts.answer(answers.convoy_answer(frame, unit))
    parts.draw(convoy_chart(frame, powers, unit), "Convoy losses by power and round")
    parts.meaning(
        f"{counted(int(raids['raids'].sum()), 'raid')} on {counted(raids['victim'].n_unique(), 'power')}",
        f"What a power lost to convoy raids in a round, in {unit}; an empty cell is a round without a raid on it. Pointing at a "
        "cell names the share of the income that the power would have had, where it was raided and, where known, by whom.",
    )  # fmt: skip


def objectives(at: data.Source, game: dict[str, Any]) -> None:
    """Draw what national objectives paid, of a game that has any."""
    frame = data.by_side(at, "objectives_by_round", game["game_id"])
    paid = frame.filter((pl.col("objectives") > 0) | (pl.col("amount") != 0))
    if paid.is_empty():
        return
    parts.question("Who met their national objectives?")
    powers, unit = data.frame(at, "title_powers", game["game_id"]), game["resource_name"]
    parts.answer(answers.objectives_answer(frame, unit))
    parts.draw(objectives_chart(frame, powers, unit), "Payments for objectives by power and round")
    parts.meaning(
        f"{counted(int(paid['objectives'].sum()), 'payment')} to {counted(paid['power'].n_unique(), 'power')}",
        f"What a power was paid for its objectives in a round, in {unit}; an empty cell is a round in which it met none. "
        "Powers that never met one are left out.",
    )  # fmt: skip


def bombing(at: data.Source, game: dict[str, Any]) -> None:
    """Draw what bombing did and what was repaired, of a game that has any."""
    frame = data.measure(at, "bombing_by_round", game["game_id"])
    told = frame.filter(pl.any_horizontal(pl.col("raids", "damage", "repaired") > 0))
    if told.is_empty():
        return
    parts.question("What did the bombers do?")
    parts.answer(answers.bombing_answer(frame, game["resource_name"]))
    parts.draw(
        bombing_chart(frame, data.frame(at, "title_powers", game["game_id"])), "Bombing damage by power and round"
    )
    parts.meaning(
        f"{counted(int(told['raids'].sum()), 'raid')} in {counted(frame['round'].max(), 'round')}",
        "Upwards the damage done in each round, in the colours of the powers that flew; downwards what was repaired, in those of its "
        "owners. Aircraft lost are those that took part in the raids.",
    )  # fmt: skip
