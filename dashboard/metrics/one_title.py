"""Choosing a title of those that the lake's games are of, or all of them; the choice is part of the page's address."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl
import streamlit as st

from dashboard.ui.asked import title_names

ALL = "All titles"


def pick_title(games: pl.DataFrame) -> str | None:
    """Let a title be picked, and return its slug; None for all."""
    slugs = {name: slug for slug, name in title_names(games).items()}
    return slugs.get(st.selectbox("Title", [ALL, *slugs], key="title", bind="query-params"))


def usual(games: pl.DataFrame, rather: Collection[str] = ()) -> str:
    """Return the title of most games, which are not none; of several with as many, one of `rather`.

    Those without a finished round count last, as do records of what could be seen: some do not name their map.
    """
    whole = ~pl.col("fidelity").is_in(["observed", "result"]) & (pl.col("finished_rounds").fill_null(0) > 0)
    told = games.group_by("title").agg(
        whole.sum().alias("whole"),
        pl.len().alias("all"),
        pl.col("title").is_in(list(rather)).any().alias("rather"),
    )
    return str(told.sort("whole", "all", "rather", "title", descending=[True, True, True, False])["title"][0])


def pick_one(games: pl.DataFrame, first: str, key: str = "title", label: str = "Title", every: bool = False) -> str | None:
    """Let one title be picked, so that games of different titles are not put together unasked.

    Args:
        games: the lake's. first: the title that is picked at first. key: in the address.
        label: of the list. every: whether all titles (None) can be picked too.
    """
    slugs: dict[str, str | None] = {name: slug for slug, name in title_names(games).items()}
    names, at = [*slugs, ALL] if every else [*slugs], list(slugs.values()).index(first)
    return slugs.get(st.selectbox(label, names, index=at, key=key, bind="query-params"))
