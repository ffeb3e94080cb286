"""What a notebook shows of a lake, a game, a state, a title and a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from dashboard.notebook.embed import image
from dashboard.ui.text import counted, safe
from engine.display import Bundle
from engine.problems import Problem
from engine.state import GameState
from engine.titles import Title
from warehouse import TABLES

if TYPE_CHECKING:
    from dashboard.notebook.game import LakeGame
    from warehouse import Lake

KINDS = {
    "game": "Games",
    "event": "Events",
    "snapshot": "Ends of turns",
    "round": "Rounds",
    "title": "Titles as they were",
}


LOOK = Path(__file__).parents[1] / "ui" / "look.css"


def lake_html(lake: Lake) -> str:
    """Return a lake's tables, each with its rows and its meaning."""
    rows = {name: lake.tables[name].rows for name in TABLES}
    games = rows["games"]
    parts = [
        f"<p><b>Lake {safe(lake.path)}</b>: {counted(games, 'game')}, {counted(sum(rows.values()), 'row')}, "
        f"version {lake.state().version}. "
        "<code>lake.tables.&lt;TAB&gt;</code> and <code>lake.measures.&lt;TAB&gt;</code> name all there is to ask; "
        "<code>lake.game(id)</code> opens a game.</p>"
    ]
    for kind, heading in KINDS.items():
        lines = "".join(
            f"<tr><td><code>{name}</code></td><td style='text-align:right'>{rows[name]:,}</td>"
            f"<td style='text-align:left'>{safe(told.meaning)}</td></tr>"
            for name, told in TABLES.items()
            if told.kind == kind
        )
        parts.append(
            f"<details{' open' if kind == 'game' else ''}><summary>{heading}</summary><table>"
            f"<tr><th>table</th><th>rows</th><th style='text-align:left'>meaning</th></tr>{lines}</table></details>"
        )
    return "".join(parts)


def game_html(game: LakeGame) -> str:
    """Return a game's headline, who held how much of the board round by round, and the board at the end."""
    from dashboard.charts.style import side_colors
    from dashboard.league.cards import strip
    from dashboard.review.headline import headline

    of = game._reader
    shares = of.by_side("control_shares")
    colors = dict(zip(of.side_names, side_colors(of.side_names), strict=True))
    look = LOOK.read_text(encoding="utf-8")
    return (
        f'<div class="sitrep-shown"><style>{look}</style>{headline(of, None)}{strip(shares, colors)}'
        f"{image(game.still(), f'The board at the end of {game.id}')}</div>"
    )


def state_bundle(state: GameState) -> Bundle:
    """Return how a notebook shows a state: its board, drawn, and its text."""
    from dashboard.notebook.board import board, title_of

    clock = state.clock
    text = f"GameState({state.title} after {state.seq:,} events: round {clock.round}, {clock.power or 'set-up'}, {clock.phase or '-'})"
    title = title_of(state)
    return {"text/plain": text} | ({"image/svg+xml": board(state, title)} if title else {})


def title_bundle(title: Title) -> Bundle:
    """Return how a notebook shows a title: its map at the start, and its text."""
    from dashboard.notebook.board import drawn
    from dashboard.player.still import still
    from dashboard.title.tables import set_up

    tables = set_up(title)
    units = tables.frames["title_units"].select("name", "class", "cost", "attack", "defense", "move", hits="strength")
    told = f"{counted(len(title.powers), 'power')}, {counted(len(title.areas), 'area')}, {counted(len(title.units), 'unit type')}"
    text = f"Title({title.slug}: {title.name}; {told})"
    picture = ""
    if tables.frames["powers"].height:
        picture = image(still(drawn(lambda name: _frame(tables.frames, name), title)), f"The board of {title.name}")
    return {"text/plain": text, "text/html": f"<p><b>{safe(title.name)}</b>: {told}.</p>{picture}{_table(units)}"}


def problem_bundle(problem: Problem) -> Bundle:
    """Return how a notebook shows a problem: what was found and expected, as a table, and its text."""
    rows = {"rule": problem.rule, "section": problem.section, "found": problem.found, "expected": problem.expected}
    lines = "".join(
        f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{safe(value)}</td></tr>"
        for name, value in rows.items()
        if value
    )
    kind = "cannot be carried out" if problem.fatal else "breaks a rule"
    html = f"<p><b>{safe(problem.message)}</b> ({kind})</p><table>{lines}</table>"
    return {"text/plain": str(problem), "text/html": html}


def _table(frame: pl.DataFrame) -> str:
    head = "".join(f"<th>{safe(name)}</th>" for name in frame.columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{'' if value is None else safe(value)}</td>" for value in row) + "</tr>"
        for row in frame.iter_rows()
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _frame(frames: dict[str, pl.DataFrame], name: str) -> pl.DataFrame:
    return frames[name] if name in frames else pl.DataFrame(schema=TABLES[name].polars)
