"""Groups of many games in a chart: which colour each has, and which are shown when there are too many."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.style import SHAPES, legend, side_colors
from dashboard.player.palette import nudge
from dashboard.ui.text import color

MOST = 8
"""Groups in one chart; more could not be told apart."""
LEFT = 5
"""Games that must reach a round for a line over many games to go on to it."""


def shown(frame: pl.DataFrame) -> list[str]:
    """Return the groups that are drawn, those that most games stand behind first, then those with the largest numbers; at most MOST.

    Args:
        frame: group, n, mean.
    """
    sums = frame.group_by("group").agg(pl.col("n").sum(), pl.col("mean").abs().max())
    ranked = sums.sort(["n", "mean", "group"], descending=[True, True, False])
    return ranked["group"].head(MOST).to_list()


def told_by_enough(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of rounds that enough games reach: LEFT of them, or all games of a group that has fewer.

    A median of the few games that lasted longest says nothing of the others.

    Args:
        frame: selection, group, round, games; a row a round.
    """
    line = ["selection", "group"]
    told = frame.sort(*line, "round").with_columns(
        left=pl.col("games").reverse().cum_max().reverse().over(line), most=pl.col("games").max().over(line)
    )
    return told.filter(pl.col("left") >= pl.min_horizontal("most", pl.lit(LEFT))).drop("left", "most")


def group_color(groups: list[str], own: dict[str, str]) -> alt.Color:
    """Return the colour channel of groups: powers in their customary colours, moved so far that no two look alike, others in ours.

    Args:
        groups: in the order of the legend. own: printed name to colour, of powers.
    """
    given = [
        color(own[group]) if group in own else ours for group, ours in zip(groups, side_colors(groups), strict=True)
    ]
    scale = alt.Scale(domain=groups, range=nudge(given, [""] * len(groups)) if own else given)
    return alt.Color("group:N", scale=scale, title=None, legend=legend(len(groups)))


def group_shape(groups: list[str]) -> alt.Shape:
    """Return the shape channel of groups, on the same domain as their colour."""
    marks = [SHAPES[at % len(SHAPES)] for at in range(len(groups))]
    return alt.Shape("group:N", scale=alt.Scale(domain=groups, range=marks), title=None, legend=legend(len(groups)))
