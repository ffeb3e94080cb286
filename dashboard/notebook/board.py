"""The board of a single state, or of a title at its set-up, as a picture: no lake and no event is needed."""

from __future__ import annotations

import polars as pl

from dashboard.layouts.choose import layout_of, links_of
from dashboard.layouts.map_folders import maps_for
from dashboard.player.payload import Frames, Payload, payload
from dashboard.player.still import still
from dashboard.ui.title_names import turns_of
from engine.errors import SitrepError, TitleError
from engine.recording import Header
from engine.replay import Game
from engine.state import GameState
from engine.titles import Title, load_title
from warehouse.descriptive_rows import title_rows
from warehouse.parquet import frame_of
from warehouse.schema import TABLES
from warehouse.snapshots import Snapshots

_READ: dict[str, Title] = {}
"""Titles that records brought with them, by slug: a state names its title only."""


def remember(title: Title) -> None:
    """Keep a title that a record brought with it, so that the states of its games can be drawn."""
    _READ[title.slug] = title


def title_of(state: GameState) -> Title | None:
    """Return the title of a state: of a record that was replayed, or one that ships with Sitrep."""
    if state.title in _READ:
        return _READ[state.title]
    try:
        return load_title(state.title)
    except TitleError:
        return None


def board(state: GameState, title: Title) -> str:
    """Return the board of a state as SVG.

    Raises:
        SitrepError: the state and the title do not belong together.
    """
    return still(_payload(state, title), -1)


def _payload(state: GameState, title: Title) -> Payload:
    rows = title_rows(title.slug, Game(title, Header(title=title.slug), [], state))
    taken = Snapshots(title.slug, title, [])
    taken.take(state, state.clock.round)
    rows |= {name: taken.tables[name] for name in ("powers", "areas", "stacks")}

    def frames(table: str) -> pl.DataFrame:
        return frame_of(TABLES[table], rows.get(table, []))

    return drawn(frames, title)


def drawn(frames: Frames, title: Title) -> Payload:
    """Return what the player shows of the tables of a title: `frames` gives them by name."""
    areas = frames("title_areas")
    links = links_of(frames("title_links"), frames("units_moved"))
    layout = layout_of(title.slug, areas, links, maps_for(areas)[0])
    if not layout.places:
        raise SitrepError(f"{title.slug}: none of its areas can be drawn")
    return payload(frames, layout, title.resources[title.resource].name, True, turns_of(title.slug))
