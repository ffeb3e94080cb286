"""What a notebook shows of a lake, a game, a state, a title and a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from dashboard.notebook.embed import image
from dashboard.ui.templates import PARTS, Template, trusted
from dashboard.ui.text import counted
from engine.display import Bundle
from engine.problems import Problem
from engine.state import GameState
from engine.titles import Title
from warehouse import TABLES

if TYPE_CHECKING:
    from markupsafe import Markup

    from dashboard.notebook.game import LakeGame
    from warehouse import Lake

KINDS = {
    "game": "Games",
    "event": "Events",
    "snapshot": "Ends of turns",
    "round": "Rounds",
    "title": "Titles as they were",
}


HTML = Template.of(__file__)
LOOK = Path(__file__).parents[1] / "ui" / "look.css"


def lake_html(lake: Lake) -> Markup:
    """Return a lake's tables, each with its rows and its meaning."""
    rows = {name: lake.tables[name].rows for name in TABLES}
    facts = f"{counted(rows['games'], 'game')}, {counted(sum(rows.values()), 'row')}, version {lake.state().version}"
    kinds = [
        (
            kind == "game",
            heading,
            [(name, f"{rows[name]:,}", one.meaning) for name, one in TABLES.items() if one.kind == kind],
        )
        for kind, heading in KINDS.items()
    ]
    return HTML.lake(lake.path, facts, kinds)


def game_html(game: LakeGame) -> Markup:
    """Return a game's headline, who held how much of the board round by round, and the board at the end."""
    from dashboard.charts.style import side_colors
    from dashboard.league.cards import strip
    from dashboard.review.headline import headline

    of = game._reader
    shares = of.by_side("control_shares")
    colors = dict(zip(of.side_names, side_colors(of.side_names), strict=True))
    style = PARTS.style(trusted(LOOK.read_text(encoding="utf-8")))
    board = image(game.still(), f"The board at the end of {game.id}")
    return HTML.game([style, headline(of, None), strip(shares, colors), board])


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
    picture: Markup | str = ""
    if tables.frames["powers"].height:
        picture = image(still(drawn(lambda name: _frame(tables.frames, name), title)), f"The board of {title.name}")
    return {"text/plain": text, "text/html": HTML.title(title.name, told, picture, units.columns, units.rows())}


def problem_bundle(problem: Problem) -> Bundle:
    """Return how a notebook shows a problem: what was found and expected, as a table, and its text."""
    rows = {"rule": problem.rule, "section": problem.section, "found": problem.found, "expected": problem.expected}
    kind = "cannot be carried out" if problem.fatal else "breaks a rule"
    return {"text/plain": str(problem), "text/html": HTML.problem(problem.message, kind, rows)}


def _frame(frames: dict[str, pl.DataFrame], name: str) -> pl.DataFrame:
    return frames[name] if name in frames else pl.DataFrame(schema=TABLES[name].polars)
