"""Chart: ratings of players game by game, with how unsure they are."""

from __future__ import annotations

import altair as alt
import polars as pl

from dashboard.charts.groups import group_color, group_shape
from dashboard.charts.style import HEIGHT, Chart, edged_line, edged_point, faint, layered
from dashboard.ui.figures import highest, lowest

BANDED = 2
"""Players in one chart whose bands can be told apart."""
SPAN = 200
"""Points that a chart without bands spans at least, three wins of four among two players: fewer would make hills of what is chance."""


def ratings_chart(history: pl.DataFrame, players: list[str], by: str = "player") -> alt.LayerChart:
    """Return a line a player over its rated games; of BANDED lines at most each has a band, its 95 % interval.

    Args:
        history: `warehouse.ratings.history` of these players. players: in the order of the legend. by: the column that parts the lines:
            of one player they are the titles.
    """
    rows = history.with_columns(group=pl.col(by))
    last = max(int(highest(rows["games"])), 2)
    axis = alt.Axis(tickMinStep=1, format="d", grid=False)
    scale = alt.Scale(domain=[1, last], nice=False, zero=False, padding=14)
    base = Chart(rows).encode(x=alt.X("games:Q", title="Player's rated games", axis=axis, scale=scale))
    color, tips = group_color(players, {}), _tips()
    height = alt.Scale(zero=False) if len(players) <= BANDED else alt.Scale(domain=_span(rows["rating"]))
    middle = base.encode(y=alt.Y("rating:Q", title="Rating", scale=height))
    points = edged_point(middle).encode(color=color, shape=group_shape(players), tooltip=tips)
    lines = edged_line(middle, color, "group:N") + points
    if len(players) > BANDED:
        return lines.properties(height=HEIGHT)
    span = {"y": alt.Y("low:Q", title="Rating", scale=height), "y2": "high:Q", "color": color}
    band = base.mark_area().encode(**span, opacity=faint(0.16))
    ends = base.mark_rule().encode(**span, opacity=faint(0.35))  # a player of one game has no band
    return layered(band, ends, lines).properties(height=HEIGHT)


def _span(ratings: pl.Series) -> list[float]:
    """Return the lowest and highest rating of a chart: those of the lines, or SPAN points around their middle."""
    low, high = lowest(ratings), highest(ratings)
    middle = (low + high) / 2
    return [min(low, middle - SPAN / 2), max(high, middle + SPAN / 2)]


def _tips() -> list[alt.Tooltip]:
    told = {"player:N": "Player", "played:N": "Played", "side:N": "Side", "outcome:N": "Outcome"}
    numbers = {"rating:Q": "Rating", "low:Q": "95% low", "high:Q": "95% high"}
    return [alt.Tooltip(field, title=words) for field, words in told.items()] + [
        alt.Tooltip(field, title=words, format=".0f") for field, words in numbers.items()
    ]
