"""What pages and charts of many games ask of a lake besides its measures: printed names and colours. No Streamlit and no charts here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import polars as pl

from warehouse import Lake


def title_names(games: pl.DataFrame) -> dict[str, str]:
    """Return title to printed name, the slug added where several titles have one name; sorted by name."""
    names = dict(zip(games["title"], games["title_name"], strict=True))
    shared = Counter(names.values())
    told = {slug: name if shared[name] == 1 else f"{name} ({slug})" for slug, name in names.items()}
    return dict(sorted(told.items(), key=lambda item: (item[1], item[0])))


def sides_of(powers: pl.DataFrame) -> list[str]:
    """Return the printed names of the sides, as their first powers come in the order of play.

    Args:
        powers: the lake's `title_powers` of one game.
    """
    return powers.sort("play_order")["side_name"].unique(maintain_order=True).to_list()


def side_names(lake: Lake) -> dict[str, str]:
    """Return the sides of all titles of the lake: slug to printed name."""
    rows = lake.sql("SELECT side, side_name FROM seats WHERE side_name <> '' UNION SELECT side, side_name FROM title_powers ORDER BY ALL")
    return dict(zip(rows["side"], rows["side_name"], strict=True))


def powers_of_titles(lake: Lake) -> pl.DataFrame:
    """Return the powers of all titles of the lake that ever had a turn: title, power, name, side, side_name, color, play_order."""
    return lake.sql(
        "SELECT g.title, p.power, any_value(p.name) AS name, any_value(p.side) AS side, any_value(p.side_name) AS side_name, "
        "any_value(p.color) AS color, min(p.play_order) AS play_order FROM title_powers p JOIN games g USING (game_id) "
        "WHERE p.side <> '' GROUP BY g.title, p.power ORDER BY g.title, play_order, p.power"
    )


def power_colors(powers: pl.DataFrame, titles: Collection[str]) -> dict[str, str]:
    """Return the colours of the powers of some titles by printed name; of several titles' the first one's.

    Args:
        powers: what `powers_of_titles` returned.
    """
    rows = powers.filter(pl.col("title").is_in(titles)).unique("name", keep="first", maintain_order=True)
    return dict(rows.select("name", "color").iter_rows())
