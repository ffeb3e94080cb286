"""What a site is called, what it may show, and where its pages are."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from dashboard.ui.downloads import stem_of
from warehouse.league import Rules

LAKE = "lake"
"""Folder of the site with the public copy of the lake."""
SQL = "sql"
"""Folder of the site with DuckDB for the browser."""
LICENCE = "The owners of this site have not chosen a licence for its data; ask them before you publish it elsewhere."
"""Line about the data of a site that names no licence."""
RECORDS = "records"
"""Folder of the site with the records that its games were read from."""
_LONGEST = 60


class Settings(msgspec.Struct, frozen=True):
    """What the makers of a site decide.

    Attributes:
        name: of the site. licence: the line about its data. notes: whether chat and notes are public.
        records: whether the records that games were read from can be downloaded.
        sql: whether it has the page Ask, which runs DuckDB in the browser. rules: the league's own, with the names that are shown.
    """

    name: str = "Sitrep"
    licence: str = LICENCE
    notes: bool = False
    sql: bool = False
    records: bool = False
    rules: Rules | None = None


def game_page(game_id: str) -> str:
    """Return where the page of a game is, from the site's first page."""
    return f"games/{_file(game_id)}.html"


def record_file(game_id: str, digest: str) -> str:
    """Return where the record of a game is, in its zip archive."""
    return f"{RECORDS}/{_file(game_id + digest)}.zip"


def player_page(player: str) -> str:
    """Return where the page of a player is."""
    return f"players/{_file(player)}.html"


def title_page(slug: str) -> str:
    """Return where the page of a title is."""
    return f"titles/{_file(slug)}.html"


def league_page(slug: str = "") -> str:
    """Return where the league of a title is, or that of all titles."""
    return f"league/{_file(slug)}.html" if slug else "league.html"


def openings_page(slug: str = "") -> str:
    """Return where the openings of a title are, or the list of titles."""
    return f"openings/{_file(slug)}.html" if slug else "openings.html"


def own_page(season: str) -> str:
    """Return where the page of a season by the league's own rules is."""
    return f"league/own-{_file(season)}.html"


def own_table(name: str) -> str:
    """Return where a table of the league by its own rules is."""
    return f"league/own-{name}.csv"


def _file(name: str) -> str:
    """Return a name for a file: two that differ only in signs or case get different ones."""
    return f"{stem_of(name)[:_LONGEST]}-{sha256(name.encode()).hexdigest()[:8]}"
