"""A league by its own rules on a site: the parts of `league/own_rules.py`, a page for each season, and the tables as CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.league import own_rules
from dashboard.site.context import Context
from dashboard.site.league import to_player
from dashboard.site.settings import league_page, own_page, own_table
from dashboard.site.shell import answer, heading, links, page, question, root, way
from dashboard.ui.table import Link, table
from warehouse.export.formulas import rows_as_text

if TYPE_CHECKING:
    from markupsafe import Markup

MOST = 400
"""Rows of a table on a page at most; the CSV file has all."""
PEOPLE = ("player", "other", "one", "two", "winner")
"""Columns that hold one player."""


def season(of: Context, name: str) -> Markup:
    """Return the page of a season by the league's own rules."""
    path, told = own_page(name), of.own
    if told is None:  # a page is only made where there are rules
        return page(of.settings, path, name, [])
    body = [heading(f"{told.rules.name}: {name}"), seasons(of, path)]
    for part in own_rules.parts(told, name):
        body += _shown(part, path)
    files = [(root(path) + own_table(table_name), f"{table_name}.csv") for table_name in told.tables()]
    return page(of.settings, path, f"{told.rules.name}: {name}", [*body, links("All rows as CSV", files)])


def newest(of: Context) -> list[Markup]:
    """Return the standings of the newest season for the page of the league, with the way to all of it."""
    if of.own is None:
        return []
    path, name = league_page(), own_rules.seasons(of.own)[0]
    standings = own_rules.parts(of.own, name)[0]
    return [*_shown(standings, path), way(f"Games, matches and playoffs of {name} by these rules", own_page(name)), seasons(of, path)]


def csv(of: Context, name: str) -> str:
    """Return a table of the league as CSV; text in it is no formula."""
    return rows_as_text(of.own.tables()[name]).write_csv() if of.own else ""


def seasons(of: Context, path: str) -> Markup:
    """Return links to the seasons."""
    up, names = root(path), own_rules.seasons(of.own) if of.own else []
    return links("Seasons by the league's rules", [(up + own_page(name), name) for name in names], up + path)


def _shown(part: own_rules.Part, path: str) -> list[Markup]:
    told = [question(part.question), answer(part.answer)]
    if part.rows.height:
        headings = {name: own_rules.HEADINGS[name] for name in part.rows.columns}
        told.append(table(part.rows.head(MOST), headings, part.name, {name: _person(path, name) for name in PEOPLE if name in headings}))
    return [*told, own_rules.HTML.rules(part.rules)]


def _person(path: str, column: str) -> Link:
    to = to_player(path, column)
    return lambda row: to(row) if row[column] else ""
