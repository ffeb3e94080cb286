"""What the charts over many games say, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import polars as pl

from dashboard.ui.figures import highest, lowest
from dashboard.ui.text import counted, listed
from warehouse.metrics import Metric

MONEY = "main resource"
"""Unit of a metric that is counted in each title's own money."""
FEW = 3
"""Groups that are named where they share a place."""


def bands_answer(frame: pl.DataFrame, metrics: Mapping[str, Metric]) -> str:
    """Say which group is highest in the last round that half of the values reach (lowest where all are below 0).

    Where half of the games tell nothing, it is said by the mean.

    Args:
        frame: selection, group, round, games, n, mean, p50; what is drawn. metrics: what it is of, by selection.
    """
    said = []
    for name, metric, rows in _selections(frame, metrics):
        at = _well_told(rows)
        last = rows.filter(pl.col("round") == at)
        if not (last["p50"] != 0).any():
            said.append(name + _by_mean(rows, at, metric))
            continue
        above = bool((last["p50"] > 0).any())
        ranked = last.sort(["p50", "group"], descending=[above, False])
        top = ranked.row(0, named=True)
        level = ranked.filter(pl.col("p50") == top["p50"])["group"].to_list()
        said.append(
            f"{name}{'Highest' if above else 'Lowest'} median in round {at}{_not_the_last(rows, at)}: {_who(level)}, "
            f"{number(top['p50'], metric)} ({counted(top['games'], 'game')})."
        )
    return " ".join(said)


def _not_the_last(rows: pl.DataFrame, at: int) -> str:
    """Say why the answer is of an earlier round than the last one drawn; nothing where it is of that one."""
    return ", the last that half of the games reached" if at < highest(rows["round"]) else ""


def _who(level: list[str]) -> str:
    """Return the groups that share a place; of more than a few the first and how many others."""
    return listed(level) if len(level) <= FEW else f"{level[0]} and {len(level) - 1:,} others"


def _by_mean(rows: pl.DataFrame, at: int, metric: Metric) -> str:
    """Say that the medians of a round are 0, and which group and round have the highest mean."""
    best = rows.sort(["mean", "round", "group"], descending=[True, False, False]).row(0, named=True)
    return (
        f"All medians in round {at} are {number(0, metric)}; highest mean: {best['group']}, "
        f"{number(best['mean'], metric)} in round {best['round']} ({counted(best['games'], 'game')})."
    )


def spread_answer(frame: pl.DataFrame, metrics: Mapping[str, Metric]) -> str:
    """Say which group is highest and which lowest over whole games; arguments as `bands_answer`."""
    said = []
    for name, metric, rows in _selections(frame, metrics):
        top, most = _at(rows, highest(rows["p50"]))
        low, least = _at(rows, lowest(rows["p50"]))
        alone = rows.height == 1
        median, games = " in the median game" if top["games"] > 1 else "", counted(top["games"], "game")
        text = f"{name}{'' if alone else 'Highest: '}{_who(most)}, {number(top['p50'], metric)}{median} ({games})"
        if not alone and top["p50"] == low["p50"]:
            each = f"{median} of each" if median else " each"
            text = f"{name}{number(top['p50'], metric)}{each} ({games})"
        elif not alone:
            few = f" ({counted(low['games'], 'game')})" if low["games"] != top["games"] else ""
            text += f"; lowest of {rows.height:,}: {_who(least)}, {number(low['p50'], metric)}{few}"
        said.append(text + ".")
    return " ".join(said)


def whole_and_bands_answer(whole: pl.DataFrame, frame: pl.DataFrame, metrics: Mapping[str, Metric]) -> str:
    """Answer for whole games what adds up over their rounds (who attacks most?), then say how the rounds stand; see `bands_answer`.

    Args:
        whole: what is said of whole games, as `spread_answer` takes it; without rows for what stands for itself in each round.
    """
    return " ".join(filter(None, ["" if whole.is_empty() else spread_answer(whole, metrics), bands_answer(frame, metrics)]))


def _at(rows: pl.DataFrame, median: float) -> tuple[dict[str, Any], list[str]]:
    """Return the groups of a median, and the row of the one that is told by most games."""
    level = rows.filter(pl.col("p50") == median).sort("group")
    return level.sort("games", descending=True, maintain_order=True).row(0, named=True), level["group"].to_list()


def number(value: float, metric: Metric) -> str:
    """Return a value with its unit, as a person reads it."""
    if metric.unit == "share":
        return f"{value:.0%}"
    # A median of an even number of games may lie half-way: rounded to a whole one it would be no median.
    text = f"{value:,.1f}".removesuffix(".0")
    return f"{text} {metric.unit.removesuffix('s') if text in ('1', '-1') else metric.unit}"


def with_unit(metric: Metric, games: pl.DataFrame) -> Metric:
    """Return a metric of money with the unit that games count it in: `IPC`, or `IPC or PP` where they differ; others as they are.

    Args:
        games: the lake's `games` that are asked about, of one title.
    """
    names = sorted(set(games["resource_name"]) - {""})
    if metric.unit != MONEY or not names:
        return metric
    return msgspec.structs.replace(metric, unit=" or ".join(names))


def _selections(frame: pl.DataFrame, metrics: Mapping[str, Metric]) -> list[tuple[str, Metric, pl.DataFrame]]:
    """Return what each selection is called in a sentence, its metric and its rows."""
    parts = frame.partition_by("selection", maintain_order=True)
    named = [(rows["selection"][0], rows) for rows in parts]
    return [(f"{name.partition(':')[0].capitalize()}: " if len(metrics) > 1 else "", metrics[name], rows) for name, rows in named]


def _well_told(rows: pl.DataFrame) -> int:
    """Return the last round that at least half as many values stand behind as behind the best told one."""
    told = rows.group_by("round").agg(pl.col("n").sum()).sort("round")
    return int(highest(told.filter(pl.col("n") * 2 >= told["n"].max())["round"]))
