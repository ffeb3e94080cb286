"""Pages over many games: a question in plain words, what to group by, which games, and a second selection to compare with."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard import data, parts, selection
from dashboard.charts.bands import bands_chart
from dashboard.charts.groups import MOST, shown
from dashboard.charts.spread import spread_chart
from dashboard.insight_answers import bands_answer, spread_answer, with_unit
from dashboard.words import counted
from warehouse.insights import WHOLE, Metric, dimensions, fitting, metrics

ROUNDS, GAMES = "Round by round", "One number a game"
FIRST, SECOND = "first selection", "second selection"


def page(family: str, title: str) -> None:
    """Show the page of a family of metrics."""
    at = parts.opened()
    games = parts.games_of(at)
    st.title(title, anchor=False)
    metric = _metric(at, family)
    by, form = _how(metric)
    choices = _choices(at, games)
    metric = with_unit(metric, _of(games, choices))
    parts.question(metric.question)
    frame = _asked(at, metric, by, form, choices)
    if frame.is_empty():
        st.info("Nothing of the kind is told of these games; choose others above, or ask another question.")
        return
    _answer(at, metric, by, form, frame, choices, games.height)


def _metric(at: data.Source, family: str) -> Metric:
    """Let a question be picked; what was asked before stays the question when the page is seen again.

    The page opens with the first question of which the lake's games tell anything, and says so where it is not the first.
    """
    offered = [metric for metric in metrics().values() if metric.family == family]
    first = next((metric for metric in offered if _is_told(at, metric)), offered[0])
    questions = [metric.question for metric in offered]
    key = f"{family}-ask"
    asked = st.selectbox("Question", questions, index=offered.index(first), key=key, bind="query-params")
    if asked == first.question != questions[0]:
        st.caption(f"The games of this lake tell nothing of “{questions[0]}”: this page opens with what they do tell.")
    return offered[questions.index(asked)]


def _is_told(at: data.Source, metric: Metric) -> bool:
    return not data.bands(at, metric.metric, _usual(metric), None, (), ()).is_empty()


def _usual(metric: Metric) -> str:
    """Return what a metric is grouped by when nothing else was chosen."""
    return "power" if "power" in fitting(metric.metric) else "side"


def _how(metric: Metric) -> tuple[str, str]:
    names = {dimensions()[by].name: by for by in fitting(metric.metric)}
    left, right = st.columns(2)
    usual = dimensions()[_usual(metric)].name
    by = left.selectbox(
        "By", list(names), index=list(names).index(usual), key=f"by-{metric.level}", bind="query-params"
    )
    form = right.segmented_control(
        "Shown", [ROUNDS, GAMES], default=ROUNDS, key="form", bind="query-params", required=True
    )
    return names[by], form or ROUNDS


def _choices(at: data.Source, games: pl.DataFrame) -> list[selection.Choice]:
    chosen = [selection.choose(at, games, "", "Which games?")]
    if st.toggle("Compare with a second selection", key="compare", bind="query-params"):
        chosen.append(selection.choose(at, games, "b-", "Compare with which games?"))
    return chosen


def _of(games: pl.DataFrame, choices: list[selection.Choice]) -> pl.DataFrame:
    """Return the games of all selections."""
    chosen = [
        games if choice.games is None else games.filter(pl.col("game_id").is_in(choice.games)) for choice in choices
    ]
    return pl.concat(chosen)


def _asked(at: data.Source, metric: Metric, by: str, form: str, choices: list[selection.Choice]) -> pl.DataFrame:
    """Return the rows of all selections, each with its words in `selection`."""
    ask = data.bands if form == ROUNDS else data.spread
    frames = [ask(at, metric.metric, by, choice.games, choice.sides, choice.powers) for choice in choices]
    names = [""] if len(frames) == 1 else [FIRST, SECOND]
    labelled = [
        frame.with_columns(selection=pl.lit(f"{name}: {choice.words}" if name else ""))
        for frame, name, choice in zip(frames, names, choices, strict=True)
    ]
    return pl.concat(labelled)


def _answer(
    at: data.Source, metric: Metric, by: str, form: str, frame: pl.DataFrame, choices: list[selection.Choice], of: int
) -> None:
    groups, own = shown(frame), data.power_colors(at) if by == "power" else {}
    unit = "" if metric.unit == "share" or metric.unit in metric.name.lower() else f", {metric.unit}"
    numbers = ".0%" if metric.unit == "share" else ".3~s" if frame["mean"].abs().max() >= 10_000 else ".1~f"
    if form == ROUNDS:
        parts.answer(bands_answer(frame, metric))
        parts.draw(bands_chart(frame, groups, own, f"{metric.name}{unit}", numbers), metric.question, frame)
    else:
        parts.answer(spread_answer(frame, metric))
        parts.draw(spread_chart(frame, groups, own, f"{metric.name}{unit}", numbers), metric.question, frame)
    parts.meaning(_count(frame, form), " ".join(_meaning(metric, by, form, frame, groups, choices, of)))


def _count(frame: pl.DataFrame, form: str) -> str:
    """Return what the chart rests on; round by round the most values that any round has of all groups together."""
    if form == GAMES:
        return counted(int(frame["n"].sum()), "value")
    most = frame.group_by("selection", "round").agg(pl.col("n").sum()).group_by("selection").agg(pl.col("n").max())
    return f"{counted(int(most['n'].sum()), 'value')} in the round that has most"


def _meaning(
    metric: Metric, by: str, form: str, frame: pl.DataFrame, groups: list[str], choices: list[selection.Choice], of: int
) -> list[str]:
    what = dimensions()[by].of
    lines = [f"{metric.meaning}; one value is of {what} in a game."]
    lines += [f"Games: {'; compared with '.join(selection.said(choice, of) for choice in choices)}."]
    if form == ROUNDS:
        lines.append("The line is the median, the band holds the middle half; later rounds stand on fewer games.")
    else:
        lines.append(
            f"A game counts with {WHOLE[metric.kind][1]}. The bar holds the middle half, the line the middle eight tenths, "
            "the tick is the median, the point the mean."
        )
    left = frame["group"].n_unique() - len(groups)
    if left:
        lines.append(
            f"The {MOST} groups with most values are drawn; {counted(left, 'other')} stand in the rows to download."
        )
    return lines
