"""The tables of a title as the page Titles shows them: of one that ships with Sitrep, or as a game of the lake holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import polars as pl

from dashboard.ui.game_names import game_name
from dashboard.ui.title_names import figures_of
from engine.dice import SeededDice
from engine.errors import SitrepError
from engine.play import Play
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.rules import load_rules
from engine.state import GameState
from engine.title.sources import RECONSTRUCTED, reconstructed_part, reconstructed_settings
from engine.titles import Title, load_title, titles
from warehouse.descriptive_rows import title_rows
from warehouse.game_rows import frames_of
from warehouse.parquet import frame_of
from warehouse.schema import TABLES

NEEDED = (
    "title_areas",
    "title_links",
    "title_units",
    "title_powers",
    "powers",
    "areas",
    "stacks",
    "treasuries",
    "units_moved",
)
"""Tables of a game that the page reads."""

_ROWS = {"areas": "areas", "links": "links", "passages": "passages", "borders": "borders", "memberships": "regions", "units": "units",
         "powers": "powers", "placements": "set-up", "reserves": "reserves", "holdings": "control", "standings": "standings",
         "treasuries": "treasuries", "strategic_results": "strategic results", "options": "options"}  # fmt: skip


class Tables(NamedTuple):
    """A title's tables at the set-up.

    Attributes:
        frames: the tables of a game that has just been set up, by name. money: printed name of the main resource.
        origin: where they are from, in words. problem: why there is no set-up; empty where there is one.
        figures: what a unit's attack and defense mean; empty where they are the rolls that hit.
    """

    frames: dict[str, pl.DataFrame]
    money: str
    origin: str
    problem: str = ""
    figures: str = ""


def shipped() -> dict[str, str]:
    """Return the titles that ship with Sitrep: slug to printed name; those that cannot be read are left out."""
    found = {}
    for slug in titles():
        try:
            found[slug] = load_title(slug).name
        except SitrepError:
            continue
    return found


@lru_cache(maxsize=8)
def of_title(slug: str, scenario: str) -> Tables:
    """Return a shipped title's tables, with a scenario set up by its own rules."""
    return set_up(load_title(slug), scenario)


def set_up(title: Title, scenario: str = "") -> Tables:
    """Return a title's tables, with a scenario (the first when empty) set up by its own rules."""
    slug = title.slug
    play, problem = None, ""
    try:
        play = Play(load_rules(title), SeededDice(0))
        play.start(scenario)
    except (SitrepError, LookupError) as error:
        problem = f"This scenario cannot be set up: {error}"
    game = Game(
        title,
        Header(title=slug, game=slug),
        play.events if play and not problem else [],
        play.state if play else GameState(),
        Fidelity.ORDERS,
        "",
        "",
    )
    frames = frames_of({slug: game}, "") if not problem else _tables_alone(game)
    return Tables(
        frames,
        title.resources[title.resource].name,
        f"the title's own tables ({title.edition})",
        problem,
        title.figures,
    )


def of_game(frame: Callable[[str], pl.DataFrame], game: Mapping[str, Any]) -> Tables:
    """Return the tables that a game of a lake holds; `frame` gives them by name, `game` is its row of `games`."""
    frames = {table: frame(table) for table in NEEDED}
    at_first = {name: frame.filter(pl.col("turn") == 0) for name, frame in frames.items() if TABLES[name].kind == "snapshot"}
    return Tables(
        frames | at_first, game["resource_name"], f"{game_name(game)}, as the record holds them", figures=figures_of(game["title"])
    )


def reconstructed(title: Title) -> pl.DataFrame:
    """Return what of a title is reconstructed: table, rows, of, why; most rows first."""
    found = [
        (table, count, len(rows), why)
        for name, table in _ROWS.items()
        for rows in [_rows(title, name)]
        for why, count in _parts(row.source for row in rows).items()
    ]
    found += [(f"title.toml: {place}", 1, 1, why) for place, why in reconstructed_settings(title.settings)]
    return _why(found)


def reconstructed_in(frames: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the same of the tables of a game; columns as in `reconstructed`."""
    found = []
    for name in ("title_areas", "title_links", "title_units", "title_powers"):
        rows = frames[name]
        found += [(name.removeprefix("title_"), count, rows.height, why) for why, count in _parts(rows["source"]).items()]
    return _why(found)


def _why(found: list[tuple[str, int, int, str]]) -> pl.DataFrame:
    schema = {"table": pl.String, "rows": pl.Int64, "of": pl.Int64, "why": pl.String}
    frame = pl.DataFrame(found, schema=schema, orient="row").sort("rows", descending=True, maintain_order=True)
    reason = pl.col("why").str.strip_prefix(RECONSTRUCTED).str.strip_chars(" :,;")
    return frame.with_columns(why=pl.when(reason == "").then(pl.lit("see the title's README")).otherwise(reason))


def _rows(title: Title, name: str) -> list[Any]:
    rows = getattr(title, name)
    return list(rows.values()) if isinstance(rows, dict) else list(rows)


def _parts(sources: Iterable[str]) -> Counter[str]:
    """Return how many sources give each reason why something is reconstructed."""
    return Counter(filter(None, map(reconstructed_part, sources)))


def _tables_alone(game: Game) -> dict[str, pl.DataFrame]:
    """Return the title's tables, and those of a game empty."""
    rows = title_rows(game.title.slug, game)
    return {name: frame_of(TABLES[name], rows.get(name, [])) for name in NEEDED}
