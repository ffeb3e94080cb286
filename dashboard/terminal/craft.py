"""Who plays well, in the terminal: `sitrep league --play`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from dashboard.league import craft_words as words
from dashboard.terminal.output import say
from dashboard.terminal.printed_tables import print_table, table
from warehouse import Lake
from warehouse.craft import Craft, of_title
from warehouse.winning.model import load


def crafts_of(lake: Lake, games: pl.DataFrame, title: str | None, since: str | None, until: str | None, people: bool) -> list[Craft]:
    """Return how the players play, of one title or of each of `games`; with the chance lost by decisions where the model knows it."""
    slugs = [title] if title else sorted(set(games["title"]))
    return [of_title(lake, slug, since, until, people, load()) for slug in slugs]


def crafts_as_values(crafts: Sequence[Craft]) -> dict[str, Any]:
    """Return how players play as values for JSON, by title."""
    return {one.title: {"players": one.players.to_dicts(), "halves": words.halves(one).to_dicts()} for one in crafts}


def print_crafts(crafts: Sequence[Craft], names: Mapping[str, str]) -> None:
    """Print who plays well, title by title; `names`: of titles by slug."""
    for one in crafts:
        say(f"\n{words.QUESTION}")
        say(words.answer(one, names.get(one.title, one.title)))
        _print(words.rows(one), words.headings(one), names.get(one.title, one.title))
        _print(words.halves(one), words.HALVES, "Do two halves of the games agree?")
    if crafts:
        say(words.note(crafts[0]))


def _print(rows: pl.DataFrame, headings: Mapping[str, str], title: str) -> None:
    if rows.is_empty():
        return
    made = table(*headings.values())
    for row in rows.select(list(headings)).iter_rows():
        made.add_row(*map(str, row))
    print_table(title, made)
