"""Pages over many games: a question in plain words, what to group by, which games, and a second selection to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.charts.groups import LEFT, MOST, shown, told_by_enough
from dashboard.charts.of_metric import metric_chart
from dashboard.metrics import selection
from dashboard.metrics.answers import spread_answer, whole_and_bands_answer, with_unit
from dashboard.metrics.one_title import pick_one, usual
from dashboard.ui import data, widgets
from dashboard.ui.figures import highest
from dashboard.ui.text import counted
from warehouse.metrics import WHOLE, Metric, dimensions, fitting, metrics

ROUNDS, GAMES = "Round by round", "One number per game"
FIRST, SECOND = "first selection", "second selection"


class Asked(NamedTuple):
    """A selection of games of one title: its choice, what it is called, the metric with its unit in that title."""

    title: str
    choice: selection.Choice
    label: str
    metric: Metric


def page(family: str, title: str) -> list[Asked]:
    """Show the page of a family of metrics, one title at a time, and return the selections of games that it was asked for.

    Sums and currencies of different titles are never put together.
    """
    at = widgets.opened()
    games = widgets.games_once(at)
    st.title(title, anchor=False)
    slug = pick_one(games, _first(at, family, games)) or usual(games)
    metric = _metric(at, family, games.filter(title=slug))
    by, form = _how(metric)
    asked = _selections(at, games, slug, metric)
    widgets.question(metric.question)
    frame = _rows(at, by, form, asked)
    if frame.is_empty():
        st.info("These games have no data for this question. Choose other games above, or another question.")
    else:
        _answer(at, by, form, frame, asked, games)
    return asked


def _first(at: data.Source, family: str, games: pl.DataFrame) -> str:
    """Return the title that a page opens with: the usual one of those that answer its first question that has an answer."""
    told = (data.bands(at, metric.metric, "title", None, (), ()) for metric in _family(family))
    found = next((rows for rows in told if rows.height), pl.DataFrame(schema={"group": pl.String, "p50": pl.Float64}))
    some = games.filter(pl.col("title_name").is_in(found["group"].unique().to_list()))
    telling = found.filter(pl.col("p50") != 0)  # a page had better not open with lines along nothing
    rather = some.filter(pl.col("title_name").is_in(telling["group"].to_list()))["title"].to_list()
    return usual(games if some.is_empty() else some, rather)


def _family(family: str) -> list[Metric]:
    return [metric for metric in metrics().values() if metric.family == family]


def _metric(at: data.Source, family: str, games: pl.DataFrame) -> Metric:
    """Let a question be picked; what was asked before stays the question when the page is seen again.

    The page opens with the first question of which the title's games tell anything, and says so where it is not the first. So it
    does when another title is picked whose games tell nothing of what was asked.
    """
    offered = _family(family)
    first = next((metric for metric in offered if _is_told(at, metric, games)), offered[0])
    questions = [metric.question for metric in offered]
    key = f"{family}-ask"
    picked = tuple(games["title"].unique())
    if st.session_state.get(f"{family}-of", picked) != picked and st.session_state.get(key) in questions:
        before = offered[questions.index(st.session_state[key])]
        st.session_state[key] = (before if _is_told(at, before, games) else first).question
    st.session_state[f"{family}-of"] = picked
    asked = st.selectbox("Question", questions, index=offered.index(first), key=key, bind="query-params")
    if asked == first.question != questions[0]:
        st.caption(f"The games of this title have no data for “{questions[0]}”: so the page opens with a question that they do answer.")
    return offered[questions.index(asked)]


def _is_told(at: data.Source, metric: Metric, games: pl.DataFrame) -> bool:
    return not data.bands(at, metric.metric, _usual(metric), tuple(games["game_id"]), (), ()).is_empty()


def _usual(metric: Metric) -> str:
    """Return what a metric is grouped by when nothing else was chosen."""
    return "power" if "power" in fitting(metric.metric) else "side"


def _how(metric: Metric) -> tuple[str, str]:
    names = {dimensions()[by].name: by for by in fitting(metric.metric) if by != "title"}
    left, right = st.columns(2)
    usual = dimensions()[_usual(metric)].name
    by = left.selectbox("By", list(names), index=list(names).index(usual), key=f"by-{metric.level}", bind="query-params")
    form = right.segmented_control("Shown", [ROUNDS, GAMES], default=ROUNDS, key="form", bind="query-params", required=True)
    return names[by], form or ROUNDS


def _selections(at: data.Source, games: pl.DataFrame, title: str, metric: Metric) -> list[Asked]:
    """Let games of the title be chosen, and others to compare with them: of the same title, or of another."""
    chosen = [(title, selection.choose(at, games, "", "Which games?", title=title))]
    if st.toggle("Compare with a second selection", key="compare", bind="query-params"):
        other = pick_one(games, title, "b-title", "Compare with which title?") or title
        chosen.append((other, selection.choose(at, games, "b-", "Compare with which games?", title=other)))
    metrics = [with_unit(metric, games.filter(title=slug)) for slug, _ in chosen]
    labels = [""] if len(chosen) == 1 else [f"{name}: {choice.words}" for name, (_, choice) in zip((FIRST, SECOND), chosen, strict=True)]
    if not _alike(metrics):
        labels = [f"{label}, in {one.unit}" for label, one in zip(labels, metrics, strict=True)]
    return [Asked(*one, label, told) for one, label, told in zip(chosen, labels, metrics, strict=True)]


def _alike(metrics: Sequence[Metric]) -> bool:
    return len({metric.unit for metric in metrics}) == 1


def _rows(at: data.Source, by: str, form: str, asked: list[Asked]) -> pl.DataFrame:
    """Return the rows of all selections, each with its words in `selection`."""
    ask = data.bands if form == ROUNDS else data.spread
    frames = [
        ask(at, one.metric.metric, by, one.choice.games, one.choice.sides, one.choice.powers).with_columns(selection=pl.lit(one.label))
        for one in asked
    ]
    return pl.concat(frames)


def _answer(at: data.Source, by: str, form: str, frame: pl.DataFrame, asked: list[Asked], games: pl.DataFrame) -> None:
    groups, metric = shown(frame), asked[0].metric
    every, own = frame.filter(pl.col("group").is_in(groups)), {}
    drawn = told_by_enough(every) if form == ROUNDS else every
    if by == "power":
        own = data.power_colors(at, [one.title for one in asked])
    alike, metrics = _alike([one.metric for one in asked]), {one.label: one.metric for one in asked}
    if form == ROUNDS:
        whole = _rows(at, by, GAMES, asked) if metric.kind != "stock" else every.clear()
        widgets.answer(whole_and_bands_answer(whole.filter(pl.col("group").is_in(groups)), drawn, metrics))
    else:
        widgets.answer(spread_answer(drawn, metrics))
    widgets.draw(metric_chart(drawn, metric, own, form == ROUNDS, alike), metric.question, frame)
    rests = "; compared with ".join(selection.said(one.choice, _all(games, one.title)) for one in asked)
    widgets.meaning(rests, " ".join(_meaning(by, form, frame, every, drawn, asked)))


def _meaning(by: str, form: str, frame: pl.DataFrame, every: pl.DataFrame, drawn: pl.DataFrame, asked: list[Asked]) -> list[str]:
    metric, what = asked[0].metric, dimensions()[by].of
    lines = [f"{metric.meaning}; each value is for {what} in one game."]
    if form == ROUNDS:
        lines.append(
            "The line is the median, and the band contains the middle half of the games. A round that was not finished is left out."
        )
        if metric.kind != "stock":
            lines.append(f"Of a game as a whole counts {WHOLE[metric.kind][1]}.")
        if drawn.height < every.height:
            few = highest(every.group_by("selection", "group").agg(pl.col("games").max())["games"]) <= LEFT
            where = "the first of its games has ended, or has no more of it" if few else f"fewer than {LEFT} games are left"
            lines.append(f"A line stops where {where}; the rows to download go on.")
    else:
        lines.append(
            f"A game counts with {WHOLE[metric.kind][1]}. The bar contains the middle half, and the line the middle 80%; "
            "the tick is the median, and the point is the mean."
        )
    left = frame["group"].n_unique() - every["group"].n_unique()
    if left:
        rest = f"{counted(left, 'other')} {'stands' if left == 1 else 'stand'} in the rows to download"
        lines.append(f"The {MOST} groups with the most values are drawn; {rest}.")
    return lines


def _all(games: pl.DataFrame, title: str) -> int:
    return games.filter(title=title).height
