"""The titles of a site: a list, and a page for each with its map, units, powers, what is reconstructed, and rules covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from dashboard.player.fragment import fragment
from dashboard.player.fragment import styles as player_styles
from dashboard.site.context import Context
from dashboard.site.league import titles_rated
from dashboard.site.settings import league_page, title_page
from dashboard.site.shell import HTML, answer, folded, heading, meaning, page, question, way
from dashboard.title import title_text
from dashboard.title.readme import coverage, readme, said_of_reconstruction
from dashboard.title.tables import Tables, of_game, of_title, reconstructed, reconstructed_in, shipped
from dashboard.ui.table import table
from dashboard.ui.text import counted
from engine.titles import load_title

if TYPE_CHECKING:
    from markupsafe import Markup

TITLES = {
    "title": "Title",
    "games": "Games",
    "ended": "Finished",
    "rounds": "Rounds",
    "events": "Events",
    "newest": "Last game",
}
AREAS = {"name": "Name", "kind": "Kind", "value": "Value", "victory_city": "Victory city", "source": "Source"}
UNITS = {
    "name": "Name",
    "class": "Class",
    "cost": "Cost",
    "attack": "Attack",
    "defense": "Defense",
    "move": "Move",
    "strength": "Hits",
    "abilities": "Abilities",
    "source": "Source",
}
POWERS = {
    "name": "Name",
    "side_name": "Side",
    "capital": "Capital",
    "treasury": "Treasury",
    "production": "Production",
    "areas": "Areas",
    "victory_cities": "Victory cities",
    "units": "Units",
    "tuv": "TUV",
    "source": "Source",
}
SET_UP = {"area": "Area", "power": "Power", "unit": "Unit", "count": "Units"}
MADE_UP = {"table": "Table", "rows": "Rows", "of": "Of", "why": "Why"}
RULES = {
    "part": "Part",
    "section": "Section",
    "status": "Status",
    "implemented": "Implemented in",
    "reading": "Reading",
}


def titles(of: Context) -> Markup:
    """Return the list of titles."""
    path = "titles.html"
    rows = (
        of.once.group_by("title")
        .agg(pl.len().alias("games"), pl.col("ended").sum(), pl.col("rounds", "events").sum(), pl.col("played").max().alias("newest"))
        .sort("games", "title", descending=[True, False])
    )
    slugs = rows.with_columns(slug=pl.col("title"), title=pl.col("title").replace(of.titles))
    listed = table(slugs, TITLES, "Titles", {"title": lambda row: title_page(row["slug"])})
    said = answer(counted(rows.height, "title") + ".")
    return page(of.settings, path, "Titles", [heading("Titles"), said, listed])


def title(of: Context, slug: str) -> Markup:
    """Return the page of a title."""
    path, played = title_page(slug), of.once.filter(title=slug)
    ours = slug if slug in shipped() else None
    tables = _tables(of, slug, played)
    said = f"{counted(played.height, 'game')} of this title."
    body = [player_styles(), heading(of.titles[slug]), answer(said)]
    if slug in set(of.ratings().history["title"]):
        own = league_page(slug if slug in titles_rated(of) else "")
        body.append(way("The league of this title", f"../{own}"))
    body += [*_board(slug, tables), *_units(tables), *_powers(tables), *_made_up(ours, tables), *_rules(ours)]
    return page(of.settings, path, of.titles[slug], body)


def _tables(of: Context, slug: str, played: pl.DataFrame) -> Tables:
    """Return a title's tables: its own in the scenario of most games, or those of the fullest of its games."""
    if slug in shipped():
        scenarios = set(load_title(slug).scenarios)
        usual = played.group_by("scenario").len().sort("len", "scenario", descending=[True, False])["scenario"]
        return of_title(slug, next((one for one in usual if one in scenarios), ""))
    row = played.sort(pl.col("fidelity") == "result", pl.col("fidelity") == "observed", -pl.col("events"), "game_id").row(0, named=True)
    return of_game(lambda name: of.lake.frame(name, row["game_id"]), row)


def _board(slug: str, tables: Tables) -> list[Markup]:
    areas = title_text.on_map(tables.frames["title_areas"])
    layout = title_text.board_layout(slug, tables, published=True)
    shown = title_text.board(tables, layout)
    return [
        question(title_text.BOARD),
        answer(title_text.board_answer(tables)),
        *([fragment(shown, addressed=False)] if shown else []),
        meaning(counted(areas.height, "area"), title_text.board_note(tables, layout)),
        folded("The areas as a table", table(areas, AREAS, "Areas")),
    ]


def _units(tables: Tables) -> list[Markup]:
    rows = title_text.units_rows(tables)
    parts = [question(title_text.UNITS), answer(title_text.units_answer(tables))]
    if rows.height:
        parts += [table(rows, UNITS, "Units"), meaning(counted(rows.height, "unit type"), title_text.units_note(tables))]
    return parts


def _powers(tables: Tables) -> list[Markup]:
    rows, stacks = title_text.powers_rows(tables), title_text.set_up_rows(tables)
    parts = [
        question(title_text.POWERS),
        table(rows, POWERS, "Powers"),
        meaning(counted(rows.height, "power"), title_text.powers_note(tables)),
    ]
    if stacks.is_empty():
        return [*parts, answer(tables.problem or "The board starts without units.")]
    counts = title_text.set_up_counts(tables, stacks)
    placed = stacks.group_by("area", "power", "unit", maintain_order=True).agg(pl.col("count").sum())
    parts.append(
        table(
            counts,
            {name: "Unit" if name == "unit" else name for name in counts.columns},
            "Units at the set-up by power",
        )
    )
    parts.append(meaning(f"{int(stacks['count'].sum()):,} units", title_text.SET_UP_NOTE))
    return [*parts, folded("The set-up area by area", table(placed, SET_UP, "Set-up by area"))]


def _made_up(slug: str | None, tables: Tables) -> list[Markup]:
    rows = reconstructed(load_title(slug)) if slug else reconstructed_in(tables.frames)
    text = said_of_reconstruction(readme(slug)) if slug else ""
    if rows.is_empty() and not text:
        return [question(title_text.MADE_UP), answer(title_text.NOTHING_MADE_UP)]
    parts = [question(title_text.MADE_UP), answer(title_text.made_up_answer(rows))]
    if text:
        parts.append(HTML.paragraph(text.replace("**", "").replace("`", "")))
    if rows.height:
        parts.append(table(rows, MADE_UP, "Reconstructed rows"))
    return [*parts, meaning(counted(int(rows["rows"].sum()), "row"), title_text.MADE_UP_NOTE)]


def _rules(slug: str | None) -> list[Markup]:
    if not slug:
        return [question(title_text.RULES), answer(title_text.NO_RULES)]
    rows = coverage(slug)
    if rows.is_empty():
        return [question(title_text.RULES), answer(title_text.NO_SECTIONS)]
    return [
        question(title_text.RULES),
        answer(title_text.rules_answer(rows)),
        folded("Section by section", table(rows, RULES, "Coverage of the rules")),
        meaning(counted(rows.height, "section"), title_text.RULES_NOTE),
    ]
