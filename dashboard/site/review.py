"""The page of a game: its review as it is exported, with the site's navigation, and where all of it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from dashboard.charts.coverage import FIDELITY
from dashboard.review.export import body_of, title_of
from dashboard.review.export import styles as review_styles
from dashboard.review.reader import Reader
from dashboard.site import charts
from dashboard.site.context import Context
from dashboard.site.settings import game_page, player_page, title_page
from dashboard.site.shell import HTML, answer, drawing, foot, links, meaning, navigation, own_style, question, root
from dashboard.ui.game_names import who_played
from dashboard.ui.table import table
from dashboard.ui.templates import PARTS, joined, trusted
from dashboard.ui.text import counted, only_result
from engine.events import VOCABULARY
from warehouse.schema import SCHEMA

if TYPE_CHECKING:
    from markupsafe import Markup

MOST = 200
"""Defects that the page of a game lists."""
DEFECTS = {
    "severity": "Severity",
    "place": "Place",
    "round": "Round",
    "message": "Problem",
    "found": "Found",
    "expected": "Expected",
}


def review(of: Context, game_id: str) -> Markup:
    """Return the page of a game."""
    path, reader = game_page(game_id), Reader.of_lake(of.lake, game_id)
    told = joined(
        [body_of(reader, charts.chart, published=True), *provenance(reader, of.told_elsewhere(game_id), _record(of, path, game_id))]
    )
    parts = [navigation(of.settings, path), _links(of, reader, path), HTML.main(told), foot(of.settings), drawing(path)]
    return PARTS.page(title_of(reader), trusted(charts.POLICY), [*review_styles(), trusted(own_style())], joined(parts))


def _links(of: Context, reader: Reader, path: str) -> Markup:
    up, slug = root(path), reader.game["title"]
    players = [(up + player_page(name), name) for name in who_played(reader.game["players"])]
    return links("Title and players", [(up + title_page(slug), of.titles.get(slug, slug)), *players])


def _record(of: Context, path: str, game_id: str) -> str:
    """Return the address of a game's record, seen from a page; empty where the site has none."""
    place = of.told.records.get(game_id)
    return root(path) + place if place else ""


def provenance(of: Reader, elsewhere: str, record: str = "") -> Iterator[Markup]:
    """Yield where a game comes from: its record, how it was read, what is wrong with it.

    Args:
        of: the game. elsewhere: which other records tell it. record: address of the record; empty where it is not offered.
    """
    yield question("Where does this come from?")
    game = of.game
    facts = {
        "Record": game["name"],
        "Made by": game["source"],
        "SHA-256 of the record": game["digest"],
        "Contains": FIDELITY.get(game["fidelity"], game["fidelity"]),
        "Read": f"{game['ingested_at'][:16].replace('T', ' ')} UTC, as events of version {VOCABULARY}, into tables of version {SCHEMA}",
        "End of the replay": "" if only_result(game) else _gap(game["gap"]),
    }
    yield PARTS.facts(facts)
    if record:
        yield HTML.way("Download the record (zip)", record)
    if elsewhere:
        yield answer(elsewhere)
    found = of.frame("defect_found")
    if only_result(game):
        return
    if found.is_empty():
        yield answer("The record breaks no rule, does not contradict itself and has no gaps.")
        return
    worst = {"error": 0, "gap": 1}
    ordered = found.sort(pl.col("severity").replace_strict(worst, default=2, return_dtype=pl.Int8), "seq", maintain_order=True)
    yield answer(_defects(found))
    yield table(ordered.head(MOST), DEFECTS, "What is wrong with the record, or missing from it")
    yield meaning(
        counted(found.height, "defect"),
        "Error: the record breaks a rule of the title or contradicts itself. Gap: the source does not say. Info: good to know."
        + (f" The table shows {MOST} of them." if found.height > MOST else ""),
    )


def _gap(gap: int) -> str:
    if gap < 0:
        return "the record does not contain its final state"
    return "exactly the recorded state" if not gap else f"differs from the recorded state in {counted(gap, 'value')}"


def _defects(found: pl.DataFrame) -> str:
    count = dict(found.group_by("severity").len().iter_rows())
    errors, gaps, remarks = (count.get(severity, 0) for severity in ("error", "gap", "info"))
    return f"{counted(errors, 'error')}, {counted(gaps, 'gap')} and {counted(remarks, 'remark')}."
