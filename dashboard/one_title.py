"""Choosing one title of those that the lake's games are of, or all of them; the choice is part of the page's address."""

from __future__ import annotations

from collections import Counter

import polars as pl
import streamlit as st

ALL = "All titles"


def title_names(games: pl.DataFrame) -> dict[str, str]:
    """Return title to printed name, the slug added where several titles have one name; sorted by name."""
    names = dict(zip(games["title"], games["title_name"], strict=True))
    shared = Counter(names.values())
    told = {slug: name if shared[name] == 1 else f"{name} ({slug})" for slug, name in names.items()}
    return dict(sorted(told.items(), key=lambda item: (item[1], item[0])))


def pick_title(games: pl.DataFrame) -> str | None:
    """Let a title be picked, and return its slug; None for all."""
    slugs = {name: slug for slug, name in title_names(games).items()}
    return slugs.get(st.selectbox("Title", [ALL, *slugs], key="title", bind="query-params"))
