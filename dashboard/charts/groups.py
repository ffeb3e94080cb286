"""Groups of many games in a chart: which colour each has, and which are shown when there are too many."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import altair as alt
import polars as pl

from dashboard.charts.style import SHAPES, legend, side_colors
from dashboard.player.palette import nudge
from dashboard.ui.sides import side_forms
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
    ours = dict(zip(groups, side_colors(groups), strict=True))
    given = apart(own, groups, ours) if own else ours
    scale = alt.Scale(domain=groups, range=[given[group] for group in groups])
    return alt.Color("group:N", scale=scale, title=None, legend=_key(groups))


def apart(own: Mapping[str, str], groups: Collection[str], ours: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return the colours of groups, powers in their customary ones, moved so far that no two look alike.

    A power's does not depend on the order of the groups: charts of a page that show the same powers give each the same colour.

    Args:
        own: printed name to colour, of powers, the most important first. groups: those that are drawn. ours: colours of those that
            are no powers.
    """
    names = [*(name for name in own if name in groups), *(group for group in groups if group not in own)]
    given = [color(own[name]) if name in own else ours[name] for name in names]
    return dict(zip(names, nudge(given, [""] * len(names)), strict=True))


def group_shape(groups: list[str]) -> alt.Shape:
    """Return the shape channel of groups, on the same domain as their colour; a side has the shape that it has in every game."""
    marks = [SHAPES[form % len(SHAPES)] for form in side_forms(groups)]
    return alt.Shape("group:N", scale=alt.Scale(domain=groups, range=marks), title=None, legend=_key(groups))


def _key(groups: list[str]) -> alt.Legend:
    return legend(len(groups), 1, max(map(len, groups), default=0))
