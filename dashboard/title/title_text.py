"""What the questions of a title say, wherever they are shown: rows and sentences from its tables. No Streamlit here."""

from __future__ import annotations

import polars as pl

from dashboard.layouts.choose import layout_of, links_of
from dashboard.layouts.layout import Layout
from dashboard.layouts.map_folders import maps_for
from dashboard.player.payload import Payload, payload, told
from dashboard.title.tables import Tables
from dashboard.ui.text import counted, listed, mapping, printed
from engine.title.coverage import DONE, LATER, PRESENTATION
from warehouse.schema import TABLES

BOARD, UNITS, POWERS, MADE_UP, RULES = (
    "What does the board look like?",
    "What do units cost, and what can they do?",
    "Who are the powers, and what do they start with?",
    "What is reconstructed, and why?",
    "Which rules are covered?",
)
"""The questions."""
ROLLS = "Attack and defense: a roll at or below this number hits."
"""What a unit's figures mean where its title says nothing else."""
SET_UP_NOTE = "Units on the board at the set-up, by power; a dash means none."
NOTHING_MADE_UP = "Nothing. Every row names a rule, a map or the record it comes from."
MADE_UP_NOTE = (
    "Reconstructed: our copy of the rule book does not print this figure, so we chose one that fits the rest of the book. It is not "
    "the publisher's. If you have the real board, replace it with an overlay."
)
NO_RULES = "No rules are needed. The record itself contains every change, or at least the visible events."
NO_SECTIONS = "The title's folder has no table of sections."
RULES_NOTE = "A reading is our interpretation of an unclear passage in the rules. Every section marked done has tests in the repository."
_SOURCE = {
    "geography": "geography and the title's links",
    "polygons": "the TripleA map's polygons",
    "names": "real land, known place names and the links",
    "points": "the areas' points on the map that was played on",
    "links": "which areas touch, and nothing else",
    "order": "the order of the record only",
}


def units_note(tables: Tables) -> str:
    """Say what the figures of units mean."""
    return f"{tables.figures or ROLLS} Hits: the number of hits that destroy the unit. A dash means that there is no such figure."


def on_map(areas: pl.DataFrame) -> pl.DataFrame:
    """Return the areas of the map, without what stands beside it."""
    return areas.filter(pl.col("kind") != "box")


def board_answer(tables: Tables) -> str:
    """Say how many areas and powers the board has."""
    areas, powers = on_map(tables.frames["title_areas"]), tables.frames["title_powers"]
    land = areas.filter(pl.col("kind") == "land").height
    cities = areas.filter(pl.col("victory_city") != "").height
    sea = areas.filter(pl.col("kind") == "sea").height
    facts = [counted(land, "land area"), counted(sea, "sea zone"), counted(powers.height, "power")]
    return f"{listed(facts)}" + (f"; {cities} areas have a victory city." if cities else ".")


def board_note(tables: Tables, layout: Layout) -> str:
    """Say what the map shows, and where its outlines are from."""
    return (
        f"The board at the set-up, from {tables.origin}. We drew the outlines from {_SOURCE.get(layout.source, layout.source)}. "
        "Point at an area or tap it for details."
    )


def board_layout(slug: str, tables: Tables, published: bool = False) -> Layout:
    """Return where the areas of a title are drawn; `published` as in `maps_for`."""
    areas = on_map(tables.frames["title_areas"]).select("area", "kind", "lon", "lat", "triplea", "source")
    links = links_of(tables.frames["title_links"], tables.frames["units_moved"])
    return layout_of(slug, areas, links, maps_for(areas, published)[0])


def board(tables: Tables, layout: Layout) -> Payload | None:
    """Return what the player shows of the board at the set-up; None where there is nothing to show."""
    if not (tables.frames["powers"].height and layout.places):
        return None
    return payload(lambda name: tables.frames[name] if name in tables.frames else _nothing(name), layout, tables.money)


def _nothing(name: str) -> pl.DataFrame:
    """Return a table of a game without rows: nothing has happened yet."""
    return pl.DataFrame(schema=TABLES[name].polars)


def units_rows(tables: Tables) -> pl.DataFrame:
    """Return name, class, cost, attack, defense, move, strength, abilities and source of each unit type."""
    rows = tables.frames["title_units"].select("name", "class", "cost", "attack", "defense", "move", "strength", "abilities", "source")
    rows = rows.with_columns(pl.Series("abilities", map(_abilities, rows["abilities"]), dtype=pl.String))
    return rows.with_columns(told(figure) for figure in ("cost", "attack", "defense", "move"))


def units_answer(tables: Tables) -> str:
    """Say how many unit types there are, and what they cost."""
    rows = tables.frames["title_units"]
    if rows.is_empty():
        return "No unit types are recorded."
    cheap = rows.filter(pl.col("cost") > 0).sort("cost", "name")
    if not cheap.height:
        return f"{counted(rows.height, 'unit type')}; their cost is not recorded."
    low, high = cheap.row(0, named=True), cheap.row(-1, named=True)
    costs = f"from {low['name']} at {low['cost']} to {high['name']} at {high['cost']}"
    if low["cost"] == high["cost"]:
        costs = f"each at {low['cost']}"
    return f"{counted(rows.height, 'unit type')}, {costs} {tables.money}."


def powers_rows(tables: Tables) -> pl.DataFrame:
    """Return each power with what it begins with, in the order of play."""
    names = dict(tables.frames["title_areas"].select("area", "name").iter_rows())
    begin = tables.frames["powers"].unique("power", keep="first", maintain_order=True)
    rows = (
        tables.frames["title_powers"]
        .sort("play_order")
        .join(
            begin.select("power", "treasury", "production", "units", "tuv", "areas", "victory_cities"),
            on="power",
            how="left",
        )
    )
    return rows.with_columns(pl.col("capital").replace(names)).select(
        "name",
        "side_name",
        "capital",
        *map(told, ("treasury", "production", "areas", "victory_cities")),
        "units",
        told("tuv"),
        "source",
    )


def powers_note(tables: Tables) -> str:
    """Say what the figures of powers are."""
    return f"In the order of play, at the set-up. Treasury, production and unit value (TUV) in {tables.money}; a dash means not recorded."


def set_up_rows(tables: Tables) -> pl.DataFrame:
    """Return area, power, unit (printed names) and count of each stack on the board at the set-up."""
    frames = tables.frames
    stacks = frames["stacks"].join(on_map(frames["title_areas"]).select("area"), on="area", how="semi")
    who = dict(frames["title_powers"].sort("play_order").select("power", "name").iter_rows())
    what = dict(frames["title_units"].select("unit", "name").iter_rows())
    where = dict(frames["title_areas"].select("area", "name").iter_rows())
    return stacks.select(pl.col("area").replace(where), pl.col("power").replace(who), pl.col("unit").replace(what), pl.col("count"))


def set_up_counts(tables: Tables, rows: pl.DataFrame) -> pl.DataFrame:
    """Return how many units of each type every power begins with: a row a type, a column a power, in the title's order."""
    who = dict.fromkeys(tables.frames["title_powers"].sort("play_order")["name"])
    rank = {name: place for place, name in enumerate(dict.fromkeys(tables.frames["title_units"]["name"]))}
    counts = rows.group_by("unit", "power").agg(pl.col("count").sum()).pivot("power", index="unit", values="count")
    order = [name for name in who if name in counts.columns]
    return counts.sort(pl.col("unit").replace_strict(rank, default=len(rank))).select("unit", *order)


def made_up_answer(rows: pl.DataFrame) -> str:
    """Say how much is reconstructed; rows: table, rows, of, why."""
    return f"{counted(int(rows['rows'].sum()), 'row')} in {counted(rows['table'].n_unique(), 'table')}."


def rules_answer(rows: pl.DataFrame) -> str:
    """Say how many sections of the rules are done; rows: part, section, status, implemented, reading."""
    found = dict(rows.group_by("status").len().iter_rows())
    return (
        f"Of {counted(rows.height, 'section')} of the rules, {found.get(DONE, 0)} are implemented and tested"
        + (f", {found[PRESENTATION]} only say how the game is shown" if PRESENTATION in found else "")
        + (f", {found[LATER]} are not done yet" if LATER in found else "")
        + "."
    )


def _abilities(text: str) -> str:
    return ", ".join(f"{printed(name)} {value}".strip() for name, value in mapping(text).items())
