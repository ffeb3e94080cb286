"""The head of a game's page: what was played, by whom, who won and how, and what is wrong with the record."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import streamlit as st

from dashboard import data
from dashboard.turning import turning
from dashboard.words import color, counted, mapping, outcome, printed, safe

FIDELITY = {
    "changes": "The record holds its own changes; they were taken as they stand, without the title's rules.",
    "observed": "The record holds only what could be seen of the game: what it does not mention is missing here too.",
}
"""What a reader must know of a record that is not orders and dice."""


FEW = 8
"""Options that are shown at once; the many of a TripleA map are folded away."""


def labels(games: pl.DataFrame) -> dict[str, str]:
    """Return game id to what the picker shows: id, title, day of play, rounds."""
    return {
        row["game_id"]: " · ".join(
            part for part in (row["game_id"], row["title_name"], row["played"], counted(row["rounds"], "round")) if part
        )
        for row in games.iter_rows(named=True)
    }


def show(at: data.Source, game: dict[str, Any]) -> None:
    """Show the headline of a game; `game` is its row of `games`."""
    powers = data.frame(at, "title_powers", game["game_id"])
    sides = dict(zip(powers["side"], powers["side_name"], strict=True))
    st.html(
        f'<h1 class="sitrep-title">{safe(game["title_name"])}</h1>'
        f'<p class="sitrep-outcome">{safe(outcome(game, sides))}, {_length(game)}.</p>'
        f'<p class="sitrep-answer">{safe(_turning(at, game, sides))}</p>'
        f"{_facts(game)}{_players(game, powers)}"
    )
    if len(options := _options(game)) > FEW:
        with st.expander(f"The game's {len(options)} options"):
            st.html(f'<p class="sitrep-answer">{safe(" · ".join(options))}</p>')
    _doubts(at, game)


def _length(game: dict[str, Any]) -> str:
    return f"after {counted(game['rounds'], 'round')}" if game["rounds"] else "before the first round was played"


def _turning(at: data.Source, game: dict[str, Any], sides: dict[str, str]) -> str:
    points = data.measure(at, "turning_point", game["game_id"])
    return "" if points.is_empty() else turning(points.row(0, named=True), sides)


def _options(game: dict[str, Any]) -> list[str]:
    return [f"{printed(option)}: {printed(value)}" for option, value in mapping(game["options"]).items()]


def _facts(game: dict[str, Any]) -> str:
    options = _options(game)
    facts = {
        "Scenario": printed(game["scenario"]),
        "Options": " · ".join(options) if len(options) <= FEW else f"{len(options)}, listed below",
        "Played": game["played"],
        "Record": " · ".join(part for part in (game["source"], re.split(r"[/\\]", game["name"])[-1]) if part),
        "Events": f"{game['events']:,}",
    }
    return _list(f"<b>{name}</b> {safe(value)}" for name, value in facts.items() if value)


def _players(game: dict[str, Any], powers: pl.DataFrame) -> str:
    """Return the powers in the order of play, each with its colour, side and player."""
    seated = mapping(game["players"])
    return _list(
        f'<span class="sitrep-dot" style="background:{color(row["color"])}"></span><b>{safe(row["name"])}</b>'
        f" ({safe(row['side_name'])}{', ' + safe(seated[row['power']]) if seated.get(row['power']) else ''})"
        for row in powers.sort("play_order").iter_rows(named=True)
    )


def _list(items: Any) -> str:
    return f'<ul class="sitrep-facts">{"".join(f"<li>{item}</li>" for item in items)}</ul>'


def _doubts(at: data.Source, game: dict[str, Any]) -> None:
    """Say what is wrong with the record or missing from it."""
    if game["fidelity"] in FIDELITY:
        st.info(FIDELITY[game["fidelity"]])
    found = data.frame(at, "defect_found", game["game_id"])
    wrong, remarks = found.filter(pl.col("severity") == "error"), found.filter(pl.col("severity") != "error")
    if not wrong.is_empty():
        st.warning(f"{counted(wrong.height, 'defect')} in this record: charts show the game as it could be read.")
        _table("Where the record breaks a rule or contradicts itself", wrong)
    if not remarks.is_empty():
        _table(f"What the record cannot tell, and other remarks: {remarks.height:,}", remarks)


def _table(heading: str, found: pl.DataFrame) -> None:
    columns = {"place": "Place", "round": "Round", "message": "What", "found": "Found", "expected": "Expected"}
    with st.expander(heading):
        st.dataframe(found.select(list(columns)).rename(columns), hide_index=True, width="stretch", alt=heading)
