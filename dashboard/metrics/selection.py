"""Choosing games: by title, scenario, source, player, day and end; every choice is part of the page's address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.ui import data
from dashboard.ui.text import counted, listed, mapping, printed
from dashboard.ui.title_names import scenario_name

NOBODY = "-"
"""The result of a game that nobody won."""
MANY = 2**31 - 1
"""More rounds than any game has."""


class Choice(NamedTuple):
    """Some games, and some sides and powers of them; `games` is None for all games of the lake.

    Attributes:
        games: ids. sides, powers: slugs, empty for all. words: what was chosen, in words. size: how many games.
    """

    games: tuple[str, ...] | None
    sides: tuple[str, ...]
    powers: tuple[str, ...]
    words: str
    size: int


def choose(at: data.Source, games: pl.DataFrame, key: str, label: str, with_powers: bool = True, title: str = "") -> Choice:
    """Let games be chosen in an expander, and return the choice.

    Args:
        at: the lake. games: its games, not empty. key: begins the names in the address. label: what the expander is called.
        with_powers: whether sides and powers can be chosen as well. title: the one that games are chosen of; else any can be.
    """
    with st.expander(label, icon=":material/filter_alt:"):
        first, second = st.columns(2), st.columns(2)
        titles = dict(zip(games["title"], games["title_name"], strict=True))
        wanted = (title,) if title else _several("Title", titles, f"{key}title", first[0])
        left = games.filter(pl.col("title").is_in(wanted)) if wanted else games
        scenario = _several("Scenario", _scenarios(left), f"{key}scenario", first[0 if title else 1])
        source = _several("Source", {name: name for name in sorted(set(left["source"])) if name}, f"{key}source", second[0])
        player = _several("Player", {name: name for name in _players(left)}, f"{key}player", second[1])
        third, fourth = st.columns(2), st.columns(2)
        since, until = pick_days(left, key, third[0])
        result = _several("Result", results(left, data.sides(at)), f"{key}result", third[1])
        least, most = _length(key, fourth[0])
        ended = fourth[1].checkbox("Only finished games", key=f"{key}ended", bind="query-params")
        sides, powers = _who(at, titles, wanted, key) if with_powers else ((), ())
    kept = _kept(games, wanted, scenario, source, player, since, until, ended)
    kept = _fitting(kept, result, least, most)
    words = listed([*map(titles.__getitem__, wanted), *(_scenarios(left)[slug] for slug in scenario), *source, *player]) or "all games"
    every = kept.height == data.games(at).height
    return Choice(None if every else tuple(kept["game_id"]), sides, powers, words, kept.height)


def said(choice: Choice, of: int) -> str:
    """Return how many games were chosen, in words."""
    return counted(choice.size, "game") + ("" if choice.size == of else f" of {of:,}") + f" ({choice.words})"


def _several(label: str, names: dict[str, str], key: str, place: st.delta_generator.DeltaGenerator) -> tuple[str, ...]:
    """Return the slugs of what was picked among printed names; the address holds the names."""
    slugs = {name: slug for slug, name in names.items()}
    picked = place.multiselect(label, sorted(slugs), key=key, bind="query-params", placeholder="Any")
    return tuple(slugs[name] for name in picked if name in slugs)


def _scenarios(games: pl.DataFrame) -> dict[str, str]:
    pairs = games.select("title", "scenario").unique().sort("title", "scenario").iter_rows()
    return {scenario: scenario_name(title, scenario) for title, scenario in pairs if scenario}


def _players(games: pl.DataFrame) -> list[str]:
    seated = (mapping(text).values() for text in games["players"].unique())
    return sorted({name for names in seated for name in names if name})


def pick_days(games: pl.DataFrame, key: str, place: st.delta_generator.DeltaGenerator) -> tuple[str, str]:
    """Return the first and the last day of play that are wanted, ISO; empty where any will do."""
    days = sorted(day for day in set(games["played"]) if day)
    if len(days) < 2:
        return "", ""
    since, until = place.columns(2)
    first = since.selectbox("Played from", days, None, key=f"{key}since", placeholder="Any", bind="query-params")
    last = until.selectbox("to", days[::-1], None, key=f"{key}until", placeholder="Any", bind="query-params")
    return first or "", last or ""


def results(games: pl.DataFrame, sides: Mapping[str, str]) -> dict[str, str]:
    """Return what games can end with: the winners' slugs, `-` for nobody, empty where no end is on record; each in words."""
    found = {row["winner"] or NOBODY if row["ended"] else "" for row in games.select("ended", "winner").unique().iter_rows(named=True)}
    won = {slugs: f"{listed([sides.get(side, printed(side)) for side in slugs.split(', ')])} won" for slugs in found - {NOBODY, ""}}
    rest = {NOBODY: "Nobody won", "": "End not recorded"}
    return {**dict(sorted(won.items())), **{slug: words for slug, words in rest.items() if slug in found}}


def _length(key: str, place: st.delta_generator.DeltaGenerator) -> tuple[float | None, float | None]:
    """Return the least and the greatest number of rounds that are wanted."""
    least, most = place.columns(2)
    return _bound("Rounds from", f"{key}least", least), _bound("to", f"{key}most", most)


def _bound(label: str, key: str, place: st.delta_generator.DeltaGenerator) -> float | None:
    # not of whole numbers: Streamlit falls over ?least=1e400 when it makes one of it
    return place.number_input(label, 0.0, None, None, 1.0, "%.0f", key=key, placeholder="Any", bind="query-params")


def _fitting(games: pl.DataFrame, result: tuple[str, ...], least: float | None, most: float | None) -> pl.DataFrame:
    """Return the games of these results and lengths."""
    if result:
        end = pl.when(pl.col("ended")).then(pl.when(pl.col("winner") == "").then(pl.lit(NOBODY)).otherwise("winner")).otherwise(pl.lit(""))
        games = games.filter(end.is_in(list(result)))
    if least is None and most is None:  # a game whose length is unknown is of no length that is asked for
        return games
    return games.filter(pl.col("rounds").is_between(least or 0, most if most is not None else MANY))


def _who(at: data.Source, titles: dict[str, str], title: tuple[str, ...], key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    seats = data.powers_of_titles(at).filter(pl.col("title").is_in(list(title or titles)))
    side, power = st.columns(2)
    sides = _several("Side", dict(seats.select("side", "side_name").iter_rows()), f"{key}side", side)
    powers = _several("Power", dict(seats.select("power", "name").iter_rows()), f"{key}power", power)
    return sides, powers


def _kept(
    games: pl.DataFrame,
    title: tuple[str, ...],
    scenario: tuple[str, ...],
    source: tuple[str, ...],
    player: tuple[str, ...],
    since: str,
    until: str,
    ended: bool,
) -> pl.DataFrame:
    """Return the games that fit; a game without a day of play fits no bound on it."""
    for column, wanted in (("title", title), ("scenario", scenario), ("source", source)):
        if wanted:
            games = games.filter(pl.col(column).is_in(wanted))
    if player:
        seated = [bool(set(mapping(text).values()) & set(player)) for text in games["players"]]
        games = games.filter(pl.Series(seated, dtype=pl.Boolean))
    if since:
        games = games.filter(pl.col("played") >= since)
    if until:
        games = games.filter((pl.col("played") <= until) & (pl.col("played") != ""))
    return games.filter(pl.col("ended")) if ended else games
