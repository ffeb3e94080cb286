"""The questions of the page Titles: the map, the units, the powers and their set-up, what is reconstructed, rule coverage."""

from __future__ import annotations

import polars as pl
import streamlit as st

from dashboard.layouts.choose import layout_of, links_of, named_folders, read_maps
from dashboard.layouts.layout import Layout
from dashboard.player.component import play
from dashboard.player.payload import payload
from dashboard.title.readme import coverage, readme, said_of_reconstruction
from dashboard.title.tables import Tables, reconstructed, reconstructed_in
from dashboard.ui import widgets
from dashboard.ui.text import counted, listed, mapping, printed
from engine.title.coverage import DONE, LATER, PRESENTATION
from engine.titles import load_title
from warehouse.schema import TABLES

DASH = "–"


def the_map(slug: str, tables: Tables, key: str) -> None:
    """Show the map at the set-up."""
    areas, powers = on_map(tables.frames["title_areas"]), tables.frames["title_powers"]
    widgets.question("What does the board look like?")
    land = areas.filter(pl.col("kind") == "land").height
    cities = areas.filter(pl.col("victory_city") != "").height
    sea = areas.filter(pl.col("kind") == "sea").height
    facts = [counted(land, "land area"), counted(sea, "sea zone"), counted(powers.height, "power")]
    widgets.answer(f"{listed(facts)}" + (f"; {cities} areas have a victory city." if cities else "."))
    layout = _layout(slug, areas.select("area", "kind", "lon", "lat", "triplea", "source"), _links(tables))
    if tables.frames["powers"].height and layout.places:
        play(
            payload(
                lambda name: tables.frames[name] if name in tables.frames else _nothing(name), layout, tables.money
            ),
            f"title-{key}",
        )
    widgets.downloads("areas", areas)
    widgets.meaning(
        counted(areas.height, "area"),
        f"The board at the set-up, from {tables.origin}. We drew the outlines from {_SOURCE.get(layout.source, layout.source)}. "
        "Point at an area or tap it for details.",
    )


def on_map(areas: pl.DataFrame) -> pl.DataFrame:
    """Return the areas of the map, without what stands beside it."""
    return areas.filter(pl.col("kind") != "box")


def units(tables: Tables) -> None:
    """Show what units cost and can do."""
    widgets.question("What do units cost, and what can they do?")
    rows = tables.frames["title_units"].select(
        "name", "class", "cost", "attack", "defense", "move", "strength", "abilities", "source"
    )
    if rows.is_empty():
        widgets.answer("No unit types are recorded.")
        return
    rows = rows.with_columns(pl.Series("abilities", map(_abilities, rows["abilities"]), dtype=pl.String))
    cheap = rows.filter(pl.col("cost") > 0).sort("cost", "name")
    if cheap.height:
        low, high = cheap.row(0, named=True), cheap.row(-1, named=True)
        costs = f"from {low['name']} at {low['cost']} to {high['name']} at {high['cost']}"
        if low["cost"] == high["cost"]:
            costs = f"each at {low['cost']}"
        widgets.answer(f"{counted(rows.height, 'unit type')}, {costs} {tables.money}.")
    else:
        widgets.answer(f"{counted(rows.height, 'unit type')}; their cost is not recorded.")
    rows = rows.with_columns(_told(figure) for figure in ("cost", "attack", "defense", "move"))
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt="Units", column_config=_COLUMNS)
    widgets.downloads("units", rows)
    widgets.meaning(
        counted(rows.height, "unit type"),
        "Attack and defense: a roll at or below this number hits. Hits: the number of hits that destroy the unit. A dash "
        "means that there is no such figure.",
    )


def _told(figure: str) -> pl.Expr:
    """Return a column of figures, null where it is 0 of every unit: such a figure the title does not have, or nobody tells it."""
    return pl.when((pl.col(figure) != 0).any()).then(figure).alias(figure)


def powers(tables: Tables) -> None:
    """Show the powers, and what each begins with."""
    widgets.question("Who are the powers, and what do they start with?")
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
    rows = rows.with_columns(pl.col("capital").replace(names)).select(
        "name",
        "side_name",
        "capital",
        *map(_told, ("treasury", "production", "areas", "victory_cities")),
        "units",
        _told("tuv"),
        "source",
    )
    st.dataframe(rows, hide_index=True, width="stretch", placeholder=DASH, alt="Powers", column_config=_COLUMNS)
    widgets.downloads("powers", rows)
    widgets.meaning(
        counted(rows.height, "power"),
        f"In the order of play, at the set-up. Treasury, production and unit value (TUV) in {tables.money}; a dash means not recorded.",
    )
    set_up(tables)


def set_up(tables: Tables) -> None:
    """Show how many units of each type every power begins with, and where."""
    stacks = tables.frames["stacks"].join(on_map(tables.frames["title_areas"]).select("area"), on="area", how="semi")
    if stacks.is_empty():
        widgets.answer(tables.problem or "The board starts without units.")
        return
    who = dict(tables.frames["title_powers"].sort("play_order").select("power", "name").iter_rows())
    what = dict(tables.frames["title_units"].select("unit", "name").iter_rows())
    where = dict(tables.frames["title_areas"].select("area", "name").iter_rows())
    named = stacks.select(
        pl.col("power").replace(who), pl.col("unit").replace(what), pl.col("area").replace(where), pl.col("count")
    )
    counts = named.group_by("unit", "power").agg(pl.col("count").sum()).pivot("power", index="unit", values="count")
    order = [name for name in who.values() if name in counts.columns]
    rank = {name: place for place, name in enumerate(what.values())}
    counts = counts.sort(pl.col("unit").replace_strict(rank, default=len(rank))).select("unit", *dict.fromkeys(order))
    st.dataframe(counts, hide_index=True, width="stretch", placeholder=DASH, alt="Units at the set-up by power",
                 column_config={"unit": "Unit"})  # fmt: skip
    where_rows = named.group_by("area", "power", "unit", maintain_order=True).agg(pl.col("count").sum())
    with st.expander("The set-up area by area"):
        st.dataframe(where_rows, hide_index=True, width="stretch", alt="Set-up by area", column_config=_COLUMNS)
    widgets.downloads("set-up", where_rows)
    widgets.meaning(
        f"{int(stacks['count'].sum()):,} units",
        "Units on the board at the set-up, by power; a dash means none.",
    )


def made_up(slug: str | None, tables: Tables) -> None:
    """Show what is reconstructed, and why; `slug` of a shipped title, None for the tables of a game."""
    widgets.question("What is reconstructed, and why?")
    rows = reconstructed(load_title(slug)) if slug else reconstructed_in(tables.frames)
    text = said_of_reconstruction(readme(slug)) if slug else ""
    if rows.is_empty() and not text:
        widgets.answer("Nothing. Every row names a rule, a map or the record it comes from.")
        return
    widgets.answer(f"{counted(int(rows['rows'].sum()), 'row')} in {counted(rows['table'].n_unique(), 'table')}.")
    if text:
        st.markdown(text)  # our own README, no record's text
    if rows.height:
        st.dataframe(rows, hide_index=True, width="stretch", alt="Reconstructed rows", column_config=_COLUMNS)
        widgets.downloads("reconstructed", rows)
    widgets.meaning(
        counted(int(rows["rows"].sum()), "row"),
        "Reconstructed: our copy of the rule book does not print this figure, so we chose one that fits the rest of the book. It is not "
        "the publisher's. If you have the real board, replace it with an overlay.",
    )


def rules(slug: str | None) -> None:
    """Show which sections of the rules are done, and tested by what."""
    widgets.question("Which rules are covered?")
    if not slug:
        widgets.answer("No rules are needed. The record itself contains every change, or at least the visible events.")
        return
    rows = coverage(slug)
    if rows.is_empty():
        widgets.answer("The title's folder has no table of sections.")
        return
    found = dict(rows.group_by("status").len().iter_rows())
    widgets.answer(
        f"Of {counted(rows.height, 'section')} of the rules, {found.get(DONE, 0)} are implemented and tested, {found.get(PRESENTATION, 0)} "
        f"are only about how the game is shown, and {found.get(LATER, 0)} are not done yet."
    )
    wanted = st.text_input("Find a rule", key="rule", type="search", live=True, bind="query-params") or ""
    hit = pl.any_horizontal(pl.all().str.to_lowercase().str.contains(wanted.lower(), literal=True))
    st.dataframe(
        rows.filter(hit), hide_index=True, width="stretch", alt="Coverage of the rules", column_config=_COLUMNS
    )
    widgets.downloads("coverage", rows)
    widgets.meaning(
        counted(rows.height, "section"),
        "A reading is our interpretation of an unclear passage in the rules. Every section marked done has tests in the repository.",
    )


def _abilities(text: str) -> str:
    return ", ".join(f"{printed(name)} {value}".strip() for name, value in mapping(text).items())


@st.cache_resource(max_entries=16, show_spinner=False)
def _layout(slug: str, areas: pl.DataFrame, links: pl.DataFrame) -> Layout:
    return layout_of(slug, areas, links, read_maps(named_folders())[0])


def _links(tables: Tables) -> pl.DataFrame:
    return links_of(tables.frames["title_links"], tables.frames["units_moved"])


def _nothing(name: str) -> pl.DataFrame:
    """Return a table of a game without rows: nothing has happened yet."""
    return pl.DataFrame(schema=TABLES[name].polars)


_SOURCE = {
    "geography": "geography and the title's links", "polygons": "the TripleA map's polygons", "names": "known place names and the links",
    "points": "the areas' points on the map that was played on",
    "links": "which areas touch, and nothing else", "order": "the order of the record only",
}  # fmt: skip
_COLUMNS = {
    name: st.column_config.Column(words)
    for name, words in {
        "name": "Name", "class": "Class", "cost": "Cost", "attack": "Attack", "defense": "Defense", "move": "Move", "strength": "Hits",
        "abilities": "Abilities", "source": "Source", "side_name": "Side", "capital": "Capital", "treasury": "Treasury",
        "production": "Production", "areas": "Areas", "victory_cities": "Victory cities", "units": "Units", "tuv": "TUV",
        "area": "Area", "power": "Power", "unit": "Unit", "count": "Units", "table": "Table", "rows": "Rows", "of": "Of", "why": "Why",
        "part": "Part", "section": "Section", "status": "Status", "implemented": "Implemented in",
        "reading": "Reading",
    }.items()
}  # fmt: skip
